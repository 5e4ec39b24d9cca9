"""Kernel PCA in more digits than doubles have: what solvers and certificates are judged by.

The kernels' formulas are written here once more, from their definitions, for arrays of
`numpy.longdouble` (64 bits of mantissa on x86; 11 more than a double) or of `decimal.Decimal`
(50 digits). LAPACK's eigenvectors of the rounded matrix span the wanted subspace; the
Rayleigh–Ritz values in that subspace err by the square of their residual (Golub & Van Loan 2013,
section 8.1). Sources: docs/notation.md.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, getcontext
from typing import Any

import numpy as np
import scipy.linalg

from kpca_core import (
    CallableKernel,
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Paraboloid,
    Polynomial,
    Precomputed,
    Product,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    Sum,
)

# Numbers (n, m) of type longdouble, or Decimal as objects.
Numbers = np.ndarray

DIGITS = 50
LONG_EPS = float(np.finfo(np.longdouble).eps)
HAS_LONG_DOUBLE = LONG_EPS < 1e-18
# Pairs of points evaluated at once: 32 MiB of long doubles.
PAIRS = 2**21
# Roundings in one kernel value besides those of a sum over the coordinates.
STEPS = 8


def as_long(X: np.ndarray) -> Numbers:
    """The same numbers as long doubles."""
    return np.asarray(X, dtype=np.longdouble)


def as_decimal(X: np.ndarray) -> Numbers:
    """The same numbers, exactly, as decimals that are calculated with DIGITS digits."""
    getcontext().prec = DIGITS
    return np.vectorize(Decimal, otypes=[object])(np.asarray(X, dtype=float))


def _is_decimal(X: Numbers) -> bool:
    return X.dtype == object


def _number(value: float, like: Numbers) -> Any:
    return Decimal(value) if _is_decimal(like) else np.longdouble(value)


def _unit(like: Numbers) -> float:
    return 10.0 ** (3 - DIGITS) if _is_decimal(like) else LONG_EPS


def _floats(X: Numbers) -> np.ndarray:
    return X.astype(np.float64)


def differences(found: np.ndarray, exact: Numbers) -> np.ndarray:
    """|found − exact| (q,) as doubles, subtracted in the digits of `exact` (p,), p ≥ q."""
    exact = exact[: len(found)]
    if _is_decimal(exact):
        high = _floats(found)
        found = as_decimal(high) + as_decimal(_floats(found - high))
    return _floats(np.abs(found - exact))


# Kernels


def _summed(X: Numbers, Y: Numbers, term: Callable[[Numbers], Numbers]) -> Numbers:
    total = np.zeros((len(X), len(Y)), dtype=X.dtype)
    if _is_decimal(X):
        total = total + Decimal(0)
    for x, y in zip(X.T, Y.T, strict=True):
        total += term(x[:, None] - y[None, :])
    return total


def _squares(X: Numbers, Y: Numbers) -> Numbers:
    return _summed(X, Y, lambda difference: difference * difference)


def _tanh(T: Numbers) -> Numbers:
    if not _is_decimal(T):
        return np.tanh(T)
    decay = np.exp(-2 * np.abs(T))
    return np.where(T < 0, -1, 1) * (1 - decay) / (1 + decay)


def _matern(T: Numbers, length: Any, nu: float) -> Numbers:
    r = np.sqrt(T) / length
    if nu == 0.5:
        return np.exp(-r)
    s = np.sqrt(_number(2 * nu, T)) * r
    polynomial = 1 + s if nu == 1.5 else 1 + s + s * s / 3
    return polynomial * np.exp(-s)


def _rational_quadratic(T: Numbers, length: Any, alpha: Any) -> Numbers:
    ratio = T / (2 * alpha * length * length)
    logarithm = np.vectorize(Decimal.ln, otypes=[object]) if _is_decimal(T) else np.log1p
    return np.exp(-alpha * logarithm(1 + ratio if _is_decimal(T) else ratio))


def _unit_rows(X: Numbers) -> Numbers:
    norms = np.sqrt((X * X).sum(axis=1))
    return X / np.where(norms == 0, _number(1, X), norms)[:, None]


def kernel_values(kernel: Kernel, X: Numbers, Y: Numbers) -> Numbers:
    """k(X[i], Y[j]), shape (n, m), in the number type of X (n, D) and Y (m, D).

    The values of a `CallableKernel` are those that it returns for doubles.
    """
    match kernel:
        case Sum(left, right):
            return kernel_values(left, X, Y) + kernel_values(right, X, Y)
        case Product(left, right):
            return kernel_values(left, X, Y) * kernel_values(right, X, Y)
        case Scaled(factor, inner):
            return _number(factor, X) * kernel_values(inner, X, Y)
        case CallableKernel(function):
            values = function(_floats(X), _floats(Y))
            return as_decimal(values) if _is_decimal(X) else as_long(values)
        case Precomputed():
            return X
        case Paraboloid(height):
            norms = [(Z * Z).sum(axis=1) for Z in (X, Y)]
            return X @ Y.T + _number(height, X) ** 2 * np.outer(*norms)
    return _formula(kernel, X, Y)


def _formula(kernel: Kernel, X: Numbers, Y: Numbers) -> Numbers:
    """The values of a kernel that has a formula of its own."""

    def number(value: float) -> Any:
        return _number(value, X)

    match kernel:
        case Linear():
            return X @ Y.T
        case Polynomial(degree, offset):
            return (X @ Y.T + number(offset)) ** int(degree)
        case Sigmoid(scale, offset):
            return _tanh(number(scale) * (X @ Y.T) + number(offset))
        case Cosine():
            return _unit_rows(X) @ _unit_rows(Y).T
        case Gaussian(width):
            return np.exp(-_squares(X, Y) / number(width))
        case Laplacian(width):
            return np.exp(-_summed(X, Y, np.abs) / number(width))
        case RationalQuadratic(length, alpha):
            return _rational_quadratic(_squares(X, Y), number(length), number(alpha))
        case Matern(length, nu):
            return _matern(_squares(X, Y), number(length), nu)
    values = {"squared": _squares(X, Y), "dot": X @ Y.T, "cityblock": _summed(X, Y, np.abs)}
    plain = ast.parse(kernel.numpy_expression(), mode="eval")
    source = ast.unparse(_Exactly().visit(plain))
    return eval(source, {"np": np, "A": X, "B": Y, "exactly": number, **values})


class _Exactly(ast.NodeTransformer):
    """Writes numbers of an expression, exponents apart, as `exactly(number)`."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Call(ast.Name("exactly", ast.Load()), [node], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        node.left = self.visit(node.left)
        whole = isinstance(node.right, ast.Constant) and isinstance(node.right.value, int)
        node.right = (
            node.right if isinstance(node.op, ast.Pow) and whole else self.visit(node.right)
        )
        return node


def gram_matrix(kernel: Kernel, X: Numbers, Y: Numbers | None = None) -> Numbers:
    """k(X[i], Y[j]) (n, m), block by block of rows; Y is X by default."""
    if kernel.is_precomputed:
        return X
    Y = X if Y is None else Y
    rows = max(1, PAIRS // max(1, len(Y)))
    return np.vstack([kernel_values(kernel, X[a : a + rows], Y) for a in range(0, len(X), rows)])


# Eigenvalues


def jacobi(H: Numbers) -> tuple[Numbers, Numbers]:
    """Eigenvalues (p,), descending, and eigenvectors (p, p) of a symmetric H (p, p).

    Cyclic Jacobi rotations (Golub & Van Loan 2013, section 8.5), few where H is nearly diagonal.
    """
    H, p = H.copy(), len(H)
    S = np.zeros_like(H) + _number(0, H)
    S[range(p), range(p)] = _number(1, H)
    small = _number(_unit(H) / 8, H) * np.abs(H).max(initial=_number(0, H))
    for _ in range(60):
        rotated = False
        for i in range(p - 1):
            for j in np.flatnonzero(np.abs(H[i, i + 1 :]) > small) + i + 1:
                if not abs(H[i, j]) > small:
                    continue
                rotated = True
                theta = (H[j, j] - H[i, i]) / (2 * H[i, j])
                t = 1 / (abs(theta) + np.sqrt(theta * theta + 1))
                t = -t if theta < 0 else t
                c = 1 / np.sqrt(t * t + 1)
                for M in (H.T, H, S):
                    first, second = M[:, i].copy(), M[:, j].copy()
                    M[:, i] = c * (first - t * second)
                    M[:, j] = c * (t * first + second)
        if not rotated:
            break
    values = np.diagonal(H)
    order = np.argsort(-values, kind="stable")
    return values[order], S[:, order]


@dataclass(frozen=True, eq=False)
class Reference:
    """The p largest eigenpairs of K̃, or of K if not centred, and the functions.

    Parameters
    ----------
    kernel : Kernel
    points : (n, D) Numbers
    values, vectors : (p,) and (n, p) Numbers, descending
    uncertainty : (p,) array, a bound of the error of each value
    rounding : float, n times the rounding of a kernel value in doubles
    means : (n,) Numbers, row means of K, or 0
    centre : bool
    """

    kernel: Kernel
    points: Numbers
    values: Numbers
    vectors: Numbers
    uncertainty: np.ndarray
    rounding: float
    means: Numbers
    centre: bool

    def functions(self, Z: np.ndarray, q: int) -> np.ndarray:
        """f_j(Z[i]) (m, q) of the q largest eigenvalues, rounded to doubles."""
        numbers = as_decimal(Z) if _is_decimal(self.points) else as_long(Z)
        K = gram_matrix(self.kernel, numbers, self.points)
        if self.centre:
            K = K - K.mean(axis=1)[:, None] - self.means + self.means.mean()
        return _floats(K @ self.vectors[:, :q] / np.sqrt(self.values[:q]))

    def scores(self, q: int) -> np.ndarray:
        """f_j(xᵢ) (n, q) of the q largest eigenvalues, rounded to doubles."""
        return _floats(self.vectors[:, :q] * np.sqrt(self.values[:q]))


def reference(
    kernel: Kernel, X: np.ndarray, wanted: int | None, *, centre: bool = True, decimals: bool
) -> Reference:
    """The `wanted` largest eigenpairs of K̃, all for None, in decimals or in long doubles."""
    points = as_decimal(X) if decimals else as_long(X)
    K = gram_matrix(kernel, points)
    n, largest = len(K), np.abs(K).max()
    means = K.mean(axis=0) if centre else 0 * K[0]
    if centre:
        K -= means
        K -= K.mean(axis=1)[:, None]
    steps = X.shape[1] + STEPS
    floor = n * steps * _unit(K) * float(largest)
    values, vectors, errors = leading_eigenpairs(K, n if wanted is None else min(wanted, n))
    rounding = n * steps * float(np.finfo(float).eps) * float(largest)
    return Reference(kernel, points, values, vectors, errors + floor, rounding, means, centre)


def leading_eigenpairs(A: Numbers, p: int) -> tuple[Numbers, Numbers, np.ndarray]:
    """The p largest eigenpairs of a symmetric A (n, n), descending.

    Returns values (p,), vectors (n, p), and what the values may err by (p,) because they are
    sought in a subspace: the residual R of the subspace, or ‖R‖²/gap if that is less, where no
    eigenvalue outside exceeds the smallest one inside. Zero for p = n.
    """
    n = len(A)
    scale = np.abs(A).max(initial=_number(0, A))
    if scale == 0:
        return np.diagonal(A)[:p].copy(), A[:, :p] + np.eye(n, p, dtype=int), np.zeros(p)
    rounded = _floats(A / scale)
    rounded = (rounded + rounded.T) / 2
    V = np.empty((n, 0))
    if p < n:
        V = scipy.linalg.eigh(rounded, subset_by_index=(n - p, n - 1))[1]
    if V.shape[1] < p:  # LAPACK's driver for a part of the spectrum gives up on some matrices
        V = np.linalg.eigh(rounded)[1][:, n - p :]
    V = as_decimal(V) if _is_decimal(A) else as_long(V)
    for _ in range(3 if _is_decimal(A) else 2):
        V = (3 * V - V @ (V.T @ V)) / 2  # Newton's iteration towards VᵀV = 1
    AV = A @ V
    H = V.T @ AV
    values, S = jacobi((H + H.T) / 2)
    if p == n:
        return values, V @ S, np.zeros(p)
    residual = float(np.linalg.norm(_floats((AV - V @ H) / scale)))
    gaps = np.maximum(_floats((values - values[-1]) / scale), residual or 1.0)
    return values, V @ S, float(scale) * np.minimum(residual, residual**2 / gaps)
