"""Points that a reader has moved, added, removed or relabelled: part of the state of "Explore".

Only the differences from the data set are kept, so that other points stay exact and an address
stays short. The text is the version of the form, ``1.``, and a zlib stream of columns in
base64url.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import floor, inf, log10
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from kpca_core.datasets.dataset import LARGEST_LABEL
from kpca_core.datasets.editing import Change

from kpca_core._support.words import N_, _, worded
from kpca_core.datasets import Dataset, edited
from views.remembered import WEIGHTS

# Changed points in an address: they take 2,100 characters, which browsers and messengers accept.
MOST_IN_ADDRESS = 300
# Points after all changes, at most.
MOST_POINTS = 3000
# The number of the last point that can be added: numbers are packed in 16 bits.
LAST = int(np.iinfo(np.uint16).max)
# Decimals of a position for a region of extent 1: a pixel of the largest panel has 1e-3.
DECIMALS = 4
# The largest coordinate.
FARTHEST = 1e6
# Changes of all readers that the server keeps because an address cannot; one takes 200 bytes.
MOST_KEPT = 200_000

VERSION, HERE = "1", "here"
REMOVED, RELABELLED, PLACED = range(3)
# Of a packed text: its decimals, and the number of changes.
HEADER = struct.Struct("<BH")
# Of a change: number, kind, label, x and y.
CHANGE = struct.Struct("<HBBii")
# Decimals of a coordinate, at most.
MOST_DECIMALS = 12


@dataclass(frozen=True)
class Edits:
    """Changes of single points, see `datasets.edited`, by ascending numbers."""

    changes: tuple[tuple[int, Change], ...] = ()

    def __len__(self) -> int:
        return len(self.changes)

    def __str__(self) -> str:
        return _("{n} changed").format(n=len(self)) if self.changes else _("none")

    @cached_property
    def text(self) -> str:
        """What an address says of these changes, "" for none."""
        if not self.changes:
            return ""
        packed = _packed(self.changes)
        if len(self) > MOST_IN_ADDRESS:
            return f"{HERE}.{_letters(hashlib.sha256(packed).digest()[:18])}"
        return f"{VERSION}.{_letters(zlib.compress(packed, 9))}"

    def applied(self, data: Dataset) -> Dataset:
        """Return the data set with these changes; ValueError where they do not fit it."""
        return edited(data, dict(self.changes)) if self.changes else data

    def words(self, n: int) -> str:
        """Return what was done to the points of a data set of n: "2 moved, 1 added"."""
        said = {
            "moved": _("{n} moved"),
            "added": _("{n} added"),
            "relabelled": _("{n} relabelled"),
            "removed": _("{n} removed"),
        }
        counts = dict.fromkeys(said, 0)
        for number, change in self.changes:
            placed = "moved" if number < n else "added"
            kind = placed if isinstance(change, tuple) else "relabelled"
            counts["removed" if change is None else kind] += 1
        return ", ".join(text.format(n=counts[kind]) for kind, text in said.items() if counts[kind])

    def with_changes(self, sent: Sequence[Sequence[Any]], data: Dataset) -> Edits:
        """Return these changes and those that a browser sent, each for one point.

        Parameters
        ----------
        sent
            [number] removes a point, [number, label] relabels it, [number, x, y, label] places it:
            the same again changes nothing
        data
            the data set before all changes

        Raises
        ------
        ValueError, TypeError
            if something else was sent, or too many points would result
        """
        if len(sent) > MOST_IN_ADDRESS:
            raise ValueError(
                _("At most {most} changes at once; got {n}.").format(
                    most=MOST_IN_ADDRESS, n=len(sent)
                )
            )
        n, changes = len(data.X), dict(self.changes)
        for number, *values in sent:
            if _whole(number, LAST) >= n and len(values) < 3 and number not in changes:
                continue  # It has been removed already.
            if not values:
                changes[number] = None
                if number >= n:
                    del changes[number]
            elif len(values) == 1:
                label, known = _whole(values[0], LARGEST_LABEL), changes.get(number)
                if isinstance(known, tuple):
                    changes[number] = (*known[:2], label)
                elif label != data.labels[number]:
                    changes[number] = label
                else:
                    changes.pop(number, None)
            else:
                x, y, label = values
                places = zip((x, y), data.region, strict=True)
                x, y = (_rounded(value, ends, decimals_of(data)) for value, ends in places)
                changes[number] = (x, y, _whole(label, LARGEST_LABEL))
        added = sum(number >= n for number in changes)
        left = n + added - sum(change is None for change in changes.values())
        if not 1 <= left <= MOST_POINTS:
            raise ValueError(
                _("A data set has 1 to {most} points; got {n} points.").format(
                    most=MOST_POINTS, n=left
                )
            )
        return Edits(tuple(sorted(changes.items(), key=lambda one: one[0])))


def _whole(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(
            _("Need a whole number from 0 to {most}; got {value}.").format(
                most=most, value=repr(value)
            )
        )
    return value


def decimals_of(data: Dataset) -> int:
    """Return the number of decimals of a coordinate that a pointer can set."""
    return DECIMALS - floor(log10(max(high - low for low, high in data.region)))


def _rounded(value: object, ends: tuple[float, float], decimals: int) -> float:
    """A coordinate within the region."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -inf < value < inf:
        raise ValueError(
            _("A coordinate must be a finite number; got {value}.").format(value=repr(value))
        )
    return round(float(min(max(value, ends[0]), ends[1])), decimals) + 0.0  # no −0


def _packed(changes: Sequence[tuple[int, Change]]) -> bytes:
    """Decimals and count, then columns: numbers, kinds, labels, positions in steps of 10^-decimals.

    The bytes of a column are grouped by significance: the high ones are alike and deflate well.
    """
    numbers = np.array([number for number, _ in changes], "<u2")
    kinds = np.array([_kind(change) for _, change in changes], np.uint8)
    labels = np.array([_label(change) for _, change in changes], np.uint8)
    placed = np.array([c[:2] for _, c in changes if isinstance(c, tuple)], float).reshape(-1, 2)
    steps = [np.rint(placed * 10.0**d) for d in range(MOST_DECIMALS + 1)]
    decimals, found = next(
        (d, one) for d, one in enumerate(steps) if (one / 10.0**d == placed).all()
    )
    columns = [np.diff(numbers, prepend=np.uint16(0)), kinds, labels, *found.astype("<i4").T]
    return HEADER.pack(decimals, len(changes)) + b"".join(
        column.copy().view(np.uint8).reshape(len(column), column.itemsize).T.tobytes()
        for column in columns
    )


def _kind(change: Change) -> int:
    return REMOVED if change is None else PLACED if isinstance(change, tuple) else RELABELLED


def _label(change: Change) -> int:
    return 0 if change is None else change[2] if isinstance(change, tuple) else change


def _unpacked(packed: bytes) -> tuple[tuple[int, Change], ...]:
    """Undo `_packed`; ValueError for bytes that it does not give."""
    decimals, count = HEADER.unpack_from(packed)
    body = memoryview(packed)[HEADER.size :]

    def column(dtype: str, length: int) -> list[int]:
        nonlocal body
        size = np.dtype(dtype).itemsize
        own, body = body[: size * length], body[size * length :]
        planes = np.frombuffer(own, np.uint8).reshape(size, length)
        return np.ascontiguousarray(planes.T).view(dtype).ravel().tolist()

    numbers = np.cumsum(column("<u2", count), dtype=int).tolist()
    kinds, labels = column("u1", count), column("u1", count)
    placed = kinds.count(PLACED)
    x, y = (iter(column("<i4", placed)) for _ in range(2))
    sound = not body and decimals <= MOST_DECIMALS and max(kinds, default=0) <= PLACED
    if not (sound and 0 < len(set(numbers)) == count and numbers[-1] <= LAST):
        raise ValueError
    changes: list[tuple[int, Change]] = []
    for number, kind, label in zip(numbers, kinds, labels, strict=True):
        if kind == PLACED:
            changes.append((number, (next(x) / 10.0**decimals, next(y) / 10.0**decimals, label)))
        else:
            changes.append((number, label if kind == RELABELLED else None))
    return tuple(changes)


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class _Kept:
    """Changes too many for an address, by their text; the least recently used are dropped first.

    Changes that a session still shows are found for as long as the session holds them.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, Edits] = OrderedDict()
        self._held: WeakValueDictionary[str, Edits] = WeakValueDictionary()
        self._count = 0

    def put(self, edits: Edits) -> None:
        with WEIGHTS.lock:
            self._count += len(edits) if edits.text not in self._known else 0
            self._known[edits.text] = self._held[edits.text] = edits
            self._known.move_to_end(edits.text)
            while self._count > MOST_KEPT:
                self._count -= len(self._known.popitem(last=False)[1])

    def get(self, text: str) -> Edits | None:
        with WEIGHTS.lock:
            if text in self._known:
                self._known.move_to_end(text)
            return self._known.get(text) or self._held.get(text)


KEPT = _Kept()


@lru_cache(maxsize=64)
def _of_text(text: str) -> Edits:
    form, _dot, letters = text.partition(".")
    if form != VERSION:
        raise ValueError(
            _("they begin with {form}, which this version does not know").format(
                form=repr(form[:20])
            )
        )
    try:
        stream = zlib.decompressobj()
        data = base64.b64decode(letters + "=" * (-len(letters) % 4), b"-_", validate=True)
        changes = _unpacked(stream.decompress(data, 2 * CHANGE.size * MOST_IN_ADDRESS))
        whole = stream.eof
    except (ValueError, zlib.error, struct.error):
        whole = False
    if not whole:
        raise ValueError(_("they are damaged"))
    if len(changes) > MOST_IN_ADDRESS:
        raise ValueError(
            _("they change {n} points, more than {most}").format(
                n=len(changes), most=MOST_IN_ADDRESS
            )
        )
    places = [value for _k, change in changes if isinstance(change, tuple) for value in change[:2]]
    far = next((value for value in places if not abs(value) <= FARTHEST), None)
    if far is not None:
        raise ValueError(
            _("they have a coordinate {value}, beyond ±{most:g}").format(
                value=repr(far), most=FARTHEST
            )
        )
    return Edits(changes)


def edits_of(text: str) -> Edits:
    """Return the changes that a text of an address names.

    Raises
    ------
    ValueError
        if it names none; the message says why, and what is shown instead
    """
    if not text:
        return Edits()
    try:
        if text.startswith(f"{HERE}."):
            if (kept := KEPT.get(text)) is None:
                raise ValueError(
                    _(
                        "more than {most} changed points stay in the session that made them, and "
                        "this server does not hold them any more"
                    ).format(most=MOST_IN_ADDRESS)
                )
            return kept
        return _of_text(text)
    except ValueError as error:
        raise ValueError(
            _(
                "The edited points in this address cannot be read: {error}. The data set is shown "
                "without them."
            ).format(error=worded(error))
        ) from None


def trouble_of(text: str) -> str:
    """Return why a text of an address names no changes, "" where it does."""
    try:
        edits_of(text)
    except ValueError as error:
        return worded(error)
    return ""


@dataclass(frozen=True)
class EditsField:
    """The changed points as a setting, of one data set."""

    owner: str = field(default="", compare=False)
    key: str = "points"
    label: str = N_("Edited points")
    default: Edits = Edits()

    def parse(self, text: str) -> Edits | None:
        try:
            return edits_of(text)
        except ValueError:
            return None

    def write(self, value: Edits) -> str:
        if len(value) > MOST_IN_ADDRESS:
            KEPT.put(value)
        return value.text
