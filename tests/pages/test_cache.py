"""Results that the server keeps: which go first, and what they weigh."""

from dataclasses import dataclass

import numpy as np
import pytest

from kpca_core import Gaussian, Laplacian, fit
from views import remembered
from views.remembered import SMALL, Remembered, Weights, bytes_of

LARGE = 4 * SMALL


@dataclass(frozen=True)
class Asked:
    token: str
    size: int = LARGE


def array(asked):
    return np.zeros(asked.size // 8)


@pytest.fixture
def weights(monkeypatch):
    """For three large results."""
    found = Weights(3.5 * LARGE)
    monkeypatch.setattr(remembered, "WEIGHTS", found)
    return found


def test_of_all_caches_the_result_not_used_for_longest_goes_first(weights):
    one, two = Remembered(array, max_entries=9), Remembered(array, max_entries=9)
    one(Asked("a"))
    two(Asked("b"))
    one(Asked("c"))
    one(Asked("a"))
    two(Asked("d"))
    assert two.known(Asked("b")) is None
    assert [one.known(Asked(name)) is not None for name in "ac"] == [True, True]
    assert weights.total == 3 * LARGE


def test_small_results_outlast_large_ones(weights):
    cells, pictures = Remembered(array, max_entries=9), Remembered(array, max_entries=99)
    cells(Asked("cell", SMALL // 2))
    for number in range(20):
        pictures(Asked(str(number)))
    assert cells.known(Asked("cell")) is not None
    assert weights.total <= weights.most


def test_a_result_that_fills_the_whole_memory_is_kept_until_the_next_one(weights):
    found = Remembered(array, max_entries=9)
    found(Asked("huge", 10 * LARGE))
    assert found.known(Asked("huge")) is not None
    found(Asked("next"))
    assert found.known(Asked("huge")) is None
    assert weights.total == LARGE


def test_what_is_replaced_dropped_or_cleared_weighs_nothing(weights):
    found = Remembered(array, max_entries=2)
    for name in "aabbcc":
        found.keep(Asked(name), array(Asked(name)))
    assert weights.total == 2 * LARGE
    found.clear()
    assert weights.total == 0


def test_arrays_are_counted_once_wherever_they_are():
    X = np.zeros((100, 10))
    assert bytes_of({"whole": X, "parts": [X[:50], (X.T, "text")]}) == X.nbytes + len("text")
    found = fit(Gaussian(1.0), np.random.default_rng(0).normal(size=(500, 3)), 8, solver="dense")
    arrays = (found.scores, found.expansion.coefficients, found.expansion.points)
    least = sum(one.nbytes for one in arrays)
    assert least <= bytes_of(found) <= least + 20_000
    assert bytes_of(np) == bytes_of(Gaussian) == 0


def test_caches_tell_kernels_and_functions_apart_by_more_than_parameters():
    class Named:
        def __init__(self, kernel):
            self.kernel, self.token = kernel, repr(kernel)

    def first(named, power):
        return named.kernel, power

    def second(named, power):
        return named.kernel, -power

    one, two = Remembered(first, max_entries=4), Remembered(second, max_entries=4)
    gaussian, laplacian = Named(Gaussian(1.0)), Named(Laplacian(1.0))
    assert one(gaussian, 2) == (Gaussian(1.0), 2)
    assert one(laplacian, 2) == (Laplacian(1.0), 2)
    assert one(gaussian, 3) == (Gaussian(1.0), 3)
    assert two(gaussian, 2) == (Gaussian(1.0), -2)
    assert one(gaussian, 2) is one(Named(Gaussian(1.0)), 2)
