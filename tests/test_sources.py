"""docs/sources.md: every equation has its place, and stands there."""

from __future__ import annotations

import re
from importlib import import_module

import numpy as np
import pytest
from support.paths import ROOT

from kpca_core import Linear, Polynomial
from kpca_core.derivation import Derivation
from views.named import PAGES
from views.pages.method.steps import STEPS

TEXT = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
EQUATIONS, STATEMENTS, _SENTENCES, _SLIPS = TEXT.split("\n## ")
NUMBER = r"(?:12|[234ABC])\.\d+"
ALL = {
    "S": {
        f"{part}.{number}"
        for part, last in (("2", 15), ("3", 7), ("4", 2), ("A", 2), ("B", 4), ("C", 3))
        for number in range(1, last + 1)
    },
    "B": {f"12.{number}" for number in range(71, 89)},
}


def rows(text: str) -> list[list[str]]:
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line] for line in lines[2:]]


@pytest.mark.parametrize(
    "cell", [row[2] for row in rows(STATEMENTS)] + [row[4] for row in rows(EQUATIONS)]
)
def test_an_equation_or_a_statement_stands_in_a_place_that_exists(cell):
    steps = re.findall(r"`method\?show=(\w+)`", cell)
    files = re.findall(r"\((\S+\.md)\)", cell)
    names = re.findall(r"`(kpca_core[\w.]+)`", cell)
    pages = re.findall(r"page `(\w+)`", cell)
    gallery = re.findall(r"auto_gallery/(\w+)", cell)
    assert steps or files or names or pages or gallery
    assert all((ROOT / "docs" / "gallery" / f"{one}.py").is_file() for one in gallery)
    assert {*steps} <= {*STEPS}
    assert {*pages} <= {*PAGES}
    assert all((ROOT / "docs" / page).is_file() for page in files)
    for module, _, name in (one.rpartition(".") for one in names):
        assert hasattr(import_module(module), name)


def test_numbers_of_features_are_those_that_are_said():
    X = np.random.default_rng(0).normal(size=(14, 2))
    kernels = (Linear(), Polynomial(2), Linear() + Polynomial(2))
    assert [Derivation.of(kernel, X).rank for kernel in kernels] == [2, 3, 5]
    # [C] section 2: X³, Y³, X²Y, Y²X, X², Y², XY, X, Y and 1, here with the roots of trinomials.
    x, y = X.T
    listed = np.array([x**3, y**3, x**2 * y, y**2 * x, x**2, y**2, x * y, x, y, np.ones(14)]).T
    features = Polynomial(3, 1.0).features(X)
    assert features.shape == listed.shape
    factors = np.array([1, 1, 3, 3, 3, 3, 6, 3, 3, 1])
    assert (listed * factors) @ listed.T == pytest.approx(features @ features.T)


def test_every_numbered_equation_has_one_row():
    for column, letter in ((0, "S"), (1, "B")):
        listed = [number for row in rows(EQUATIONS) for number in re.findall(NUMBER, row[column])]
        assert sorted(listed) == sorted(ALL[letter])
