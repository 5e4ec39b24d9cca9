"""What is recognised of a table, and what is asked: rows, labels, codes, identifiers, sheets."""

from __future__ import annotations

import io
import itertools
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from support.kinds import npz, parquet, zipped
from support.workbooks import open_document, workbook

from kpca_core.tables import read_bytes
from kpca_core.tables.workbook import sheets_of

X = np.random.default_rng(0).normal(20, 3, size=(40, 3)).round(1)
NAMES = ["t", "p", "q"]


def as_sheet(frame: pd.DataFrame) -> list[list[object]]:
    rows = frame.to_numpy(object).tolist()
    return [[*frame.columns], *([None if one == "" else one for one in row] for row in rows)]


FORMS = {
    "CSV": lambda frame: frame.to_csv(index=False).encode(),
    "German": lambda frame: frame.to_csv(index=False, sep=";", decimal=",").encode("cp1252"),
    "UTF-16": lambda frame: frame.to_csv(index=False, sep="\t").encode("utf-16"),
    "Excel": lambda frame: workbook(("s", as_sheet(frame))),
    "LibreOffice": lambda frame: open_document(("s", as_sheet(frame))),
    "Parquet": parquet,
    "NPZ": lambda frame: npz(**{
        name: column.to_numpy(str if column.dtype.kind == "O" else float)
        for name, column in frame.items()
    }),
}  # fmt: skip
TEXTS = ["CSV", "German", "UTF-16", "Excel", "LibreOffice"]


def asked(table) -> dict[str, str]:
    return dict(table.suggestions)


# Codes for missing values

CODES = (-9999, -999, -99.99, 999.9, 9999, 99, -1, -9, 998, -888, 1e20, -1e30, -32768, 2147483647)


@pytest.mark.parametrize("form", FORMS)
def test_a_code_is_named_and_taken_for_missing_where_the_reader_agrees(form):
    for k, code in enumerate(CODES):
        values = X.copy()
        values[k : k + 21 : 7, 1] = code
        content = FORMS[form](pd.DataFrame(values, columns=NAMES))
        table = read_bytes(content, "f")
        assert "in 3 cells of 'p'" in asked(table)["na_values"]
        assert "'t'" not in asked(table)["na_values"]
        again = read_bytes(content, "f", na_values=table.proposed["na_values"])
        rows = again.rows(missing="rows")
        np.testing.assert_array_equal(rows.X, np.delete(X, np.s_[k : k + 21 : 7], axis=0))
        assert "3 cells" in rows.done
        assert "na_values" not in asked(again)


def test_numbers_that_belong_to_the_others_are_no_codes():
    draw = np.random.default_rng(1)
    clean = (
        draw.normal(20, 3, (60, 4)).round(1),
        draw.poisson(3, (60, 4)),
        draw.integers(0, 100, (60, 4)),
        draw.integers(-1, 2, (60, 4)),
        np.exp(draw.normal(5, 2, (60, 4))).round(),
    )
    for values in clean:
        table = read_bytes(pd.DataFrame(values, columns=list("abcd")).to_csv(index=False).encode())
        assert table.suggestions == ()
        assert table.reading.foot == ()


def test_a_code_holds_in_the_named_column_alone():
    content = b"age,weight\n20,99\n99,60\n31,99\n99,75\n"
    values = read_bytes(content, na_values="age=99").rows(missing="rows").X
    assert values.tolist() == [[20, 99], [31, 99]]
    assert len(read_bytes(content, na_values=[99]).rows([0], missing="rows").X) == 2
    for code, words in (("nine", "COLUMN=NUMBER; got 'nine'"), ("size=99", "no column 'size'")):
        with pytest.raises(ValueError, match=words):
            read_bytes(content, na_values=[code])


# Columns that name the rows

NAMING = "id", "CustomerID", "sample_id", "Probe-Nr.", "编号", "objectid", "UID"
MAY_NAME = ("order_no", "Kundennummer", "numéro", "timestamp", "date", "Jahr", "日期",
            "OrderNumber", "patientid", "lot")  # fmt: skip


@pytest.mark.parametrize("name", [*NAMING, *MAY_NAME])
def test_numbers_that_name_rows_are_left_out_or_asked_about(name):
    draw = np.random.default_rng(len(name))
    for numbers in (draw.choice(90_000, 40, replace=False) + 842_000, 20_240_101 + np.arange(40)):
        frame = pd.DataFrame(X, columns=NAMES)
        frame.insert(0, name, numbers)
        content = frame.to_csv(index=False).encode()
        table = read_bytes(content, "f")
        assert (name in table.rows().names) == (name in MAY_NAME)
        assert (name in asked(table).get("index", "")) == (name in MAY_NAME)
        assert read_bytes(content, "f", index="").rows().names == (name, *NAMES)
        if name in MAY_NAME:
            left = read_bytes(content, "f", index=table.proposed["index"])
            assert left.rows().names == tuple(NAMES)


def test_whole_numbers_before_fractions_may_name_rows_without_names():
    lines = [f"{842_000 + 37 * k * k},{'MB'[k % 2]},{a},{b}" for k, (a, b, _) in enumerate(X)]
    assert "'column 1'" in asked(read_bytes("\n".join(lines).encode(), "wdbc.data"))["index"]


# Rows that are none

EMPTY = {
    ",": [",,", ",,,,", " , , ", '"","",""', ' "" , "" ', "\t,\t,", "\u00a0,,", '""', "   "],
    ";": [";;", "; ;", '"";"";""', ";;;;;;", "\t;;"],
    "\t": ["\t\t", " \t \t ", '""\t""\t""'],
    "|": ["||", " | | ", '""|""|""'],
}  # fmt: skip
# The rows above: a number of the 41 lines of names and rows.
PLACES = (41, 6, 0, 1)


@pytest.mark.parametrize(
    ("separator", "row"), [(one, row) for one, rows in EMPTY.items() for row in rows]
)
def test_a_row_without_a_cell_is_no_row(separator, row):
    frame = pd.DataFrame(X, columns=NAMES)
    text = frame.to_csv(index=False, sep=separator, decimal="," if separator == ";" else ".")
    lines = text.splitlines()
    for at, many in itertools.product(PLACES, (1, 30)):
        content = "\r\n".join([*lines[:at], *[row] * many, *lines[at:]]) + "\r\n"
        table = read_bytes(content.encode(), "f.csv")
        assert table.rows().X.tolist() == X.tolist(), (at, many)
        shift = np.where(np.arange(40) + 1 >= at, many, 0)
        assert table.lines.tolist() == (np.arange(40) + 2 + shift).tolist(), (at, many)


def test_a_row_with_one_mark_is_a_row_and_separators_within_quotes_are_kept():
    for mark in ("NA", "?", "nan", "-"):
        table = read_bytes(f"a,b\n1,2\n3,5\n{mark},{mark}\n,,\n".encode(), "f.csv")
        assert table.n == 3
        assert table.missing_costs((0, 1))["rows"] == 1
    table = read_bytes(b'a,b,note\n1,2.5,"x\n,,\ny"\n2,3.5,","\n3,4.5,""""\n', "f.csv")
    assert table.n == 3
    assert table.columns[2].words[1:] == (",", '"')


@pytest.mark.parametrize("word", ["Mean", "Total", "sum:", "Average", "Summe", "合计", "Std"])
def test_a_closing_row_is_no_row(word):
    rows = [[f"p{k}", k + 0.5, k * k] for k in range(6)]
    closing = [[word, 3.0, 9.2]]
    content = workbook(("s", [["plot", "a", "b"], *rows, [None], *closing]))
    text = "\n".join(",".join(map(str, one)) for one in [["plot", "a", "b"], *rows, *closing])
    for one in (content, text.encode()):
        table = read_bytes(one, "f")
        assert table.rows().X.tolist() == [row[1:] for row in rows]
        assert f"1 closing row left out ({word!r})" in table.said
        assert read_bytes(one, "f", foot=0).n == 7
    words = ["mean", "worst", "mean", "worst", "mean"]
    classes = "kind,a,b\n" + "".join(f"{w},{k},{k * k}\n" for k, w in enumerate(words))
    assert read_bytes(classes.encode(), "f.csv").n == 5  # a class of that name closes nothing


def test_closing_rows_in_a_column_of_numbers():
    text = "a,b\n" + "".join(f"{k},{k * 1.5}\n" for k in range(1, 9)) + "Mean,6.75\nSum,54\n"
    table = read_bytes(text.encode(), "f.csv")
    assert table.reading.foot == ("Mean", "Sum")
    assert table.columns[0].values.tolist() == [*range(1, 9)]
    assert read_bytes(text.encode(), "f.csv", foot=1).n == 9
    with pytest.raises(ValueError, match="0 to 12; got 13"):
        read_bytes(text.encode(), "f.csv", foot=13)


TITLES = {
    "padded": (["Spring measurements,,,"], 1),
    "with a line of commas": (["Spring measurements,,,", ",,,"], 2),
    "two": (["Report,,,", "Date: 3 April,,,"], 2),
    "title and date": (["Report B,3/13/2015,,"], 1),
    "merged groups": (["First,,Second,"], 1),
}
VALUES = [[1.5, 2, 3, 4], [2.5, 3, 1, 5], [3.5, 4, 2, 7], [1.0, 2, 5, 6]]


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("form", ["CSV", "Excel"])
def test_a_padded_title_is_above_the_names(name, form):
    above, skipped = TITLES[name]
    if form == "CSV":
        rows = [",".join(map(str, row)) for row in VALUES]
        content = "\n".join([*above, "a,b,c,d", *rows, ""]).encode()
    else:
        cells = [[one or None for one in line.split(",")] for line in above]
        content = workbook(("s", [*cells, list("abcd"), *VALUES]))
    table = read_bytes(content, "f")
    assert table.rows().names == tuple("abcd")
    assert table.rows().X.tolist() == VALUES
    assert f"{skipped} above it skipped" in table.said
    assert read_bytes(content, "f", skip=0).reading.names == 1


def test_comments_begin_with_a_sign_that_can_be_named():
    colours = b"#ff0000,255,0\n#00ff00,0,255\n#0000ff,0,3\n"
    assert read_bytes(colours, "f").n == 3  # where all lines begin with it, none is a comment
    assert read_bytes(b"# made by us\na,b\n1,2\n3,4\n", "f").n == 2
    assert read_bytes(b"#a,x,y\n#1,1.5,2\nb,2.5,3\n", "f", comment="").lines.tolist() == [2, 3]
    text = b"// ours\na;b\n1;2\n// a note;\n3;5\n"
    assert read_bytes(text, "f", comment="//").lines.tolist() == [3, 5]
    rows = [["#id", "x", "y"], ["#1", 1.5, 2.0], ["#2", 2.5, 3.0], ["3", 0.5, 7.0]]
    assert read_bytes(workbook(("s", rows)), "f.xlsx").rows().X.tolist() == [
        r[1:] for r in rows[1:]
    ]


# Words, marks and labels

MARKS = ("NA", "N/A", "NaN", "nan", "null", "NULL", "None", "none", "-", "?", ".", "#N/A")


@pytest.mark.parametrize("form", FORMS)
def test_a_class_keeps_its_word(form):
    def frame_of(words):
        n = np.arange(len(words))
        return pd.DataFrame({"x": n + 0.5, "y": 1.0 * n * n, "kind": np.array(words, object)})

    for mark in MARKS[::3] if form in ("Excel", "LibreOffice") else MARKS:
        words = ["EU", mark, "AS", mark, "", "EU", "AS", mark]
        table = read_bytes(FORMS[form](frame_of(words)), "f")
        assert table.label == 2
        rows = table.rows(label=2)
        assert [rows.words[k] for k in rows.labels] == [word or "(empty)" for word in words]
        whole = read_bytes(FORMS[form](frame_of([mark, "EU"] * 4)), "f")
        assert sorted(whole.rows(label=2).words) == sorted([mark, "EU"])


def test_marks_beside_words_are_counted_and_quoted_as_words():
    column = read_bytes(b"x,kind\n1,NA\n2,\n3,p\n4,NA\n5,q\n").columns[1]
    assert column.missing == 1
    assert column.texts == (("NA", 2, 0), ("p", 1, 2), ("q", 1, 4))


@pytest.mark.parametrize("mark", [*MARKS, "<0.1", "n.d.", "inf"])
def test_among_numbers_it_is_missing_and_said(mark):
    table = read_bytes(f"a,b\n1.5,2\n{mark},3\n2.5,4\n{mark},5\n,6\n".encode(), "f.csv")
    assert table.numeric == (0, 1)
    np.testing.assert_array_equal(table.columns[0].values, [1.5, np.nan, 2.5, np.nan, np.nan])
    done = table.rows(missing="median").done
    assert f"not numbers: {mark!r} in 2 cells, the first in line 3 of 'a'" in done
    assert "3 cells filled with the column's median" in done
    with pytest.raises(ValueError, match="3 of 5 rows lack a number: line 3 has"):
        table.rows()
    assert "not numbers" not in read_bytes(b"a,b\n1,2\n,3\n2,3\n").rows(missing="median").done


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("x,kind,notes", ["u,{k} was wet", "v,{k} was dry"]),
        ("x,notes,kind", ["{k} was wet,u", "{k} was dry,v"]),
        ("x,kind,notes", ["u,", "v,late {k}"]),
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
    different = read_bytes(b"x,y,name\n1,2.5,Ann\n2,3,Bob\n3,1,Cy\n4,2,Di\n", "f.csv")
    assert different.label is None
    assert "words: line 2 has 'Ann'" in dict(different.left_out)["name"]


# Workbooks and archives

TABLE = [["x", "y"], [1.5, 2], [2.5, 4], [0.5, 1]]
README = [["This workbook holds the data"], ["See the other sheet"]]


@pytest.mark.parametrize(
    ("sheets", "hidden"),
    [
        ([("README", README), ("data", TABLE)], ""),
        ([("old", [["x", "y"], [9, 9], [8, 8]]), ("data", TABLE)], "old"),
        ([("a", []), ("b", README), ("data", TABLE), ("later", TABLE[:2])], ""),
    ],
)
def test_the_first_shown_sheet_with_numbers_is_read(sheets, hidden):
    content = workbook(*sheets, hidden=hidden)
    table = read_bytes(content, "f.xlsx")
    assert table.rows().X.tolist() == TABLE[1:]
    assert "sheet 'data' (not " in table.said
    assert sheets_of(content) == tuple(name for name, _ in sheets)


def test_messages_and_lists_name_all_sheets_and_files():
    with pytest.raises(ValueError, match="has the sheets 'a', 'b'"):
        read_bytes(workbook(("a", []), ("b", [])), "f.xlsx")
    members = {"one.csv": "a,b\n1,2\n", "__MACOSX/one.csv": "", "two.csv": "a,b\n3,4\n"}
    assert sheets_of(zipped(members)) == ("one.csv", "two.csv")
    assert sheets_of(b"PK broken") == sheets_of(b"a,b\n1,2\n") == ()


V = [[round(1.5 * k, 2), k * k + 0.25, 7.0 - k] for k in range(6)]


def test_hidden_rows_and_columns_are_told_and_left_out_where_the_reader_agrees():
    book = openpyxl.load_workbook(io.BytesIO(workbook(("s", [["a", "b", "c"], *V]))))
    sheet = book.active
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["B"].hidden = True
    book.save(buffer := io.BytesIO())
    content = buffer.getvalue()
    table = read_bytes(content, "f.xlsx")
    assert table.rows().X.tolist() == V
    assert "2 rows (3, 4), 1 column (2)" in asked(table)["hidden"]
    assert "hidden" not in asked(read_bytes(content, "f.xlsx", hidden=True))
    left = read_bytes(content, "f.xlsx", hidden=False)
    assert left.rows().X.tolist() == [[a, c] for k, (a, _, c) in enumerate(V) if k not in (1, 2)]
    assert left.lines.tolist() == [2, 5, 6, 7]


def test_a_workbook_of_libreoffice_is_read_with_its_hidden_rows():
    notes = ("notes", [["See the other sheet"]])
    content = open_document(notes, ("data", [["a", "b", "c"], *V]), hidden=(3, 4), blank=3)
    table = read_bytes(content, "f.ods")
    assert table.rows().X.tolist() == V
    assert table.lines.tolist() == [5, 6, 7, 8, 9, 10]
    assert table.said.startswith("OpenDocument, sheet 'data' (not 'notes')")
    assert "2 rows (6, 7)" in asked(table)["hidden"]
    assert "'notes'" in asked(table)["sheet"]
    assert read_bytes(content, "f.ods", hidden=False).lines.tolist() == [5, 8, 9, 10]
    with pytest.raises(ValueError, match="it has 'notes', 'data'"):
        read_bytes(content, "f.ods", sheet="measured")


def test_a_damaged_workbook_of_libreoffice_gets_a_message_and_a_large_one_is_refused():
    whole = open_document(("a", [["x", "y"], [1, 2.5], [3, 4]]))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    content = parts["content.xml"]
    row = b"<table:table-row"
    for changed, message in (
        (content.replace(b"</table:table>", b""), r"no readable workbook \(mismatched tag"),
        (content[:-40], "no readable workbook"),
        (content.replace(row + b">", row + b' table:number-rows-repeated="99999999">'),
         "99,999,999 rows of 1 columns; at most 33,554,432 numbers"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            read_bytes(zipped({**parts, "content.xml": changed}), "f.ods")


def test_rows_of_a_workbook_are_counted_as_it_counts_them():
    above = [["Measured\nin spring", None, None], [None] * 3, ["a\n(mm)", "b\r\n(g)", "c"]]
    table = read_bytes(workbook(("s", [*above, *V])), "f.xlsx")
    assert [column.name for column in table.columns] == ["a (mm)", "b (g)", "c"]
    assert table.lines.tolist() == [4, 5, 6, 7, 8, 9]
    beside = [[None, None, *row] for row in (["Spring", None, None], ["id", "b", "c"])]
    beside += [[None, None, 700 + 3 * k, *row[1:]] for k, row in enumerate(V)]
    table = read_bytes(workbook(("s", [*beside, ["", " "], [None]])), "f.xlsx")
    assert table.rows().names == ("b", "c")
    assert table.reading.index == "id"


# Numbers in other writings, several in a cell, and turned tables


@pytest.mark.parametrize("digits", ["0123456789", "０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩"])
@pytest.mark.parametrize("minus", ["–{}", "—{}", "\u2212{}", "\uff0d{}", "({})", "{}-"])
def test_dashes_brackets_and_digits_of_other_scripts_are_read(digits, minus):
    values = ((X - 20) * [1, 100, 1]).round(1)
    script = str.maketrans("0123456789", digits)

    def cell(value: float) -> str:
        text = str(abs(value)).translate(script)
        return minus.format(text) if value < 0 else text

    of_accounts = minus in ("({})", "{}-")
    for separator, decimal in ((",", "."), (";", ",")):
        lines = [separator.join(map(cell, row)).replace(".", decimal) for row in values]
        content = "\n".join([separator.join(NAMES), *lines]).encode()
        table = read_bytes(content, "f", units=of_accounts)
        np.testing.assert_array_equal(table.rows(label=None).X, values)
        assert ("units" in asked(read_bytes(content, "f"))) == of_accounts


def test_signs_that_nobody_sees_are_no_part_of_names_numbers_and_words():
    content = "x\u200b,\ufeffy,kind\u00ad\n1\u200b,2,a\n3,4\u2060,a\u200e\n5,6,b\n7,8,b\n"
    table = read_bytes(content.encode(), "f")
    assert [column.name for column in table.columns] == ["x", "y", "kind"]
    assert table.rows(label=2).X.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert table.columns[2].words == ("a", "b")


WRITTEN = {
    "list": lambda row: str(row.tolist()),
    "NumPy": str,
    "PostgreSQL": lambda row: "{" + ",".join(map(str, row.tolist())) + "}",
    "blanks": lambda row: " ".join(map(str, row.tolist())),
    "semicolons": lambda row: ";".join(map(str, row.tolist())),
    "lists of Parquet": lambda row: row.astype(np.float32),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("form", ["CSV", "UTF-16", "Excel", "Parquet"])
def test_vectors_in_cells_become_columns_where_the_reader_agrees(form, written):
    if written == "lists of Parquet" and form != "Parquet":
        pytest.skip("other files have no lists")
    content = FORMS[form](pd.DataFrame({"x": X[:, 0], "v": [WRITTEN[written](row) for row in X]}))
    table = read_bytes(content, "f")
    assert table.rows().names == ("x",)
    assert "'v'" in asked(table)["vectors"]
    assert dict(table.left_out)["v"].startswith("vectors of 3 numbers")
    rows = read_bytes(content, "f", vectors=True).rows()
    assert rows.names == ("x", "v 1", "v 2", "v 3")
    np.testing.assert_allclose(rows.X[:, 1:], X, rtol=1e-6)


@pytest.mark.parametrize("form", ["CSV", "German", "Excel"])
@pytest.mark.parametrize("classes", [False, True])
def test_a_table_with_variables_in_rows_is_turned(form, classes):
    genes = (np.exp(np.linspace(1, 7, 12))[:, None] * np.exp(X[:12] / 100)).round(3)
    frame = pd.DataFrame(genes.astype(object), columns=["S1", "S2", "S3"])
    frame.insert(0, "gene", [f"G{'KLMN'[k % 4]}{k}x" for k in range(12)])
    if classes:
        frame = pd.concat([pd.DataFrame([["class", "a", "b", "a"]], columns=frame.columns), frame])
    table = read_bytes(FORMS[form](frame), "f", transpose=True)
    rows = table.rows(label=table.label)
    np.testing.assert_array_equal(rows.X, genes.T)
    assert rows.words == (("a", "b") if classes else ())
    assert "transposed" in table.said
    assert "the first column has names" in table.said
    assert (table.place, table.lines.tolist()) == ("column", [2, 3, 4])
