"""Tables: reading 100,000 rows of 20 numbers, beside pandas alone."""

from __future__ import annotations

import io

import numpy as np

from benchmarks.timing import interleaved, verdict

# How often pandas' own time reading may take.
MOST = 1.5
ROUNDS = 7


def content(rows: int, columns: int) -> bytes:
    """A table as CSV, its numbers with all digits."""
    buffer = io.StringIO()
    buffer.write(",".join(f"column {j + 1}" for j in range(columns)) + "\n")
    X = np.random.default_rng(0).standard_normal((rows, columns))
    np.savetxt(buffer, X, delimiter=",", fmt="%.17g")
    return buffer.getvalue().encode()


def main() -> None:
    """Print the times, and their ratio in the same run."""
    import pandas as pd

    from kpca_core.tables import read_bytes

    given = content(100_000, 20)
    found = read_bytes(given)
    right = pd.read_csv(io.BytesIO(given)).to_numpy()
    same = np.array_equal(np.column_stack([column.values for column in found.columns]), right)
    print(f"{len(given) / 2**20:.0f} MiB; the numbers are pandas': {same}")
    times = interleaved(
        {
            "pandas.read_csv": lambda: pd.read_csv(io.BytesIO(given)),
            "kpca_core.tables.read_bytes": lambda: read_bytes(given),
        },
        ROUNDS,
    )
    for name, milliseconds in times.items():
        print(f"  {name:<30}{milliseconds:8.0f} ms")
    own, pandas = times["kpca_core.tables.read_bytes"], times["pandas.read_csv"]
    print(f"  ratio {verdict(own / pandas, MOST, at_least=False)}")
