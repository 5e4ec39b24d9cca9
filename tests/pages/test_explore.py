"""The page "Explore" without a browser: settings, frames, errors, downloads, caches."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.files import painted
from support.frames import opened, shown

from datasets import DATASETS
from kpca_core import Gaussian, Grid, fit
from kpca_core.reproduction import figure, run
from views.hosts.streamlit.blocks import ARRIVED
from views.hosts.streamlit.page import MADE
from views.hosts.streamlit.run import LARGE, PICTURE, PICTURES
from views.pages.explore import PAGE, solving
from views.pages.explore.state import ExploreState
from views.pages.page import shown_after
from views.pages.paper.links import explore_state, marks_of
from views.state.mark import Mark
from views.visits import Pictures

ROOT = Path(__file__).resolve().parents[2]
FIGURE_4 = [22.558, 20.936, 4.648, 3.988, 3.372, 2.956, 2.760, 2.211]


def state_of(**query: str) -> ExploreState:
    return ExploreState.of_address({"grid": "50", **query})


def mark_of(**query: str) -> Mark:
    return Mark(state_of(**query))


def picture_of(**query: str):
    return solving.picture_of(state_of(**query))


def test_the_first_view_is_figure_4():
    page = opened()
    assert not page.exception
    assert not page.error
    header, arrays = shown(page)
    np.testing.assert_allclose(header["spectrum"]["values"][:8], FIGURE_4, atol=5e-4)
    assert header["titles"] == [f"λ = {value:.3f}" for value in FIGURE_4]
    assert header["region"] == [[-1, 1], [-0.5, 1]]
    assert arrays["fields"].shape == (8, 100, 100)
    assert len(arrays["points"]) == 90
    assert "certified" in header["facts"][-1]
    assert "NOT" not in header["facts"][-1]


def test_what_is_drawn_is_what_the_core_computes():
    _, arrays = shown(opened())
    data = DATASETS["Three Gaussian clusters"](seed="paper")
    expansion = fit(Gaussian(0.1), data.X, 16).expansion.first(8)
    fields = expansion.on_grid(Grid.over(data.region, 100))
    np.testing.assert_allclose(arrays["fields"], fields, atol=1e-6)
    np.testing.assert_allclose(
        arrays["levels"], np.abs(fields).max(axis=(1, 2))[:, None] * np.arange(-5, 6) / 6, atol=1e-6
    )


@pytest.mark.parametrize(
    ("key", "address"),
    [
        ("convention", {"width": "0.5"}),
        ("second_convention", {"combined": "product", "second_kernel": "gaussian"}),
    ],
)
def test_another_notation_is_the_same_kernel(key, address):
    page = opened(grid="25", **address)
    before = shown(page)[0]["spectrum"]["values"]
    for convention in ("sigma", "gamma", "width"):
        page.selectbox(key=key).select(convention).run()
        assert not page.error
        np.testing.assert_allclose(shown(page)[0]["spectrum"]["values"], before, rtol=2e-3)


def test_what_computes_something_else_is_another_picture():
    usual = picture_of()
    assert picture_of() is picture_of(scale="fraction") is usual
    for change in (
        {"components": "5"}, {"grid": "25"}, {"centred": "false"}, {"width": "0.2"}, {"sd": "0.2"},
        {"paper": "false", "seed": "1"}, {"data": "parabola"},
    ):  # fmt: skip
        assert picture_of(**change) is not usual, change
    gaussian, laplacian = picture_of(width="1"), picture_of(kernel="laplacian", decay="1")
    assert abs(gaussian.decomposition.eigenvalues[0] - laplacian.decomposition.eigenvalues[0]) > 0.1


def test_scales_of_the_eigenvalues():
    page = opened()
    values = np.array(shown(page)[0]["spectrum"]["values"])
    page.selectbox(key="scale").select("variance").run()
    np.testing.assert_allclose(shown(page)[0]["spectrum"]["values"], values / 90)
    page.selectbox(key="scale").select("fraction").run()
    header, _ = shown(page)
    np.testing.assert_allclose(
        np.cumsum(header["spectrum"]["values"]), header["spectrum"]["cumulative"]
    )
    assert 0.9 < header["spectrum"]["cumulative"][-1] < 1


def test_uncentred_shows_k_itself():
    header, _ = shown(opened(centred="false"))
    K = Gaussian(0.1)(DATASETS["Three Gaussian clusters"](seed="paper").X)
    np.testing.assert_allclose(
        header["spectrum"]["values"][:8], np.linalg.eigvalsh(K)[::-1][:8], rtol=1e-10
    )
    assert header["spectrum"]["label"] == "λ of K"


def test_fewer_components_than_panels_are_explained():
    page = opened(kernel="linear")
    header, arrays = shown(page)
    assert len(arrays["fields"]) == 2
    assert header["legend"].startswith("2 of 8 components exist: no other eigenvalue")
    assert header["legend"] in header["description"]
    assert "16" not in header["legend"] + header["description"]


FLIPPED = Mark(state_of(), "-" * 16)


def test_signs_follow_the_picture_before():
    after = shown_after(PAGE, state_of(width="0.101"), FLIPPED).found
    before = painted(FLIPPED).found
    inner = np.einsum("ij,ij->j", after.decomposition.scores, before.decomposition.scores)
    assert (inner[:8] > 0).all()
    assert (np.einsum("jyx,jyx->j", after.fields, before.fields) > 0).all()
    assert (np.einsum("jyx,jyx->j", after.fields, picture_of().fields) < 0).all()


def test_a_first_picture_is_canonical_and_the_same_picture_keeps_its_signs():
    assert shown_after(PAGE, state_of()).mark == Mark(state_of())
    assert shown_after(PAGE, state_of(), FLIPPED).mark == FLIPPED
    assert painted(Mark(state_of())).found is picture_of()


def test_more_components_than_before_start_canonical():
    few = Mark(state_of(kernel="linear"), "--")
    assert shown_after(PAGE, state_of(kernel="linear", components="9"), few).mark.signs == "--"
    assert len(shown_after(PAGE, state_of(), few).mark.signs) == 16


def test_a_picture_of_other_points_in_number_is_canonical():
    """Nothing can be compared; the factors of the picture before say nothing of it."""
    other = state_of(paper="false", per_cluster="20")
    assert shown_after(PAGE, other, FLIPPED).mark.signs == ""


def test_marks_survive_the_way_to_the_browser_and_nothing_else_does():
    mark = Mark(state_of(kernel="matern", nu="2.5", data="rings", scale="variance"), "+-+")
    assert Mark.of(json.loads(json.dumps(mark.shown)), ExploreState) == mark
    for sent in (
        None, 1, "+-", {}, {**mark.shown, "signs": "x"}, {**mark.shown, "signs": None},
        {**mark.shown, "address": "data=none"}, {**mark.shown, "address": "width=9e9"},
        {**mark.shown, "address": 7},
    ):  # fmt: skip
        assert Mark.of(sent, ExploreState) is None


def test_the_first_page_imports_no_heavy_library():
    code = """
import sys
from streamlit.testing.v1 import AppTest
heavy = ("sklearn", "plotly", "pandas", "matplotlib")
for name in [name for name in sys.modules if name.partition(".")[0] in heavy]:
    del sys.modules[name]  # what the test harness itself has imported
page = AppTest.from_file("app.py", default_timeout=60).run()
assert not page.exception and not page.error and page.get("bidi_component")
print([name for name in (*heavy, "scipy.linalg") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"


def test_the_server_answers_before_it_imports_numpy():
    code = "import app, sys; print('numpy' in sys.modules, 'streamlit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().strip() == "False True"


@pytest.mark.parametrize("case", range(4))
def test_a_picture_has_the_colours_of_the_figure_that_the_reader_comes_from(case):
    """The columns of Figure 3 are aligned to each other, so not every one is canonical."""
    result = run(figure("3"), 1)
    drawn = result.experiment.cases[case]
    state = explore_state(result, drawn)
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in state.address().items():
        page.query_params[key] = value
    page.session_state[PICTURES] = Pictures(
        {"explore": Mark(replace(state, centred=False), "-" * 16)}
    )
    page.session_state[ARRIVED] = [mark for _, mark in marks_of(result)]
    mark = Mark.of(shown(page.run())[0], ExploreState)
    scores = painted(mark).found.decomposition.scores
    expected = result.decompositions[case].scores
    count = min(drawn.components, scores.shape[1])
    np.testing.assert_allclose(scores[:, :count], expected[:, :count], atol=1e-8)


def test_a_picture_that_was_shown_before_keeps_its_colours():
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    mine = Mark(ExploreState.of_address({}), "-")
    page.session_state[PICTURES] = Pictures({"explore": mine})
    page.session_state[ARRIVED] = [mark for _, mark in marks_of(run(figure("4")))]
    assert Mark.of(shown(page.run())[0], ExploreState) == mine


def test_a_run_in_which_nothing_changed_makes_nothing_again(monkeypatch):
    page = opened().run()
    before, code = shown(page), [one.value for one in page.code]

    def refuse(*_given: object, **_more: object) -> None:
        raise AssertionError("made again")

    with monkeypatch.context() as patch:
        for name in ("snippet", "origin_of", "points_controls", "ExplorePage.frame"):
            patch.setattr(f"views.pages.explore.{name}", refuse)
        page.run()
    assert not page.error
    assert shown(page)[0] == before[0]
    assert [one.value for one in page.code] == code
    page.number_input(key="components").set_value(3).run()
    assert not page.error
    assert len(shown(page)[0]["titles"]) == 3
    assert [one.value for one in page.code] != code
    page.query_params["lang"] = "zh"
    page.run()
    assert shown(page)[0]["sentences"] != before[0]["sentences"][:3]
    assert page.number_input(key="components").label == "成分数"


def test_a_session_keeps_no_large_picture_for_the_next_run():
    assert PICTURE in opened().session_state
    page = opened(grid="200", components="16")
    assert shown(page)[1]["fields"].nbytes > LARGE / 4
    assert PICTURE not in page.session_state
    assert not {"frame", "scene"} & {*page.session_state[MADE]}


def test_an_address_that_the_page_does_not_understand_is_quoted_until_something_is_set():
    page = opened(story="n*pe", components="99")
    (said,) = page.warning
    assert r"components\=99, story\=n\*pe" in said.value
    assert page.query_params == {}
    (said,) = page.run().warning
    page.number_input(key="components").set_value(4)
    assert not page.run().warning
    assert not opened(components="4").warning
