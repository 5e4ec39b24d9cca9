"""Every button of every page does what it is for; what only a browser shows is pressed there."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
import test_page_method as method
import test_page_paper as paper
import test_page_scale as scale
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest
from support.frames import opened_page
from support.paths import ROOT
from support.runs import run_of

from views.hosts.streamlit.playing import PLAYED
from views.hosts.streamlit.run import SOLVING
from views.pages import choosing
from views.pages.method.steps import ORDER
from views.pages.scale import reduced
from views.scene import Work


@dataclass
class Census:
    """The buttons that were drawn, by key or label, and which of them stand in a fragment."""

    drawn: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    depth: int = 0

    def recorded(self, button: Callable[..., bool]) -> Callable[..., bool]:
        @wraps(button)
        def drawn(*arguments: Any, **more: Any) -> bool:
            label = next(one for one in arguments if isinstance(one, str))
            name = more.get("key") or label
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


REAL_FRAGMENT = st.fragment


@pytest.fixture
def census(monkeypatch) -> Iterator[Census]:
    found = Census()
    monkeypatch.setattr(st, "fragment", found.fragment)
    monkeypatch.setattr(st, "button", found.recorded(st.button))
    monkeypatch.setattr(DeltaGenerator, "button", found.recorded(DeltaGenerator.button))
    return found


# By whom a button is pressed, by the function that draws it: a test of this folder that looks for
# what the button does.
PRESSED = {
    "hosts/streamlit/background.py:_draw_start":
        "test_kernels_are_compared_when_asked_for_and_a_click_sets_the_choice",
    "hosts/streamlit/background.py:_watch": "test_a_comparison_can_be_stopped",
    "hosts/streamlit/blocks.py:_action": "test_the_example_of_own_data_is_iris",
    "hosts/streamlit/run.py:_is_found": "test_a_run_can_be_stopped_and_started_again",
    "pages/choosing.py:_advice":
        "test_kernels_are_compared_when_asked_for_and_a_click_sets_the_choice",
    "pages/choosing.py:comparison":
        "test_kernels_are_compared_when_asked_for_and_a_click_sets_the_choice",
    "pages/digits/__init__.py:_download":
        "test_nothing_is_downloaded_before_the_button_is_pressed",
    "pages/digits/__init__.py:filling": "test_the_table_fills",
    "pages/method/__init__.py:_told": "test_a_step_of_method_is_shown_alone",
    "pages/method/__init__.py:controls": "test_points_that_were_dragged_are_put_back",
    "pages/paper/__init__.py:once_counted": "test_new_draws_can_be_stopped_and_made_again",
    "hosts/streamlit/playing.py:draw_played": "test_the_training_is_stepped_played_and_paused",
    "pages/neighbours/__init__.py:scene": "test_what_is_heavy_runs_when_it_is_asked_for",
    "pages/neighbours/measured.py:classifying":
        "test_the_classifiers_run_when_they_are_asked_for",
    "pages/neighbours/measured.py:measuring":
        "test_measures_are_taken_when_they_are_asked_for",
    "pages/neighbours/taken.py:taking": "test_points_of_other_pages_are_taken_over",
    "pages/table/__init__.py:_gift": "test_the_example_of_own_data_is_iris",
    "pages/table/__init__.py:_agreed": "test_long_work_is_announced_and_waits_for_the_reader",
    "pages/table/panel.py:_suggestions":
        "test_percentages_become_numbers_by_one_click_and_by_undo_words_again",
    "pages/table/controls.py:_widths": "test_widths_are_set_by_a_click",
    "pages/scale/__init__.py:_curves": "test_the_error_curves_come_after_the_maps",
    "pages/scale/million.py:long_run": "test_a_run_shows_what_fit_finds_for_growing_n",
    "pages/scale/reduced.py:reduced_sets": "test_a_click_moves_the_points_of_a_reduced_set",
}  # fmt: skip


WORK_START = [*inspect.signature(Work).parameters].index("start")


def _is_button(node: ast.AST) -> bool:
    """Whether this calls `button`, or makes a block that a host draws as one."""
    if not isinstance(node, ast.Call):
        return False
    is_method = isinstance(node.func, ast.Attribute)
    name = node.func.attr if is_method else getattr(node.func, "id", "")
    # Work without the label of a button begins by itself.
    begins = len(node.args) > WORK_START or any(one.arg == "start" for one in node.keywords)
    return name == "Action" or (name == "button" and is_method) or (name == "Work" and begins)


def drawing_buttons() -> set[str]:
    """The functions below views/ that draw a button or yield one, as "file:function"."""
    found = set()
    for file in sorted((ROOT / "views").rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            inner = {
                id(one)
                for part in ast.walk(function)
                if isinstance(part, ast.FunctionDef) and part is not function
                for one in ast.walk(part)
            }
            if any(_is_button(one) and id(one) not in inner for one in ast.walk(function)):
                found.add(f"{file.relative_to(ROOT / 'views').as_posix()}:{function.name}")
    return found


def test_every_button_is_pressed_by_a_test():
    assert drawing_buttons() == set(PRESSED)
    tests = "\n".join(
        file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")
    )
    assert [name for name in PRESSED.values() if f"def {name}(" not in tests] == []


FEW = {"values": "50", "components": "2"}


def compared(name: str, **query: str) -> AppTest:
    """A page with a comparison of kernels that is known."""
    page = opened_page(name, **query)
    if (run := run_of(page, SOLVING.format(page=name))) is not None:
        run.wait(60)
        page.run()
    page.button(key="begin compare kernels").click().run()
    run_of(page, choosing.NAME).wait(120)
    return page.run()


def test_no_button_that_sets_something_stands_in_a_fragment(census, monkeypatch):
    """A click would draw the fragment anew, and nothing else; what stops ends the fragment."""
    monkeypatch.setitem(choosing.HOW, "shuffles", 20)
    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("views.pages.table.widths"), "MANY", 3)
    monkeypatch.setattr("views.pages.sweep.MANY", 3)
    pages = {
        "explore": opened_page("explore"),
        "compare": opened_page("compare"),
        "denoise": opened_page("denoise"),
        "digits": opened_page("digits"),
        "neighbours": opened_page("neighbours"),
        "own data": compared("table", data="iris"),
        "sweep": compared("sweep", data="parabola", **FEW),
        "method": method.opened(),
        "scale": scale.opened(),
        "paper": paper.opened(),
    }
    assert not any(page.exception for page in pages.values())
    assert {"set the choice", "width gap", "Play", "begin run at scale"} <= census.drawn
    assert {one for one in census.inside if not one.startswith("stop ")} == set()


def pressed(page: AppTest, label: str) -> AppTest:
    next(one for one in page.button if one.label == label).click().run()
    assert not page.exception
    return page


def state_of(page: AppTest, name: str) -> Any:
    return page.session_state["pages visited"][name].state


def test_a_step_of_method_is_shown_alone():
    page = method.opened()
    page.button(key=f"alone {ORDER[2]}").click().run()
    assert state_of(page, "method").show == ORDER[2]


def test_points_that_were_dragged_are_put_back():
    page = method.opened(moved="1:0.5,0.5")
    assert state_of(page, "method").moved
    pressed(page, "Put points back")
    assert not state_of(page, "method").moved


def test_the_training_is_stepped_played_and_paused():
    page = opened_page("neighbours", training="3")
    at = lambda: int(state_of(page, "neighbours").training)  # noqa: E731
    pressed(page, "Step")
    assert at() == 4
    pressed(page, "Play")
    assert page.session_state[PLAYED][0] == "neighbours"
    pressed(page, "Pause")
    assert PLAYED not in page.session_state
    assert at() >= 4
    pressed(page, "Restart")
    assert at() == 0


def test_a_click_moves_the_points_of_a_reduced_set():
    page = pressed(scale.opened(), "Move the points")
    run = run_of(page, reduced.RUN)
    assert run.is_running or run.found
    run.stop()
    run.wait(60)


def test_the_example_of_own_data_is_iris():
    page = pressed(opened_page("table"), "Begin with the flowers of Iris instead")
    assert state_of(page, "table").data.data == "iris"
