"""Files of tables beside their right values: their numbers, or what the message says."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kpca_core.tables import read_bytes


def rows_of(content, name, **options):
    table = read_bytes(content, name, **options)
    return table.rows(label=table.label)


def npy(array, **how):
    buffer = io.BytesIO()
    np.save(buffer, array, **how)
    return buffer.getvalue()


def parquet(columns, **how):
    buffer = io.BytesIO()
    pq.write_table(columns if isinstance(columns, pa.Table) else pa.table(columns), buffer, **how)
    return buffer.getvalue()


def header(shape, descr="<f8"):
    """The beginning of an NPY file that promises an array."""
    buffer = io.BytesIO()
    promised = {"descr": descr, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, promised)
    return buffer.getvalue()


def broken_unicode():
    array = np.array([(1.0, "abc")] * 9, [("a", "<f8"), ("b", "<U3")])
    return npy(array).replace("b".encode("utf-32-le"), b"\xff\xff\xff\x7f")


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def body(X, separator=","):
    return "".join(separator.join(f"{v:.4f}" for v in row) + "\n" for row in X)


def check(content, right, columns=None, fname="f.csv", miss="refuse", **options):
    """A right value is the numbers of named columns, of all rows analysed, or a message.

    columns: the names of all columns; miss: what is done with rows that lack a number
    """
    content = content.encode() if isinstance(content, str) else content
    if isinstance(right, str):
        with pytest.raises(ValueError, match=right):
            rows_of(content, fname, **options)
        return
    table = read_bytes(content, fname, **options)
    found = {column.name: column for column in table.columns}
    if isinstance(right, dict):
        for name, values in right.items():
            np.testing.assert_array_equal(found[name].values, values)
    else:
        X = table.rows(label=table.label, missing=miss).X
        np.testing.assert_allclose(X, right, rtol=1e-12)
    if columns is not None:
        assert list(found) == columns
