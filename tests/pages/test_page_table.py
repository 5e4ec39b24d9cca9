"""The page "Own data": from a table to maps, scores and answers, and what stays in the session."""

from __future__ import annotations

import csv
import gc
import urllib.parse
from dataclasses import replace
from importlib import import_module
from urllib.parse import parse_qsl

import numpy as np
import pytest
from sklearn.datasets import load_iris
from streamlit.testing.v1 import AppTest
from support.files import files
from support.frames import shown
from support.own_data import gave, opened, read_of, takes_tables
from support.runs import finished, runs_of

from datasets import concentric_rings
from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text
from views.given import SHELF, upload_of
from views.hosts.streamlit import tables
from views.pages.choosing import ADVICE, HOW, NAME
from views.pages.explore.solving import picture_of as explored
from views.pages.explore.state import ExploreState
from views.pages.table import data
from views.pages.table.snippet import with_scikit_learn
from views.pages.table.solving import file_name, origin_of, picture_of
from views.pages.table.state import TableState

IRIS = load_iris()
SMALL = "a,b\n1,2\n3,5\n4,4\n"


def state_of(page: AppTest) -> TableState:
    return page.session_state["pages visited"]["table"].state


def said(page: AppTest) -> str:
    return read_of(*page.caption, *page.text)


def csv_of(bunch) -> str:
    words = bunch.target_names[bunch.target].tolist()
    rows = [[*row, word] for row, word in zip(bunch.data.tolist(), words, strict=True)]
    return csv_text([*bunch.feature_names, "species"], rows)


def test_rings_with_their_squares_as_a_column_have_the_eigenvalues_of_the_paraboloid():
    """[C] section 1: linear PCA of the three columns is kernel PCA of the two."""
    own = {"data": "lifted-rings", "n": "120", "noise": "0.1", "standardise": "false"}
    columns = picture_of(TableState.of_address({**own, "seed": "3", "kernel": "linear"}))
    rings = {"data": "rings", "ring_n": "120", "ring_noise": "0.1", "seed": "3"}
    plane = explored(ExploreState.of_address({**rings, "kernel": "paraboloid", "height": "1"}))
    own, theirs = (one.decomposition.eigenvalues[:3] for one in (columns, plane))
    np.testing.assert_allclose(own, theirs, rtol=1e-12)
    found = concentric_rings(120, noise=0.1, seed=3)
    lift = np.column_stack([found.X, (found.X**2).sum(axis=1)])
    covariance = 120 * np.cov(lift.T, bias=True)
    np.testing.assert_allclose(own, np.linalg.eigvalsh(covariance)[::-1], rtol=1e-10)


def test_from_upload_to_scores_which_stay_out_of_the_address():
    page = gave(csv_of(IRIS), "secret.csv")
    assert not page.error
    state = state_of(page)
    found = fit(Gaussian(state.kernel.values["width"]), standardised(IRIS.data), 16)
    header, _ = shown(page)
    np.testing.assert_allclose(header["spectrum"]["values"], found.eigenvalues, rtol=1e-12)
    # What the button gives away, with the signs of a first picture.
    lines = files(state)["scores.csv"]().splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    scores = [[float(v) for k, v in row.items() if k.startswith("score")] for row in rows]
    np.testing.assert_allclose(scores, found.scores[:, :8], atol=1e-12)
    assert "labelled by species: setosa, versicolor" in said(page)
    handle = state.data.file
    assert len(handle) >= 20
    assert handle not in f"{page.query_params} {state.address()}"
    assert handle in urllib.parse.unquote(state.token)
    assert handle not in origin_of(state, picture_of(state)).caption
    assert handle not in header["caption"] + file_name(state, "scores")


def test_an_address_restores_all_but_the_table():
    settings = {
        "columns": "1,3", "label": "0", "standardise": "false", "across": "3", "components": "3",
        "kernel": "laplacian",
    }  # fmt: skip
    page = gave(csv_of(IRIS), **settings)
    assert not page.error
    state = state_of(page)
    # Two columns are named, as in links from when their plane was shown unasked.
    assert state.address() == settings | {"plane": "columns"}
    assert state.data.build().X.shape == (150, 2)
    assert state.data.build().projection.axes == ("petal length (cm)", "sepal length (cm)")
    assert TableState.of_query(dict(parse_qsl(state.query))) == state
    # Another table takes over what is not bound to the columns of the one before.
    gave("p,q\n1,2\n3,5\n4,4\n", page=page)
    assert not page.error
    assert state_of(page).address() == {"components": "3", "kernel": "laplacian"}
    # Undo brings the table before back.
    page.session_state["state to be drawn"] = TableState.of_whole(state.whole())
    page.run()
    assert state_of(page) == state


def test_frames_follow_only_what_is_at_hand():
    data._rows.clear()
    with pytest.raises(ValueError, match="not at hand"):
        TableState.of_query({"data": "iris", "columns": "1,2"})


def test_two_sessions_with_equal_names_have_their_own_tables():
    first = gave(SMALL, "data.csv")
    second = gave("p,q\n10,20\n30,50\n40,41\n90,7\n", "data.csv")
    for page, n, name in ((first, 3, "a"), (second, 4, "p")):
        page.run()
        assert not page.error
        assert len(shown(page)[1]["points"]) == n
        assert state_of(page).data.build().prepared.rows.names[0] == name
    one, other = (state_of(page).data.file for page in (first, second))
    assert one != other
    # A link with the secret name of another session's table shows nothing of it.
    third = opened(data="own", file=one)
    assert state_of(third).data.file == ""
    assert not third.error
    assert takes_tables(third)


def test_a_table_goes_some_minutes_after_its_session(monkeypatch):
    page = gave(SMALL)
    handle = state_of(page).data.file
    assert SHELF.by.known(handle) is not None
    now = tables.monotonic()
    del page
    gc.collect()
    monkeypatch.setattr(tables, "monotonic", lambda: now + tables.LIMITS.session_seconds - 60)
    tables.WAITING.sweep()
    assert SHELF.by.known(handle) is not None
    monkeypatch.setattr(tables, "monotonic", lambda: now + tables.LIMITS.session_seconds + 60)
    tables.WAITING.sweep()
    gc.collect()
    assert SHELF.by.known(handle) is None
    with pytest.raises(ValueError, match="give it once more"):
        upload_of(handle)


def test_gaps_are_no_error_and_each_way_says_what_it_costs():
    page = gave("a,b,c\n1,2,5\n3,oops,6\n4,4,7\n9,1,9\n")
    assert not page.error
    gaps = lambda: next(one for one in page.selectbox if "are missing" in one.label)  # noqa: E731
    assert gaps().options == [
        "Fill 1 cell with the column's median (suggested)",
        "Leave out 1 of 4 rows",
        "Leave out 1 of 3 columns",
        "Fill 1 cell with the column's median",
    ]
    assert "line 3 has 'oops' in 'b'" in gaps().proto.help.replace("\\", "").replace("\u2060", "")
    assert state_of(page).data.build().prepared.rows.medians[1] == 2.0
    for way, shape in (("rows", (3, 3)), ("columns", (4, 2))):
        gaps().set_value(way).run()
        assert not page.error
        assert state_of(page).data.build().X.shape == shape
        assert len(shown(page)[1]["points"]) == shape[0]


def test_markup_and_formulas_are_text():
    text = '<img src=x onerror=alert(1)>,"![p](http://example.org/p.png)",kind\n'
    text += "1,2,=1+1\n3,5,@x\n4,oops,$a$\n7,1,=1+1\n2,9,@x\n"
    page = gave(text, "**bold** :red[x].csv")
    assert not page.error
    for one in (*page.error, *page.caption, *page.markdown):
        assert "<img" not in one.value.replace("\\<", "")
        assert "![p]" not in one.value
        assert "**bold**" not in one.value
    labels = [row.split(",")[1] for row in files(state_of(page))["scores.csv"]().splitlines()
              if row[:1].isdigit()]  # fmt: skip
    assert {"'=1+1", "'@x"} <= set(labels)
    assert not any(map(str.isspace, file_name(state_of(page), "scores")))


@pytest.mark.parametrize(
    ("content", "limits", "words"),
    [
        (b"%PDF-1.7", {}, "data.csv is a PDF, not a table"),
        ("a,b\n1,2\n3,5\n4,4\n9,1\n", {"table_rows": 3}, "4 rows; at most 3 are taken here"),
        ("a,b\n" + "1,2\n3,5\n" * 300, {"upload": 2000.0}, "2,404 bytes; at most 2,000 bytes are"),
        ("a,b\n1,2\n", {}, "one row"),
        ("a,b\n1,2\n1,2\n1,2\n", {}, "All 3 rows are equal"),
    ],
    ids=["no table", "rows", "bytes", "one row", "equal rows"],
)
def test_what_cannot_be_drawn_is_said_with_the_way_out(content, limits, words, monkeypatch):
    for module in (data, tables):
        monkeypatch.setattr(module, "LIMITS", replace(module.LIMITS, **limits))
    page = gave(content)
    assert words in read_of(*page.error, *page.warning)
    assert "Eigenvalues CSV" not in [button.label for button in page.get("download_button")]
    assert takes_tables(page)
    gave(SMALL, page=page)
    assert not page.error
    assert len(shown(page)[1]["points"]) == 3


def test_long_work_is_announced_and_waits_for_the_reader():
    rng = np.random.default_rng(0)
    page = gave(csv_text(["a", "b", "c"], rng.standard_normal((40_000, 3)).round(3).tolist()))
    assert "40,000 rows × 3 columns: K of all 40,000 rows by the solver streaming" in said(page)
    assert "when a slider is released" in said(page)
    assert [button for button in page.button if button.label.startswith("Compute, about")]


def test_widths_are_set_by_a_click_and_each_choice_of_columns_has_its_own():
    page = opened(data="wine")
    width = lambda: state_of(page).kernel.values["width"]  # noqa: E731
    usual, found = width(), {}
    for label in ("7th neighbour", "Largest gap", "Median distance"):
        (button,) = [one for one in page.button if one.label == label]
        button.click().run()
        assert not page.error
        found[label] = width()
    assert found["Median distance"] == usual
    assert found["7th neighbour"] < usual
    assert found["Largest gap"] <= usual
    page.multiselect[0].set_value([1, 2, 3]).run()
    assert width() < usual


@pytest.mark.parametrize(
    "settings",
    [
        {"data": "iris"},
        {"data": "wine", "columns": "1,3,7", "standardise": "false", "kernel": "linear"},
        {"data": "moons", "n": "60", "seed": "3", "kernel": "polynomial", "offset": "1"},
        {"data": "swiss-roll", "n": "80", "kernel": "cosine"},
        {"missing": "rows"}, {"missing": "columns"}, {"missing": "median"},
    ],
    ids=str,
)  # fmt: skip
def test_scikit_learn_computes_the_same(settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    state = TableState.of_address(settings)
    if "missing" in settings:
        rows = np.random.default_rng(0).normal(size=(40, 5))
        lines = [";".join(f"{v:.3f}".replace(".", ",") for v in row) for row in rows]
        lines[3] = lines[3].rpartition(";")[0] + ";"
        text = "\n".join(["above", "", "a;b;c;d;e", *lines]) + "\n"
        (tmp_path / "data.csv").write_text(text, "utf-8")
        state = state_of(gave(text, **settings))
    code, names = with_scikit_learn(state), {}
    assert "kpca_core" not in code
    exec(code, names)
    found = picture_of(state).decomposition
    q = found.n_components
    model, scores = names["model"], names["scores"][:, :q]
    np.testing.assert_allclose(model.eigenvalues_[:q], found.eigenvalues, rtol=1e-8)
    signs = np.sign((scores * found.scores).sum(axis=0))
    largest = np.sqrt(found.eigenvalues[0])
    np.testing.assert_allclose((scores * signs)[:, :2], found.scores[:, :2], atol=1e-7 * largest)


def test_planted_outliers_and_irrelevant_columns_are_named_by_their_lines():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((150, 8))
    X[:, :6] += 5.0 * (np.arange(6) % 3 == (np.arange(150) % 3)[:, None])
    X[[9, 70]] = 12.0 * np.sign(rng.standard_normal((2, 8)))
    page = finished(gave(csv_text([f"c{j}" for j in range(8)], X.round(3).tolist())))
    text = said(page)
    assert "2 rows far out of the model: lines" in text
    assert " 11" in text
    assert " 72" in text
    assert "can be shuffled without a loss beyond chance: c6, c7." in text
    noise = rng.standard_normal((120, 6)).round(3).tolist()
    page = finished(gave(csv_text(list("abcdef"), noise)))
    assert "None of the components stands out" in read_of(*page.markdown)
    page = opened(data="iris", columns="2")
    assert "needs at least 2 columns that vary" in read_of(*finished(page).warning)


def test_kernels_are_compared_when_asked_for_and_a_click_sets_the_choice(monkeypatch):
    monkeypatch.setitem(HOW, "shuffles", 20)
    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("views.pages.table.widths"), "MANY", 3)
    page = opened(data="wine", components="8")
    assert not runs_of(page, NAME)
    page.button(f"begin {NAME}").click().run()
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
    assert f"begin {NAME}" in {button.key for button in page.button}
