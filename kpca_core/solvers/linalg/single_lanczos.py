"""The largest eigenpairs of a symmetric matrix in memory, by Lanczos with one starting vector.

All vectors are kept and orthogonalised against each other (Golub & Van Loan 2013, section 10.3).
One starting vector finds one copy of a multiple eigenvalue. Where the Frobenius norm leaves room
for more, another one, orthogonal to the vectors that were found, looks for eigenvalues above the
smallest of them, and so on until there is none. Sources: docs/notation.md.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices, column_norms, power_of_two
from kpca_core.certificate import Certificate
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.spectrum import RANK_TOLERANCE

# Steps before the first test of convergence, beyond one and a half for each wanted pair.
MORE_STEPS = 8

# n/THIRD steps and THIRD for each wanted pair cost as much as LAPACK; the number of steps of a
# first start over THIRD makes a missed copy visible; convergence is tested again when the basis has
# grown by that fraction, or earlier (docs/decisions/002-copies.md).
THIRD = 3

Matvec = Callable[[Array], Array]


class Symmetric(Protocol):
    """A symmetric matrix, or an operator that turns into one where all its entries are needed."""

    def __len__(self) -> int: ...
    def __matmul__(self, V: Any, /) -> Array: ...
    def __array__(self) -> Array: ...
    def trace(self) -> Any: ...


def eigenpairs(
    A: Symmetric, wanted: int | None, *, whole: bool = False
) -> tuple[Array, Array, Certificate]:
    """The largest eigenpairs of a symmetric matrix, by Lanczos or by LAPACK.

    Parameters
    ----------
    A : (n, n) symmetric matrix or operator
    wanted : int or None, how many of the largest eigenvalues; None for all
    whole : bool, compute all with LAPACK at once, where that is known to be faster

    Returns
    -------
    values, vectors : (p,) and (n, p) arrays, in descending order; p = n where LAPACK computed all
    certificate : Certificate, the residual of the `wanted` largest
    """
    if wanted is not None and not whole:
        found = leading_eigenpairs(lambda v: (A @ v[:, None])[:, 0], len(A), wanted)
        if found is not None:
            certificate = _certificate(A, *found)
            if certificate.holds:
                return *found, certificate
    values, vectors = largest_eigenpairs(np.asarray(A), None)
    return values, vectors, _certificate(A, values[:wanted], vectors[:, :wanted])


def _certificate(A: Symmetric, values: Array, vectors: Array) -> Certificate:
    residual = math.hypot(*column_norms(A @ vectors - vectors * values))
    return Certificate.of_residual(residual, len(A), float(np.abs(values).max(initial=0.0)))


def leading_eigenpairs(
    matvec: Matvec,
    n: int,
    wanted: int,
    *,
    centred: bool = False,
    negative: bool = False,
    entry_scale: float = 0.0,
    squares: float = math.inf,
) -> tuple[Array, Array] | None:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Residuals are at most n ε max(‖A‖, entry_scale). None where LAPACK seems to be faster.

    Parameters
    ----------
    matvec : callable, v (n,) ↦ A v for a symmetric A (n, n), a new array
    centred : bool, A is that of vectors with mean 0, and `matvec` takes and returns such vectors
    negative : bool
        Append the eigenvalues below −RANK_TOLERANCE ‖A‖ at the lower end, at most `wanted`, that
        have converged by then, and their vectors; in descending order. Residuals ρ of
        √RANK_TOLERANCE |θ| will do, since eigenvalues err by ρ² over the gap.
    entry_scale : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    squares : float, a bound of ‖A‖_F²
    """
    steps = n // THIRD + THIRD * wanted
    due = 3 * wanted // 2 + MORE_STEPS
    if due > min(steps, n // 2):
        return None
    krylov = _Krylov(matvec, n, steps, centred, entry_scale)
    found = krylov.largest(due, wanted)
    if found is None:
        return None
    if negative:
        # Those at the lower end, which are fewer or less far apart, get as many steps again.
        krylov.extend(min(2 * krylov.size, krylov.left))
        found = krylov.ritz()
    theta, residuals, S = found
    values, U = theta[:wanted], krylov.vectors(S[:, :wanted])
    chosen = negative_ones(theta, residuals, wanted) if negative else np.arange(0)
    lowest = theta[chosen], krylov.vectors(S[:, chosen])
    more = U
    sure = krylov.are_all(theta, residuals, wanted, squares)
    due = MORE_STEPS + max(krylov.size - wanted, 0) // THIRD
    while not sure:
        krylov.restart(more)
        missing = wanted - len(values)
        floor = -math.inf if missing > 0 else values[wanted - 1] + krylov.limit
        found = krylov.largest(due, missing) if missing > 0 else krylov.above(due, floor)
        if found is None:
            return None
        theta, _, S = found
        top = missing if missing > 0 else len(theta)
        if top == 0:
            break
        more = krylov.vectors(S[:, :top])
        values, U = np.concatenate([values, theta[:top]]), np.hstack([U, more])
        order = np.argsort(-values, kind="stable")
        values, U = values[order], U[:, order]
    values, U = values[:wanted] * krylov.scale, U[:, :wanted]
    if not len(chosen):
        return values, U
    return np.concatenate([values, krylov.scale * lowest[0]]), np.hstack([U, lowest[1]])


class _Krylov:
    """An orthonormal basis of a Krylov space in which A, in units of `scale`, is tridiagonal.

    The first columns of `V` are locked: all others are kept orthogonal to them.
    """

    def __init__(
        self, matvec: Matvec, n: int, most: int, centred: bool, entry_scale: float
    ) -> None:
        self.matvec, self.n, self.left = matvec, n, most
        self.V = np.empty((n, most + 2), order="F")
        # Means of the vectors would grow like other parts that are not subtracted.
        self.V[:, :1] = 1.0 / math.sqrt(n)
        self.known, self.norm, self.scale = int(centred), 0.0, 0.0
        self.entry_scale, self.rng = entry_scale, np.random.default_rng(0)
        self._begin()

    def restart(self, found: Array) -> None:
        """Begin anew with a vector orthogonal to those found, too."""
        self.left -= self.size
        more = found.shape[1]
        self.V[:, self.known : self.known + more] = found
        self.known += more
        self._begin()

    def _begin(self) -> None:
        self.alpha: list[float] = []
        self.beta: list[float] = []
        start, V = self.rng.standard_normal(self.n), self.V[:, : self.known]
        for _ in range(2):
            start -= V @ (start @ V)
        self.V[:, self.known] = start / math.sqrt(start @ start)

    @property
    def size(self) -> int:
        """The number of steps since the last start."""
        return len(self.alpha)

    @property
    def limit(self) -> float:
        """The largest residual of a pair that has converged."""
        return self.n * EPS * max(self.norm, self.entry_scale / (self.scale or 1.0))

    @property
    def exhausted(self) -> bool:
        """Whether the space is invariant."""
        return self.beta[-1] <= self.limit

    def extend(self, size: int) -> None:
        """Take steps until there are `size`, or the space is invariant."""
        from scipy.linalg import blas

        V, known, alpha, beta = self.V, self.known, self.alpha, self.beta
        for j in range(self.size, size):
            if j and self.exhausted:
                return
            basis, v = V[:, : known + j + 1], V[:, known + j]
            w = self.matvec(v)
            if not self.scale:
                self.scale = power_of_two(float(np.abs(w).max()))
            w *= 1.0 / self.scale
            self.norm = max(self.norm, blas.dnrm2(w))
            if j:
                w = blas.daxpy(V[:, known + j - 1], w, a=-beta[-1])
            alpha.append(blas.ddot(v, w))
            w = blas.daxpy(v, w, a=-alpha[-1])
            # In exact arithmetic nothing would be left to subtract.
            w = blas.dgemv(-1.0, basis, blas.dgemv(1.0, basis, w, trans=1), 1.0, w, overwrite_y=1)
            beta.append(blas.dnrm2(w))
            if not self.exhausted:
                np.multiply(w, 1.0 / beta[-1], out=V[:, known + j + 1])

    def largest(self, due: int, count: int) -> tuple[Array, Array, Array] | None:
        """`ritz` when the largest `count` pairs have converged; None where LAPACK is faster."""
        history = [(0, self.norm)]
        due = max(due, count)
        while due <= self.left:
            self.extend(due)
            if self.exhausted:
                return self.ritz()
            _, worst = self._pair(count)
            if worst <= self.limit:
                theta, residuals, S = self.ritz()
                self.norm = max(self.norm, float(theta[0]), -float(theta[-1]))
                if residuals[:count].max() <= self.limit:
                    return theta, residuals, S
            history.append((self.size, worst))
            due = self.size + self._to_go(*history[-2:])
        return None

    def above(self, due: int, floor: float) -> tuple[Array, Array, Array] | None:
        """The pairs of `ritz` above the floor, all converged; None where LAPACK is faster."""
        while due <= self.left:
            self.extend(due)
            if self._pair(1)[0] <= floor:
                return np.empty(0), np.empty(0), np.empty((self.size, 0))
            theta, residuals, S = self.ritz()
            top = int((theta > floor).sum())
            if self.exhausted or residuals[:top].max(initial=0.0) <= self.limit:
                return theta[:top], residuals[:top], S[:, :top]
            due = self.size + max(2, self.size // THIRD)
        return None

    def _pair(self, index: int) -> tuple[float, float]:
        """The Ritz value of that index, 1 for the largest, and its residual."""
        from scipy.linalg import lapack

        at = max(self.size - index, 0) + 1
        _, theta, s, failed = lapack.dstemr(self.alpha, self.beta, 3, 0.0, 0.0, at, at)
        residual = math.inf if failed else self.beta[-1] * abs(float(s[-1, 0]))
        return float(theta[0]), residual

    def are_all(self, theta: Array, residuals: Array, wanted: int, squares: float) -> bool:
        """Whether no eigenvalue but the first `wanted` Ritz values exceeds the last one of them, x.

        A is then T with the Ritz values θ, C with ‖C‖ ≤ √(‖A‖_F² − ‖T‖_F²), and a coupling of the
        sizes ρ. A − x, without the first pairs, is negative if C − x + Σ ρ²/(x − θ) is.
        """
        if len(theta) < wanted:
            return False
        x, others = theta[wanted - 1], theta[wanted:]
        if not x > others.max(initial=-math.inf):
            return False
        within = float(np.square(self.alpha).sum() + 2.0 * np.square(self.beta[:-1]).sum())
        outside = math.sqrt(max(squares / self.scale / self.scale - within, 0.0))
        return outside + float((residuals[wanted:] ** 2 / (x - others)).sum()) < float(x)

    def _to_go(self, before: tuple[int, float], now: tuple[int, float]) -> int:
        """Steps to the next test, where the residual meets the limit if it decreases as before."""
        rate = math.log(max(before[1] / now[1], 1.001)) / (now[0] - before[0])
        steps = math.log(max(now[1] / self.limit, 1.0)) / rate
        return max(2, min(int(steps), self.size // THIRD))

    def ritz(self) -> tuple[Array, Array, Array]:
        """Ritz values, descending, their residuals, and their vectors in the basis."""
        theta, S = np.linalg.eigh(np.diag(self.alpha) + np.diag(self.beta[:-1], -1))
        theta, S = theta[::-1], S[:, ::-1]
        return theta, self.beta[-1] * np.abs(S[-1]), S

    def vectors(self, S: Array) -> Array:
        """Ritz vectors (n, p)."""
        return self.V[:, self.known : self.known + self.size] @ S


def negative_ones(theta: Array, residuals: Array, most: int) -> Indices:
    """The indices of the most negative θ that have converged, down to the first that has not."""
    start = max(most, len(theta) - most)
    found = residuals[start:] <= math.sqrt(RANK_TOLERANCE) * np.abs(theta[start:])
    found &= theta[start:] < -RANK_TOLERANCE * np.abs(theta).max()
    gaps = np.flatnonzero(~found)
    return np.arange(start + (gaps[-1] + 1 if len(gaps) else 0), len(theta))
