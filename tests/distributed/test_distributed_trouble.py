"""Distributed fits in trouble: killed workers, NaN, cancelling, degenerate rows, nonsense."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time

import dask.array as da
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from support import label
from support.clusters import KERNEL, X, assert_same_bits, chunked, pids, slowly, two_workers
from support.paths import ROOT

from kpca_core import Gaussian, KernelPCA, Linear, Polynomial, Sigmoid
from kpca_core._support.progress import Cancelled
from kpca_core.distributed import fit

pytestmark = pytest.mark.usefixtures("five_minutes")


# A worker is killed


@pytest.mark.parametrize("stage", ["checking all rows", "pass 1 over all rows"])
def test_a_worker_killed_in_the_middle_changes_nothing(tmp_path, stage):
    killed, calls = [], []
    with two_workers(tmp_path) as client:
        victim = max(pids(client))

        def progress(*call):
            done, total, what = call
            calls.append(call)
            if what == stage and total / 3 <= done < total and not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(call)

        data = client.persist(slowly(chunked(X, 150)))
        model = fit(KERNEL, data, client=client, progress=progress)
        assert victim not in pids(client)
    with pytest.raises(ProcessLookupError):
        os.kill(victim, 0)
    assert killed
    assert calls[-1] == (len(X), len(X), "reading the scores")
    assert_same_bits(model, fit(KERNEL, chunked(X, 150)))


# NaN and infinity


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_not_finite_is_refused_on_a_cluster_naming_the_chunk(client, bad):
    points = X.copy()
    points[1523, 1] = bad
    message = (
        rf"Chunk 2 of X \(X.blocks\[2\], rows 1400 to 2099\) contains NaN or infinity "
        rf"\(first at row 123, column 1: {bad}\)"
    )
    with pytest.raises(ValueError, match=message):
        fit(KERNEL, chunked(points), client=client)
    lazy = fit(KERNEL, chunked(X)).transform(chunked(points))
    with pytest.raises(ValueError, match=r"Chunk 2 of X \(X.blocks\[2\]\).*row 123, column 1"):
        client.compute(lazy).result()
    assert fit(KERNEL, chunked(X), client=client).n_features_in_ == 2


# Cancelling


def tasks(client):
    return client.run_on_scheduler(lambda dask_scheduler: set(map(str, dask_scheduler.tasks)))


@pytest.mark.parametrize("on_cluster", [True, False])
def test_progress_cancels_and_leaves_nothing_running(client, on_cluster):
    where, before, calls = client if on_cluster else None, tasks(client), []

    def progress(*call):
        calls.append(call)
        return len(calls) < 4

    data = slowly(chunked(X, 100))
    with pytest.raises(Cancelled, match="checking all rows"):
        fit(KERNEL, data, client=where, progress=progress)
    assert len(calls) == 4
    deadline = time.monotonic() + 30
    while tasks(client) - before and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.1)
    assert tasks(client) <= before
    assert_same_bits(fit(KERNEL, chunked(X), client=where), fit(KERNEL, chunked(X)))


# Hard cases and errors


@pytest.mark.parametrize(
    "points", [np.zeros((50, 2)), np.full((50, 2), 0.3), np.array([[0.1, 0.2]])], ids=len
)
@pytest.mark.parametrize("kernel", [Gaussian(1.0), Linear()], ids=label)
def test_points_that_are_all_the_same_have_no_component(kernel, points):
    with pytest.warns(UserWarning, match="only 0 eigenvalues"):
        model = fit(kernel, chunked(points, 20), 2)
    assert model.transform(points).shape == model.transform(chunked(points)).shape
    assert model.transform(chunked(points)).compute().shape == (len(points), 0)


def test_arguments_are_checked_before_anything_is_computed():
    def never(block):
        raise AssertionError("computed")

    data = chunked(X).map_blocks(never, dtype=float, meta=np.empty((0, 0)))
    unknown = data[data[:, 0] > 0]
    for error, message, call in (
        (TypeError, "must be a Dask array; got ndarray", lambda: fit(KERNEL, X)),
        (ValueError, r"shape \(3000,\)", lambda: fit(KERNEL, data[:, 0])),
        (ValueError, r"at least 1 point", lambda: fit(KERNEL, data[:0])),
        (ValueError, r"unknown length.*compute_chunk_sizes\(\)", lambda: fit(KERNEL, unknown)),
        (ValueError, "Sigmoid.*not known to be positive", lambda: fit(Sigmoid(1.0), data)),
        (ValueError, "Precomputed.*not known to be positive", lambda: fit("precomputed", data)),
        (ValueError, "n_components=0", lambda: fit(KERNEL, data, 0)),
        (ValueError, "not finite on these", lambda: fit(Polynomial(9, 1.0), chunked(1e40 * X))),
        (ValueError, "tol=2", lambda: fit(KERNEL, data, tol=2)),
        (TypeError, "centre='yes'", lambda: fit(KERNEL, data, centre="yes")),
        (TypeError, "client='tcp://", lambda: fit(KERNEL, data, client="tcp://host:8786")),
    ):
        with pytest.raises(error, match=message):
            call()
    model = fit(KERNEL, chunked(X), 2)
    with pytest.raises(ValueError, match="X has 3 columns; the fit had 2"):
        model.transform(da.zeros((10, 3)))
    with pytest.raises(NotFittedError):
        KernelPCA(KERNEL).transform(chunked(X))


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("module", ["dask", "distributed"])
def test_without_dask_the_message_says_what_to_install(module):
    answer = run(f"import sys; sys.modules['{module}'] = None; import kpca_core.distributed")
    assert answer.returncode == 1
    assert "Dask, which computes on a cluster, is not installed" in answer.stderr
    assert "pip install 'dask[array,distributed]" in answer.stderr
