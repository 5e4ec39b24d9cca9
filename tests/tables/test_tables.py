"""What is made of tables: columns, labels, standardised rows, files that no spreadsheet runs."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpca_core.tables import BUILTIN, builtin, read, read_bytes
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text, listed

TEXT = b"size,mass,kind,code\n1,2.5,cat,3\n2,0.5,dog,1\n4,,cat,2\n3,1.5,emu,9\n"


def table_of(text=TEXT, **more):
    return read_bytes(text, "animals.csv", **more)


def test_columns_are_told_apart():
    table = table_of()
    assert [table.column(name) for name in ("mass", "4")] == [1, 3]
    for chosen, words in (([2], "'kind' holds no numbers: line 2 has 'cat'"), ([7], "no column 8")):
        with pytest.raises(ValueError, match=words):
            table.rows(chosen)
    with pytest.raises(ValueError, match=r"no column 'weight'; it has 'size', 'mass'"):
        table.column("weight")
    assert [column.name for column in table.columns] == ["size", "mass", "kind", "code"]
    assert table.numeric == (0, 1, 3)
    assert table.label == 2
    assert table.said == (
        "CSV, UTF-8, separated by commas, decimal points, the first line has names"
    )


def test_what_is_recognised_can_be_overruled():
    text = "a,b\n1,5\n2,7\n"
    assert table_of(text.encode()).rows().X.tolist() == [[1, 5], [2, 7]]
    one = table_of(text.encode(), separator=";", decimal=",", names=False)
    assert [column.name for column in one.columns] == ["column 1"]
    assert one.rows(missing="rows").X.tolist() == [[1.5], [2.7]]
    with pytest.raises(ValueError, match=r"Line 2 of animals.csv is not UTF-8"):
        table_of("a\nö\n".encode("cp1252"), encoding="utf-8")


def test_rows_without_a_number_stay_until_the_reader_agrees():
    table = table_of()
    with pytest.raises(ValueError, match=r"1 of 4 rows lacks a number: line 4 has nothing"):
        table.rows()
    rows = table.rows(label=2, missing="rows")
    assert rows.left_out == 1
    assert rows.lines.tolist() == [2, 3, 5]
    assert rows.names == ("size", "mass", "code")
    assert [rows.words[k] for k in rows.labels] == ["cat", "dog", "emu"]
    assert len(table.rows([0, 3]).X) == 4


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=20), st.integers(-300, 290))
def test_standardised_columns_have_mean_0_and_deviation_1(numbers, exponent):
    values = np.array([*numbers, 1001]) * 10.0**exponent
    X = standardised(np.column_stack([values, np.full(len(values), 0.1)]))
    np.testing.assert_allclose(X[:, 0].mean(), 0, atol=1e-9)
    np.testing.assert_allclose(X[:, 0].std(), 1, rtol=1e-9)
    assert not X[:, 1].any()


def test_numbers_survive_a_round_trip():
    X = np.random.default_rng(0).standard_normal((50, 3)) * [1, 1e-200, 1e200]
    text = csv_text(["a", "b", "c"], X.tolist())
    np.testing.assert_array_equal(read_bytes(text.encode()).rows().X, X)


def test_no_text_is_a_formula():
    header = ["=1+1", "plain"]
    text = csv_text(header, [["@SUM(A1)", -1.5], ["-x", 2.0], ["+x", 3], ["\tx", 4], ["ok", 5]])
    cells = list(csv.reader(io.StringIO(text)))
    assert cells[0] == ["'=1+1", "plain"]
    assert [row[0] for row in cells[1:]] == ["'@SUM(A1)", "'-x", "'+x", "'\tx", "ok"]
    assert cells[1][1] == "-1.5"
    assert not any(
        cell.strip().startswith(("=", "@", "+"))
        for cell in listed(["a", "=b", "c,=d;@e"]).split(",")
    )


@pytest.mark.parametrize("name", [name for name, one in BUILTIN.items() if not one.lifted])
def test_built_in_sets_are_scikit_learns(name):
    from sklearn import datasets

    table = builtin(name, 40)
    rows = table.rows(label=table.label)
    chosen = BUILTIN[name]
    load = getattr(datasets, chosen.loader)
    if chosen.draws is None:
        X, y = load(return_X_y=True)
        np.testing.assert_array_equal(rows.X, X)
        # Each class keeps its own rows.
        assert len(np.unique(rows.labels * 100 + y)) == len(np.unique(y))
    else:
        assert len(rows.X) == 40
    assert len(rows.words) == len(np.unique(rows.labels))


def test_an_unknown_set_or_file_or_a_directory_gets_a_message(tmp_path):
    with pytest.raises(ValueError, match=r"no built-in set 'rose'; choose from moons"):
        builtin("rose")
    with pytest.raises(ValueError, match=r"no file 'rose\.csv'"):
        read("rose.csv")
    with pytest.raises(ValueError, match="is a directory: name a file in it"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("text", "rows", "names"),
    [
        ("0,1,2\n5,6,7\n8,9,1\n", 2, ["0", "1", "2"]),
        ("0;1\n1,5;2\n", 1, ["0", "1"]),
        ("0,1,2\n0,1,2\n8,9,1\n", 3, ["column 1", "column 2", "column 3"]),
        ("0,1,3\n5,6,7\n", 2, ["column 1", "column 2", "column 3"]),
        ("1,2\n5,6\n", 2, ["column 1", "column 2"]),
        ("0\n5\n", 2, ["column 1"]),
        ("0,1\n", 1, ["column 1", "column 2"]),
    ],
)
def test_the_names_that_pandas_gives_are_names(text, rows, names):
    table = table_of(text.encode())
    assert (table.n, [column.name for column in table.columns]) == (rows, names)


def test_labels_are_few():
    table = read_bytes(("a,id\n" + "".join(f"{k},r{k}\n" for k in range(300))).encode())
    assert table.label is None
    for j, name in enumerate(("a", "id")):
        with pytest.raises(ValueError, match=f"'{name}' has more than 256 different values"):
            table.rows([0], label=j)
    numbers = read_bytes(b"a,label\n1,10\n2,2\n3,10\n")
    assert numbers.rows(label=numbers.label).words == ("2", "10")
