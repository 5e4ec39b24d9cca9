"""Small pictures of the stories: one eigenfunction each, with the colours of the pages, as PNG."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.ImageColor import getrgb
from scipy.interpolate import interpn

from kpca_core._support.arrays import Array
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.palette import DARK, LIGHT, Palette
from kpca_core.grid import Region
from views.pages.compare.solving import second_field
from views.pages.compare.state import CompareState
from views.pages.explore.solving import dataset_of, solve_state
from views.pages.explore.state import ExploreState
from views.pages.neighbours.solving import Problem, drawn_at, points_of
from views.pages.neighbours.state import STEPS, NeighboursState
from views.stories import STORIES

THEMES = {"light": LIGHT, "dark": DARK}
# Samples an axis of the field; bands of colour are smooth enough from 50 on.
SAMPLES = "50"


@cache
def thumbnail(name: str, theme: str) -> bytes:
    """Return the PNG of a story.

    Raises
    ------
    KeyError
        if there is no such story or theme; tasks have no thumbnails
    """
    story, palette = STORIES[name], THEMES[theme]
    if story.is_task:
        raise KeyError(name)
    address = {"story": name, "step": str(story.cover)}
    if story.page == CompareState.page:
        compare = CompareState.of_address(address)
        dataset, field = dataset_of(compare.data), second_field(compare, story.panel - 1)
        return png(painted(field, dataset.X, dataset.region, palette))
    if story.page == NeighboursState.page:
        neighbours = NeighboursState.of_address(address)
        data = points_of(neighbours)
        problem = Problem(neighbours, neighbours.methods[story.panel - 1])
        shown = drawn_at(problem, STEPS, neighbours.feature)
        if shown.field is None:
            raise KeyError(f"The map {story.panel} of the story {name} has no field.")
        return png(painted(shown.field, data.X, data.region, palette))
    state = ExploreState.of_address(address)
    picture = solve_state(replace(state, resolution=SAMPLES, components=story.panel))
    field = picture.fields[story.panel - 1]
    return png(painted(field, picture.points, picture.region, palette))


def painted(
    values: Array, points: Array, region: Region, palette: Palette, height: int = 108
) -> NDArray[np.uint8]:
    """Return bands of colour and the points as pixels (height, width, 3), row 0 above.

    The image has three times the height at which a page shows it, for screens of fine pixels.
    """
    (x0, x1), (y0, y1) = region
    width = round(height * (x1 - x0) / (y1 - y0))
    field = _resampled(values, height, width)[::-1]
    steps = even_levels(values)
    middles = np.array([steps[0], *((steps[1:] + steps[:-1]) / 2), steps[-1]]) / -steps[0] * 1.2
    colours = np.array([getrgb(palette.diverging(t)) for t in middles], dtype=np.uint8)
    pixels = colours[np.searchsorted(steps, field)]
    columns = ((points[:, 0] - x0) / (x1 - x0) * (width - 1)).round().astype(int)
    rows = ((y1 - points[:, 1]) / (y1 - y0) * (height - 1)).round().astype(int)
    for down in (0, 1):
        for right in (0, 1):
            inside = (rows + down < height) & (columns + right < width)
            pixels[rows[inside] + down, columns[inside] + right] = getrgb(palette.zero)
    return pixels


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels (height, width, 3) as a PNG file."""
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "PNG", optimize=True)
    return held.getvalue()


def _resampled(field: NDArray[np.floating], height: int, width: int) -> NDArray[np.float64]:
    """Return the field at (height, width) equally spaced places, ends included, bilinearly."""
    own, places = (
        [np.linspace(0, 1, n) for n in shape] for shape in (field.shape, (height, width))
    )
    return np.asarray(interpn(own, field, tuple(np.meshgrid(*places, indexing="ij"))))
