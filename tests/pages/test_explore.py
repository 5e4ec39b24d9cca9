"""The page "Explore" without a browser: settings, frames, errors, downloads, caches."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.files import painted
from support.frames import opened, shown

from datasets import DATASETS
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.canvas import words
from kpca_core.kernels import KERNELS as SHIPPED
from kpca_core.reproduction import figure, run
from views.hosts.streamlit.blocks import ARRIVED
from views.hosts.streamlit.page import MADE, guarded
from views.hosts.streamlit.run import LARGE, PICTURE, PICTURES
from views.pages.explore import PAGE, solving
from views.pages.explore.state import ExploreState
from views.pages.page import shown_after
from views.pages.paper.links import explore_state, marks_of
from views.state.catalogue import DATA, FORM_CHOICES, KERNELS
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


def test_the_first_picture_of_a_session_has_the_browser_to_itself(monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr("views.hosts.streamlit.page.time", SimpleNamespace(sleep=waits.append))
    monkeypatch.setattr("views.hosts.streamlit.page.FIRST_LOOK", 0.7)
    explore = opened()
    assert waits == [0.7]
    assert len(explore.sidebar.selectbox) == 6
    explore.run()
    assert waits == [0.7]
    opened()
    assert waits == [0.7, 0.7]


def test_what_is_drawn_is_what_the_core_computes():
    _, arrays = shown(opened())
    data = DATASETS["Three Gaussian clusters"](seed="paper")
    expansion = fit(Gaussian(0.1), data.X, 16).expansion.first(8)
    fields = expansion.on_grid(Grid.over(data.region, 100))
    np.testing.assert_allclose(arrays["fields"], fields, atol=1e-6)
    np.testing.assert_allclose(
        arrays["levels"], np.abs(fields).max(axis=(1, 2))[:, None] * np.arange(-5, 6) / 6, atol=1e-6
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_on_every_data_set(kernel):
    for data in DATA:
        page = opened(kernel=kernel, data=data)
        assert not page.exception
        assert not page.error
        header, arrays = shown(page)
        assert np.isfinite(arrays["fields"]).all()
        names = [control["name"] for control in header["controls"]]
        grown = [p.key for p in ExploreState.of_address({"data": data}).data_sliders]
        assert names == [*(p.name for p in KERNELS[kernel].parameters), *grown]
        assert (len(header["spectrum"]["negative"]) > 0) == (
            not SHIPPED[kernel].family.usual.is_psd
        )


def test_parameters_appear_only_for_their_kernel():
    page = opened(kernel="polynomial")
    labels = [control["label"] for control in shown(page)[0]["controls"]]
    assert labels == ["degree d", "offset θ"]
    assert not {*labels} & {box.label for box in page.number_input}, "each has one place"
    page.selectbox(key="kernel").select("linear").run()
    assert shown(page)[0]["controls"] == []


def test_the_address_restores_the_page():
    page = opened(
        data="parabola",
        paper="false",
        seed="7",
        n="60",
        noise="0.1",
        kernel="polynomial",
        degree="3",
        offset="1.5",
        components="5",
        grid="50",
        centred="false",
        scale="fraction",
    )
    assert not page.exception
    header, arrays = shown(page)
    data = DATASETS["Noisy parabola"](60, 0.1, seed=7)
    np.testing.assert_allclose(arrays["points"], data.X, atol=1e-6)
    assert [c["value"] for c in header["controls"]] == [3, 1.5]
    assert arrays["fields"].shape == (5, 50, 50)
    assert header["spectrum"]["label"] == "fraction of the trace"


@pytest.mark.parametrize(
    "query",
    [
        {"kernel": "<script>", "data": "0", "scale": "%00", "convention": "x"},
        {"width": "abc", "components": "-3", "grid": "7", "centred": "perhaps"},
        {"width": "1e999", "components": "1e9", "per_cluster": "999999999999", "sd": "nan"},
        {"width": "-1", "seed": "-5", "paper": "maybe", "unknown": "☃"},
    ],
)
def test_nonsense_in_the_address_falls_back_to_the_defaults(query):
    page = opened(**query)
    assert not page.exception
    assert not page.error
    assert shown(page)[0]["titles"] == shown(opened())[0]["titles"]


def test_the_three_conventions_are_one_kernel():
    page = opened(width="0.5")
    before = shown(page)[0]["spectrum"]["values"]
    for convention in ("sigma", "gamma", "width"):
        page.selectbox(key="convention").select(convention).run()
        assert not page.error
        np.testing.assert_allclose(shown(page)[0]["spectrum"]["values"], before, rtol=2e-3)


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


def test_near_degenerate_groups_are_flagged():
    assert shown(opened())[0]["spectrum"]["groups"] == []
    spectrum = shown(opened(data="rings"))[0]["spectrum"]
    values = np.array(spectrum["values"])
    close = np.flatnonzero(values[:-1] - values[1:] < 0.01 * values[:-1])
    assert spectrum["groups"] == [[i, i + 1] for i in close]
    assert len(close) > 0


def test_points_without_spread_are_no_error():
    page = opened(sd="0", per_cluster="1")
    assert not page.exception
    assert not page.error
    assert len(shown(page)[1]["fields"]) == 2


def test_an_error_of_the_core_is_shown_as_a_message(monkeypatch):
    def refuse(*args, **kwargs):
        raise ValueError("Need width > 0; got width=-1.")

    monkeypatch.setattr(solving, "fit", refuse)
    solving._pictures.clear()
    page = opened()
    assert not page.exception
    assert alerts(page.error) == ["Need width > 0; got width=-1."]


def test_the_unexpected_is_logged_and_not_shown(caplog):
    script = """
from views.hosts.streamlit.page import guarded

@guarded
def broken():
    raise KeyError("secret detail")

broken()
"""
    page = AppTest.from_string(script).run()
    assert not page.exception
    assert "secret" not in page.error[0].value
    assert "secret" in caplog.text
    assert guarded(len).__name__ == "len"


def test_equal_parameters_of_different_kernels_are_different_pictures():
    gaussian, laplacian = picture_of(width="1"), picture_of(kernel="laplacian", decay="1")
    assert abs(gaussian.decomposition.eigenvalues[0] - laplacian.decomposition.eigenvalues[0]) > 0.1


@pytest.mark.parametrize(
    "change",
    [
        {"components": "5"},
        {"grid": "25"},
        {"centred": "false"},
        {"width": "0.2"},
        {"paper": "false", "seed": "1"},
        {"sd": "0.2"},
        {"data": "parabola"},
    ],
    ids=str,
)
def test_every_setting_makes_another_picture(change):
    assert picture_of() is picture_of()
    assert picture_of() is not picture_of(**change)


def test_the_scale_of_the_eigenvalues_needs_no_other_picture():
    assert picture_of() is picture_of(scale="fraction")


def test_caches_are_bounded():
    for cached in (solving._pictures, solving.dataset_of):
        assert 0 < cached.max_entries <= 64


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


def test_numbers_read_as_the_paper_prints_them():
    assert words.number(22.5581) == "22.558"
    assert words.number(0.0) == "0.000"
    assert words.number(0.00012345) == "1.23×10⁻⁴"
    assert words.number(float("nan")) == "–"
    ends = {0.6: "0.60", 0.614: "0.61", 0.05: "0.050", 1.0: "1.0", 9.97: "10", 12.3: "12"}
    assert {value: words.two_digits(value) for value in ends} == ends
    assert words.two_digits(3e-5) == "3×10⁻⁵"


def test_keys_in_the_address_are_unique():
    seen: dict[str, object] = {}
    for data in DATA:
        for kernel in KERNELS:
            choice = FORM_CHOICES.get(kernel)
            for form in choice.options if choice else ("",):
                query = {"data": data, "kernel": kernel}
                query |= {choice.key: form} if choice else {}
                for paper in ("true", "false"):
                    state = state_of(**query, paper=paper)
                    keys = [field.key for field, _ in state.settings]
                    assert len(set(keys)) == len(keys)
                    for field, _ in state.settings:
                        assert seen.setdefault(field.key, field) == field
    assert {choice.key for choice in FORM_CHOICES.values()} <= {*seen}


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
