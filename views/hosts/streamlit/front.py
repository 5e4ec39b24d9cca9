"""Drawings as Streamlit components, whose JavaScript is the front end of the canvas.

Its files (`kpca_core.drawing.canvas.modules`) are served below `PLACE`; their names tell versions
apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import streamlit as st

from kpca_core.drawing import canvas
from kpca_core.drawing.canvas.modules import FRONT, files_of

# Below the address of the app. Every page stands right below it, too.
PLACE = "modules"
# Style sheets of the kinds whose sheets Streamlit gets as text.
STYLES: Mapping[str, Sequence[str]] = {
    "sweep": canvas.STYLES,
    "figure": canvas.FIGURE_STYLES,
    "method": ("slider.css", *canvas.FIGURE_STYLES, "method/method.css"),
}

# A script given as a file is attached to the page and awaited anew for every frame; this one, sent
# with the frame, loads the front end once, all files of a kind at the same time, and from then on
# draws at once.
_LOADER = """
let draw = null;
export default function (component) {
  if (draw) return draw(component);
  const app = new URL("./", location.href);
  return Promise.all(FILES.map((file) => import(new URL(file, app).href)))
    .then(([front]) => front.load(KIND))
    .then((module) => (draw = module.default)(component));
}
"""


def addresses(kind: str, *parts: str) -> list[str]:
    """Return where a browser fetches the front end, below the address of the app.

    Parameters
    ----------
    kind : of a component, a name of `front.js`
    parts : further ones that are fetched at once, as `modules.parts` names them
    """
    return [f"{PLACE}/{file}" for file in files_of(FRONT, f"streamlit/{kind}.js", *parts)]


@cache
def component(kind: str, css: str, key: str | None = None) -> Callable[..., Any]:
    """Declare a component; this needs a running Streamlit.

    Parameters
    ----------
    kind : as for `addresses`
    css : the text of its style sheets, or the name of a file that Streamlit serves
    key
        its name for Streamlit, which finds files through `[tool.streamlit.component]` in
        pyproject.toml
    """
    loader = _LOADER.replace("KIND", json.dumps(kind)).replace("FILES", json.dumps(addresses(kind)))
    declared: Callable[..., Any] = st.components.v2.component(
        key or f"explorer.{kind}", css=css, js=loader
    )
    return declared


def draw(kind: str, key: str, data: bytes, **more: Any) -> None:
    """Draw data.

    Parameters
    ----------
    kind : as for `addresses`
    key : of the component's state in the session
    data : as it has them: a frame, of which `kpca_core.drawing.scene.pack` has the layout, or JSON
    more : arguments of the component

    What a reader sets leaves by the event of `settle` in ``page.js``.
    """
    if kind == "drawing":
        made = component(kind, "drawing.css", "kpca-core.live")
    else:
        made = component(kind, canvas.styles(*STYLES[kind]))
    made(key=key, data=data, **more)
