"""The process that reads files.

Start: from starting it to the answer for the first, tiny, table; a page starts it when it is
opened, and a new one when a file has ended the old one. Then 100,000 × 20 numbers as CSV, by it, in
place, and by pandas alone; medians.
"""

from __future__ import annotations

import io

import numpy as np
import pandas as pd

from benchmarks.harness import Answer, Lines, Times, benchmark, in_turns, judged
from kpca_core.tables import read_bytes
from kpca_core.tables.writing import csv_text
from views.hosts.streamlit.reading.reader import Reader

TINY = b"a,b\n1,2\n3,4\n"


def first(reader: Reader) -> None:
    try:
        reader.read("tiny.csv", read_bytes, TINY)
    finally:
        reader.close()


@benchmark
def reading(rows: int = 100_000, columns: int = 20, starts: int = 7, rounds: int = 5) -> Lines:
    """The start of the process that reads files for the pages, and a file read by it."""
    times = Times()
    for _ in range(starts):
        times.add(lambda: first(Reader()))
    yield Answer("start of the process that reads files", f"{times.median / 1e3:.2f} s")
    X = np.random.default_rng(0).standard_normal((rows, columns)).round(6)
    content = csv_text([f"c{j}" for j in range(columns)], X.tolist()).encode()
    reader = Reader()
    try:
        found = in_turns(
            {
                "process": lambda: reader.read("data.csv", read_bytes, content),
                "place": lambda: read_bytes(content, "data.csv"),
                "pandas": lambda: pd.read_csv(io.BytesIO(content)),
            },
            rounds,
        )
    finally:
        reader.close()
    process, place, pandas = (one.median for one in found.values())
    yield f"by the process / in place {judged(process / place, most=1.3)}"
    yield f"in place / by pandas {judged(place / pandas, most=1.5)}"
    yield Answer(
        f"{rows:,} × {columns} numbers as CSV, {len(content) / 1e6:.0f} MB, read by the process, "
        "in place, and by pandas alone",
        f"{process:.0f}, {place:.0f} and {pandas:.0f} ms",
    )
