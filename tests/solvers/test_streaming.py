"""Streaming: landmarks and one pass over blocks of rows; `partial_fit` block by block."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from support import assert_same_eigenvalues, cloud, view

from kpca_core import (
    Cosine,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
)
from kpca_core import fit as fit_rows
from kpca_core.solvers import streaming
from kpca_core.solvers.landmark_search import MAX_LANDMARKS, SAMPLE_ROWS, landmarks_within
from kpca_core.solvers.streaming import PartialFit

KERNEL = Gaussian(1.0)
BRIEF = settings(max_examples=40, derandomize=True)

# Blocks are drawn alike but not equal: the certificate says by how much, at every block.
pytestmark = pytest.mark.filterwarnings("ignore:.*NOT certified:UserWarning")


def assert_same_fit(found, other, Z, tolerance=1e-9):
    assert_same_eigenvalues(found.eigenvalues, other.eigenvalues)
    assert found.n_samples == other.n_samples
    assert found.trace == pytest.approx(other.trace, rel=1e-10)
    expected = other.expansion(Z)
    values = found.expansion(Z)
    signs = np.sign(np.einsum("ij,ij->j", values, expected))
    assert np.abs(values * signs - expected).max() <= tolerance * np.abs(expected).max()


# One pass over rows in memory


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_rare_cluster_outside_the_first_sample_is_found(scale):
    """Three of 10,103 rows; uniform landmarks would miss them with their eigenvalue."""
    X = np.vstack([cloud(SAMPLE_ROWS // 2 + 6004, seed=2, scale=0.2), 5.0 + cloud(3, scale=0.2)])
    kernel = Gaussian(scale**2)
    found = fit_rows(kernel, scale * X, 8, solver="streaming")
    assert found.certificate.holds
    assert (np.linalg.norm(found.expansion.points / scale - 5.0, axis=1) < 2).sum() >= 3
    exact = fit_rows(kernel, scale * X, 8, solver="low-rank")
    assert_same_eigenvalues(found.eigenvalues, exact.eigenvalues)
    rare = np.abs(found.scores[-3:]).max(axis=0) / np.abs(found.scores[:-3]).max(axis=0)
    assert rare.max() > 5


def test_landmarks_that_memory_does_not_allow_are_announced_and_not_certified():
    X, kernel, stages = cloud(600), Gaussian(1e-3), []
    found = fit_rows(
        kernel, X, 3, solver="streaming", max_memory=2**24,
        progress=lambda done, n, what: stages.append(what),
    )  # fmt: skip
    r = len(found.expansion.points)
    assert not found.certificate.holds
    assert "miss their tolerance: trace bound" in found.message
    assert f"NOT certified. {r} landmarks leave" in found.message
    assert "a larger tol or more memory, or fit a subset" in found.message
    # Said before the one pass that is made.
    assert len(set(stages)) == 2
    assert stages[-1].startswith(f"pass 1 over all rows: {r} landmarks leave about ")
    exact = fit_rows(kernel, X, 3, solver="dense").eigenvalues
    assert (np.abs(found.eigenvalues - exact) <= found.certificate.error).all()
    enough = fit_rows(kernel, X, 3, solver="streaming", max_memory=2**28)
    assert len(enough.expansion.points) > r
    assert enough.certificate.holds
    with pytest.warns(UserWarning, match="NOT certified"):
        KernelPCA(kernel, n_components=3, solver="streaming", max_memory=2**24).fit(X)


def test_the_number_of_landmarks_grows_with_the_square_root_of_much_memory():
    assert landmarks_within(None, 8) == MAX_LANDMARKS
    assert landmarks_within(1, 8) == landmarks_within(2**23, 8) > 50
    assert landmarks_within(2**23, 8, 300) > 200
    for memory in (2**24, 2**28, 2**34):
        r = landmarks_within(memory, 8)
        assert 8 * (8 * r * r + 2 * r * SAMPLE_ROWS) <= memory < 8 * 14 * (r + 1) * (r + 4000)


@BRIEF
@given(
    seed=st.integers(0, 2**32 - 1),
    kernel=st.sampled_from(
        [
            Gaussian(1.0),
            Gaussian(1e6),
            Matern(44.0, 1.5),
            Polynomial(3, 1.0),
            RationalQuadratic(2.0),
        ]
    ),
    distinct=st.integers(1, 12),
    centre=st.booleans(),
)
def test_repeated_rows_have_no_more_components_than_distinct_ones(seed, kernel, distinct, centre):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((distinct, 3))[rng.integers(0, distinct, 5000)]
    found = fit_rows(kernel, X, None, solver="streaming", centre=centre)
    assert found.n_components <= len(np.unique(X, axis=0)) - centre
    assert found.certificate.holds


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
    assert model.decomposition_.certificate.holds
    assert model.decomposition_.scores.shape == (0, q)
    np.testing.assert_array_equal(model.explained_variance_, model.eigenvalues_ / 700)
    assert model.transform(first).shape == (200, q)


def assert_bounded(model, blocks, kernel=KERNEL, centre=True):
    """|λ̂ − λ| ≤ error against the eigenproblem of all rows; missing ones count as 0."""
    exact = fit_rows(kernel, np.vstack(blocks), None, centre=centre, solver="dense")
    values, found = exact.eigenvalues, model.decomposition_
    bound = found.certificate.error + exact.certificate.error
    longest = max(len(values), len(found.eigenvalues))
    if found.requested is not None:
        longest = min(longest, found.requested)
    ours, theirs = (
        np.pad(v[:longest], (0, max(0, longest - len(v)))) for v in (found.eigenvalues, values)
    )
    assert (np.abs(ours - theirs) <= bound).all(), (
        f"{np.abs(ours - theirs).max():.1e} for {found.certificate}"
    )


@BRIEF
@given(
    seed=st.integers(0, 2**32 - 1),
    kernel=st.sampled_from([Gaussian(1.0), Gaussian(30.0), Matern(3.0, 2.5), Polynomial(2, 1.0)]),
    offsets=st.lists(st.sampled_from([0.0, 0.5, 2.0, 5.0, 1e6]), min_size=1, max_size=5),
    rows=st.sampled_from([1, 3, 40]),
    centre=st.booleans(),
)
def test_the_error_bound_of_blocks_of_any_kind_holds(seed, kernel, offsets, rows, centre):
    """Blocks of different clusters in any order: landmarks are added, earlier rows not known."""
    blocks = [cloud(rows, 3, seed + i, offset=offset) for i, offset in enumerate(offsets)]
    assert_bounded(streamed(blocks, kernel, centre=centre), blocks, kernel, centre)


def test_rows_unlike_the_first_block_add_landmarks():
    near, far = cloud(200, seed=6), cloud(100, seed=7, offset=30.0)
    model = streamed([near])
    assert model.decomposition_.certificate.holds
    before = model.expansion_.points
    with pytest.warns(UserWarning, match=r"NOT certified.* in 1 addition after the first block"):
        model.partial_fit(far)
    # Without further landmarks it would be 100, the trace of what is far.
    assert model.decomposition_.certificate.error < 1e-4
    np.testing.assert_array_equal(model.expansion_.points[: len(before)], before)
    assert_bounded(model, [near, far])
    exact = fit_rows(KERNEL, np.vstack([near, far]), 4)
    assert_same_fit(model.decomposition_, exact, far, 1e-7)


def test_landmarks_are_not_added_beyond_the_memory():
    near, far = cloud(200, seed=6), cloud(300, seed=7, offset=30.0, scale=5.0)
    model = streamed([near, far], max_memory=2**25)
    most = landmarks_within(2**25, streaming.MATRICES)
    assert len(model.expansion_.points) == most
    assert f"{most} of {most} allowed landmarks are taken" in model.decomposition_.message
    assert_bounded(model, [near, far])


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


def test_fit_and_clone_start_anew():
    blocks = np.array_split(cloud(300, seed=10), 3)
    model = streamed(blocks[:2])
    assert clone(model).partial_fit(blocks[2]).decomposition_.n_samples == 100
    whole = model.fit(blocks[2])
    np.testing.assert_array_equal(whole.eigenvalues_, fit_rows(KERNEL, blocks[2], 4).eigenvalues)
    assert model.partial_fit(blocks[0]).decomposition_.n_samples == 100
    np.testing.assert_array_equal(model.eigenvalues_, streamed(blocks[:1]).eigenvalues_)


@pytest.mark.parametrize("kernel", [KERNEL, Linear(), Polynomial(3)])
def test_a_first_block_of_one_row_or_of_zeros(kernel):
    with pytest.warns(UserWarning, match="only 0 "):
        model = KernelPCA(kernel, n_components=2).partial_fit(np.zeros((1, 2)))
    assert model.transform(np.ones((3, 2))).shape == (3, 0)
    rows = cloud(20)
    model.partial_fit(rows)
    assert model.decomposition_.n_samples == 21
    assert_bounded(model, [np.zeros((1, 2)), rows], kernel)


def test_the_error_bound_holds_where_landmarks_are_nearly_parallel():
    """Rounding that R⁻¹ amplifies, off the diagonal of K̂, was more than the residuals showed."""
    for seed in (32, 34, 104, 109, 136, 149, 152, 162, 188, 241, 249, 292):
        rng = np.random.default_rng(seed)
        dimension, near = int(rng.integers(3, 6)), 10.0 ** rng.uniform(-7, -6)
        c = rng.standard_normal((1, dimension))
        first = c + near * rng.standard_normal((20, dimension))
        away = 10.0 ** rng.uniform(-6, 1, (10, 1)) * rng.standard_normal((10, dimension))
        X = np.vstack([first, c + away])
        fitted = PartialFit.of(Cosine(), X[:5], 1e-14, centre=False)
        for x in X[5:]:
            fitted = fitted.extended(x[None])
        found = fitted.decomposition(None)
        exact = np.linalg.eigvalsh(Cosine()(X))[::-1][: found.n_components]
        assert np.abs(found.eigenvalues - exact).max() <= 0.5 * found.certificate.error, seed
