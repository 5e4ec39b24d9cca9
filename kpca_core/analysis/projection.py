"""Rows of any number of columns as a picture shows them: in a plane, with a region around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, evenly_spread, ratio
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, _
from kpca_core.grid import Plane, Region
from kpca_core.kernels import KernelLike, Linear
from kpca_core.solvers import fit
from kpca_core.tables.column import shortened
from kpca_core.tables.rows import Rows
from kpca_core.widths import gaussian_at, median_distance

# The region reaches this share of the points' extent beyond them, and its shorter side is at least
# this share of the longer one.
MARGIN, LEAST_SIDE = 0.15, 0.4


@dataclass(frozen=True, eq=False)
class Projection:
    """Where rows lie in a picture.

    Attributes
    ----------
    points
        (n, 2).
    region
        The part of the plane that is drawn.
    plane
        In the space of the rows; None where it is that space.
    axes
        What the two axes are called.
    words
        Which plane it is, for a reader.
    """

    points: Array
    region: Region
    plane: Plane | None
    axes: tuple[str, str]
    words: str

    __repr__ = in_one_line


def projected(rows: Rows, first: int = 0, second: int = 1, *, principal: bool = False,
              row: int | None = None) -> Projection:  # fmt: skip
    """Return rows in the plane of two of their columns or of two of their principal components.

    Parameters
    ----------
    first, second : int
        Of the chosen columns, counted from 0; other than D = 1 column they differ.
    principal : bool
        Whether they are numbers of principal components instead, counted from 0.
    row : int or None
        The row, counted from 0, through which the plane passes; through the mean if None.

    Raises
    ------
    ValueError
        for columns or a row that are not there; the message quotes them
    """
    X, names = rows.X, tuple(shortened(name) for name in rows.names)
    n, dimension = X.shape
    if row is not None and not 0 <= row < n:
        said = E_("The plane passes a row of 1 … {n:,}; there is no row {row:,}.")
        raise ValueError(said.format(n=n, row=row + 1))
    at = X.mean(axis=0) if row is None else X[row]
    where = _("at their mean") if row is None else _("as in row {row:,}").format(row=row + 1)
    if dimension == 1:
        plane, axes = Plane.of_columns((0,), at), (names[0], "")
        words = _("the line of {names}, the only column: up and down nothing changes").format(
            names=names[0]
        )
    elif principal:
        named = _("principal component {j}")
        axes = named.format(j=first + 1), named.format(j=second + 1)
        directions = _directions(X, max(first, second) + 1)[[first, second]]
        plane = Plane.of_directions(directions, X.mean(axis=0), at)
        through = _("the mean") if row is None else _("row {row:,}").format(row=row + 1)
        words = _("the plane of principal components {i} and {j} through {through}").format(
            i=first + 1, j=second + 1, through=through
        )
    else:
        if first == second or not all(0 <= j < dimension for j in (first, second)):
            said = E_(
                "A plane needs two different columns of {dimension}; got columns {first} "
                "and {second}."
            )
            raise ValueError(said.format(dimension=dimension, first=first + 1, second=second + 1))
        plane, axes = Plane.of_columns((first, second), at), (names[first], names[second])
        rest = (
            _(", the other {dimension} {where}").format(dimension=dimension - 2, where=where)
            if dimension > 2
            else ""
        )
        words = _("the plane of {axes} (across) and {other_axes} (up){rest}").format(
            axes=axes[0], other_axes=axes[1], rest=rest
        )
    points = plane.coordinates(X)
    flat = dimension == 2 and not principal and (first, second) == (0, 1)
    return Projection(points, region_around(points), None if flat else plane, axes, words)


# Principal components and columns whose pairs `agreeing` tries; the rows that it fits, and those
# of them on which it compares all planes, before the best FINALISTS are compared on all.
TRIED, FITTED, COMPARED, FINALISTS = 8, 1000, 500, 8


def agreeing(
    rows: Rows, kernel: KernelLike | None = None, components: int = 8, *, row: int | None = None
) -> Projection:
    """Return rows in the plane whose slices agree with most of the first components.

    Pairs of the first TRIED principal components are tried, and pairs of the TRIED columns that the
    components are most correlated with: of up to TRIED columns these are all pairs. Of planes on
    which as many slices agree, as `agreement` says, the one is taken whose mean correlation is
    largest. Up to COMPARED rows that is exactly the best plane tried; of more the FINALISTS that
    are best on COMPARED rows are compared on all, or on FITTED evenly spread ones.

    Parameters
    ----------
    kernel
        As of `kpca_core.fit`; a Gaussian whose width is the squared median distance if None.
    components : int
        How many are compared.
    row : int or None
        As of `projected`.

    Raises
    ------
    ValueError
        as `projected` and `kpca_core.fit`
    """
    if rows.X.shape[1] < 3 or not rows.vary:
        return projected(rows, row=row)
    X = rows.X[evenly_spread(len(rows.X), FITTED)] if len(rows.X) > FITTED else rows.X
    at = X.mean(axis=0) if row is None else rows.X[row]
    # On several threads so small products take many times as long.
    with few_threads(0):
        if kernel is None:
            kernel = gaussian_at(median_distance(X))
        found = fit(kernel, X, components)
        planes = dict(_candidates(X, found.scores, at))

        def merit(named: tuple[bool, int, int], among: Any = slice(None)) -> tuple[int, float]:
            plane, points = planes[named], X[among]
            values = found.expansion.at(plane.lift(plane.coordinates(points)))
            agreed = agreement(values, found.scores[among])
            return int((~agreed.low).sum()), float(np.maximum(agreed.correlation, 0.0).mean())

        tried = list(planes)
        if len(X) > COMPARED:
            some = evenly_spread(len(X), COMPARED)
            tried = sorted(tried, key=lambda named: merit(named, some))[-FINALISTS:]
        principal, first, second = max(tried, key=merit)
    shown = projected(rows, first, second, principal=principal, row=row)
    words = _(
        "{plane}, whose slices agree with the scores best of {n} planes tried with {kernel}"
    ).format(plane=shown.words, n=len(planes), kernel=repr(kernel))
    return replace(shown, words=words)


def _candidates(
    X: Array, scores: Array, at: Array
) -> Iterator[tuple[tuple[bool, int, int], Plane]]:
    """The planes that `agreeing` tries, through `at` (D,), by the arguments of `projected`.

    Rows X (n, D) have these scores (n, q).
    """
    mean = X.mean(axis=0)
    directions = _directions(X, min(TRIED, X.shape[1]))
    known = np.flatnonzero(directions.any(axis=1)).tolist()
    # Rows on a line have one direction, and the second axis of their plane is 0.
    for i, j in combinations(known, 2) if len(known) > 1 else [(0, 1)]:
        yield (True, i, j), Plane.of_directions(directions[[i, j]], mean, at)
    centred = X - mean
    sizes = np.linalg.norm(centred, axis=0)
    lengths = sizes[:, None] * np.linalg.norm(scores, axis=0)
    related = np.argsort(-np.square(ratio(centred.T @ scores, lengths)).sum(axis=1), kind="stable")
    chosen = sorted(j for j in related[:TRIED].tolist() if sizes[j] > 0)
    for i, j in combinations(chosen, 2):
        yield (False, i, j), Plane.of_columns((i, j), at)


# A slice says little of the scores below this correlation, or where more rows' signs differ.
LEAST_CORRELATION, MOST_DIFFERENT = 0.7, 0.25


@dataclass(frozen=True, eq=False)
class Agreement:
    """How far components on a slice agree with the scores of the rows that are projected onto it.

    Attributes
    ----------
    correlation : (q,) array
        Of the values at the rows' places on the slice with the scores; 0 where the component is
        constant there.
    different : (q,) array
        The share of rows where the two differ in sign.
    """

    correlation: Array
    different: Array

    __repr__ = in_one_line

    @property
    def low(self) -> NDArray[np.bool_]:
        """Whether the slice of each component (q,) misleads about its scores."""
        return (self.correlation < LEAST_CORRELATION) | (self.different > MOST_DIFFERENT)


def agreement(on_slice: Array, scores: Array) -> Agreement:
    """Compare f_j at the rows' places on a slice with f_j at the rows themselves, both (n, q).

    A map shows f_j on a plane through the data, such as `Projection.plane`; a row beside the plane
    is drawn where it is projected, and has a score of its own. The values on the slice are
    ``expansion(plane.lift(points))``.
    """
    a, b = on_slice - on_slice.mean(axis=0), scores - scores.mean(axis=0)
    sizes = np.linalg.norm(a, axis=0) * np.linalg.norm(b, axis=0)
    return Agreement(
        np.asarray(ratio((a * b).sum(axis=0), sizes), dtype=np.float64),
        (np.sign(on_slice) != np.sign(scores)).mean(axis=0),
    )


def _directions(X: Array, number: int) -> Array:
    """The first principal directions (number, D); 0 for one that there is not.

    They are kernel PCA's with the linear kernel, whose solver suits both many rows and many
    columns.
    """
    found = fit(Linear(), X, number).expansion
    directions = np.zeros((number, X.shape[1]))
    directions[: found.coefficients.shape[1]] = found.coefficients.T @ found.points
    if not directions[0].any():
        directions[0, 0] = 1.0
    return directions


def region_around(points: Array) -> Region:
    """Return the rectangle that shows the points (n, 2), with some room around them."""
    low, high = points.min(axis=0), points.max(axis=0)
    extent = high / 2 - low / 2
    widest = float(extent.max())
    if not widest > 0:
        widest = max(1.0, float(np.abs(points).max()))
    half = np.maximum(extent, LEAST_SIDE * widest) * (1 + MARGIN)
    middle = low / 2 + high / 2
    (x0, y0), (x1, y1) = (middle - half).tolist(), (middle + half).tolist()
    return (x0, x1), (y0, y1)
