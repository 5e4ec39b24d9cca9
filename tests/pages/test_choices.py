"""What is switched within the drawing of Explore: view, axis, points. Settings like all others."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest
from support.explorer import Explorer, until
from support.frames import opened, shown

from kpca_core._support.markup import in_unicode
from views.pages.explore import solving
from views.pages.explore.picture import on_stage
from views.pages.explore.state import ExploreState
from views.state.catalogue import FAMILIES, KERNELS
from views.state.settings import kept


def state_of(**query: str) -> ExploreState:
    return ExploreState.of_address({"grid": "50", **query})


def picture_of(**query: str):
    return solving.picture_of(state_of(**query))


def test_what_follows_from_a_state_is_found_once_and_waits_for_no_other_state():
    state = state_of(width="0.3")
    assert state.settings is state.settings
    assert isinstance(ExploreState.settings, kept)
    begun, ends = Event(), Event()

    class Slow:
        def __init__(self, waits: bool) -> None:
            self.waits = waits

        @kept
        def found(self) -> bool:
            begun.set()
            return not self.waits or ends.wait(30)

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: Slow(True).found)
        assert begun.wait(30)
        assert Slow(False).found
        assert not first.done()
        ends.set()
        assert first.result(30)


def test_the_view_beside_the_maps_is_part_of_the_state_and_needs_no_other_fit():
    page = opened(view="scores", i="3", j="5")
    header, arrays = shown(page)
    assert (header["choices"]["view"], header["choices"]["i"], header["choices"]["j"]) == (
        "scores",
        "3",
        "5",
    )
    np.testing.assert_allclose(
        arrays["scores"], solving.picture_of(state_of(grid="100")).decomposition.scores, atol=1e-6
    )
    assert "scores" not in shown(opened())[1]
    assert picture_of(view="gram", i="4") is picture_of()
    for wrong in ({"view": "<b>"}, {"i": "0"}, {"j": "17"}):
        with pytest.raises(ValueError, match="cannot be"):
            ExploreState.of_query(wrong)


def test_axis_and_points_are_settings_that_need_no_other_fit():
    header, _ = shown(opened(log="true", markers="false", view="gram"))
    assert header["choices"] == {
        "view": "gram", "i": "", "j": "", "large": "false", "log": "true", "markers": "false",
    }  # fmt: skip
    assert (header["locked"], header["hidden"]) == ([], [])
    assert picture_of(log="true", markers="false") is picture_of()
    state = state_of(log="true")
    assert state.address() == {"grid": "50", "log": "true"}
    assert state.reset() == ExploreState.of_address({})


def test_what_is_in_the_hand_comes_from_the_address_and_is_no_step_of_the_history():
    state = state_of(width="0.2", j="3")
    assert ExploreState.held == ("i", "j", "large")
    held = state.with_hand_of({"j": "5", "large": "true", "width": "9", "kernel": "linear"})
    assert held == state_of(width="0.2", j="5", large="true")
    assert state.with_hand_of({}) == state_of(width="0.2")
    assert state.with_hand_of({"j": "99"}).j is None
    locked = state_of(j="3", lock="j")
    assert locked.with_hand_of({"j": "5", "i": "2"}) == state_of(j="3", i="2", lock="j")
    assert state.is_alike(held)
    assert not state.is_alike(state_of(width="0.3", j="3"))
    assert picture_of(j="4", large="true") is picture_of()


@pytest.mark.parametrize(
    "family", FAMILIES.values(), ids=[" ".join(one).strip() for one in FAMILIES]
)
def test_the_stage_has_every_formula_in_a_line_of_plain_text(family):
    said = in_unicode(family.formula)
    assert not set("\\{}&") & set(said), "a name that kpca_core._support.markup does not know"
    assert {"x", "y"} <= set(said)
    assert in_unicode(KERNELS["polynomial"].formula) == "(x · y + θ)ᵈ"
    assert in_unicode(r"(1 + r / \ell)^{-1/2} r^p r^\beta") == "(1 + r / ℓ)^(−1/2) rᵖ r^β"
    assert on_stage(state_of()) == ("Three clusters", "Gaussian", "k(x, y) = exp(−‖x−y‖² / c)")


# In a browser


def switch(page: Explorer, name: str):
    return page.host.get_by_role("button", name=name)


def pressed(page: Explorer) -> tuple[str, str]:
    names = ("Logarithmic axis", "Show data points")
    return tuple(switch(page, name).get_attribute("aria-pressed") for name in names)


def spectrum(page: Explorer) -> str:
    return page.host.locator(".spectrum canvas").evaluate("canvas => canvas.toDataURL()")


@pytest.mark.browser
def test_axis_and_points_are_undone_linked_and_reset(explore):
    page = explore()
    linear, drawn = spectrum(page), page.pixels()
    switch(page, "Logarithmic axis").click()
    switch(page, "Show data points").click()
    until(lambda: page.address == {"log": "true", "markers": "false"}, 10, "not in the address")
    page.settle()
    assert pressed(page) == ("true", "false")
    assert spectrum(page) != linear
    assert page.pixels() != drawn
    other = explore("?log=true&markers=false")
    assert (spectrum(other), other.pixels()) == (spectrum(page), page.pixels())
    page.tab.keyboard.press("Control+z")
    page.tab.keyboard.press("Control+z")
    until(lambda: pressed(page) == ("false", "true"), 10, "not undone")
    until(lambda: page.address == {}, 10, "undone, but in the address")
    page.settle()
    assert (spectrum(page), page.pixels()) == (linear, drawn)
    page.tab.go_back()
    until(lambda: "true" in pressed(page), 10, "not gone back")
    page.tab.get_by_role("button", name="Reset", exact=True).click()
    until(lambda: pressed(page) == ("false", "true") and page.address == {}, 10, "not reset")
    assert page.troubles == other.troubles == []


@pytest.mark.browser
def test_points_that_are_not_drawn_cannot_be_read(explore):
    page = explore("?view=space&kernel=polynomial")
    tip = page.host.locator(".tooltip:visible")

    def points_read(canvas) -> set[str]:
        found = set()
        box = canvas.bounding_box()
        for row in range(1, 16, 2):
            for column in range(1, 16, 2):
                page.tab.mouse.move(
                    box["x"] + box["width"] * column / 16, box["y"] + box["height"] * row / 16
                )
                found |= set(re.findall(r"point \d+", " ".join(tip.all_inner_texts())))
        return found

    canvases = [page.host.locator(f"{one} canvas").first for one in (".space .stage", ".panel")]
    assert all(points_read(canvas) for canvas in canvases)
    switch(page, "Show data points").click()
    page.settle()
    assert not any(points_read(canvas) for canvas in canvases)
