"""Tables that are given: Parquet, NPZ, NPY, workbooks and texts, each changed at random.

    python -m benchmarks.fuzz_tables 0 400      # the seeds from 0, so many

Run as a process of its own: a library's crash then is its exit code.
"""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from collections.abc import Callable
from random import Random

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from kpca_core.tables import read_bytes

SIGNS = (b'"', b",", b"\n", b";", b"\0", b"\xff", b"\t", b"\r", b"#", b"'", b" ")
LONGEST = 900  # letters of a message


def written(write: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


def sound() -> dict[str, bytes]:
    """Files that are read, one of each kind."""
    X = np.random.default_rng(0).standard_normal((30, 3))
    frame = pd.DataFrame(X, columns=list("abc")).assign(kind=["x", "y", "z"] * 10)
    nested = pa.table(
        {
            "s": pa.array([{"q": 1}] * 30), "d": pa.array(range(30)).cast(pa.decimal128(30, 2)),
            "l": [[1.0]] * 30, "t": pd.date_range("2020", periods=30), "w": ["p"] * 30,
        }
    )  # fmt: skip
    fields = np.array([(1.0, "ab")] * 20, [("a", "<f8"), ("b", "<U3")])
    arrays = {"X": X, "y": np.arange(30) % 3, "w": np.array(["a", "b", "c"] * 10)}
    quoted = b"\n".join(b'"x ""y"" z";1.234,5;%d' % i for i in range(30))
    return {
        "parquet": written(frame.to_parquet),
        "nested parquet": written(lambda file: pq.write_table(nested, file, compression="zstd")),
        "npz": written(lambda file: np.savez_compressed(file, **arrays)),  # type: ignore[arg-type]
        "npy": written(lambda file: np.save(file, X)),
        "fields": written(lambda file: np.save(file, fields)),
        "xlsx": written(frame.to_excel),
        "csv": frame.to_csv().encode(),
        "quoted": b"a;b;c\n" + quoted,
        "blanks": b"\n".join(b" 1.5  2.5 'q' \"x y\" %d" % i for i in range(20)),
        "gz": gzip.compress(frame.to_csv().encode()),
    }


def changed(random: Random, content: bytes) -> bytes:
    """The content cut off, with something put in or taken out, or some bytes changed."""
    data, kind = bytearray(content), random.randrange(5)
    i, j = sorted(random.randrange(len(data)) for _ in range(2))
    if kind == 0:
        return bytes(data[:i])
    if kind == 1:
        return bytes(data[:i] + random.randbytes(random.randrange(1, 9)) + data[i:])
    if kind == 2:
        return bytes(data[:i] + data[j:])
    for _ in range(random.choice((1, 3, 20))):
        i = random.randrange(len(data))
        data[i : i + 1] = random.choice(SIGNS) if kind == 3 else random.randbytes(1)
    return bytes(data)


def changed_inside(random: Random, content: bytes) -> bytes:
    """An archive with one of its members changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        members = {one: file.read(one) for one in file.namelist()}
    chosen = random.choice(sorted(members))
    members[chosen] = changed(random, members[chosen])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


def given(seed: int, kinds: dict[str, bytes]) -> tuple[str, bytes]:
    """The file of a seed, and its kind."""
    random = Random(seed)
    kind = random.choice(sorted(kinds))
    inside = kind in ("npz", "xlsx") and random.random() < 0.6
    return kind, (changed_inside if inside else changed)(random, kinds[kind])


def read(content: bytes) -> bool:
    """Whether a table comes of it, with rows or a message; else a message."""
    try:
        table = read_bytes(content, "f")
        table.rows(label=table.label, missing="rows")
    except ValueError as error:
        if not 10 < len(str(error)) < LONGEST:
            raise AssertionError(f"{error!r} says too little or too much.") from error
        return False
    return bool(table.said and table.preview(2))


def main(first: int, count: int) -> None:
    """Read so many changed files; the first that ends in anything but a message ends this."""
    kinds, tables = sound(), 0
    for seed in range(first, first + count):
        kind, content = given(seed, kinds)
        try:
            tables += read(content)
        except BaseException:
            print(f"seed {seed}, {kind}", file=sys.stderr)
            raise
    print(f"{count} files: {tables} tables, {count - tables} messages")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
