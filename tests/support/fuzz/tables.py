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
import pyarrow.parquet as pq

from kpca_core.tables import read_bytes
from support.fuzz import troubles
from support.fuzz.server import PATIENCE
from support.visitors import Session, give, session
from support.workbooks import workbook
from views.pages.saying import UNEXPECTED, plain

# Files that one session gives: Streamlit keeps each until the session ends.
OF_A_SESSION = 10
KINDS = ("parquet", "npz", "npy", "xlsx", "text", "gz")
# Letters that a message has at most.
LONGEST = 900


def parquet(random: Random) -> bytes:
    """Numbers, words, and now and then what no table has: lists, maps, structs, dictionaries."""
    n = random.randrange(1, 60)
    numbers = [random.gauss(0, 1) for _ in range(n)]
    columns: dict[str, Any] = {"a": numbers, "b": [round(9 * x) for x in numbers]}
    columns["kind"] = [random.choice("xyz") for _ in range(n)]
    more = {
        "list": [[x, 1.0] for x in numbers],
        "struct": [{"p": x, "q": [x]} for x in numbers],
        "map": pa.array([[("k", x)] for x in numbers], pa.map_(pa.string(), pa.float64())),
        "decimal": pa.array([round(x, 2) for x in numbers]).cast(pa.decimal128(18, 2), safe=False),
        "time": pa.array(range(n), pa.timestamp("us")),
        "dictionary": pa.array(columns["kind"]).dictionary_encode(),
        "binary": [bytes([k]) for k in range(n)],
    }
    for name in random.sample([*more], random.randrange(4)):
        columns[name] = more[name]
    held = io.BytesIO()
    packed = random.choice(("snappy", "gzip", "zstd", "none"))
    pq.write_table(
        pa.table(columns), held, compression=packed, row_group_size=random.choice((7, 99))
    )
    return held.getvalue()


def arrays(random: Random) -> dict[str, np.ndarray]:
    rng, n = np.random.default_rng(random.randrange(2**32)), random.randrange(2, 50)
    kinds: dict[str, np.ndarray] = {
        "X": rng.standard_normal((n, random.randrange(1, 6))),
        "y": rng.integers(0, 3, n),
        "names": np.array(["a", "é", "\N{GREEK SMALL LETTER PI}"]),
        "images": rng.integers(0, 255, (n, 4, 4), dtype=np.uint8),
        "data": rng.standard_normal(5),
        "indices": np.arange(5),
        "indptr": np.arange(6),
        "shape": np.array([5, 5]),
    }
    chosen = ["X", *random.sample([*kinds][1:], random.randrange(6))]
    return {name: kinds[name] for name in chosen}


def npz(random: Random) -> bytes:
    held = io.BytesIO()
    random.choice((np.savez, np.savez_compressed))(held, **arrays(random))
    return held.getvalue()


def npy(random: Random) -> bytes:
    held = io.BytesIO()
    fields = np.array([(1.0, "ab")] * 20, [("a", "<f8"), ("b", "<U3")])
    np.save(held, random.choice([*arrays(random).values(), fields]))
    return held.getvalue()


def xlsx(random: Random) -> bytes:
    rows: list[list[object]] = [["a", "b", "kind"]]
    rows += [[round(random.gauss(0, 1), 4), k, random.choice("xyz")] for k in range(20)]
    return workbook(("S", rows))


def text(random: Random) -> bytes:
    kind = random.randrange(5)
    if kind == 0:
        return b"a;b;c\n" + b"\n".join(b'"x ""y"" z";1.234,5;%d' % i for i in range(30))
    if kind == 1:
        return b"\n".join(b" 1.5  2.5 'q' \"x y\" %d" % i for i in range(20))
    comma, point = random.choice(((",", "."), (";", ","), ("\t", "."), (" ", ",")))
    rows = [["a", "b", "kind"]]
    for k in range(random.randrange(1, 40)):
        number = f"{random.gauss(0, 1000):.3f}".replace(".", point)
        rows.append([number, str(k), random.choice(("x", '"y"', "é", "1 %", ""))])
    encoding = random.choice(("utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1251"))
    return "\n".join(comma.join(row) for row in rows).encode(encoding, errors="replace")


SOUND: dict[str, Callable[[Random], bytes]] = {
    "parquet": parquet, "npz": npz, "npy": npy, "xlsx": xlsx, "text": text,
    "gz": lambda random: gzip.compress(text(random)),
}  # fmt: skip
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
    content = SOUND[kind](random)
    if kind in ("npz", "xlsx") and random.random() < 0.5:
        return inside(content, random)
    if kind == "gz" and random.random() < 0.5:
        return gzip.compress(mutated(text(random), random))
    if random.random() < 0.03:
        return content[: len(content) // 2] + SOUND[random.choice(KINDS)](random)
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
