"""One block of bytes: a JSON header and raw arrays, as `assets/wire.js` decodes it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNMENT = 8
_DTYPES = ("float32", "uint16", "uint32", "uint8", "int16", "int8")


def encode(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Pack ``header`` and ``arrays`` into the bytes that ``assets/wire.js`` decodes.

    Layout, everything little-endian::

        uint32 H | JSON header of H bytes, space-padded so that 8 divides 4 + H | arrays

    The header gains the key ``"arrays"``: ``{name: {"dtype", "shape", "offset"}}``, where
    ``offset`` counts bytes from the end of the header and is a multiple of 8. NumPy scalars and
    arrays inside ``header`` become JSON numbers and lists.

    Parameters
    ----------
    header
        JSON-compatible mapping without the key ``"arrays"``; all numbers finite.
    arrays
        float32, uint16, uint32, uint8, int16 or int8 arrays of any shape, by name.

    Returns
    -------
    the frame, ``4 + H`` bytes plus the arrays

    Raises
    ------
    TypeError
        if an array has another dtype, or a header value has no JSON form
    ValueError
        if the header already has ``"arrays"``, or contains NaN or an infinity
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


def deflated(frame: bytes, level: int = 1) -> bytes:
    """Return a frame as the uint32 0xFFFFFFFF and a zlib stream; `assets/wire.js` inflates it.

    Level 1: on moving frames the others take up to six times as long to save 15 % more.
    """
    return b"\xff\xff\xff\xff" + zlib.compress(frame, level)


def _as_json(value: Any) -> Any:
    """Turn a NumPy scalar or array into numbers and lists."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"The header holds a {type(value).__name__}, which has no JSON form.")
