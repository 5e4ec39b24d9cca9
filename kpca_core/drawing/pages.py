"""Figures as interactive pages that say where they come from; `printing` has those for print."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import Display, spectrum, titles
from kpca_core.grid import Grid

if TYPE_CHECKING:
    from kpca_core.drawing.charts.blank import Figure


def html_page(figure: Figure, origin: Origin) -> str:
    """Return a Plotly figure as an interactive page that needs no network, `origin` its caption."""
    title, caption = html.escape(origin.title), html.escape(origin.caption)
    drawing: str = figure.to_html(include_plotlyjs=True, full_html=False)
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="description" content="{caption}"></head>\n<body>\n{drawing}\n'
        f'<p style="font: 13px system-ui, sans-serif; margin: 1em">{caption}</p>\n</body>\n</html>'
    )


def picture_page(picture: Picture, grid: Grid, display: Display, origin: Origin) -> str:
    """Return the spectrum and the panels of a picture, evaluated on `grid`, as an `html_page`."""
    from kpca_core.drawing.charts.eigenfunctions import panels

    drawn = spectrum(picture, display)
    figure = panels(
        picture.fields, grid, picture.points, picture.labels, levels(picture.fields),
        titles(picture, display.scale),
        overlays=[picture.overlay(j) for j in range(len(picture.fields))],
        eigenvalues=drawn.pop("values"), **drawn,
    )  # fmt: skip
    return html_page(figure, origin)
