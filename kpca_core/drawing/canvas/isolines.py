"""Isolines of fields on a grid, traced by contourpy."""

from __future__ import annotations

from typing import Any, cast

import contourpy
import numpy as np
from numpy.typing import NDArray

# The position of the last sample of an axis.
FULL_SCALE = 65535


def isolines(fields: NDArray[Any], levels: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Trace the level sets {x : f_j(x) = levels[j, l]} of q gridded fields.

    Bilinear interpolation on the grid, by contourpy's serial algorithm. A point at column ``s``
    and row ``t`` of the grid gets the position ``65535 · (s/(nx-1), t/(ny-1))``: x to the right,
    then y upward, both as fractions of the region.

    Parameters
    ----------
    fields : (q, ny, nx), finite, row 0 at the smallest y, samples at both ends of the region
    levels : (q, L), ascending in each row

    Returns
    -------
    ``vertices`` (N, 2) uint16; ``starts`` (P+1,) uint32, polyline p is
    ``vertices[starts[p]:starts[p + 1]]``; ``lines`` (P, 2) uint32, the panel and the level of each
    polyline, sorted by panel, then level

    Raises
    ------
    ValueError
        if shapes disagree, or an axis has fewer than 2 samples
    """
    fields, levels = np.asarray(fields), np.asarray(levels)
    if fields.ndim != 3 or levels.ndim != 2 or len(fields) != len(levels):
        raise ValueError(
            f"Need fields (q, ny, nx) and levels (q, L); got {fields.shape} and {levels.shape}."
        )
    ny, nx = fields.shape[1:]
    if min(nx, ny) < 2:
        raise ValueError(f"Need at least 2 samples an axis; got ny={ny} and nx={nx}.")
    x, y = np.meshgrid(np.linspace(0, FULL_SCALE, nx), np.linspace(0, FULL_SCALE, ny))
    vertices: list[NDArray[np.float64]] = []
    starts = [np.zeros(1, np.uint32)]
    lines: list[tuple[int, int]] = []
    total = 0
    for panel, (field, heights) in enumerate(zip(fields, levels, strict=True)):
        # Not `contour_generator`, which also looks for NaN: that takes as long as tracing.
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
