"""The page "Own data": what was recognised of a table is shown before use, and can be changed."""

from __future__ import annotations

import gzip
import io
import zipfile

import numpy as np
import pytest
from support.own_data import gave, read_of
from support.workbooks import workbook

from views.pages.table.panel import CHANGE
from views.pages.table.read_as import READ_AS, arguments
from views.pages.table.state import TableState

ROWS = [(k * 1.5, (k * 7) % 11, "xyz"[k % 3]) for k in range(1, 31)]
CSV = "a,b,kind\n" + "".join(f"{a},{b},{kind}\n" for a, b, kind in ROWS)
FEW = "a,b\n1,2\n3,4\n9,1\n"
COUNTED = "patient,a,b\n" + "".join(f"{k},{a},{b}\n" for k, (a, b, _) in enumerate(ROWS, 1))
SHARES = "a,rate\n" + "".join(f"{a},{k} %\n" for k, (a, *_) in enumerate(ROWS))
CODED = "a,b\n" + "".join(f"{-9999 if k % 9 == 0 else a},{b}\n" for k, (a, b, _) in enumerate(ROWS))


def state_of(page) -> TableState:
    return page.session_state["pages visited"]["table"].state


def table_of(page) -> dict[str, list[float]]:
    table = state_of(page).data.build().prepared.table
    return {column.name: column.values.tolist() for column in table.columns}


def names_of(page) -> tuple[str, ...]:
    return state_of(page).data.build().prepared.rows.names


def control(page, label: str):
    every = (*page.selectbox, *page.number_input, *page.toggle, *page.text_input)
    (found,) = [one for one in every if one.label == label]
    return found


def pressed(page, label: str):
    (found,) = [one for one in page.button if one.label == label]
    return found.click().run()


def said(page) -> str:
    return read_of(*page.caption)


def test_the_first_rows_and_what_is_left_out_are_shown_before_use():
    rows = "".join(f"{k},{a},{b},{c}\n" for k, (a, b, c) in enumerate(ROWS))
    page = gave(f"Unnamed: 0,a,b,kind\n{rows}", "iris.csv")
    for words in (
        "iris.csv: CSV, UTF-8, separated by commas, decimal points, the first line has names",
        "30 rows × 2 of 4 columns; left out: 'Unnamed: 0' (counts the rows), 'kind' (words; labels",
    ):
        assert words in said(page)
    shown = read_of(*page.markdown)
    assert "| Unnamed: 0 | a | b | kind |" in shown
    assert "| 0 | 1.5 | 7 | y |" in shown
    assert [one.label for one in page.expander if one.label.endswith(CHANGE)]
    text = "a,b\n" + "".join(f"{k},{'<0.1' if k % 5 == 0 else k * k}\n" for k in range(1, 31))
    assert "Not numbers: '<0.1' in 6 cells, the first in line 6 of 'b'; 6 cells" in said(gave(text))


@pytest.mark.parametrize(
    ("content", "label", "value", "key", "names"),
    [
        ("1,5\n2,5\n4,1\n", "Separated by", "tabs", "separator", None),
        ("a;b\n1.5;2\n2.5;3\n4.1;9\n", "Between thousands", "points", "thousands", None),
        (FEW, "Line of names", "no", "header", ("column 1", "column 2")),
        (FEW, "Lines above", 1, "skip", None),
        ("p,b\n1,2\n3,4\n9,1\n", "Column that counts the rows", 2, "index", ("p",)),
        (CSV, "Encoding", "cp1251", "encoding", ("a", "b")),
        # Of so few letters nobody knows which they are.
        ("длина,b\n1,2\n3,5\n4,4\n".encode("cp855"), "Encoding", "cp855", "encoding",
         ("длина", "b")),
    ],
)  # fmt: skip
def test_each_can_be_changed_stands_in_the_address_and_is_undone(content, label, value, key, names):
    page = gave(content)
    before, address = state_of(page), dict(state_of(page).address())
    assert key not in address
    control(page, label).set_value(value).run()
    assert not page.exception
    assert state_of(page).address() == {**address, key: str(value)}
    # It stays what it was set to.
    page.run()
    assert control(page, label).value == value
    if names:
        assert names_of(page) == names
    page.session_state["state to be drawn"] = TableState.of_whole(before.whole())
    page.run()
    assert state_of(page) == before
    assert not page.error


@pytest.mark.parametrize(
    ("content", "label", "address", "columns"),
    [
        (SHARES, "Read them as numbers", {"units": "true"}, {"rate": list(range(30))}),
        ("a;b\n1,234;1\n2,345;5\n", "Decimal commas", None, {"a": [1.234, 2.345]}),
        ("a;b\n1,234;1\n2,345;5\n", "Decimal points", None, {"a": [1234, 2345]}),
        (COUNTED, "Leave it out", None, ("a", "b")),
        (CODED, "They mean missing", {"na": "1=-9999"}, ("a", "b")),
        ('a,v\n1,"[1.5, 2]"\n2,"[0, 7]"\n5,"[3, 1]"\n', "Take them apart", None,
         ("a", "v 1", "v 2")),
    ],
)  # fmt: skip
def test_what_a_table_cannot_say_is_answered_by_one_click(content, label, address, columns):
    page = pressed(gave(content), label)
    assert not page.exception
    assert not page.error
    assert state_of(page).address() == address or not address
    if isinstance(columns, tuple):
        assert names_of(page) == columns
    else:
        assert table_of(page).items() >= columns.items()
    assert label not in [one.label for one in page.button]
    # A link that locks a control offers no click that changes it.
    if address:
        page = gave(content, lock=",".join(address))
        assert label not in [one.label for one in page.button]


def test_links_from_before_go_on():
    for text, names in (("yes", ("1", "2")), ("no", ("column 1", "column 2"))):
        page = gave("1,2\n3,4\n9,1\n", header=text)
        assert names_of(page) == names
    old = {"encoding": "latin-1", "separator": "semicolons", "decimal": "commas", "header": "no"}
    read_as = {
        one.key: one.parse(old[one.key]) if one.key in old else one.default for one in READ_AS
    }
    assert {key: read_as[key] for key in old} == old
    assert arguments(read_as) == {
        "encoding": "latin-1", "separator": ";", "decimal": ",", "names": False,
    }  # fmt: skip
    leaving = {"data": "iris", "leave_out": "true"}
    assert TableState.of_address(leaving).data.missing == "rows"


def packed(**files: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.csv", content)
    return held.getvalue()


def test_packed_tables_are_read_and_a_file_of_several_is_chosen():
    for content, name in (
        (gzip.compress(CSV.encode()), "data.csv.gz"),
        (packed(data=CSV), "data.zip"),
        (workbook(("S", [["a", "b", "kind"], *ROWS])), "data.xlsx"),
    ):
        page = gave(content, name)
        assert not page.error
        np.testing.assert_array_equal(table_of(page)["a"], [a for a, *_ in ROWS])
    page = gave(packed(one=CSV, two="p,q\n1,2\n3,5\n4,4\n"), "both.zip")
    assert "holds 'one.csv', 'two.csv': choose one of them" in read_of(page.error[0])
    control(page, "Sheet, or file in the .zip").set_value("two.csv").run()
    assert not page.error
    assert names_of(page) == ("p", "q")


def test_what_cannot_be_read_keeps_the_controls_to_mend_it():
    page = gave("é,b\n1,2\n3,4\n9,1\n".encode("latin-1"))
    control(page, "Encoding").set_value("utf-8").run()
    assert "Choose another encoding" in read_of(page.error[0])
    control(page, "Encoding").set_value("latin-1").run()
    assert not page.error
    control(page, "Numbers that mean missing").set_value("nine").run()
    assert "a number, or COLUMN=NUMBER; got 'nine'" in read_of(*page.error)


def test_titles_sums_and_sheets_of_a_workbook_can_be_taken_otherwise():
    rows = [["plot", "a", "b"], *([f"p{k}", k + 0.5, k * k] for k in range(8))]
    above, below = ["Spring", None, None], ["Mean", 4, 17.5]
    page = gave(
        workbook(("README", [["See the other sheet"]]), ("data", [above, *rows, below])), "m.xlsx"
    )
    assert names_of(page) == ("a", "b")
    assert "sheet 'data' (not 'README'), row 2 has names, 1 above it skipped" in said(page)
    assert "1 closing row left out ('Mean')" in said(page)
    assert control(page, "Lines above").value == 1
    assert control(page, "Closing rows").value == 1
    control(page, "Closing rows").set_value(0).run()
    assert table_of(page)["a"] == [*(k + 0.5 for k in range(8)), 4]
    control(page, "Lines above").set_value(0).run()
    assert "Spring" in table_of(page)
    control(page, "Sheet, or file in the .zip").select("README").run()
    assert "a line of names and no row below it" in read_of(*page.error)
    control(page, "Sheet, or file in the .zip").select("").run()
    assert "sheet 'data'" in said(page)
