"""The largest eigenpairs of a symmetric operator by Lanczos, with one vector or a block at a time.

All vectors are kept and orthogonalised against each other (Golub & Van Loan 2013, section 10.3).
One vector at a time takes the fewest products, which suits a matrix in memory and fast products. A
block suits entries of K that are computed anew, since its product costs little more than that of a
vector, and starts that are known; its basis is bounded by thick restarts (Wu & Simon 2000).

A start with b vectors finds at most b copies of a multiple eigenvalue. Where there may be more,
another one, orthogonal to the vectors that were found, looks for eigenvalues above the smallest of
them, and so on until there is none. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices, column_norms, power_of_two
from kpca_core.certificate import Certificate
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.spectrum import RANK_TOLERANCE

# Columns of a block beyond the wanted pairs, for copies of a multiple eigenvalue.
GUARD_VECTORS = 2

# Blocks of wanted + GUARD_VECTORS columns in a bounded basis, besides those kept at a restart.
BASIS_BLOCKS = 12

# Steps before the first test of convergence, beyond one and a half for each wanted pair.
MORE_STEPS = 8

# The largest growth of the basis between two tests of convergence.
GROWTH = 1 / 3

# A further start takes this fraction of the steps of the first one, beyond one for each wanted
# pair, before it is tested for a missed copy (docs/decisions/002-copies.md).
FURTHER_STEPS = 1 / 3

# After this fraction of the steps that take as long as LAPACK, this part of the wanted pairs has
# converged where Lanczos is the faster (docs/decisions/013-own-lanczos.md).
CHECK_AFTER, CONVERGED_BY_THEN = 1 / 4, 1 / 4

# Steps between the first test of convergence and that of slowness, at least.
MORE_BEFORE_CHECK = 60

# Blocks of the basis that refines known eigenvectors, and how often it is restarted.
REFINED_BLOCKS, REFINEMENTS = 4, 40

Matmul = Callable[[Array], Array]
Ritz = tuple[Array, Array, Array]


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
    A
        (n, n) symmetric matrix or operator.
    wanted : int or None
        How many of the largest eigenvalues; None for all.
    whole : bool
        Compute all with LAPACK at once, where that is known to be faster.

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
    matmul: Matmul,
    n: int,
    wanted: int,
    *,
    block: int = 1,
    restarts: int = 0,
    centred: bool = False,
    negative: bool = False,
    entry_scale: float = 0.0,
    squares: float = math.inf,
) -> tuple[Array, Array] | None:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Residuals are at most (1 + restarts so far) n ε max(‖A‖, entry_scale): among many copies of an
    eigenvalue some stay above n ε. After `restarts` the result is returned as it is, and the
    caller's certificate judges it. None where LAPACK seems to be faster: without restarts after
    some steps, with them where n is too small for a basis.

    Parameters
    ----------
    matmul : callable
        V ↦ A V, a new array, for a symmetric A (n, n); V is (n,) for single vectors, else (n, b).
    block : int
        b, the columns multiplied at once.
    restarts : int
        How often a basis of `basis_columns` may be restarted; 0 for a basis that grows up to the
        steps after which LAPACK is faster.
    centred : bool
        A is that of vectors with mean 0, and `matmul` takes and returns such vectors.
    negative : bool
        Append the eigenvalues below −RANK_TOLERANCE ‖A‖ at the lower end, at most `wanted`, that
        have converged by then, and their vectors; in descending order. Residuals ρ of
        √RANK_TOLERANCE |θ| will do, since eigenvalues err by ρ² over the gap.
    entry_scale : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    squares : float
        a bound of ‖A‖_F².
    """
    krylov: _Vectors | _Blocks
    if restarts:
        kept, columns = wanted + GUARD_VECTORS, min(2 * n // 3, basis_columns(wanted) - block)
        if columns < 4 * kept:
            return None
        krylov = _Blocks(
            matmul, n, columns, block, kept, lowest=wanted if negative else 0, restarts=restarts,
            entry_scale=entry_scale,
        )  # fmt: skip
        found: Ritz | None = krylov.largest(3 * kept, wanted)
    else:
        due, columns = 3 * wanted // 2 + MORE_STEPS, n // 3 + 3 * wanted
        if due > n // 3:
            return None
        check_at = max(int(CHECK_AFTER * columns), due + MORE_BEFORE_CHECK)
        krylov = _Vectors(matmul, n, columns, check_at, centred=centred, entry_scale=entry_scale)
        found = krylov.largest(due, wanted)
        if found is not None and negative:
            # Those at the lower end, which are fewer or less far apart, get as many steps again.
            krylov.extend(min(2 * krylov.size, krylov.room))
            found = krylov.ritz()
    if found is None:
        return None
    theta, residuals, S = found
    chosen = negative_ones(theta, residuals, wanted) if negative else np.arange(0)
    lowest = theta[chosen], krylov.vectors(S[:, chosen])
    leading = _with_copies(krylov, found, wanted, squares)
    if leading is None:
        return None
    values, U = leading
    if len(chosen):
        values, U = np.concatenate([values, lowest[0]]), np.hstack([U, lowest[1]])
    return krylov.scale * values, U


def refined_eigenpairs(
    matmul: Matmul, start: Array, wanted: int, *, tol: float, entry_scale: float
) -> tuple[Array, Array]:
    """The b largest eigenvalues (descending) and their vectors (n, b), from those of a neighbour.

    Parameters
    ----------
    matmul : callable
        V (n, b) ↦ A V, a new array, for a symmetric A (n, n).
    start : (n, b) array
        What the eigenvectors are like.
    wanted : int
        At most b, how many have residuals below `tol` of their eigenvalue, or those of
        `leading_eigenpairs`, unless REFINEMENTS restarts are not enough.
    """
    n, b = start.shape
    krylov = _Blocks(
        matmul, n, REFINED_BLOCKS * b, b, b, restarts=REFINEMENTS, entry_scale=entry_scale,
        tol=tol, start=start,
    )  # fmt: skip
    theta, _, S = krylov.largest(REFINED_BLOCKS * b, wanted)
    return krylov.scale * theta[:b], krylov.vectors(S[:, :b])


def basis_columns(wanted: int) -> int:
    """How many columns of length n a basis that restarts has."""
    return BASIS_BLOCKS * (wanted + GUARD_VECTORS)


def _with_copies(
    krylov: _Vectors | _Blocks, found: Ritz, wanted: int, squares: float
) -> tuple[Array, Array] | None:
    """The `wanted` largest of the pairs of the first start and of those that further ones find."""
    theta, _, S = found
    values, U = theta[:wanted], krylov.vectors(S[:, :wanted])
    sure = not krylov.may_miss(found, wanted, squares)
    due = MORE_STEPS + int(FURTHER_STEPS * max(krylov.size - wanted, 0))
    more = U
    while not sure:
        krylov.lock(more)
        missing = wanted - len(values)
        floor = -math.inf if missing > 0 else values[wanted - 1] + krylov.limit
        further = krylov.largest(due, max(missing, 1), floor)
        if further is None:
            return None
        theta, _, S = further
        top = missing if missing > 0 else int((theta > floor).sum())
        if top == 0:
            break
        more = krylov.vectors(S[:, :top])
        values, U = np.concatenate([values, theta[:top]]), np.hstack([U, more])
        order = np.argsort(-values, kind="stable")
        values, U = values[order], U[:, order]
    return values[:wanted], U[:, :wanted]


class _Krylov:
    """An orthonormal basis of a Krylov space of A / `scale`, one vector or block after another.

    The first columns of `V` are locked: all others are kept orthogonal to them. The `size` columns
    after these were multiplied; the block after them is the next one.
    """

    def __init__(
        self, matmul: Matmul, n: int, columns: int, block: int, centred: bool, entry_scale: float
    ) -> None:
        self.matmul, self.n, self.room, self.block = matmul, n, columns, block
        self.V = np.empty((n, columns + block + 1), order="F")
        # Means of the vectors would grow like other parts that are not subtracted.
        self.V[:, :1] = 1.0 / math.sqrt(n)
        self.known, self.norm, self.scale = int(centred), 0.0, 0.0
        self.entry_scale, self.rng = entry_scale, np.random.default_rng(0)

    def begin(self, start: Array | None = None) -> None:
        """Begin with that block (n, b), or a random one, orthogonal to what is locked."""
        if start is None:
            start = self.rng.standard_normal((self.n, self.block))
        known = self.V[:, : self.known]
        for _ in range(2):
            start = start - known @ (known.T @ start)
        alone = self.block == 1
        first = start / np.linalg.norm(start) if alone else np.linalg.qr(start)[0]
        self.V[:, self.known : self.known + self.block] = first
        self.size = 0

    def lock(self, found: Array) -> None:
        """Begin anew, orthogonal to those found, too."""
        more = found.shape[1]
        self.V[:, self.known : self.known + more] = found
        self.known += more
        self.begin()

    @property
    def limit(self) -> float:
        """The largest residual of a pair that has converged."""
        return self.n * EPS * max(self.norm, self.entry_scale / (self.scale or 1.0))

    def scaled(self, W: Array) -> Array:
        """W / `scale`, in place, which is W's size where it is the first product."""
        if not self.scale:
            # Squares of huge and tiny products would be beyond float64.
            self.scale = power_of_two(float(np.abs(W).max()))
        W *= 1.0 / self.scale
        return W

    def steps_to_go(self, before: tuple[int, float], now: tuple[int, float]) -> int:
        """Steps to the next test, where the residual meets the limit if it decreases as before."""
        rate = math.log(max(before[1] / now[1], 1.001)) / (now[0] - before[0])
        steps = math.log(max(now[1] / self.limit, 1.0)) / rate
        return max(2, min(int(steps), int(GROWTH * self.size)))

    def vectors(self, S: Array) -> Array:
        """Ritz vectors (n, p)."""
        return self.V[:, self.known : self.known + self.size] @ S


class _Vectors(_Krylov):
    """One vector at a time: T is tridiagonal, with the diagonal `alpha` and `beta` beside it."""

    def __init__(
        self, matvec: Matmul, n: int, columns: int, check_at: int, *, centred: bool,
        entry_scale: float,
    ) -> None:  # fmt: skip
        super().__init__(matvec, n, columns, 1, centred, entry_scale)
        self.check_at = check_at
        self.begin()

    def begin(self, start: Array | None = None) -> None:
        super().begin(start)
        self.alpha: list[float] = []
        self.beta: list[float] = []

    def lock(self, found: Array) -> None:
        # LAPACK is the alternative to all steps together.
        self.room, self.check_at = self.room - self.size, self.n
        super().lock(found)

    @property
    def exhausted(self) -> bool:
        """Whether the space is invariant."""
        return self.beta[-1] <= self.limit

    def extend(self, size: int) -> None:
        """Take steps until there are `size`, or the space is invariant."""
        from scipy.linalg import blas

        V, known, alpha, beta = self.V, self.known, self.alpha, self.beta
        if self.size and self.exhausted:
            return
        for j in range(self.size, size):
            basis, v = V[:, : known + j + 1], V[:, known + j]
            w = self.scaled(self.matmul(v))
            self.norm, self.size = max(self.norm, blas.dnrm2(w)), j + 1
            if j:
                w = blas.daxpy(V[:, known + j - 1], w, a=-beta[-1])
            alpha.append(blas.ddot(v, w))
            w = blas.daxpy(v, w, a=-alpha[-1])
            # In exact arithmetic nothing would be left to subtract.
            w = blas.dgemv(-1.0, basis, blas.dgemv(1.0, basis, w, trans=1), 1.0, w, overwrite_y=1)
            beta.append(blas.dnrm2(w))
            if self.exhausted:
                return
            np.multiply(w, 1.0 / beta[-1], out=V[:, known + j + 1])

    def largest(self, due: int, count: int, floor: float = -math.inf) -> Ritz | None:
        """`ritz` when the `count` largest pairs have converged, or all above the floor.

        None where LAPACK is faster.
        """
        history = [(0, self.norm)]
        due = max(due, count)
        while due <= self.room:
            self.extend(due)
            if self.exhausted:
                return self.ritz()
            value, worst = self._pair(count)
            if value <= floor:
                return np.empty(0), np.empty(0), np.empty((self.size, 0))
            if worst <= self.limit:
                theta, residuals, S = self.ritz()
                self.norm = max(self.norm, float(theta[0]), -float(theta[-1]))
                top = count if floor == -math.inf else int((theta > floor).sum())
                if residuals[:top].max() <= self.limit:
                    return theta, residuals, S
            if self.size >= self.check_at and self._is_slow(count):
                return None
            history.append((self.size, worst))
            due = self.size + self.steps_to_go(*history[-2:])
            if self.size < self.check_at < due:
                due = self.check_at
        return None

    def _is_slow(self, count: int) -> bool:
        """Whether too few of the `count` pairs have converged for the steps that were taken."""
        return self._pair(max(1, int(CONVERGED_BY_THEN * count)))[1] > self.limit

    def _pair(self, index: int) -> tuple[float, float]:
        """The Ritz value of that index, 1 for the largest, and its residual."""
        from scipy.linalg import lapack

        at = max(self.size - index, 0) + 1
        _, theta, s, failed = lapack.dstemr(self.alpha, self.beta, 3, 0.0, 0.0, at, at)
        residual = math.inf if failed else self.beta[-1] * abs(float(s[-1, 0]))
        return float(theta[0]), residual

    def ritz(self) -> Ritz:
        """Ritz values, descending, their residuals, and their vectors in the basis."""
        theta, S = np.linalg.eigh(np.diag(self.alpha) + np.diag(self.beta[:-1], -1))
        theta, S = theta[::-1], S[:, ::-1]
        return theta, self.beta[-1] * np.abs(S[-1]), S

    def may_miss(self, found: Ritz, wanted: int, squares: float) -> bool:
        """Whether an eigenvalue but the first `wanted` Ritz values may exceed the last of them, x.

        A is T with the Ritz values θ, C with ‖C‖ ≤ √(‖A‖_F² − ‖T‖_F²), and a coupling of the sizes
        ρ. A − x, without the first pairs, is negative if C − x + Σ ρ²/(x − θ) is.
        """
        theta, residuals, _ = found
        if len(theta) < wanted:
            return True
        x, others = theta[wanted - 1], theta[wanted:]
        if not x > others.max(initial=-math.inf):
            return True
        within = float(np.square(self.alpha).sum() + 2.0 * np.square(self.beta[:-1]).sum())
        outside = math.sqrt(max(squares / self.scale / self.scale - within, 0.0))
        return outside + float((residuals[wanted:] ** 2 / (x - others)).sum()) >= float(x)


class _Blocks(_Krylov):
    """A block at a time, with thick restarts, that keep pairs at the upper and the lower end."""

    def __init__(
        self, matmul: Matmul, n: int, columns: int, block: int, kept: int, *, lowest: int = 0,
        restarts: int, entry_scale: float, tol: float = 0.0, start: Array | None = None,
    ) -> None:  # fmt: skip
        super().__init__(matmul, n, columns, block, False, entry_scale)
        self.kept, self.lowest, self.left, self.restarts, self.tol = kept, lowest, restarts, 0, tol
        self.T = np.zeros((columns, columns))
        self.begin(start)

    def begin(self, start: Array | None = None) -> None:
        super().begin(start)
        self.T[:], self.before = 0.0, 0

    def lock(self, found: Array) -> None:
        self.room -= found.shape[1]
        super().lock(found)

    @property
    def limit(self) -> float:
        return super().limit * (1 + self.restarts)

    @property
    def full(self) -> bool:
        """Whether there is no room for another block."""
        return self.size + self.block > self.room

    def _step(self) -> None:
        """Multiply the next block by A: columns of T, and the block after it."""
        V, T, known, size, end = self.V, self.T, self.known, self.size, self.size + self.block
        W = self.scaled(self.matmul(V[:, known + size : known + end]))
        # But for rounding W has no parts in earlier blocks; `orthogonal_to` takes those away.
        recent = V[:, known + self.before : known + end]
        projected = recent.T @ W
        Q, self.R, C = orthogonal_to(V[:, : known + end], *np.linalg.qr(W - recent @ projected))
        C[known + self.before :] += projected
        T[:end, size:end], T[size:end, :end] = C[known:], C[known:].T
        V[:, known + end : known + end + self.block] = Q
        self.before, self.size = size, end

    def largest(self, due: int, count: int, floor: float = -math.inf) -> Ritz:
        """The Ritz pairs when the `count` largest have converged, or all above the floor.

        They are returned as they are where no restart is left.
        """
        history = [(0, self.norm)]
        while True:
            while self.size < due and not self.full:
                self._step()
            theta, residuals, S = found = self._ritz()
            top = count if floor == -math.inf else int((theta > floor).sum())
            limits = np.maximum(self.limit, self.tol * theta[:top])
            if (residuals[:top] <= limits).all() or self.restarts >= self.left:
                return found
            history.append((self.size, float(residuals[:top].max())))
            due = self.size + self.steps_to_go(*history[-2:])
            if self.full:
                due, history = self._restart(theta, S), [(0, self.norm)]

    def _ritz(self) -> Ritz:
        """Ritz values, descending, their residuals, and their vectors in the basis."""
        theta, S = largest_eigenpairs(self.T[: self.size, : self.size], None)
        self.norm = max(self.norm, float(np.abs(theta).max()))
        return theta, np.linalg.norm(self.R @ S[-self.block :], axis=0), S

    def _restart(self, theta: Array, S: Array) -> int:
        """Keep some Ritz vectors and the next block alone; return the size of the next test."""
        chosen = np.r_[: self.kept, self.size - self.lowest : self.size]
        kept, known, end = len(chosen), self.known, self.known + self.size
        following = self.V[:, end : end + self.block].copy()
        self.V[:, known : known + kept] = self.vectors(S[:, chosen])
        self.V[:, known + kept : known + kept + self.block] = following
        self.T[:] = 0.0
        self.T[range(kept), range(kept)] = theta[chosen]
        self.size, self.before = kept, 0
        self.restarts += 1
        return kept + 3 * self.kept

    def may_miss(self, found: Ritz, wanted: int, squares: float) -> bool:
        """Whether as many of the first Ritz values as a block has columns are equal.

        They are so up to rounding, and above the limit.
        """
        theta, b = found[0][:wanted], self.block
        if b > len(theta):
            return False
        first, last = theta[: len(theta) - b + 1], theta[b - 1 :]
        same = first - last <= RANK_TOLERANCE * np.abs(first) + self.limit
        return bool((same & (np.abs(last) > 10 * self.limit)).any())


def orthogonal_to(V: Array, Q: Array, R: Array) -> tuple[Array, Array, Array]:
    """Q', R' and C with QR = VC + Q'R', where Q' (n, b) is orthonormal and orthogonal to V.

    Rounding leaves parts of V (n, m) in Q where QR has none, and large ones where QR is nearly
    rank-deficient.

    Parameters
    ----------
    V : (n, m) array
        Orthonormal.
    Q, R
        (n, b) and (b, b) arrays, those of `np.linalg.qr`.

    Returns
    -------
    Q', R', C : (n, b), (b, b) and (m, b) arrays
    """
    C = np.zeros((V.shape[1], Q.shape[1]))
    for _ in range(4):
        overlap = V.T @ Q
        C += overlap @ R
        Q, change = np.linalg.qr(Q - V @ overlap)
        R = change @ R
        if np.abs(overlap).max(initial=0.0) < 1e-9:  # its square, by which Q is now off, is below ε
            break
    return Q, R, C


def negative_ones(theta: Array, residuals: Array, most: int) -> Indices:
    """The indices of the most negative θ that have converged, down to the first that has not."""
    start = max(most, len(theta) - most)
    found = residuals[start:] <= math.sqrt(RANK_TOLERANCE) * np.abs(theta[start:])
    found &= theta[start:] < -RANK_TOLERANCE * np.abs(theta).max()
    gaps = np.flatnonzero(~found)
    return np.arange(start + (gaps[-1] + 1 if len(gaps) else 0), len(theta))
