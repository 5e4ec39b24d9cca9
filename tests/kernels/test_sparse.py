"""Sparse matrices: the results of the dense ones, without a dense copy."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import get_tags
from support import SHIPPED

from kpca_core import (
    Cosine,
    Gaussian,
    Grid,
    KernelPCA,
    Laplacian,
    Linear,
    LinearAbout,
    Matern,
    Polynomial,
    Sigmoid,
    fit,
)
from kpca_core.kernels.rows import is_sparse

TAKEN = [kernel for kernel in SHIPPED if not isinstance(kernel, Laplacian)]
COMBINED = [Gaussian(1.0) + 0.5 * Linear(), 2.0 * (Cosine() * Polynomial(2, 1.0)) + Matern(1.0)]


def table(n=70, dimension=40, seed=0, density=0.15):
    """Rows of which some are equal, and one is zero; the same dense."""
    rng = np.random.default_rng(seed)
    S = sp.random_array((n - 11, dimension), density=density, random_state=rng, format="csr")
    S = sp.vstack([S, S[:10], sp.csr_array((1, dimension))], format="csr")
    return S, S.toarray()


def same(found, expected, scale=None):
    scale = np.abs(expected).max() if scale is None else scale
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * scale)


@pytest.mark.parametrize("kernel", [Gaussian(1e-4), Matern(0.01, 0.5), Gaussian(50.0)], ids=str)
def test_close_rows_keep_the_digits_of_their_distance(kernel):
    X = np.zeros((30, 50))
    X[:, :3] = 1e3 + 1e-2 * np.random.default_rng(0).standard_normal((30, 3))
    np.testing.assert_allclose(kernel(sp.csr_array(X)), kernel(X), rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize("kernel", TAKEN + COMBINED, ids=str)
def test_fits_and_new_rows_are_those_of_the_dense_rows(kernel):
    (S, X), (T, Z) = table(), table(20, seed=1)
    for centre in (True, False):
        found, expected = fit(kernel, S, 3, centre=centre), fit(kernel, X, 3, centre=centre)
        assert found.certificate.holds
        same(found.eigenvalues, expected.eigenvalues)
        # Where eigenvalues are so close that any rotation may come out, their span is compared.
        for a, b in ((found.scores, expected.scores), (found.expansion(T), expected.expansion(Z))):
            if not expected.near_degenerate and expected.eigenvalues[-1] > 1e-4:
                np.testing.assert_allclose(np.abs(a), np.abs(b), rtol=0, atol=1e-7)
        same(found.expansion(S), found.scores)
        same(found.expansion(X), found.scores)
        same(found.expansion(T), found.expansion(Z))


@pytest.mark.parametrize("solver", ["dense", "low-rank", "streaming", "iterative"])
def test_every_solver_for_points_takes_sparse_rows(solver):
    S, X = table(400, 30)
    for kernel in (Gaussian(3.0), Linear() + Polynomial(2, 1.0)):
        found, expected = fit(kernel, S, 3, solver=solver), fit(kernel, X, 3, solver="dense")
        assert found.solver == solver
        assert found.certificate.holds
        same(found.eigenvalues, expected.eigenvalues)
        same(np.abs(found.expansion(S)), np.abs(expected.scores), 1e3)
    part = fit(Gaussian(3.0), S, 3, solver=solver, subset=100)
    same(part.eigenvalues, fit(Gaussian(3.0), X, 3, subset=100).eigenvalues)
    assert part.scores.shape == (400, 3)


@pytest.mark.parametrize(
    "container",
    [sp.csr_matrix, sp.csc_matrix, sp.coo_matrix, sp.csr_array, sp.csc_array, sp.coo_array,
     sp.lil_array, sp.dok_array, sp.bsr_array],
)  # fmt: skip
@pytest.mark.parametrize("dtype", [float, int, bool, np.float32])
def test_every_format_and_type(container, dtype):
    X = (table()[1] > 0.5).astype(dtype)
    model, expected = (KernelPCA(Gaussian(2.0), n_components=2) for _ in range(2))
    scores = model.fit_transform(container(X))
    same(scores, expected.fit_transform(X), 1e4 if dtype == np.float32 else None)
    assert scores.dtype == (np.float32 if dtype == np.float32 else np.float64)
    same(model.transform(container(X[:9])), scores[:9], 1e4 if dtype == np.float32 else None)
    assert model.n_features_in_ == 40


def test_the_callers_matrix_is_not_changed_and_not_kept():
    S, _ = table()
    S.indices[:2] = S.indices[:2][::-1]
    before = S.copy()
    model = KernelPCA(Gaussian(1.0), n_components=2).fit(S)
    expected = model.transform(S)
    np.testing.assert_array_equal(S.data, before.data)
    np.testing.assert_array_equal(S.indices, before.indices)
    other = S.copy()
    S.data *= 0
    np.testing.assert_array_equal(model.transform(other), expected)


@pytest.mark.parametrize("kernel", [Gaussian(40.0), Linear(), Cosine(), Sigmoid(0.01)], ids=str)
def test_no_dense_copy_of_a_wide_matrix_is_made(kernel):
    """2,000 × 200,000 numbers are 3.2 GB, K 32 MB, and its products a few blocks more."""
    rng, n, dimension = np.random.default_rng(0), 2000, 200_000
    place = np.repeat(np.arange(n), 20), rng.integers(0, dimension, 20 * n)
    S = sp.csr_matrix((rng.random(20 * n), place), shape=(n, dimension))
    tracemalloc.start()
    try:
        model = KernelPCA(kernel, n_components=2)
        scores = model.fit_transform(S)
        same(model.transform(S[:50]), scores[:50])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 200e6
    assert model.decomposition_.certificate.holds


def test_a_dense_fit_takes_new_sparse_rows_block_by_block():
    S, X = table(200, 40)
    for kernel in (Laplacian(1.0), Gaussian(1.0), "precomputed"):
        model = KernelPCA(kernel, n_components=2)
        data, new = (X, S) if kernel != "precomputed" else (X @ X.T, sp.csr_array(X @ X.T))
        scores = model.fit_transform(data)
        same(model.transform(new), scores)
    assert model.transform(new[:1]).shape == (1, 2)


# Refusals


@pytest.mark.parametrize(
    "kernel",
    [Laplacian(1.0), "precomputed", lambda X, Y: X @ Y.T, LinearAbout((0.0,) * 40),
     Gaussian(1.0) + Laplacian(1.0)],
)  # fmt: skip
def test_kernels_that_need_dense_points_say_so(kernel):
    S, _ = table()
    with pytest.raises(TypeError, match=r"X is a sparse matrix.*X\.toarray\(\)"):
        KernelPCA(kernel).fit(S)
    assert not get_tags(KernelPCA(kernel)).input_tags.sparse


def test_the_tag_says_which_take_sparse_matrices():
    for kernel in ("linear", "rbf", "poly", "sigmoid", "cosine", Gaussian(1.0) * Linear()):
        assert get_tags(KernelPCA(kernel)).input_tags.sparse
    for kernel in ("laplacian", "chi2", 3.5, "banana"):
        assert not get_tags(KernelPCA(kernel)).input_tags.sparse
    assert not get_tags(KernelPCA(solver="explicit")).input_tags.sparse
    assert Gaussian(1.0).takes_sparse
    assert not is_sparse(np.eye(2))


def test_what_needs_dense_points_after_a_fit_says_so():
    S, _ = table()
    model = KernelPCA(Gaussian(1.0), n_components=2).fit(S)
    for call in (
        lambda: model.inverse_transform(model.transform(S)),
        lambda: model.pre_images(np.zeros((1, 2))),
        lambda: model.influence(),
        lambda: model.gradients(np.zeros((1, 40))),
        lambda: model.reduced_set(5),
        lambda: model.expansion_.on_grid(Grid.over(((0, 1), (0, 1)), 5)),
        lambda: KernelPCA(Gaussian(1.0)).partial_fit(S),
    ):
        with pytest.raises(TypeError, match=r"sparse matrix.*toarray"):
            call()
    assert model.reduced_set(5, move=False).expansion(S).shape == (70, 2)


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (np.nan, ValueError, r"X contains NaN or infinity \(first at row 3, column 1: nan\)"),
        (np.inf, ValueError, r"row 3, column 1: inf"),
        (1j, (TypeError, ValueError), "[Cc]omplex"),
        (2**60 + 1, ValueError, r"beyond 2\*\*53"),
    ],
)
def test_entries_that_are_no_points_are_refused(value, error, message):
    X = np.zeros((5, 3), dtype=type(value) if isinstance(value, complex | int) else float)
    X[3, 1] = value
    for run in (lambda S: fit(Linear(), S, 1), lambda S: KernelPCA().fit(S)):
        with pytest.raises(error, match=message):
            run(sp.csr_array(X))


# Pipelines


def test_pipelines_of_words_and_categories():
    rows = np.array([["x", "p"], ["y", "p"], ["x", "q"], ["z", "q"], ["y", "q"], ["z", "p"]])
    dense = OneHotEncoder(sparse_output=False).fit_transform(rows)
    found = make_pipeline(OneHotEncoder(), KernelPCA(Gaussian(2.0), n_components=2))
    same(found.fit_transform(rows), KernelPCA(Gaussian(2.0), n_components=2).fit_transform(dense))
    texts = ["a cat sat", "the cat ran", "dogs run fast", "a dog sat down", "the dog ran home"]
    words = TfidfVectorizer().fit(texts)
    for kernel in ("cosine", "rbf", "poly", "linear"):
        model = make_pipeline(words, KernelPCA(kernel=kernel, n_components=2))
        expected = KernelPCA(kernel=kernel, n_components=2)
        same(model.fit_transform(texts), expected.fit_transform(words.transform(texts).toarray()))
        new = ["the cat sat on a zebra"]
        same(model.transform(new), expected.transform(words.transform(new).toarray()))


def test_duplicate_entries_are_summed():
    S = sp.csr_array(([1.0, 2.0, 5.0], [0, 0, 1], [0, 2, 3, 3]), shape=(3, 2))
    same(fit(Gaussian(2.0), S, 2).eigenvalues, fit(Gaussian(2.0), S.toarray(), 2).eigenvalues)
