"""Small files that promise much, and broken ones: read in bounded memory, or refused."""

from __future__ import annotations

import io
import struct
import zipfile

import numpy as np
import pytest
from support.kinds import header, npy, parquet, zipped
from support.peak import with_peak

from kpca_core._support.progress import Cancelled
from kpca_core.tables import arrays, read_bytes
from kpca_core.tables import parquet as reader
from kpca_core.tables.limits import MOST_COLUMNS


def archive(points, beside, count):
    beside = {f"c{j}.npy": npy(beside) for j in range(count)}
    return zipped({"X.npy": npy(points), **beside})


def bomb() -> bytes:
    """Some hundred kilobytes that unpack to more than 500 MiB."""
    buffer, block = io.BytesIO(), bytes(2**20)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file, file.open("X.npy", "w") as one:
        one.write(header((2**23, 9)))
        for _ in range(576):
            one.write(block)
    return buffer.getvalue()


def lying_archive() -> bytes:
    """An archive whose directory states a smaller size than its member unpacks to."""
    content = zipped({"X.npy": npy(np.ones((4000, 4)))})
    at = content.rindex(b"PK\x01\x02")
    return content[: at + 24] + struct.pack("<I", 300) + content[at + 28 :]


LARGE = {
    "an archive that is a bomb": (bomb, "576 MiB; at most 512"),
    "an archive whose directory lies": (lying_archive, "damaged|cut off|CRC"),
    "an array that promises much": (lambda: header((2**40, 2)), "at most 33,554,432 numbers"),
    "an array of values of no bytes": (lambda: header((2**25,), "|U0"), "values of 0 bytes"),
    "a hundred megabytes of cells": (
        lambda: (b"1," * 5999 + b"1\n") * 8700, "8,700 rows of 6,000 columns",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_sizes_are_refused_before_anything_is_held(name):
    content, words = LARGE[name][0](), LARGE[name][1]

    def refused():
        with pytest.raises(ValueError, match=words):
            read_bytes(content, "data")

    assert with_peak(refused)[1] < max(2**24, 4 * len(content))


@pytest.mark.parametrize("content", [npy(np.ones((3, 2))), b"a,b\n1,2\n"], ids=["NPY", "CSV"])
def test_too_little_memory_gets_a_message(content, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr("kpca_core.tables.read_npy", full)
    monkeypatch.setattr("kpca_core.tables.read_text", full)
    with pytest.raises(ValueError, match="Reading data needs more memory than there is"):
        read_bytes(content, "data")


@pytest.mark.parametrize(("line", "separator"), [("12,", None), ("1 ", None), ("1\t", "\t")])
def test_a_line_of_too_many_cells_is_refused(line, separator):
    content = (line * 2**20).encode()

    with pytest.raises(ValueError, match=r"data has 1,048,57[67] columns; at most 20,000"):
        read_bytes(content, "data", separator=separator)


def test_decimal_commas_of_a_wide_table_do_not_hide_its_separator():
    row = ";".join([*["1,5"] * 1999, "a, b, c"])
    table = read_bytes(f"{row}\n{row}\n{row}".encode())
    assert table.rows().X.shape == (3, 1999)


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
