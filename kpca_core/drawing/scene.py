"""What is drawn: a scene of sheets, and its one packer.

A scene and its sheets are frozen dataclasses. Each field says how it travels to a browser, see
`array`, `still` and `words`: a frame at rest has all of them, a frame under the pointer what has
changed since the frame at rest that it was asked from. ``assets/wire.js`` puts both together. The
value of a field may be a function without arguments: it is called where the field travels.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from kpca_core.drawing.canvas.steps import BITS, quantised
from kpca_core.drawing.canvas.wire import deflated, encode

T = TypeVar("T")
# The value of a field, or what makes it.
Made: TypeAlias = T | Callable[[], T]

# A stored scene of a mebibyte: level 9 saves 6 % and takes ten times as long.
STORED = zlib.Z_DEFAULT_COMPRESSION


def array(dtype: DTypeLike | None, *, still: bool = False, fine: bool = False, **more: Any) -> Any:
    """Declare an array of a sheet; None where there is none.

    Parameters
    ----------
    dtype
        One that `kpca_core.drawing.canvas.wire.encode` takes; None for that of the values.
    still
        Whether a frame under the pointer leaves it out, and the browser keeps the one at rest.
    fine
        Whether these are fields (p, ny, nx) whose values a frame under the pointer has in
        `kpca_core.drawing.canvas.steps.BITS` bits; a sheet has one such array, named ``fields``.
    more
        As for `dataclasses.field`.
    """
    return field(metadata={"dtype": dtype, "still": still, "fine": fine}, **more)


def made(value: Made[T]) -> T:
    """Return the value of a field."""
    found: T = value() if callable(value) else value
    return found


def still(**more: Any) -> Any:
    """Declare what a frame under the pointer leaves out: the browser keeps that at rest."""
    return field(metadata={"still": True}, **more)


def words(**more: Any) -> Any:
    """Declare what comes when it can be read: at rest, and ten times a second under the pointer."""
    return field(metadata={"words": True}, **more)


def rounded(**more: Any) -> Any:
    """Declare numbers, few enough for JSON, with five digits: finer than pixels."""
    return field(metadata={"rounded": True}, **more)


@dataclass(frozen=True)
class Detail:
    """What a browser wants of a frame under the pointer.

    Parameters
    ----------
    samples
        An axis of every field, at most.
    deflate
        Whether the connection is slow enough for deflated frames.
    words
        Whether the frame is to have titles, sentences and facts.
    """

    samples: int
    deflate: bool = False
    words: bool = True


@dataclass(frozen=True)
class Slider:
    """A parameter that a reader can drag.

    Parameters
    ----------
    name
        By which the browser sends its value.
    label
        Before the slider.
    value, min, max
        Where it stands, and its ends.
    log, integer
        Whether its positions are logarithmic, and whether its values are integers.
    key
        By which an address names the value; the name if empty.
    locked
        Whether it is only shown.
    """

    name: str
    label: str
    value: float
    min: float
    max: float
    log: bool = False
    integer: bool = False
    key: str = ""
    locked: bool = False


@dataclass(frozen=True, eq=False)
class Sheet:
    """A part of a scene, drawn by the front end that knows its `kind`."""

    kind: ClassVar[str]


@dataclass(frozen=True, eq=False)
class Scene:
    """What is drawn.

    Parameters
    ----------
    sheets
        From the top down, as many under the pointer as at rest.
    controls
        The sliders above them.
    kind
        Of the front end that arranges the sheets; "" where they stand below each other.
    description
        What is seen, for readers who cannot see it.
    title, caption, file
        Of pictures that are saved: heading, origin, name without extension.
    """

    sheets: Sequence[Sheet]
    controls: Sequence[Slider] = still(default=())
    kind: str = still(default="")
    description: Made[str] = words(default="")
    title: Made[str] = still(default="")
    caption: Made[str] = still(default="")
    file: Made[str] = still(default="")


def pack(
    scene: Scene,
    reply: Mapping[str, Any] = MappingProxyType({}),
    detail: Detail | None = None,
    *,
    level: int | None = None,
) -> bytes:
    """Return a scene as bytes, a frame: what ``assets/drawing.js`` draws.

    Parameters
    ----------
    reply
        How the frame answers the browser: ``n`` is the largest number that it takes into account
        (an integer, 0 if none was sent, see ``assets/numbers.js``), ``page`` and ``address`` name
        the settings that the sliders belong to, ``address`` and ``signs`` this very picture; the
        browser returns them with its next question.
    detail
        Of a frame under the pointer, None for one at rest.
    level
        By which the bytes are deflated, None for not at all unless `detail` says so.
    """
    entry, arrays = parts(scene, detail)
    header = {"n": 0, **reply, **entry}
    if detail is not None:
        header["moving"] = True
        header["wordless"] = not detail.words
        header["values"] = {slider.name: slider.value for slider in scene.controls}
        level = 1 if detail.deflate else level
    packed = encode(header, arrays)
    return packed if level is None else deflated(packed, level)


def parts(value: Any, detail: Detail | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a scene or of a sheet as JSON, and its arrays by their paths."""
    arrays: dict[str, Any] = {}
    return _entry(value, "", arrays, detail), arrays


def _entry(value: Any, path: str, arrays: dict[str, Any], detail: Detail | None) -> dict[str, Any]:
    """Return the fields of a value as JSON, and add its arrays by their paths."""
    kind: Any = type(value)
    found: dict[str, Any] = {"kind": kind.kind} if getattr(kind, "kind", "") else {}
    for one in _travelling(kind, detail is not None, detail is None or detail.words):
        own = made(getattr(value, one.name))
        where = f"{path}{one.name}"
        if own is not None and "dtype" in one.metadata:
            _store(own, one.metadata, where, arrays, detail)
        elif isinstance(own, list | tuple) and own and is_dataclass(own[0]):
            found[one.name] = [
                _entry(each, f"{where}.{k}.", arrays, detail) for k, each in enumerate(own)
            ]
        else:
            found[one.name] = (
                _rounded(np.asarray(own).tolist()) if "rounded" in one.metadata else own
            )
    return found


@cache
def _travelling(kind: type, moving: bool, worded: bool) -> tuple[Field[Any], ...]:
    """Return the fields that a frame has."""
    return tuple(
        one
        for one in fields(kind)
        if not (moving and one.metadata.get("still")) and (worded or not one.metadata.get("words"))
    )


def _rounded(values: Any) -> Any:
    """Return nested lists of numbers with five digits."""
    if isinstance(values, list):
        return [_rounded(one) for one in values]
    return float(f"{values:.5g}")


def _store(
    values: Any, how: Mapping[str, Any], where: str, arrays: dict[str, Any], detail: Detail | None
) -> None:
    if how["fine"] and detail is not None:
        place = where.removesuffix("fields")
        arrays[f"{place}steps"], arrays[f"{place}scales"] = quantised(values, BITS)
    else:
        arrays[where] = np.asarray(values, how["dtype"])
