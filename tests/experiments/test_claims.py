"""Claims of captions: they hold on the originals' points and fail where they should."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from datasets import Dataset, concentric_rings
from kpca_core import Gaussian, Linear, Paraboloid, Polynomial, fit
from kpca_core.analysis import measures
from kpca_core.reproduction import FIGURES, Result, figure, run
from kpca_core.reproduction.claims import first_component_separates


def result_of(name, X, labels, kernels=None):
    """The figure's experiment on other points, or with other kernels."""
    experiment = figure(name)
    if kernels is not None:
        cases = zip(experiment.cases, kernels, strict=True)
        cases = tuple(replace(case, kernel=kernel) for case, kernel in cases)
        experiment = replace(experiment, cases=cases)
    data = Dataset("other points", X, labels, ((-9, 9), (-9, 9)))
    found = tuple(fit(case.kernel, data.X, None) for case in experiment.cases)
    return Result(experiment, 0, data, found)


@pytest.mark.parametrize("name", FIGURES)
def test_every_claim_holds_on_the_original_draw(name):
    for claim in run(figure(name)).claims:
        assert claim.holds, (claim.statement, claim.measured)
        assert claim.statement
        assert claim.criterion
        assert claim.measured
        assert np.isfinite(claim.values).all()


def test_what_is_measured_on_the_papers_clusters():
    _, halves, again, orthogonal, regions = run(figure("4")).claims
    np.testing.assert_allclose(halves.values[:3], [0.968, 0.996, 0.811], atol=5e-4)
    np.testing.assert_allclose(halves.values[3:], np.array([13, 15, 12]) / 30)
    np.testing.assert_allclose(again.values[3:], np.array([14, 13, 14]) / 30)
    np.testing.assert_allclose(orthogonal.values, [84, 87, 85], atol=0.5)
    assert regions.values == (4, 4, 4, 33)
    assert "4 + 4 + 4 = 12" in regions.measured


RNG = np.random.default_rng(1)
BLOB, LINE = RNG.standard_normal((100, 2)), RNG.uniform(-1, 1, 100)
PAPER, TWO, THREE = figure("4").draw(), np.repeat([0, 1], 50), np.repeat([0, 1, 2], 30)
RINGS = concentric_rings(200, (0.5, 1.0), 0.05, 0)
# Figure, points, labels, kernels, and which claims hold there; None where either is right.
ELSEWHERE = {
    "one blob has no clusters": ("4", 0.1 * BLOB[:90], THREE, None, [False] * 5),
    "one class": ("4", 0.1 * BLOB[:90], 0 * THREE, None, [False] * 5),
    "one class, sigmoid": ("5", 0.1 * BLOB[:90], 0 * THREE, None, [False, False]),
    "a far wider kernel splits none": (
        "4", PAPER.X, PAPER.labels, [Gaussian(10.0)], [True, *[False] * 4]
    ),
    "too few components": ("4", PAPER.X, PAPER.labels, [Linear()], [True, *[False] * 4]),
    "stretched along a line, split twice across it": (
        "4", PAPER.X * [1, 0.01] + np.outer(5 * PAPER.labels, [0, 1]), PAPER.labels,
        [Gaussian(0.05)], [True, None, None, False, None],
    ),
    "faint in two clusters": ("5", PAPER.X, PAPER.labels, [Gaussian(0.1)], [None, False]),
    "no parabola": (
        "3", BLOB, 0 * TWO, [Polynomial(d) for d in (1, 2, 3, 4)], [None, False, False, False]
    ),
    "no linear kernel": ("3", BLOB, 0 * TWO, [Polynomial(2)] * 4, [False, None, None, None]),
    "no noise": ("3", np.column_stack([LINE, LINE**2]), 0 * TWO, None, [None] * 3 + [False]),
    "small radii: the variance along x² + y² is the smallest": (
        "prml-12.16", RINGS.X, RINGS.labels, None,
        [None, None, None, False],
    ),
    "what a line can do is not nonlinear": (
        "prml-12.16", 0.1 * BLOB + np.outer(4 * TWO - 2, [1, 0]), TWO, [Paraboloid(), Linear()],
        [True, False, False, None],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ELSEWHERE)
def test_claims_fail_on_other_points_and_with_other_kernels(case):
    *given, expected = ELSEWHERE[case]
    found = [claim.holds for claim in result_of(*given).claims]
    assert [None if e is None else f for f, e in zip(found, expected, strict=True)] == expected


def test_the_saddle_of_figure_12_16_does_not_separate_the_rings():
    result = run(figure("prml-12.16"))
    assert first_component_separates(result, 0).holds
    assert not first_component_separates(result, 1).holds


points = st.lists(
    st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=9, unique=True
).map(lambda rows: np.array(rows, dtype=float))


@given(points, points)
def test_separable_is_what_a_linear_program_finds(A, B):
    """max t subject to w·a + b ≥ t, w·b + b ≤ −t, |w| ≤ 1 is positive for separable sets only."""
    ones = [np.ones((len(S), 1)) for S in (A, B)]
    rows = np.vstack([np.hstack([-A, -ones[0], ones[0]]), np.hstack([B, ones[1], ones[1]])])
    bounds = [(-1, 1), (-1, 1), (None, None), (None, 1)]
    margin = -linprog([0, 0, 0, -1], rows, np.zeros(len(rows)), bounds=bounds).fun
    # Margins and arcs of points of this lattice are 0 or far larger than either tolerance.
    assert (measures.separating_arc(A, B) > 1e-6) == (margin > 1e-5)
