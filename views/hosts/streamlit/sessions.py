"""Sessions by random names of this app's own, and whether a session has left."""

from __future__ import annotations

import secrets
from time import monotonic

import streamlit as st
from streamlit.errors import StreamlitAPIException

from views.limits import LIMITS

# Session entry: its name.
NAME = "name of this session"

_left: dict[str, float] = {}


class _Presence:
    """Lasts while the session is connected."""

    name = ""


def _leave(presence: _Presence) -> None:
    now = monotonic()
    for name, since in list(_left.items()):
        if now - since > 2 * LIMITS.session_seconds:
            _left.pop(name, None)
    _left[presence.name] = now


@st.cache_resource(scope="session", on_release=_leave, show_spinner=False)
def _present() -> _Presence:
    return _Presence()


def session() -> str:
    """Return the name of the session whose page this thread draws, "" for any other thread."""
    try:
        presence = _present()
    except StreamlitAPIException:
        return ""
    name: str = st.session_state.setdefault(NAME, secrets.token_urlsafe(12))
    presence.name = name
    _left.pop(name, None)
    return name


def has_left(name: str) -> bool:
    """Whether this session has been disconnected for longer than a reload takes."""
    return name in _left and monotonic() - _left[name] > LIMITS.session_seconds
