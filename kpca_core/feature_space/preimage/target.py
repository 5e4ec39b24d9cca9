"""The algebra of feature space that all pre-image methods share.

With A the coefficients of an expansion and w the weights of the mean μ, Vⱼ = Σᵢ A[i, j] φ(pᵢ) and
μ = Σᵢ w[i] φ(pᵢ). This holds for every solver: over all points the columns of A sum to 0 where the
fit is centred, so that the mean drops out of Vⱼ; over landmarks and lattice nodes Vⱼ lies in their
span. The target of scores z is t = μ + Σⱼ zⱼ Vⱼ = Σᵢ γᵢ φ(pᵢ) with γ = A z + w, and
‖φ(y) − t‖² = k(y, y) − 2 Σᵢ γᵢ k(y, pᵢ) + ‖t‖² follows from kernels alone ([S] eq. 4.2).
Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, SAMPLE, Array, Indices, column_norms, evenly_spread
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage.gaussian import GaussianSums, PlaneSums
from kpca_core.feature_space.preimage.structure import linear_origin
from kpca_core.kernels import Kernel
from kpca_core.kernels.sums import kernel_sums

Solve: TypeAlias = "Callable[[Targets], PreImages]"


class Method:
    """A way to pre-images.

    needs   what a kernel must have, in words
    """

    needs: ClassVar[str]

    def applies(self, kernel: Kernel) -> bool:
        """Whether the kernel has what the method needs."""
        raise NotImplementedError

    def solver(self, subspace: Subspace) -> Solve:
        """The function from targets to pre-images; what all blocks share is computed here."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class PreImages:
    """Pre-images of n targets, and how well they do.

    Parameters
    ----------
    points : (n, D) array
        y.
    objective : (n,) array
        ‖φ(y) − t‖², from kernels alone, so that rounding may make it slightly negative; with an
        indefinite kernel it is no squared distance, and may be negative by any amount.
    iterations : (n,) array of int
        0 for closed forms.
    converged : (n,) array of bool
        The last step was below the tolerance, which at a start that is exactly a saddle point it is
        too; for closed forms, the objective is finite.
    """

    points: Array
    objective: Array
    iterations: NDArray[np.int64]
    converged: NDArray[np.bool_]

    __repr__ = in_one_line

    @classmethod
    def of(cls, targets: Targets, points: Array) -> PreImages:
        """From a closed form."""
        objective = targets.objective(points)
        return cls(points, objective, np.zeros(len(points), np.int64), np.isfinite(objective))

    @classmethod
    def joined(cls, parts: Sequence[PreImages]) -> PreImages:
        """Those of all blocks in their order."""
        fields = zip(*(vars(part).values() for part in parts), strict=True)
        return cls(*map(np.concatenate, fields))

    def replaced(self, rows: Indices, others: PreImages) -> PreImages:
        """With the others, of these rows, in their places where they have a lower objective."""
        fields = [field.copy() for field in vars(self).values()]
        mine = PreImages(*(field[rows] for field in fields))
        for field, best in zip(fields, vars(mine.better(others)).values(), strict=True):
            field[rows] = best
        return PreImages(*fields)

    def better(self, other: PreImages) -> PreImages:
        """Of each target the one with the lower objective; of equal ones the first, NaN last."""
        mine = (self.objective <= other.objective) | np.isnan(other.objective)
        return PreImages(
            np.where(mine[:, None], self.points, other.points),
            np.where(mine, self.objective, other.objective),
            self.iterations + other.iterations,
            np.where(mine, self.converged, other.converged),
        )


@dataclass(frozen=True, eq=False)
class Subspace:
    """The components V (q) and the mean μ of an expansion as sums over its points."""

    kernel: Kernel  # k
    points: Array  # p (m, D)
    offsets: Array  # b (q,)
    weights: Array  # (m, q + 1), the columns of A, then w
    sections: Array  # (m, q + 1), ⟨φ(pᵢ), Vⱼ⟩ and ⟨φ(pᵢ), μ⟩
    gaussian: GaussianSums | None  # of a Gaussian kernel
    plane: PlaneSums | None  # of a Gaussian kernel in the plane, where that is faster

    __repr__ = in_one_line

    @classmethod
    def of(cls, expansion: Expansion, components: Sequence[int] | None = None) -> Subspace:
        """Of the named components, or all; evaluated from the kernel, in O(m²) kernel values.

        The last one of an expansion is kept with it: methods are compared, and a place is dragged.
        """
        P, A, w = expansion.points, expansion.coefficients, expansion.mean_weights
        chosen = tuple(range(A.shape[1]) if components is None else components)
        before, found = _known.get(expansion, ((), None))
        if found is None or before != chosen:
            weights = np.column_stack([A[:, chosen], np.zeros(len(P)) if w is None else w])
            kernel = expansion.kernel
            sections = kernel_sums(kernel, P, P, weights)
            gaussian, plane = GaussianSums.of(kernel, P), PlaneSums.of(kernel, P, weights)
            offsets = expansion.offsets[list(chosen)]
            found = cls(kernel, P, offsets, weights, sections, gaussian, plane)
            _known[expansion] = chosen, found
        return found

    @cached_property
    def gram(self) -> Array:
        """Dot products of the V and μ, shape (q + 1, q + 1)."""
        return self.weights.T @ self.sections

    @property
    def q(self) -> int:
        """The number of components."""
        return len(self.weights.T) - 1

    @cached_property
    def scores(self) -> Array:
        """f_j(pᵢ), shape (m, q)."""
        return self.sections[:, :-1] + self.offsets

    @cached_property
    def diagonal(self) -> Array:
        """k(pᵢ, pᵢ), shape (m,)."""
        return self.kernel.diagonal(self.points)

    @cached_property
    def spread(self) -> float:
        """That of the points p, which is the unit of steps."""
        return spread_of(self.points)

    def targets(
        self, Z: Array, start: Array | None = None, legs: list[list[Array]] | None = None
    ) -> Targets:
        """The targets of scores Z (n, q), with points (n, D) to start from, if any.

        Descents append the points that they pass to `legs`.

        Raises
        ------
        ValueError
            where ‖t‖² is beyond the range of float64.
        """
        coordinates = np.column_stack([Z, np.ones(len(Z))])
        norms = np.einsum("ij,ij->i", coordinates @ self.gram, coordinates)
        if not np.isfinite(norms).all():
            said = E_(
                "Z has scores of up to {largest:.3g}, and the squared length of such a "
                "point of feature space is beyond float64. Give scores of the size of "
                "the fit's."
            )
            raise ValueError(said.format(largest=np.abs(Z).max()))
        return Targets(self, coordinates, norms, start, legs)


_known: WeakKeyDictionary[Expansion, tuple[tuple[int, ...], Subspace]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class Targets:
    """Points t of feature space, n of them."""

    subspace: Subspace
    coordinates: Array  # (n, q + 1), the scores, then 1
    norms: Array  # (n,), ‖t‖²
    start: Array | None = None  # (n, D), where the caller wants iterations to start
    legs: list[list[Array]] | None = None  # the points (n, D) that each descent passes, if wanted

    def __len__(self) -> int:
        return len(self.norms)

    def __getitem__(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Targets:
        start = None if self.start is None else self.start[rows]
        return Targets(self.subspace, self.coordinates[rows], self.norms[rows], start, self.legs)

    @property
    def scores(self) -> Array:
        """z (n, q)."""
        return self.coordinates[:, :-1]

    @cached_property
    def gamma(self) -> Array:
        """γ (n, m)."""
        return self.coordinates @ self.subspace.weights.T

    @property
    def linear_points(self) -> Array:
        """The points y (n, D) with φ(y) = t for an `is_linear` kernel."""
        origin = linear_origin(self.subspace.kernel)
        points: Array = self.gamma @ (self.subspace.points - origin) + origin
        return points

    def begin(self, Y: Array) -> None:
        """Note that a descent starts at Y (n, D)."""
        if self.legs is not None:
            self.legs.append([Y.copy()])

    def visit(self, Y: Array) -> None:
        """Note a point that the descent passes, for each target."""
        if self.legs is not None:
            self.legs[-1].append(Y.copy())

    def at_points(self) -> Array:
        """⟨φ(pᵢ), t⟩ for all points of the expansion, shape (n, m)."""
        return self.coordinates @ self.subspace.sections.T

    def dots(self, Y: Array) -> Array:
        """⟨φ(yᵢ), tᵢ⟩, shape (n,), for Y (n, D)."""
        K = self.subspace.kernel.gram(Y, self.subspace.points)
        values: Array = np.einsum("ij,ij->i", K, self.gamma)
        return values

    def objective(self, Y: Array) -> Array:
        """‖φ(yᵢ) − tᵢ‖², shape (n,), for Y (n, D)."""
        return self.subspace.kernel.diagonal(Y) - 2.0 * self.dots(Y) + self.norms

    def rounding(self, Y: Array, rows: Indices | slice = slice(None)) -> Array:
        """Rounding errors (r,) of differences of `objective` near Y (r, D), of these targets.

        That of ‖t‖², the same for all points, can be larger where components of tiny eigenvalues
        are among them.
        """
        return 32 * EPS * np.abs(self.subspace.kernel.diagonal(Y) + np.abs(self.norms[rows]))

    def gradient(self, Y: Array) -> Array:
        """The gradient of `objective`, shape (n, D)."""
        kernel, points = self.subspace.kernel, self.subspace.points
        return kernel.diagonal_gradient(Y) - 2.0 * kernel.gradient_sum(Y, points, self.gamma)


def spread_of(points: Array) -> float:
    """The median distance of points (m, D) from their median; of some, where these are many.

    Far points do not matter. Where more than half are equal, the root mean square, or 1 if all are.
    """
    some = points[evenly_spread(len(points), SAMPLE)]
    deviations = some - np.median(some, axis=0)
    spread = float(np.median(column_norms(deviations.T)))
    return spread or float(column_norms(deviations.reshape(-1, 1))[0]) / len(some) ** 0.5 or 1.0
