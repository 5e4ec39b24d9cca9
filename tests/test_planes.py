"""Functions on planes in more dimensions, the lengths of a data set, and plans of fits."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kpca_core import Cosine, Gaussian, Grid, Laplacian, Linear, Matern, Polynomial, fit
from kpca_core.analysis.projection import agreeing, agreement, projected, region_around
from kpca_core.drawing.canvas.subject import Subject
from kpca_core.drawing.canvas.words import facts
from kpca_core.grid import Plane
from kpca_core.solvers.choice import SMALL
from kpca_core.solvers.planning import CLOSE, EXACT, bearable, fit_as_planned
from kpca_core.tables import Rows, builtin
from kpca_core.widths import gap_distance, median_distance, neighbour_distance

X = np.random.default_rng(3).standard_normal((80, 5)) * [1, 2, 0.5, 3, 1]
PLANES = {
    "columns": Plane.of_columns((1, 3), X.mean(axis=0)),
    "columns, through a row": Plane.of_columns((4, 0), X[7]),
    "oblique": Plane.of_directions(np.array([[1, 1, 0, 0, 1], [1, -1, 2, 0, 0]]), X[0], X[7]),
}
KERNELS = Gaussian(5.0), Gaussian(5.0) + 0.5 * Linear(), Laplacian(4.0), Polynomial(2), Matern(2.0)


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_a_grid_in_a_plane_has_the_values_of_its_points(kernel, plane):
    expansion = fit(kernel, X, 4).expansion
    grid = Grid.over(((-2, 2), (-1, 3)), 9, PLANES[plane])
    fields = expansion.on_grid(grid)
    assert fields.shape == (4, 9, 9)
    scale = np.abs(fields).max()
    np.testing.assert_allclose(
        fields.reshape(4, -1).T / scale, expansion(grid.rows) / scale, atol=1e-12
    )


def test_a_plane_of_other_axes_is_refused():
    with pytest.raises(ValueError, match="orthonormal"):
        Plane(np.zeros(3), np.array([[1.0, 0, 0], [1, 0, 0]]))
    with pytest.raises(ValueError, match="5 dimensions"):
        fit(Gaussian(1.0), X[:, :3], 2).expansion.on_grid(
            Grid.over(((0, 1), (0, 1)), 5, PLANES["columns"])
        )


def test_a_plane_passes_the_row_that_is_asked_for_or_is_refused():
    table = builtin("iris")
    rows = table.rows(label=table.label)
    shown = projected(rows, 2, 0, row=4)
    np.testing.assert_allclose(shown.plane.lift(shown.points[4:5]), rows.X[4:5], atol=1e-12)
    assert projected(table.rows([0, 1])).plane is None
    line = table.rows([1])
    np.testing.assert_allclose(projected(line).points[:, 0], line.X[:, 0])
    for wrong, message in (((1, 1), "two different"), ((0, 9), "columns 1 and 10")):
        with pytest.raises(ValueError, match=message):
            projected(rows, *wrong)
    with pytest.raises(ValueError, match="no row 151"):
        projected(rows, row=150)


def test_a_region_holds_its_points_and_is_no_strip():
    for scale in ([1, 1], [1e6, 1], [0, 0], [1e300, 1e-300]):
        points = X[:, :2] * scale
        (x0, x1), (y0, y1) = region_around(points)
        assert (points >= [x0, y0]).all()
        assert (points <= [x1, y1]).all()
        assert 0.3 < (x1 - x0) / (y1 - y0) < 3 or scale == [1e300, 1e-300]


def test_lengths_are_distances():
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    apart = np.sqrt(squares[np.triu_indices(len(X), 1)])
    np.testing.assert_allclose(median_distance(X), np.median(apart), rtol=1e-12)
    nearest = np.sort(np.sqrt(squares), axis=1)[:, 7]
    np.testing.assert_allclose(neighbour_distance(X, 7), nearest.mean(), rtol=1e-6)
    assert median_distance(np.ones((5, 2))) == 1
    assert neighbour_distance(np.ones((9, 2)), 7) == 1
    with pytest.raises(ValueError, match="k=7 with n=5"):
        neighbour_distance(X[:5], 7)
    # Of copies it is that of the distinct rows.
    P = 1e-6 * np.random.default_rng(3).normal(size=(30, 2))
    for rows, k, own in ((P, 3, 3), (P[:2], 4, 1)):
        found = neighbour_distance(np.repeat(rows, 5, axis=0), k)
        assert found == pytest.approx(neighbour_distance(rows, own))


def test_the_largest_gap_is_at_the_scale_of_clusters():
    """Three far and narrow clusters: two eigenvalues stand apart over a range of lengths."""
    centres = np.array([[0, 0], [10, 0], [0, 10]])
    rng = np.random.default_rng(0)
    clusters = np.vstack([c + 0.1 * rng.standard_normal((40, 2)) for c in centres])
    length = gap_distance(clusters)
    shares = fit(Gaussian(length**2), clusters, 4).variance_ratio
    assert shares[1] - shares[2] > 0.3


@pytest.mark.parametrize(
    ("n", "dimension", "kernel", "solver", "rows", "tol"),
    [
        (150, 4, Gaussian(1.0), "dense", 150, EXACT),
        (50_000, 2, Gaussian(1.0), "separable", 50_000, EXACT),
        (10_000, 4, Gaussian(1.0), "low-rank", 10_000, CLOSE),
        (50_000, 4, Gaussian(1.0), "streaming", 50_000, CLOSE),
        (100_000, 13, Gaussian(1.0), "dense", 3000, EXACT),
        (100_000, 4, Matern(1.0), "dense", 3000, EXACT),
        (100_000, 13, Linear(), "explicit", 100_000, EXACT),
        (100_000, 2, Laplacian(1.0), "iterative", 100_000, EXACT),
        (50_000, 2, 2.0 * Gaussian(1.0), "separable", 50_000, EXACT),
    ],
)
def test_plans_bound_what_a_reader_waits_for(n, dimension, kernel, solver, rows, tol):
    planned = bearable(kernel, np.random.default_rng(0).standard_normal((n, dimension)))
    assert (planned.solver, planned.rows, planned.tol) == (solver, rows, tol)
    assert planned.seconds < 60
    assert planned.bytes < 2**30
    assert f"{n:,} rows" in str(planned)


@pytest.mark.parametrize("dimension", [1, 2, 3, 30])
@pytest.mark.parametrize(
    "kernel",
    [
        Linear(), Polynomial(2, 1.0), Cosine(), Gaussian(2.0), 2.0 * Gaussian(2.0), Laplacian(1.0),
        Gaussian(8.0) + Gaussian(9.0), Matern(1.0),
    ],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("n", [40, 600, 1200])
def test_a_plan_names_the_solver_that_runs(n, kernel, dimension):
    """Up to EXACT_ROWS: beyond, a plan may ask for less than "auto" does."""
    rows = np.random.default_rng(0).standard_normal((n, dimension))
    planned = bearable(kernel, rows, 3)
    found = fit_as_planned(planned, kernel, rows, 3)
    low_rank = planned.solver == "dense" and n > SMALL and found.solver == "low-rank"
    assert found.solver == planned.solver or low_rank


def best_of_all(X, found, mean):
    """How many components agree, and how well, on the best plane of all pairs."""
    directions = np.linalg.svd(X - mean)[2][: min(len(X) - 1, X.shape[1])]
    best = (0, 0.0)
    for axes in [*combinations(directions, 2), *combinations(np.eye(X.shape[1]), 2)]:
        B = np.array(axes)
        values = found.expansion(mean + (X - mean) @ B.T @ B)
        pairs = zip(values.T, found.scores.T, strict=True)
        r = np.array([np.corrcoef(a, b)[0, 1] for a, b in pairs])
        differ = (np.sign(values) != np.sign(found.scores)).mean(axis=0)
        best = max(best, (int(((r >= 0.7) & (differ <= 0.25)).sum()), np.maximum(r, 0).mean()))
    return best


@pytest.mark.parametrize("seed", range(11))
def test_the_plane_shown_unasked_is_the_best_of_all_pairs(seed):
    """Beside brute force; of few columns and rows it is exactly as good, else nearly."""
    rng = np.random.default_rng([7, seed])
    large = seed == 10
    n, D = (520, 9) if large else (rng.integers(20, 200), rng.integers(3, 9))
    centres = 2.5 * rng.standard_normal((rng.integers(1, 5), D))
    X = centres[rng.integers(len(centres), size=n)] + rng.standard_normal((n, D)) * rng.random(D)
    kernel = Gaussian(median_distance(X) ** 2) if seed % 2 else Laplacian(2.0 * D)
    found = fit(kernel, X, 6)
    names = tuple(f"x{j}" for j in range(D))
    shown = agreeing(Rows(X, names, np.zeros(n, dtype=int), (), np.arange(n)), kernel, 6)
    agreed = agreement(found.expansion(shown.plane.lift(shown.points)), found.scores)
    count, mean = int((~agreed.low).sum()), np.maximum(agreed.correlation, 0).mean()
    most, largest = best_of_all(X, found, X.mean(axis=0))
    assert count == most
    if not large:
        assert mean == pytest.approx(largest, abs=1e-9)


def test_a_picture_of_many_rows_draws_some_of_them():
    table = builtin("iris")
    rows = table.rows([0, 1, 2], table.label)
    whole = Subject(rows, projected(rows), 3).picture(Gaussian(8.0), 12)
    few = whole.thinned(40)
    assert few.thinned(40) is few
    assert "40 of 150 points drawn and described" in facts(few)
    chosen = few.numbers
    np.testing.assert_array_equal(few.decomposition.scores, whole.decomposition.scores[chosen])
    np.testing.assert_array_equal(few.data, rows.X[chosen])
    np.testing.assert_array_equal(few.centre, rows.X.mean(axis=0))
