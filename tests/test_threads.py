"""How many threads work, and that the result does not depend on it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support import cloud
from support.processes import python
from threadpoolctl import threadpool_info, threadpool_limits

from kpca_core import Gaussian, Sigmoid, fit
from kpca_core._support import threads
from kpca_core._support.threads import SMALL_WORK, few_threads, map_in_order


def counts():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_small_work_runs_on_one_thread_and_the_limit_is_lifted_again():
    with threadpool_limits(2, user_api="blas"):
        before = counts()
        with few_threads(1000):
            assert set(counts()) == {1}
            with few_threads(1000):
                assert set(counts()) == {1}
            assert set(counts()) == {1}
        assert counts() == before
        with pytest.raises(ZeroDivisionError), few_threads(1000):
            raise ZeroDivisionError
        assert counts() == before
        with few_threads(SMALL_WORK):
            assert counts() == before
    assert max(before) == 2


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(monkeypatch, workers):
    monkeypatch.setattr("os.cpu_count", lambda: workers)

    def slow_if_even(item):
        time.sleep(0.003 * (item % 2 == 0))
        return item

    assert list(map_in_order(slow_if_even, range(30))) == list(range(30))
    assert list(map_in_order(slow_if_even, [])) == []


def test_few_results_wait_at_once(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    taken = []

    def items():
        for item in range(100):
            taken.append(item)
            yield item

    results = map_in_order(lambda item: item, items())
    for consumed, result in enumerate(results):
        assert result == consumed
        assert len(taken) <= consumed + 6


def test_an_error_in_one_call_is_raised_and_ends_the_others():
    def fails_at_seven(item):
        return 1 // (7 - item)

    with threadpool_limits(2, user_api="blas"):
        before, running = counts(), threading.active_count()
        with pytest.raises(ZeroDivisionError):
            list(map_in_order(fails_at_seven, range(1000)))
        assert counts() == before
        assert threading.active_count() == running


def test_overlapping_limits_of_several_threads_are_lifted_once():
    def work(seed):
        for _ in range(20):
            with few_threads(0):
                assert sum(map_in_order(lambda item: item, range(5))) == 10
        return seed

    with threadpool_limits(2, user_api="blas"):
        before = counts()
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(work, range(8))) == list(range(8))
        assert counts() == before


ROUTES = [
    (Gaussian(1.0), "separable"),
    (Gaussian(1.0), "low-rank"),
    (Gaussian(1.0), "streaming"),
    (Gaussian(0.1), "iterative"),
    (Sigmoid(), "iterative"),
]


def same(found, other):
    np.testing.assert_array_equal(found.eigenvalues, other.eigenvalues)
    np.testing.assert_array_equal(found.scores, other.scores)
    np.testing.assert_array_equal(found.expansion.coefficients, other.expansion.coefficients)
    assert found.certificate == other.certificate


@pytest.mark.parametrize(("kernel", "solver"), ROUTES)
def test_the_result_depends_neither_on_the_run_nor_on_the_number_of_workers(
    monkeypatch, kernel, solver
):
    X, found = cloud(2100, seed=1), []
    for workers in (2, 2, 5):
        monkeypatch.setattr("os.cpu_count", lambda workers=workers: workers)
        found.append(fit(kernel, X, 2, solver=solver))
    for other in found[1:]:
        same(found[0], other)


def test_fits_in_several_threads_at_once_do_not_disturb_each_other():
    X = cloud(1200, seed=2)
    alone = [fit(kernel, X, 3, solver=solver) for kernel, solver in ROUTES]
    with ThreadPoolExecutor(len(ROUTES)) as pool:
        together = list(pool.map(lambda case: fit(case[0], X, 3, solver=case[1]), ROUTES))
    for one, other in zip(alone, together, strict=True):
        same(one, other)


IMPORTS = """
import sys, threading, time
import numpy as np
from kpca_core import RationalQuadratic, fit
fit
half = threading.Event()

def slowly(event, values):
    if event == "import" and values[0] == "scipy.linalg._misc":  # imports scipy.linalg.lapack
        half.set()
        time.sleep(1)

sys.addaudithook(slowly)

def package():
    import scipy.linalg

def part():
    half.wait()
    found = fit(RationalQuadratic(5.0), np.random.default_rng(0).normal(size=(600, 2)), 4)
    print(found.solver)

threads = [threading.Thread(target=run) for run in (package, part)]
for one in threads: one.start()
for one in threads: one.join()
"""


def test_a_fit_can_run_while_another_thread_imports_scipy():
    done = python(IMPORTS)
    assert done.stdout.split() == ["low-rank"]
    assert done.stderr == ""


def test_blocks_follow_one_another_where_no_thread_starts(monkeypatch):
    """As in WebAssembly; more blocks than threads are started for."""

    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    threads._starts_threads.cache_clear()
    try:
        assert list(map_in_order(lambda k: k * k, range(40))) == [k * k for k in range(40)]
        with pytest.raises(ZeroDivisionError):
            list(map_in_order(lambda k: 1 // k, range(3)))
    finally:
        threads._starts_threads.cache_clear()
