"""The kernel of points lifted onto a paraboloid.

Sources: docs/notation.md.
"""

from dataclasses import dataclass, replace

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.families import Family, Parameter
from kpca_core._support.words import N_
from kpca_core.kernels.base import UNIT_ROUNDOFF, Kernel, Scaled, dot_rounding
from kpca_core.kernels.parameters import require_positive
from kpca_core.kernels.rows import dot_products, squared_norms, terms_of


@dataclass(frozen=True)
class Paraboloid(Kernel):
    """k(x, y) = x·y + h²‖x‖²‖y‖²; kernel PCA with it is PCA of the points (x, h‖x‖²).

    In the plane and with h = 1 these are (x, y, x² + y²) ([C] section 1).

    Parameters
    ----------
    height : float
        h > 0, in inverse units of the data.
    """

    height: float = 1.0

    family = Family(
        "paraboloid",
        N_("Paraboloid"),
        (
            Parameter(
                "height", N_("height h"), 1.0, 0.01, 100.0, log=True, key="height",
                power=-1, measure="norm",
            ),
        ),
    )  # fmt: skip
    formula = (
        r"\mathbf{x} \cdot \mathbf{y} + h^{2} \, \lVert\mathbf{x}\rVert^{2} \,"
        r" \lVert\mathbf{y}\rVert^{2}"
    )

    def _validate(self) -> None:
        require_positive("Paraboloid", height=self.height)

    def _dilated(self, factor: float) -> Kernel:
        return Scaled(1 / factor, replace(self, height=self.height / factor**0.5))

    @property
    def takes_sparse(self) -> bool:
        return True

    def gram(self, X: Array, Y: Array) -> Array:
        squares = np.outer(squared_norms(X), squared_norms(Y))
        return dot_products(X, Y) + self.height**2 * squares

    def diagonal(self, X: Array) -> Array:
        squares = squared_norms(X)
        return squares + self.height**2 * squares**2

    def rounding(self, X: Array) -> float:
        return (2 * dot_rounding(terms_of(X)) + 5 * UNIT_ROUNDOFF) * self.largest(X)

    def numpy_expression(self) -> str:
        return f"dot + {self.height!r} ** 2 * np.outer((A**2).sum(1), (B**2).sum(1))"

    def feature_dimension(self, dimension: int) -> float:
        return dimension + 1

    def feature_names(self, dimension: int = 2) -> tuple[str, ...]:
        if dimension != 2:
            return super().feature_names(dimension)
        return ("x", "y", "x² + y²" if self.height == 1 else "h (x² + y²)")

    def features(self, X: Array) -> Array:
        return np.column_stack([X, self.height * squared_norms(X)])

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        slopes = 2.0 * self.height**2 * (W @ squared_norms(Y))
        return W @ Y + slopes[:, None] * X

    def diagonal_gradient(self, X: Array) -> Array:
        return (2.0 + 4.0 * self.height**2 * squared_norms(X))[:, None] * X
