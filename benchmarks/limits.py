"""How eigenvalues of samples approach those of infinitely many points: slopes against n.

python -m benchmarks.limits

Independent draws of 49 numbers of points from 100 to 3,000, 30 draws each; a slope is that of the
medians of |λⱼ/n − λⱼ|/λⱼ in logarithms. Each case lists its first six eigenvalues, or as many
as there are, and of equal ones their mean. Those that are simple and whose φⱼ² is not constant are
to fall with −1/2 within 0.1: λⱼ/n is λⱼ times the mean of φⱼ² over the points, but for terms of
order 1/n. These terms alone are left where φⱼ² is constant, and of equal eigenvalues whose squares
add up to a constant, unless others lie closer than the errors, as on corners with a narrow kernel.
"""

from __future__ import annotations

import numpy as np

from datasets import FAMILIES
from kpca_core import Gaussian, Laplacian, Polynomial, fit
from kpca_core.analysis.limits import LAWS, Normal, fall, slopes
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel

SIZES = tuple(int(n) for n in np.geomspace(100, 3000, 49).round())
DRAWS, COUNT, WITHIN = 30, 6, 0.1
# Data, columns, kernel and centring.
CASES: tuple[tuple[str, int, Kernel, bool], ...] = (
    ("normal", 1, Gaussian(0.1), False), ("normal", 1, Gaussian(0.5), False),
    ("segment", 1, Laplacian(0.3), False), ("segment", 1, Laplacian(1.0), False),
    ("normal", 2, Gaussian(0.5), False), ("circle", 2, Gaussian(0.1), True),
    ("circle", 2, Gaussian(0.5), False), ("circle", 2, Polynomial(3, 1.0), True),
    ("corners", 2, Gaussian(0.5), True), ("corners", 2, Gaussian(8.0), True),
    ("corners", 2, Polynomial(3, 1.0), False),
)  # fmt: skip


def measure(name: str, columns: int, kernel: Kernel, centre: bool) -> list[tuple[int, float, bool]]:
    """Number of equal ones, slope, and whether −1/2 is expected, of each group of eigenvalues."""
    law = Normal(0.5, columns) if name == "normal" else LAWS[name]
    limit = law.limit(kernel, COUNT, centre)

    def fitted(n: int, seed: int) -> Decomposition:
        X = FAMILIES[name].build(n=n, seed=seed).X[:, :columns]
        return fit(kernel, X, len(limit.eigenvalues), centre=centre)

    found = slopes(SIZES, fall(limit, fitted, SIZES, DRAWS))
    squares = limit.functions(FAMILIES[name].build(n=1000, seed=0).X[:, :columns]) ** 2
    spread = [float(np.std(squares[:, group].sum(axis=1))) for group in limit.groups]
    return [
        (len(group), float(found[group[0]]), len(group) == 1 and one > 1e-9)
        for group, one in zip(limit.groups, spread, strict=True)
    ]


def main() -> None:
    print(f"{len(SIZES)} sizes from {SIZES[0]} to {SIZES[-1]:,}, {DRAWS} draws each")
    held = total = 0
    for case in CASES:
        name, columns, kernel, centre = case
        parts = []
        for count, slope, is_judged in measure(*case):
            holds = abs(slope + 0.5) <= WITHIN
            held, total = held + (is_judged and holds), total + is_judged
            mark = ("" if holds else " MISSED") if is_judged else f" ({count} equal)" * (count > 1)
            parts.append(f"{slope:.2f}{mark or ('' if is_judged else ' (constant φ²)')}")
        said = "centred" if centre else "not centred"
        print(f"{name} in {columns}, {kernel!r}, {said}: {', '.join(parts)}", flush=True)
    print(f"simple eigenvalues: {held} of {total} within {WITHIN} of −1/2")


if __name__ == "__main__":
    main()
