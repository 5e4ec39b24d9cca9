"""The largest eigenpairs of a symmetric operator by block Lanczos, in bounded memory.

A product of the operator with a block costs little more than one with a vector where the operator's
entries are computed anew each time. A block finds as many copies of a multiple eigenvalue as it has
columns, which a single starting vector cannot promise (Golub & Van Loan 2013, section 10.3.6; thick
restart: Wu & Simon 2000). Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kpca_core._support.arrays import EPS, Array, power_of_two
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.solvers.linalg.single_lanczos import THIRD, negative_ones
from kpca_core.spectrum import RANK_TOLERANCE

# Columns of a block beyond the wanted pairs, for copies of a multiple eigenvalue.
GUARD_VECTORS = 2

# Blocks of wanted + GUARD_VECTORS columns in the basis, besides those kept at a restart.
BASIS_BLOCKS = 12

Matmul = Callable[[Array], Array]


def extreme_eigenpairs(
    matmul: Matmul,
    n: int,
    wanted: int,
    *,
    block: int | None = None,
    negative: bool = False,
    entry_scale: float = 0.0,
    restarts: int = 5 * BASIS_BLOCKS,
) -> tuple[Array, Array]:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Iterates until their residuals are ≤ (1 + restarts) n ε max(‖A‖, entry_scale): among many copies
    of an eigenvalue some stay above n ε. The caller's certificate judges the result.

    Parameters
    ----------
    matmul : callable
        V (n, b) ↦ A V for a symmetric A (n, n).
    block : int, optional
        The columns multiplied at once. The fewer, the fewer are needed in all; by default they are
        GUARD_VECTORS more than `wanted`, which suits operators whose products with few columns
        cost as much.
    negative : bool
        Append the eigenvalues below −RANK_TOLERANCE ‖A‖ at the lower end, at most `wanted`, that
        have converged by then, and their vectors; in descending order. Residuals ρ of
        √RANK_TOLERANCE |θ| will do, since eigenvalues err by ρ² over the gap.
    entry_scale : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    restarts : int
        After so many the result is returned as it is.
    """
    widest = wanted + GUARD_VECTORS
    block = min(widest, block or widest)
    capacity = min(2 * n // 3, basis_columns(wanted) - block)
    if capacity < 4 * widest:
        return lapack_eigenpairs(matmul, n, wanted, negative=negative)
    basis = _Basis(matmul, n, capacity, widest, block, entry_scale)
    due = 3 * widest
    while True:
        basis.multiply()
        if basis.size >= due or basis.full:
            theta, residuals, S = basis.ritz()
            due = basis.size + basis.size // THIRD
            limit = basis.limit * (1 + basis.restarts)
            if residuals[:wanted].max() <= limit or basis.restarts >= restarts:
                if basis.block == widest or not _has_copies(theta[:wanted], basis.block, limit):
                    chosen = np.arange(wanted)
                    if negative:
                        lowest = negative_ones(theta, residuals, wanted)
                        chosen = np.concatenate([chosen, lowest])
                    return basis.scale * theta[chosen], basis.vectors(S[:, chosen])
                basis.widen()
                due = basis.size + basis.steps * basis.block
            if basis.full:
                # Both ends, where both are wanted.
                last = np.arange(basis.size - wanted if negative else basis.size, basis.size)
                kept = np.concatenate([np.arange(widest), last])
                basis.restart(theta[kept], S[:, kept])
                due = len(kept) + 3 * widest
        basis.append()


def basis_columns(wanted: int) -> int:
    """How many columns of length n `extreme_eigenpairs` holds."""
    return BASIS_BLOCKS * (wanted + GUARD_VECTORS)


class _Basis:
    """An orthonormal basis of a block Krylov space, and T, in which it represents A / `scale`."""

    def __init__(
        self, matmul: Matmul, n: int, capacity: int, widest: int, block: int, entry_scale: float
    ) -> None:
        self.matmul, self.capacity, self.widest, self.block = matmul, capacity, widest, block
        self.V = np.empty((n, capacity + widest), order="F")
        self.T = np.zeros((capacity + widest, capacity + widest))
        self.rng, self.entry_scale = np.random.default_rng(0), entry_scale
        self.Q, _ = np.linalg.qr(self.rng.standard_normal((n, block)))
        self.R = np.empty((0, 0))
        self.size = self.steps = self.restarts = self.before = 0
        self.scale = self.norm = 0.0
        self.append()

    @property
    def full(self) -> bool:
        """Whether there is no room for another block."""
        return self.size + self.block > self.capacity

    @property
    def limit(self) -> float:
        """n ε max(‖A‖, entry_scale), in units of `scale`."""
        return len(self.V) * EPS * max(self.norm, self.entry_scale / self.scale)

    def append(self) -> None:
        """Take the new block Q into the basis."""
        self.start = self.size
        self.V[:, self.size : self.size + self.Q.shape[1]] = self.Q
        self.size, self.steps = self.size + self.Q.shape[1], self.steps + 1

    def multiply(self) -> None:
        """Multiply the last block by A: a row and a column of T, and the next block Q."""
        V, T, size, start = self.V, self.T, self.size, self.start
        W = self.matmul(self.Q)
        if not self.scale:
            # Squares of huge and tiny products would be beyond float64.
            self.scale = power_of_two(float(np.abs(W).max()))
        W = W / self.scale
        # But for rounding W has no parts in earlier blocks; `orthogonal_to` takes those away.
        recent = V[:, self.before : size]
        projected = recent.T @ W
        self.Q, self.R, C = orthogonal_to(V[:, :size], *np.linalg.qr(W - recent @ projected))
        C[self.before :] += projected
        T[:size, start:size], T[start:size, :size] = C, C.T
        self.before = start

    def ritz(self) -> tuple[Array, Array, Array]:
        """Ritz values, descending, their residuals, and their vectors in the basis."""
        theta, S = largest_eigenpairs(self.T[: self.size, : self.size], None)
        self.norm = max(self.norm, float(np.abs(theta).max()))
        return theta, np.linalg.norm(self.R @ S[self.start :], axis=0), S

    def vectors(self, S: Array) -> Array:
        """Ritz vectors (n, p)."""
        return self.V[:, : self.size] @ S

    def widen(self) -> None:
        """Add random columns to the new block, as many as it has, for further copies.

        They have no parts in the others, so T stays valid; they need as many steps as those before.
        """
        more = min(2 * self.block, self.widest) - self.block
        wider = np.hstack([self.Q, self.rng.standard_normal((len(self.V), more))])
        self.Q, _, _ = orthogonal_to(self.V[:, : self.size], *np.linalg.qr(wider))
        self.block += more

    def restart(self, theta: Array, S: Array) -> None:
        """Keep these Ritz vectors alone."""
        kept = len(theta)
        self.V[:, :kept] = self.vectors(S)
        self.T[:] = 0.0
        self.T[range(kept), range(kept)] = theta
        self.size, self.before, self.restarts = kept, 0, self.restarts + 1


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
        if np.abs(overlap).max() < 1e-9:  # its square, by which Q is now off, is below ε
            break
    return Q, R, C


def _has_copies(theta: Array, count: int, limit: float) -> bool:
    """Whether `count` neighbours of θ, descending, are equal up to rounding, above the limit."""
    first, last = theta[: len(theta) - count + 1], theta[count - 1 :]
    same = first - last <= RANK_TOLERANCE * np.abs(first) + limit
    return bool((same & (np.abs(last) > 10 * limit)).any())


def lapack_eigenpairs(
    matmul: Matmul, n: int, wanted: int, *, negative: bool = False
) -> tuple[Array, Array]:
    """What `extreme_eigenpairs` returns, from the n×n matrix of the products."""
    A = matmul(np.eye(n))  # symmetric but for rounding, of which LAPACK would see one half
    values, vectors = largest_eigenpairs((A + A.T) / 2, None if negative else wanted)
    chosen = np.arange(min(wanted, n))
    if negative and wanted < n:
        lowest = negative_ones(values, np.zeros(n), wanted)
        chosen = np.concatenate([chosen, lowest])
    return values[chosen], vectors[:, chosen]
