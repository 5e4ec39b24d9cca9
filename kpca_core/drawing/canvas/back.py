"""Back from a place among the scores: its mark, its pre-image on the maps, and both in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.words import N_, _, worded
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.aspects import MOVING, RESTING, Scores
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import number, readable
from kpca_core.drawing.scene import Made, Scene, Sheet, array, rounded, still, words
from kpca_core.drawing.sheets import Block, Images
from kpca_core.expansion import Expansion
from kpca_core.tables.column import shortened
from kpca_core.tables.rows import Rows, mean_and_scale

if TYPE_CHECKING:
    from kpca_core.feature_space.preimage import FromScores

# Columns of a table that are listed, and what rounding leaves of their values.
LISTED, ROUNDING = 8, 1e-12
# Pixels of an image on screen, at most four for each of its own.
PIXELS = 40
ON_MAPS = N_("Its pre-image {y} is marked on the maps: ‖φ(y) − t‖² = {objective}.")
AS_IMAGE = N_("Its pre-image y is the first image: ‖φ(y) − t‖² = {objective}.")


@dataclass(frozen=True, eq=False)
class Place:
    """A place of the scatter of the scores.

    Parameters
    ----------
    pair
        The components across and up, from 1.
    scores
        (2,), those on screen.
    found
        Its pre-image; None where there is none, with the reason `why`.
    """

    pair: tuple[int, int]
    scores: Sequence[float]
    found: FromScores | None = None
    why: str = ""

    @classmethod
    def of(
        cls, expansion: Expansion, pair: tuple[int, int], z: Sequence[float],
        signs: Array | None = None, *, thorough: bool,
    ) -> Self:  # fmt: skip
        """Find the pre-image of the scores z (2,) of an expansion; `signs`, ±1 (q,), are those of
        its functions on screen.

        As for `from_scores`; what that raises is why there is none.
        """
        from kpca_core.feature_space.preimage import from_scores

        columns = [k - 1 for k in pair]
        if max(pair) > len(expansion.offsets):
            why = _("There is no component {k}, so no pre-image is drawn.")
            return cls(pair, z, why=why.format(k=max(pair)))
        factors = [1.0, 1.0] if signs is None else signs[columns].tolist()
        shown = [factor * one for factor, one in zip(factors, z, strict=True)]
        try:
            found = from_scores(expansion, columns, z, thorough=thorough)
        except (TypeError, ValueError) as error:
            return cls(pair, shown, why=worded(error))
        return cls(pair, shown, found)


@dataclass(frozen=True, eq=False)
class Placed(Scores):
    """The scatter with a place and its pre-image.

    Parameters
    ----------
    pair, place
        As in `Place`.
    image
        (2,), where the pre-image stands on the maps; None if there is no pre-image.
    near
        Whether the image of the pre-image comes near the place in feature space.
    said
        A sentence about the pre-image.
    heads, lines
        Of a table: the pre-image as a row of it, a line a column; empty for none.
    """

    pair: Sequence[int] = ()
    place: Sequence[float] = rounded(default=())
    image: Sequence[float] | None = None
    near: bool = False
    said: Made[str] = words(default="")
    heads: Made[Sequence[str]] = words(default=())
    lines: Made[Sequence[Sequence[str]]] = words(default=())


def placed(sheet: Scores, picture: Picture, place: Place) -> Placed:
    """Return the scatter of a picture with a place that a reader has put there."""
    shown = Placed(**vars(sheet), pair=place.pair, place=place.scores, said=place.why)
    found, table = place.found, picture.table
    if found is None:
        return shown
    flat = picture.plane.coordinates(found.point[None])[0] if picture.plane else found.point
    inside = all(low <= one <= high for one, (low, high) in zip(flat, picture.region, strict=True))
    said = partial(sentence, place, found, "" if table else _plain(flat), inside=inside)
    image = [float(f"{one:.6g}") for one in flat]
    shown = replace(shown, image=image, near=found.is_near, said=said)
    if table is None:
        return shown
    nearest = int(np.square(table.X - found.point).sum(axis=1).argmin())
    line = _("Nearest row, line {line}").format(line=int(table.lines[nearest]))
    n = len(table.names)
    first = _("Column") if n <= LISTED else _("Column, {listed} of {n}").format(listed=LISTED, n=n)
    return replace(
        shown, heads=[first, _("Pre-image"), _("Mean"), line],
        lines=partial(columns_of, table, found.point, table.X[nearest]),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Labelled(Sheet):
    """What the scatter knows of its points where there are no maps: labels (n,) and their names."""

    kind: ClassVar[str] = "labelled"

    labels: NDArray[Any] = array(np.uint8, still=True)
    groups: Sequence[str] = words(default=())
    fixed: Sequence[str] = still(default=())


def scores_of_images(
    found: Decomposition, X: Array, labels: NDArray[Any], pair: tuple[int, int],
    place: Place | None, moving: bool, fixed: Sequence[str] = (),
) -> Scene:  # fmt: skip
    """Return what ``assets/denoise/scores.js`` draws: square images by their scores, and one back.

    Parameters
    ----------
    found, X, labels
        A fit to the images X (n, side²) from −1 to 1, and what each of them is.
    pair
        The components across and up, from 1.
    place
        As for `placed`; its pre-image is drawn beside the image that is nearest to it.
    fixed
        Keys of what a reader cannot set.
    """
    chosen = evenly_spread(len(X), MOVING.points if moving else RESTING.points)
    columns = [*dict.fromkeys(pair)] if moving else range(1, found.n_components + 1)
    scores = found.scores[chosen][:, [k - 1 for k in columns]]
    how = _("Each image of a digit stands where components {i} and {j} put it.")
    sheet = Placed(
        how, "fⱼ(x) = Σₚ aₚⱼ k(x, xₚ) + bⱼ", "", list(columns), found.n_components, chosen, scores,
        pair=pair,
    )  # fmt: skip
    sheets: list[Sheet] = [Labelled(labels, [str(k) for k in range(10)], fixed)]
    if place is not None:
        own = place.found
        said = partial(sentence, place, own, near=AS_IMAGE) if own else place.why
        near = own is not None and own.is_near
        sheet = replace(sheet, place=place.scores, said=said, near=near)
        if own is not None:
            nearest = int(np.square(X - own.point).sum(axis=1).argmin())
            name = _("nearest, a {digit}").format(digit=int(labels[nearest]))
            sheets.append(_beside(own.point, X[nearest], [_("pre-image"), name]))
    description = _("{n} images of digits by their scores on components {i} and {j}.").format(
        n=len(X), i=pair[0], j=pair[1]
    )
    return Scene([sheet, *sheets], (), "scores", description)


def _beside(image: Array, other: Array, names: Sequence[str]) -> Images:
    """Return two square images beside each other, with their names above."""
    side = round(len(image) ** 0.5)
    grain = max(1, PIXELS // side)
    size = side * grain
    grey = [one.reshape(side, side).repeat(grain, 0).repeat(grain, 1) for one in (image, other)]
    starts = (0, size + size // 4)
    return Images(
        [Block(start, pixels) for start, pixels in zip(starts, grey, strict=True)],
        starts[1] + size, size, size,
        heads=[(start + size / 2, name) for start, name in zip(starts, names, strict=True)],
        label=_(", ").join(names),
    )  # fmt: skip


def sentence(
    place: Place, found: FromScores, where: str = "", near: str = ON_MAPS, *, inside: bool = True
) -> str:
    """Say which point of feature space a place stands for, and how near its pre-image comes.

    Parameters
    ----------
    where
        The pre-image in numbers, "" where these are too many.
    near
        What is said where it comes near, in English.
    inside
        Whether the maps show it.
    """
    i, j = place.pair
    said = _(
        "The place is the point t of feature space with the scores {place} on components {i} and "
        "{j}, and 0 on all others."
    )
    parts = [said, _(near) if found.is_near else _far(found), "‖t‖² = {target}, k(y, y) = {image}."]
    if not inside:
        parts.append(_("It lies outside the maps."))
    if not found.converged:
        parts.append(_("The search has not converged."))
    said = " ".join(parts).format(
        place=_plain(place.scores), i=i, j=j, y=f"y = {where}" if where else "y",
        objective=number(max(found.objective, 0.0)), target=number(found.target),
        image=number(found.image),
    )  # fmt: skip
    return readable(said)


def _far(found: FromScores) -> str:
    if found.objective > found.target:
        return _(
            "No pre-image comes near: the nearest image that was found, that of {y}, is farther "
            "from t than the origin is, ‖φ(y) − t‖² = {objective}."
        )
    return _(
        "No pre-image comes near: the nearest image that was found, that of {y}, is farther from t "
        "than from the origin, ‖φ(y) − t‖² = {objective}."
    )


def columns_of(table: Rows, point: Array, nearest: Array) -> list[list[str]]:
    """Return name, value, mean and the nearest row's value of the columns that differ most.

    Differences from the means of the columns are in units of their standard deviations.
    """
    means, scales = mean_and_scale(table.X)
    order = np.argsort(-np.abs(point - means) / scales, kind="stable")[:LISTED]
    values = np.stack([point, means, nearest])
    if table.means is not None and table.scales is not None:
        values = values * table.scales + table.means
        # A 0 of the table is one, though it was standardised and brought back.
        values[np.abs(values) < ROUNDING * (np.abs(table.means) + table.scales)] = 0.0
    return [
        [shortened(table.names[c]), *(readable(f"{one:.4g}") for one in values[:, c])]
        for c in order
    ]


def _plain(place: Sequence[float] | Array) -> str:
    return f"({', '.join(f'{one:.4g}' for one in place)})"
