"""The largest eigenpairs of a symmetric operator by block Lanczos.

A block finds as many copies of a multiple eigenvalue as it has columns, which a single starting
vector cannot promise (Golub & Van Loan 2013, section 10.3.6; thick restart: Wu & Simon 2000).
Sources: docs/notation.md.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices, column_norms, power_of_two
from kpca_core._support.threads import few_threads
from kpca_core.certificate import Certificate
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.solvers.linalg.orthonormal import orthogonal_to, orthonormal
from kpca_core.solvers.linalg.single_lanczos import leading_eigenpairs, negative_ones

# Columns of a block beyond the wanted pairs, a margin for copies of a multiple eigenvalue; in 36
# problems on regular polygons none was missed without them. Each costs as much as a wanted one.
GUARD_VECTORS = 2

# Columns of a block for an operator whose products cost as much for each column. A narrow Laplacian
# on a line, n = 3,000: 8 eigenpairs take 0.17 s by blocks of 4, 0.36 of 8.
OPERATOR_BLOCK = 4

# Blocks of wanted + GUARD_VECTORS columns in the basis, besides those kept at a restart: on 18
# problems products with 15.7 blocks were needed, with 8 in the basis 22.9, with 16 14.5.
BASIS_BLOCKS = 12

# Blocks at the first test of convergence, by when most Gram matrices' eight largest are found, or
# FIRST_NARROW narrow ones, but at least FIRST_COLUMNS columns for each wanted pair.
FIRST_TEST, FIRST_NARROW, FIRST_COLUMNS = 7, 10, 3

# The next test follows where convergence is expected, at the latest when the basis has grown by
# 1/TEST_EVERY, up to FEW_ROWS rows by 2/TEST_EVERY: there a test costs as much as several products.
# Of 774 problems 2 % took longer than LAPACK alone, with FIRST_COLUMNS = 2 and 1/TEST_EVERY 5 %. At
# n = 5,000 50 eigenpairs took 0.87 s with 2/TEST_EVERY and 0.75 with 1.
TEST_EVERY, FEW_ROWS = 4, 1_000

# From so many columns for each wanted pair on a test computes these pairs alone: of a basis of 100
# columns 10 pairs take 0.50 ms, all 0.63; of 200 1.4 and 2.6, and 50 pairs 4.3. SciPy computes
# them, on one thread: on two, NumPy's next products with the matrix took twice as long.
COLUMNS_A_PAIR = 9

# After so many the certificate says what was reached. Of 568 runs, on 284 drawn Gram matrices by
# blocks of two widths, 564 restart ten times or less and one 43 times; three need more than 120.
MAX_RESTARTS = 60

# From so many restarts on residuals may be STALLED times as large: among sixty copies of an
# eigenvalue those of ten stay above two to five times the limit. The certificate accepts 250 n ε.
PATIENCE, STALLED = 5, 5.0

# Where LAPACK can take over, the basis has up to n/BASIS_SHARE + PAIR_SHARE·wanted columns, which
# cost about as much as LAPACK does: of 300 problems with n = 300 to 1,300 and 1 to 50 eigenpairs
# 4.3 % took more than 1.25 times as long as LAPACK, with n/4 6.3 %, with n/2 3.7 %. At the share s
# of these columns it is given up where the residual of the pair wanted/4 exceeds ε^(s²) of the
# spread of the spectrum: convergence sets in late, and then is ever faster. On 1,176 Gram matrices
# (n = 350, 600, 1,000; 3 to 256 columns; 2 to 50 eigenpairs) this gives up none of the 1,049 that
# converge in time, and 101 of the other 127, most at a third of the columns.
BASIS_SHARE, PAIR_SHARE = 3, 3

# From this fraction of all eigenpairs on LAPACK is faster: Lanczos for 50 of 420 takes two thirds
# of its time.
FEW_OF_ALL = 1 / 8

# Eigenvalues closer than this fraction of the larger one count as copies of one. On 160 problems,
# most of polygons, lattices and copies of points, all values from 1e-14 to 1e-4 take the same
# products; with 0 one problem misses a copy, with 1e-2 they take 3 % more.
COPIES = 1e-8

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
        from scipy.linalg import blas

        dsymv = blas.dsymv

        if isinstance(A, np.ndarray):
            found = leading_eigenpairs(lambda v: dsymv(1.0, A.T, v), len(A), wanted)
        else:
            found = extreme_eigenpairs(A.__matmul__, len(A), wanted, block=OPERATOR_BLOCK)
        if found is not None:
            certificate = _certificate(A, *found)
            if certificate.holds:
                return *found, certificate
    values, vectors = largest_eigenpairs(np.asarray(A), None)
    return values, vectors, _certificate(A, values[:wanted], vectors[:, :wanted])


def _certificate(A: Symmetric, values: Array, vectors: Array) -> Certificate:
    residual = math.hypot(*column_norms(A @ vectors - vectors * values))
    return Certificate.of_residual(residual, len(A), float(np.abs(values).max(initial=0.0)))


def extreme_eigenpairs(
    matmul: Matmul,
    n: int,
    wanted: int,
    *,
    block: int | None = None,
    give_up: bool = False,
    negative: bool = False,
    entry_scale: float = 0.0,
) -> tuple[Array, Array] | None:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Iterates until their residuals are ≤ n ε max(‖A‖, entry_scale), STALLED times that after
    PATIENCE restarts; the caller's certificate judges the result.

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
    entry_scale : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    """
    widest = wanted + GUARD_VECTORS
    block = min(widest, block or widest)
    first = max((FIRST_TEST if block == widest else FIRST_NARROW) * block, FIRST_COLUMNS * wanted)
    if give_up:
        capacity = n // BASIS_SHARE + PAIR_SHARE * wanted
    else:
        capacity = min(2 * n // 3, basis_columns(wanted) - block)
    if wanted > FEW_OF_ALL * n or capacity < first:
        if give_up:
            return None
        return lapack_eigenpairs(matmul, n, wanted, negative=negative)

    rng = np.random.default_rng(0)
    V = np.empty((n, capacity + widest), order="F")
    T = np.zeros((capacity + widest, capacity + widest))
    Q, _ = orthonormal(rng.standard_normal((n, block)))
    V[:, :block] = Q
    size, steps, restarts, norm = block, 1, 0, 0.0
    due, before = first, 0  # `before` is where the block before the last one begins
    history: list[tuple[int, float]] = []
    while True:
        W = matmul(Q)
        if steps == 1:
            # Squares of huge and tiny products would be beyond float64.
            scale = power_of_two(float(np.abs(W).max()))
            entry_scale /= scale
        W = W / scale
        # But for rounding W has no parts in earlier blocks; `orthogonal_to` takes those away.
        start, recent = size - block, V[:, before:size]
        projected = recent.T @ W
        Q, R, C = orthogonal_to(V[:, :size], *orthonormal(W - recent @ projected))
        C[before:] += projected
        T[:size, start:size], T[start:size, :size] = C, C.T
        before = start
        full = size + block > capacity
        if size >= due or full:
            few = norm > 0.0 and not negative and size >= COLUMNS_A_PAIR * widest
            with few_threads(0.0 if few else math.inf):
                theta, S = largest_eigenpairs(T[:size, :size], widest if few else None)
            norm = max(norm, float(np.abs(theta).max()))
            residuals = np.linalg.norm(R @ S[start:], axis=0)
            limit = n * EPS * max(norm, entry_scale) * (STALLED if restarts >= PATIENCE else 1.0)
            worst = float(residuals[:wanted].max())
            history.append((size, worst))
            if worst <= limit or restarts >= MAX_RESTARTS:
                if block == widest or not _has_copies(theta[:wanted], block, limit):
                    chosen = _with_negative(theta, residuals, wanted, negative)
                    return scale * theta[chosen], V[:, :size] @ S[:, chosen]
                # There may be more copies. New columns of the block have none of the others' parts,
                # so T stays valid; they need as many steps as those before.
                more = min(2 * block, widest) - block
                wider = np.hstack([Q, rng.standard_normal((n, more))])
                Q, _, _ = orthogonal_to(V[:, :size], *orthonormal(wider))
                block += more
                due = size + steps * block
                if due > capacity and give_up:
                    return None
            else:
                to_go = _columns_to_go(history, limit, norm)
                spare = block - 1 if block < widest else 0
                most = (2 if n <= FEW_ROWS else 1) * size // TEST_EVERY
                due = size + block * max(1, (min(to_go, most) + spare) // block)
                spread = theta[0] - T.diagonal()[:size].mean()
                hopeless = residuals[wanted // 4] > spread * EPS ** ((size / capacity) ** 2)
                if give_up and (full or hopeless):
                    return None
            if full:
                V[:, :widest] = V[:, :size] @ S[:, :widest]
                T[:] = 0.0
                T[range(widest), range(widest)] = theta[:widest]
                size, before, due, restarts = widest, 0, 4 * widest, restarts + 1
                history.clear()
        V[:, size : size + block] = Q
        size, steps = size + block, steps + 1


def basis_columns(wanted: int) -> int:
    """How many columns of length n `extreme_eigenpairs` holds for an operator."""
    return BASIS_BLOCKS * (wanted + GUARD_VECTORS)


def _has_copies(theta: Array, count: int, limit: float) -> bool:
    """Whether `count` neighbours of θ, descending, are equal up to COPIES, above the limit."""
    first, last = theta[: len(theta) - count + 1], theta[count - 1 :]
    return bool(((first - last <= COPIES * np.abs(first)) & (np.abs(last) > 10 * limit)).any())


def _columns_to_go(history: list[tuple[int, float]], limit: float, norm: float) -> int:
    """Columns until the residual meets the limit if it decreases as since the test before.

    history : (size of the basis, largest residual) at each test so far
    norm : the residual of no columns
    """
    size, residual = history[-1]
    size_before, before = history[-2] if len(history) > 1 else (0, norm)
    rate = np.log(max(before / residual, 1.001)) / (size - size_before)
    return int(np.log(max(residual / limit, 1.0)) / rate)


def _with_negative(theta: Array, residuals: Array, wanted: int, negative: bool) -> Indices:
    head = np.arange(wanted)
    return np.concatenate([head, negative_ones(theta, residuals, wanted)]) if negative else head


def lapack_eigenpairs(
    matmul: Matmul, n: int, wanted: int, *, negative: bool = False
) -> tuple[Array, Array]:
    """Return what `extreme_eigenpairs` does, by LAPACK from the n×n matrix of the products."""
    A = matmul(np.eye(n))  # symmetric but for rounding, of which LAPACK would see one half
    values, vectors = largest_eigenpairs((A + A.T) / 2, None if negative else wanted)
    if len(values) <= wanted:
        return values, vectors
    chosen = _with_negative(values, np.zeros(len(values)), wanted, negative)
    return values[chosen], vectors[:, chosen]
