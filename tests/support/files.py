"""The files of a page, made of the blocks by which it offers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from views.answer import files_of
from views.pages.page import Seen, Shown, page_of, shown_after
from views.state.mark import Mark
from views.state.settings import State


def painted(mark: Mark[Any]) -> Shown[Any, Any]:
    """The picture that a mark names."""
    return shown_after(page_of(mark.state.page), mark.state, mark)


def files(
    of: Mark[Any] | State, address: str = "", kept: Mapping[str, Any] | None = None
) -> dict[str, Callable[[], Any]]:
    """What makes the files of a picture, by the ends of their names, as "scores.csv"."""
    mark = of if isinstance(of, Mark) else Mark(of)
    scene = page_of(mark.state.page).scene(painted(mark), Seen(address, kept=kept or {}))
    return {name.rpartition("-")[2]: make for name, make in files_of(scene)}
