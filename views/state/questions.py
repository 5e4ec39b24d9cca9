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
    """

    key: str

    def newest(self, token: str) -> tuple[int, Mapping[str, Any]]:
        """Return the newest request, and its question if a slider is being dragged, else {}.

        Parameters
        ----------
        token
            of the settings that the question must belong to
        """
        state = st.session_state.get(self.key)
        sent = state.get("live") if isinstance(state, Mapping) else None
        question: Mapping[str, Any] = sent if isinstance(sent, Mapping) else {}
        over = _number(st.session_state.get(self._over))
        request = _number(question.get("request"))
        if question.get("token") != token or request <= over:
            return max(request, over), {}
        return request, question

    def end(self, request: object, token: str) -> None:
        """End what was asked for up to a release, also if its settings return."""
        if _number(request):
            st.session_state[self._over] = max(_number(request), self.newest(token)[0])

    @property
    def _over(self) -> str:
        return f"newest request of {self.key} that is over"


def _number(sent: object) -> int:
    return sent if isinstance(sent, int) else 0
