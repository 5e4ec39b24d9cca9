"""Small files that promise much, and broken ones: read in bounded memory, or refused."""

from __future__ import annotations

import random

import numpy as np
import pyarrow as pa
import pytest
from support.kinds import header, npy, parquet, zipped

from kpca_core._support.progress import Cancelled
from kpca_core.tables import arrays, read_bytes
from kpca_core.tables import parquet as reader
from kpca_core.tables.limits import MOST_COLUMNS


def archive(points, beside, count):
    beside = {f"c{j}.npy": npy(beside) for j in range(count)}
    return zipped({"X.npy": npy(points), **beside})


def test_words_of_parquet_are_those_of_the_file():
    words = pa.array(["p", None, " q ", "p", ""])
    bytes_ = pa.array([b"p", b"q", None, b"p", b"p"], pa.large_binary())
    table = read_bytes(parquet({"a": words, "b": bytes_, "c": np.arange(5.0)}), "data.parquet")
    column = table.columns[0]
    assert [column.words[k] for k in column.codes] == ["p", "", "q", "p", ""]
    assert (column.missing, column.strange) == (2, 3)
    assert column.texts == (("p", 2, 0), ("q", 1, 2))
    assert table.columns[1].missing == 1


def test_parquet_columns_of_one_name_are_told_apart():
    columns = [[1.0, 2], [9.0, 8], ["p", "q"], ["r", "s"], [{"b": 1}] * 2, [[1], [2]], [5.0, 6]]
    names = ["x", "x", "x", "x", "a", "l", "a.b"]
    arrays = [pa.array(column) for column in columns]
    table = read_bytes(parquet(pa.Table.from_arrays(arrays, names)))
    assert [column.name for column in table.columns] == ["x", "x (2)", "x (3)", "x (4)", "a.b"]
    assert table.rows().X.tolist() == [[1, 9, 5], [2, 8, 6]]
    assert [table.columns[j].words for j in (2, 3)] == [("p", "q"), ("r", "s")]


def test_broken_files_get_the_tables_message():
    draw = random.Random(0)
    base = parquet({"a": np.arange(50.0), "b": ["x", "y"] * 25, "c": np.arange(50) % 7})
    packed = archive(np.ones((9, 2)), np.arange(9), 2)
    broken = [b"PAR1" + bytes(100) + b"PAR1"]
    for whole in (base, packed):
        for _ in range(150):
            content = bytearray(whole)
            for _ in range(draw.choice((1, 3, 20))):
                content[draw.randrange(4, len(content))] = draw.randrange(256)
            broken.append(bytes(content))
    refused = 0
    for content in broken:
        try:
            read_bytes(content, "data.parquet")
        except ValueError:
            refused += 1
    assert refused > 100
    with pytest.raises(ValueError, match=r"data\.parquet is no readable Parquet file"):
        read_bytes(broken[0], "data.parquet")


@pytest.mark.parametrize("content", [npy(np.ones((3, 2))), b"a,b\n1,2\n"], ids=["NPY", "CSV"])
def test_too_little_memory_gets_a_message(content, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr("kpca_core.tables.read_npy", full)
    monkeypatch.setattr("kpca_core.tables.read_text", full)
    with pytest.raises(ValueError, match="Reading data needs more memory than there is"):
        read_bytes(content, "data")


@pytest.mark.parametrize(
    ("line", "separator"), [("12,", None), ("1;", None), ("1 ", None), ("1 ", ""), ("1\t", "\t")]
)
def test_a_line_of_too_many_cells_is_refused(line, separator):
    content = (line * 2**20).encode()

    with pytest.raises(ValueError, match=r"data has 1,048,57[67] columns; at most 20,000"):
        read_bytes(content, "data", separator=separator)


def test_decimal_commas_of_a_wide_table_do_not_hide_its_separator():
    row = ";".join([*["1,5"] * (MOST_COLUMNS - 1), "a, b, c"])
    table = read_bytes(f"{row}\n{row}\n{row}".encode())
    assert table.rows().X.shape == (3, MOST_COLUMNS - 1)


@pytest.mark.parametrize("kind", ["U", "S"])
def test_values_of_no_bytes_are_refused(kind):
    with pytest.raises(ValueError, match="values of 0 bytes"):
        read_bytes(header((2**25,), f"|{kind}0"), "data.npy")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((np.zeros((10**6, 2), np.int8), np.zeros(10**6, np.int8), 40), "42 columns; at most"),
        ((np.ones((3, 2)), np.zeros(3, "i4," * 99 + "i4"), 200), "20,002 columns; at most"),
        ((np.ones((3, 2)), np.zeros(3), MOST_COLUMNS), "20,001 arrays; at most"),
    ],
    ids=["numbers", "fields", "arrays"],
)
def test_the_arrays_of_an_archive_are_counted_together_before_they_are_read(
    parts, message, monkeypatch
):
    content = archive(*parts)
    monkeypatch.setattr(arrays, "_array", lambda *_: pytest.fail("an array was read"))
    with pytest.raises(ValueError, match=message):
        read_bytes(content, "data.npz")


def test_reading_an_archive_can_be_cancelled_at_each_array():
    seen = []
    content = archive(np.ones((3, 2)), np.arange(3), 5)
    read_bytes(content, progress=lambda done, total, what: seen.append((done, total)))
    assert seen == [(k, 12) for k in (*range(1, 7), *range(6, 12))]
    with pytest.raises(Cancelled):
        read_bytes(content, progress=lambda done, total, what: done < 3)


@pytest.mark.parametrize(
    "content",
    [npy(np.ones((9, 2))), archive(np.ones((9, 2)), np.ones(9), 1), parquet({"a": np.ones(9)})],
    ids=["NPY", "NPZ", "Parquet"],
)
def test_more_rows_than_a_caller_takes_are_refused_before_they_are_read(content, monkeypatch):
    assert read_bytes(content, "data", most_rows=9).n == 9
    monkeypatch.setattr(arrays, "_array", lambda *_: pytest.fail("an array was read"))
    monkeypatch.setattr(reader, "_of_arrow", lambda *_: pytest.fail("a column was read"))
    with pytest.raises(ValueError, match=r"9 rows; at most 4 are taken here\. Take one row in 3"):
        read_bytes(content, "data", most_rows=4)
