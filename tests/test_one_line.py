"""`repr` of everything public is one line that names what it is."""

from __future__ import annotations

import numpy as np

from kpca_core import (
    CallableKernel,
    Gaussian,
    Grid,
    KernelPCA,
    Linear,
    Precomputed,
    fit,
    influence,
    pre_images,
)
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
