"""Pre-images: laws and oracles of all methods."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn import decomposition as sk
from sklearn.datasets import load_wine
from support import POSITIVE, cloud, label

from datasets import concentric_rings, noisy_parabola
from kpca_core import (
    Cosine,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.feature_space.preimage import (
    METHODS,
    DistanceConstraints,
    FixedPoint,
    Minimisation,
    Ridge,
    Subspace,
    default_method,
    pre_images,
)
from kpca_core.feature_space.preimage.gaussian import PlaneSums

GAUSSIANS = (Gaussian(0.5), 3.0 * Gaussian(0.3), Gaussian(1.0) * Gaussian(1.0))
RINGS = concentric_rings(200, noise=0.08, seed=1).X
PARABOLA = noisy_parabola(100, seed=1).X


def methods_of(kernel):
    return [name for name, method in METHODS.items() if method().applies(kernel)]


def reconstruction(X, q):
    """PCA's: the projections on the first q principal axes."""
    U, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return X.mean(axis=0) + (U[:, :q] * s[:q]) @ Vt[:q]


# A linear kernel


TABLES = {
    "cloud": cloud(60, 5, seed=1) * [3.0, 2.0, 1.0, 0.5, 0.3],
    "far": cloud(60, 5, seed=1) * [3.0, 2.0, 1.0, 0.5, 0.3] + 1e6,
    "very different scales": load_wine().data,  # standard deviations from 0.1 to 315
}


@pytest.mark.parametrize("kernel", [Linear(), 2.5 * Linear(), Polynomial(1), Polynomial(1, 0.7)])
@pytest.mark.parametrize("table", TABLES)
def test_with_a_linear_kernel_every_method_returns_the_reconstruction_of_pca(kernel, table):
    X = TABLES[table]
    found = fit(kernel, X, X.shape[1])
    names = methods_of(kernel)
    assert names == ["exact", "minimisation", "distances", "ridge"]
    for q in (0, 1, 3, X.shape[1]):
        for name in names:
            images = pre_images(found.expansion, found.scores[:, :q], name)
            np.testing.assert_allclose(images.points, reconstruction(X, q), rtol=0, atol=1e-8)
            assert images.converged.all() or table == "very different scales"


# Oracle: scikit-learn


@pytest.mark.parametrize(
    ("kernel", "settings"),
    [
        (Gaussian(0.5), {"kernel": "rbf", "gamma": 2.0}),
        (Polynomial(3, 1.0), {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 1.0}),
        (Linear(), {"kernel": "linear"}),
    ],
)
@pytest.mark.parametrize("alpha", [1.0, 0.01])
def test_ridge_is_the_inverse_transform_of_scikit_learn(kernel, settings, alpha):
    X, new = cloud(80, 3, seed=2), cloud(9, 3, seed=3)
    peer = sk.KernelPCA(3, fit_inverse_transform=True, alpha=alpha, **settings).fit(X)
    model = KernelPCA(kernel, n_components=3).fit(X)
    # The map depends on the signs of the components for kernels other than functions of x·y.
    signs = np.sign((peer.transform(X) * model.transform(X)).sum(axis=0))
    ridge = Ridge(alpha=alpha, kernel=kernel, intercept=False)
    found = model.inverse_transform(model.transform(new), ridge)
    expected = peer.inverse_transform(model.transform(new) * signs)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8)


INJECTIVE = (
    Gaussian(0.1),
    Gaussian(2.0),
    Laplacian(0.7),
    RationalQuadratic(0.5),
    Matern(0.8, 0.5),
    Matern(0.8, 1.5),
    Matern(0.8, 2.5),
    Linear(),
    Polynomial(3),
    Polynomial(3, 1.0),
    Polynomial(5, 0.25),
    Polynomial(2, 1.0),
    Gaussian(0.1) + 0.5 * Linear(),
    Gaussian(0.5) * Polynomial(2, 1.0),
    3.0 * Matern(1.0) + Cosine() * Gaussian(1.0),
)


@pytest.mark.parametrize("kernel", INJECTIVE, ids=label)
@pytest.mark.parametrize("centre", [True, False])
def test_a_point_of_the_data_is_its_own_pre_image(kernel, centre):
    X = cloud(30, seed=4, scale=1.0)
    found = fit(kernel, X, None, centre=centre)
    size = kernel.diagonal(X).max()
    for name in {*methods_of(kernel)} - {"ridge"}:
        images = pre_images(found.expansion, found.scores, name)
        np.testing.assert_allclose(images.objective, 0, atol=1e-10 * size)
        np.testing.assert_allclose(images.points, X, atol=1e-5)


@pytest.mark.parametrize("kernel", [Polynomial(3), Polynomial(3, 1.0), 2.0 * Polynomial(5, 0.25)])
def test_odd_polynomials_are_inverted_exactly(kernel):
    """Also at new points, on which the fit's span has the whole feature space."""
    X, new = cloud(100, seed=5, scale=1.0), cloud(20, seed=6, scale=1.0)
    new[0] = [1.0, 0.0]  # a coordinate of 0 has a root without digits
    found = fit(kernel, X, None, centre=False)
    images = pre_images(found.expansion, found.expansion(new), "exact")
    np.testing.assert_allclose(images.points, new, atol=1e-9)


# The objective


@pytest.mark.parametrize("kernel", POSITIVE, ids=label)
@pytest.mark.parametrize("centre", [True, False])
def test_the_objective_is_the_squared_distance_in_feature_space(kernel, centre):
    X = cloud(25, seed=8)
    found = fit(kernel, X, 3, centre=centre)
    q = found.n_components
    # φ(p) in coordinates: K = LLᵀ over the data and the pre-images.
    images = pre_images(found.expansion, found.scores, "ridge")
    both = np.vstack([X, images.points])
    values, U = np.linalg.eigh(kernel(both))
    F = U * np.sqrt(np.maximum(values, 0.0))
    mean = F[:25].mean(axis=0) if centre else 0.0
    targets = mean + found.scores @ (found.expansion.coefficients.T @ F[:25])
    expected = np.square(F[25:] - targets).sum(axis=1)
    assert q > 0
    size = kernel.diagonal(both).max()
    np.testing.assert_allclose(images.objective, expected, rtol=0, atol=1e-9 * size)


@pytest.mark.parametrize("kernel", [*POSITIVE, Gaussian(0.05), Polynomial(5)], ids=label)
def test_no_method_is_above_ridge_and_nearest_point_and_the_default_is_least_in_the_mean(kernel):
    X = cloud(60, 3, seed=9)
    found, size = fit(kernel, X, 4), kernel.diagonal(X).max()
    targets = Subspace.of(found.expansion).targets(found.scores)
    each = kernel.diagonal(X) - 2.0 * targets.at_points() + targets.norms[:, None]
    objectives = {
        name: pre_images(found.expansion, found.scores, name).objective
        for name in methods_of(kernel)
    }
    for name, objective in objectives.items():
        assert (objective <= objectives["ridge"] + 1e-13 * size).all(), name
        assert name == "ridge" or (objective <= each.min(axis=1) + 1e-12 * size).all(), name
    means = {name: objective.mean() for name, objective in objectives.items()}
    assert means[default_method(kernel)] <= min(means.values()) + 1e-6 * size


@pytest.mark.parametrize("kernel", GAUSSIANS, ids=label)
@pytest.mark.parametrize("X", [RINGS, PARABOLA], ids=["rings", "parabola"])
@pytest.mark.parametrize("q", [1, 4, 12])
def test_fixed_point_and_minimisation_agree(kernel, X, q):
    found = fit(kernel, X, 12)
    one, other = (
        pre_images(found.expansion, found.scores[:, :q], name)
        for name in ("fixed-point", "minimisation")
    )
    assert one.converged.all()
    assert other.converged.all()
    # Where there are two minima of equal depth, or nearly so, the methods may end in either.
    np.testing.assert_allclose(one.points, other.points, rtol=0, atol=1e-6)
    np.testing.assert_allclose(one.objective, other.objective, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kernel", [k for k in POSITIVE if k.has_gradient], ids=label)
def test_a_pre_image_is_a_minimum(kernel):
    """No point around it has a lower objective."""
    X = cloud(60, seed=11)
    found = fit(kernel, X, 3)
    method = Minimisation()
    images = pre_images(found.expansion, found.scores, method)
    assert images.converged.mean() > 0.9
    targets = Subspace.of(found.expansion).targets(found.scores)
    size = kernel.diagonal(X).max()
    for t in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        moved = images.points + 1e-3 * np.array([np.cos(t), np.sin(t)])
        assert (targets.objective(moved) >= images.objective - 1e-12 * size).mean() > 0.9


def test_the_default_follows_its_rule():
    expected = {
        "exact": (Linear(), 2.0 * Linear(), Polynomial(1, 2.0), Linear() + 2.0 * Linear()),
        "fixed-point": (*GAUSSIANS, Gaussian(1.0) + 2.0 * Gaussian(1.0)),
        "minimisation": (Polynomial(3), Polynomial(2, 1.0), Laplacian(1.0), Matern(1.0), Cosine()),
        "ridge": (Sigmoid(), Sigmoid() + Gaussian(1.0)),
    }
    for name, kernels in expected.items():
        assert {default_method(kernel) for kernel in kernels} == {name}


def test_equal_kernels_have_equal_pre_images():
    X = cloud(60, seed=12)
    for name, several, one in (
        ("fixed-point", 1.5 * Gaussian(0.5) + 0.5 * Gaussian(0.5), 2.0 * Gaussian(0.5)),
        ("distances", Linear() + Linear(), 2.0 * Linear()),
        ("distances", Gaussian(0.5) + Gaussian(0.5), 2.0 * Gaussian(0.5)),
        ("exact", Polynomial(3, 1.0) + Polynomial(3, 1.0), 2.0 * Polynomial(3, 1.0)),
    ):
        found = fit(one, X, 2)
        ours, theirs = (
            pre_images(replace(found.expansion, kernel=kernel), found.scores, name).points
            for kernel in (several, one)
        )
        np.testing.assert_allclose(ours, theirs, atol=1e-7)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Ridge(alpha=-1.0), "alpha=-1.0"),
        (lambda: Ridge(kernel="rbf"), "kernel='rbf'"),
        (lambda: Ridge(kernel=Precomputed()), "Ridge needs a Kernel of scores or None; got"),
        (lambda: Ridge(points=0), "points=0"),
        (lambda: FixedPoint(tol=0.0), "tol=0.0"),
        (lambda: FixedPoint(max_iterations=0), "max_iterations=0"),
        (lambda: Minimisation(restarts=-1), "restarts=-1"),
        (lambda: DistanceConstraints(neighbours=0), "neighbours=0"),
    ],
)
def test_parameters_out_of_range_are_quoted(build, message):
    with pytest.raises((ValueError, TypeError), match=message):
        build()


def test_iterations_may_start_at_the_noisy_points():
    """Two distant clusters and no component that tells them apart: points stay in their own."""
    X = np.vstack([cloud(30, seed=1, scale=0.1), cloud(30, seed=2, scale=0.1, offset=5.0)])
    model = KernelPCA(Gaussian(0.5), n_components=2).fit(X)
    nothing = np.empty((60, 0))
    for method in ("fixed-point", "minimisation"):
        back = model.inverse_transform(nothing, method, start=X)
        centres = np.repeat([X[:30].mean(axis=0), X[30:].mean(axis=0)], 30, axis=0)
        np.testing.assert_allclose(back, centres, atol=0.1)
        anywhere = model.inverse_transform(nothing, method)
        np.testing.assert_allclose(anywhere, anywhere[:1].repeat(60, axis=0), atol=1e-6)
    with pytest.raises(ValueError, match=r"shape \(60, 2\); got \(59, 2\)"):
        model.inverse_transform(nothing, start=X[1:])


@pytest.mark.parametrize("shift", [0.0, 1e4])
def test_in_the_plane_features_lead_to_the_same_points_as_kernel_values(monkeypatch, shift):
    X = noisy_parabola(1500, seed=1).X + shift
    found, again = (fit(Gaussian(0.5), X, q).expansion for q in (5, 6))
    Z = found(X[:300])
    start = X[:300] + np.array([0.0, 3.0])  # half of them are beyond the rectangle of the features
    by_features = [pre_images(found, Z, start=one) for one in (None, start)]
    assert Subspace.of(found).plane is not None
    monkeypatch.setattr(PlaneSums, "of", lambda *_: None)
    for one, images in zip((None, start), by_features, strict=True):
        expected = pre_images(again, Z, start=one)
        assert images.converged.all()
        np.testing.assert_allclose(images.objective, expected.objective, rtol=0, atol=1e-12)
        np.testing.assert_allclose(images.points, expected.points, rtol=0, atol=1e-7)
    assert Subspace.of(again).plane is None
