"""The page "Paper": figures, published numbers, claims, new draws, the way to Explore."""

from __future__ import annotations

import json
import re
import urllib.parse

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.explorer import until
from support.frames import figures, sheets
from support.runs import run_of

from kpca_core import Paraboloid, Polynomial
from kpca_core.drawing import layout
from kpca_core.drawing.canvas.words import readable
from kpca_core.drawing.layout import RESOLUTION
from kpca_core.reproduction import figure, run
from views.hosts.streamlit.figures import PAINTED
from views.pages import paper
from views.pages.explore.state import ExploreState
from views.pages.paper import COUNTING, solving
from views.pages.paper.links import explore_state
from views.pages.paper.solving import bands
from views.pages.paper.state import PaperState

FIGURE = PaperState.of_address({}).field("figure")
DRAWS = 12


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    """A dozen new draws instead of a thousand."""
    monkeypatch.setattr(paper, "DRAWS", DRAWS)
    bands.clear()
    yield
    bands.clear()


def script() -> None:
    import streamlit as st

    from views.hosts.streamlit.blocks import LINKED
    from views.hosts.streamlit.run import draw_page

    def explore() -> None:
        """Stands for the page that links lead to."""

    EXPLORE = st.Page(explore, title="Explore", url_path="explore")
    paper = st.Page(lambda: draw_page("paper"), title="Paper", default=True)
    st.session_state[LINKED] = {"explore": EXPLORE}
    st.navigation([paper, EXPLORE]).run()


def opened(painted: bool = True, **query: str) -> AppTest:
    page = AppTest.from_function(script, default_timeout=120)
    if painted:
        page.session_state[PAINTED] = True
    page.query_params |= query
    page = counted(page.run())
    assert not page.error, [error.value for error in page.error]
    return page


def counted(page: AppTest) -> AppTest:
    """The page once the new draws are made."""
    # It may have ended since the page was drawn.
    if (run := run_of(page, COUNTING)) is not None:
        run.wait(60)
        page.run()
    assert not page.exception
    return page


def texts(page: AppTest) -> str:
    said = (page.header, page.subheader, page.markdown, page.caption)
    return "\n".join(element.value for kind in said for element in kind)


@pytest.mark.parametrize("name", FIGURE.options)
def test_every_figure_with_its_claims_and_how_often_they_hold(name):
    page = opened(figure=name)
    text = texts(page)
    experiment = figure(name)
    assert f"{FIGURE.options[name]}: {experiment.title}" in text
    for claim in run(experiment).claims:
        assert claim.statement in text
        assert readable(claim.measured) in text
    assert not re.search(r"\d%|\de-\d", text)
    assert text.count(f"of {DRAWS} new draws") == len(experiment.checks)
    assert experiment.source in text


def test_published_numbers_stand_beside_ours_with_the_difference():
    text = texts(opened(figure="3", beside="false"))
    assert "| degree 2, λ₃ | 0.034 | 0.034 | −0.0001 |" in text
    assert "All 12 are equal in every digit given" in text
    assert "new draw |" not in text
    text = texts(opened(figure="4", new_draw="5"))
    new = run(figure("4"), 5)
    assert f"| λ₁ | 22.558 | 22.558 | −0.0001 | {new.values[0]:.3f} |" in text
    assert "A new draw: seed 5" in text


@pytest.mark.parametrize("name", FIGURE.options)
def test_what_is_drawn_is_what_is_computed(name):
    page, result = opened(figure=name, new_draw="3"), run(figure(name))
    first, new = map(sheets, figures(page))
    maps = layout.maps_of(result, layout.grid_of(result, RESOLUTION))
    drawn = first[0]
    assert [tile["empty"] for tile in drawn["tiles"]] == [tile.empty for tile in maps.tiles]
    for tile, own in zip(drawn["tiles"], maps.tiles, strict=True):
        assert own.empty or tile["text"] == own.text
    np.testing.assert_allclose(drawn["arrays"]["fields"], maps.fields, rtol=1e-6)
    np.testing.assert_allclose(drawn["arrays"]["levels"], maps.levels, rtol=1e-6)
    np.testing.assert_allclose(drawn["arrays"]["points"], result.dataset.X, rtol=1e-6)
    # Columns are the cases of a figure that has several, else those of the original.
    cases = len(result.experiment.cases)
    assert drawn["fixed"] == (cases > 1)
    assert drawn["columns"] == (cases if cases > 1 else result.experiment.columns)
    assert len(drawn["heads"]) == (cases if cases > 1 else 0)
    fields = new[0]["arrays"]["fields"]
    assert not np.allclose(fields, drawn["arrays"]["fields"])


def test_figure_5_has_its_spectrum_and_figure_12_16_its_feature_spaces():
    maps, bars = sheets(figures(opened(figure="5"))[0])
    found = run(figure("5")).decompositions[0]
    assert (maps["kind"], bars["kind"], bars["shown"]) == ("maps", "spectrum", 3)
    np.testing.assert_allclose(bars["values"], found.eigenvalues[:8])
    np.testing.assert_allclose(bars["negative"], found.negative[:8])
    maps, spaces = sheets(figures(opened(figure="prml-12.16"))[0])
    result = run(figure("prml-12.16"))
    assert (maps["kind"], spaces["kind"]) == ("maps", "spaces")
    assert spaces["spaces"][0]["names"] == ["x", "y", "x² + y²"]
    for case, one in enumerate(result.experiment.cases):
        expected = one.kernel.features(result.dataset.X)
        np.testing.assert_allclose(spaces["arrays"][f"spaces.{case}.space"], expected, rtol=1e-5)


def test_plotly_waits_for_the_first_picture():
    page = opened(painted=False)
    assert len(figures(page)) == 2
    assert not page.get("plotly_chart")
    assert len(opened().get("plotly_chart")) == 1


def test_a_band_is_computed_once_with_progress(monkeypatch):
    calls = []

    def noted(experiment, draws, progress):
        progress(1, draws, "new draws")
        calls.append(experiment.name)
        return real(experiment, draws, progress)

    real = solving.monte_carlo
    monkeypatch.setattr(solving, "monte_carlo", noted)
    page = opened(figure="5")
    page.run()
    counted(page.selectbox(key="figure").select("4").run())
    counted(page.selectbox(key="figure").select("5").run())
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


def test_explore_has_the_paraboloid_and_the_rings():
    rings = figure("prml-12.16")
    lifted = explore_state(run(rings), rings.cases[0])
    assert lifted.kernel.build() == rings.cases[0].kernel == Paraboloid()
    state = explore_state(run(rings), rings.cases[1])
    assert state.data.values == {"n": 200, "inner": 1.0, "outer": 2.0, "noise": 0.1}
    assert state.data.seed == 0
    query = explore_address(run(rings), rings.cases[1])
    assert (query["inner"], query["outer"], query["ring_noise"]) == ("1.0", "2.0", "0.1")
    assert "paper" not in query
    assert ExploreState.of_address(query) == state


def test_what_is_downloaded_is_the_figure_that_is_shown():
    original, new = run(figure("5")), run(figure("5"), 1)
    first, second = (paper.printed(shown, "", "svg") for shown in (original, new))
    assert first.startswith(b"<?xml")
    assert first != second
    assert paper.printed(original, "", "pdf").startswith(b"%PDF")
    assert '"seed": 1' in paper.numbers_json(new)
    origins = [json.loads(paper.numbers_json(one))["origin"] for one in (original, new)]
    assert [one["Seed"] for one in origins] == ["the paper's own draw", "1"]


def open_paper(new_tab, app_url, query, size=(1440, 900)):
    tab = new_tab(size)
    tab.goto(f"{app_url}/paper?{query}")
    tab.get_by_text(re.compile("^Here: ")).first.wait_for()
    return tab


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

    def colours() -> list[str]:
        bands = ramp.evaluate("node => getComputedStyle(node).backgroundImage")
        return re.findall(r"rgb\([^)]*\)", bands)

    for page in ("paper", "scale", ""):
        tab.goto(f"{app_url}/{page}")
        ramp.wait_for()
        # It stands there before the first picture gives it its colours.
        for scheme, own in found.items():
            before = found["light"][-1] if scheme == "dark" else []
            tab.emulate_media(color_scheme=scheme)
            until(lambda b=before: colours() not in (b, []), 15, "no colours")
            own.append(colours())
    for own in found.values():
        assert len(dict.fromkeys(own[0])) == 10
        assert own[0] == own[1] == own[2]


@pytest.mark.browser
def test_a_phone_shows_the_page_without_scrolling_sideways(new_tab, app_url):
    tab = open_paper(new_tab, app_url, "figure=4", size=(390, 844))
    width = tab.evaluate("document.querySelector('.stMain').scrollWidth")
    assert width <= 390
    # Maps keep their size in fewer columns.
    widths = tab.locator(".figure .tile").evaluate_all("all => all.map((one) => one.clientWidth)")
    assert len(widths) == 16
    assert min(widths) > 110
