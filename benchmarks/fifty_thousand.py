"""50,000 rows in 20 columns.

Three factors with noise of a tenth of their size, a Gaussian of twice the squared median distance,
8 components; seconds of processor time on one thread, scores of all rows included.
"""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.harness import Answer, Lines, Times, benchmark
from kpca_core import Gaussian, fit
from kpca_core.widths import median_distance

COLUMNS, FACTORS, NOISE, COMPONENTS = 20, 3, 0.1, 8


@benchmark
def fifty_thousand(rows: int = 50_000) -> Lines:
    """Which solver runs, by tolerance and subset."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((rows, FACTORS)) @ rng.standard_normal((FACTORS, COLUMNS))
    X += NOISE * rng.standard_normal(X.shape)
    kernel = Gaussian(2.0 * median_distance(X) ** 2)
    cases: dict[str, dict[str, float]] = {
        f"subset={rows // 10}": {"subset": rows // 10}, "tol=0.1": {"tol": 0.1}, "defaults": {},
    }  # fmt: skip
    with threadpool_limits(1):
        for name, asked in cases.items():
            time = Times()
            found = time.add(lambda asked=asked: fit(kernel, X, COMPONENTS, **asked))
            before = f" after {'; '.join(found.handed_over)}" if found.handed_over else ""
            yield Answer(
                f"{rows:,} rows, {name}",
                f"{found.solver}{before}: {time.used / 1e3:.1f} s; {found.certificate}",
            )
