"""The process that reads files for the pages: its start, and a file read by it and in place.

    python -m benchmarks.reading

Start: from starting the process to the answer for the first, tiny, table; a page starts it when it
is opened, and a new one when a file has ended the old one. Then 100,000 × 20 numbers as CSV.
"""

from __future__ import annotations

import statistics
import time

import numpy as np

from benchmarks.timing import interleaved, verdict
from kpca_core.tables import read_bytes
from kpca_core.tables.writing import csv_text
from views.hosts.streamlit.reading.reader import Reader

TINY = b"a,b\n1,2\n3,4\n"
ROWS, COLUMNS, STARTS, ROUNDS = 100_000, 20, 7, 5
# What the way there and back may add to the time that reading takes.
MOST = 1.3


def started() -> float:
    """Seconds until a new process has read a first table."""
    reader, start = Reader(), time.perf_counter()
    try:
        reader.read("tiny.csv", read_bytes, TINY)
        return time.perf_counter() - start
    finally:
        reader.close()


def main() -> None:
    seconds = [started() for _ in range(STARTS)]
    print(f"start of the process: {statistics.median(seconds):.2f} s (median of {STARTS})")
    X = np.random.default_rng(0).standard_normal((ROWS, COLUMNS)).round(6)
    content = csv_text([f"c{j}" for j in range(COLUMNS)], X.tolist()).encode()
    reader = Reader()
    try:
        found = interleaved(
            {
                "a tiny table by the process": lambda: reader.read("tiny.csv", read_bytes, TINY),
                "in place": lambda: read_bytes(content, "data.csv"),
                "by the process": lambda: reader.read("data.csv", read_bytes, content),
            },
            ROUNDS,
        )
    finally:
        reader.close()
    print(f"{ROWS:,} × {COLUMNS} numbers as CSV, {len(content) / 1e6:.0f} MB; median milliseconds")
    for name, value in found.items():
        print(f"  {name:28} {value:8.1f}")
    ratio = found["by the process"] / found["in place"]
    print(f"by the process / in place {verdict(ratio, MOST, at_least=False)}")


if __name__ == "__main__":
    main()
