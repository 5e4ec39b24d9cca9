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
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Protocol

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel, Laplacian
from kpca_core.solvers import fit

# Eigenvalues are taken for 0 below this share of the largest, and for equal within this share;
# kernel values of one angle or distance differ by less than the last.
RANK, EQUAL, SAME = 1e-12, 1e-9, 1e-10
# Nodes of a quadrature over half a circle, and the frequencies that are looked at.
NODES, FREQUENCIES = 400, 64
# Halvings of an interval of length π/2: down to the last digit.
HALVINGS = 60
# Coordinates of a cube whose corners are listed, at most.
MOST_COORDINATES = 10

# What functions are called, and the functions: values (m, q) at points (m, D).
Waves = tuple[Sequence[str], Callable[[Array], Array]]


@dataclass(frozen=True, eq=False)
class Limit:
    """The leading eigenfunctions φⱼ of T, with ∫ φⱼ² p = 1.

    Parameters
    ----------
    eigenvalues
        (q,) descending and above 0: at least as many as were asked for, so that no group of equal
        ones is cut, or all that there are.
    names
        (q,), the functions as formulas.
    functions
        Maps points (m, D) to φⱼ there, (m, q). Where p is 0 it is (T φⱼ)(x)/λⱼ, to which the
        functions of a sample tend.
    trace
        The sum of all eigenvalues above 0.
    """

    eigenvalues: Array
    names: tuple[str, ...]
    functions: Callable[[Array], Array]
    trace: float

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Numbers from 0 of equal eigenvalues: every rotation within a group is as valid."""
        values = self.eigenvalues
        ends = np.flatnonzero(values[:-1] - values[1:] > EQUAL * values[:-1]) + 1
        return tuple(tuple(one.tolist()) for one in np.split(np.arange(len(values)), ends))


class Law(Protocol):
    """A density p of points."""

    def limit(self, kernel: Kernel, q: int, centre: bool) -> Limit:
        """Return the q leading eigenfunctions; ValueError says for what there are some."""


def _chosen(
    eigenvalues: Array, names: Callable[[int], str], q: int, centre: bool, whole: float | None
) -> tuple[Array, Array, tuple[str, ...], float]:
    """Return the leading eigenvalues above 0, their places, names, and the sum of all above 0.

    Parameters
    ----------
    eigenvalues
        Of all functions; the first belongs to the constant, which centring drops.
    whole
        ∫ k(x, x) p(x) dx, the sum of all; None where some are negative.
    """
    values = eigenvalues.astype(float)
    total = values[values > 0].sum() if whole is None else whole
    if centre:
        total -= max(values[0], 0.0)
        values[0] = 0.0
    order = np.argsort(-values, kind="stable")
    order = order[values[order] > RANK * max(float(values.max()), 0.0)]
    found = values[order]
    end = min(q, len(found))
    while 0 < end < len(found) and found[end - 1] - found[end] <= EQUAL * found[end - 1]:
        end += 1
    return found[:end], order[:end], tuple(names(int(one)) for one in order[:end]), float(total)


@dataclass(frozen=True)
class Circle:
    """Uniform on the circle of this radius r around the origin of the plane."""

    radius: float = 1.0

    def limit(self, kernel: Kernel, q: int, centre: bool = True) -> Limit:
        """√2 cos mθ and √2 sin mθ, for a kernel that rotations leave as it is."""
        angles, weights = _half_circle()
        nodes = self.radius * _directions(angles)
        values = kernel(nodes[:1], nodes)[0]
        for turn in (1.0, 2.5):
            moved = self.radius * _directions(angles + turn)
            _require_same(kernel(moved[:1], moved)[0], values, "angle")
        m = np.arange(FREQUENCIES)
        waves = weights[:, None] * np.cos(np.outer(angles, m))
        coefficients, width = values @ waves, kernel.gaussian_width
        if width is not None:
            from scipy.special import ive

            coefficients = np.asarray(ive(m, 2 * self.radius**2 / width))
        # The constant, and of every other frequency the cosine and the sine.
        each = np.concatenate([[0], np.repeat(m[1:], 2)])
        whole = float(values[0]) if kernel.is_psd else None
        found, places, names, trace = _chosen(coefficients[each], _angular, q, centre, whole)
        own, sine = each[places], (places > 0) & (places % 2 == 0)

        def functions(X: Array) -> Array:
            # Points of one radius, but for rounding, share the integral.
            apart = np.round(np.hypot(X[:, 0], X[:, 1]) / self.radius, 12)
            radii, place = np.unique(apart, return_inverse=True)
            along = np.column_stack([radii * self.radius, np.zeros(len(radii))])
            radial = (kernel(along, nodes) @ waves[:, own] / coefficients[own])[place]
            turned = np.outer(np.arctan2(X[:, 1], X[:, 0]), own)
            around = np.where(sine, np.sin(turned), np.cos(turned))
            values: Array = radial * around * np.where(own == 0, 1.0, math.sqrt(2))
            return values

        return Limit(found, names, functions, trace)


@dataclass(frozen=True)
class Normal:
    """Normal with mean 0, this standard deviation σ in each of D coordinates, no correlation."""

    sd: float = 1.0
    dimension: int = 2

    def limit(self, kernel: Kernel, q: int, centre: bool = False) -> Limit:
        """Products of a Hermite function of each coordinate, for a Gaussian kernel."""
        width = kernel.gaussian_width
        if width is None:
            raise ValueError(_("For normal points a closed form needs a Gaussian kernel."))
        _refuse_centring(centre)
        a, b = 1 / (4 * self.sd**2), 1 / width
        c = math.sqrt(a * a + 2 * a * b)
        first, ratio = math.sqrt(2 * a / (a + b + c)), b / (a + b + c)
        degree = 0
        while math.comb(degree + self.dimension, self.dimension) < q:
            degree += 1
        each = range(degree + 1)
        orders = sorted(
            (one for one in product(each, repeat=self.dimension) if sum(one) <= degree),
            key=lambda one: (sum(one), [-k for k in one]),
        )
        values = first**self.dimension * ratio ** np.array([float(sum(one)) for one in orders])

        def functions(X: Array) -> Array:
            along = [_hermite(X[:, d], degree, a, c) for d in range(self.dimension)]
            columns = [math.prod(along[d][k] for d, k in enumerate(one)) for one in orders]
            return np.column_stack(columns)

        return Limit(values, tuple(map(_product_of_hermite, orders)), functions, 1.0)


@dataclass(frozen=True)
class Segment:
    """Uniform on the segment −a ≤ x₁ ≤ a of the axis, a = `half`; other coordinates are 0."""

    half: float = 1.0

    def limit(self, kernel: Kernel, q: int, centre: bool = False) -> Limit:
        """cos ωx where ω tan ωa = 1/w, sin ωx where ω cot ωa = −1/w, for `Laplacian(w)`."""
        if not isinstance(kernel, Laplacian):
            raise ValueError(_("On a segment a closed form needs the Laplacian kernel."))
        _refuse_centring(centre)
        a, w, j = self.half, kernel.width, np.arange(q)
        # With u = ωa both equations are u − jπ/2 = arctan(a/(wu)), j even for cosines.
        low, high = j * math.pi / 2, (j + 1) * math.pi / 2
        for _half in range(HALVINGS):
            u = (low + high) / 2
            is_below = u - j * math.pi / 2 < np.arctan2(a / w, u)
            low, high = np.where(is_below, u, low), np.where(is_below, high, u)
        omega = (low + high) / 2 / a
        values = (2 / w) / (omega**2 + w**-2) / (2 * a)
        is_sine, turn = j % 2 == 1, 2 * omega * a
        scale = np.sqrt((1 + np.where(is_sine, -1, 1) * np.sin(turn) / turn) / 2)

        def functions(X: Array) -> Array:
            inside = np.clip(X[:, 0], -a, a)
            away = np.abs(X[:, 0] - inside) + np.abs(X[:, 1:]).sum(axis=1)
            phase = np.outer(inside, omega)
            along = np.where(is_sine, np.sin(phase), np.cos(phase))
            values: Array = along / scale * np.exp(-away / w)[:, None]
            return values

        return Limit(values, tuple(map(_along, j.tolist(), omega)), functions, 1.0)


@dataclass(frozen=True)
class Corners:
    """Uniform on the 2ᴰ corners with coordinates ±h, h = `half`."""

    half: float = 1.0
    dimension: int = 2

    def limit(self, kernel: Kernel, q: int, centre: bool = True) -> Limit:
        """Products of distinct coordinates, over h: the eigenvalue is that of their number."""
        if not 1 <= self.dimension <= MOST_COORDINATES:
            raise ValueError(
                _("Need 1 <= dimension <= {most}; got dimension={given!r}").format(
                    most=MOST_COORDINATES, given=self.dimension
                )
            )
        signs = np.array(list(product((1.0, -1.0), repeat=self.dimension)))
        corners, differing = self.half * signs, (signs < 0).sum(axis=1)
        K = kernel(corners)
        apart = (signs[:, None] != signs).sum(axis=2)
        by_distance = np.array([K[0, differing == k][0] for k in range(self.dimension + 1)])
        _require_same(K, by_distance[apart], "corners")
        sizes = range(self.dimension + 1)
        subsets = [one for k in sizes for one in combinations(range(self.dimension), k)]
        eigenvalues = corner_eigenvalues(by_distance)[[len(one) for one in subsets]]
        whole = float(by_distance[0]) if kernel.is_psd else None
        found, places, names, trace = _chosen(
            eigenvalues, lambda k: _monomial(subsets[k]), q, centre, whole
        )
        chosen = [subsets[one] for one in places]
        columns = [signs[:, list(one)].prod(axis=1) for one in chosen]
        at_corners = np.array(columns).reshape(len(chosen), len(signs)).T

        def functions(X: Array) -> Array:
            values: Array = kernel(X, corners) @ at_corners / len(corners) / found
            return values

        return Limit(found, names, functions, trace)


# By the identities of the data sets, see `datasets.uniform`.
LAWS: Mapping[str, Law] = MappingProxyType(
    {"circle": Circle(), "normal": Normal(0.5), "segment": Segment(), "corners": Corners()}
)


def corner_eigenvalues(values: Array) -> Array:
    """Σ_j values[j] Krawtchouk_j(w) / 2ᴰ, the eigenvalue of products of w = 0 … D coordinates.

    Parameters
    ----------
    values
        (D + 1,), of the kernel at corners of which j coordinates differ.
    """
    d = len(values) - 1
    sums = [
        [
            sum((-1) ** s * math.comb(w, s) * math.comb(d - w, j - s) for s in range(j + 1))
            for j in range(d + 1)
        ]
        for w in range(d + 1)
    ]
    found: Array = (np.array(sums) * values).sum(axis=1) / 2**d
    return found


# A sample beside its limit


def turned(limit: Limit, values: Array, scores: Array) -> Array:
    """Return R (q, p): the limit's functions, values (n, q), times R agree best with scores (n, p).

    Within each group of equal eigenvalues R is the rotation that makes the sum of squared
    differences from the scores, each divided by its size, least: of a single one a sign.
    """
    p = scores.shape[1]
    R = np.zeros((len(limit.eigenvalues), p))
    for group in map(list, limit.groups):
        own = [j for j in group if j < p]
        if own:
            sizes = np.linalg.norm(scores[:, own], axis=0)
            left, _sizes, right = np.linalg.svd(
                values[:, group].T @ (scores[:, own] / sizes), full_matrices=False
            )
            R[np.ix_(group, own)] = left @ right
    return R


@dataclass(frozen=True, eq=False)
class Beside:
    """The limit beside p components of a sample of n points.

    Parameters
    ----------
    limit
        Of at least p functions.
    rotation
        (q, p), see `turned`.
    errors
        (p,): √(mean over the points of (fⱼ − gⱼ)²) / √λⱼ, with gⱼ = √λⱼ φⱼ of the limit.
    """

    limit: Limit
    rotation: Array
    errors: Array

    def functions(self, X: Array) -> Array:
        """gⱼ at points (m, D), in the unit and with the signs of the sample's functions, (m, p)."""
        p = self.rotation.shape[1]
        values: Array = self.limit.functions(X) @ self.rotation
        return values * np.sqrt(self.limit.eigenvalues[:p])


def beside(limit: Limit, X: Array, scores: Array) -> Beside:
    """Return the limit beside the scores (n, p) of points X (n, D); as many as it has functions."""
    scores = scores[:, : len(limit.eigenvalues)]
    values = limit.functions(X)
    R, roots = turned(limit, values, scores), np.sqrt(limit.eigenvalues[: scores.shape[1]])
    errors = np.sqrt(np.mean((scores / roots - values @ R) ** 2, axis=0))
    return Beside(limit, R, errors)


def missed(limit: Limit, found: Decomposition) -> Array:
    """Return |λⱼ/n − λⱼ| / λⱼ (q,), of a group of equal eigenvalues the mean's; 1 for none."""
    values = np.zeros(len(limit.eigenvalues))
    own = found.variances[: len(values)]
    values[: len(own)] = own
    for group in map(list, limit.groups):
        values[group] = values[group].mean()
    errors: Array = np.abs(values - limit.eigenvalues) / limit.eigenvalues
    return errors


def fall(
    limit: Limit, kernel: Kernel, draw: Callable[[int, int], Array], sizes: Sequence[int],
    draws: int, *, centre: bool,
) -> Array:  # fmt: skip
    """Return `missed` of independent draws of points, an array (sizes, draws, q).

    Parameters
    ----------
    draw
        Makes n points (n, D) of a seed.
    """
    q = len(limit.eigenvalues)
    seeds = iter(range(len(sizes) * draws))
    return np.array(
        [
            [
                missed(limit, fit(kernel, draw(n, next(seeds)), q, centre=centre))
                for _k in range(draws)
            ]
            for n in sizes
        ]
    )


def slopes(sizes: Iterable[float], errors: Array) -> Array:
    """Return the slope of log error against log n, of the medians of `fall` over the draws (q,)."""
    medians = np.median(errors, axis=1)
    found: Array = np.polyfit(np.log(list(sizes)), np.log(medians), 1)[0]
    return found


# Parts of the closed forms


@lru_cache(maxsize=1)
def _half_circle() -> tuple[Array, Array]:
    """Return angles (NODES + 1,) from 0 to π, the first 0, and weights of a mean over them."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return np.append(0.0, (nodes + 1) * math.pi / 2), np.append(0.0, weights / 2)


def _directions(angles: Array) -> Array:
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _require_same(values: Array, others: Array, what: str) -> None:
    if np.abs(values - others).max() > SAME * np.abs(others).max():
        if what == "angle":
            raise ValueError(
                _("On a circle a closed form needs a kernel of the angle between two points.")
            )
        raise ValueError(
            _("On corners a closed form needs a kernel of the number of coordinates that differ.")
        )


def _refuse_centring(centre: bool) -> None:
    if centre:
        raise ValueError(
            _(
                "Here is no closed form of the centred operator for normal points, nor for those "
                "of a segment: take centring off."
            )
        )


def _hermite(x: Array, degree: int, a: float, c: float) -> list[Array]:
    """Return exp(−(c − a)x²) H_k(√(2c) x), scaled to ∫ φ² p = 1, for k = 0 … degree."""
    t = math.sqrt(2 * c) * x
    found = [(c / a) ** 0.25 * np.exp(-(c - a) * x * x)]
    before = np.zeros_like(t)
    for k in range(degree):
        following = math.sqrt(2 / (k + 1)) * t * found[k] - math.sqrt(k / (k + 1)) * before
        before = found[k]
        found.append(following)
    return found


SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def _angular(place: int) -> str:
    m = (place + 1) // 2
    name = "sin" if place % 2 == 0 else "cos"
    return f"{name} {'' if m == 1 else m}θ" if m else "1"


def _product_of_hermite(orders: Sequence[int]) -> str:
    letters = "xy" if len(orders) < 3 else ""
    return " ".join(
        f"h{k}({letters[d] if letters else f'x{d + 1}'})".translate(SUBSCRIPTS)
        for d, k in enumerate(orders)
    )


def _along(j: int, omega: float) -> str:
    return f"{'sin' if j % 2 else 'cos'} {omega:.3g}x"


def _monomial(coordinates: Sequence[int]) -> str:
    return "".join(f"x{d + 1}".translate(SUBSCRIPTS) for d in coordinates) or "1"
