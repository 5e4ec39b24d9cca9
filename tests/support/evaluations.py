"""[S] section 4.3 counted: a Gaussian kernel of points in ten dimensions that counts its values.

ℓ rows are fitted whole and by a subset of M, new points are projected, and the same over a reduced
set of m points. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from kpca_core import Gaussian, fit
from kpca_core._support.arrays import Array
from kpca_core.feature_space.reduced_set import reduced_set

ROWS, SUBSET, REDUCED, NEW, COMPONENTS = 1000, 100, 20, 50, 8


@dataclass(frozen=True)
class Counted(Gaussian):
    """A Gaussian kernel that adds the number of values that it is asked for to `counts`."""

    counts: list[int] = field(default_factory=list, compare=False)

    def gram(self, X: Array, Y: Array) -> Array:
        self.counts.append(len(X) * len(Y))
        return super().gram(X, Y)


def counted(kernel: Counted, work: Callable[[], object]) -> int:
    """Return how many values some work asks for."""
    kernel.counts.clear()
    work()
    return sum(kernel.counts)


def rows() -> Iterator[tuple[str, str, int, int]]:
    """Yield what is done, how many values [S] or we count for it, that number, and the count."""
    random = np.random.default_rng(0)
    X, new = random.normal(size=(ROWS, 10)), random.normal(size=(NEW, 10))
    kernel = Counted(20.0)
    full, some = (
        fit(kernel, X, COMPONENTS, solver="dense", subset=subset) for subset in (None, SUBSET)
    )
    whole, part = full.expansion, some.expansion
    few = reduced_set(whole, REDUCED).expansion
    n, M, m, t = ROWS, SUBSET, REDUCED, NEW

    def fitting(subset: int | None) -> Callable[[], object]:
        return lambda: fit(kernel, X, COMPONENTS, solver="dense", subset=subset)

    work: tuple[tuple[str, str, int, Callable[[], object]], ...] = (
        ("fit to all ℓ rows", "at most ℓ²", n * n, fitting(None)),
        ("fit to a subset of M rows, and the components of all ℓ", "M² + ℓM", M * M + n * M,
         fitting(SUBSET)),
        ("one component of a new point", "ℓ", n, lambda: whole.first(1)(new[:1])),
        (f"{COMPONENTS} components of a new point", "ℓ", n, lambda: whole(new[:1])),
        (f"{COMPONENTS} components of {t} new points", "tℓ", t * n, lambda: whole(new)),
        ("the same after a fit to the subset", "tM", t * M, lambda: part(new)),
        ("the same over a reduced set of m points", "tm", t * m, lambda: few(new)),
    )  # fmt: skip
    for what, law, number, do in work:
        yield what, law, number, counted(kernel, do)
