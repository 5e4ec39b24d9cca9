"""Kernel PCA of infinitely many points: eigenfunctions that are known in closed form.

As the number n of points drawn from a density p grows, λⱼ/n of their Gram matrix tends to the j-th
eigenvalue of the integral operator (T f)(x) = ∫ k(x, y) f(y) p(y) dy, and the functions of its
components to eigenfunctions. A Mercer expansion k(x, y) = Σⱼ λⱼ φⱼ(x) φⱼ(y) is in such functions
([S] eq. C.2, there without a density). Of four densities they are known:

- `Circle`, with a kernel that rotations leave as it is: cos mθ and sin mθ. Eigenvalues are the
  Fourier coefficients of the kernel as a function of the angle, of a Gaussian e^(−2r²/c) I_m(2r²/c)
  (Abramowitz & Stegun 1972, 9.6.34).
- `Normal` points, with a Gaussian kernel: Hermite functions (Zhu et al. 1998; Rasmussen & Williams
  2006, section 4.3.1).
- A `Segment` of a line, with the Laplacian kernel: cos ωx and sin ωx (Van Trees 1968, section 3.4).
- `Corners` of a cube, with a kernel of the number of coordinates that differ: the products of
  distinct coordinates, with Krawtchouk sums of the kernel's values.

Centred, T is (I − P) T (I − P), P the mean over p. Where the constant is an eigenfunction, on the
circle and the corners, it drops out and nothing else changes. Of the two other densities only the
uncentred operator is here; on the segment its odd functions are those of the centred one, too.
Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, Array
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_, N_
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel, Laplacian

# Eigenvalues are taken for 0 below this share of the largest before centring, whose rounding all
# have, and for equal within this share; kernel values of one angle or distance differ by less than
# this share of their spread.
RANK, EQUAL, SAME = 1e-12, 1e-9, 1e-10
# Nodes of a quadrature over half a circle, and the frequencies that are looked at.
NODES, FREQUENCIES = 400, 64
# Halvings of an interval of length π/2: down to the last digit.
HALVINGS = 60
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ON_CIRCLE = N_("On a circle a closed form needs a kernel of the angle between two points.")
ON_NORMAL = N_("For normal points a closed form needs a Gaussian kernel.")
ON_SEGMENT = N_("On a segment a closed form needs the Laplacian kernel.")
ON_CORNERS = N_("On corners a closed form needs a kernel of how many coordinates differ.")
CENTRED = N_(
    "Here is no closed form of the centred operator for normal points, nor for those of a segment: "
    "take centring off."
)


@dataclass(frozen=True, eq=False)
class Limit:
    """The leading eigenfunctions φⱼ of T, with ∫ φⱼ² p = 1.

    Parameters
    ----------
    eigenvalues
        (q,) descending and above 0: all that there are, or as many as were asked for and those that
        are equal to the last one.
    names
        (q,), the functions as formulas.
    functions
        Maps points (m, D) to φⱼ there, (m, q). Where p is 0 it is (T φⱼ)(x)/λⱼ, to which the
        functions of a sample tend.
    trace
        The sum of all eigenvalues above 0.
    """

    eigenvalues: Array
    names: Sequence[str]
    functions: Callable[[Array], Array]
    trace: float

    __repr__ = in_one_line

    @property
    def groups(self) -> list[list[int]]:
        """Numbers from 0 of equal eigenvalues: every rotation within a group is as valid."""
        values = self.eigenvalues
        ends = np.flatnonzero(values[:-1] - values[1:] > EQUAL * values[:-1]) + 1
        return [one.tolist() for one in np.split(np.arange(len(values)), ends)]


@dataclass(frozen=True)
class Circle:
    """Uniform on the circle of this radius r around the origin of the plane."""

    radius: float = 1.0

    def limit(self, kernel: Kernel, q: int, centre: bool = True) -> Limit:
        """√2 cos mθ and √2 sin mθ; ValueError unless rotations leave the kernel as it is."""
        angles, weights = _half_circle()
        nodes = self.radius * _directions(angles)
        values = kernel(nodes[:1], nodes)[0]
        for turn in (1.0, 2.5):
            moved = self.radius * _directions(angles + turn)
            _require_same(kernel(moved[:1], moved)[0], values, ON_CIRCLE)
        m = np.arange(FREQUENCIES)
        waves = weights[:, None] * np.cos(np.outer(angles, m))
        coefficients, width = values @ waves, kernel.gaussian_width
        if width is not None:
            from scipy.special import ive

            coefficients = np.asarray(ive(m, 2 * self.radius**2 / width))
        # The constant, and of every other frequency the cosine and the sine.
        each = np.concatenate([[0], np.repeat(m[1:], 2)])
        found, places, trace = _leading(coefficients[each], q, centre, kernel, float(values[0]))
        own, sine = each[places], (places > 0) & (places % 2 == 0)

        def functions(X: Array) -> Array:
            # Points of one radius, but for rounding, share the integral.
            apart = np.round(np.hypot(X[:, 0], X[:, 1]) / self.radius, 12)
            radii, place = np.unique(apart, return_inverse=True)
            along = np.column_stack([radii * self.radius, np.zeros(len(radii))])
            radial = (kernel(along, nodes) @ waves[:, own] / coefficients[own])[place]
            phase = np.outer(np.arctan2(X[:, 1], X[:, 0]), own)
            around = np.where(sine, np.sin(phase), np.cos(phase))
            values: Array = radial * around * np.where(own == 0, 1.0, math.sqrt(2))
            return values

        waves_of = zip(own.tolist(), sine, strict=True)
        names = [
            f"{'sin' if s else 'cos'} {m if m > 1 else ''}θ" if m else "1" for m, s in waves_of
        ]
        return Limit(found, names, functions, trace)


@dataclass(frozen=True)
class Normal:
    """Normal with mean 0 and standard deviation σ in each of D coordinates, no correlation."""

    sd: float = 1.0
    dimension: int = 2

    def limit(self, kernel: Kernel, q: int, centre: bool = False) -> Limit:
        """Products of a Hermite function of each coordinate; ValueError for other kernels."""
        width, D = kernel.gaussian_width, self.dimension
        if width is None or centre:
            raise ValueError(E_(ON_NORMAL if width is None else CENTRED))
        a, b = 1 / (4 * self.sd**2), 1 / width
        c = math.sqrt(a * a + 2 * a * b)
        degree = next(k for k in range(q) if math.comb(k + D, D) >= q)
        every = product(range(degree + 1), repeat=D)
        orders = sorted((k for k in every if sum(k) <= degree), key=lambda k: (sum(k), k[::-1]))
        powers = np.array([float(sum(k)) for k in orders])
        values = (2 * a / (a + b + c)) ** (D / 2) * (b / (a + b + c)) ** powers

        def functions(X: Array) -> Array:
            along = [_hermite(X[:, d], degree, a, c) for d in range(D)]
            columns = [math.prod(along[d][k] for d, k in enumerate(each)) for each in orders]
            return np.column_stack(columns)

        names = [" ".join(f"h{k}({'xyz'[d]})" for d, k in enumerate(each)) for each in orders]
        return Limit(values, [one.translate(SUBSCRIPTS) for one in names], functions, 1.0)


@dataclass(frozen=True)
class Segment:
    """Uniform on the segment −a ≤ x₁ ≤ a of the axis, a = `half`; other coordinates are 0."""

    half: float = 1.0

    def limit(self, kernel: Kernel, q: int, centre: bool = False) -> Limit:
        """cos ωx where ω tan ωa = 1/w, sin ωx where ω cot ωa = −1/w; ValueError for others."""
        if not isinstance(kernel, Laplacian) or centre:
            raise ValueError(E_(CENTRED if isinstance(kernel, Laplacian) else ON_SEGMENT))
        a, w, j = self.half, kernel.width, np.arange(q)
        # With u = ωa both equations are u − jπ/2 = arctan(a/(wu)), j even for cosines.
        low, high = j * math.pi / 2, (j + 1) * math.pi / 2
        for _half in range(HALVINGS):
            u = (low + high) / 2
            is_below = u - j * math.pi / 2 < np.arctan2(a / w, u)
            low, high = np.where(is_below, u, low), np.where(is_below, high, u)
        omega, is_sine = (low + high) / 2 / a, j % 2 == 1
        turn = 2 * omega * a
        scale = np.sqrt((1 + np.where(is_sine, -1, 1) * np.sin(turn) / turn) / 2)

        def functions(X: Array) -> Array:
            inside = np.clip(X[:, 0], -a, a)
            away = np.abs(X[:, 0] - inside) + np.abs(X[:, 1:]).sum(axis=1)
            phase = np.outer(inside, omega)
            along = np.where(is_sine, np.sin(phase), np.cos(phase))
            values: Array = along / scale * np.exp(-away / w)[:, None]
            return values

        names = [f"{('cos', 'sin')[k % 2]} {one:.3g}x" for k, one in enumerate(omega)]
        return Limit(2 / w / (omega**2 + w**-2) / (2 * a), names, functions, 1.0)


@dataclass(frozen=True)
class Corners:
    """Uniform on the 2ᴰ corners with coordinates ±h, h = `half`; all of them are listed."""

    half: float = 1.0
    dimension: int = 2

    def limit(self, kernel: Kernel, q: int, centre: bool = True) -> Limit:
        """Products of distinct coordinates, over h; ValueError for other kernels."""
        D = self.dimension
        signs = np.array(list(product((1.0, -1.0), repeat=D)))
        corners, K = self.half * signs, kernel(self.half * signs)
        by_distance = K[0, 2 ** np.arange(D + 1) - 1]  # the last k coordinates differ
        apart = (signs[:, None] != signs).sum(axis=2)
        _require_same(K, by_distance[apart], ON_CORNERS)
        subsets = [one for k in range(D + 1) for one in combinations(range(D), k)]
        eigenvalues = corner_eigenvalues(by_distance)[[len(one) for one in subsets]]
        found, places, trace = _leading(eigenvalues, q, centre, kernel, float(K[0, 0]))
        chosen = [subsets[one] for one in places]
        columns = [signs[:, list(one)].prod(axis=1) for one in chosen]
        at_corners = np.reshape(columns, (len(chosen), len(signs))).T

        def functions(X: Array) -> Array:
            values: Array = kernel(X, corners) @ at_corners / len(corners) / found
            return values

        names = ["".join(f"x{d + 1}".translate(SUBSCRIPTS) for d in one) or "1" for one in chosen]
        return Limit(found, names, functions, trace)


Law: TypeAlias = Circle | Normal | Segment | Corners
# By the identities of the data sets, see `datasets.uniform`.
LAWS: Mapping[str, Law] = MappingProxyType(
    {"circle": Circle(), "normal": Normal(0.5), "segment": Segment(), "corners": Corners()}
)


def corner_eigenvalues(values: Array) -> Array:
    """Σ_j values[j] Krawtchouk_j(w) / 2ᴰ, the eigenvalues of products of w = 0 … D coordinates.

    Parameters
    ----------
    values
        (D + 1,), of the kernel at corners of which j coordinates differ.
    """
    D = len(values) - 1

    def krawtchouk(w: int, j: int) -> int:
        return sum((-1) ** s * math.comb(w, s) * math.comb(D - w, j - s) for s in range(j + 1))

    sums = np.array([[krawtchouk(w, j) for j in range(D + 1)] for w in range(D + 1)])
    found: Array = (sums * values).sum(axis=1) / 2**D
    return found


@dataclass(frozen=True, eq=False)
class Beside:
    """The limit beside p components of a sample of n points.

    Parameters
    ----------
    rotation
        (q, p): of each group of equal eigenvalues the rotation that brings the limit's functions
        closest to the sample's, each of length 1 over the points; of a single one a sign.
    errors
        (p,): √(mean over the points of (fⱼ − gⱼ)²) / √λⱼ, with gⱼ = √λⱼ φⱼ of the limit.
    """

    limit: Limit
    rotation: Array
    errors: Array

    __repr__ = in_one_line

    def functions(self, X: Array) -> Array:
        """Evaluate the limit's functions gⱼ = √λⱼ φⱼ at points X (m, D); returns (m, p).

        Their unit and their signs are those of the functions of the sample.
        """
        p = self.rotation.shape[1]
        values: Array = self.limit.functions(X) @ self.rotation
        return values * np.sqrt(self.limit.eigenvalues[:p])


def beside(limit: Limit, X: Array, scores: Array) -> Beside:
    """Return the limit beside the scores (n, p) of points X (n, D); as many as it has functions."""
    scores, values = scores[:, : len(limit.eigenvalues)], limit.functions(X)
    p = scores.shape[1]
    R = np.zeros((len(limit.eigenvalues), p))
    for group in limit.groups:
        if own := [j for j in group if j < p]:
            unit = scores[:, own] / np.linalg.norm(scores[:, own], axis=0)
            left, _sizes, right = np.linalg.svd(values[:, group].T @ unit, full_matrices=False)
            R[np.ix_(group, own)] = left @ right
    standard = scores / np.sqrt(limit.eigenvalues[:p])
    return Beside(limit, R, np.sqrt(np.mean((standard - values @ R) ** 2, axis=0)))


def missed(limit: Limit, found: Decomposition) -> Array:
    """Return |λⱼ/n − λⱼ| / λⱼ (q,), of equal eigenvalues that of their mean."""
    own = found.variances[: len(limit.eigenvalues)]
    values = np.pad(own, (0, len(limit.eigenvalues) - len(own)))
    for group in limit.groups:
        values[group] = values[group].mean()
    return np.asarray(np.abs(values - limit.eigenvalues) / limit.eigenvalues)


def fall(
    limit: Limit, fitted: Callable[[int, int], Decomposition], sizes: Sequence[int], draws: int
) -> Array:
    """Return `missed` of independent draws, (sizes, draws, q); `fitted` fits n points of a seed."""
    q = range(draws)
    return np.array(
        [[missed(limit, fitted(n, draws * i + k)) for k in q] for i, n in enumerate(sizes)]
    )


def slopes(sizes: Sequence[int], errors: Array) -> Array:
    """Return the slopes (q,) of the medians of `fall` over the draws, in logarithms."""
    medians = np.median(errors, axis=1)
    return np.asarray(np.polyfit(np.log(sizes), np.log(medians), 1)[0])


# Parts of the closed forms


def _leading(
    eigenvalues: Array, q: int, centre: bool, kernel: Kernel, diagonal: float
) -> tuple[Array, NDArray[np.intp], float]:
    """Return the q leading eigenvalues or more, see `Limit`, their places, and the trace.

    The first eigenvalue belongs to the constant, which centring drops; all add up to k(x, x).
    """
    values, floor = eigenvalues.astype(float), RANK * float(np.abs(eigenvalues).max())
    trace = diagonal if kernel.is_psd else float(values[values > 0].sum())
    if centre:
        trace -= max(float(values[0]), 0.0)
        values[0] = 0.0
    order = np.argsort(-values, kind="stable")
    order = order[values[order] > floor]
    found = values[order]
    kept = found >= (1 - EQUAL) * found[min(q, len(found)) - 1] if len(found) else found > 0
    return found[kept], order[kept], trace


@lru_cache(maxsize=1)
def _half_circle() -> tuple[Array, Array]:
    """Return angles (NODES + 1,) from 0 to π, the first 0, and weights of a mean over them."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return np.append(0.0, (nodes + 1) * math.pi / 2), np.append(0.0, weights / 2)


def _directions(angles: Array) -> Array:
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _require_same(values: Array, others: Array, why: str) -> None:
    rounding = 100 * EPS * float(np.abs(others).max())
    if np.abs(values - others).max() > SAME * float(np.ptp(others)) + rounding:
        raise ValueError(E_(why))


def _hermite(x: Array, degree: int, a: float, c: float) -> list[Array]:
    """Return exp(−(c − a)x²) H_k(√(2c) x), scaled to ∫ φ² p = 1, for k = 0 … degree."""
    t, before = math.sqrt(2 * c) * x, np.zeros_like(x)
    found = [(c / a) ** 0.25 * np.exp(-(c - a) * x * x)]
    for k in range(degree):
        found.append(math.sqrt(2 / (k + 1)) * t * found[k] - math.sqrt(k / (k + 1)) * before)
        before = found[k]
    return found
