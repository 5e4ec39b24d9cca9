"""Every button of every page is pressed, and what it begins is waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from typing import Any

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest
from support.frames import opened_page
from support.runs import finished, runs_of
from support.small import SMALL

from kpca_core.reproduction.digits import Recipe
from views.hosts.streamlit.figures import PAINTED
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.named import PAGES
from views.pages import choosing
from views.pages.neighbours import solving

REAL_FRAGMENT = st.fragment


@dataclass
class Census:
    """The buttons that were drawn, by key or label, and which of them stand in a fragment."""

    drawn: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    depth: int = 0

    def recorded(self, button: Callable[..., bool]) -> Callable[..., bool]:
        @wraps(button)
        def drawn(*arguments: Any, **more: Any) -> bool:
            name = more.get("key") or next(one for one in arguments if isinstance(one, str))
            self.drawn.add(name)
            if self.depth:
                self.inside.add(name)
            return button(*arguments, **more)

        return drawn

    def fragment(self, function: Callable[..., Any], **more: Any) -> Callable[..., Any]:
        @wraps(function)
        def inside(*arguments: Any, **given: Any) -> Any:
            self.depth += 1
            try:
                return function(*arguments, **given)
            finally:
                self.depth -= 1

        return REAL_FRAGMENT(inside, **more)


@pytest.fixture
def census(monkeypatch) -> Iterator[Census]:
    found = Census()
    monkeypatch.setattr(st, "fragment", found.fragment)
    monkeypatch.setattr(st, "button", found.recorded(st.button))
    monkeypatch.setattr(DeltaGenerator, "button", found.recorded(DeltaGenerator.button))
    return found


@pytest.fixture
def little(monkeypatch) -> None:
    """Let what buttons begin be done soon."""
    monkeypatch.setitem(choosing.HOW, "shuffles", 20)
    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("views.pages.table.widths"), "MANY", 3)
    monkeypatch.setattr("views.pages.sweep.MANY", 3)
    monkeypatch.setattr("views.pages.paper.DRAWS", 12)
    monkeypatch.setattr("views.pages.scale.reduced.COUNTS", (2, 5))
    # A busy machine takes longer than the page allows.
    monkeypatch.setattr(solving.limited, "__defaults__", (None, 600.0))
    recipe = Recipe((1,), (4,), examples=10, smoothing=0.0, costs=(1,))
    monkeypatch.setattr("views.pages.digits.recipe_for", lambda _: recipe)


def opened(name: str, **query: str) -> AppTest:
    page = opened_page(name, **{**SMALL.get(name, {}), **query})
    page.session_state[PAINTED] = True
    return finished(page)


def is_left(button: Any, pressed: set[str]) -> bool:
    """Whether a button is to be pressed: what stops work has nothing to stop once it is done."""
    name = button.key or button.label
    return not (button.disabled or name in pressed or name.startswith("stop "))


@pytest.mark.parametrize("name", PAGES)
def test_every_button_does_what_it_is_for_and_none_that_sets_something_stands_in_a_fragment(
    name, census, little
):
    """A click would draw the fragment anew, and nothing else; what stops ends the fragment."""
    page, pressed = opened(name), set()
    while left := [one for one in page.button if is_left(one, pressed)]:
        pressed.add(left[0].key or left[0].label)
        left[0].click().run()
        assert not page.exception
        assert not page.error
        page = finished(page)
        assert not [run.trouble for run in runs_of(page) if run.trouble]
    assert {one for one in census.inside if not one.startswith("stop ")} == set()
    begins = {one for one in census.drawn if one.startswith("begin ")}
    assert begins or name in ("explore", "compare", "denoise", "method", "paper")


def pressed(page: AppTest, label: str) -> AppTest:
    next(one for one in page.button if one.label == label).click().run()
    assert not page.exception
    return page


def state_of(page: AppTest, name: str) -> Any:
    return page.session_state[VISITED][name].state
