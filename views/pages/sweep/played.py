"""The player as a Streamlit component, and the route that serves its maps."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas import STYLES, styles
from kpca_core.drawing.canvas.streamlit import component
from views.hosts.streamlit.answering import answered
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.page import guarded, packed, theme
from views.hosts.streamlit.turns import turn
from views.hosts.streamlit.widgets import READ
from views.pages.sweep.solving import cost_of, sweeps
from views.pages.sweep.state import PLAYED, SweepState

# Below the address of the app.
PLACE = "sweep-frames"
TROUBLE = N_("The maps did not arrive. Load the page again.")


@st.fragment
@turn()
@guarded
def draw_player(state: SweepState) -> None:
    """Draw the player. It fetches the maps once."""
    texts = {name: state.texts[name] for name in PLAYED}
    settings = {**texts, "at": state.at or (int(state.values) + 1) // 2}
    data = {
        "url": f"{PLACE}?{urlencode(in_language(dict(parse_qsl(state.problem.asked))))}",
        "settings": {
            **settings,
            "locked": [name for name in PLAYED if name in state.lock],
            "hidden": [name for name in PLAYED if name in state.hide],
        },
        "read": st.session_state.get(READ, 0),
        "theme": theme(),
        "trouble": _(TROUBLE),
    }
    component("sweep", styles(*STYLES))(key="player", data=packed(data))


async def frames(request: Request) -> Response:
    """Answer with the bytes of the sweep that the query names, as bounded work."""
    try:
        state = SweepState.of_asked(dict(parse_qsl(request.url.query)))
    except ValueError as error:
        return PlainTextResponse(str(error), 400)
    known: Any = sweeps.known(state)
    if known is None:
        known = await answered(
            request, "sweeps", state.token, partial(sweeps, state), cost_of(state)
        )
    if isinstance(known, Response):
        return known
    headers = {"cache-control": "no-store"}
    return Response(known.frames, media_type="application/octet-stream", headers=headers)
