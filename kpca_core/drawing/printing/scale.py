"""Approximations beside the exact function in print quality by Matplotlib."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.look import LOOK, crowding
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing.figures import WIDTH, draw_map, file_of, in_print
from kpca_core.drawing.scene import made
from kpca_core.drawing.sheets import Maps

with needed("Matplotlib", "draws SVG, PDF and PNG", "figures"):
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

WORDS = N_(
    "Blue bands and dashed lines are negative, orange bands positive, the heavy line is 0; all "
    "functions have one scale, whose outermost line stands above them. Points are the data on the "
    "exact function and the landmarks on the others. Below: the error |f̂ − f| as a share of the "
    "range of f."
)


def print_approximations(above: Maps, below: Maps, origin: Origin, file_format: str) -> bytes:
    """Draw what `screen.approximated` returns, the exact function first; return the file.

    Above a function stand its name, and the sentence of its tile. The format is one of
    `printing.FORMATS`.
    """
    assert above.points is not None
    assert below.fields is not None
    known = [k for k, tile in enumerate(above.tiles) if not tile.empty]
    titled = replace(above, tiles=[replace(tile, text=made(tile.sentence)) for tile in above.tiles])
    # In inches: beside the panels, between two of them, above a function, and below all.
    left, right, gap, head, foot = 0.32, 0.08, 0.16, 0.36, 0.24
    (x0, x1), (y0, y1) = above.region
    count = len(known)
    side = (WIDTH - left - right - (count - 1) * gap) / count
    high = side * (y1 - y0) / (x1 - x0)
    height = head + 2 * high + gap + foot
    colours = LinearSegmentedColormap.from_list("errors", LIGHT.errors)
    lowest, highest = LOOK["errors"]["low"], LOOK["errors"]["high"]
    with in_print():
        figure = Figure(figsize=(WIDTH, height))
        for column, k in enumerate(known):
            start, shape = (left + column * (side + gap)) / WIDTH, (side / WIDTH, high / height)
            axes = figure.add_axes((start, (foot + high + gap) / height, *shape))
            points = above.tiles[k].points
            crowd = len(above.points if points is None else points)
            draw_map(axes, titled, k, max(0.4, side * 0.85 * crowding(crowd)))
            has_error = not below.tiles[k].empty
            axes.tick_params(labelbottom=not has_error, labelleft=column == 0)
            axes.text(
                0, 1 + 0.18 / high, above.tiles[k].text, transform=axes.transAxes, fontsize=7.5
            )
            if not has_error:
                continue
            errors = figure.add_axes((start, foot / height, *shape))
            errors.imshow(
                below.fields[k], origin="lower", extent=(x0, x1, y0, y1), aspect="equal",
                cmap=colours, vmin=lowest, vmax=highest, interpolation="bilinear",
            )  # fmt: skip
            errors.tick_params(labelleft=False)
            errors.locator_params(nbins=3)
        bar = (left / WIDTH, (foot + 0.42 * high) / height, 0.8 * side / WIDTH, 0.07 / height)
        scale = figure.add_axes(bar)
        strip = np.linspace(lowest, highest, 64)[None]
        scale.imshow(strip, extent=(lowest, highest, 0, 1), aspect="auto", cmap=colours)
        scale.set(yticks=[])
        scale.set_xticks(np.linspace(lowest, highest, 3), LOOK["errors"]["values"])
        scale.set_title(_("error"), loc="left", pad=2.5, fontsize=7.0)
        return file_of(figure, file_format, origin, _(WORDS))
