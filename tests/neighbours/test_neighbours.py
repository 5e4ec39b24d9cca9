"""The methods beside kernel PCA against answers that are known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh, subspace_angles
from scipy.spatial.distance import cdist

from datasets import concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, Linear, Polynomial, fit
from kpca_core._support.progress import Cancelled
from kpca_core.neighbours import (
    METHODS,
    OFFERS,
    ClassicalScaling,
    Hebbian,
    Isomap,
    KernelHebbian,
    KernelICA,
    KernelKMeans,
    LinearPCA,
    LocalPCA,
    Method,
    PowerMethod,
    PrincipalCurve,
    SpectralEmbedding,
    classifier_errors,
    kernel_pca_of_distances,
)
from kpca_core.neighbours.measures import (
    difference,
)
from kpca_core.neighbours.neighbour import degrees_away

KERNEL = Gaussian(0.1)
# What needs no library that is missing here.
INSTALLED = [key for key, offer in OFFERS.items() if offer.is_installed]


def elongated(seed, n=200):
    rng = np.random.default_rng(seed)
    axes = np.linalg.qr(rng.standard_normal((5, 5)))[0]
    return rng.standard_normal((n, 5)) * [3, 2, 1.2, 0.7, 0.4] @ axes.T + 5.0


DATA = {
    "parabola": noisy_parabola(seed="paper").X,
    "clusters": gaussian_clusters(seed="paper").X,
    "elongated": elongated(0),
}


def degrees(first, second):
    """Angles between the columns of two arrays."""
    first, second = first / np.linalg.norm(first, axis=0), second / np.linalg.norm(second, axis=0)
    cosines = np.abs(np.einsum("ij,ij->j", first, second))
    return np.degrees(np.arccos(np.minimum(1.0, cosines)))


def agree(scores, reference):
    """The largest deviation up to sign, relative to the largest score."""
    signs = np.sign(np.einsum("ij,ij->j", scores, reference))
    return np.abs(scores * signs - reference).max() / np.abs(reference).max()


# Hebbian networks


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("seed", [0, 1])
def test_sanger_finds_the_principal_directions_and_oja_their_span(name, seed):
    X = DATA[name]
    q = min(3, X.shape[1])
    exact = LinearPCA().fit(X, q).scores
    sanger = Hebbian("sanger").fit(X, q, seed).scores
    assert degrees(sanger, exact).max() < 1
    assert degrees(Hebbian("oja").fit(X, 1, seed).scores, exact[:, :1]).max() < 1
    oja = Hebbian("oja").fit(X, q, seed).scores
    assert np.degrees(subspace_angles(oja, exact)).max() < 1


# Iterations that end at kernel PCA


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("method", [KernelHebbian, PowerMethod])
def test_batches_and_the_power_method_end_at_the_components_of_fit(name, method):
    X = DATA[name]
    kernel = Gaussian(10.0) if X.shape[1] > 2 else KERNEL
    exact = fit(kernel, X, 3)
    found = method(kernel).fit(X, 3, 1)
    assert agree(found.scores, exact.scores) < 1e-6
    points = X[:7] + 0.05
    signs = np.sign(np.einsum("ij,ij->j", found.scores, exact.scores))
    assert np.abs(found.functions(points) * signs - exact.expansion(points)).max() < 1e-5
    assert found.last.value == pytest.approx((exact.trace - exact.eigenvalues.sum()) / len(X))


# Curves


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_principal_curves_lie_within_the_noise_of_the_truth(seed):
    noise = 0.1
    parabola = noisy_parabola(noise=noise, seed=seed).X
    curve = PrincipalCurve().fit(parabola, 1).last.curves[0]
    inside = curve[np.abs(curve[:, 0]) < 1]
    x = np.linspace(-1.2, 1.2, 2001)
    assert np.sqrt((cdist(inside, np.column_stack([x, x**2])).min(1) ** 2).mean()) < noise
    rng = np.random.default_rng(seed)
    t = rng.uniform(0, 2 * np.pi, 150)
    circle = np.column_stack([np.cos(t), np.sin(t)]) + noise * rng.standard_normal((150, 2))
    curve = PrincipalCurve(closed=True).fit(circle, 1).last.curves[0]
    assert np.sqrt(((np.linalg.norm(curve, axis=1) - 1) ** 2).mean()) < noise
    assert np.array_equal(curve[0], curve[-1])


def test_the_principal_curve_of_points_on_a_line_is_the_line():
    X = np.outer(np.linspace(-1, 1, 40), [3.0, 1.0, -2.0]) + 5.0
    found = PrincipalCurve().fit(X, 1)
    assert found.last.value < 1e-20
    assert difference(found.scores[:, 0], X[:, 0]) < 1e-12


def test_local_pca_reproduces_separate_lines():
    t = np.linspace(-1, 1, 30)[:, None]
    lines = [t * [1, 0], t * [0, 1] + [6, 0], t * [1, 1] + [0, 8]]
    found = LocalPCA(3).fit(np.vstack(lines), 1)
    assert found.last.value < 1e-20
    assert len(found.last.curves) == 3


# Section 7, and today


@pytest.mark.parametrize("kernel", [KERNEL, Polynomial(2, 1.0)])
def test_kernel_k_means_is_lloyds_algorithm_in_feature_space(kernel):
    X = concentric_rings(n=120, seed=3).X
    q, K = 3, kernel(X)
    labels = start = np.random.default_rng(0).integers(q, size=len(X))
    for _ in range(200):
        members = [labels == j for j in range(q)]
        squares = np.array(
            [np.diag(K) - 2 * K[:, m].mean(1) + K[np.ix_(m, m)].mean() for m in members]
        )
        before, labels = labels, squares.argmin(axis=0)
        if np.array_equal(before, labels):
            break
    found = KernelKMeans(kernel, start).fit(X, q)
    assert np.array_equal(found.scores.argmax(axis=1), labels)
    assert np.abs(-found.scores.T - squares).max() < 1e-9
    assert np.array_equal(found.functions(X), found.scores)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3, 0.5), KERNEL])
def test_kernel_k_means_of_a_new_point_is_the_distance_from_the_means(kernel):
    X = concentric_rings(n=60, seed=1).X
    points = np.random.default_rng(2).uniform(-3, 3, (50, 2))
    found = KernelKMeans(kernel).fit(X, 3, 1)
    labels = found.scores.argmax(axis=1)
    members = [labels == j for j in range(3)]
    K, across = kernel(X), kernel(points, X)
    squares = [
        kernel.diagonal(points) - 2 * across[:, m].mean(1) + K[np.ix_(m, m)].mean() for m in members
    ]
    scale = max(kernel.diagonal(points).max(), K.max())
    assert np.abs(found.functions(points).T + squares).max() < 1e-12 * scale


@pytest.mark.filterwarnings("ignore:Number of distinct clusters")
def test_kernel_k_means_says_where_there_are_fewer_clusters():
    with pytest.raises(ValueError, match=r"Kernel k-means finds 2 clusters .* q=3"):
        KernelKMeans().fit([[0.0, 1.0], [1.0, 0.0]] * 5, 3)


def test_kernel_ica_with_the_linear_kernel_separates_sources():
    rng = np.random.default_rng(0)
    sources = rng.uniform(-1, 1, (500, 2))
    found = KernelICA(Linear()).fit(sources @ [[2.0, 1.0], [1.0, 3.0]], 2)
    best = [min(difference(found.scores[:, j], s) for j in range(2)) for s in sources.T]
    assert max(best) < 0.01
    assert np.allclose(np.cov(found.scores.T, bias=True), np.eye(2), atol=1e-6)


@pytest.mark.parametrize("name", DATA)
def test_isomap_and_scaling_are_kernel_pca_with_kernels_of_their_own(name):
    X = DATA[name]
    isomap = Isomap(8)
    D = isomap.model(X, 3).dist_matrix_
    assert agree(kernel_pca_of_distances(D, 3).scores, isomap.fit(X, 3).scores) < 1e-10
    for metric in ("euclidean", "cityblock"):
        q = 2
        scores = ClassicalScaling(metric).fit(X, q).scores
        assert agree(kernel_pca_of_distances(cdist(X, X, metric), q).scores, scores) < 1e-10
    assert (
        agree(ClassicalScaling("euclidean").fit(X, 2).scores, LinearPCA().fit(X, 2).scores) < 1e-10
    )


def test_spectral_embedding_solves_its_eigenvalue_problem():
    X = DATA["clusters"]
    W = KERNEL(X)
    np.fill_diagonal(W, 0.0)
    degree = W.sum(axis=1)
    vectors = eigh(np.diag(degree) - W, np.diag(degree))[1][:, 1:3]
    found = SpectralEmbedding(KERNEL).fit(X, 2)
    assert degrees(found.scores, vectors).max() < 1e-4
    with pytest.raises(ValueError, match=r"not negative.*Linear\(\)"):
        SpectralEmbedding(Linear()).fit(X, 2)


@pytest.mark.parametrize("key", [key for key in ("tsne", "umap") if key in INSTALLED])
def test_neighbours_in_the_plane_are_of_the_same_cluster(key):
    data = gaussian_clusters(n_per_cluster=15, sd=0.05, seed=0)
    scores = METHODS[key].fit(data.X, 2).scores
    distances = cdist(scores, scores) + 1e9 * np.eye(len(scores))
    assert np.array_equal(data.labels[distances.argmin(1)], data.labels)


# The protocol


@pytest.mark.parametrize("key", INSTALLED)
def test_every_method_keeps_the_protocol(key):
    X, method = DATA["clusters"][::2], METHODS[key]
    assert isinstance(method, Method)
    assert method.start in ("none", "sign", "end")
    q = min(2, method.most(*X.shape))
    found = method.fit(X, q, 5)
    again = method.fit(X.tolist(), q, 5)
    assert np.array_equal(found.scores, again.scores)
    assert found.scores.shape == (len(X), q)
    assert np.isfinite(found.last.value)
    steps = [stage.step for stage in found.stages]
    assert steps == sorted(set(steps))
    offer = OFFERS[key]
    assert offer.sentences
    assert offer.has_functions == (found.functions is not None)
    assert all(getattr(method, name) == value for name, value in offer.arguments.items())
    if found.functions is not None:
        assert np.allclose(found.functions(X), found.scores, atol=1e-6)
        assert found.functions(X[:3] + 0.1).shape == (3, q)
    if found.reconstruct is not None:
        assert found.reconstruct(X[:3] + 0.1).shape == (3, 2)
    most = method.most(*X.shape)
    for rows, q, message in (
        (X[:2], 1, "at least 3 points; got 2"),
        (np.full((5, 2), np.nan), 1, "NaN"),
        (X, 0, "q=0"),
        (np.ones((9, 2)), 1, r"differ; all are \[1.0, 1.0\]"),
        (X, most + 1, f"at most {most} .*q={most + 1}"),
    ):
        with pytest.raises(ValueError, match=message):
            method.fit(rows, q)


@pytest.mark.filterwarnings("ignore:Number of distinct clusters")
@pytest.mark.parametrize("key", INSTALLED)
def test_copies_of_few_points_are_no_failure(key):
    X = np.tile([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [1.0, 1.0]], (6, 1))
    assert np.isfinite(METHODS[key].fit(X, 1, 3).scores).all()


ITERATED = ["oja", "sanger", "kernel-hebbian", "power", "network", "curve", "tsne"]


@pytest.mark.parametrize("key", ITERATED)
def test_what_is_iterated_can_be_stopped(key):
    with pytest.raises(Cancelled):
        METHODS[key].fit(DATA["clusters"], 1, progress=lambda done, total, what: False)


def test_a_linear_machine_on_many_components_is_as_good_as_the_nonlinear_one():
    fitted, held = (concentric_rings(n=200, seed=seed) for seed in (0, 1))
    found = classifier_errors(KERNEL, fitted.X, fitted.labels, held.X, held.labels)
    assert found.counts == (1, 2, 4, 8, 16, 32)
    assert found.machine < 0.02
    assert found.components[-1] < 0.02
    assert found.components[0] > 0.2
    assert 0.3 < found.majority < 0.7
    with pytest.raises(ValueError, match="two labels"):
        classifier_errors(KERNEL, fitted.X, np.zeros(200), held.X, held.labels)


@pytest.mark.parametrize("rule", ["sanger", "oja"])
def test_a_network_that_hardly_moves_has_not_converged(rule):
    """Wines, whose first variance is 570 times the second: their span by SciPy's angles."""
    from sklearn.datasets import load_wine

    wines = load_wine().data
    found = Hebbian(rule).fit(wines, 2)
    middle = wines.mean(axis=0)
    axes = np.linalg.svd(wines - middle, full_matrices=False)[2][:2]
    weights = np.linalg.lstsq(wines - middle, found.scores, rcond=None)[0]
    if rule == "oja":
        away = np.degrees(subspace_angles(weights, axes.T)).max()
    else:
        away = degrees(weights, axes.T).max()
    assert found.away == pytest.approx(away, rel=1e-6)
    assert away > 30
    assert not found.converged


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("more", [{}, {"passes": 5}])
def test_the_kernel_hebbian_algorithm_says_how_far_it_is_from_kernel_pca(name, more):
    """Angles in the space of explicit features: of (x·y)² the products of coordinates."""
    X = DATA[name]
    found = KernelHebbian(Polynomial(2), **more).fit(X, 2, 3)
    phi = np.einsum("ij,ik->ijk", X, X).reshape(len(X), -1)
    phi -= phi.mean(axis=0)
    axes = np.linalg.svd(phi, full_matrices=False)[2][:2]
    # The features are linear in Φ: their weights by least squares, of least length.
    away = degrees(np.linalg.pinv(phi) @ (found.scores - found.scores.mean(0)), axes.T).max()
    assert found.away == pytest.approx(away, abs=1e-4)
    assert found.converged == (away <= 2)
    assert found.converged or more


def test_weights_among_nearly_equal_eigenvalues_may_be_rotated():
    weights = np.eye(3)[[1, 0]]
    assert degrees_away(weights, np.array([1.0, 0.995, 0.1])) == 0
    assert degrees_away(weights, np.array([1.0, 0.5, 0.1])) == 90
    assert degrees_away(weights, np.array([1.0, 0.5, 0.1]), span=True) == 0
    turned = np.array([[np.cos(0.3), 0.0, np.sin(0.3)]])
    for span in (False, True):
        angle = degrees_away(turned, np.array([1.0, 0.5, 0.1]), span)
        assert angle == pytest.approx(np.degrees(0.3))
