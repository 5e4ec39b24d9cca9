"""What a reader takes home from the page "Method"."""

from __future__ import annotations

from views.pages.method.state import MethodState


def draw_downloads(state: MethodState) -> None:
    """Draw a row of buttons."""
