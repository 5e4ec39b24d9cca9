"""Streaming: landmarks and one pass over blocks of rows; `partial_fit` block by block."""

from __future__ import annotations

import pickle
from functools import reduce

import numpy as np
import pytest
from sklearn.base import clone
from support import assert_same_eigenvalues, cloud, view

from kpca_core import CallableKernel, Gaussian, KernelPCA, Laplacian, Linear, Polynomial, Sigmoid
from kpca_core import fit as fit_rows
from kpca_core.solvers.landmarks import FIRST_ROWS, Landmarks, Summary
from kpca_core.solvers.streaming import PartialFit

KERNEL = Gaussian(1.0)

# Blocks are drawn alike but not equal: the certificate says by how much, at every block.
pytestmark = pytest.mark.filterwarnings("ignore:These eigenvalues miss:UserWarning")


def assert_same_fit(found, other, Z, tolerance=1e-9):
    assert_same_eigenvalues(found.eigenvalues, other.eigenvalues)
    assert found.n_samples == other.n_samples
    assert found.trace == pytest.approx(other.trace, rel=1e-10)
    expected = other.expansion(Z)
    values = found.expansion(Z)
    signs = np.sign(np.einsum("ij,ij->j", values, expected))
    assert np.abs(values * signs - expected).max() <= tolerance * np.abs(expected).max()


# One pass over rows in memory


def test_the_features_of_landmarks_are_an_isometry_onto_their_span():
    X = cloud(500)
    landmarks = Landmarks.among(KERNEL, X, 1e-14)
    P, R = landmarks.points, landmarks.cholesky_factor
    np.testing.assert_allclose(R.T @ R, KERNEL(P), atol=1e-14)
    np.testing.assert_allclose(landmarks.features(P), R.T, atol=1e-7)
    F = landmarks.features(X)
    np.testing.assert_allclose(F @ F.T, KERNEL(X), rtol=0, atol=1e-12)
    assert len(P) < 200
    far = landmarks.features(X + 50.0)
    assert (np.square(far).sum(axis=1) < 1e-10).all()


def test_summaries_merge_to_the_summary_of_all_rows():
    X = cloud(300, seed=1)
    landmarks = Landmarks.among(KERNEL, X[:60], 1e-6)
    whole, residual = Summary.of(landmarks, X)
    parts = [Summary.of(landmarks, part)[0] for part in np.array_split(X, 7)]
    left = reduce(Summary.merge, parts)
    right = reduce(lambda merged, part: part.merge(merged), parts[::-1])
    for merged in (left, right):
        assert merged.moments.count == 300
        np.testing.assert_allclose(merged.moments.scatter, whole.moments.scatter, atol=1e-11)
        assert merged.residual_trace == pytest.approx(whole.residual_trace, rel=1e-9)
        assert (merged.trace, merged.largest) == (whole.trace, whole.largest)
    K, F = KERNEL(X), landmarks.features(X)
    np.testing.assert_allclose(residual, np.diagonal(K - F @ F.T), atol=1e-13)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_rare_cluster_outside_the_first_sample_is_found(scale):
    """Three of 10,103 rows; uniform landmarks would miss them with their eigenvalue."""
    X = np.vstack([cloud(FIRST_ROWS + 6004, seed=2, scale=0.2), 5.0 + cloud(3, scale=0.2)])
    kernel = Gaussian(scale**2)
    found = fit_rows(kernel, scale * X, 8, solver="streaming")
    assert found.certificate.holds
    assert (np.linalg.norm(found.expansion.points / scale - 5.0, axis=1) < 2).sum() >= 3
    exact = fit_rows(kernel, scale * X, 8, solver="low-rank")
    assert_same_eigenvalues(found.eigenvalues, exact.eigenvalues)
    rare = np.abs(found.scores[-3:]).max(axis=0) / np.abs(found.scores[:-3]).max(axis=0)
    assert rare.max() > 5


def test_streaming_is_low_rank_in_less_memory():
    X = cloud(20_100, seed=3)
    found, other = (fit_rows(KERNEL, X, 5, solver=solver) for solver in ("streaming", "low-rank"))
    assert_same_fit(found, other, view(X[:200], 8), 1e-7)
    np.testing.assert_allclose(found.scores, other.scores, atol=1e-9)
    assert np.abs(found.scores.mean(axis=0)).max() <= 1e-14
    assert len(found.expansion.points) < 400


def test_landmarks_that_cannot_do_are_not_certified(monkeypatch):
    among = Landmarks.among
    monkeypatch.setattr(
        Landmarks, "among", lambda kernel, X, tol, most=50: among(kernel, X, tol, most)
    )
    found = fit_rows(Gaussian(1e-3), cloud(600), 3, solver="streaming")
    assert not found.certificate.holds
    assert "miss their tolerance: mean residual" in found.message
    assert "NOT certified" in found.message
    exact = fit_rows(Gaussian(1e-3), cloud(600), 3, solver="dense").eigenvalues
    bound = 600 * found.certificate.error
    assert (found.eigenvalues <= exact + 1e-12).all()
    assert (exact <= found.eigenvalues + bound).all()
    with pytest.warns(UserWarning, match="NOT certified"):
        KernelPCA(Gaussian(1e-3), n_components=3, solver="streaming").fit(cloud(600))


# Block by block


def streamed(blocks, kernel=KERNEL, q=4, **parameters):
    model = KernelPCA(kernel, n_components=q, **parameters)
    for block in blocks:
        model.partial_fit(block)
    return model


@pytest.mark.parametrize("kernel", [KERNEL, Polynomial(2, 1.0), Laplacian(2.0), "linear"])
@pytest.mark.parametrize("centre", [True, False])
def test_blocks_are_the_fit_to_all_rows_when_the_first_is_like_the_others(kernel, centre):
    q = 2 if kernel == "linear" else 4
    first = cloud(200, seed=4)
    rest = first[np.random.default_rng(0).integers(0, 200, 500)]
    blocks = [first, rest[:100], rest[100:101], rest[101:]]
    model = streamed(blocks, kernel, q, centre=centre)
    whole = fit_rows(kernel, np.vstack(blocks), q, centre=centre, solver="dense")
    assert_same_fit(model.decomposition_, whole, view(first, 8), 1e-7)
    certificate = model.decomposition_.certificate
    assert certificate.error <= 2 * certificate.limit
    assert model.decomposition_.scores.shape == (0, q)
    np.testing.assert_array_equal(model.explained_variance_, model.eigenvalues_ / 700)
    assert model.transform(first).shape == (200, q)


def test_the_order_of_the_later_blocks_does_not_matter():
    blocks = np.array_split(cloud(400, seed=5), 8)
    there, back = streamed(blocks), streamed([blocks[0], *blocks[:0:-1]])
    assert_same_fit(there.decomposition_, back.decomposition_, blocks[3], 1e-8)
    single = streamed([blocks[0], *np.vstack(blocks[1:])[:, None, :]])
    assert_same_fit(there.decomposition_, single.decomposition_, blocks[3], 1e-8)


def test_rows_unlike_the_first_block_show_in_the_certificate():
    near, far = cloud(200, seed=6), cloud(100, seed=7, offset=30.0)
    model = streamed([near])
    assert model.decomposition_.certificate.holds
    with pytest.warns(UserWarning, match="NOT certified"):
        model.partial_fit(far)
    assert model.decomposition_.certificate.error == pytest.approx(1 / 3, rel=1e-6)
    exact = fit_rows(KERNEL, np.vstack([near, far]), 4).eigenvalues
    bound = 300 * model.decomposition_.certificate.error
    assert (model.eigenvalues_ <= exact + 1e-10).all()
    assert (exact <= model.eigenvalues_ + bound).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_bad_block_leaves_the_state_as_it_was(bad):
    blocks = np.array_split(cloud(300, seed=8), 3)
    model, broken = streamed(blocks[:2]), blocks[2].copy()
    before = model.transform(blocks[0])
    broken[5, 1] = bad
    for block, message in ((broken, "NaN|infinity"), (cloud(20, 3), "3 features")):
        with pytest.raises(ValueError, match=message):
            model.partial_fit(block)
        assert model.decomposition_.n_samples == 200
        np.testing.assert_array_equal(model.transform(blocks[0]), before)
    model.partial_fit(blocks[2])
    np.testing.assert_array_equal(model.eigenvalues_, streamed(blocks).eigenvalues_)


def test_a_model_goes_on_after_pickling():
    blocks = np.array_split(cloud(300, seed=9), 3)
    model = pickle.loads(pickle.dumps(streamed(blocks[:2]))).partial_fit(blocks[2])
    np.testing.assert_array_equal(model.eigenvalues_, streamed(blocks).eigenvalues_)
    np.testing.assert_array_equal(model.transform(blocks[0]), streamed(blocks).transform(blocks[0]))


def test_fit_and_clone_start_anew():
    blocks = np.array_split(cloud(300, seed=10), 3)
    model = streamed(blocks[:2])
    assert clone(model).partial_fit(blocks[2]).decomposition_.n_samples == 100
    whole = model.fit(blocks[2])
    np.testing.assert_array_equal(whole.eigenvalues_, fit_rows(KERNEL, blocks[2], 4).eigenvalues)
    assert model.partial_fit(blocks[0]).decomposition_.n_samples == 100
    np.testing.assert_array_equal(model.eigenvalues_, streamed(blocks[:1]).eigenvalues_)


def test_only_positive_kernels_have_the_method():
    assert hasattr(KernelPCA(KERNEL + Linear()), "partial_fit")
    assert hasattr(KernelPCA("linear"), "partial_fit")
    for kernel in (Sigmoid(), "precomputed", CallableKernel(KERNEL), KERNEL * Sigmoid(), 3.0):
        assert not hasattr(KernelPCA(kernel), "partial_fit")
    with pytest.raises(ValueError, match=r"Sigmoid.*not known to be positive.*block by block"):
        PartialFit.of(Sigmoid(), cloud(5), 1e-14, centre=True)


@pytest.mark.parametrize("kernel", [KERNEL, Linear(), Polynomial(3)])
def test_a_first_block_of_one_row_or_of_zeros(kernel):
    with pytest.warns(UserWarning, match="only 0 "):
        model = KernelPCA(kernel, n_components=2).partial_fit(np.zeros((1, 2)))
    assert model.transform(np.ones((3, 2))).shape == (3, 0)
    with pytest.warns(UserWarning, match=r"NOT certified"):
        model.partial_fit(cloud(20))
    assert model.decomposition_.n_samples == 21
