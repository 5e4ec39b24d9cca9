"""The page "Own data": from a table to maps and scores, and what stays in the session."""

from __future__ import annotations

import csv
import gc
import urllib.parse
from dataclasses import replace
from urllib.parse import parse_qsl

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from streamlit.testing.v1 import AppTest
from support.files import files
from support.frames import shown
from support.own_data import gave, opened, read_of, takes_tables

from datasets import concentric_rings
from kpca_core import Gaussian, fit
from kpca_core.drawing.scene import Detail
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text
from views.answer import Answers
from views.given import SHELF, Upload, upload_of
from views.hosts.streamlit import tables
from views.pages.explore.solving import picture_of as explored
from views.pages.explore.state import ExploreState
from views.pages.saying import plain
from views.pages.table import data
from views.pages.table.data import _cost
from views.pages.table.solving import file_name, origin_of, picture_of
from views.pages.table.state import TableState
from views.questions import tried
from views.work import APART

IRIS = load_iris()


def state_of(page: AppTest) -> TableState:
    return page.session_state["pages visited"]["table"].state


def said(page: AppTest) -> str:
    return read_of(*page.caption, *page.text)


def iris_csv() -> str:
    words = IRIS.target_names[IRIS.target].tolist()
    rows = [[*row, word] for row, word in zip(IRIS.data.tolist(), words, strict=True)]
    return csv_text([*IRIS.feature_names, "species"], rows)


def scores_of(text: str) -> np.ndarray:
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return np.array([[float(v) for k, v in row.items() if k.startswith("score")] for row in rows])


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


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_from_upload_to_scores(load):
    bunch = load()
    words = bunch.target_names[bunch.target].tolist()
    rows = [[*row, word] for row, word in zip(bunch.data.tolist(), words, strict=True)]
    page = gave(csv_text([*bunch.feature_names, "kind"], rows))
    assert not page.error
    state = state_of(page)
    width = state.kernel.values["width"]
    found = fit(Gaussian(width), standardised(bunch.data), 16)
    header, _ = shown(page)
    np.testing.assert_allclose(header["spectrum"]["values"], found.eigenvalues, rtol=1e-12)
    # What the button gives away, with the signs of a first picture.
    np.testing.assert_allclose(
        scores_of(files(state)["scores.csv"]()), found.scores[:, :8], atol=1e-12
    )
    assert f"labelled by kind: {bunch.target_names[0]}, {bunch.target_names[1]}" in said(page)
    assert "decimal points" in said(page)


def test_the_table_stays_out_of_the_address():
    page = gave(iris_csv(), "secret.csv")
    state = state_of(page)
    handle = state.data.file
    assert len(handle) >= 20
    assert handle not in str(page.query_params)
    assert handle not in str(state.address())
    assert handle in urllib.parse.unquote(state.token)
    header, _ = shown(page)
    assert handle not in origin_of(state, picture_of(state)).caption
    assert handle not in header["caption"] + file_name(state, "scores")


def test_an_address_restores_all_but_the_table():
    settings = {
        "columns": "1,3", "label": "0", "standardise": "false", "across": "3", "components": "3",
        "kernel": "laplacian",
    }  # fmt: skip
    page = gave(iris_csv(), **settings)
    assert not page.error
    state = state_of(page)
    # Two columns are named, as in links from when their plane was shown unasked.
    assert state.address() == settings | {"plane": "columns"}
    assert state.data.build().X.shape == (150, 2)
    assert state.data.build().projection.axes == ("petal length (cm)", "sepal length (cm)")
    same = TableState.of_query(dict(parse_qsl(state.query)))
    assert same == state
    # Another table takes over what is not bound to the columns of the one before.
    gave("p,q\n1,2\n3,5\n4,4\n", page=page)
    assert not page.error
    assert state_of(page).address() == {"components": "3", "kernel": "laplacian"}


def test_two_sessions_with_equal_names_have_their_own_tables():
    first = gave("a,b\n1,2\n3,5\n4,4\n", "data.csv")
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
    page = gave("a,b\n1,2\n3,5\n4,4\n")
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


def gaps_of(page):
    (box,) = [one for one in page.selectbox if one.label == "Where numbers are missing"]
    return box


def test_gaps_are_no_error_and_each_way_says_what_it_costs():
    page = gave("a,b,c\n1,2,5\n3,oops,6\n4,4,7\n9,1,9\n")
    assert not page.error
    box = gaps_of(page)
    assert box.options == [
        "Fill 1 cell with the column's median (suggested)",
        "Leave out 1 of 4 rows",
        "Leave out 1 of 3 columns",
        "Fill 1 cell with the column's median",
    ]
    assert "line 3 has 'oops' in 'b'" in box.proto.help.replace("\\", "").replace("\u2060", "")
    rows = state_of(page).data.build().prepared.rows
    assert rows.X.shape == (4, 3)
    assert rows.medians[1] == 2.0
    for way, shape in (("rows", (3, 3)), ("columns", (4, 2))):
        gaps_of(page).set_value(way).run()
        assert not page.error
        assert page.query_params["missing"] in (way, [way])
        assert state_of(page).data.build().X.shape == shape
        assert len(shown(page)[1]["points"]) == shape[0]


def test_markup_and_formulas_are_text():
    text = '<img src=x onerror=alert(1)>,"![p](http://example.org/p.png)",kind\n'
    text += "1,2,=1+1\n3,5,@x\n4,oops,$a$\n7,1,=1+1\n2,9,@x\n"
    page = gave(text, "**bold** :red[x].csv")
    written = [*page.error, *page.caption, *page.markdown]
    assert not page.error
    for one in written:
        assert "<img" not in one.value.replace("\\<", "")
        assert "![p]" not in one.value
        assert "**bold**" not in one.value
    assert plain("a*b") == r"a\*b"
    gaps_of(page).set_value("rows").run()
    assert not page.error
    labels = [row.split(",")[1] for row in files(state_of(page))["scores.csv"]().splitlines()
              if row[:1].isdigit()]  # fmt: skip
    assert labels == ["'=1+1", "'@x"] * 2
    assert not any(map(str.isspace, file_name(state_of(page), "scores")))


def test_a_file_that_is_no_table_leaves_a_message_and_the_way_out():
    page = gave(b"%PDF-1.7", "report.pdf")
    assert "report.pdf is a PDF, not a table" in read_of(page.error[0])
    assert takes_tables(page)
    gave("a,b\n1,2\n3,5\n4,4\n", page=page)
    assert not page.error
    assert len(shown(page)[1]["points"]) == 3


def test_too_many_rows_are_refused_with_a_way_out(monkeypatch):
    monkeypatch.setattr(data, "LIMITS", replace(data.LIMITS, table_rows=3))
    page = gave("a,b\n1,2\n3,5\n4,4\n9,1\n")
    assert "4 rows; at most 3 are taken here" in read_of(page.error[0])


def test_long_work_is_announced_and_waits_for_the_reader():
    rng = np.random.default_rng(0)
    page = gave(csv_text(["a", "b", "c"], rng.standard_normal((40_000, 3)).round(3).tolist()))
    assert "40,000 rows × 3 columns: K of all 40,000 rows by the solver streaming" in said(page)
    assert "when a slider is released" in said(page)
    (go,) = [button for button in page.button if button.label.startswith("Compute, about")]
    assert go.proto.label == go.label
    assert "Eigenvalues CSV" not in [button.label for button in page.get("download_button")]


def test_frames_follow_only_what_is_at_hand():
    state = state_of(gave(iris_csv()))
    address = {**dict(parse_qsl(state.query)), "width": "3.0"}
    assert Answers().to("table", address, detail=Detail(40)).frame()
    assert address["file"] == state.data.file
    unknown = {**address, "file": "another"}
    assert tried(lambda: Answers().to("table", unknown, detail=Detail(40)).frame())() is None
    other = TableState.of_address({"data": "iris", "columns": "1,2"})
    data._rows.clear()
    with pytest.raises(ValueError, match="not at hand"):
        TableState.of_query(other.address())


def test_widths_are_set_by_a_click():
    page = opened(data="wine")
    usual = state_of(page).kernel.values["width"]
    found = {}
    for label in ("7th neighbour", "Largest gap", "Median distance"):
        (button,) = [one for one in page.button if one.label == label]
        button.click().run()
        assert not page.error
        found[label] = state_of(page).kernel.values["width"]
    assert found["Median distance"] == usual
    assert found["7th neighbour"] < usual
    assert found["Largest gap"] <= usual


def test_undo_brings_the_table_before_back():
    page = gave("a,b\n1,2\n3,5\n4,4\n", "one.csv")
    first = state_of(page)
    gave("p,q\n1,2\n3,5\n4,4\n8,9\n", "two.csv", page=page)
    assert state_of(page) != first
    assert "file" not in first.address()
    page.session_state["state to be drawn"] = TableState.of_whole(first.whole())
    page.run()
    assert state_of(page) == first
    assert "one.csv" in said(page)


# What is said of awkward tables: a message, never a traceback


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,b\n,1\n2,5\n4,4\n", "3 rows × 2 of 2 columns."),
        ("a\n1\n", "1 row × 1 of 1 column."),
        ("label\n1\n2\n1\n", "3 rows × 0 of 1 column; left out: 'label' (labels)"),
    ],
)
def test_what_was_read_is_said_in_words(content, words):
    assert words in read_of(*gave(content).caption)


@pytest.mark.parametrize(
    ("content", "words"),
    [("a,b\n1,2\n", "one row"), ("a,b\n1,2\n1,2\n1,2\n", "All 3 rows are equal")],
)
def test_equal_rows_are_said_where_the_maps_would_be(content, words):
    page = gave(content)
    assert not page.error
    assert words in page.warning[0].value
    assert "nothing to analyse" in page.warning[0].value
    assert "Eigenvalues CSV" not in [button.label for button in page.get("download_button")]


def test_more_bytes_than_the_server_allows_are_refused_here_too(monkeypatch):
    monkeypatch.setattr(tables, "LIMITS", replace(tables.LIMITS, upload=2000.0))
    page = gave("a,b\n" + "1,2\n3,5\n" * 300, "big.csv")
    assert "big.csv has 2,404 bytes; at most 2,000 bytes are read" in read_of(page.error[0])
    assert SHELF.by.known(state_of(page).data.file).content == b""
    gave("a,b\n" + "1,2\n3,5\n" * 200, page=page)
    assert not page.error


def test_reading_is_work_apart_and_rows_are_not():
    """Its memory is bounded where it is done, whatever a file unpacks to."""
    upload = Upload("x.npz", bytes(1000))
    assert _cost(upload, ("read", ())).kind == APART
    assert _cost(upload, ("rows", ())).kind == "light"


def test_few_rows_with_gaps_are_left_out_unasked():
    lines = [f"{k},{k * k % 7}" for k in range(40)]
    page = gave("\n".join(["a,b", *lines, "3,"]) + "\n")
    assert gaps_of(page).options[0] == "Leave out 1 of 41 rows (suggested)"
    assert state_of(page).data.build().X.shape == (40, 2)


def test_old_links_still_leave_rows_out():
    page = gave("a,b\n1,2\n3,oops\n4,4\n9,1\n", leave_out="true")
    assert state_of(page).data.missing == "rows"
    assert len(shown(page)[1]["points"]) == 3


def test_how_a_file_is_read_can_be_overruled():
    page = gave("1,5\n2,5\n4,1\n")
    assert "3 rows × 2 of 2 columns" in said(page)
    chosen = {"Separated by": "semicolons", "Decimal sign": "commas", "Line of names": "no"}
    for box in page.selectbox:
        if box.label in chosen:
            box.set_value(chosen[box.label])
    page.run()
    assert not page.error
    assert "3 rows × 1 of 1 column." in said(page)
    np.testing.assert_array_equal(
        state_of(page).data.build().prepared.table.columns[0].values, [1.5, 2.5, 4.1]
    )


def test_each_choice_of_columns_has_its_own_width():
    page = opened(data="wine")
    before = state_of(page).kernel.values["width"]
    page.multiselect[0].set_value([1, 2, 3]).run()
    assert state_of(page).kernel.values["width"] < before
    page.multiselect[0].set_value([]).run()
    assert state_of(page).kernel.values["width"] == before
    assert "width" not in page.query_params


@pytest.mark.parametrize("convention", ["sigma", "gamma"])
def test_a_convention_keeps_the_kernel(convention):
    page = opened(data="iris")
    before = state_of(page).kernel.build()
    (box,) = [one for one in page.selectbox if one.label == "Convention"]
    box.set_value(convention).run()
    assert not page.error
    np.testing.assert_allclose(state_of(page).kernel.build().width, before.width, rtol=1e-3)


def test_pasted_lines_are_a_table():
    page = gave("a;b\n1,5;2\n3;5,5\n4;4\n", "pasted lines")
    assert not page.error
    assert "separated by semicolons, decimal commas" in said(page)
    np.testing.assert_array_equal(
        state_of(page).data.build().prepared.table.columns[0].values, [1.5, 3, 4]
    )
