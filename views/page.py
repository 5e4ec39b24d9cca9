"""What every page shares: one place that catches errors, and a little style."""

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
  /* Frames come many times a second: nothing may blink or fade meanwhile. */
  .stStatusWidget, [data-testid="stStatusWidget"] { display: none; }
  [data-stale] { opacity: 1 !important; transition: none !important; }
  @media (max-width: 640px) { .stMainBlockContainer { padding: 3rem 1rem 1.5rem; } }
</style>
"""


def style() -> None:
    st.html(STYLE)


def guarded(draw: Callable[P, None]) -> Callable[P, None]:
    """Show an error of `draw` as a message: what the core refuses is told, never a traceback."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            draw(*args, **kwargs)
        except Exception as error:
            st.error(told(error))

    return drawn


def told(error: Exception) -> str:
    """What the reader learns of an error; one that nobody foresaw goes to the server's log."""
    if isinstance(error, MemoryError):
        return "This needs more memory than there is. Choose fewer points or a coarser grid."
    if isinstance(error, ValueError | TypeError | ImportError):
        return str(error)
    logging.getLogger(__name__).error("A page failed.", exc_info=error)
    return "Something unexpected went wrong; the server's log has the details."
