"""The scene of two kernel PCAs side by side, which ``assets/compare/pairs.js`` draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.comparison import Pairing, Side
from kpca_core.analysis.continuity import SAME, letter
from kpca_core.drawing.canvas.levels import LEVELS, levels
from kpca_core.drawing.canvas.sentences import Shape, describe_functions
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.scene import Scene, Sheet, Slider
from kpca_core.drawing.sheets import Maps, Tile
from kpca_core.grid import Region
from kpca_core.spectrum import near_degenerate_groups

# A difference that is nowhere larger than this share of the colour scale is said, not drawn: its
# zero lines would be those of an error.
SMALL = 0.01


@dataclass(frozen=True, eq=False)
class Marked:
    """The points that one side was fitted to.

    Parameters
    ----------
    points : (n, 2) array
    labels
        (n,) array of integers from 0 to 255.
    names
        Of labels 0, 1, …; may be fewer.
    """

    points: Array
    labels: NDArray[Any]
    names: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Angles(Sheet):
    """Largest and smallest principal angle of the first 1, 2, … score vectors, in degrees."""

    kind = "angles"
    largest: Sequence[float]
    smallest: Sequence[float]


def pair_scene(
    found: Pairing, names: tuple[str, str], data: tuple[Marked, Marked], region: Region,
    sliders: Sequence[Slider] = (), **more: Any,
) -> Scene:  # fmt: skip
    """Return a comparison: maps of both sides and of their differences, and the angles.

    Parameters
    ----------
    found
        The functions of both sides, matched.
    names
        What each side is, in a few words.
    data
        The points of each side.
    region
        That the maps cover.
    sliders
        Above the maps.
    more
        `title`, `caption` and `file` of the `Scene`.
    """
    scales, others = shared_levels(found)
    differences, n = np.nan_to_num(found.differences), len(found.first.scores)
    shape = Shape(data[0].points[:n], data[0].labels[:n])
    labels = (f"A: {names[0]}", f"B: {names[1]}", _("A − B, after matching"))
    largest = np.abs(differences).max(axis=(1, 2), initial=0.0)
    ends = SMALL * scales[:, -1] * (LEVELS + 1) / LEVELS
    sizes = zip(largest.tolist(), (largest < ends).tolist(), strict=True)
    third = [_difference(found, i, *size) for i, size in enumerate(sizes)]
    tiles = (_first(found, shape), _second(found, shape), third)
    fields = (found.first.fields, found.second.fields, differences)
    sides = [
        Maps(
            own, region, drawn, heights, label=label, points=marked.points,
            labels=marked.labels, groups=marked.names, differences=k == 2,
        )
        for k, (own, drawn, heights, label, marked) in enumerate(
            zip(tiles, fields, (scales, others, scales), labels, (*data, data[0]), strict=True)
        )
    ]  # fmt: skip
    angles = Angles(*([float(one[end]) for one in found.angles] for end in (0, -1)))
    return Scene([*sides, angles], sliders, "compare", described(found), **more)


def function_letter(identity: int) -> str:
    """Return the name of a function: P, Q, …, since A and B are the sides."""
    return letter(15 + identity)


def shared_levels(found: Pairing) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the isoline values of both sides' functions: partners share those of the larger."""
    own, others = levels(found.first.fields), levels(found.second.fields)
    for i, j in enumerate(found.partners):
        if j >= 0:
            own[i] = others[j] = max(own[i], others[j], key=lambda heights: float(heights[-1]))
    return own, others


def described(found: Pairing) -> str:
    """Return the text alternative: what a reader who sees no picture should know."""
    q = len(found.first.eigenvalues)
    matched = sum(j >= 0 for j in found.partners)
    said = _(", ").join(f"{angles[0]:.1f}°" for angles in found.angles)
    return _(
        "{matched} of {q} functions of A have a partner in B. Largest principal angle between the "
        "first 1 to {n} score vectors: {angles}."
    ).format(matched=matched, q=q, n=len(found.angles), angles=said)


def _badge(identity: int | None) -> str:
    return "" if identity is None else function_letter(identity)


def _sentences(side: Side, shape: Shape) -> list[Callable[[], str]]:
    """Say what each function of a side shows of the points that both sides have.

    They are written when the first of them is read, which takes as long as the rest of a frame.
    """
    written = cache(
        lambda: describe_functions(shape, side.scores, near_degenerate_groups(side.eigenvalues))
    )
    return [lambda j=j: written()[j] for j in range(len(side.eigenvalues))]  # type: ignore[misc]


def _first(found: Pairing, shape: Shape) -> list[Tile]:
    """Return the maps of the first side."""
    said = _("A, component {number}: function {letter}, λ = {value}")
    values = map(number, found.first.eigenvalues)
    return [
        Tile(
            f"{i + 1}  λ = {value}",
            said.format(number=i + 1, letter=_badge(i), value=value),
            badge=_badge(i), identity=i, sentence=sentence,
        )
        for i, (value, sentence) in enumerate(
            zip(values, _sentences(found.first, shape), strict=True)
        )
    ]  # fmt: skip


def _second(found: Pairing, shape: Shape) -> list[Tile]:
    """Return the maps of the second side, each marked as its partner in the first one."""
    owners = {j: i for i, j in enumerate(found.partners) if j >= 0}
    written = _sentences(found.second, shape)
    return [_continued(found, j, owners.get(j), sentence) for j, sentence in enumerate(written)]


def _continued(found: Pairing, j: int, i: int | None, sentence: Callable[[], str]) -> Tile:
    """Return the map of function j of the second side, whose partner is i."""
    value = number(found.second.eigenvalues[j])
    if i is None:
        mark = _("new")
        whose = _("no partner in A (largest overlap below {limit})").format(limit=SAME)
    else:
        mark = "" if i == j else "↑" if j < i else "↓"
        whose = _("function {letter} of A, overlap {overlap}").format(
            letter=_badge(i), overlap=f"{found.matching.overlaps[j]:.3f}"
        )
    said = _("B, component {number}, λ = {value}: {whose}").format(
        number=j + 1, value=value, whose=whose
    )
    return Tile(
        f"{j + 1}  λ = {value}", said, mark=mark, badge=_badge(i), identity=i, sentence=sentence
    )


def _difference(found: Pairing, i: int, largest: float, empty: bool) -> Tile:
    """Return the map of a difference from its largest size, and whether it is too small."""
    j, letter_of = found.partners[i], _badge(i)
    if j < 0:
        text, said = _("no partner"), _("Function {letter} of A has no partner in B")
    elif not largest:
        text, said = _("no difference"), _("Function {letter} is the same in A and in B")
    else:
        text = _("overlap {overlap}, below {limit} %") if empty else _("overlap {overlap}")
        overlap, limit = f"{found.matching.overlaps[j]:.3f}", f"{100 * SMALL:.0f}"
        text = text.format(overlap=overlap, limit=limit)
        said = _(
            "Function {letter}: {text}; largest difference {share} % of the largest value in A"
        )
    share = 100 * largest / (np.abs(found.first.fields[i]).max() or 1.0)
    said = said.format(letter=letter_of, text=text, share=f"{share:.2g}")
    return Tile(text, said, badge=letter_of, identity=i, empty=empty)
