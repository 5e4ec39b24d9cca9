"""Which solver runs for 50,000 rows in 20 columns, by tolerance and subset.

python -m benchmarks.fifty_thousand [rows]

Rows are three factors with noise of a tenth of their size, the kernel a Gaussian of twice the
squared median distance. Seconds are processor time on one thread, scores of all rows included.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from threadpoolctl import threadpool_limits

from kpca_core import Gaussian, fit
from kpca_core.widths import median_distance

ROWS, COLUMNS, FACTORS, NOISE, COMPONENTS = 50_000, 20, 3, 0.1, 8


def main() -> None:
    """Print a row a case."""
    n = int(sys.argv[1]) if sys.argv[0].endswith("fifty_thousand.py") and sys.argv[1:] else ROWS
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, FACTORS)) @ rng.standard_normal((FACTORS, COLUMNS))
    X += NOISE * rng.standard_normal(X.shape)
    kernel = Gaussian(2.0 * median_distance(X) ** 2)
    print("| asked | solver | handed over | error ≤ limit | seconds |")
    with threadpool_limits(1):
        for asked in ({"subset": n // 10}, {"tol": 0.1}, {}):
            start = time.process_time()
            found = fit(kernel, X, COMPONENTS, **asked)
            seconds = time.process_time() - start
            before = "; ".join(found.handed_over) or "–"
            print(
                f"| {asked or 'default'} | {found.solver} | {before} | "
                f"{found.certificate} | {seconds:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
