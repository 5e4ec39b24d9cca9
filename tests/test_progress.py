"""Progress through one callback, and cancelling with it."""

from __future__ import annotations

import builtins
import gc
import threading
from collections import defaultdict
from itertools import cycle

import numpy as np
import pytest
from support import cloud
from threadpoolctl import threadpool_info, threadpool_limits

from kpca_core import Cancelled, Gaussian, KernelPCA, Sigmoid, fit
from kpca_core._support.progress import terminal_bar

ROUTES = [
    (Gaussian(1.0), "separable"),
    (Gaussian(1.0), "low-rank"),
    (Gaussian(1.0), "streaming"),
    (Sigmoid(), "dense"),
    (Sigmoid(), "iterative"),
]
X = cloud(2100)


def blas_threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


@pytest.mark.parametrize(("kernel", "solver"), ROUTES)
def test_progress_rises_to_its_end_in_every_step_and_changes_nothing(kernel, solver):
    steps, answers = defaultdict(list), cycle([None, True, 0])

    def told(done, total, what):
        steps[what].append((done, total))
        return next(answers)

    found, silent = (fit(kernel, X, 2, solver=solver, progress=one) for one in (told, None))
    np.testing.assert_array_equal(found.eigenvalues, silent.eigenvalues)
    np.testing.assert_array_equal(found.scores, silent.scores)
    assert len(steps) >= (1 if solver == "low-rank" else 2)
    for what, calls in steps.items():
        done, totals = zip(*calls, strict=True)
        assert len(set(totals)) == 1, what
        assert 0 < done[0] <= done[-1] == totals[0], what
        assert (np.diff(done) > 0).all(), what


@pytest.mark.parametrize(("kernel", "solver"), ROUTES)
@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_cancelling_leaves_nothing_behind(kernel, solver, call):
    """The limits of the process are restored even while someone keeps the exception."""
    calls = []

    def stop(done, total, what):
        calls.append(what)
        return len(calls) < call

    with threadpool_limits(2, user_api="blas"):
        before, running = blas_threads(), threading.active_count()
        with pytest.raises(Cancelled, match=r"of \d+ done") as kept:
            fit(kernel, X, 2, solver=solver, progress=stop)
        gc.disable()
        try:
            assert blas_threads() == before
            assert threading.active_count() == running
        finally:
            gc.enable()
        assert calls[-1] in str(kept.value)
        assert len(calls) == call


@pytest.mark.parametrize(("kernel", "solver"), ROUTES)
def test_an_error_of_the_callback_is_not_swallowed(kernel, solver):
    def broken(done, total, what):
        raise OSError("the pipe is closed")

    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        with pytest.raises(OSError, match="pipe is closed"):
            fit(kernel, X, 2, solver=solver, progress=broken)
        assert blas_threads() == before


def test_a_cancelled_fit_leaves_the_fitted_estimator_as_it_was():
    model = KernelPCA(Gaussian(1.0), n_components=2, solver="streaming").fit(X)
    before = model.transform(X[:5])
    model.set_params(progress=lambda *_: False)
    with pytest.raises(Cancelled):
        model.fit(X + 1.0)
    np.testing.assert_array_equal(model.transform(X[:5]), before)


def test_the_bar_names_each_step_and_reaches_its_end(capsys):
    pytest.importorskip("tqdm")
    with terminal_bar() as progress:
        fit(Gaussian(1.0), X, 3, solver="streaming", progress=progress)
    drawn = capsys.readouterr().err
    assert "coarse pass over all rows" in drawn
    assert "pass 1 over all rows" in drawn
    assert "2100/2100" in drawn


def test_without_tqdm_the_bar_is_a_line(capsys, monkeypatch):
    real = builtins.__import__

    def without_tqdm(name, *arguments, **keywords):
        if name == "tqdm":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without_tqdm)
    with terminal_bar() as progress:
        progress(1, 3, "counting")
        progress(3, 3, "counting")
    assert capsys.readouterr().err.endswith("\rcounting: 3 of 3\n")
