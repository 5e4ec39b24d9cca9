"""What a live component has asked a page through Streamlit, where its socket did not answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st


@dataclass(frozen=True)
class Questions:
    """The questions of one component.

    Parameters
    ----------
    key
        of the component's state in the session
    release
        the name under which it sends that a slider was released
    """

    key: str
    release: str = "commit"

    def sent(self, name: str) -> Mapping[str, Any]:
        """Return what the component sent last under this name, {} for what no component sends."""
        state = st.session_state.get(self.key)
        sent = state.get(name) if isinstance(state, Mapping) else None
        return sent if isinstance(sent, Mapping) else {}

    def newest(self, token: str) -> tuple[int, Mapping[str, Any]]:
        """Return the newest request, and its question if a slider is being dragged, else {}.

        Parameters
        ----------
        token
            of the settings that the question must belong to
        """
        question = self.sent("live")
        request, over = _request_of(question), self.over
        if question.get("token") != token or request <= over:
            return max(request, over), {}
        return request, question

    def released(self, token: str) -> Mapping[str, Any]:
        """Return the release; what was asked for before it is over, also if its settings return."""
        sent = self.sent(self.release)
        st.session_state[self._over] = max(_request_of(sent), self.newest(token)[0])
        return sent

    @property
    def over(self) -> int:
        """The newest request that a release has ended, 0 before the first."""
        request: int = st.session_state.get(self._over, 0)
        return request

    @property
    def _over(self) -> str:
        return f"newest request of {self.key} that is over"


def _request_of(sent: Mapping[str, Any]) -> int:
    request = sent.get("request")
    return request if isinstance(request, int) else 0
