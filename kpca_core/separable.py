"""Kernels that are a product over the coordinates, k(x, y) = k₁(x₁, y₁) k₁(x₂, y₂), with k₁ smooth.

On an interval such a k₁ has few features, k₁(x, y) = φ(x)·φ(y) to rounding. In the plane a function
Σᵢ aᵢ k(x, pᵢ) is then φ(x₂)ᵀ M φ(x₁) with a small matrix M, however many the points pᵢ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array
from kpca_core.threads import in_blocks

EPS = float(np.finfo(float).eps)

# φ leaves at most this much of k₁(x, x) = 1; below, rounding would be taken for features.
LEFT_OUT = 1e-15

# More nodes on an axis than this are not worth their features.
MOST_NODES = 512

# Kernel values below this are 0: near the smallest numbers arithmetic is a hundred times slower.
NEGLIGIBLE = 1e-200

# What stands for the distance 0 of a point from a node: far below that of any other.
COINCIDENT = 1e-100

# Where the bound of `Nodes.needed` is looked for.
ELLIPSES = np.geomspace(0.05, 20.0, 60)
ACCURACY = np.log(4.0 / EPS / np.expm1(ELLIPSES))

# Rows worked on at once: their features stay in a core's cache.
BLOCK_ROWS = 2048


@dataclass(frozen=True, eq=False)
class Nodes:
    """Chebyshev nodes `half`·t, t (N,) in (−1, 1), and the weights (N,) of the barycentric formula
    (Berrut & Trefethen 2004, eq. 5.3)."""

    half: float
    t: Array
    weights: Array

    @classmethod
    def of(cls, half: float, count: float) -> Nodes:
        angles = (np.arange(count) + 0.5) * (np.pi / count)
        weights = np.sin(angles)
        weights[1::2] *= -1.0
        return cls(half, np.cos(angles), weights)

    @staticmethod
    def needed(kernel: Kernel, half: float, factors: int = 1) -> float:
        """How many nodes carry products of so many functions k₁(·, p) on [−half, half] to rounding;
        infinity where no such number is known.

        On the Bernstein ellipse with ρ = eᵘ such a product is at most M(ρ), and interpolation in N
        nodes errs by at most 4 M ρ^(1−N)/(ρ − 1) (Trefethen 2013, theorem 8.2).
        """
        if half == 0.0:
            return 1.0
        with np.errstate(over="ignore"):
            growth = factors * kernel.axis_growth(half, ELLIPSES)
        return float(np.ceil(1.0 + ((growth + ACCURACY) / ELLIPSES).min()))

    @property
    def values(self) -> Array:
        return self.half * self.t

    def shares(self, x: Array) -> Array:
        """Lagrange's polynomials ℓₜ at x (n,), shape (N, n): g(x) = Σₜ g(nodeₜ) ℓₜ(x)
        (Berrut & Trefethen 2004, eq. 4.2)."""
        gaps = x / (self.half or 1.0) - self.t[:, None]
        gaps += COINCIDENT
        shares = np.divide(self.weights[:, None], gaps, out=gaps)
        shares /= shares.sum(axis=0)
        return shares


@dataclass(frozen=True, eq=False)
class Axis:
    """The features of k₁ on [−half, half], with landmarks P (r,) and mixing = R⁻¹ (r, r), where
    RᵀR = k₁(P, P)."""

    kernel: Kernel
    half: float
    landmarks: Array
    mixing: Array

    @classmethod
    def of(cls, kernel: Kernel, half: float) -> Axis | None:
        """None where k₁ is not smooth enough."""
        count = Nodes.needed(kernel, half)
        if not count <= MOST_NODES:
            return None
        # Only here: importing SciPy would delay the explorer's first page.
        from scipy.linalg.lapack import dpstrf, dtrtri

        nodes = Nodes.of(half, count).values
        factor, order, rank, _ = dpstrf(kernel.along_axis(nodes, nodes), tol=LEFT_OUT)
        mixing, _ = dtrtri(np.triu(factor[:rank, :rank]))
        return cls(kernel, half, nodes[order[:rank] - 1], mixing)

    def __len__(self) -> int:
        return len(self.landmarks)

    def features(self, x: Array) -> Array:
        """φ(x) = R⁻ᵀ k₁(P, x), shape (r, n), for x (n,) on the interval."""
        values = self.kernel.along_axis(self.landmarks, x)
        if self._far:
            values[values < NEGLIGIBLE] = 0.0
        return self.mixing.T @ values

    @cached_property
    def _far(self) -> bool:
        ends = np.array([-self.half, self.half])
        return bool(self.kernel.along_axis(ends, ends).min() < NEGLIGIBLE)

    def nodes(self, factors: int) -> Nodes:
        """Those that carry products of so many features."""
        return Nodes.of(self.half, Nodes.needed(self.kernel, self.half, factors))


@dataclass(frozen=True, eq=False)
class Plane:
    """Two axes through `middle` (2,), with the features φ(x₁) ⊗ φ(x₂) of k on the rectangle
    between them."""

    middle: Array
    across: Axis
    up: Axis

    @classmethod
    def spanning(cls, kernel: Kernel, *points: Array) -> Plane | None:
        """The smallest with all rows of these arrays (n, 2); None where k₁ is not smooth enough."""
        low = np.min([X.min(axis=0) for X in points], axis=0)
        high = np.max([X.max(axis=0) for X in points], axis=0)
        middle = 0.5 * low + 0.5 * high
        halves = np.maximum(high - middle, middle - low)
        across = Axis.of(kernel, float(halves[0]))
        up = across and Axis.of(kernel, float(halves[1]))
        return cls(middle, across, up) if across and up else None

    def __len__(self) -> int:
        return len(self.across) * len(self.up)

    def features(self, x: Array, y: Array) -> tuple[Array, Array]:
        """φ(x) (r₁, n) and φ(y) (r₂, m) of coordinates x (n,) across and y (m,) up."""
        return (
            self.across.features(x - self.middle[0]),
            self.up.features(y - self.middle[1]),
        )

    def values(self, X: Array, M: Array) -> Array:
        """f_j(x) = φ(x₂)ᵀ M_j φ(x₁) at the rows of X (n, 2), shape (n, q), for M (q, r₂, r₁)."""

        def evaluate(rows: Array) -> Array:
            return contract(M, *self.features(*rows.T))

        return in_blocks(evaluate, X, len(M), BLOCK_ROWS)


@dataclass(frozen=True, eq=False)
class LatticeSum:
    """Σₜ A[t, j] k(·, t) over the N₂·N₁ nodes t of a lattice: coefficients A (N₂·N₁, q), x (N₁,)
    across, running fastest, and y (N₂,) up, both about `middle` (2,)."""

    kernel: Kernel
    middle: Array
    x: Array
    y: Array
    coefficients: Array

    @property
    def points(self) -> Array:
        """The nodes (N₂·N₁, 2)."""
        xx, yy = np.meshgrid(self.x, self.y)
        return np.column_stack([xx.ravel(), yy.ravel()]) + self.middle

    def on_grid(self, x: Array, y: Array) -> Array:
        """The sums at coordinates x (nx,) across and y (ny,) up, shape (q, ny, nx)."""
        F = self._factor(self.x, x - self.middle[0])
        G = self._factor(y - self.middle[1], self.y)
        A = np.ascontiguousarray(self.coefficients.T).reshape(-1, len(self.y), len(self.x))
        return G @ (A @ F)

    def _factor(self, x: Array, y: Array) -> Array:
        values = self.kernel.along_axis(x, y)
        values[values < NEGLIGIBLE] = 0.0
        return values


def contract(M: Array, F: Array, G: Array) -> Array:
    """gᵀ M_j f for the columns f of F (r₁, n) and g of G (r₂, n), shape (n, q)."""
    return np.einsum("qan,an->nq", M @ F, G)
