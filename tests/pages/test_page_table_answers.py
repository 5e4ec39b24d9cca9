"""The page "Own data" answers: how many components stand out, which columns and rows matter."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest
from sklearn.datasets import load_wine
from streamlit.testing.v1 import AppTest
from support.frames import shown
from support.own_data import gave, opened, read_of
from support.runs import runs_of

from kpca_core.analysis.projection import agreement
from kpca_core.drawing.canvas.slices import agreement_of
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables.writing import csv_text
from views.pages.choosing import ADVICE, HOW, NAME
from views.pages.table.snippet import with_scikit_learn
from views.pages.table.solving import picture_of
from views.pages.table.state import TableState

# The key of the button that begins a comparison.
COMPARE = f"begin {NAME}"


def state_of(page: AppTest) -> TableState:
    return page.session_state["pages visited"]["table"].state


def said(page: AppTest) -> str:
    return read_of(*page.caption, *page.text)


@pytest.mark.parametrize(
    "settings",
    [
        {"data": "iris"},
        {"data": "wine", "columns": "1,3,7", "standardise": "false", "kernel": "linear"},
        {"data": "moons", "n": "60", "seed": "3", "kernel": "polynomial", "offset": "1"},
        {"data": "swiss-roll", "n": "80", "kernel": "cosine"},
    ],
    ids=str,
)
def test_scikit_learn_computes_the_same(settings):
    state = TableState.of_address(settings)
    code = with_scikit_learn(state)
    assert "kpca_core" not in code
    agrees(code, state)


@pytest.mark.parametrize("way", ["rows", "columns", "median"])
def test_scikit_learn_reads_a_file_with_gaps_as_the_page_does(way, tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    lines = [
        ";".join(f"{v:.3f}".replace(".", ",") for v in row) for row in rng.normal(size=(40, 5))
    ]
    lines[3] = lines[3].rpartition(";")[0] + ";"
    text = "\n".join(["above", "", "a;b;c;d;e", *lines]) + "\n"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(text, "utf-8")
    state = state_of(gave(text, missing=way))
    assert state.data.build().X.shape == {"rows": (39, 5), "columns": (40, 4)}.get(way, (40, 5))
    agrees(with_scikit_learn(state), state)


def agrees(code, state):
    """Whether source computes the eigenvalues and the scores of the page."""
    names: dict = {}
    exec(code, names)
    found = picture_of(state).decomposition
    q = found.n_components
    model, scores = names["model"], names["scores"][:, :q]
    np.testing.assert_allclose(model.eigenvalues_[:q], found.eigenvalues, rtol=1e-8)
    signs = np.sign((scores * found.scores).sum(axis=0))
    largest = np.sqrt(found.eigenvalues[0])
    np.testing.assert_allclose((scores * signs)[:, :2], found.scores[:, :2], atol=1e-7 * largest)


def answered(page, seconds=60):
    """The page once its answers are known."""
    (run,) = runs_of(page, "answers")
    run.wait(seconds)
    assert not run.look().trouble
    return page.run()


def test_the_page_says_how_many_stand_out_which_columns_and_rows():
    page = answered(opened(data="wine"))
    assert not page.error
    assert "2 of 8 components stand out from the same table with its columns" in read_of(
        *page.markdown
    )
    text = said(page)
    assert "Component 1 separates class_0 from the others" in text
    assert "follows flavanoids (rank correlation 0.92)" in text
    assert "Columns that matter, most first: flavanoids" in text
    assert "Rows: none is far out. The farthest from the model are rows 122" in text
    header, _ = shown(page)
    assert not any("ivides the points" in one for one in header["sentences"])


def test_planted_outliers_and_irrelevant_columns_are_named_by_their_lines():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((150, 8))
    X[:, :6] += 5.0 * (np.arange(6) % 3 == (np.arange(150) % 3)[:, None])
    X[[9, 70]] = 12.0 * np.sign(rng.standard_normal((2, 8)))
    page = answered(gave(csv_text([f"c{j}" for j in range(8)], X.round(3).tolist())))
    text = said(page)
    assert "2 rows far out of the model: lines" in text
    assert " 11" in text
    assert " 72" in text
    assert "can be shuffled without a loss beyond chance: c6, c7." in text


def test_noise_is_said_to_be_noise():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((120, 6)).round(3).tolist()
    page = answered(gave(csv_text(list("abcdef"), X)))
    words = read_of(*page.markdown)
    assert "None of the components stands out" in words
    assert "what the maps show may be noise" in words
    header, _ = shown(page)
    assert all(one.startswith(("Slice", "⚠ Slice", "Nearly")) for one in header["sentences"])


def test_one_column_has_nothing_to_shuffle_and_says_so():
    page = opened(data="iris", columns="2")
    (run,) = runs_of(page, "answers")
    run.wait(30)
    page.run()
    assert not page.error
    assert "needs at least 2 columns that vary" in read_of(*page.warning)


def test_scores_stand_first_and_a_column_colours_them():
    page = opened(data="wine", colour="7")
    header, arrays = shown(page)
    assert header["choices"]["view"] == "scores"
    assert "view" not in page.query_params
    values = load_wine().data[:, 6]
    assert header["tinted"] == {"name": "flavanoids", "low": values.min(), "high": values.max()}
    shares = (values - values.min()) / np.ptp(values)
    np.testing.assert_array_equal(arrays["tint"], np.rint(255 * shares))
    assert shown(opened(data="wine"))[0]["tinted"] is None
    # The colour is none of what is computed.
    states = [TableState.of_address({"data": "wine", "colour": one}) for one in ("3", "7")]
    assert states[0].problem.token == states[1].problem.token


def test_points_of_slices_have_their_own_scores_and_each_map_its_agreement():
    state = TableState.of_address({"data": "iris"})
    picture = picture_of(state)
    header, arrays = shown(opened(data="iris"))
    signs = np.sign(arrays["scores"][:, :8].T * picture.decomposition.scores[:, :8].T).mean(axis=1)
    ends = np.abs(arrays["levels"]).max(axis=1)
    own = np.clip(picture.decomposition.scores[:, :8].T / ends[:, None], -1, 1)
    np.testing.assert_allclose(arrays["own"], 127 * own * np.sign(signs)[:, None], atol=0.51)
    projection, expansion = state.data.build().projection, picture.decomposition.expansion.first(8)
    scores = picture.decomposition.scores[:, :8]
    exact = agreement(expansion(projection.plane.lift(projection.points)), scores)
    near = agreement_of(picture)
    np.testing.assert_allclose(near.correlation, exact.correlation, atol=5e-3)
    np.testing.assert_allclose(near.different, exact.different, atol=0.02)
    for j, one in enumerate(header["sentences"]):
        low = "⚠ Slice unlike the scores" if exact.low[j] else "Slice like the scores"
        assert f"{low}: correlation {near.correlation[j]:.2f}" in one
    assert header["slices"].startswith("Slices: each map shows one component on the plane of")
    # Where the plane is all there is, a place says what its row has.
    header, arrays = shown(opened(data="moons"))
    assert header["slices"] == ""
    assert "own" not in arrays
    assert not any("Slice" in one for one in header["sentences"])


def test_kernels_are_compared_when_asked_for_and_a_click_sets_the_choice(monkeypatch):
    monkeypatch.setitem(HOW, "shuffles", 20)
    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("views.pages.table.widths"), "MANY", 3)
    page = opened(data="wine", components="8")
    assert not runs_of(page, NAME)
    page.button(COMPARE).click().run()
    (run,) = runs_of(page, NAME)
    run.wait(120)
    assert not run.look().trouble
    page.run()
    assert not page.exception
    assert readable(str(run.found[ADVICE])) in read_of(*page.markdown)
    page.button("set the choice").click().run()
    assert not page.exception
    state = state_of(page)
    assert state.components == run.found[ADVICE].count
    assert state.kernel.build().width == pytest.approx(run.found[ADVICE].kernel.width, rel=1e-3)
    # Setting the choice compares nothing anew; other rows need another comparison.
    assert runs_of(page, NAME) == [run]
    page = page.selectbox(key="table data").set_value("iris").run()
    assert COMPARE in {button.key for button in page.button}
