"""Functions on planes in more dimensions, the lengths of a data set, and plans of fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from support.frames import decode

from kpca_core import Cosine, Gaussian, Grid, Laplacian, Linear, Matern, Polynomial, fit
from kpca_core.analysis.projection import agreeing, agreement, projected, region_around
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.slices import agreement_of
from kpca_core.drawing.canvas.subject import Subject
from kpca_core.drawing.canvas.words import facts
from kpca_core.drawing.scene import pack
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


def test_points_of_a_plane_are_their_own_projections():
    for plane in PLANES.values():
        points = np.random.default_rng(0).random((6, 2))
        np.testing.assert_allclose(plane.coordinates(plane.lift(points)), points, atol=1e-12)
    through = PLANES["oblique"]
    np.testing.assert_allclose(through.lift(through.coordinates(X[7:8])), X[7:8], atol=1e-12)


def test_a_plane_of_other_axes_is_refused():
    with pytest.raises(ValueError, match="orthonormal"):
        Plane(np.zeros(3), np.array([[1.0, 0, 0], [1, 0, 0]]))
    with pytest.raises(ValueError, match="5 dimensions"):
        fit(Gaussian(1.0), X[:, :3], 2).expansion.on_grid(
            Grid.over(((0, 1), (0, 1)), 5, PLANES["columns"])
        )


def test_the_principal_plane_shows_the_principal_components():
    table = builtin("wine")
    rows = table.rows(label=table.label, standardise=True)
    points = projected(rows, principal=True).points
    centred = rows.X - rows.X.mean(axis=0)
    U, s, _ = np.linalg.svd(centred, full_matrices=False)
    expected = U[:, :2] * s[:2]
    signs = np.sign((points * expected).sum(axis=0))
    np.testing.assert_allclose(points, expected * signs, atol=1e-8)


def test_the_words_say_where_the_other_coordinates_are():
    table = builtin("iris")
    rows = table.rows(label=table.label)
    assert "the other 2 at their mean" in projected(rows, 0, 2).words
    shown = projected(rows, 2, 0, row=4)
    assert "the other 2 as in row 5" in shown.words
    np.testing.assert_allclose(shown.plane.lift(shown.points[4:5]), rows.X[4:5], atol=1e-12)
    assert "the line of" in projected(table.rows([1])).words
    assert projected(table.rows([0, 1])).plane is None
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


@pytest.mark.parametrize("view", ["maps", "scores", "space", "gram"])
@pytest.mark.parametrize("kernel", [Gaussian(8.0), Linear()], ids=repr)
def test_every_view_draws_rows_of_more_columns(view, kernel):
    table = builtin("iris")
    rows = table.rows([0, 1, 2], table.label)
    shown = projected(rows)
    found = fit(kernel, rows.X, 3)
    grid = Grid.over(shown.region, 12, shown.plane)
    picture = Picture(
        found, found.expansion.on_grid(grid), shown.points, rows.labels, shown.region,
        plane=shown.plane, table=rows, plane_words=shown.words,
    )  # fmt: skip
    assert shown.words in facts(picture)
    few = picture.thinned(40)
    assert "40 of 150 points drawn and described" in facts(few)
    assert few.thinned(40) is few
    for one in (picture, few):
        assert len(pack(scene_of(one, view=View(view)))) > 1000


@pytest.mark.parametrize(
    ("name", "most", "usual", "tried"), [("iris", 7, 3, 12), ("wine", 3, 0, 56)]
)
def test_the_plane_shown_unasked_agrees_with_most_components(name, most, usual, tried):
    """Beside the plane of the first two columns, of the first eight components."""
    table = builtin(name)
    rows = table.rows(table.usual_columns(table.label), table.label, standardise=True)
    kernel = Gaussian(median_distance(rows.X) ** 2)
    found = fit(kernel, rows.X, 8)

    def agree(shown):
        on_slice = found.expansion(shown.plane.lift(shown.points))
        return int((~agreement(on_slice, found.scores).low).sum())

    chosen = agreeing(rows, kernel)
    assert agree(chosen) == most
    assert agree(projected(rows)) == usual
    pairs = [projected(rows, i, j, principal=True) for i, j in combinations(range(4), 2)]
    assert most >= max(map(agree, pairs))
    assert f"agree with the scores best of {tried} planes tried with Gaussian" in chosen.words
    through = agreeing(rows, kernel, row=4)
    np.testing.assert_allclose(through.plane.lift(through.points[4:5]), rows.X[4:5], atol=1e-9)


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


def test_rows_without_a_choice_of_planes_have_one():
    table = builtin("iris")
    flat = agreeing(table.rows([0, 1]))
    assert flat.plane is None
    line = np.outer(np.arange(5.0), [1.0, 2.0, 3.0])
    rows = Rows(line, ("a", "b", "c"), np.zeros(5, dtype=int), (), np.arange(5))
    assert agreeing(rows).points.shape == (5, 2)
    same = replace(rows, X=np.ones((5, 3)))
    assert agreeing(same).points.shape == (5, 2)


def test_a_frame_names_the_maps_that_are_unlike_the_scores():
    table = builtin("wine")
    rows = table.rows(table.usual_columns(table.label), table.label, standardise=True)
    subject = Subject(rows, agreeing(rows))
    picture = subject.picture(Gaussian(25.04), 40)
    header = decode(pack(scene_of(picture)))[0]
    low = np.flatnonzero(agreement_of(picture).low).tolist()
    assert header["unlike"] == low
    assert 0 < len(low) < 8
    assert all("\N{WARNING SIGN}" in header["sentences"][j] for j in low)
    plain = replace(picture, table=None, plane=None)
    assert decode(pack(scene_of(plain)))[0]["unlike"] == []
