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


def verdicts(result):
    return [claim.holds for claim in result.claims]


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


def test_one_blob_has_no_clusters_to_separate_or_split():
    X = 0.1 * np.random.default_rng(0).standard_normal((90, 2))
    assert verdicts(result_of("4", X, np.repeat([0, 1, 2], 30))) == [False] * 5
    assert verdicts(result_of("4", X, np.zeros(90, int))) == [False] * 5
    assert verdicts(result_of("5", X, np.zeros(90, int))) == [False, False]


def test_a_far_wider_kernel_separates_clusters_but_splits_none():
    data = figure("4").draw()
    wide = result_of("4", data.X, data.labels, [Gaussian(10.0)])
    assert verdicts(wide) == [True, False, False, False, False]


def test_a_kernel_without_enough_components_claims_nothing():
    data = figure("4").draw()
    assert verdicts(result_of("4", data.X, data.labels, [Linear()])) == [True] + [False] * 4


def test_two_splits_in_the_same_direction_are_not_orthogonal():
    """A cluster stretched along a line is split twice across that line."""
    data = figure("4").draw()
    X = data.X.copy()
    X[:, 1] = 0.01 * X[:, 1] + 5 * data.labels
    found = verdicts(result_of("4", X, data.labels, [Gaussian(0.05)]))
    assert found[0]
    assert not found[3]


def test_a_third_component_that_is_faint_in_two_clusters_splits_one():
    """Its sign cuts each cluster, but almost nothing of it happens in two of them."""
    data = figure("5").draw()
    claim = result_of("5", data.X, data.labels, [Gaussian(0.1)]).claims[1]
    assert min(claim.values[3:]) >= 1 / 3
    assert sorted(claim.values[:3])[1] < 0.1
    assert not claim.holds


def test_the_claims_of_figure_3_fail_on_other_data():
    rng = np.random.default_rng(1)
    labels = np.zeros(100, int)
    blob = rng.standard_normal((100, 2))
    kernels = [Polynomial(d) for d in (1, 2, 3, 4)]
    assert verdicts(result_of("3", blob, labels, kernels))[1:] == [False, False, False]
    nonlinear = [Polynomial(2)] * 4
    assert not verdicts(result_of("3", blob, labels, nonlinear))[0]


def test_a_parabola_without_noise_has_no_noise_component():
    x = np.random.default_rng(0).uniform(-1, 1, 100)
    clean = result_of("3", np.column_stack([x, x**2]), np.zeros(100, int))
    assert not verdicts(clean)[3]
    assert clean.claims[3].values == pytest.approx((0, 0, 0), abs=1e-12)


def test_rings_of_the_usual_radii_are_not_separated_by_the_first_component():
    """With radii 0.5 and 1 the variance along x² + y² is the smallest of the three."""
    data = concentric_rings(200, (0.5, 1.0), 0.05, 0)
    assert verdicts(result_of("prml-12.16", data.X, data.labels))[3] is False


def test_the_saddle_of_figure_12_16_does_not_separate_the_rings():
    result = run(figure("prml-12.16"))
    assert first_component_separates(result, 0).holds
    assert not first_component_separates(result, 1).holds


def test_what_a_line_can_do_is_not_nonlinear():
    """Two blobs side by side: a line separates them, and the first component is that line."""
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 50)
    X = 0.1 * rng.standard_normal((100, 2)) + np.column_stack([4 * labels, 0 * labels]) - [2, 0]
    assert verdicts(result_of("prml-12.16", X, labels, [Paraboloid(), Linear()]))[:3] == [
        True,
        False,
        False,
    ]


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


@given(points, points, st.floats(0, 6), st.floats(0.1, 10))
def test_the_arc_is_invariant_under_rotation_scale_and_order(A, B, turn, scale):
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    R = np.array([[c, -s], [s, c]])
    arc = measures.separating_arc(A, B)
    assert measures.separating_arc(A @ R, B @ R) == pytest.approx(arc, abs=1e-6)
    assert measures.separating_arc(B, A) == pytest.approx(arc, abs=1e-9)


def test_arcs_that_are_known():
    assert measures.separating_arc(np.array([[0.0, 0]]), np.array([[1.0, 0]])) == 180
    corners = np.array([[-1.0, 1], [-1, -1]])
    assert measures.separating_arc(np.zeros((1, 2)), corners) == pytest.approx(90)
    assert measures.separating_arc(np.zeros((1, 2)), np.zeros((1, 2))) == -180


def test_a_component_inside_one_cluster_has_all_of_its_share_there():
    labels = np.array([0, 0, 1, 1])
    scores = np.array([[1.0, 1], [-1, 1], [0, -1], [0, -1]])
    np.testing.assert_array_equal(measures.cluster_shares(scores, labels), [[1, 0], [0, 0]])
    np.testing.assert_array_equal(measures.smaller_parts(scores, labels), [[0.5, 0], [0, 0]])


def test_parts_count_the_sign_patterns_that_occur():
    corners = np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1]])
    nothing = np.zeros((4, 2))
    scores = np.hstack([np.vstack([corners, nothing]), np.vstack([nothing, corners])])
    labels = np.repeat([0, 1], 4)
    np.testing.assert_array_equal(measures.parts(scores, labels), [4, 4])
    np.testing.assert_array_equal(measures.parts(scores[:7], labels[:7]), [4, 3])


def test_angles_between_lines():
    e1, e2 = np.eye(2)
    assert measures.angle(e1, e2) == 90
    assert measures.angle(e1, -3 * e1) == 0
    assert measures.angle(e1, e1 + e2) == pytest.approx(45)
    assert measures.angle(e1, 0 * e1) == 0


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=20))
def test_the_backward_share_is_the_same_in_either_direction(values):
    values = np.array(values)
    share = measures.backward_share(values)
    assert 0 <= share <= 0.5
    assert measures.backward_share(-values) == pytest.approx(share)
    assert measures.backward_share(values[::-1]) == pytest.approx(share)
    assert measures.backward_share(np.sort(values)) == (0 if np.ptp(values) else 0.5)


def test_a_linear_function_is_explained_and_a_circle_is_not():
    X = np.random.default_rng(0).uniform(-1, 1, (500, 2))
    assert measures.unexplained_by_a_plane(X, X @ [2, -1] + 3) == pytest.approx(0, abs=1e-12)
    circle = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1], [0, 0]])
    assert measures.unexplained_by_a_plane(circle, (circle**2).sum(axis=1)) == pytest.approx(1)
    np.testing.assert_allclose(measures.slope(X, X @ [2, -1] + 3), [2, -1])
