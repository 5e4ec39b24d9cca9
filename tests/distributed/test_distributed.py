"""Distributed fits: equal to a fit in memory, here and on a cluster of processes."""

from __future__ import annotations

import os
import pickle
from itertools import pairwise

import dask
import dask.array as da
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from support import POSITIVE, assert_same_eigenvalues, cloud, label
from support.clusters import BRIEF, KERNEL, X, assert_same_bits, chunked

from kpca_core import Gaussian, KernelPCA, Polynomial
from kpca_core import fit as fit_in_memory
from kpca_core._support.progress import Cancelled
from kpca_core.choosing import choose_width
from kpca_core.distributed import fit
from kpca_core.solvers.landmark_search import SAMPLE_ROWS, Drawn

pytestmark = pytest.mark.usefixtures("five_minutes")


def assert_equal_fit(model, expected, points, tolerance=1e-10):
    """Eigenvalues to 1e-10 of the largest, functions to 1e-10 of their range, signs included."""
    assert_same_eigenvalues(model.eigenvalues_, expected.eigenvalues)
    assert model.eigenvalues_.shape == expected.eigenvalues.shape
    scores = expected.expansion(points)
    np.testing.assert_allclose(
        model.transform(points), scores, rtol=0, atol=tolerance * np.abs(scores).max()
    )


# Equal to the fit in memory


def test_on_a_cluster_it_equals_the_dense_fit_in_memory(client):
    model = fit(KERNEL, chunked(X), client=client)
    assert model.decomposition_.certificate.holds
    assert_equal_fit(model, fit_in_memory(KERNEL, X, solver="dense"), X)


def test_of_more_rows_than_a_sample_on_a_cluster_rare_rows_are_not_missed(client):
    """60,000 rows, of which three lie where a sample of 16,384 has most likely no other."""
    rare = np.array([[9.0, 9.0], [-8.0, 9.5], [9.5, -9.0]])
    points = np.vstack([cloud(40_000, seed=1), rare, cloud(19_997, seed=2, offset=1.0)])
    assert len(points) > 3 * SAMPLE_ROWS
    model = fit(Gaussian(8.0), chunked(points, 4096), 12, client=client)
    decomposition = model.decomposition_
    assert decomposition.certificate.holds, str(decomposition.certificate)
    assert decomposition.n_samples == 60_000
    expected = fit_in_memory(Gaussian(8.0), points, 12, solver="low-rank")
    assert_equal_fit(model, expected, points)
    assert decomposition.trace == pytest.approx(expected.trace, rel=1e-10)
    np.testing.assert_allclose(model.transform(chunked(rare)), model.transform(rare), rtol=1e-12)


@pytest.mark.filterwarnings("ignore:Asked for n_components")
@pytest.mark.parametrize("kernel", POSITIVE, ids=label)
def test_every_positive_kernel(kernel):
    points = cloud(330, seed=4)
    model = fit(kernel, chunked(points, 100), 4)
    assert_equal_fit(model, fit_in_memory(kernel, points, 4, solver="dense"), points, 1e-9)


@BRIEF
@given(
    cuts=st.lists(st.integers(0, 500), max_size=9),
    columns=st.sampled_from([(3,), (1, 2), (1, 1, 1)]),
    threads=st.booleans(),
    q=st.sampled_from([1, 6, None]),
    centre=st.booleans(),
)
def test_other_chunks_change_no_more_than_rounding(cuts, columns, threads, q, centre):
    """Empty chunks, chunks of one row and chunked columns included; signs are part of the law."""
    points = cloud(500, 3, seed=6, scale=1.0)
    rows = tuple(np.diff([0, *sorted(cuts), 500]).tolist())
    with dask.config.set(scheduler="threads" if threads else "synchronous"):
        data = da.from_array(points, chunks=(rows, columns))
        model = fit(Polynomial(4, 9.0), data, q, centre=centre)
    whole = fit_in_memory(Polynomial(4, 9.0), points, q, centre=centre)
    assert_equal_fit(model, whole, points)
    np.testing.assert_allclose(model.explained_variance_ratio_, whole.variance_ratio, atol=1e-10)


def test_where_the_tasks_run_does_not_change_one_bit(client):
    alone = fit(KERNEL, chunked(X))
    with dask.config.set(scheduler="synchronous"):
        assert_same_bits(fit(KERNEL, chunked(X)), alone)
    for _ in range(2):
        assert_same_bits(fit(KERNEL, chunked(X), client=client), alone)


def test_the_default_client_is_used_if_there_is_one(client):
    def elsewhere(block, here):
        assert os.getpid() != here, "computed in the process of the tests"
        return block

    data = chunked(X).map_blocks(elsewhere, os.getpid(), dtype=float)
    with pytest.raises(AssertionError, match="in the process of the tests"):
        fit(KERNEL, data)
    with client.as_current():
        assert_same_bits(fit(KERNEL, data), fit(KERNEL, chunked(X), client=client))


# Rows drawn by their residual


@BRIEF
@given(seed=st.integers(0, 2**32 - 1), cuts=st.lists(st.integers(0, 2000), max_size=6))
def test_chunks_draw_what_all_rows_together_draw(seed, cuts):
    rows = np.arange(2000.0)[:, None]
    residual = np.random.default_rng(seed).random(2000) ** 6 * (rows[:, 0] % 3 > 0)
    few = pytest.MonkeyPatch()
    few.setattr("kpca_core.solvers.landmark_search.SAMPLE_ROWS", 50)
    with few.context():
        whole = Drawn.of(residual, rows, 0, seed)
        edges = [0, *sorted(cuts), 2000]
        parts = [Drawn.of(residual[a:b], rows[a:b], a, seed) for a, b in pairwise(edges)]
        merged = parts[0]
        for part in parts[1:]:
            merged = merged.merge(part)
        few.undo()
    assert len(whole.rows) == 50
    np.testing.assert_array_equal(merged.times, whole.times)
    np.testing.assert_array_equal(merged.rows, whole.rows)
    assert (whole.rows[:, 0] % 3 > 0).all()


# Transform


def test_transform_is_lazy_and_computes_the_chunks_asked_for_alone():
    computed = []

    def noted(block, block_id=None):
        computed.append(block_id[0])
        return block

    model = fit(KERNEL, chunked(X), 5)
    data = da.from_array(X, chunks=(700, 1)).map_blocks(noted, dtype=float, meta=np.empty((0, 0)))
    lazy = model.transform(data)
    assert isinstance(lazy, da.Array)
    assert computed == []
    assert (lazy.shape, lazy.dtype) == ((3000, 5), np.float64)
    assert lazy.chunks == ((700, 700, 700, 700, 200), (5,))
    part = lazy.blocks[1].compute()
    assert set(computed) == {1}
    np.testing.assert_allclose(part, model.transform(X[700:1400]), rtol=0, atol=1e-12)


def test_transform_by_a_model_fitted_in_memory_on_a_cluster(client):
    model = KernelPCA(KERNEL, 5).fit(X[:500])
    scores = client.compute(model.transform(chunked(X))).result()
    np.testing.assert_allclose(scores, model.transform(X), rtol=0, atol=1e-12)


def test_transform_takes_chunks_of_unknown_length():
    data = chunked(X)
    model, kept = fit(KERNEL, data, 3), data[data[:, 0] > 0]
    assert np.isnan(kept.shape[0])
    scores = model.transform(kept).compute()
    np.testing.assert_allclose(scores, model.transform(X[X[:, 0] > 0]), rtol=0, atol=1e-12)


def test_the_model_is_an_estimator_like_any_other():
    model = fit(KERNEL, chunked(X), 3)
    assert isinstance(model, KernelPCA)
    assert model.decomposition_.scores.shape == (0, 3)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.transform(X[:9]), model.transform(X[:9]))
    assert list(model.get_feature_names_out()) == ["kernelpca0", "kernelpca1", "kernelpca2"]
    np.testing.assert_allclose(model.explained_variance_ * 3000, model.eigenvalues_)
    in_memory = clone(model).fit(X)
    np.testing.assert_allclose(in_memory.transform(X[:9]), model.transform(X[:9]), atol=1e-10)


# Progress


def test_progress_counts_the_rows_of_every_pass(client):
    expected = ["checking all rows", "coarse pass over all rows", "pass 1 over all rows"]
    for where in (None, client):
        calls = []
        fit(KERNEL, chunked(X), client=where, progress=lambda *call, to=calls: to.append(call))
        stages = list(dict.fromkeys(what for _, _, what in calls))
        assert stages == [*expected, "reading the scores"]
        for stage in stages:
            done = [count for count, _, what in calls if what == stage]
            assert done == sorted(set(done))
            assert len(done) == 5
            assert done[-1] == 3000
        assert {total for _, total, _ in calls} == {3000}


# Choosing


def test_shuffles_on_workers_are_those_of_this_process(client):
    kernels, points = [Gaussian(3.0), Gaussian(6.0)], cloud(80, 3)
    here, there = (choose_width(kernels, points, 4, shuffles=20, client=c) for c in (None, client))
    np.testing.assert_array_equal(there.shuffled, here.shuffled)
    with pytest.raises(Cancelled):
        choose_width(kernels[0], points, 4, client=client, progress=lambda *_: False)
