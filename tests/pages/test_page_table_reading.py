"""The page "Own data": what was recognised of a table is shown before use, and can be changed."""

from __future__ import annotations

import gzip
import io
import zipfile

import numpy as np
import pytest
from support.own_data import gave, opened, read_of
from support.workbooks import workbook

from kpca_core.tables.reading import ENCODINGS, SEPARATORS
from views.pages.table.panel import CHANGE
from views.pages.table.read_as import ENCODING, READ_AS, arguments
from views.pages.table.state import TableState

ROWS = [(k * 1.5, (k * 7) % 11, "xyz"[k % 3]) for k in range(1, 31)]
CSV = "a,b,kind\n" + "".join(f"{a},{b},{kind}\n" for a, b, kind in ROWS)


def state_of(page) -> TableState:
    return page.session_state["pages visited"]["table"].state


def columns_of(page) -> dict[str, list[float]]:
    table = state_of(page).data.build().prepared.table
    return {column.name: column.values.tolist() for column in table.columns}


def names_of(page) -> tuple[str, ...]:
    return state_of(page).data.build().prepared.rows.names


def control(page, label: str):
    every = (*page.selectbox, *page.number_input, *page.toggle, *page.text_input)
    (found,) = [one for one in every if one.label == label]
    return found


def button(page, label: str):
    (found,) = [one for one in page.button if one.label == label]
    return found


def said(page) -> str:
    return read_of(*page.caption)


def undone(page, before: TableState):
    page.session_state["state to be drawn"] = TableState.of_whole(before.whole())
    return page.run()


def test_the_first_rows_and_what_is_left_out_are_shown_before_use():
    page = gave(
        "Unnamed: 0,a,b,kind\n" + "".join(f"{k},{a},{b},{c}\n" for k, (a, b, c) in enumerate(ROWS)),
        "iris.csv",
    )
    assert (
        "iris.csv: CSV, UTF-8, separated by commas, decimal points, the first line has names"
        in said(page)
    )
    assert (
        "30 rows × 2 of 4 columns; left out: 'Unnamed: 0' (counts the rows), 'kind' (words; labels)"
    ) in said(page)
    shown = read_of(*page.markdown)
    assert "| Unnamed: 0 | a | b | kind |" in shown
    assert "| 0 | 1.5 | 7 | y |" in shown
    assert [one.label for one in page.expander if one.label.endswith(CHANGE)]


def test_of_many_columns_the_first_are_shown():
    row = ",".join(map(str, range(30)))
    page = gave("\n".join([",".join(f"c{j}" for j in range(30)), row, row[::-1]]))
    assert "| c7 | 22 more |" in read_of(*page.markdown)
    assert "c8 |" not in read_of(*page.markdown)


def test_built_in_sets_have_no_panel():
    page = opened(data="iris")
    assert "150 rows × 4 of 5 columns" in said(page)
    assert not [one for one in page.expander if one.label.endswith(CHANGE)]


@pytest.mark.parametrize(
    ("content", "label", "value", "key", "found"),
    [
        ("1,5\n2,5\n4,1\n", "Separated by", "tabs", "separator", {}),
        ("a;b\n1.5;2\n2.5;3\n4.1;9\n", "Between thousands", "points", "thousands", {}),
        ("a,b\n1,2\n3,4\n9,1\n", "Line of names", "no", "header", {}),
        ("a,b\n1,2\n3,4\n9,1\n", "Lines above", 1, "skip", {"column 1": [1, 3, 9]}),
        ("p,b\n1,2\n3,4\n9,1\n", "Column that counts the rows", 2, "index", {}),
        (CSV, "Encoding", "cp1251", "encoding", {}),
    ],
)
def test_each_can_be_changed_stands_in_the_address_and_is_undone(content, label, value, key, found):
    page = gave(content)
    before, address = state_of(page), dict(state_of(page).address())
    assert key not in address
    control(page, label).set_value(value).run()
    assert not page.exception
    assert state_of(page).address() == {**address, key: str(value)}
    # It stays what it was set to.
    page.run()
    assert control(page, label).value == value
    assert state_of(page).address()[key] == str(value)
    if found:
        assert {**columns_of(page), **found} == columns_of(page)
    undone(page, before)
    assert state_of(page) == before
    assert not page.error


def test_an_encoding_that_was_not_recognised_is_chosen():
    # Of so few letters nobody knows which they are.
    text = "длина,b\n1,2\n3,5\n4,4\n"
    page = gave(text.encode("cp855"))
    control(page, "Encoding").set_value("cp855").run()
    assert not page.error
    assert names_of(page) == ("длина", "b")
    assert page.query_params["encoding"] in ("cp855", ["cp855"])


def test_every_encoding_offered_is_one_that_python_decodes_text_by():
    offered = [one for one in ENCODING.options if one != "auto"]
    assert offered[: len(ENCODINGS)] == list(ENCODINGS)
    assert len(offered) > 80
    assert all("a1".encode(one).decode(one) == "a1" for one in offered)


def test_percentages_become_numbers_by_one_click_and_by_undo_words_again():
    text = "a,rate\n" + "".join(f"{a},{k} %\n" for k, (a, *_) in enumerate(ROWS))
    page = gave(text)
    assert names_of(page) == ("a",)
    before = state_of(page)
    button(page, "Read them as numbers").click().run()
    assert not page.error
    assert columns_of(page)["rate"] == list(range(30))
    assert names_of(page) == ("a", "rate")
    assert state_of(page).address() == {"units": "true"}
    assert "Read them as numbers" not in [one.label for one in page.button]
    undone(page, before)
    assert names_of(page) == ("a",)


@pytest.mark.parametrize(
    ("offered", "values"), [("Decimal commas", [1.234, 2.345]), ("Decimal points", [1234, 2345])]
)
def test_a_sign_that_may_be_either_is_decided_by_one_click(offered, values):
    page = gave("a;b\n1,234;1\n2,345;5\n")
    button(page, offered).click().run()
    assert not page.error
    assert columns_of(page)["a"] == values


def test_a_column_that_counts_the_rows_is_left_out_by_one_click():
    text = "patient,a,b\n" + "".join(f"{k},{a},{b}\n" for k, (a, b, _) in enumerate(ROWS, 1))
    page = gave(text)
    assert names_of(page) == ("patient", "a", "b")
    button(page, "Leave it out").click().run()
    assert names_of(page) == ("a", "b")
    assert "'patient' (counts the rows)" in said(page)
    control(page, "Column that counts the rows").set_value(0).run()
    assert names_of(page) == ("patient", "a", "b")


def test_a_code_for_missing_values_is_taken_for_that_by_one_click():
    rows = [(-9999 if k % 9 == 0 else a, b) for k, (a, b, _) in enumerate(ROWS)]
    page = gave("b2,a\n" + "".join(f"{b},{a}\n" for a, b in rows))
    assert "-9999 in 4 cells of 'a'" in said(page)
    assert not control(page, "Numbers that mean missing").value
    button(page, "They mean missing").click().run()
    assert control(page, "Numbers that mean missing").value == "2=-9999"
    assert np.isnan(columns_of(page)["a"]).sum() == 4
    assert state_of(page).address()["na"] == "2=-9999"
    control(page, "Numbers that mean missing").set_value("nine").run()
    assert "a number, or COLUMN=NUMBER; got 'nine'" in read_of(*page.error)


@pytest.mark.parametrize(
    ("content", "label", "switch", "names"),
    [
        ('a,v\n1,"[1.5, 2]"\n2,"[0, 7]"\n5,"[3, 1]"\n', "Take them apart", "vectors",
         ("a", "v 1", "v 2")),
    ],
)  # fmt: skip
def test_what_a_table_cannot_say_is_answered_by_one_click(content, label, switch, names):
    page = gave(content)
    button(page, label).click().run()
    assert not page.exception
    assert names_of(page) == names
    assert switch in state_of(page).address()


def test_a_column_is_chosen_by_its_place_whatever_it_is_called():
    page = gave("x,1,2\n" + "".join(f"{a},{b},{a * b}\n" for a, b, _ in ROWS))
    control(page, "Line of names").set_value("yes").run()
    control(page, "Column that counts the rows").set_value(1).run()
    assert names_of(page) == ("1", "2")


def test_links_from_before_go_on():
    for text, names in (("yes", ("1", "2")), ("no", ("column 1", "column 2"))):
        state = TableState.of_address({"header": text})
        assert state.data.read_as == TableState.of_address({"header": text}).data.read_as
        page = gave("1,2\n3,4\n9,1\n")
        control(page, "Line of names").set_value(text).run()
        assert names_of(page) == names
        assert page.query_params["header"] in (text, [text])
    old = {"encoding": "latin-1", "separator": "semicolons", "decimal": "commas", "header": "no"}
    read_as = _read(old)
    assert {key: read_as[key] for key in old} == old
    assert arguments(_read(old)) == {
        "encoding": "latin-1", "separator": ";", "decimal": ",", "names": False,
    }  # fmt: skip


def _read(texts):
    return {
        one.key: one.parse(texts[one.key]) if one.key in texts else one.default for one in READ_AS
    }


def test_what_is_recognised_is_asked_for_as_nothing():
    assert arguments(_read({})) == {}
    for sign, name in SEPARATORS.items():
        assert arguments(_read({"separator": name})) == {"separator": sign}


def packed(kind: str) -> bytes:
    if kind == "gz":
        return gzip.compress(CSV.encode())
    if kind == "xlsx":
        return workbook(("S", [["a", "b", "kind"], *ROWS]))
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("folder/data.csv", CSV)
    return held.getvalue()


@pytest.mark.parametrize(
    ("name", "kind"), [("data.csv.gz", "gz"), ("data.zip", "zip"), ("data.xlsx", "xlsx")]
)
def test_packed_tables_and_workbooks_are_read(name, kind):
    page = gave(packed(kind), name)
    assert not page.error
    assert names_of(page) == ("a", "b")
    np.testing.assert_array_equal(columns_of(page)["a"], [a for a, *_ in ROWS])


def test_a_file_of_a_zip_is_chosen():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("one.csv", CSV)
        archive.writestr("two.csv", "p,q\n1,2\n3,5\n4,4\n")
    page = gave(held.getvalue(), "both.zip")
    assert "holds 'one.csv', 'two.csv': choose one of them" in read_of(page.error[0])
    control(page, "Sheet, or file in the .zip").set_value("two.csv").run()
    assert not page.error
    assert names_of(page) == ("p", "q")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"a": [1, 2]}', "JSON"),
        ("@relation x\n@attribute a numeric\n@data\n1\n", "ARFF"),
        ("1 1:0.5 2:1\n-1 1:0.1 3:2\n", "svmlight"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 5\n", "Matrix Market"),
    ],
)
def test_other_formats_are_named(content, words):
    page = gave(content)
    assert words in read_of(page.error[0])


def test_what_cannot_be_read_keeps_the_controls_to_mend_it():
    page = gave("é,b\n1,2\n3,4\n9,1\n".encode("latin-1"))
    control(page, "Encoding").set_value("utf-8").run()
    assert "Choose another encoding" in read_of(page.error[0])
    control(page, "Encoding").set_value("latin-1").run()
    assert not page.error
    assert names_of(page) == ("é", "b")


def test_a_link_that_locks_a_control_offers_no_click_that_changes_it():
    page = gave("a,rate\n1,2 %\n3,5 %\n4,4 %\n", lock="units")
    assert "Read them as numbers" not in [one.label for one in page.button]


def test_titles_sums_and_sheets_of_a_workbook_can_be_taken_otherwise():
    rows = [["plot", "a", "b"], *([f"p{k}", k + 0.5, k * k] for k in range(8))]
    above = [["Spring", None, None]]
    page = gave(
        workbook(
            ("README", [["See the other sheet"]]),
            ("data", [*above, *rows, ["Mean", 4, 17.5]]),
        ),
        "m.xlsx",
    )
    assert names_of(page) == ("a", "b")
    assert len(columns_of(page)["a"]) == 8
    assert "sheet 'data' (not 'README'), row 2 has names, 1 above it skipped" in said(page)
    assert "1 closing row left out ('Mean')" in said(page)
    assert control(page, "Lines above").value == 1
    assert control(page, "Closing rows").value == 1
    assert control(page, "Line of names").value == "auto"
    sheet = control(page, "Sheet, or file in the .zip")
    assert sheet.options == ["Recognised", "README", "data"]
    control(page, "Closing rows").set_value(0).run()
    assert columns_of(page)["a"] == [*(k + 0.5 for k in range(8)), 4]
    control(page, "Lines above").set_value(0).run()
    assert "Spring" in columns_of(page)
    control(page, "Sheet, or file in the .zip").select("README").run()
    assert "a line of names and no row below it" in read_of(*page.error)
    control(page, "Sheet, or file in the .zip").select("").run()
    assert "sheet 'data'" in said(page)


def test_what_is_no_number_and_what_was_done_stands_on_the_page():
    text = "a,b\n" + "".join(f"{k},{'<0.1' if k % 5 == 0 else k * k}\n" for k in range(1, 31))
    page = gave(text, "limits.csv")
    expected = "Not numbers: '<0.1' in 6 cells, the first in line 6 of 'b'; 6 cells filled with the"
    assert expected in said(page)
