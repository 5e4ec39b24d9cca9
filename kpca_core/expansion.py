"""The kernel expansion f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j].

Every fitted kernel PCA is one such value. Centring ([S] eq. B.3–B.4, [B] eq. 12.85) is folded into
A and b once, by the solver. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kpca_core._support.arrays import Array, Points, require_columns
from kpca_core._support.by_value import hash_of_values, same_values
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.threads import few_threads, row_slices, rows_held
from kpca_core._support.words import E_, counting
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.kernels.plane.lattice import LatticeSums
from kpca_core.kernels.rows import SparseRows, as_rows, is_sparse, require_dense
from kpca_core.kernels.sums import feature_sums, kernel_sums, kernel_sums_on_grid


@dataclass(frozen=True, eq=False)
class Expansion:
    """f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j] for j = 1 … q ([S] eq. 2.15 and 4.1, [B] eq. 12.82).

    Parameters
    ----------
    kernel : Kernel
        k.
    points : (m, D) array
        P, in units of the data; after a fit to a sparse matrix its rows, `SparseRows`.
    coefficients : (m, q) array
        A.
    offsets : (q,) array
        b.
    evaluator : LatticeSums, optional
        a faster way to the sums on a grid, equal to rounding.
    axes : (M, q) array, optional
        Σᵢ A[i, j] Φ(P[i]) for a kernel with M features Φ. Where given, f_j(x) is
        Φ(x)·axes[:, j] + b[j]: O(M) operations a point, without the cancellation of kernel values
        far from the origin.
    mean_weights : (m,) array, optional
        Weights w of the mean in feature space, Σᵢ w[i] φ(P[i]), which pre-images add back; None
        where nothing was subtracted. Over landmarks it is the mean's projection on their span, at a
        squared distance of at most trace(E)/n.

    Raises
    ------
    ValueError
        if the shapes do not fit; the message quotes them.
    """

    kernel: Kernel
    points: Array
    coefficients: Array
    offsets: Array
    evaluator: LatticeSums | None = None
    mean_weights: Array | None = None
    axes: Array | None = None

    __repr__, __eq__, __hash__ = in_one_line, same_values, hash_of_values

    def __post_init__(self) -> None:
        m, q = self.coefficients.shape
        if self.mean_weights is not None and self.mean_weights.shape != (m,):
            raise ValueError(
                E_("The mean needs a weight for each of {points}; got shape {shape}.").format(
                    points=counting(m, "{n} point", "{n} points"), shape=self.mean_weights.shape
                )
            )
        if len(self.points) != m or self.offsets.shape != (q,):
            raise ValueError(
                E_(
                    "An expansion needs as many coefficient rows as points and as many "
                    "offsets as functions; got {points}, coefficients {q}, offsets {shape}."
                ).format(
                    points=counting(len(self.points), "{n} point", "{n} points"),
                    q=(m, q),
                    shape=self.offsets.shape,
                )
            )

    def __call__(self, X: Points) -> Array:
        """Evaluate f_j(X[i]), shape (n, q), for X (n, D), in blocks of bounded memory.

        A sparse matrix is taken as it is after a fit to one, else block by block as a dense one.

        Raises
        ------
        TypeError, ValueError
            if X is no table of finite points of the fit's dimension, or so large that a kernel
            value overflows.
        """
        sparse = isinstance(self.points, SparseRows)
        if is_sparse(X) and not sparse:
            table = as_rows(X, "X").table
            blocks = row_slices(table.shape[0], rows_held(table.shape[1])) or [slice(0)]
            return np.concatenate([self(table[block].toarray()) for block in blocks])
        rows = as_rows(X, "X", sparse=sparse)
        if not self.kernel.is_precomputed:
            require_columns(rows, self.points.shape[1])
        return self.at(rows)

    def at(self, X: Array) -> Array:
        """The same for finite X (n, D), after a fit to a sparse matrix for `SparseRows`."""
        with np.errstate(over="ignore", invalid="ignore"):
            if self.axes is not None:
                values = feature_sums(self.kernel, X, self.axes)
            else:
                values = kernel_sums(self.kernel, X, self.points, self.coefficients)
        return self._finite(values + self.offsets)

    def on_grid(self, grid: Grid, progress: Progress | None = None) -> Array:
        """Evaluate f_j on a grid of a plane, shape (q, ny, nx).

        `progress`, as for `fit`, is called where kernel values are computed block by block.

        Raises
        ------
        ValueError
            if the points have other than two coordinates and the grid has no plane among them
        """
        require_dense(self.points, E_("Values on a grid"))
        dimension = 2 if grid.plane is None else len(grid.plane.origin)
        if self.points.shape[1] != dimension:
            where = (
                E_("the plane")
                if grid.plane is None
                else E_("{dimension} dimensions").format(dimension=dimension)
            )
            raise ValueError(
                E_("A grid lies in {where}; these points have {coordinates}.").format(
                    where=where,
                    coordinates=counting(self.points.shape[1], "{n} coordinate", "{n} coordinates"),
                )
            )
        work = len(grid.x) * len(grid.y) * len(self.points)
        with few_threads(work), np.errstate(over="ignore", invalid="ignore"):
            if self.evaluator is not None and grid.plane is None:
                values = self.evaluator.on_grid(grid)
            elif self.axes is not None:
                values = grid.fields(feature_sums(self.kernel, grid.rows, self.axes))
            else:
                values = kernel_sums_on_grid(
                    self.kernel, grid, self.points, self.coefficients, progress
                )
            values += self.offsets[:, None, None]
        return self._finite(values)

    def _finite(self, values: Array) -> Array:
        if not np.isfinite(values).all():
            said = E_(
                "The functions over {kernel!r} are not finite at some of these points: "
                "kernel values overflow. Rescale the data, or leave out points far away."
            )
            raise ValueError(said.format(kernel=self.kernel))
        return values

    def first(self, q: int) -> Expansion:
        """The first `q` functions alone."""
        return self._map_columns(lambda columns: columns[..., :q].copy())

    def scaled(self, factors: Array) -> Expansion:
        """The functions times `factors` (q,)."""
        return self._map_columns(lambda columns: columns * factors)

    def _map_columns(self, change: Callable[[Array], Array]) -> Expansion:
        evaluator, axes = self.evaluator, self.axes
        return replace(
            self,
            coefficients=change(self.coefficients),
            offsets=change(self.offsets),
            axes=None if axes is None else change(axes),
            evaluator=evaluator and replace(evaluator, coefficients=change(evaluator.coefficients)),
        )
