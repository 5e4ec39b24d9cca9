"""Back from a place among the scores: laws, and oracles that know nothing of the library."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.metrics.pairwise import laplacian_kernel, polynomial_kernel, rbf_kernel

from datasets import concentric_rings, gaussian_clusters
from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit
from kpca_core.feature_space.preimage import from_scores

CLUSTERS = gaussian_clusters(seed="paper").X
RINGS = concentric_rings(40, noise=0.05, seed=2).X
FITTED = fit(Gaussian(0.1), CLUSTERS, 8)
# Kernels, and the same by scikit-learn.
PEERS = (
    (Gaussian(0.3), lambda X, Y: rbf_kernel(X, Y, gamma=1 / 0.3)),
    (Polynomial(3, 1.0), lambda X, Y: polynomial_kernel(X, Y, degree=3, gamma=1, coef0=1)),
)


def squared_distance(k, X, components, z):
    """‖φ(y) − t‖² as a function of y, from the eigenvectors of the centred Gram matrix."""
    n = len(X)
    K, H = k(X, X), np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(H @ K @ H)
    gamma = np.full(n, 1 / n)
    for j, score in zip(components, z, strict=True):
        a = H @ vectors[:, -1 - j] / np.sqrt(values[-1 - j])
        gamma += score * a * np.sign((K @ a)[np.abs(H @ K @ a).argmax()] - (K @ a).mean())
    norm = gamma @ K @ gamma

    def distance(y):
        y = np.asarray(y)[None]
        return float(k(y, y)[0, 0] - 2 * k(y, X)[0] @ gamma + norm)

    return distance


@pytest.mark.parametrize(("kernel", "peer"), PEERS)
def test_the_objective_is_the_squared_distance_in_feature_space(kernel, peer):
    found = fit(kernel, RINGS, 4)
    for components, z in (((0, 1), (0.2, -0.1)), ((2, 0), (-0.3, 0.4))):
        distance = squared_distance(peer, RINGS, components, z)
        y = from_scores(found.expansion, components, z)
        assert y.objective == pytest.approx(distance(y.point), abs=1e-9)
        assert y.image == pytest.approx(peer(y.point[None], y.point[None])[0, 0])
        far = squared_distance(peer, RINGS, components, z)(1e3 * np.ones(2))
        if isinstance(kernel, Gaussian):
            assert far == pytest.approx(1 + y.target, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_no_start_of_scipys_minimiser_leads_lower(seed):
    kernel, peer = PEERS[0]
    rng = np.random.default_rng(seed)
    found = fit(kernel, RINGS, 4)
    components = tuple(rng.permutation(4)[:2].tolist())
    z = rng.uniform(found.scores.min(), found.scores.max(), 2)
    distance = squared_distance(peer, RINGS, components, z)
    starts = [*RINGS[rng.permutation(40)[:4]], *rng.uniform(-1.2, 1.2, (3, 2))]
    best = min(minimize(distance, one, method="L-BFGS-B").fun for one in starts)
    assert from_scores(found.expansion, components, z).objective <= best + 1e-6


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Polynomial(3, 1.0), Linear()])
def test_the_scores_of_a_point_on_all_components_lead_back_to_it(kernel):
    found = fit(kernel, RINGS, None)
    for row in (0, 17, 33):
        y = from_scores(found.expansion, range(found.n_components), found.scores[row])
        np.testing.assert_allclose(y.point, RINGS[row], atol=1e-5)
        assert y.objective < 1e-9 * max(1.0, y.image)
        assert y.is_near


def test_for_a_linear_kernel_it_is_pca_with_these_components():
    X = np.random.default_rng(0).normal(size=(30, 4)) * [4, 3, 2, 1]
    found = fit(Linear(), X)
    mean, axes = X.mean(axis=0), np.linalg.svd(X - X.mean(axis=0))[2]
    signs = [np.sign(found.scores[0, j] / (axes[j] @ (X[0] - mean))) for j in (0, 2)]
    y = from_scores(found.expansion, (0, 2), (1.5, -0.5))
    expected = mean + 1.5 * signs[0] * axes[0] - 0.5 * signs[1] * axes[2]
    np.testing.assert_allclose(y.point, expected, atol=1e-9)


@settings(max_examples=15, deadline=None)
@given(st.tuples(*[st.floats(-0.8, 0.8)] * 2), st.permutations(range(4)))
def test_signs_and_order_change_nothing_and_a_thorough_search_is_no_worse(z, order):
    i, j = order[:2]
    y = from_scores(FITTED.expansion, (i, j), z)
    assert y.objective <= from_scores(FITTED.expansion, (i, j), z, thorough=False).objective + 1e-12
    flipped = FITTED.expansion.scaled(np.where(np.arange(8) == i, -1.0, 1.0))
    other = from_scores(flipped, (j, i), (z[1], -z[0]))
    assert other.objective == pytest.approx(y.objective, abs=1e-9)
    assert other.target == pytest.approx(y.target, abs=1e-12)


def test_near_is_said_of_a_cluster_and_not_of_the_mean_of_all():
    scores = FITTED.scores[:30, :2].mean(axis=0)
    assert from_scores(FITTED.expansion, (0, 1), scores).is_near
    mean = from_scores(FITTED.expansion, (0, 1), (0.0, 0.0))
    assert not mean.is_near
    K = rbf_kernel(CLUSTERS, CLUSTERS, gamma=10)
    assert mean.target == pytest.approx(K.mean())
    uncentred = fit(Gaussian(0.1), CLUSTERS, 2, centre=False)
    assert from_scores(uncentred.expansion, (0, 1), (0.3, 0.4)).target == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("kernel", "components", "z", "said"),
    [
        (Sigmoid(2.0, 1.0), (0, 1), (0.1, 0.1), "not positive semidefinite"),
        (lambda X, Y: laplacian_kernel(X, Y), (0, 1), (0.1, 0.1), "semidefinite|gradient"),
        (Gaussian(0.1), (0, 9), (0.1, 0.1), r"from 0 to 3; got \[0, 9\]"),
        (Gaussian(0.1), (1, 1), (0.1, 0.1), r"got \[1, 1\]"),
        (Gaussian(0.1), (0, 1), (0.1,), r"got \[0.1\]"),
        (Gaussian(0.1), (0, 1), (np.nan, 1.0), "nan"),
        (Gaussian(0.1), (0, 1), (1e200, 1.0), r"1e\+200"),
    ],
)
def test_what_has_no_pre_image_says_why(kernel, components, z, said):
    found = fit(kernel, RINGS, 4)
    with pytest.raises(ValueError, match=said):
        from_scores(found.expansion, components, z)
