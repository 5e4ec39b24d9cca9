"""The drawing as a Streamlit component; only this and ``assets/streamlit.js`` know Streamlit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

# Streamlit finds the files through `[tool.streamlit.component]` in pyproject.toml. A script given
# as a file is attached to the page and awaited anew for every frame; this one, sent with the frame,
# loads the module once, from beside the style sheet, and from then on calls it at once.
LOADER = """
let draw = null;
export default function (component) {
  if (draw) return draw(component);
  const { href } = component.parentElement.querySelector("link[rel=stylesheet]");
  return import(new URL("streamlit.js", href).href).then((module) => {
    draw = module.default;
    return draw(component);
  });
}
"""


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    component: Callable[..., Any] = st.components.v2.component(
        "kpca-core.live", css="drawing.css", js=LOADER
    )
    return component


def drawing(
    key: str,
    frame: bytes,
    on_release: Callable[[], None],
    on_choose: Callable[[], None],
    on_select: Callable[[], None],
) -> Any:
    """Draw a frame.

    Parameters
    ----------
    key
        of the component's state in the session
    frame
        as `kpca_core.canvas.frame.frame` packs it; those of other pictures name their ``scene`` in
        the header
    on_release
        called when a slider was released
    on_choose
        called when a view was chosen
    on_select
        called when points were selected

    Returns
    -------
    the component's state: ``live``, the question of a slider that is being dragged, where no
    socket answers it; ``commit``, the values at a release; ``choose``, the settings of a view that
    was chosen; ``select``, the numbers of the points that were selected; ``open``, the panel that
    was clicked
    """
    # Streamlit keeps only those states of a component that have a callback.
    return _component()(
        key=key,
        data=frame,
        on_live_change=_nothing,
        on_commit_change=on_release,
        on_choose_change=on_choose,
        on_select_change=on_select,
        on_open_change=_nothing,
    )


def _nothing() -> None:
    pass
