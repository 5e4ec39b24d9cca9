"""Infinitely many points.

How |λⱼ/n − λⱼ|/λⱼ falls with n: slopes of the medians of independent draws against n, in
logarithms, of 49 numbers of points from 100 to 3,000. Each case lists its first six eigenvalues, or
as many as there are, and of equal ones their mean. Those that are simple and whose φⱼ² is not
constant are to fall with −1/2 within 0.1: λⱼ/n is λⱼ times the mean of φⱼ² over the points, but for
terms of order 1/n, which still count for the first one, the steepest. These terms alone are left
where φⱼ² is constant, and of equal eigenvalues whose squares add up to a constant, unless others
lie closer than the errors, as on corners with a narrow kernel: 0.07 % apart. Normal points have
σ = 1/2.
"""

from __future__ import annotations

import numpy as np

from benchmarks.harness import Answer, Lines, benchmark
from datasets import FAMILIES
from kpca_core import Gaussian, Laplacian, Polynomial, fit
from kpca_core.analysis.limits import LAWS, Normal, fall, slopes
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel

COUNT, WITHIN = 6, 0.1
# Data, columns, kernel and centring.
CASES: tuple[tuple[str, int, Kernel, bool], ...] = (
    ("normal", 1, Gaussian(0.1), False), ("normal", 1, Gaussian(0.5), False),
    ("segment", 1, Laplacian(0.3), False), ("segment", 1, Laplacian(1.0), False),
    ("normal", 2, Gaussian(0.5), False), ("circle", 2, Gaussian(0.1), True),
    ("circle", 2, Gaussian(0.5), False), ("circle", 2, Polynomial(3, 1.0), True),
    ("corners", 2, Gaussian(0.5), True), ("corners", 2, Gaussian(8.0), True),
    ("corners", 2, Polynomial(3, 1.0), False),
)  # fmt: skip


def measure(
    case: tuple[str, int, Kernel, bool], sizes: list[int], draws: int
) -> list[tuple[int, float, bool]]:
    """Number of equal ones, slope, and whether −1/2 is expected, of each group of eigenvalues."""
    name, columns, kernel, centre = case
    law = Normal(0.5, columns) if name == "normal" else LAWS[name]
    limit = law.limit(kernel, COUNT, centre)

    def fitted(n: int, seed: int) -> Decomposition:
        X = FAMILIES[name].build(n=n, seed=seed).X[:, :columns]
        return fit(kernel, X, len(limit.eigenvalues), centre=centre)

    found = slopes(sizes, fall(limit, fitted, sizes, draws))
    squares = limit.functions(FAMILIES[name].build(n=1000, seed=0).X[:, :columns]) ** 2
    spread = [float(np.std(squares[:, group].sum(axis=1))) for group in limit.groups]
    return [
        (len(group), float(found[group[0]]), len(group) == 1 and one > 1e-9)
        for group, one in zip(limit.groups, spread, strict=True)
    ]


@benchmark
def limits(sizes: int = 49, draws: int = 30) -> Lines:
    """Slopes of the errors of eigenvalues against the number of points."""
    numbers = [int(n) for n in np.geomspace(100, 3000, sizes).round()]
    holds: list[bool] = []
    for case in CASES:
        name, columns, kernel, centre = case
        parts = []
        for count, slope, is_judged in measure(case, numbers, draws):
            equal = f" ({count} equal)" if count > 1 else " (constant φ²)"
            parts.append(f"{slope:.2f}".replace("-", "−") + equal * (not is_judged))
            holds += [abs(slope + 0.5) <= WITHIN] * is_judged
        said = "centred" if centre else "not centred"
        yield Answer(f"{name} in {columns}, {kernel!r}, {said}: slopes", ", ".join(parts))
    yield Answer(
        f"simple eigenvalues whose φ² is not constant: slopes within {WITHIN} of −1/2",
        f"{sum(holds)} of {len(holds)}",
    )
