"""The page "Paper": figures, published numbers, claims, new draws, the way to Explore."""

from __future__ import annotations

import re
import urllib.parse

import pytest
from support.axe import IS_DARK
from support.browser import come_to_rest
from support.frames import opened_page
from support.runs import finished

from kpca_core import Polynomial
from kpca_core.reproduction import figure, run
from views.pages import paper
from views.pages.explore.state import ExploreState
from views.pages.paper import solving
from views.pages.paper.links import explore_state
from views.pages.paper.solving import bands

DRAWS = 12


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """A dozen new draws instead of a thousand."""
    monkeypatch.setattr(paper, "DRAWS", DRAWS)
    bands.clear()
    yield
    bands.clear()


def test_a_band_is_computed_once_with_progress(monkeypatch):
    calls = []

    def noted(experiment, draws, progress):
        progress(1, draws, "new draws")
        calls.append(experiment.name)
        return real(experiment, draws, progress)

    real = solving.monte_carlo
    monkeypatch.setattr(solving, "monte_carlo", noted)
    page = finished(opened_page("paper", figure="5"))
    for name in ("4", "5"):
        page.selectbox(key="figure").select(name)
        finished(page)
    assert calls == ["5", "4"]


def explore_address(shown, case):
    state = explore_state(shown, case)
    return None if state is None else state.address()


def test_the_link_to_explore_holds_every_setting():
    own, new = run(figure("3")), run(figure("3"), 7)
    query = explore_address(own, figure("3").cases[2])
    assert query == {
        "data": "parabola", "kernel": "polynomial", "degree": "3", "components": "3",
        "scale": "fraction",
    }  # fmt: skip
    state = ExploreState.of_address(query)
    assert (state.data.seed, state.data.values) == (None, {"n": 100, "noise": 0.2})
    assert state.kernel.build() == Polynomial(3)
    other = explore_address(new, figure("3").cases[2])
    assert other == {**query, "paper": "false", "seed": "7"}
    sigmoid = explore_state(run(figure("5")), figure("5").cases[0])
    assert sigmoid.kernel.values == {"scale": 2.0, "offset": 1.0}
    assert sigmoid.scale == "eigenvalue"


@pytest.mark.browser
def test_explore_opens_with_exactly_the_settings_of_the_new_draw(new_tab, app_url):
    tab = new_tab()
    tab.goto(f"{app_url}/paper?figure=5&new_draw=4")
    tab.get_by_text(re.compile("^Here: ")).first.wait_for()
    tab.get_by_role("link", name="Open in Explore").nth(1).click()
    tab.wait_for_selector("[data-paints]")
    expected = [f"{value:.3f}" for value in run(figure("5"), 4).values]
    titles = tab.locator(".panel .text")
    titles.nth(2).wait_for()
    assert [re.search(r"= (.*)$", t).group(1) for t in titles.all_inner_texts()] == expected
    address = urllib.parse.urlsplit(tab.evaluate("location.href")).query
    assert dict(urllib.parse.parse_qsl(address)) == {
        "kernel": "sigmoid", "components": "3", "paper": "false", "seed": "4",
    }  # fmt: skip


@pytest.mark.browser
def test_the_colour_scale_is_that_of_explore_in_either_theme(new_tab, app_url):
    tab, found = new_tab(), {"light": [], "dark": []}
    ramp = tab.locator(".ramp").first
    for page in ("paper", "scale", ""):
        for scheme, own in found.items():
            tab.emulate_media(color_scheme=scheme)
            if scheme == "light":
                tab.goto(f"{app_url}/{page}")
            # It stands there before the first picture gives it its colours.
            tab.wait_for_function(IS_DARK if scheme == "dark" else f"!({IS_DARK})")
            come_to_rest(tab)
            bands = ramp.evaluate("node => getComputedStyle(node).backgroundImage")
            own.append(re.findall(r"rgb\([^)]*\)", bands))
    for own in found.values():
        assert len(dict.fromkeys(own[0])) == 10
        assert own[0] == own[1] == own[2]
    assert found["light"] != found["dark"]
