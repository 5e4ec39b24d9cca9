"""What README and docs/ say is there: names, files, equations, sources, and code that runs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from functools import cache

import dask.array as da
import numpy as np
import pytest
import yaml
from support.paths import ROOT

import kpca_core

FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


NOTATION = text("docs/notation.md")
SYMBOLS, SOURCES = NOTATION.split("## Sources")

# Code of the pages


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/getting-started.md"])
def test_the_first_block_of_a_page_runs_and_says_what_it_prints(page):
    names: dict = {}
    exec(FENCE.findall(text(page))[0], names)
    found = names["decomposition"]
    np.testing.assert_allclose(found.eigenvalues[:3], [22.558, 20.936, 4.648], atol=5e-4)
    if page == "docs/getting-started.md":
        grid = kpca_core.Grid.over(names["data"].region, 100)
        assert found.expansion.on_grid(grid).shape == (8, 100, 100)
        assert names["scores"].shape == (90, 8)


def test_the_block_on_pre_images_runs_and_does_what_it_says():
    names: dict = {}
    exec(FENCE.findall(text("docs/back-to-input-space.md"))[0], names)
    X, denoised = names["X"], names["denoised"]
    before, after = (
        np.abs(np.linalg.norm(Y, axis=1)[:, None] - [0.5, 1.0]).min(axis=1) for Y in (X, denoised)
    )
    assert np.sqrt(np.square(after).mean()) < np.sqrt(np.square(before).mean()) / 3
    np.testing.assert_allclose(names["images"].points, denoised, atol=1e-6)
    assert names["images"].objective.shape == (400,)
    assert names["reduced"].expansion.points.shape == (60, 2)
    assert (names["reduced"].errors < 0.02).all()


def test_the_cluster_block_runs(monkeypatch):
    """With data in memory where it reads and writes files, and without a cluster's address."""
    data = np.random.default_rng(0).standard_normal((400, 3))
    written = []
    monkeypatch.setattr("dask.array.from_zarr", lambda _: da.from_array(data, chunks=(100, 3)))
    monkeypatch.setattr("dask.array.Array.to_zarr", lambda X, _: written.append(X.compute()))
    monkeypatch.setattr("distributed.Client", lambda _: nullcontext())
    names: dict = {}
    exec(FENCE.findall(text("docs/many-rows.md"))[0], names)
    assert written[0].shape == (400, 8)
    np.testing.assert_allclose(written[0], names["model"].transform(data), atol=1e-12)


def test_the_page_of_what_is_measured_is_as_the_harness_writes_it():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


# Sources

# Equations by the part of their number before the point.
EQUATIONS = {
    "S": {"2": (1, 15), "3": (1, 7), "4": (1, 2), "A": (1, 2), "B": (1, 4), "C": (1, 3)},
    "B": {"12": (71, 88)},
}
WORDS = {
    path.relative_to(ROOT): path.read_text(encoding="utf-8")
    for folder in ("kpca_core", "datasets", "views", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
}


def docstrings(code):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.walk(ast.parse(code)) if isinstance(node, documented))
    return " ".join(" ".join((ast.get_docstring(node) or "").split()) for node in nodes)


@cache
def all_docstrings():
    """The docstrings of every module, read when a test asks."""
    return {path: docstrings(code) for path, code in WORDS.items()}


CITED = re.compile(r"\[([A-Z])\],? (eq\. |section|Figure|Table|appendix|\")")
NUMBERS = re.compile(r"\[([SB])\],? eq\. ((?:[A-C\d]+\.\d+(?:, |–| and |, and )?)+)")
NAME = r"(?:Van )?[A-Z][\w-]+"
AUTHORS = re.compile(rf"\b({NAME})(?:,? (?:&|and) {NAME}|, {NAME}| et al\.)* \(?((?:19|20)\d\d)\b")


def test_every_key_is_in_the_list_and_every_module_that_cites_names_it():
    listed = set(re.findall(r"^- \*\*\[([A-Z])\]\*\*", SOURCES, re.MULTILINE))
    assert listed == {"S", "B", "Z", "C", "N"}
    citing = {path: CITED.findall(words) for path, words in all_docstrings().items()}
    keys = {key for found in (*citing.values(), CITED.findall(SYMBOLS)) for key, _ in found}
    assert keys
    assert keys <= listed
    missing = [
        str(path)
        for path, found in citing.items()
        if found and "Sources: docs/notation.md" not in all_docstrings()[path]
    ]
    assert not missing


def test_every_equation_that_is_cited_exists():
    cited = [
        (key, number)
        for words in (SYMBOLS, *all_docstrings().values())
        for key, numbers in NUMBERS.findall(words)
        for number in re.findall(r"[A-C\d]+\.\d+", numbers)
    ]
    assert len(cited) > 30
    for key, number in cited:
        chapter, last = number.split(".")
        low, high = EQUATIONS[key][chapter]
        assert low <= int(last) <= high, (key, number)


def test_every_article_that_is_cited_has_its_line():
    lines = [" ".join(entry.split()) for entry in re.split(r"^- ", SOURCES, flags=re.MULTILINE)]
    cited = {
        (author, year)
        for words in all_docstrings().values()
        for author, year in AUTHORS.findall(words)
    }
    assert len(cited) > 8
    assert not [
        pair for pair in cited if not any(pair[0] in line and pair[1] in line for line in lines)
    ]


# Version and citation


def test_version_and_licence_are_the_same_everywhere():
    project = tomllib.loads(text("pyproject.toml"))["project"]
    citation = yaml.safe_load(text("CITATION.cff"))
    newest = re.search(r"^## \[([\d.]+)\]", text("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert project["version"] == kpca_core.__version__ == citation["version"] == newest[1]
    assert f"version = {{{project['version']}}}" in text("docs/citing.md")
    assert project["license"] == citation["license"] == "MIT"
