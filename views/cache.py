"""Results that the server keeps, under the text of the state that they were computed from.

`st.cache_data` and `st.cache_resource` hash a dataclass by its fields and leave out the names of
nested types, so that equal parameters of different kernels would be one entry. Here the key is the
token alone, and the state goes in unhashed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import streamlit as st

R = TypeVar("R")


class HasToken(Protocol):
    @property
    def token(self) -> str: ...


S = TypeVar("S", bound=HasToken)


class ByToken(Generic[S, R]):
    """`compute(state, *more)`, remembered by `state.token` and `more`.

    Parameters
    ----------
    compute
        the function; `more` are texts and numbers
    max_entries
        how many results are kept; the oldest goes first
    spinner
        text shown while it computes, False for none
    """

    def __init__(
        self, compute: Callable[..., R], max_entries: int, spinner: str | bool = False
    ) -> None:
        def by_token(token: str, *more: Any, _state: S) -> R:
            return compute(_state, *more)

        # Streamlit tells caches apart by the function's name.
        by_token.__module__, by_token.__qualname__ = compute.__module__, compute.__qualname__
        self.cache = st.cache_resource(max_entries=max_entries, show_spinner=spinner)(by_token)
        self.max_entries = max_entries

    def __call__(self, state: S, *more: Any) -> R:
        result: R = self.cache(state.token, *more, _state=state)
        return result

    def clear(self) -> None:
        self.cache.clear()
