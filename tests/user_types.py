"""Every public name in a user's script: mypy checks it, and tests/test_user_types.py runs it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from kpca_core import (
    Biplot,
    CallableKernel,
    Cancelled,
    Certificate,
    Cosine,
    Decomposition,
    Expansion,
    Gaussian,
    Grid,
    Kernel,
    KernelPCA,
    Laplacian,
    Linear,
    LinearAbout,
    Matern,
    Paraboloid,
    Plan,
    Polynomial,
    Precomputed,
    PreImages,
    Product,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    Sum,
    biplot,
    fit,
    gradients,
    influence,
    plan,
    pre_images,
    terminal_bar,
)
from kpca_core.kernels import KernelLike

Array = NDArray[np.float64]


def fitted(kernel: KernelLike, X: Array) -> Array:
    """A function of a user's own that hands a kernel on."""
    scores: Array = fit(kernel, X, 2).scores
    return scores


def intersection(X: Array, Y: Array) -> Array:
    """The histogram intersection kernel."""
    values: Array = np.minimum(X[:, None], Y[None]).sum(axis=2)
    return values


def transformed(model: KernelPCA, X: Array) -> Array:
    """What an estimator returns is an array for a checker, too."""
    return model.transform(X)


def main() -> None:
    X = np.random.default_rng(0).random((40, 3))
    kernels: list[Kernel] = [
        Gaussian(1.0), Polynomial(2, offset=1.0), Linear(), LinearAbout((0.0, 0.0, 0.0)),
        Sigmoid(), Laplacian(1.0), Cosine(), RationalQuadratic(1.0), Matern(1.0, nu=2.5),
        Paraboloid(2.0),
        CallableKernel(intersection), Gaussian(1.0) + 0.5 * Linear(),
    ]  # fmt: skip
    for kernel in kernels:
        assert fitted(kernel, X).shape == (40, 2)
    assert fitted("linear", X).shape == fitted(intersection, X).shape
    assert Sum(Linear(), Linear()) == Linear() + Linear()
    assert Product(Linear(), Linear()) == Linear() * Linear()
    assert Scaled(2.0, Linear()) == 2.0 * Linear()
    assert fit(Precomputed(), Linear()(X), subset=[0, 2, 5], centre=False).n_samples == 3

    expected = plan(Gaussian(1.0), X, n_components=4, rows=20)
    assert_type(expected, Plan)
    assert_type(expected.seconds, float)
    found = fit(Gaussian(1.0), X.tolist(), 0.9, subset=expected.subset, progress=None)
    assert_type(found, Decomposition)
    assert_type(found.eigenvalues, Array)
    assert_type(found.expansion, Expansion)
    assert_type(found.certificate, Certificate)
    flat = fit(Gaussian(1.0), X[:, :2], 2).expansion
    assert_type(flat.on_grid(Grid.over(((0, 1), (0, 1)), 5)), Array)

    model = KernelPCA(Gaussian(1.0), n_components=2, solver="dense", random_state=0)
    assert_type(model.fit(X), KernelPCA)
    assert_type(model.fit_transform(X), NDArray[Any])
    scores = transformed(model, X)
    assert_type(model.inverse_transform(scores, "fixed-point"), NDArray[Any])
    assert_type(model.pre_images(scores), PreImages)
    assert_type(KernelPCA("rbf", gamma=0.5).partial_fit(X), KernelPCA)
    assert_type(model.set_params(kernel__width=2.0), KernelPCA)
    assert_type(pre_images(found.expansion, found.scores).points, Array)
    assert_type(gradients(found.expansion, X), Array)
    assert_type(influence(found.expansion).total, Array)
    assert_type(biplot(found.expansion, X, [0]), Biplot)
    assert_type(model.biplot(X).arrows, Array)
    with terminal_bar() as progress:
        fit(Gaussian(1.0), X, progress=progress)
    with suppress(Cancelled):
        fit(Gaussian(1.0), X, progress=lambda done, total, what: False, solver="streaming")
    with suppress(TypeError):
        fit(X, Gaussian(1.0))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
