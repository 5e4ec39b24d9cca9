"""The largest eigenpairs of a symmetric operator by block Lanczos.

A block finds as many copies of a multiple eigenvalue as it has columns, which a single starting
vector cannot promise (Golub & Van Loan 2013, section 10.3.6; thick restart: Wu & Simon 2000).
Sources: docs/notation.md.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core.arrays import EPS, Array, Indices
from kpca_core.certificate import Certificate
from kpca_core.spectrum import RANK_TOLERANCE

# Columns of a block beyond the wanted pairs, a margin for copies of a multiple eigenvalue; in 36
# problems on regular polygons none was missed without them. Each costs as much as a wanted one.
GUARD_VECTORS = 2

# Columns of a block for a matrix in memory: for 50 eigenpairs of a Gaussian at n = 3,000, D = 10,
# blocks of 8 took 0.34 s, 16 0.31 and 52 0.60; for 8 eigenpairs 4 took 0.16, 8 0.14 and 16 0.16.
NARROW_BLOCK = 8

# The same for an operator whose products cost as much for each column. The scatter of two rings on
# a lattice, n = 3,000: 20 eigenpairs took 37 ms by blocks of 4, 44 of 8 and 67 of 22, and 8 took
# 25, 33 and 35. A narrow Laplacian on a line, n = 3,000: 8 eigenpairs 0.17 s by 4, 0.36 by 8.
FAST_BLOCK = 4

# BASIS_BLOCKS: blocks of wanted + GUARD_VECTORS columns in the basis, besides those kept at a
# restart. FIRST_TEST: blocks at the first test of convergence, by when most Gram matrices' eight
# largest are found, and FIRST_NARROW narrow ones; the next follows where convergence is expected,
# at the latest when the basis has grown by 1/TEST_EVERY. With narrow blocks a test costs as much as
# a product and comes a little later: at n = 1,000 most Gram matrices take 0.5 to 1 ms less. Up to
# FEW_ROWS rows those of low rank come here, too, of which the first test finds nearly all.
BASIS_BLOCKS, FIRST_TEST, FIRST_NARROW, TEST_EVERY, FEW_ROWS = 12, 7, 10, 4, 400

# More than any kernel of the tests needed; beyond, the certificate says what was reached.
MAX_RESTARTS = 60

# Where LAPACK can take over, the basis has up to n/BASIS_SHARE columns: at n/3, 0.5 n³
# multiply-adds of matrix products cost about a third of LAPACK's tridiagonalisation. From
# n/WARM_UP columns on it is given up where the decrease of the residual since half the columns,
# taken to be HASTENING times as fast from now on, needs more. Convergence sets in late: residuals
# of a Laplacian in 100 dimensions (n = 3,000, 50 eigenpairs) are 0.06 of the largest eigenvalue at
# 144 columns, 0.03 at 192 and 3e-11 at 288.
BASIS_SHARE, WARM_UP, HASTENING = 3, 8, 5.0

# Eigenvalues closer than this fraction of the larger one count as copies of one.
COPIES = 1e-8

# The smallest ratio of the entries of a Cholesky factor's diagonal with which WᵀW is not too
# ill-conditioned to orthonormalise W: its square is far above ε.
CHOLESKY_SAFE = 1e-5

Matmul = Callable[[Array], Array]


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
        in_memory = isinstance(A, np.ndarray)
        found = extreme_eigenpairs(
            A.__matmul__,
            len(A),
            wanted,
            block=NARROW_BLOCK if in_memory else FAST_BLOCK,
            give_up=in_memory,
        )
        if found is not None:
            certificate = _certificate(A, *found)
            if certificate.holds:
                return *found, certificate
    values, vectors = np.linalg.eigh(A)
    values, vectors = values[::-1], vectors[:, ::-1]
    return values, vectors, _certificate(A, values[:wanted], vectors[:, :wanted])


def _certificate(A: Symmetric, values: Array, vectors: Array) -> Certificate:
    residuals = np.linalg.norm(A @ vectors - vectors * values, axis=0)
    return Certificate.of_residual(
        float(residuals.max(initial=0.0)), len(A), float(np.abs(values).max(initial=0.0))
    )


def extreme_eigenpairs(
    matmul: Matmul,
    n: int,
    wanted: int,
    *,
    block: int | None = None,
    give_up: bool = False,
    negative: bool = False,
    noise: float = 0.0,
) -> tuple[Array, Array] | None:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Iterates until their residuals are ≤ n ε max(‖A‖, noise); the caller's certificate judges the
    result.

    Parameters
    ----------
    matmul : callable, V (n, b) ↦ A V for a symmetric A (n, n)
    block : int, optional
        The columns multiplied at once. The fewer, the fewer are needed in all; by default they are
        GUARD_VECTORS more than `wanted`, which suits operators whose products with few columns
        cost as much.
    give_up : bool
        Return None as soon as LAPACK seems to be faster, instead of restarting the basis up to
        MAX_RESTARTS times.
    negative : bool
        Append the eigenvalues below −RANK_TOLERANCE ‖A‖ at the lower end, at most `wanted`, that
        have converged by then, and their vectors; in descending order. Residuals ρ of
        √RANK_TOLERANCE |θ| will do, since eigenvalues err by ρ² over the gap.
    noise : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    """
    widest = wanted + GUARD_VECTORS
    block = min(widest, block or widest)
    capacity = n // BASIS_SHARE if give_up else basis_columns(wanted) - block
    if capacity < FIRST_TEST * block or capacity >= n:
        if give_up:
            return None
        A = matmul(np.eye(n))  # symmetric but for rounding, of which LAPACK would see one half
        values, vectors = np.linalg.eigh((A + A.T) / 2)
        return _ends(values[::-1], vectors[:, ::-1], wanted, negative)

    rng = np.random.default_rng(0)
    V = np.empty((n, capacity + widest), order="F")
    T = np.zeros((capacity + widest, capacity + widest))
    Q, _ = _orthonormal(rng.standard_normal((n, block)))
    V[:, :block] = Q
    size, steps, restarts = block, 1, 0
    early = FIRST_TEST * widest
    first = early if block == widest else FIRST_NARROW * block
    due = min(max(min(first, early) if n <= FEW_ROWS else first, 2 * wanted), capacity)
    history: list[tuple[int, float]] = []
    while True:
        W = matmul(Q)
        projected = V[:, :size].T @ W
        W = W - V[:, :size] @ projected
        T[:size, size - block : size] = projected
        T[size - block : size, :size] = projected.T
        Q, R = _orthonormal(W)
        full = size + block > capacity
        if size >= due or full:
            theta, S = np.linalg.eigh(T[:size, :size])
            theta, S = theta[::-1], S[:, ::-1]
            norm = float(np.abs(theta).max())
            unit = norm or 1.0  # squares of huge numbers would overflow
            residuals = unit * np.linalg.norm(R / unit @ S[size - block :], axis=0)
            limit = n * EPS * max(norm, noise)
            worst = float(residuals[:wanted].max())
            history.append((size, worst))
            if worst <= limit or restarts >= MAX_RESTARTS:
                if block == widest or not _has_copies(theta[:wanted], block, limit):
                    chosen = _with_negative(theta, residuals, wanted, negative)
                    return theta[chosen], V[:, :size] @ S[:, chosen]
                # There may be more copies. New columns of the block have none of the others' parts,
                # so T stays valid; they need as many steps as those before.
                Q = np.hstack([Q, rng.standard_normal((n, widest - block))])
                block, due = widest, size + steps * widest
                if due > capacity and give_up:
                    return None
            else:
                expected = min(_columns_to_go(history, limit, norm), size // TEST_EVERY)
                spare = block - 1 if block < widest else 0
                due = size + block * max(1, (expected + spare) // block)
            warm = size >= max(n // WARM_UP, 5 * wanted)
            if give_up and (full or (warm and _columns_needed(history, limit) > capacity)):
                return None
            if full:
                V[:, :widest] = V[:, :size] @ S[:, :widest]
                T[:] = 0.0
                T[range(widest), range(widest)] = theta[:widest]
                size, due, restarts = widest, 4 * widest, restarts + 1
                history.clear()
        Q = _orthogonal_to(V[:, :size], Q)
        V[:, size : size + block] = Q
        size, steps = size + block, steps + 1


def basis_columns(wanted: int) -> int:
    """How many columns of length n `extreme_eigenpairs` holds for an operator."""
    return BASIS_BLOCKS * (wanted + GUARD_VECTORS)


def _has_copies(theta: Array, count: int, limit: float) -> bool:
    """Whether `count` neighbours of θ, descending, are equal up to COPIES, above the limit."""
    first, last = theta[: len(theta) - count + 1], theta[count - 1 :]
    return bool(((first - last <= COPIES * np.abs(first)) & (np.abs(last) > 10 * limit)).any())


def _columns_needed(history: list[tuple[int, float]], limit: float) -> float:
    """A low estimate of the size of the basis at which the residual meets the limit.

    history : (size, largest residual) at each test so far
    """
    size, residual = history[-1]
    earlier = [(s, r) for s, r in history if 2 * s <= size] or history[:1]
    size_before, before = earlier[-1]
    if size == size_before:
        return size
    rate = np.log(max(before / residual, 1.001)) / (size - size_before)
    return size + float(np.log(max(residual / limit, 1.0)) / rate / HASTENING)


def _columns_to_go(history: list[tuple[int, float]], limit: float, norm: float) -> int:
    """Columns until the residual meets the limit if it decreases as since the test before.

    history : as for `_columns_needed`; norm : the residual of no columns
    """
    size, residual = history[-1]
    size_before, before = history[-2] if len(history) > 1 else (0, norm)
    rate = np.log(max(before / residual, 1.001)) / (size - size_before)
    return int(np.log(max(residual / limit, 1.0)) / rate)


def _with_negative(theta: Array, residuals: Array, wanted: int, negative: bool) -> Indices:
    head = np.arange(wanted)
    if not negative:
        return head
    norm = np.abs(theta).max()
    start = max(wanted, len(theta) - wanted)
    found = residuals[start:] <= np.sqrt(RANK_TOLERANCE) * np.abs(theta[start:])
    found &= theta[start:] < -RANK_TOLERANCE * norm
    # From the lower end up without a gap: else they would not be the most negative ones.
    gaps = np.flatnonzero(~found)
    return np.concatenate([head, np.arange(start + (gaps[-1] + 1 if len(gaps) else 0), len(theta))])


def _orthonormal(W: Array) -> tuple[Array, Array]:
    """W = Q R with orthonormal Q (n, b), by the Cholesky factor of WᵀW where that is safe.

    It takes half the time of Householder's reflections. QᵀQ is off by ε κ(W)²; done twice, by ε
    (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya 2015).
    """
    from scipy.linalg import lapack

    # For so few columns a call of NumPy's costs several times what LAPACK itself takes.
    R, failed = lapack.dpotrf(W.T @ W)
    diagonal = R.diagonal().tolist()
    if failed or not min(diagonal) > CHOLESKY_SAFE * max(diagonal):
        return np.linalg.qr(W)
    inverse, _ = lapack.dtrtri(R)
    return W @ inverse, R


def _orthogonal_to(V: Array, Q: Array) -> Array:
    """The orthonormal Q (n, b) made orthogonal to V to rounding, and still orthonormal.

    Rounding leaves parts of V in Q, and much of it where the block was nearly rank-deficient.
    """
    for _ in range(4):
        overlap = V.T @ Q
        Q, _ = _orthonormal(Q - V @ overlap)
        if np.abs(overlap).max() < 1e-9:  # its square, by which Q is now off, is below ε
            break
    return Q


def _ends(values: Array, vectors: Array, wanted: int, negative: bool) -> tuple[Array, Array]:
    if len(values) <= wanted:
        return values, vectors
    chosen = _with_negative(values, np.zeros(len(values)), wanted, negative)
    return values[chosen], vectors[:, chosen]
