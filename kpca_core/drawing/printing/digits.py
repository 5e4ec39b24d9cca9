"""Rows of images of digits in print quality by Matplotlib."""

from __future__ import annotations

import numpy as np

from kpca_core._support.extras import needed
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing.figures import file_of, in_print
from kpca_core.drawing.sheets import Images

with needed("Matplotlib", "draws SVG, PDF and PNG", "figures"):
    import matplotlib
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure


def print_images(laid_out: Images, origin: Origin, words: str, file_format: str) -> bytes:
    """Draw rows of images and return the file, in a format of `printing.FORMATS`.

    Parameters
    ----------
    laid_out
        The images, pixels and names.
    words
        How to read it.
    """
    # In inches: a row, the names of rows and of columns, and what is right and below.
    row, left, head, edge = 0.46, 0.7, 0.24, 0.06
    pixel = row / laid_out.step
    inner = pixel * np.array([laid_out.width, laid_out.height])
    size = inner + np.array([left + edge, head + edge])
    shades = [LIGHT.background, *LIGHT.errors[1:]]
    maps, greys = LinearSegmentedColormap.from_list("maps", shades), matplotlib.colormaps["gray_r"]
    with in_print():
        figure = Figure(figsize=(size[0], size[1]))
        axes = figure.add_axes((left / size[0], edge / size[1], *(inner / size)))
        for block in laid_out.blocks:
            low, colours = (0, maps) if block.shares else (-1, greys)
            height, width = block.pixels.shape
            extent = (block.left, block.left + width, height, 0)
            axes.imshow(
                block.pixels, extent=extent, interpolation="nearest", cmap=colours,
                vmin=low, vmax=1,
            )  # fmt: skip
        for x, text in laid_out.heads:
            axes.annotate(
                text, (x, 0), (0, 3), textcoords="offset points", ha="center", va="bottom",
                annotation_clip=False,
            )  # fmt: skip
        middles = (np.arange(len(laid_out.rows)) + 0.5) * laid_out.step - 1
        axes.set(xlim=(0, laid_out.width), ylim=(laid_out.height, 0), xticks=[])
        axes.set_yticks(middles, laid_out.rows, fontsize=7.0)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        return file_of(figure, file_format, origin, words)
