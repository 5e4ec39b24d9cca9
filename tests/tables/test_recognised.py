"""What is no row, no number, no label and no name: empty rows, marks, notes, titles, sums."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support.kinds import npz, parquet, zipped
from support.workbooks import workbook

from kpca_core.tables import read_bytes
from kpca_core.tables.workbook import sheets_of

X = np.random.default_rng(0).normal(size=(12, 3)).round(3)


def text_of(separator: str = ",", decimal: str = ".") -> list[str]:
    rows = [[str(v).replace(".", decimal) for v in row] for row in X]
    return [separator.join(cells) for cells in (["a", "b", "c"], *rows)]


# Rows without a cell

EMPTY = {
    ",": [",,", ",", ",,,,", " , , ", '"","",""', '"",,""', ' "" , "" ', "\t,\t,", "\u00a0,,",
          '""', "   "],
    ";": [";;", "; ;", '"";"";""', ";;;;;;", "\t;;"],
    "\t": ["\t\t", " \t \t ", '""\t""\t""', "\t"],
    "|": ["||", " | | ", '""|""|""'],
}  # fmt: skip
PLACES = {"below": 13, "between": 6, "above the names": 0, "under the names": 1}


@pytest.mark.parametrize(
    ("separator", "row"), [(one, row) for one, rows in EMPTY.items() for row in rows]
)
def test_a_row_without_a_cell_is_no_row(separator, row):
    for (place, at), many in itertools.product(PLACES.items(), (1, 30)):
        lines = text_of(separator, "," if separator == ";" else ".")
        content = "\r\n".join([*lines[:at], *[row] * many, *lines[at:]]) + "\r\n"
        table = read_bytes(content.encode(), "f.csv")
        assert table.rows(missing="refuse").X.tolist() == X.tolist(), (place, many)
        shift = np.where(np.arange(12) + 1 >= at, many, 0)
        assert table.lines.tolist() == (np.arange(12) + 2 + shift).tolist(), (place, many)


def test_a_row_with_one_mark_is_a_row():
    for mark in ("NA", "?", "nan", "-"):
        content = "\n".join([*text_of(), f"{mark},{mark},{mark}", ",,"])
        table = read_bytes(content.encode(), "f.csv")
        assert table.n == 13
        assert table.missing_costs((0, 1, 2))["rows"] == 1


def test_separators_within_quotes_are_kept():
    content = 'a,b,note\n1,2.5,"x\n,,\ny"\n2,3.5,","\n3,4.5,""""\n'
    table = read_bytes(content.encode(), "f.csv")
    assert table.n == 3
    assert table.columns[2].words[1:] == (",", '"')
    long = read_bytes(("a\tb\n1\t2\n" + "\t" * 18_000 + "x\n" * 3 + "2\t3\n").encode(), "f", skip=0)
    assert long.n >= 1  # and no search takes time that doubles with each tab


def test_blank_rows_of_a_sheet_are_no_rows():
    rows = [["a", "b"], [1, 2.5], ["", " "], [None, None], ["  ", None], [2, 3.5], ["", ""]]
    table = read_bytes(workbook(("s", rows)), "f.xlsx")
    assert table.rows().X.tolist() == [[1, 2.5], [2, 3.5]]
    assert table.lines.tolist() == [2, 6]


# Words that stand for a missing number elsewhere

MARKS = ("NA", "N/A", "NaN", "nan", "null", "NULL", "None", "none", "-", "?", ".", "#N/A")


def as_csv(words: list[str], separator: str = ",") -> bytes:
    rows = [separator.join((str(k + 0.5), str(k * k), word)) for k, word in enumerate(words)]
    return "\n".join([separator.join(("x", "y", "kind")), *rows, ""]).encode()


def as_workbook(words: list[str]) -> bytes:
    rows = [[k + 0.5, k * k, word or None] for k, word in enumerate(words)]
    return workbook(("s", [["x", "y", "kind"], *rows]))


def as_parquet(words: list[str]) -> bytes:
    n, kinds = np.arange(len(words)), [word or None for word in words]
    return parquet({"x": n + 0.5, "y": 1.0 * n * n, "kind": kinds})


def as_npz(words: list[str]) -> bytes:
    n = np.arange(len(words))
    return npz(X=np.column_stack([n + 0.5, n * n]), kind=np.array(words))


FORMS = {
    "commas": as_csv,
    "semicolons": lambda words: as_csv(words, ";"),
    "tabs": lambda words: as_csv(words, "\t"),
    "Excel": as_workbook,
    "Parquet": as_parquet,
    "NPZ": as_npz,
}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("form", FORMS)
def test_a_class_keeps_its_word(form, mark):
    words = ["EU", mark, "AS", mark, "", "EU", "AS", mark]
    table = read_bytes(FORMS[form](words), "f")
    assert table.label == 2
    rows = table.rows(label=2)
    assert [rows.words[k] for k in rows.labels] == [word or "(empty)" for word in words]
    whole = read_bytes(FORMS[form]([mark, "EU"] * 4), "f")
    assert sorted(whole.rows(label=2).words) == sorted([mark, "EU"])


@pytest.mark.parametrize("mark", MARKS)
def test_among_numbers_it_stands_for_none(mark):
    table = read_bytes(f"a,b\n1.5,2\n{mark},3\n2.5,4\n{mark},5\n".encode(), "f.csv")
    assert table.numeric == (0, 1)
    np.testing.assert_array_equal(table.columns[0].values, [1.5, np.nan, 2.5, np.nan])
    done = table.rows(missing="median").done
    assert f"not numbers: {mark!r} in 2 cells, the first in line 3 of 'a'" in done
    assert "2 cells filled with the column's median" in done
    with pytest.raises(ValueError, match="line 3 has"):
        table.rows()


# What is no number, and where

GAPS = {
    "a,b\n1,<0.1\n2,3\n4,<0.1\n5,7\n3,2\n": "'<0.1' in 2 cells, the first in line 2 of 'b'",
    "a,b\n1,2\n?,<0.1\n2,3\n4,\n5,?\n3,4\n1,1\n": "'?' in 2 cells, the first in line 3 of 'a'; "
    "'<0.1' in 1 cell, the first in line 3 of 'b'",
    "a,b\n1,2\n,3\n2,3\n": "",
    "a;b\n1,5;n.d.\n2,5;3,5\n1,5;4,5\n": "'n.d.' in 1 cell, the first in line 2 of 'b'",
    "a,b\n1,inf\n2,3\n2,4\n": "'inf' in 1 cell, the first in line 2",
}


@pytest.mark.parametrize("text", GAPS)
@pytest.mark.parametrize("way", ["median", "rows"])
def test_what_is_no_number_is_said(text, way):
    done = read_bytes(text.encode(), "f.csv").rows(missing=way).done
    assert done.startswith("not numbers: " * bool(GAPS[text]) + GAPS[text])
    assert ("not numbers" in done) == bool(GAPS[text])


# Notes beside classes


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("x,kind,notes", ["u,{k} was wet", "v,{k} was dry"]),
        ("x,notes,kind", ["{k} was wet,u", "{k} was dry,v"]),
        ("x,kind,notes", ["u,", "v,late {k}"]),
        ("x,kind,initials", ["u,p{k}", "v,q{k}"]),
        ("x,species,grower", ["u,m", "v,n"]),
        ("x,kind,notes", ["u,ok", "v,", "w,ok"]),
    ],
)
def test_classes_are_the_labels_not_notes(head, rows):
    body = [f"{k}.5," + rows[k % len(rows)].format(k=k) for k in range(12)]
    table = read_bytes("\n".join([head, *body, ""]).encode(), "f.csv")
    names = head.split(",")
    assert names[table.label] in ("kind", "species")
    assert (names[table.label], "words; labels") in table.left_out


def test_words_that_differ_in_each_row_are_no_labels():
    table = read_bytes(b"x,y,name\n1,2.5,Ann\n2,3,Bob\n3,1,Cy\n4,2,Di\n", "f.csv")
    assert table.label is None
    assert "words: line 2 has 'Ann'" in dict(table.left_out)["name"]


# Titles above the names, and sums below

BODY = ["a,b,c,d", "1.5,2,3,4", "2.5,3,1,5", "3.5,4,2,7", "1.0,2,5,6"]
VALUES = [[1.5, 2, 3, 4], [2.5, 3, 1, 5], [3.5, 4, 2, 7], [1.0, 2, 5, 6]]
TITLES = {
    "padded": (["Spring measurements,,,"], 1),
    "with a line of commas": (["Spring measurements,,,", ",,,"], 2),
    "two": (["Report,,,", "Date: 3 April,,,"], 2),
    "title and date": (["Report B,3/13/2015,,"], 1),
    "merged groups": (["First,,Second,"], 1),
    "in the middle": ([",Spring,,"], 1),
}


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("form", ["text", "workbook"])
def test_a_padded_title_is_above_the_names(name, form):
    above, skipped = TITLES[name]
    lines = [*above, *BODY]
    if form == "text":
        content = "\n".join([*lines, ""]).encode()
    else:
        cells = [[one or None for one in line.split(",")] for line in above]
        content = workbook(("s", [*cells, list("abcd"), *VALUES]))
    table = read_bytes(content, "f")
    assert table.rows().names == tuple("abcd")
    assert table.rows().X.tolist() == VALUES
    assert table.reading.skipped == skipped
    assert f"{skipped} above it skipped" in table.said
    assert "skip" in dict(table.suggestions)
    assert read_bytes(content, "f", skip=0).reading.names == 1


@pytest.mark.parametrize("word", ["Mean", "Total", "sum:", "Average", "Summe", "合计", "Std"])
def test_a_closing_row_is_no_row(word):
    rows = [[f"p{k}", k + 0.5, k * k] for k in range(6)]
    closing = [[word, 3.0, 9.2]]
    content = workbook(("s", [["plot", "a", "b"], *rows, [None], *closing]))
    text = "\n".join(",".join(map(str, one)) for one in [["plot", "a", "b"], *rows, *closing])
    for one in (content, text.encode()):
        table = read_bytes(one, "f")
        assert table.rows().X.tolist() == [row[1:] for row in rows]
        assert table.reading.foot == (word,)
        assert f"1 closing row left out ({word!r})" in table.said
        assert "foot" in dict(table.suggestions)
        kept = read_bytes(one, "f", foot=0)
        assert kept.n == 7
        assert "foot" not in dict(kept.suggestions)


def test_closing_rows_in_a_column_of_numbers():
    text = "a,b\n" + "".join(f"{k},{k * 1.5}\n" for k in range(1, 9)) + "Mean,6.75\nSum,54\n"
    table = read_bytes(text.encode(), "f.csv")
    assert table.reading.foot == ("Mean", "Sum")
    assert table.columns[0].values.tolist() == [*range(1, 9)]
    assert read_bytes(text.encode(), "f.csv", foot=1).n == 9
    with pytest.raises(ValueError, match="0 to 12; got 13"):
        read_bytes(text.encode(), "f.csv", foot=13)


def test_a_class_of_that_name_closes_nothing():
    words = ["mean", "worst", "mean", "worst", "mean"]
    assert read_bytes(as_csv(words), "f.csv").n == 5
    text = "kind,a,b\n" + "".join(f"{w},{k},{k * k}\n" for k, w in enumerate(words))
    assert read_bytes(text.encode(), "f.csv").n == 5


# Sheets

TABLE = [["x", "y"], [1.5, 2], [2.5, 4], [0.5, 1]]
README = [["This workbook holds the data"], ["See the other sheet"]]


@pytest.mark.parametrize(
    ("sheets", "hidden"),
    [
        ([("README", README), ("data", TABLE)], ""),
        ([("Sheet1", []), ("data", TABLE)], ""),
        ([("old", [["x", "y"], [9, 9], [8, 8]]), ("data", TABLE)], "old"),
        ([("a", []), ("b", README), ("data", TABLE), ("later", TABLE[:2])], ""),
        ([("data", TABLE), ("other", README)], ""),
    ],
)
def test_the_first_shown_sheet_with_numbers_is_read(sheets, hidden):
    content = workbook(*sheets, hidden=hidden)
    table = read_bytes(content, "f.xlsx")
    assert table.rows().X.tolist() == TABLE[1:]
    assert "sheet 'data' (not " in table.said
    assert sheets_of(content) == tuple(name for name, _ in sheets)


def test_of_sheets_without_numbers_a_message_names_all():
    with pytest.raises(ValueError, match="has the sheets 'a', 'b'"):
        read_bytes(workbook(("a", []), ("b", [])), "f.xlsx")
    with pytest.raises(ValueError, match="no column of numbers"):
        read_bytes(workbook(("a", README), ("b", README)), "f.xlsx").rows()


def test_the_files_of_an_archive_are_listed():
    members = {"one.csv": "a,b\n1,2\n", "__MACOSX/one.csv": "", "two.csv": "a,b\n3,4\n"}
    assert sheets_of(zipped(members)) == ("one.csv", "two.csv")
    assert sheets_of(b"PK broken") == sheets_of(b"a,b\n1,2\n") == ()
