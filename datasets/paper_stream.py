"""The random numbers of Figures 3, 4 and 5 of [S], from the generator of the 1998 program's Matlab.

The generator is a few lines of integer arithmetic, so the original points are computed, not stored.

Sources: docs/notation.md.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca_core._support.words import E_

# The "minimal standard" generator of Park & Miller (CACM 31, 1988), and its state for seed 0.
MULTIPLIER = 16807
MODULUS = 2**31 - 1
STATE_OF_SEED_0 = 1144108930


class PaperStream:
    """Uniform and normal random numbers in the order in which the 1998 program drew them.

    Uniform numbers come from the "minimal standard" generator,

        s ← 16807 s mod (2³¹ - 1),        u = s / (2³¹ - 1) in (0, 1),

    normal numbers from Marsaglia's polar method: with a = 2u - 1, b = 2u' - 1 and r = a² + b², a
    pair is rejected unless 0 < r <= 1; the number is a sqrt(-2 ln(r) / r). The pair's second
    number, b sqrt(-2 ln(r) / r), is not used.

    Parameters
    ----------
    state
        The s before the first draw, 0 < s < 2³¹ - 1; by default that of seed 0.
    """

    def __init__(self, state: int = STATE_OF_SEED_0) -> None:
        if isinstance(state, bool) or not isinstance(state, int) or not 0 < state < MODULUS:
            said = E_("Need an integer 0 < state < {modulus}; got state={state!r}")
            raise ValueError(said.format(modulus=MODULUS, state=state))
        self.state = state

    def uniform(self) -> float:
        """The next number in (0, 1)."""
        self.state = MULTIPLIER * self.state % MODULUS
        return self.state / MODULUS

    def normal(self) -> float:
        """The next number with mean 0 and standard deviation 1."""
        while True:
            a, b = 2 * self.uniform() - 1, 2 * self.uniform() - 1
            r = a * a + b * b
            if 0 < r <= 1:
                return a * math.sqrt(-2 * math.log(r) / r)

    def uniforms(self, n: int) -> NDArray[np.float64]:
        """The next n uniform numbers, shape (n,)."""
        return np.array([self.uniform() for _ in range(n)])

    def normals(self, n: int) -> NDArray[np.float64]:
        """The next n normal numbers, shape (n,)."""
        return np.array([self.normal() for _ in range(n)])


def paper_clusters(n_per_cluster: int, sd: float, centres: ArrayLike) -> NDArray[np.float64]:
    """Draw the points (k · n_per_cluster, 2) of Figures 4 and 5 about k centres (k, 2).

    One stream gives, centre after centre, all x coordinates, then all y coordinates.
    """
    centres = np.asarray(centres, dtype=np.float64)
    k = len(centres)
    normals = PaperStream().normals(2 * k * n_per_cluster).reshape(k, 2, n_per_cluster)
    return (centres[:, None, :] + sd * normals.swapaxes(1, 2)).reshape(-1, 2)


def paper_parabola(n: int, noise: float) -> NDArray[np.float64]:
    """Draw the points (n, 2) of Figure 3: x = 2u - 1 and y = x² + noise · normal.

    Uniform and normal numbers come from two streams that both start at seed 0.
    """
    x = 2 * PaperStream().uniforms(n) - 1
    return np.column_stack([x, x**2 + noise * PaperStream().normals(n)])
