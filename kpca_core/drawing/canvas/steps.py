"""Fields with 8 or 16 bits a value."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Steps of a field on either side of zero, and the largest value is in the last one. A band of
# colour has 21 of them.
_STEPS = 128 * (1 - 1e-9)


def quantised(fields: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return fields (…, ny, nx) as 8-bit steps of the same shape, and the scale (…,) of each.

    A value becomes a whole number s from -128 to 127 which stands for ``(s + 1/2) scale``, so that
    none loses its sign, however small. What is returned are the differences of these numbers along
    both axes, modulo 256, which deflate well.
    """
    fields = np.asarray(fields, dtype=np.float64)  # in single precision the largest would overflow
    scales = np.abs(fields).max(axis=(-2, -1), initial=0.0) / _STEPS
    scales[scales == 0] = 1.0
    steps = np.floor(fields / scales[..., None, None]).astype(np.int8)
    for axis in (-2, -1):
        steps = np.diff(steps, axis=axis, prepend=np.int8(0))
    return steps, scales.astype(np.float32)


def quantised_finely(fields: NDArray[Any]) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
    """Return fields (…, ny, nx) as 16-bit steps of the same shape, and the scale (…,) of each.

    As `quantised` with whole numbers s from -32768 to 32767, of which the second differences along
    both axes are returned, modulo 65536: of smooth fields they deflate to a fifth.
    """
    fields = np.asarray(fields, dtype=np.float64)
    steps = 256 * _STEPS
    scales = np.abs(fields).max(axis=(-2, -1), initial=0.0) / steps
    scales[scales == 0] = 1.0
    whole = np.floor(fields / scales[..., None, None]).astype(np.int16).view(np.uint16)
    for axis in (-2, -2, -1, -1):
        whole = np.diff(whole, axis=axis, prepend=np.uint16(0))
    return whole, scales.astype(np.float32)
