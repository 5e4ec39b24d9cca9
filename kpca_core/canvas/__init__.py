"""What the canvas component receives: isolines, and one frame packed as bytes.

The browser draws filled contours, isolines and points itself (``assets/``). Python sends it one
block of bytes per redraw: a JSON header for the words and few numbers, raw arrays for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import contourpy
import numpy as np
from numpy.typing import NDArray

__all__ = ["ASSETS", "LEVELS", "encode", "even_levels", "isolines"]

ASSETS = Path(__file__).parent / "assets"

# Isolines on either side of zero.
LEVELS = 5

_ALIGNMENT = 8
_FULL_SCALE = 65535
_DTYPES = ("float32", "uint16", "uint32", "uint8")


def encode(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack ``header`` and ``arrays`` into the bytes that ``assets/wire.js`` decodes.

    Layout, everything little-endian::

        uint32 H | JSON header of H bytes, space-padded so that 8 divides 4 + H | arrays

    The header gains the key ``"arrays"``: ``{name: {"dtype", "shape", "offset"}}``, where
    ``offset`` counts bytes from the end of the header and is a multiple of 8. NumPy scalars and
    arrays inside ``header`` become JSON numbers and lists.

    Args:
        header: JSON-compatible mapping without the key ``"arrays"``; all numbers finite.
        arrays: float32, uint16, uint32 or uint8 arrays of any shape, by name.

    Returns:
        The frame, ``4 + H`` bytes plus the arrays.

    Raises:
        TypeError: an array has another dtype, or a header value has no JSON form.
        ValueError: the header already has ``"arrays"``, or contains NaN or an infinity.
    """
    if "arrays" in header:
        raise ValueError('The header key "arrays" is reserved for the table of arrays.')
    table: dict[str, dict[str, Any]] = {}
    blocks: list[bytes] = []
    offset = 0
    for name, array in arrays.items():
        if array.dtype.name not in _DTYPES:
            raise TypeError(f"Array {name!r} must be one of {_DTYPES}; got {array.dtype.name}.")
        little = array.astype(array.dtype.newbyteorder("<"), copy=False)
        block = little.tobytes(order="C")
        table[name] = {"dtype": array.dtype.name, "shape": array.shape, "offset": offset}
        padding = -len(block) % _ALIGNMENT
        blocks += [block, bytes(padding)]
        offset += len(block) + padding
    text = json.dumps(
        {**header, "arrays": table},
        default=_as_json,
        allow_nan=False,
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    text += b" " * (-(4 + len(text)) % _ALIGNMENT)
    return b"".join([len(text).to_bytes(4, "little"), text, *blocks])


def even_levels(field: NDArray[Any]) -> NDArray[Any]:
    """2·LEVELS + 1 isoline values, equally spaced, symmetric, to the scale of the field."""
    largest = float(np.abs(field).max()) or 1.0
    steps: NDArray[Any] = np.arange(-LEVELS, LEVELS + 1) / (LEVELS + 1)
    return largest * steps


def isolines(
    fields: NDArray[Any], levels: NDArray[Any], samples: int | None = None
) -> dict[str, NDArray[Any]]:
    """Trace the level sets {x : f_j(x) = levels[j, l]} of q gridded fields.

    Bilinear interpolation on the grid, by contourpy's serial algorithm. A point at column ``s``
    and row ``t`` of the grid gets the position ``65535 · (s/(nx-1), t/(ny-1))``: x to the right,
    then y upward, both as fractions of the region.

    Args:
        fields: (q, ny, nx), finite, row 0 at the smallest y, samples at both ends of the region.
        levels: (q, L), ascending in each row.
        samples: trace on at most this many samples an axis, both ends among them; None means
            on all. The cost is proportional to their square.

    Returns:
        ``vertices`` (N, 2) uint16; ``starts`` (P+1,) uint32, polyline p is
        ``vertices[starts[p]:starts[p + 1]]``; ``lines`` (P, 2) uint32, the panel and the level
        of each polyline, sorted by panel, then level.

    Raises:
        ValueError: shapes disagree, or an axis has fewer than 2 samples.
    """
    fields, levels = np.asarray(fields), np.asarray(levels)
    if fields.ndim != 3 or levels.ndim != 2 or len(fields) != len(levels):
        raise ValueError(
            f"Need fields (q, ny, nx) and levels (q, L); got {fields.shape} and {levels.shape}."
        )
    ny, nx = fields.shape[1:]
    if min(nx, ny) < 2:
        raise ValueError(f"Need at least 2 samples an axis; got ny={ny} and nx={nx}.")
    columns, rows = _spread(nx, samples), _spread(ny, samples)
    fields = fields[:, rows][:, :, columns]
    x, y = np.meshgrid(columns * (_FULL_SCALE / (nx - 1)), rows * (_FULL_SCALE / (ny - 1)))
    vertices: list[NDArray[np.float64]] = []
    starts = [np.zeros(1, np.uint32)]
    lines: list[tuple[int, int]] = []
    total = 0
    for panel, (field, heights) in enumerate(zip(fields, levels, strict=True)):
        # The class itself: the function around it looks for NaN, which takes as long as tracing.
        tracer = contourpy.SerialContourGenerator(
            x,
            y,
            np.asarray(field, dtype=np.float64),
            cast(Any, None),  # no mask
            corner_mask=False,
            line_type=contourpy.LineType.ChunkCombinedOffset,
            fill_type=contourpy.SerialContourGenerator.default_fill_type,
            quad_as_tri=False,
            z_interp=contourpy.ZInterp.Linear,
        )
        # With this line type and one chunk each level gives ([points or None], [offsets or None]).
        traced = cast("list[tuple[list[Any], list[Any]]]", tracer.multi_lines(heights))
        for level, ((points,), (offsets,)) in enumerate(traced):
            if points is None:
                continue
            vertices.append(points)
            starts.append(offsets[1:] + np.uint32(total))
            lines += [(panel, level)] * (len(offsets) - 1)
            total += len(points)
    positions = np.concatenate(vertices) if vertices else np.empty((0, 2))
    return {
        "vertices": np.rint(positions).astype(np.uint16),
        "starts": np.concatenate(starts).astype(np.uint32),
        "lines": np.array(lines, np.uint32).reshape(-1, 2),
    }


def _spread(size: int, samples: int | None) -> NDArray[np.intp]:
    """At most `samples` of the indices 0 … size − 1, evenly spread, both ends included."""
    count = size if samples is None else min(size, max(2, samples))
    return np.rint(np.linspace(0, size - 1, count)).astype(np.intp)


def _as_json(value: Any) -> Any:
    """Turn a NumPy scalar or array into what ``json`` knows."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"The header holds a {type(value).__name__}, which has no JSON form.")
