"""Figures 12.16 and 12.17 of Bishop, Pattern Recognition and Machine Learning (2006), as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core.experiments import claims
from kpca_core.experiments.experiment import Case, Experiment
from kpca_core.experiments.paper import CLUSTER_REGION, CLUSTERS, FIGURE_4_EIGENVALUES
from kpca_core.kernels import Gaussian, Kernel, Polynomial
from kpca_core.kernels.base import Array


@dataclass(frozen=True)
class Paraboloid(Kernel):
    """k(x, y) = x·y + ‖x‖²‖y‖², whose features in the plane are (x, y, x² + y²) (C section 1)."""

    def gram(self, X: Array, Y: Array) -> Array:
        return X @ Y.T + np.outer((X**2).sum(axis=1), (Y**2).sum(axis=1))

    def diagonal(self, X: Array) -> Array:
        squares: Array = (X**2).sum(axis=1)
        return squares + squares**2

    @property
    def formula(self) -> str:
        return r"\mathbf{x} \cdot \mathbf{y} + \lVert\mathbf{x}\rVert^2 \, \lVert\mathbf{y}\rVert^2"

    def feature_dimension(self, dimension: int) -> float:
        return dimension + 1

    def features(self, X: Array) -> Array:
        return np.column_stack([X, (X**2).sum(axis=1)])


# The names of the features of each case, for the axes of feature space.
FEATURE_NAMES = (("x", "y", "x² + y²"), ("x²", "√2 x y", "y²"))

PRML_12_16 = Experiment(
    name="prml-12.16",
    title="Data space and feature space, with the first component",
    generator="concentric_rings",
    arguments={"n": 200, "radii": (1.0, 2.0), "noise": 0.1},
    seed=0,
    region=((-2.6, 2.6), (-2.6, 2.6)),
    cases=(
        Case("Φ = (x, y, x² + y²)", Paraboloid(), "x·y + ‖x‖²‖y‖²", 1),
        Case("Φ = (x², √2 x y, y²)", Polynomial(2), "(x·y)²", 1),
    ),
    fraction=True,
    columns=2,
    checks=(
        claims.linear_in_feature_space(
            "In feature space the lines are “linear projections onto the first principal "
            "component” (B Figure 12.16)"
        ),
        claims.nonlinear_in_data_space(
            "They “correspond to nonlinear projections in the original data space” (B Figure 12.16)"
        ),
        claims.lines_merge(
            "Any linear projection to one dimension “will merge the red and blue points together” "
            "(C section 1)"
        ),
        claims.first_component_separates(
            0,
            "With (x, y, x² + y²) “PCA would pick direction that separates red and blue points” "
            "(C section 1)",
        ),
    ),
    source="Bishop (2006), Figure 12.16, a schematic drawing; CS4786 lecture 6, section 1",
    remark="Neither source has numbers. Radii 1 and 2: with 0.5 and 1 the variance along x² + y² "
    "would be smaller than along x, and the first component would not separate the rings. That of "
    "(x·y)², a saddle, does not either.",
)

PRML_12_17 = Experiment(
    name="prml-12.17",
    title="Three clusters, Gaussian kernel: the first eight eigenfunctions",
    generator="gaussian_clusters",
    arguments=CLUSTERS,
    seed="paper",
    region=CLUSTER_REGION,
    cases=(Case("Gaussian", Gaussian(0.1), "exp(−‖x−y‖²/0.1)", 8, FIGURE_4_EIGENVALUES),),
    fraction=False,
    columns=4,
    checks=(
        claims.separation(
            "“The first two eigenvectors separate the three clusters” (B Figure 12.17)"
        ),
        claims.each_splits_one(
            3,
            5,
            "“The next three eigenvectors split each of the cluster into halves” (B Figure 12.17)",
        ),
        claims.each_splits_one(
            6,
            8,
            "“The following three eigenvectors again split the clusters into halves” "
            "(B Figure 12.17)",
        ),
        claims.orthogonal_splits(
            (3, 5),
            (6, 8),
            "“… along directions orthogonal to the previous splits” (B Figure 12.17)",
        ),
    ),
    source="Bishop (2006), Figure 12.17 and equation 12.86",
    published_by="what the 1998 paper's Matlab program prints; the book cites that paper for the "
    "data",
)
