"""Features of smooth product kernels in the plane: Φ(x) = φ(x₁) ⊗ φ(x₂).

On an interval a Gaussian kernel of one coordinate has few features, κ(x, y) = φ(x)·φ(y) to
rounding. In the plane a function Σᵢ aᵢ k(x, pᵢ) is then φ(x₂)ᵀ M φ(x₁) with a small matrix M,
however many the points pᵢ. A sum of Gaussians has the features of each, side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import SMALLEST_TOL, Array, exponentials
from kpca_core._support.threads import ROWS, in_blocks
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.kernels.plane.chebyshev import ChebyshevNodes, nodes_needed
from kpca_core.kernels.plane.coordinates import merged_width

# More nodes are not worth their features.
MAX_NODES = 512

# Factors below this are set to 0: their products would be subnormal, which takes a hundred times
# longer.
TINY = 1e-80

# One (q, r₂, r₁) array for each term of the kernel: M_j in f_j(x) = Σ φ(x₂)ᵀ M_j φ(x₁).
Matrices = Sequence[Array]


def axis_values(kernel_1d: Kernel, x: Array, y: Array) -> Array:
    """κ(x[i], y[j]), shape (n, m), for coordinates x (n,) and y (m,)."""
    if not isinstance(kernel_1d, Gaussian):
        return kernel_1d.gram(x[:, None], y[:, None])
    # Not `Gaussian.gram`: its blocks of 2**15 // m rows are too small for few x and many y.
    values = x[:, None] - y
    np.square(values, out=values)
    values /= -kernel_1d.width
    return exponentials(values)


@dataclass(frozen=True, eq=False)
class AxisFeatures:
    """The feature map φ(x) = √scale R⁻ᵀ κ(P, x) of scale·κ on [−half, half], κ Gaussian."""

    kernel_1d: Gaussian  # κ
    half: float  # half the length of the interval
    landmarks: Array  # (r,), P
    mixing: Array  # (r, r), √scale R⁻¹ with RᵀR = κ(P, P)

    @classmethod
    def on(cls, kernel_1d: Gaussian, half: float, scale: float = 1.0) -> AxisFeatures | None:
        """Choose the landmarks among Chebyshev nodes; None where these are too many."""
        count = nodes_needed(kernel_1d.width, half)
        if not count <= MAX_NODES:
            return None
        # Importing SciPy here keeps the explorer's first page, which needs none of it, fast.
        from scipy.linalg import lapack

        nodes = ChebyshevNodes.of(half, count).values
        factor, order, rank, _ = lapack.dpstrf(
            axis_values(kernel_1d, nodes, nodes), tol=SMALLEST_TOL
        )
        mixing, _ = lapack.dtrtri(np.triu(factor[:rank, :rank]))
        return cls(kernel_1d, half, nodes[order[:rank] - 1], np.sqrt(scale) * mixing)

    def __len__(self) -> int:
        return len(self.landmarks)

    def __call__(self, x: Array) -> Array:
        """φ(x), shape (r, n), for x (n,) on the interval."""
        values = axis_values(self.kernel_1d, self.landmarks, x)
        if self._underflows:
            values[values < TINY] = 0.0
        return self.mixing.T @ values

    def derivatives(self, x: Array) -> Array:
        """φ(x), φ′(x) and φ″(x), shape (3, r, n), for x (n,) on the interval."""
        slopes = (2.0 / self.kernel_1d.width) * (self.landmarks[:, None] - x)
        values = axis_values(self.kernel_1d, self.landmarks, x)
        if self._underflows:
            values[values < TINY] = 0.0
        bends = np.square(slopes) - 2.0 / self.kernel_1d.width
        return self.mixing.T @ np.stack([values, slopes * values, bends * values])

    @cached_property
    def _underflows(self) -> bool:
        return bool(np.exp(-((2.0 * self.half / np.sqrt(self.kernel_1d.width)) ** 2)) < TINY)


@dataclass(frozen=True, eq=False)
class TensorFeatures:
    """The features of a kernel on a rectangle: of each term of its product form φ(x₁) ⊗ φ(x₂).

    Parameters
    ----------
    middle : (2,) array
        The centre of the rectangle.
    terms
        Sequence of (AxisFeatures, AxisFeatures), φ of each term across and up, about the middle.
    """

    middle: Array
    terms: tuple[tuple[AxisFeatures, AxisFeatures], ...]

    @classmethod
    def around(cls, kernel: Kernel, *points: Array, dimension: int = 2) -> TensorFeatures | None:
        """On the smallest rectangle with all rows of these arrays (n, 2).

        `dimension` is how many of the coordinates vary. None where the kernel is no sum of Gaussian
        product kernels, or one of them too narrow for the rectangle.
        """
        form = kernel.product_form(dimension)
        widths = [merged_width(kernel_1d, Gaussian) for _, kernel_1d in form]
        if not form or None in widths:
            return None
        low = np.min([X.min(axis=0) for X in points], axis=0)
        high = np.max([X.max(axis=0) for X in points], axis=0)
        middle = 0.5 * low + 0.5 * high
        halves = np.maximum(high - middle, middle - low)
        terms = []
        for (weight, _), width in zip(form, widths, strict=True):
            assert width is not None
            kernel_1d = Gaussian(width)
            across = AxisFeatures.on(kernel_1d, float(halves[0]), weight)
            up = across and AxisFeatures.on(kernel_1d, float(halves[1]))
            if not (across and up):
                return None
            terms.append((across, up))
        return cls(middle, tuple(terms))

    def __len__(self) -> int:
        return sum(len(across) * len(up) for across, up in self.terms)

    def factors(self, x: Array, y: Array) -> list[tuple[Array, Array]]:
        """φ(x) (r₁, n) and φ(y) (r₂, m) of each term, for x (n,) across and y (m,) up."""
        x, y = x - self.middle[0], y - self.middle[1]
        return [(across(x), up(y)) for across, up in self.terms]

    def nodes(self, factors: int) -> tuple[ChebyshevNodes, ChebyshevNodes]:
        """Nodes across and up that interpolate products of so many features to rounding."""
        width = min(across.kernel_1d.width for across, _ in self.terms)
        halves = (self.terms[0][0].half, self.terms[0][1].half)
        across, up = (
            ChebyshevNodes.of(half, nodes_needed(width, half, factors)) for half in halves
        )
        return across, up

    def weights(self, P: Array, A: Array) -> Matrices:
        """M of the sums Σᵢ A[i, j] k(·, P[i]), for P (m, 2) on the rectangle and A (m, q)."""
        return [sums_of_products(F, G, A) for F, G in self.factors(*P.T)]

    def functions(self, X: Array, M: Matrices) -> Array:
        """f_j(x) = Σ φ(x₂)ᵀ M_j φ(x₁) at the rows of X (n, 2) on the rectangle, shape (n, q)."""
        return in_blocks(lambda rows: contract(M, self.factors(*rows.T)), X, len(M[0]), ROWS)

    def functions_on_grid(self, x: Array, y: Array, M: Matrices) -> Array:
        """The same at coordinates x (nx,) across and y (ny,) up, shape (q, ny, nx)."""
        parts = [G.T @ (m @ F) for m, (F, G) in zip(M, self.factors(x, y), strict=True)]
        return sum(parts[1:], start=parts[0])


def contract(M: Matrices, factors: Sequence[tuple[Array, Array]]) -> Array:
    """Σ gᵀ M_j f for the columns f of F (r₁, n) and g of G (r₂, n) of each term, shape (n, q)."""
    parts = [np.einsum("qan,an->nq", m @ F, G) for m, (F, G) in zip(M, factors, strict=True)]
    values: Array = sum(parts[1:], start=parts[0])
    return values


def sums_of_products(F: Array, G: Array, A: Array) -> Array:
    """Σᵢ A[i, j] G[:, i] F[:, i]ᵀ, shape (q, b, a), for F (a, m), G (b, m) and A (m, q)."""
    weights = np.ascontiguousarray(A.T)
    values = np.empty((len(weights), len(G), len(F)))
    weighted = np.empty_like(G)
    for row, out in zip(weights, values, strict=True):
        np.matmul(np.multiply(G, row, out=weighted), F.T, out=out)
    return values
