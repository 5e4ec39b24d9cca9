"""Plotly charts, tables, and columns of the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from views.hosts.streamlit.page import theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

# Pixels between columns.
GAPS = {"small": 16, "medium": 32}


def template() -> str:
    """Return the name of the figures' template for the theme that the reader sees."""
    return "plotly_dark" if theme() == "dark" else "plotly_white"


def chart(make: Callable[[str], go.Figure], key: str, text: str) -> None:
    """Draw a figure as wide as its place; `text` is for readers who cannot see it.

    Parameters
    ----------
    make
        gives the figure for the name of a template
    """
    # Plotly fails on a pandas in `sys.modules` whose import, by another reader's page, has not
    # finished. This waits for it.
    import pandas  # noqa: F401

    config = {"displayModeBar": False}
    figure = make(template())
    st.plotly_chart(figure, width="stretch", theme=None, key=key, config=config, alt=text)


def reserved(key: str, height: float) -> Any:
    """Return a container that is at least `height` pixels high whatever is in it yet."""
    st.html(f"<style>.st-key-place-{key} {{ min-height: {height:.0f}px }}</style>")
    return st.container(key=f"place-{key}")


def beside(n: int, least: int, key: str, gap: Literal["small", "medium"] = "medium") -> list[Any]:
    """Return n columns; where they would be narrower than `least` pixels they wrap."""
    pixels = GAPS[gap]
    rules = [f".st-key-cells-{key} {{ column-gap: {pixels}px }}"] + [
        f"@container (min-width: {most * least + (most - 1) * pixels}px) "
        f"{{ .st-key-cells-{key} {{ --columns: {even_columns(n, most)} }} }}"
        for most in range(2, n + 1)
    ]
    st.html(f"<style>{' '.join(rules)}</style>")
    cells = st.container(key=f"wrap-{key}").container(key=f"cells-{key}")
    return [cells.container() for _ in range(n)]


def even_columns(count: int, most: int) -> int:
    """Return the number of columns for `count` things where `most` fit: the fewest for their rows.

    Fewer if all rows are full then and things become at most half as wide again, as
    `evenColumns` of the canvas.
    """
    columns = -(-count // -(-count // most))
    fewer = range(columns, max(1, -(-2 * columns // 3) - 1), -1)
    return next((c for c in fewer if count % c == 0), columns)


def scrolling(key: str, least: int, most: int) -> Any:
    """Return a container whose content is `least` to `most` pixels wide and scrolls if it must."""
    st.html(
        f"<style>.st-key-scroll-{key} > * {{ min-width: {least}px; max-width: {most}px }}</style>"
    )
    return st.container(key=f"scroll-{key}")
