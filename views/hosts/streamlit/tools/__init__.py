"""The buttons in the corner of every page: language, light or dark, and presenter mode.

It is drawn before the page, so it carries what browsers settle, see `messages`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from kpca_core._support.words import language, languages
from kpca_core.drawing.canvas.modules import bundle
from views.hosts.streamlit.languages import COOKIE
from views.hosts.streamlit.page import packed
from views.hosts.streamlit.private import ATTRIBUTES
from views.languages import KEY as LANGUAGE

HERE = Path(__file__).parent
KEY = "tools"


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    component: Callable[..., Any] = st.components.v2.component(
        "kpca-tools",
        html=(HERE / "tools.html").read_text(encoding="utf-8"),
        css=(HERE / "tools.css").read_text(encoding="utf-8"),
        js=bundle("tools/tools.js", HERE.parent / "built"),
    )
    return component


def draw_tools() -> None:
    """Draw the buttons. A change of theme reruns the page: figures have colours of their own."""
    # Streamlit keeps only those states of a component that have a callback.
    names = ("theme", "settled", "pages")
    data = {
        "names": ATTRIBUTES,
        "language": {
            "own": language(), "all": languages(), "key": LANGUAGE, "cookie": COOKIE,
        },
    }  # fmt: skip
    _component()(
        key=KEY, data=packed(data), **{f"on_{name}_change": lambda: None for name in names}
    )
