"""What the page "Own data" says of awkward tables: a message, never a traceback."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.own_data import gave, read_of

from views.given import SHELF, Upload
from views.hosts.streamlit import tables
from views.pages.table.data import _cost
from views.work import APART


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
    assert (
        SHELF.by.known(page.session_state["pages visited"]["table"].state.data.file).content == b""
    )
    gave("a,b\n" + "1,2\n3,5\n" * 200, page=page)
    assert not page.error


@pytest.mark.parametrize(
    ("trouble", "message"),
    [(MemoryError(), "more memory than there is"), (KeyError("x"), "Something unexpected")],
)
def test_every_trouble_of_a_table_is_its_message(trouble, message, monkeypatch):
    def broken(*_, **__):
        raise trouble

    monkeypatch.setattr(SHELF.by, "read", broken)
    page = gave("a,b\n1,2\n")
    assert message in read_of(page.error[0])


def test_a_broken_parquet_file_leaves_a_message():
    page = gave(b"PAR1" + bytes(100) + b"PAR1", "data.parquet")
    assert "is no readable Parquet file" in read_of(page.error[0])


def test_reading_is_work_apart_and_rows_are_not():
    """Its memory is bounded where it is done, whatever a file unpacks to."""
    upload = Upload("x.npz", bytes(1000))
    assert _cost(upload, ("read", ())).kind == APART
    assert _cost(upload, ("rows", ())).kind == "light"
