"""The line that says what the marks on maps mean, for maps that the canvas does not draw."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from kpca_core._support.arrays import Labels
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.look import LOOK, thinning
from kpca_core.drawing.markers import drawing_of
from kpca_core.drawing.palette import DARK, FRAME, LIGHT, MUTED
from views.shared.widgets import switch
from views.state.catalogue import MARKED
from views.state.settings import State


def draw_legend(
    state: State, marked: bool, labels: Labels, names: Sequence[str], what: str = "", end: str = ""
) -> None:
    """Draw the switch of the points, the marker of each label, and the colour scale with values.

    Parameters
    ----------
    state, marked
        what the page shows, and whether that is with points
    labels
        of all points
    names
        of labels 0, 1, …
    what, end
        the function whose colours the scale has, and the largest value of it; "" where each map has
        its own scale
    """
    row = st.container(horizontal=True, gap="small", vertical_alignment="center", key="legend")
    with row:
        switch(state, MARKED)
    row.html(f"<style>{styles('legend.css')}</style>{legend(marked, labels, names, what, end)}")


def legend(marked: bool, labels: Labels, names: Sequence[str], what: str, end: str) -> str:
    """Return the legend of `draw_legend` as HTML, in the classes of ``assets/legend.css``."""
    known = sorted(set(labels.tolist()))
    entries = [
        drawing_of(label) + escape(names[label] if len(known) > 1 else "data") for label in known
    ]
    if (every := thinning(len(labels))) > 1:
        entries.append(f"1 point of {every} drawn")
    spans = "".join(f'<span class="entry">{entry}</span>' for entry in entries if marked)
    bands = 2 * LOOK["lines"]["levels"]
    shades = [
        _either(LIGHT.diverging(t), DARK.diverging(t))
        for t in ((2 * i + 1) / bands - 1 for i in range(bands))
    ]
    stops = ", ".join(
        f"{shade} {100 * i / bands}% {100 * (i + 1) / bands}%" for i, shade in enumerate(shades)
    )
    values = "".join(
        f'<span class="value {place}">{text}</span>'
        for place, text in (("low", f"−{end}"), ("middle", "0"), ("high", f"+{end}"))
    )
    said = f"at −{end} and +{end}" if end else "named over each map"
    note = "" if end else "<span>± value over each map</span>"
    colours = f"--kpca-background: {_either(LIGHT.background, DARK.background)};" + "".join(
        f"--kpca-{name}: {_either(LIGHT.shade(share), DARK.shade(share))};"
        for name, share in (("text", 1), ("muted", MUTED), ("frame", FRAME))
    )
    return (
        f'<div class="map-legend" style="{colours}"><span class="labels">{spans}</span>'
        f'<span class="key" role="img" aria-label="Colours: from blue through neutral at 0 to '
        f'orange; the ends are {said}">{what}<span class="ramp-block"><span class="ramp" '
        f'style="background: linear-gradient(to right, {stops})"></span>{values}</span>'
        f"{note}</span></div>"
    )


def _either(light: str, dark: str) -> str:
    """Return a colour of either theme as CSS: where the theme changes, the page may not."""
    return f"light-dark({light}, {dark})"
