"""Rows of images of digits: where each stands, whatever draws them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.sheets import Block, Images


def extremes(left: Array, right: Array, rows: Sequence[str], heads: tuple[str, str]) -> Images:
    """Put images (q, c, side, side) in rows of two groups, with the names of rows and groups."""
    q, count, side = left.shape[:3]
    step = side + 2
    pixels = np.hstack([tiled(left), np.full((q * step, side), np.nan), tiled(right)])
    height, width = pixels.shape
    middles = (count * step / 2, width - count * step / 2)
    named = list(zip(middles, heads, strict=True))
    return Images([Block(0, pixels)], width, height, step, rows, named)


def components(influence: Array, looks: Array, rows: Sequence[str], steps: Sequence[str]) -> Images:
    """Put the map of each component's influence to the left of what it looks like.

    The first block holds the maps as shares of the largest value of each.

    Parameters
    ----------
    influence : (q, side, side) array
        At least 0.
    looks : (q, c, side, side) array
    rows, steps
        The names of the q rows and of the c pictures in each.
    """
    q, count, side = looks.shape[:3]
    step, gap = side + 2, side
    largest = influence.max(axis=(1, 2), keepdims=True)
    maps = influence / np.where(largest > 0, largest, 1.0)
    heads = [(side / 2, _("influence"))]
    heads += [(step * (i + 1) + gap + side / 2, text) for i, text in enumerate(steps)]
    blocks = [Block(0, tiled(maps[:, None]), shares=True), Block(step + gap, tiled(looks))]
    return Images(blocks, step + gap + count * step - 2, q * step - 2, step, rows, heads)


def table(
    images: Sequence[Sequence[Array | None]], numbers: Sequence[Sequence[float | None]],
    rows: Sequence[str], columns: Sequence[str],
) -> Images:  # fmt: skip
    """Put square images in rows and columns, with a number below each.

    Parameters
    ----------
    images
        Rows of (side, side) arrays, pixels in [-1, 1], -1 the background; None leaves a gap.
    numbers
        Likewise, None for no number.
    rows, columns
        Their names.
    """
    side = next(len(image) for row in images for image in row if image is not None)
    # In pixels: between two images, and below one for its number.
    gap, below = max(1, round(0.12 * side)), max(2, round(0.4 * side))
    wide, high = side + gap, side + below
    pixels = np.full((len(rows) * high, len(columns) * wide - gap), np.nan)
    said = []
    for i, j in np.ndindex(len(rows), len(columns)):
        image, value = images[i][j], numbers[i][j]
        if image is not None:
            pixels[i * high : i * high + side, j * wide : j * wide + side] = np.clip(image, -1, 1)
        if value is not None:
            said.append((j * wide + side / 2, i * high + side, f"{value:.3f}"))
    heads = [(j * wide + side / 2, text) for j, text in enumerate(columns)]
    height, width = pixels.shape
    return Images([Block(0, pixels)], width, height, high, rows, heads, numbers=said)


def tiled(images: Array) -> Array:
    """Put images (q, c, side, side) in q rows, with two empty pixels below and after each."""
    padded = np.pad(images, ((0, 0), (0, 0), (0, 2), (0, 2)), constant_values=np.nan)
    return padded.transpose(0, 2, 1, 3).reshape(len(images) * padded.shape[2], -1)
