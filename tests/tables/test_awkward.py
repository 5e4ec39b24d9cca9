"""Awkward files: each is a table, or a message that says what is wrong, where, and what to do."""

from __future__ import annotations

import bz2
import gzip
import io
import pickle
import struct
import zipfile
from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from support.kinds import header, npy, npz, parquet, zipped
from support.peak import with_peak

from kpca_core import Gaussian, Grid, fit
from kpca_core.analysis.projection import projected
from kpca_core.tables import read_bytes
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes
from kpca_core.widths import median_distance


class Trap:
    """What a pickle could do."""

    sprung = False

    def __reduce__(self):
        return (setattr, (Trap, "sprung", True))


@cache
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


def lines(n, width=2, separator=",") -> str:
    rng = np.random.default_rng(0)
    return "\n".join(separator.join(f"{v:.4f}" for v in row) for row in rng.random((n, width)))


NUMBERS = np.random.default_rng(1).standard_normal((20, 3))
PLAIN = "a,b\n1,2\n3,5\n4,4\n"
# Name: the content, with what is read of it, (rows, columns of numbers).
TABLES = {
    "plain": (PLAIN, (3, 2)),
    "byte-order mark": ("\ufeff" + PLAIN, (3, 2)),
    "UTF-16 big-endian": (b"\xfe\xff" + PLAIN.encode("utf-16-be"), (3, 2)),
    "UTF-16 big-endian without a mark": (PLAIN.encode("utf-16-be"), (3, 2)),
    "bytes that Windows-1252 leaves undefined": (b"a\x81,b\n1,2\n3,5\n", (2, 2)),
    "UTF-8 names": ("長さ,β̂\n1,2\n3,5\n", (2, 2)),
    "emoji in a name": ("🌗,b\n1,2\n3,5\n", (2, 2)),
    "blanks": ("  1.0   2.0\n 3.0   5.5\n", (2, 2)),
    "quoted decimal commas": ('a,b\n"1,5","2,5"\n"3","5,5"\n', (2, 2)),
    "Excel's sep=": ("sep=;\na;b\n1;2\n3;5\n", (2, 2)),
    "carriage returns alone": ("a,b\r1,2\r3,5\r", (2, 2)),
    "Windows' line ends": ("a,b\r\n1,2\r\n3,5\r\n", (2, 2)),
    "mixed line ends": ("a,b\r\n1,2\n3,5\r4,4", (3, 2)),
    "no names": ("1,2\n3,5\n", (2, 2)),
    "one number": ("7", (1, 1)),
    "one column": ("a\n1\n2\n4\n", (3, 1)),
    "one column without a name": ("1.5\n2\n4\n", (3, 1)),
    "a constant column": ("a,b\n1,2\n1,5\n1,4\n", (3, 2)),
    "duplicate names": ("a,a,a\n1,2,3\n3,5,4\n", (2, 3)),
    "empty names": (",,\n1,2,3\n3,5,4\n", (2, 3)),
    "a formula as a name": ("=1+1,@b\n1,2\n3,5\n", (2, 2)),
    "a formula as a label": ("a,kind\n1,=cmd|' /C calc'!A0\n3,+1+1\n", (2, 1)),
    "HTML in a name": ("<script>alert(1)</script>,b\n1,2\n3,5\n", (2, 2)),
    "Markdown in a name": ("![x](http://example.org/x.png),$a$\n1,2\n3,5\n", (2, 2)),
    "a line break in a name": ('"a\nb",c\n1,2\n3,5\n', (2, 2)),
    "a very long name": ("a" * 50_000 + ",b\n1,2\n3,5\n", (2, 2)),
    "times beside numbers": ("at,a\n12:30:00,1\n12:31:00,4\n", (2, 1)),
    "huge numbers": ("a,b\n1e300,2\n-1e300,5\n9e299,4\n", (3, 2)),
    "tiny numbers": ("a,b\n1e-300,2\n3e-300,5\n2e-310,4\n", (3, 2)),
    "spaces around numbers": ("a , b\n 1 , 2\n 3, 5 \n", (2, 2)),
    "quoted line breaks": ('a,note\n1,"two\nlines"\n3,"one"\n', (2, 1)),
    "many rows": (lines(3000), (3000, 2)),
    "many columns": (lines(3, 10_000), (3, 10_000)),
    "the wrong extension": (npy(NUMBERS), (20, 3)),
    "NPY of one axis": (npy(NUMBERS[:, 0]), (20, 1)),
    "NPY in Fortran's order": (npy(np.asfortranarray(NUMBERS)), (20, 3)),
    "NPY of bytes in the other order": (npy(NUMBERS.astype(">f4")), (20, 3)),
    "NPY of booleans": (npy(NUMBERS > 0), (20, 3)),
    "NPY with named fields": (npy(np.array([(1, 2.0), (3, 5.0)], "i4,f8")), (2, 2)),
    "NPZ with labels": (npz(X=NUMBERS, y=np.arange(20) % 3), (20, 4)),
    "NPZ of one array": (npz(things=NUMBERS), (20, 3)),
    "NPZ with words": (npz(X=NUMBERS, kind=np.array(["p", "q"] * 10)), (20, 3)),
    "gzip": (gzip.compress(PLAIN.encode()), (3, 2)),
    "a zip of one table": (zipped({"a.txt": PLAIN.encode(), "__MACOSX/._a.txt": b"x"}), (3, 2)),
    "Parquet": (parquet({"a": [1.0, 2.0], "b": [3, 5]}), (2, 2)),
}  # fmt: skip
# Name: the content, with what the message says.
MESSAGES = {
    "empty": ("", "is empty"),
    "blanks alone": (" \n\t\n", "is empty"),
    "names alone": ("a,b\n", "no row below"),
    "comments alone": ("# a\n# b\n", "is empty"),
    "words alone": ("a,b\nx,y\nz,w\n", "no column of numbers.*line 2 has 'x'"),
    "prose": ("It was a dark night.\nThe rain fell.\n", "no column of numbers"),
    "a word among numbers": (PLAIN + "5,oops\n", "1 of 4 rows lacks.*line 5 has 'oops' in 'b'"),
    "an empty cell": ("a,b\n1,2\n3,\n4,4\n", "line 3 has nothing in 'b'"),
    "beyond the largest number": ("a,b\n1,2\n3,1e999\n4,4\n", "line 3 has '1e999'"),
    "units": ("a,b\n1,2 cm\n3,5\n4,4\n", "line 2 has '2 cm'"),
    "underscores": ("a,b\n1_000,2\n3,5\n4,4\n", "line 2 has '1_000'"),
    "hexadecimal": ("a,b\n0x1F,2\n3,5\n4,4\n", "line 2 has '0x1F'"),
    "too many cells": ("a,b\n1,2\n3,5,6\n4,4\n", "line 3 has 3 cells instead of 2"),
    "a line after a quoted line break": ('a,n,b\n1,"x\ny",2\n3,z,?x\n4,w,4\n', "line 4 has '\\?x'"),
    "HTML": ("<!DOCTYPE html><table><tr><td>1</td></tr></table>", "markup.*CSV"),
    "XML": ("<?xml version='1.0'?><a>1</a>", "markup.*CSV"),
    "a cell too long": ('a,b\n1,"' + "x" * 200_000 + "\n3,5\n", "line 2 .* is never closed"),
    "gzip that is cut off": (gzip.compress(PLAIN.encode())[:-9], "damaged.*cut off"),
    "gzip in gzip": (gzip.compress(gzip.compress(PLAIN.encode())), "another packed.*unpack"),
    "bzip2": (bz2.compress(PLAIN.encode()), "bzip2.*unpack"),
    "PDF": (b"%PDF-1.7\n1 0 obj", "PDF"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + bytes(20), "picture"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "Excel.*CSV"),
    "Excel": (zipped({"[Content_Types].xml": b"<a/>", "xl/a.xml": b""}), "workbook.*CSV"),
    "a pickle": (pickle.dumps(Trap(), 4), "pickle.*never opened"),
    "HDF5": (b"\x89HDF\r\n\x1a\n" + bytes(20), "HDF5"),
    "NPY of objects": (npy(np.array([Trap(), 1], object), allow_pickle=True), "pickle.*never"),
    "NPZ of objects": (npz(X=np.array([[Trap()]], object)), "pickle.*never"),
    "NPY cut off": (npy(NUMBERS)[:-20], "cut off"),
    "NPY that promises too much": (header((2**40, 2)), "at most 33,554,432 numbers"),
    "NPY of many columns": (header((1, 10**9)), "1,000,000,000 columns"),
    "NPY of three axes": (npy(np.zeros((2, 3, 4))), r"shape \(2, 3, 4\).*[Rr]eshape"),
    "NPY without rows": (npy(np.zeros((0, 3))), "empty"),
    "NPY of complex numbers": (npy(NUMBERS + 1j), "complex128"),
    "NPY of long texts": (npy(np.array([["x" * 500]])), "no column of numbers"),
    "NPY with NaN": (npy(np.array([[1.0, np.nan], [2, 3]])), "row 1 has nothing in 'column 2'"),
    "NPY with infinity": (npy(np.array([[1.0, np.inf], [2, 3]])), "row 1 has 'inf'"),
    "NPY with a strange header": (b"\x93NUMPY\x01\x00\x10\x00{'descr': exec()}", "no readable"),
    "NPY of an unknown version": (b"\x93NUMPY\x09\x00" + bytes(30), "no readable array"),
    "an empty zip": (zipped({}), "is empty"),
    "NPZ of many tables": (npz(p=NUMBERS, q=NUMBERS), "which array.*p \\(20, 3\\)"),
    "NPZ that is a bomb": (bomb, "576 MiB; at most 512"),
    "NPZ whose directory lies": (lying_archive(), "damaged|cut off|CRC"),
    "a zip alone": (b"PK\x03\x04" + bytes(40), "damaged"),
    "Parquet that is cut off": (parquet({"a": [1.0, 2.0]})[:-9], "Parquet"),
    "Parquet without rows": (parquet({"a": pa.array([], pa.float64())}), "empty"),
    "Parquet with gaps": (parquet({"a": [1.0, None], "b": [3, 5]}), "row 2 has nothing in 'a'"),
    "too many columns": (",".join(["1"] * (MOST_COLUMNS + 1)), "at most 20,000.*separator"),
}  # fmt: skip


def content_of(case) -> bytes:
    """The bytes of a case; large ones are made by a function when a test needs them."""
    if callable(case):
        return case()
    return case.encode() if isinstance(case, str) else case


def rows_of(content, **more):
    table = read_bytes(content_of(content), "data.csv")
    return table, table.rows(label=table.label, **more)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_becomes_a_picture(name):
    content, shape = TABLES[name]
    table = read_bytes(content_of(content), "data.csv")
    rows = table.rows(standardise=True)
    assert rows.X.shape == shape
    assert np.isfinite(rows.X).all()
    assert len({column.name for column in table.columns}) == len(table.columns)
    assert all(column.name.strip() and "\n" not in column.name for column in table.columns)
    shown = projected(rows)
    found = fit(Gaussian(median_distance(rows.X) ** 2), rows.X, 2)
    fields = found.expansion.on_grid(Grid.over(shown.region, 10, shown.plane))
    assert np.isfinite(fields).all()
    assert fields.shape[1:] == (10, 10)
    (x0, x1), (y0, y1) = shown.region
    assert (shown.points > [x0, y0]).all()
    assert (shown.points < [x1, y1]).all()


@pytest.mark.parametrize("name", MESSAGES)
def test_a_file_that_is_no_table_gets_a_message(name):
    content, message = MESSAGES[name]
    with pytest.raises(ValueError, match=f"(?s){message}") as caught:
        rows_of(content)
    text = str(caught.value)
    assert "data.csv" in text or "lack" in text
    assert len(text) < 700
    assert not Trap.sprung


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, (_, text) in MESSAGES.items()
        if " has " in text and ("line " in text or "row " in text) and "no column" not in text
    ],
)
def test_rows_are_left_out_when_the_reader_agrees(name):
    content, _ = MESSAGES[name]
    table, rows = rows_of(content, missing="rows")
    assert rows.left_out == 1
    assert len(rows.X) == table.n - 1
    assert np.isfinite(rows.X).all()


@pytest.mark.parametrize("name", ["NPZ that is a bomb", "NPY that promises too much"])
def test_sizes_are_refused_before_anything_is_held(name):
    content = content_of(MESSAGES[name][0])

    def refused():
        with pytest.raises(ValueError, match="at most"):
            read_bytes(content, "data.npz")

    assert with_peak(refused)[1] < 2**24


def test_megabytes_are_read_and_more_than_the_limit_is_refused():
    row = b"0.123456,7.654321\n"
    content = b"a,b\n" + row * (2 * 2**20 // len(row))
    table = read_bytes(content, "data.csv")
    assert table.n == content.count(b"\n") - 1
    with pytest.raises(ValueError, match=r"600 MiB; at most 512 MiB"):
        check_bytes("data.csv", 600 * 2**20)


def test_a_hundred_megabytes_of_cells_are_refused_by_their_number():
    content = (b"1," * 5999 + b"1\n") * 8700
    assert len(content) > 99 * 2**20

    def refused():
        with pytest.raises(ValueError, match=r"8,700 rows of 6,000 columns"):
            read_bytes(content, "data.csv")

    assert with_peak(refused)[1] < 4 * len(content)


def test_numbers_are_those_of_the_file():
    _, rows = rows_of("a;b\n1,5;-2\n3;5,25e1\n")
    np.testing.assert_array_equal(rows.X, [[1.5, -2], [3, 52.5]])
    np.testing.assert_array_equal(rows.lines, [2, 3])
