"""Points of which at most two coordinates vary, whatever their number of columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core.kernels import Gaussian, Kernel, Laplacian, Product
from kpca_core.kernels.base import ProductForm


@dataclass(frozen=True, eq=False)
class PlaneCoordinates:
    """The varying columns of points (n, D), which alone matter to a kernel with a product form.

    Points of a plane that is oblique to the axes have more varying columns, and are not found.
    """

    points: Array  # (n, 2), the varying columns, with zeros in the place of missing ones
    columns: Indices  # (c,), c ≤ 2, their indices
    constant: Array  # (D,), one of the points, for the values of the columns that do not vary

    @classmethod
    def of(cls, X: Array) -> PlaneCoordinates | None:
        """Those of X (n, D); None where more than two columns vary."""
        # Most tables of more columns show it in their first rows.
        for rows in (X[:16], X):
            columns = np.flatnonzero((rows != rows[0]).any(axis=0))
            if len(columns) > 2:
                return None
        if len(columns) == X.shape[1] == 2:
            return cls(X, columns, X[0])
        points = np.zeros((len(X), 2))
        points[:, : len(columns)] = X[:, columns]
        return cls(points, columns, X[0])

    @property
    def dimension(self) -> int:
        """How many coordinates vary; 1 where none does."""
        return max(1, len(self.columns))

    def lift(self, points: Array) -> Array:
        """Other points (m, 2) with all D columns."""
        lifted = np.repeat(self.constant[None], len(points), axis=0)
        lifted[:, self.columns] = points[:, : len(self.columns)]
        return lifted


def belongs_to(form: ProductForm, family: type[Gaussian] | type[Laplacian]) -> bool:
    """Whether all terms of a product form belong to `family`; False for the empty form."""
    return bool(form) and all(merged_width(each, family) is not None for _, each in form)


def merged_width(kernel_1d: Kernel, family: type[Gaussian] | type[Laplacian]) -> float | None:
    """The width c with which a kernel of one coordinate belongs to `family`, None where to none.

    A product of two Gaussians is a Gaussian with 1/c = 1/c₁ + 1/c₂, and likewise for Laplacians.
    """
    if isinstance(kernel_1d, Product):
        left = merged_width(kernel_1d.left, family)
        right = merged_width(kernel_1d.right, family)
        return None if left is None or right is None else 1.0 / (1.0 / left + 1.0 / right)
    return kernel_1d.width if isinstance(kernel_1d, family) else None
