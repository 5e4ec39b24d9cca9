"""Files of tables beside their right values: their numbers, or what the message says."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kpca_core.tables import read_bytes


class Kinds(list):
    """Parameters of `check`, one a file."""

    def case(self, name, content, right, *, names=None, fname="f.csv", miss="refuse", **options):
        content = content.encode() if isinstance(content, str) else content
        self.append(pytest.param(content, right, names, fname, miss, options, id=name))

    def parquet(self, name, columns, right, **how):
        buffer = io.BytesIO()
        table = columns if isinstance(columns, pa.Table) else pa.table(columns)
        pq.write_table(table, buffer, **how)
        self.case(f"Parquet: {name}", buffer.getvalue(), right, fname="f.parquet")


ARGUMENTS = ("content", "right", "names", "fname", "miss", "options")


def broken_unicode():
    buffer = io.BytesIO()
    np.save(buffer, np.array([(1.0, "abc")] * 9, [("a", "<f8"), ("b", "<U3")]))
    return buffer.getvalue().replace("b".encode("utf-32-le"), b"\xff\xff\xff\x7f")


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def body(X, separator=","):
    return "".join(separator.join(f"{v:.4f}" for v in row) + "\n" for row in X)


def rows_of(content, name, **options):
    table = read_bytes(content, name, **options)
    return table.rows(label=table.label)


def check(content, right, names, fname, miss, options):
    """A right value is the numbers of named columns, of all rows analysed, or a message."""
    if "names_are" in options:
        options = {"names": options["names_are"]}
    if isinstance(right, str):
        with pytest.raises(ValueError, match=right):
            rows_of(content, fname, **options)
        return
    table = read_bytes(content, fname, **options)
    columns = {column.name: column for column in table.columns}
    if isinstance(right, dict):
        for name, values in right.items():
            np.testing.assert_array_equal(columns[name].values, values)
    else:
        X = table.rows(label=table.label, missing=miss).X
        np.testing.assert_allclose(X, right, rtol=1e-12)
    if names is not None:
        assert list(columns) == names
