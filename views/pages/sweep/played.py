"""The player as a Streamlit component, and the route that it takes its bytes from."""

from __future__ import annotations

import asyncio
from functools import partial

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.standalone import STYLES
from kpca_core.drawing.canvas.streamlit import component
from views.hosting.work import WORK, Replaced, TooMuch
from views.pages.sweep.solving import SolvedSweep, cost_of, sweeps
from views.pages.sweep.state import PLAYED, SweepState
from views.shared.page import guarded, packed, theme
from views.shared.widgets import READ

# Below the address of the app.
PLACE = "sweep-frames"
# Seconds between two looks at whether the reader who waits has left.
LOOK = 0.5
TROUBLE = "The maps did not arrive. Load the page again."


@st.fragment
@guarded
def draw_player(state: SweepState) -> None:
    """Draw the player. It fetches the maps once; what is set in it is settled."""
    texts = {name: field.write(getattr(state, name)) for name, field in PLAYED.items()}
    settings = {**texts, "at": state.at or (int(state.values) + 1) // 2}
    data = {
        "url": f"{PLACE}?{state.solved.token}",
        "settings": {
            **settings,
            "locked": [name for name, field in PLAYED.items() if field.key in state.lock],
            "hidden": [name for name, field in PLAYED.items() if field.key in state.hide],
        },
        "read": st.session_state.get(READ, 0),
        "theme": theme(),
        "trouble": TROUBLE,
    }
    component("sweep", styles(*STYLES))(key="player", data=packed(data))


async def frames(request: Request) -> Response:
    """Answer with the bytes of the sweep that the query names, as bounded work."""
    try:
        state = SweepState.of_token(request.url.query)
    except ValueError as error:
        return PlainTextResponse(str(error), 400)
    known: SolvedSweep | None = sweeps.known(state)
    if known is None:
        try:
            known = await _solved(request, state)
        except TooMuch as error:
            return PlainTextResponse(str(error), 503)
        except (Replaced, ValueError, MemoryError, asyncio.CancelledError):
            # Cancelled where the server stops: an answer then ends the request without a traceback.
            return PlainTextResponse("refused", 503)
    headers = {"cache-control": "no-store"}
    return Response(known.frames, media_type="application/octet-stream", headers=headers)


async def _solved(request: Request, state: SweepState) -> SolvedSweep:
    """Return the sweep as soon as it is computed; all requests of an address are one reader."""
    address = request.client.host if request.client else ""
    work, key = partial(sweeps, state), ("sweep", state.token)
    ticket = WORK.ask(
        f"sweeps of {address}", str(id(request)), key, work, cost_of(state), source=address
    )
    waiting = asyncio.wrap_future(ticket.future)
    try:
        while not waiting.done():
            await asyncio.wait({waiting}, timeout=LOOK)
            if await request.is_disconnected():
                raise Replaced
        return waiting.result()
    finally:
        # Else asyncio logs that nobody looked at how the dropped work ended.
        waiting.cancel()
        WORK.drop(ticket)
