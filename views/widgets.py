"""A page's state between the address and the widgets. Every widget's key is its field's."""

from __future__ import annotations

from typing import Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from views.state import Choice, Number, State, Switch

S = TypeVar("S", bound=State)

# Session entries: the page that was drawn last with its address, and a state to be drawn next.
DRAWN, NEXT = "page and address drawn", "state to be drawn"


def current(page: type[S]) -> S:
    """Return what is set on this page, and write it into the address.

    The address decides where a reader comes to the page or moves through the browser's history,
    a state given to `draw_next` in the run after it, and else the widgets.
    """
    session, asked = st.session_state, st.query_params.to_dict()
    last, written = session.get(DRAWN, (page.__name__, None))
    moved = _moved_through_history()
    state = session.pop(NEXT, None)
    if isinstance(state, page):
        _set_widgets(state)
    elif last != page.__name__ and asked == written and not moved:
        # Streamlit keeps the address of the page that is left.
        state = page.of_address({})
        _set_widgets(state)
    elif last != page.__name__ or written is None or moved:
        state = page.of_address(asked)
        _set_widgets(state)
    else:
        state = page.of(lambda field: session.get(field.key, field.default))
    for field, value in state.settings:
        if field.key not in session or session[field.key] != value:
            session[field.key] = value
    address = state.address()
    if address != asked:
        st.query_params.from_dict(address)
    session[DRAWN] = page.__name__, address
    return state


def draw_next(state: State) -> None:
    """Let the next run of the page draw this state, whatever its widgets hold."""
    st.session_state[NEXT] = state


def _set_widgets(state: State) -> None:
    for field, value in state.settings:
        st.session_state[field.key] = value


def _moved_through_history() -> bool:
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def select(choice: Choice, place: Any = st, **more: Any) -> None:
    """Draw a box that offers the options by their labels."""
    place.selectbox(
        choice.label,
        tuple(choice.options),
        format_func=choice.options.__getitem__,
        key=choice.key,
        persist_state="page",
        **more,
    )


def number_box(number: Number, place: Any = st, step: float | None = None) -> None:
    """Draw a number box; a logarithmic scale is that of the slider above the panels only.

    Parameters
    ----------
    step
        of the arrows; a tenth of the default's order of magnitude (0.01 for 0.1), 1 for integers
    """
    kind = int if number.integer else float
    usual = 1 if number.integer else float(f"{(number.default or 1.0) / 10:.0e}")
    place.number_input(
        number.label,
        kind(number.low),
        kind(number.high),
        step=kind(step or usual),
        format="%d" if number.integer else "%.4g",
        key=number.key,
        persist_state="page",
    )


def switch(field: Switch, place: Any = st) -> None:
    """Draw a toggle."""
    place.toggle(field.label, key=field.key, help=field.help, persist_state="page")
