"""Interpolation in Chebyshev nodes, and how many of them a Gaussian kernel needs.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import EPS, Array

# Bernstein ellipses, by log ρ, among which the sharpest bound is taken: with ten times as many the
# number of nodes stays the same for widths from 1e-3 to 1e3 on [−1, 1].
LOG_RHO = np.geomspace(0.05, 20.0, 60)


@dataclass(frozen=True, eq=False)
class ChebyshevNodes:
    """Chebyshev nodes on the interval [−half, half]."""

    half: float  # half the length of the interval
    t: Array  # (N,), the nodes of [−1, 1]
    weights: Array  # (N,), of the barycentric formula (Berrut & Trefethen 2004, eq. 5.3)

    @classmethod
    def of(cls, half: float, count: float) -> ChebyshevNodes:
        """The `count` nodes of the first kind."""
        angles = (np.arange(count) + 0.5) * (np.pi / count)
        weights = np.sin(angles)
        weights[1::2] *= -1.0
        return cls(half, np.cos(angles), weights)

    @property
    def values(self) -> Array:
        """The nodes (N,) in units of the data."""
        return self.half * self.t

    def lagrange_basis(self, x: Array) -> Array:
        """Lagrange polynomials ℓₜ(x), shape (N, n), for x (n,): g(x) = Σₜ g(nodeₜ) ℓₜ(x).

        References
        ----------
        Berrut & Trefethen 2004, eq. 4.2.
        """
        gaps = x / (self.half or 1.0) - self.t[:, None]
        gaps += 1e-100  # in the place of 0; far below any other distance in (−1, 1)
        basis = np.divide(self.weights[:, None], gaps, out=gaps)
        basis /= basis.sum(axis=0)
        return basis


def nodes_needed(width: float, half: float, factors: int = 1) -> float:
    """Number of nodes that interpolate a product of `factors` Gaussian sections to rounding.

    A section is exp(−(x − p)²/width) on [−half, half] with any real p. Inside the Bernstein ellipse
    of parameter ρ = eᵘ its size is at most M = exp((half · sinh u)²/width), and interpolation in N
    nodes errs by at most 4 M ρ^(1−N)/(ρ − 1) (Trefethen 2013, theorem 8.2). Infinite or NaN where
    `half` or 1/width is not finite.
    """
    if half == 0.0:
        return 1.0
    with np.errstate(over="ignore"):
        log_size = factors * np.square(half * np.sinh(LOG_RHO)) / width
    log_accuracy = np.log(4.0 / EPS / np.expm1(LOG_RHO))
    return float(np.ceil(1.0 + ((log_size + log_accuracy) / LOG_RHO).min()))
