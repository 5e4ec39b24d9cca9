"""Two sides as bytes: what ``assets/compare/pairs.js`` draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.comparison import Pairing, Side
from kpca_core.analysis.continuity import SAME, letter
from kpca_core.drawing.canvas.levels import LEVELS, levels
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.sentences import Shape, said_of
from kpca_core.drawing.canvas.wire import deflated, encode
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.scene import Slider
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
    labels : (n,) array of integers from 0 to 255
    names : of labels 0, 1, …; may be fewer
    """

    points: Array
    labels: NDArray[Any]
    names: Sequence[str] = ()


def pair_frame(
    found: Pairing, names: tuple[str, str], data: tuple[Marked, Marked], region: Region,
    sliders: Sequence[Slider] = (), reply: Mapping[str, Any] | None = None,
    *, origin: Origin | None = None, file: str = "",
) -> bytes:  # fmt: skip
    """Pack a comparison into the bytes that ``assets/compare/pairs.js`` draws, deflated.

    Parameters
    ----------
    found : the functions of both sides, matched
    names : what each side is, in a few words
    data : the points of each side
    region : that the maps cover
    sliders : above the maps
    reply : as for `kpca_core.drawing.canvas.frame.frame`
    origin, file : where it comes from, and the name of its picture without extension
    """
    scales, others = shared_levels(found)
    n = len(found.first.scores)
    shape = Shape(data[0].points[:n], data[0].labels[:n])
    header = {
        "n": 0,
        **(reply or {}),
        "sides": [
            {"name": f"A: {names[0]}", "tiles": _first(found, shape)},
            {"name": f"B: {names[1]}", "tiles": _second(found, shape)},
            {"name": _("A − B, after matching"), "tiles": _difference(found, scales)},
        ],
        "controls": [asdict(slider) for slider in sliders],
        "region": region,
        "groups": max((list(side.names) for side in data), key=len),
        "largest": [float(angles[0]) for angles in found.angles],
        "smallest": [float(angles[-1]) for angles in found.angles],
        "description": described(found),
        "caption": origin.caption if origin else "",
        "title": origin.title if origin else _("Two kernel PCAs"),
        "file": file or "kpca-maps",
    }
    arrays: dict[str, NDArray[Any]] = {}
    maps = (found.first.fields, found.second.fields, np.nan_to_num(found.differences))
    for side, fields, heights, own in zip(
        "abd", maps, (scales, others, scales), (*data, data[0]), strict=True
    ):
        arrays |= {
            f"{side}.fields": fields.astype(np.float32),
            f"{side}.levels": heights.astype(np.float32),
            f"{side}.points": own.points.astype(np.float32),
            f"{side}.labels": own.labels.astype(np.uint8),
        }
    return deflated(encode(header, arrays))


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


def _tile(identity: int | None, text: str, said: str, mark: str = "") -> dict[str, Any]:
    name = "" if identity is None else function_letter(identity)
    return {"identity": identity, "letter": name, "text": text, "mark": mark, "said": said}


def _sentences(side: Side, shape: Shape) -> list[str]:
    """Say what the functions of a side show of the points that both sides have."""
    return said_of(shape, side.scores, near_degenerate_groups(side.eigenvalues))


def _first(found: Pairing, shape: Shape) -> list[dict[str, Any]]:
    tiles, sentences = [], _sentences(found.first, shape)
    for i, value in enumerate(map(number, found.first.eigenvalues)):
        said = _("A, component {number}: function {letter}, λ = {value}").format(
            number=i + 1, letter=function_letter(i), value=value
        )
        tiles.append(_tile(i, f"{i + 1}  λ = {value}", said) | {"sentence": sentences[i]})
    return tiles


def _second(found: Pairing, shape: Shape) -> list[dict[str, Any]]:
    sentences = _sentences(found.second, shape)
    owners = {j: i for i, j in enumerate(found.partners) if j >= 0}
    tiles = []
    for j, value in enumerate(map(number, found.second.eigenvalues)):
        i = owners.get(j)
        if i is None:
            mark = _("new")
            whose = _("no partner in A (largest overlap below {limit})").format(limit=SAME)
        else:
            mark = "" if i == j else "↑" if j < i else "↓"
            whose = _("function {letter} of A, overlap {overlap}").format(
                letter=function_letter(i), overlap=f"{found.matching.overlaps[j]:.3f}"
            )
        said = _("B, component {number}, λ = {value}: {whose}").format(
            number=j + 1, value=value, whose=whose
        )
        tile = _tile(i, f"{j + 1}  λ = {value}", said, mark)
        tiles.append(tile | {"sentence": sentences[j]})
    return tiles


def _difference(found: Pairing, scales: NDArray[Any]) -> list[dict[str, Any]]:
    tiles = []
    for i, (j, field) in enumerate(zip(found.partners, found.differences, strict=True)):
        largest = float(np.abs(field).max()) if j >= 0 else 0.0
        empty = largest < SMALL * float(scales[i, -1]) * (LEVELS + 1) / LEVELS
        letter = function_letter(i)
        if j < 0:
            text = _("no partner")
            said = _("Function {letter} of A has no partner in B").format(letter=letter)
        elif not largest:
            text = _("no difference")
            said = _("Function {letter} is the same in A and in B").format(letter=letter)
        else:
            share = 100 * largest / (np.abs(found.first.fields[i]).max() or 1.0)
            text = _("overlap {overlap}, below {limit} %") if empty else _("overlap {overlap}")
            overlap, limit = f"{found.matching.overlaps[j]:.3f}", f"{100 * SMALL:.0f}"
            text = text.format(overlap=overlap, limit=limit)
            said = _(
                "Function {letter}: {text}; largest difference {share} % of the largest value in A"
            ).format(letter=letter, text=text, share=f"{share:.2g}")
        tiles.append({**_tile(i, text, said), "empty": empty})
    return tiles
