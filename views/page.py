"""What every page shares: one place that catches errors, and the style sheet."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

P = ParamSpec("P")

STYLE = """
<style>
  .stMainBlockContainer { padding: 2.6rem 2rem 1.5rem; max-width: none; }
  .stAppHeader { height: 2.5rem; min-height: 2.5rem; background: transparent; }
  [data-testid="stSidebarHeader"] { height: 2.2rem; margin-bottom: 0; }
  [data-testid="stSidebarContent"] .stVerticalBlock { gap: 0.7rem; }
  [data-testid="stSidebarContent"] hr { margin: 0.1rem 0; }
  [data-testid="stSidebarContent"] .katex-display { margin: 0 0 0.5rem; font-size: 0.9em; }
  /* What is old fades after 0.3 s, so that nothing blinks where frames come many times a second. */
  [data-stale] { opacity: 1 !important; transition: none !important; }
  [data-stale="true"] { opacity: 0.45 !important; transition: opacity 0.15s 0.3s !important; }
  /* A table wider than its column scrolls there: it must not cover the next one. */
  [data-testid="stMarkdownContainer"]:has(> table) { overflow-x: auto; }
  @media (max-width: 640px) { .stMainBlockContainer { padding: 3rem 1rem 1.5rem; } }
</style>
"""


def style() -> None:
    """Put the style sheet on the page."""
    st.html(STYLE)


def guarded(draw: Callable[P, None]) -> Callable[P, None]:
    """Return `draw` with every error shown as a message, never as a traceback."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            draw(*args, **kwargs)
        except Exception as error:
            st.error(message_of(error))

    return drawn


def message_of(error: Exception) -> str:
    """Return what the page says of an error; an unexpected one goes to the server's log."""
    if isinstance(error, MemoryError):
        return "This needs more memory than there is. Choose fewer points or a coarser grid."
    if isinstance(error, ValueError | TypeError | ImportError):
        return str(error)
    logging.getLogger(__name__).error("A page failed.", exc_info=error)
    return "Something unexpected went wrong; the server's log has the details."
