"""Broken tables: Parquet, NPZ, NPY, XLSX and text, read here or given to a running server.

A table comes of it, or a message. Run as a program it reads as many as its argument says.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import sys
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from kpca_core.tables import read_bytes
from support.fuzz import troubles
from support.fuzz.server import PATIENCE
from support.kinds import npy, npz, parquet
from support.visitors import Session, give, session
from support.workbooks import workbook
from views.pages.saying import UNEXPECTED, plain

# Files that one session gives: Streamlit keeps each until the session ends.
OF_A_SESSION = 10
KINDS = ("parquet", "npz", "npy", "xlsx", "text", "gz")
# Letters that a message has at most.
LONGEST = 900


def _sound() -> Iterator[tuple[str, bytes]]:
    """Files of each kind, some with what no table has: lists, maps, structs, pictures."""
    n = 40
    x = np.random.default_rng(0).standard_normal(n)
    frame: dict[str, Any] = {
        "a": x, "b": np.round(9 * x).astype(int), "kind": ["x", "y"] * (n // 2),
        "list": [[v, 1.0] for v in x], "struct": [{"p": v, "q": [v]} for v in x],
        "map": pa.array([[("k", v)] for v in x], pa.map_(pa.string(), pa.float64())),
        "decimal": pa.array(x.round(2)).cast(pa.decimal128(18, 2), safe=False),
        "time": pa.array(range(n), pa.timestamp("us")), "binary": [bytes([k]) for k in range(n)],
    }  # fmt: skip
    for compression in ("snappy", "zstd", "none"):
        yield "parquet", parquet(frame, compression=compression, row_group_size=7)
    fields = np.array([(1.0, "ab")] * 20, [("a", "<f8"), ("b", "<U3")])
    yield "npz", npz(X=x.reshape(-1, 4), y=np.arange(10) % 3, names=np.array(["a", "é"]))
    yield "npz", npz(images=np.zeros((5, 4, 4)), data=x, indptr=np.arange(6))
    yield from (("npy", npy(one)) for one in (x.reshape(-1, 4), fields, np.array(["a", "π"])))
    yield "xlsx", workbook(("S", [["a", "b", "kind"], *([v, k, "x"] for k, v in enumerate(x))]))
    yield "text", b"a;b;c\n" + b"\n".join(b'"x ""y"" z";1.234,5;%d' % k for k in range(30))
    yield "text", b"\n".join(b" 1.5  2.5 'q' \"x y\" %d" % k for k in range(20))
    for separator, encoding in ((",", "utf-8-sig"), (";", "utf-16"), ("\t", "cp1251")):
        rows = [["a", "b", "é"], *([f"{1000 * v:.3f}", str(k), "1 %"] for k, v in enumerate(x))]
        lines = "\n".join(separator.join(row) for row in rows).encode(encoding, "replace")
        yield from (("text", lines), ("gz", gzip.compress(lines)))


SOUND: dict[str, list[bytes]] = {kind: [] for kind in KINDS}
for kind, content in _sound():
    SOUND[kind].append(content)
SIGNS = (b'"', b",", b"\n", b";", b"\0", b"\xff", b"\t", b"\r", b"#", b"'", b" ")
# Numbers that sizes and places are replaced by.
NUMBERS = (0, 1, 127, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1)


def mutated(content: bytes, random: Random) -> bytes:
    """Return the content with bytes changed, cut out, doubled, or set to extreme numbers."""
    found = bytearray(content)
    # The end of Parquet and of archives says where everything is.
    first = random.choice((0, max(0, len(found) - 400)))
    for _ in range(random.choice((1, 1, 2, 5, 40))):
        if len(found) < 4:
            break
        at, kind = random.randrange(min(first, len(found) - 1), len(found)), random.randrange(7)
        size = random.choice((1, 2, 4, 8, 50))
        if kind <= 1:
            found[at] ^= 1 << random.randrange(8)
        elif kind == 2:
            number = random.choice(NUMBERS) & (2 ** (8 * min(size, 8)) - 1)
            found[at : at + min(size, 8)] = number.to_bytes(min(size, 8), "little")
        elif kind == 3:
            del found[at : at + size]
        elif kind == 4:
            found[at:at] = found[at : at + size] * random.choice((1, 1, 100))
        elif kind == 5:
            found[at : at + 1] = random.choice(SIGNS)
        else:
            found[at : at + size] = random.randbytes(size)
    return bytes(found[: random.randrange(len(found) + 1)] if random.random() < 0.1 else found)


def inside(content: bytes, random: Random) -> bytes:
    """Return an archive whose checksums hold, with one of its files mutated."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(held, "w") as new:
        chosen = random.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutated(part, random) if name == chosen else part)
    return held.getvalue()


def broken(random: Random, kind: str) -> bytes:
    """Return a file of a kind as it may arrive."""
    content = random.choice(SOUND[kind])
    if kind in ("npz", "xlsx") and random.random() < 0.5:
        return inside(content, random)
    if kind == "gz" and random.random() < 0.5:
        return gzip.compress(mutated(gzip.decompress(content), random))
    return mutated(content, random)


async def as_tables(url: str, random: Random, count: int) -> None:
    """A page that is given a broken table draws it or says what is wrong; the server answers."""
    for first in range(0, count, OF_A_SESSION):
        async with session(url) as drawn:
            await drawn.rerun({}, "table")
            for _ in range(min(OF_A_SESSION, count - first)):
                await _one(url, drawn, random)


async def _one(url: str, drawn: Session, random: Random) -> None:
    kind = random.choice(KINDS)
    content = broken(random, kind)
    where = f"after {kind} {content!r}"
    await asyncio.wait_for(give(url, drawn, content, f"data.{kind}"), PATIENCE)
    assert not drawn.exceptions, f"{drawn.exceptions} {where}"
    assert plain(UNEXPECTED) not in drawn.errors, f"{UNEXPECTED} {where}"
    health = await asyncio.to_thread(urllib.request.urlopen, f"{url}/_stcore/health", timeout=10)
    assert health.status == 200, where
    health.close()


def read(kind: str, seed: int) -> None:
    """Read a broken table here: rows come of it, or a message."""
    random = Random(seed)
    try:
        table = read_bytes(broken(random, kind), "f")
        table.rows(label=table.label, missing="rows")
    except ValueError as error:
        if not 10 < len(str(error)) < LONGEST:
            raise AssertionError(f"{error!r} says too little or too much.") from error
    else:
        assert table.said
        assert table.preview(2)


def cases(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Tables of every kind in turn; a case is named by its kind and seed."""
    for i in range(count):
        kind, seed = KINDS[i % len(KINDS)], random.randrange(2**32)
        yield f"{kind} {seed}", lambda kind=kind, seed=seed: read(kind, seed)  # type: ignore[misc]


if __name__ == "__main__":
    wrong = [*troubles(cases(Random(0), int(sys.argv[1])))]
    sys.exit("\n".join(f"{name}: {error!r}" for name, error in wrong) or 0)
