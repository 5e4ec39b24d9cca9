"""Kernel PCA as the textbook derives it, with every intermediate result kept.

`Derivation.of` follows [S] sections 2 to 4 and appendix B, and [B] section 12.3, line by line in
dense NumPy, for at most `MOST_POINTS` points. It shares nothing with `kpca_core.solvers`, so that
each checks the other. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_
from kpca_core.kernels import Kernel
from kpca_core.spectrum import noise_floor, numerical_rank

# Points, and features of the covariance matrix, beyond which nothing is left to read.
MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class NewPoint:
    """How a new point x gets its values ([S] eq. 2.15 and B.4, [B] eq. 12.82).

    Parameters
    ----------
    x : (D,) array
        The new point.
    k : (n,) array
        k(xᵢ, x).
    centred : (n,) array
        k̃(xᵢ, x); k itself without centring.
    terms : (n, r) array
        αᵢⱼ k̃(xᵢ, x).
    values : (r,) array
        fⱼ(x) = Σᵢ terms[i, j].
    """

    x: Array
    k: Array
    centred: Array
    terms: Array
    values: Array

    __repr__ = in_one_line


@dataclass(frozen=True, eq=False)
class NullShift:
    """Coefficients a = α + tβ with K̃β = 0 ([B] after eq. 12.80, [S] appendix A).

    Parameters
    ----------
    coefficients : (n,) array
        a.
    squared : float
        ‖K̃²a − λK̃a‖ / ‖K̃²a‖, which is 0 up to rounding ([S] eq. 2.11, [B] eq. 12.79).
    rounding : float
        What rounding may make of `squared`: n² ε max |K| max |λ| ‖a‖ / (λ² ‖α‖). From 1 on
        `squared` says nothing.
    plain : float
        ‖K̃a − λa‖ / ‖K̃a‖ = |t|√λ up to rounding ([S] eq. 2.12, [B] eq. 12.80).
    projection : float
        max |Σᵢ (aᵢ − αᵢ) k̃(xᵢ, x)| / max |f(x)| over points x: 0 up to rounding.
    """

    coefficients: Array
    squared: float
    rounding: float
    plain: float
    projection: float

    __repr__ = in_one_line


@dataclass(frozen=True, eq=False)
class Derivation:
    """All that a reader can compute by hand.

    Parameters
    ----------
    kernel : Kernel
        k.
    X : (n, D) array
        The rows.
    centring : bool
        Whether the feature vectors are centred.
    gram : (n, n) array
        K[i, j] = k(xᵢ, xⱼ) ([S] eq. 2.10).
    ones : (n, n) array
        1ₙ, whose entries are all 1/n ([S] eq. B.3).
    centred : (n, n) array
        K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ ([S] eq. B.3, [B] eq. 12.85), or K.
    eigenvalues : (n,) array
        All λ of K̃ in descending order, negative ones last.
    vectors : (n, n) array
        Unit eigenvectors u as columns, the entry of largest size positive.
    rank : int
        Number r of eigenvalues above rounding, see `floor`.
    """

    kernel: Kernel
    X: Array
    centring: bool
    gram: Array
    ones: Array
    centred: Array
    eigenvalues: Array
    vectors: Array
    rank: int

    __repr__ = in_one_line

    @classmethod
    def of(cls, kernel: Kernel, X: ArrayLike, centre: bool = True) -> Derivation:
        """Derive kernel PCA of the rows of X (n, D).

        Raises
        ------
        TypeError, ValueError
            if X is no table of finite numbers with 1 to `MOST_POINTS` rows, or a kernel value is
            not finite
        """
        X = finite_points(X, "X")
        n = len(X)
        if not 1 <= n <= MOST_POINTS:
            said = E_(
                "A derivation shows 1 to {most_points} points; got {n}. Take fewer rows, "
                "or use fit, which keeps no matrices."
            )
            raise ValueError(said.format(most_points=MOST_POINTS, n=n))
        ones = np.full((n, n), 1 / n)
        with few_threads(n**3), np.errstate(over="ignore", invalid="ignore"):
            K = np.array(kernel.gram_matrix(X), float)
            if not np.isfinite(K).all():
                said = E_("Values of {kernel!r} overflow for these points. Rescale the data.")
                raise ValueError(said.format(kernel=kernel))
            centred = K - ones @ K - K @ ones + ones @ K @ ones if centre else K
            values, vectors = np.linalg.eigh((centred + centred.T) / 2)
        values, vectors = values[::-1], vectors[:, ::-1]
        largest = np.abs(vectors).argmax(axis=0)
        vectors = vectors * np.where(vectors[largest, np.arange(n)] < 0, -1.0, 1.0)
        rank = numerical_rank(values, _floor(values, K))
        return cls(kernel, X, centre, K, ones, centred, values, vectors, rank)

    @property
    def floor(self) -> float:
        """The size below which an eigenvalue of K̃ counts as 0, see `spectrum.noise_floor`."""
        return _floor(self.eigenvalues, self.gram)

    @property
    def negative(self) -> Array:
        """The eigenvalues of K̃ below −`floor`, the lowest last ([S] eq. C.1 excludes them)."""
        return self.eigenvalues[self.eigenvalues < -self.floor]

    @cached_property
    def gram_eigenvalues(self) -> Array:
        """All eigenvalues of K itself (n,), in descending order."""
        return np.asarray(np.linalg.eigvalsh(self.gram)[::-1], dtype=float)

    @property
    def gram_floor(self) -> float:
        """The size below which an eigenvalue of K counts as 0."""
        return _floor(self.gram_eigenvalues, self.gram)

    @cached_property
    def alphas(self) -> Array:
        """The coefficients α = u/√λ (n, r), so that λ‖α‖² = 1 ([S] eq. 2.14, [B] eq. 12.81)."""
        return self.vectors[:, : self.rank] / np.sqrt(self.eigenvalues[: self.rank])

    @property
    def squared_lengths(self) -> Array:
        """‖αⱼ‖² (r,), which is 1/λⱼ."""
        values: Array = np.sum(self.alphas**2, axis=0)
        return values

    @property
    def axis_products(self) -> Array:
        """Vⁱ·Vʲ = αⁱ·K̃αʲ (r, r): the identity matrix ([S] eq. 2.13)."""
        return self.alphas.T @ self.centred @ self.alphas

    @property
    def scores(self) -> Array:
        """Vʲ·Φ̃(xᵢ) = (K̃αʲ)ᵢ (n, r) ([S] eq. B.4 at x = xᵢ)."""
        return self.centred @ self.alphas

    @property
    def variances(self) -> Array:
        """λ/n (r,): the variances along the axes ([B] eq. 12.80)."""
        return self.eigenvalues[: self.rank] / len(self.X)

    @property
    def left_out(self) -> Array:
        """1/n Σᵢ ‖Φ(xᵢ) − P_q Φ(xᵢ)‖² (r + 1,), q = 0 … r ([S] section 4.2, (2)).

        By K̃'s diagonal and the scores. Of an indefinite kernel these are no squared distances.
        """
        kept = np.cumsum(self.scores**2, axis=1).mean(axis=0)
        return np.asarray(np.diag(self.centred).mean() - np.append(0.0, kept))

    @cached_property
    def features(self) -> Array | None:
        """Φ̃(xᵢ) (n, M), centred as K̃ is; None for more than `MOST_POINTS` dimensions."""
        if self.kernel.feature_dimension(self.X.shape[1]) > MOST_POINTS:
            return None
        found = np.asarray(self.kernel.features(self.X), float)
        return found - self.ones @ found if self.centring else found

    @property
    def covariance(self) -> Array | None:
        """C = 1/n Σᵢ Φ̃(xᵢ)Φ̃(xᵢ)ᵀ (M, M) ([S] eq. 2.5); None where `features` is.

        Its eigenvalues other than 0 are those of K̃ divided by n.
        """
        found = self.features
        return None if found is None else found.T @ found / len(self.X)

    @cached_property
    def null_vector(self) -> Array:
        """β (n,) with K̃β = 0 and length 1, which centring makes sure of.

        It is (1, 0, …, 0) projected on all such vectors. Where there are not fewer features than
        n − 1 it is (1, …, 1)/√n: there an eigenvalue that merely counts as 0 need not be 0.

        Raises
        ------
        ValueError
            without centring
        """
        if not self.centring:
            said = E_("Without centring K need not have an eigenvalue 0. Derive with centre=True.")
            raise ValueError(said)
        n = len(self.X)
        if self.features is None or self.features.shape[1] >= n - 1:
            return np.asarray(self.ones[0] * np.sqrt(n))
        null = self.vectors[:, np.abs(self.eigenvalues) <= self.floor]
        beta = null @ null[0]
        return np.asarray(beta / np.linalg.norm(beta))

    def shifted(self, j: int, multiple: float, points: ArrayLike | None = None) -> NullShift:
        """Add a multiple t of `null_vector` to αⱼ, and measure what that changes.

        Parameters
        ----------
        j : int
            Component, counted from 0, below `rank`.
        multiple : float
            t.
        points : (m, D) array, optional
            Where projections are compared; the rows of X by default.

        Raises
        ------
        ValueError
            without centring, or where there is no such component
        """
        if not 0 <= j < self.rank:
            said = E_("There is no component {j}: choose from 0 to {last}.")
            raise ValueError(said.format(j=j, last=self.rank - 1))
        moved, alpha = multiple * self.null_vector, self.alphas[:, j]
        a, K, value = alpha + moved, self.centred, self.eigenvalues[j]
        once = K @ a
        twice = K @ once
        compared = self.comparisons(self.X if points is None else points)[1]
        rounding = len(a) * np.finfo(float).eps * np.abs(self.gram).max() / value
        rounding *= len(a) * np.abs(self.eigenvalues).max() / value
        return NullShift(
            a,
            float(np.linalg.norm(twice - value * once) / np.linalg.norm(twice)),
            float(rounding * np.linalg.norm(a) / np.linalg.norm(alpha)),
            float(np.linalg.norm(once - value * a) / np.linalg.norm(once)),
            float(np.abs(moved @ compared).max() / np.abs(alpha @ compared).max()),
        )

    def at(self, x: ArrayLike) -> NewPoint:
        """Project a new point x (D,)."""
        one = finite_points(np.reshape(x, (1, -1)), "x")
        k, centred = self.comparisons(one)
        terms = self.alphas * centred
        return NewPoint(one[0], k[:, 0], centred[:, 0], terms, terms.sum(axis=0))

    def values(self, points: ArrayLike) -> Array:
        """fⱼ (m, r) of many new points (m, D), as `at` finds them for each."""
        return self.comparisons(points)[1].T @ self.alphas

    def comparisons(self, points: ArrayLike) -> tuple[Array, Array]:
        """k(xᵢ, x) and k̃(xᵢ, x) (n, m) of new points x (m, D) ([S] after eq. B.4)."""
        k = np.asarray(self.kernel(self.X, finite_points(points, "points")), float)
        if not np.isfinite(k).all():
            said = E_("Values of {kernel!r} overflow at these points. Rescale them.")
            raise ValueError(said.format(kernel=self.kernel))
        if not self.centring:
            return k, k
        return k, k - k.mean(axis=0) - self.gram.mean(axis=1)[:, None] + self.gram.mean()


def _floor(eigenvalues: Array, gram: Array) -> float:
    return noise_floor(np.abs(eigenvalues).max(), len(gram), np.abs(gram).max())
