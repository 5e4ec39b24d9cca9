"""Small files that promise much, and broken ones: read in bounded memory, or refused."""

from __future__ import annotations

import io
import random
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.peak import with_peak

from kpca_core._support.progress import Cancelled
from kpca_core.tables import arrays, parquet, read_bytes
from kpca_core.tables.limits import MOST_COLUMNS

LONG = "x" * 2**20


def written(table: dict | pa.Table, **more) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table if isinstance(table, pa.Table) else pa.table(table), buffer, **more)
    return buffer.getvalue()


def npy(array) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def npz(points, beside, count) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("X.npy", npy(points))
        for j in range(count):
            file.writestr(f"c{j}.npy", npy(beside))
    return buffer.getvalue()


def repeated(kind, n) -> bytes:
    """A file of kilobytes whose rows all have one text of a megabyte."""
    codes = pa.array(np.zeros(n, np.int32))
    texts = pa.DictionaryArray.from_arrays(codes, pa.array([LONG]))
    column = texts if kind is None else texts.cast(kind)
    more = {"compression": "zstd", "dictionary_pagesize_limit": 2**22}
    return written({"a": column, "b": np.arange(n, dtype=float)}, **more)


@pytest.mark.parametrize("kind", [None, pa.large_string(), pa.large_binary()], ids=str)
def test_a_long_text_is_held_once_however_many_rows_repeat_it(kind):
    content = repeated(kind, 100)
    assert len(content) < 10_000

    def work():
        table = read_bytes(content, "data.parquet")
        return table.n, table.columns[0].n_labels, pa.default_memory_pool().max_memory()

    (n, words, arrow), python = with_peak(work)
    assert (n, words) == (100, 1)
    assert arrow + python < 3 * 2**24  # as text, the rows are 100 MiB


@pytest.mark.parametrize(
    ("column", "how", "message"),
    [
        (pa.array([b"x" * 1000] * 2000, pa.binary(1000)), {}, "2 MiB; at most 1 MiB"),
        (
            ["x" * 2000] * 2000,
            {"use_dictionary": False, "column_encoding": {"a": "DELTA_BYTE_ARRAY"}},
            "may unpack to any size",
        ),
        (pa.array(["1"] * 9, pa.json_()), {}, "as bytes of any length"),
    ],
    ids=["one length", "shared beginnings", "JSON"],
)
def test_texts_that_are_written_out_for_each_row_are_refused(column, how, message, monkeypatch):
    monkeypatch.setattr(parquet, "MOST_BYTES", 2**20)
    content = written({"a": column, "b": np.arange(float(len(column)))}, **how)
    with pytest.raises(ValueError, match=message):
        read_bytes(content, "data.parquet")


def test_words_of_parquet_are_those_of_the_file():
    words = pa.array(["p", None, " q ", "p", ""])
    bytes_ = pa.array([b"p", b"q", None, b"p", b"p"], pa.large_binary())
    table = read_bytes(written({"a": words, "b": bytes_, "c": np.arange(5.0)}), "data.parquet")
    column = table.columns[0]
    assert [column.words[k] for k in column.codes] == ["p", "", "q", "p", ""]
    assert (column.missing, column.strange) == (2, 3)
    assert column.examples == ((0, "p"), (2, "q"), (3, "p"))
    assert table.columns[1].missing == 1


def test_words_are_read_in_blocks(monkeypatch):
    monkeypatch.setattr(parquet, "BLOCK", 100)
    few = np.array([f"w{k % 7}" for k in range(1000)])
    many = np.array([f"w{k}" for k in range(1000)])
    for read in (
        read_bytes(written({"few": few, "many": many})),
        read_bytes(npy(np.column_stack([few, many]))),
    ):
        assert [column.n_labels for column in read.columns] == [7, 257]
        assert [read.columns[0].words[k] for k in read.columns[0].codes] == few.tolist()
        assert read.columns[1].examples[-1] == (49, "w49")


def test_parquet_columns_of_one_name_are_told_apart():
    columns = [[1.0, 2], [9.0, 8], ["p", "q"], ["r", "s"], [{"b": 1}] * 2, [[1], [2]], [5.0, 6]]
    names = ["x", "x", "x", "x", "a", "l", "a.b"]
    arrays = [pa.array(column) for column in columns]
    table = read_bytes(written(pa.Table.from_arrays(arrays, names)))
    assert [column.name for column in table.columns] == ["x", "x (2)", "x (3)", "x (4)", "a.b"]
    assert table.rows().X.tolist() == [[1, 9, 5], [2, 8, 6]]
    assert [table.columns[j].words for j in (2, 3)] == [("p", "q"), ("r", "s")]


def test_broken_files_get_the_tables_message():
    draw = random.Random(0)
    base = written({"a": np.arange(50.0), "b": ["x", "y"] * 25, "c": np.arange(50) % 7})
    archive = npz(np.ones((9, 2)), np.arange(9), 2)
    broken = [b"PAR1" + bytes(100) + b"PAR1"]
    for whole in (base, archive):
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
    ("line", "separator"),
    [("12,", None), ("1;", None), ("1 ", None), ("1 ", ""), ("1\t", "\t")],
)
def test_a_line_of_too_many_cells_is_refused_before_it_is_cut(line, separator):
    content = (line * 2**20).encode()

    def work():
        with pytest.raises(ValueError, match=r"Line 1 of data has more than 20,000 .* between"):
            read_bytes(content, "data", separator=separator)

    # As cells, 2^20 of them take 8 MB for the list alone, with each separator.
    assert with_peak(work, lambda: read_bytes(b"1,2"))[1] < 3 * len(content) + 2**22


def test_a_wide_line_below_the_first_ones_is_refused_with_its_number():
    content = b"1,2\n" * 200 + b"," * (MOST_COLUMNS + 1)
    with pytest.raises(ValueError, match="Line 201 of data has more than 20,000 commas"):
        read_bytes(content, "data")


def test_decimal_commas_of_a_wide_table_do_not_hide_its_separator():
    row = ";".join([*["1,5"] * (MOST_COLUMNS - 1), "a, b, c"])
    table = read_bytes(f"{row}\n{row}\n{row}".encode())
    assert table.rows().X.shape == (3, MOST_COLUMNS - 1)


@pytest.mark.parametrize("kind", ["U", "S"])
def test_values_of_no_bytes_are_refused(kind):
    buffer = io.BytesIO()
    shape = {"descr": f"|{kind}0", "fortran_order": False, "shape": (2**25,)}
    np.lib.format.write_array_header_1_0(buffer, shape)
    with pytest.raises(ValueError, match="values of 0 bytes"):
        read_bytes(buffer.getvalue(), "data.npy")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (npz(np.zeros((10**6, 2), np.int8), np.zeros(10**6, np.int8), 40), "42 columns; at most"),
        (npz(np.ones((3, 2)), np.zeros(3, "i4," * 99 + "i4"), 200), "20,002 columns; at most"),
        (npz(np.ones((3, 2)), np.zeros(3), MOST_COLUMNS), "20,001 arrays; at most"),
    ],
    ids=["numbers", "fields", "arrays"],
)
def test_the_arrays_of_an_archive_are_counted_together_before_they_are_read(
    content, message, monkeypatch
):
    monkeypatch.setattr(arrays, "_array", lambda *_: pytest.fail("an array was read"))
    with pytest.raises(ValueError, match=message):
        read_bytes(content, "data.npz")


def test_reading_an_archive_can_be_cancelled_at_each_array():
    seen = []
    content = npz(np.ones((3, 2)), np.arange(3), 5)
    read_bytes(content, progress=lambda done, total, what: seen.append((done, total)))
    assert seen == [(k, 12) for k in (*range(1, 7), *range(6, 12))]
    with pytest.raises(Cancelled):
        read_bytes(content, progress=lambda done, total, what: done < 3)


@pytest.mark.parametrize(
    "content",
    [npy(np.ones((9, 2))), npz(np.ones((9, 2)), np.ones(9), 1), written({"a": np.ones(9)})],
    ids=["NPY", "NPZ", "Parquet"],
)
def test_more_rows_than_a_caller_takes_are_refused_before_they_are_read(content, monkeypatch):
    assert read_bytes(content, "data", most_rows=9).n == 9
    monkeypatch.setattr(arrays, "_array", lambda *_: pytest.fail("an array was read"))
    monkeypatch.setattr(parquet, "_of_arrow", lambda *_: pytest.fail("a column was read"))
    with pytest.raises(ValueError, match=r"9 rows; at most 4 are taken here\. Take one row in 3"):
        read_bytes(content, "data", most_rows=4)
