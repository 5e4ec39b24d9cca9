"""Drawings as Streamlit components, whose JavaScript is in ``assets/streamlit/`` of the canvas.

The server of the page answers a request for `address` of a component with its `module`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import streamlit as st

from kpca_core.drawing import canvas
from kpca_core.drawing.canvas.modules import bundle

# Below the address of the app. Every page stands right below it, too.
PLACE = "modules"
NAMES = ("drawing", "sweep", "figure", "method")
# Style sheets of those whose sheets Streamlit gets as text.
STYLES: Mapping[str, Sequence[str]] = {
    "sweep": canvas.STYLES,
    "figure": canvas.FIGURE_STYLES,
    "method": ("slider.css", *canvas.FIGURE_STYLES, "method/method.css"),
}

# A script given as a file is attached to the page and awaited anew for every frame; this one, sent
# with the frame, loads the module once, and from then on calls it at once.
_LOADER = """
let draw = null;
export default function (component) {
  if (draw) return draw(component);
  return import(new URL("ADDRESS", new URL("./", location.href)).href).then((module) => {
    draw = module.default;
    return draw(component);
  });
}
"""


@cache
def module(name: str) -> str:
    """Return the JavaScript module of one of `NAMES`, which imports nothing."""
    return bundle(f"streamlit/{name}.js")


def address(name: str) -> str:
    """Return where a browser fetches `module`, below the address of the app.

    Another module has another address, so that a browser can keep what it has.
    """
    return f"{PLACE}/{name}.js?{version(name)}"


def version(name: str) -> str:
    """Return what follows "?" in `address`."""
    return sha256(module(name).encode()).hexdigest()[:12]


@cache
def component(name: str, css: str, key: str | None = None) -> Callable[..., Any]:
    """Declare a component; this needs a running Streamlit.

    Parameters
    ----------
    name : one of `NAMES`
    css : the text of its style sheets, or the name of a file that Streamlit serves
    key
        its name for Streamlit, which finds files through `[tool.streamlit.component]` in
        pyproject.toml
    """
    declared: Callable[..., Any] = st.components.v2.component(
        key or f"explorer.{name}", css=css, js=_LOADER.replace("ADDRESS", address(name))
    )
    return declared


def draw(name: str, key: str, data: bytes, **more: Any) -> None:
    """Draw data of a front end.

    Parameters
    ----------
    name : one of `NAMES`
    key : of the component's state in the session
    data : as it has them
    more : arguments of the component
    """
    if name == "drawing":
        drawing(key, data)
    else:
        component(name, canvas.styles(*STYLES[name]))(key=key, data=data, **more)


def drawing(key: str, frame: bytes) -> None:
    """Draw a frame.

    Parameters
    ----------
    key : of the component's state in the session
    frame
        as `frame.frame` packs it; those of other pictures name their ``scene`` in
        the header

    What a reader sets leaves by the event of `settle` in ``page.js``.
    """
    component("drawing", "drawing.css", "kpca-core.live")(key=key, data=frame)
