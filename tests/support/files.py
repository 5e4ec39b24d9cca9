"""The files of a page, made of the blocks by which it offers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from views.answer import files_of
from views.pages.explore.picture import figure_printed
from views.pages.explore.solving import dataset_of
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


def printed(mark: Mark[Any], form: str, address: str = "") -> bytes:
    """The figure of Explore in print quality, also as PNG, which the page does not offer."""
    state, found = mark.state, painted(mark).found
    origin = partial(page_of(state.page).origin, state, found, address)  # type: ignore[attr-defined]
    return figure_printed(state, state.grid(dataset_of(state.data)), found, origin, form)
