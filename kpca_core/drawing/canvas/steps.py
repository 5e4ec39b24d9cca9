"""Fields with few bits a value."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.drawing.canvas.levels import largest

# Bits of a moving field's value: isolines are drawn from it, and a band of colour has 170 steps.
BITS = 11


def quantised(
    fields: NDArray[Any], bits: int = 8
) -> tuple[NDArray[np.signedinteger[Any]], NDArray[np.float32]]:
    """Return fields (…, ny, nx) as steps of so many bits, and the scale (…,) of each.

    A value becomes a whole number s from -2^(bits-1) to 2^(bits-1) - 1 which stands for
    ``(s + 1/2) scale``, so that none loses its sign, however small. What is returned are the
    differences of these numbers along both axes, which deflate well: of the fields' shape, int8 and
    modulo 256 for 8 bits, else int16.
    """
    fields = np.asarray(fields, dtype=np.float64)  # in single precision the largest would overflow
    # A little fewer than there are: the largest value is in the last one.
    scales = largest(fields) / (2 ** (bits - 1) * (1 - 1e-9))
    steps = fields / scales[..., None, None]
    steps = np.floor(steps, out=steps).astype(np.int8 if bits == 8 else np.int16)
    steps[..., 1:, :] -= steps[..., :-1, :].copy()
    steps[..., 1:] -= steps[..., :-1].copy()
    return steps, scales.astype(np.float32)


def quantised_finely(fields: NDArray[Any]) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
    """Return fields (…, ny, nx) as 16-bit steps of the same shape, and the scale (…,) of each.

    As `quantised` with whole numbers s from -32768 to 32767, of which the second differences along
    both axes are returned, modulo 65536: of smooth fields they deflate to a fifth.
    """
    fields = np.asarray(fields, dtype=np.float64)
    scales = largest(fields) / (2**15 * (1 - 1e-9))
    whole = np.floor(fields / scales[..., None, None]).astype(np.int16).view(np.uint16)
    for axis in (-2, -2, -1, -1):
        whole = np.diff(whole, axis=axis, prepend=np.uint16(0))
    return whole, scales.astype(np.float32)
