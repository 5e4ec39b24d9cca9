"""`repr` of everything public is one line that names what it is."""

from __future__ import annotations

import importlib
import inspect
import re
from dataclasses import fields, is_dataclass

import numpy as np
from support.paths import ROOT

from kpca_core import (
    CallableKernel,
    Gaussian,
    Grid,
    Kernel,
    KernelPCA,
    Linear,
    Precomputed,
    fit,
    influence,
    pre_images,
)
from kpca_core._support.one_line import in_one_line
from kpca_core.analysis.approximations import nystroem
from kpca_core.analysis.projection import agreeing
from kpca_core.choosing import (
    NoveltyDetector,
    choose_width,
    farthest_rows,
    parallel_analysis,
    stability,
)
from kpca_core.derivation import Derivation
from kpca_core.feature_space.reduced_set import reduced_set
from kpca_core.grid import Plane
from kpca_core.kernels.base import Combination
from kpca_core.neighbours import KernelComponents
from kpca_core.tables import builtin

X = np.random.default_rng(0).normal(size=(60, 3))
KERNEL = Gaussian(6.0) + 0.5 * Linear()


def public_classes():
    """Those that docs/api names, with their modules."""
    for page in sorted((ROOT / "docs" / "api").glob("[!_]*.rst")):
        module = ""
        for line in page.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"\.\. currentmodule:: (kpca_core\S*)", line):
                module = found[1]
            elif module and (found := re.fullmatch(r"   ([A-Z]\w+)", line)):
                one = getattr(importlib.import_module(module), found[1])
                if inspect.isclass(one):
                    yield one


def results():
    yield from (KERNEL, CallableKernel(lambda A, B: A @ B.T), Precomputed())
    found = fit(KERNEL, X, 4)
    yield from (found, found.expansion, found.certificate, influence(found.expansion))
    yield from (pre_images(found.expansion, found.scores[:5]), reduced_set(found.expansion, 3))
    yield KernelPCA(KERNEL, 4, solver="dense", max_landmarks=5, max_memory=1e9, tol=1e-9)
    yield NoveltyDetector(KERNEL, 0.9, measure="hotelling", folds=4, false_alarms=0.01)
    yield from (Grid.over(((0.0, 1.0), (0.0, 1.0)), 9), Plane.of_columns((0, 1), X[0]))
    yield from (Derivation.of(KERNEL, X), nystroem(KERNEL, X, X[:9]))
    iris = builtin("iris")
    yield from (iris, iris.rows([0, 1, 2]), agreeing(iris.rows([0, 1, 2])), iris.columns[0])
    yield KernelComponents(Gaussian(3.0)).fit(X, 2)
    yield from (farthest_rows(KERNEL, X, 3), parallel_analysis(KERNEL, X, 3, shuffles=19))
    yield stability(KERNEL, X, 3, samples=4)
    yield choose_width([Gaussian(3.0), Gaussian(6.0)], X, 3, shuffles=19)


def test_what_is_public_has_a_repr_of_one_line():
    for value in results():
        said = repr(value)
        assert said.startswith(f"{type(value).__name__}(") or isinstance(value, Combination)
        assert "\n" not in said
        assert len(said) < 420, said


def test_public_classes_that_hold_arrays_shorten_them():
    holding = [
        one
        for one in public_classes()
        if is_dataclass(one)
        and not issubclass(one, Kernel)
        and any(re.search("[Aa]rray", str(f.type)) for f in fields(one))
    ]
    assert len(holding) > 30
    assert [one for one in holding if one.__repr__ is not in_one_line] == []


def test_a_repr_has_the_first_values_and_the_last():
    found = fit(KERNEL, X, 4)
    assert repr(found).startswith(f"Decomposition(eigenvalues=[{found.eigenvalues[0]:.4g}, ")
    assert f"…, {found.eigenvalues[-1]:.4g}], scores=(60, 4) array" in repr(found)
    assert f"expansion=Expansion(kernel={KERNEL!r}, …)" in repr(found)
    assert "error=" in repr(found.certificate)
