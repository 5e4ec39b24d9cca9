"""What a file cannot say of itself is asked: codes, identifiers, hidden rows, comments, vectors."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from support.kinds import npz, parquet, zipped
from support.workbooks import OLD_EXCEL, open_document, workbook

from kpca_core.tables import read_bytes

X = np.random.default_rng(0).normal(20, 3, size=(40, 3)).round(1)
NAMES = ["t", "p", "q"]


def as_sheet(frame: pd.DataFrame) -> list[list[object]]:
    return [[*frame.columns], *frame.to_numpy(object).tolist()]


FORMS = {
    "CSV": lambda frame: frame.to_csv(index=False).encode(),
    "German": lambda frame: frame.to_csv(index=False, sep=";", decimal=",").encode("cp1252"),
    "UTF-16": lambda frame: frame.to_csv(index=False, sep="\t").encode("utf-16"),
    "Excel": lambda frame: workbook(("s", as_sheet(frame))),
    "LibreOffice": lambda frame: open_document(("s", as_sheet(frame))),
    "Parquet": parquet,
    "NPZ": lambda frame: npz(**{name: frame[name].to_numpy() for name in frame}),
}


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
        assert len(table.rows().X) == 40
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
    with pytest.raises(ValueError, match="a number, or COLUMN=NUMBER; got 'nine'"):
        read_bytes(content, na_values=["nine"])
    with pytest.raises(ValueError, match="no column 'size'"):
        read_bytes(content, na_values=["size=99"])


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
        table = read_bytes(frame.to_csv(index=False).encode(), "f")
        assert (name in table.rows().names) == (name in MAY_NAME)
        assert (name in asked(table).get("index", "")) == (name in MAY_NAME)
        again = read_bytes(frame.to_csv(index=False).encode(), "f", index="")
        assert again.rows().names == (name, *NAMES)
        if name in MAY_NAME:
            index = table.proposed["index"]
            left = read_bytes(frame.to_csv(index=False).encode(), "f", index=index)
            assert left.rows().names == tuple(NAMES)


def test_whole_numbers_before_fractions_may_name_rows_without_names():
    lines = [f"{842_000 + 37 * k * k},{'MB'[k % 2]},{a},{b}" for k, (a, b, _) in enumerate(X)]
    assert "'column 1'" in asked(read_bytes("\n".join(lines).encode(), "wdbc.data"))["index"]


# Workbooks

V = [[round(1.5 * k, 2), k * k + 0.25, 7.0 - k] for k in range(6)]


def edited(change) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["a", "b", "c"], *V):
        sheet.append(row)
    change(sheet)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def hide(sheet):
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["B"].hidden = True


def test_hidden_rows_and_columns_are_told_and_left_out_where_the_reader_agrees():
    table = read_bytes(edited(hide), "f.xlsx")
    assert table.rows().X.tolist() == V
    assert "2 rows (3, 4), 1 column (2)" in asked(table)["hidden"]
    assert "hidden" not in asked(read_bytes(edited(hide), "f.xlsx", hidden=True))
    left = read_bytes(edited(hide), "f.xlsx", hidden=False)
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


def test_a_workbook_of_the_old_kind_is_read():
    table = read_bytes(OLD_EXCEL, "f.xls")
    assert table.rows(label=table.label).X.tolist() == [[1, 2.5], [3, 4.5], [0.5, 7]]
    assert table.lines.tolist() == [4, 5, 6]
    assert table.columns[2].words == ("p", "q")


def test_formulas_without_values_are_said():
    def compute(sheet):
        for k in range(2, 8):
            sheet[f"D{k}"] = f"=A{k}&B{k}<9"
        sheet["D1"] = "sum"

    table = read_bytes(edited(compute), "f.xlsx")
    assert dict(table.left_out)["sum"] == "empty"
    assert ", 6 cells empty for a formula without a value: save it in a sp" in table.said
    table = read_bytes(edited(lambda sheet: sheet.__setitem__("A4", "=A2")), "f.xlsx")
    assert ", 1 cell empty for a formula" in table.said
    with pytest.raises(ValueError, match="row 4 has nothing in 'a'"):
        table.rows()


def test_rows_of_a_workbook_are_counted_as_it_counts_them():
    above = [["Measured\nin spring", None, None], [None] * 3, ["a\n(mm)", "b\r\n(g)", "c"]]
    table = read_bytes(workbook(("s", [*above, *V])), "f.xlsx")
    assert [column.name for column in table.columns] == ["a (mm)", "b (g)", "c"]
    assert table.lines.tolist() == [4, 5, 6, 7, 8, 9]
    assert "row 3 has names" in table.said


def test_a_table_beside_empty_columns_is_found_below_its_title():
    rows = [[None, None, *row] for row in (["Spring", None, None], ["id", "b", "c"])]
    rows += [[None, None, 700 + 3 * k, *row[1:]] for k, row in enumerate(V)]
    table = read_bytes(workbook(("s", rows)), "f.xlsx")
    assert table.rows().names == ("b", "c")
    assert table.reading.index == "id"


# Sums below a table


@pytest.mark.parametrize("word", ["Total général", "Insgesamt", "Итого", "合計", "Celkem", "Σ", ""])
@pytest.mark.parametrize(("separator", "decimal"), [(",", "."), (";", ","), ("\t", ".")])
def test_a_row_of_sums_is_left_out_whatever_it_is_called(word, separator, decimal):
    rows = [[f"p{k}", *row] for k, row in enumerate(X.tolist())]
    rows.append([word, *X.sum(axis=0).round(1).tolist()])
    lines = [separator.join(str(c).replace(".", decimal) for c in row) for row in rows]
    content = "\n".join([separator.join(["name", *NAMES]), *lines]).encode()
    table = read_bytes(content, "f")
    np.testing.assert_array_equal(table.rows().X, X)
    assert "foot" in asked(table)
    assert read_bytes(content, "f", foot=0).n == 41


# Numbers in other writings


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


# Rows that begin with a sign of comments

COMMENTS = {
    "#a,x,y\n#1,1.5,2\n#2,2.5,3\n#3,0.5,7\n": (3, True),
    "#ff0000,255,0\n#00ff00,0,255\n#0000ff,0,3\n": (3, True),
    "#tag,x,y\n#a,1.5,2\nb,2.5,3\nc,1,2\n": (3, True),
    "# x y\n#1 2\n3 4\n5 7\n6 6\n": (3, True),
    "colour,r,g\n#ff0000,255,0\n#00ff00,0,255\n": (2, False),
    "# made by us\na,b\n1,2\n3,4\n": (2, False),
}


@pytest.mark.parametrize("text", COMMENTS)
def test_rows_that_begin_with_a_sign_of_comments_are_rows_or_asked_about(text):
    table = read_bytes(text.encode(), "f")
    assert (table.n, "comment" in asked(table)) == COMMENTS[text]


def test_the_sign_of_comments_can_be_named():
    assert read_bytes(b"#a,x,y\n#1,1.5,2\nb,2.5,3\n", "f", comment="").lines.tolist() == [2, 3]
    text = b"// ours\na;b\n1;2\n// a note;\n3;5\n"
    table = read_bytes(text, "f", comment="//")
    assert table.lines.tolist() == [3, 5]
    with pytest.raises(ValueError, match="every line begins with a sign of comments; comment=''"):
        read_bytes(b"# a note\n# another\n", "f")


def test_a_workbook_has_no_comments():
    rows = [["#id", "x", "y"], ["#1", 1.5, 2.0], ["#2", 2.5, 3.0], ["#3", 0.5, 7.0]]
    table = read_bytes(workbook(("s", rows)), "f.xlsx")
    assert table.rows().X.tolist() == [row[1:] for row in rows[1:]]


# Several numbers in a cell, and turned tables

WRITTEN = {
    "list": lambda row: str(row.tolist()),
    "NumPy": str,
    "PostgreSQL": lambda row: "{" + ",".join(map(str, row.tolist())) + "}",
    "blanks": lambda row: " ".join(map(str, row.tolist())),
    "semicolons": lambda row: ";".join(map(str, row.tolist())),
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("form", ["CSV", "UTF-16", "Excel", "LibreOffice", "Parquet"])
def test_vectors_in_cells_become_columns_where_the_reader_agrees(form, written):
    frame = pd.DataFrame({"x": X[:, 0], "v": [WRITTEN[written](row) for row in X]})
    check_vectors(FORMS[form](frame))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_lists_of_parquet_become_columns_where_the_reader_agrees(kind):
    check_vectors(parquet(pd.DataFrame({"x": X[:, 0], "v": [*X.astype(kind)]})))


def check_vectors(content: bytes) -> None:
    table = read_bytes(content, "f")
    assert table.rows().names == ("x",)
    assert "'v'" in asked(table)["vectors"]
    assert dict(table.left_out)["v"].startswith("vectors of 3 numbers")
    rows = read_bytes(content, "f", vectors=True).rows()
    assert rows.names == ("x", "v 1", "v 2", "v 3")
    np.testing.assert_allclose(rows.X[:, 1:], X, rtol=1e-6)


GENES = np.exp(np.linspace(1, 7, 12))[:, None] * np.exp(X[:12] / 100)


@pytest.mark.parametrize("form", ["CSV", "German", "Excel"])
@pytest.mark.parametrize("classes", [False, True])
def test_a_table_with_variables_in_rows_is_asked_about_and_turned(form, classes):
    frame = pd.DataFrame(GENES.round(3).astype(object), columns=["S1", "S2", "S3"])
    frame.insert(0, "gene", [f"G{'KLMN'[k % 4]}{k}x" for k in range(12)])
    if classes:
        frame = pd.concat([pd.DataFrame([["class", "a", "b", "a"]], columns=frame.columns), frame])
    content = FORMS[form](frame)
    assert "transpose" in asked(read_bytes(content, "f"))
    table = read_bytes(content, "f", transpose=True)
    rows = table.rows(label=table.label)
    np.testing.assert_array_equal(rows.X, GENES.round(3).T)
    assert rows.words == (("a", "b") if classes else ())
    assert "transposed" in table.said
    assert "the first column has names" in table.said
    assert (table.place, table.lines.tolist()) == ("column", [2, 3, 4])


def test_a_table_with_samples_in_rows_is_not_asked_about():
    frame = pd.DataFrame(GENES.T, columns=[f"G{k}" for k in range(12)])
    frame.insert(0, "patient", ["Ann", "Bo", "Cy"])
    assert "transpose" not in asked(read_bytes(frame.to_csv(index=False).encode()))


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
