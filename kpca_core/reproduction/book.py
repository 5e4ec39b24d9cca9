"""Figures 12.16 and 12.17 of [B]: settings and claims. Sources: docs/notation.md."""

from dataclasses import replace
from functools import partial

from kpca_core._support.words import N_
from kpca_core.kernels import Paraboloid, Polynomial
from kpca_core.reproduction import claims
from kpca_core.reproduction.experiment import Case, Experiment
from kpca_core.reproduction.paper import FIGURE_4, ORTHOGONAL_SPLITS, SPLIT_3_TO_5, SPLIT_6_TO_8

# The features of each case of Figure 12.16, for the axes of feature space.
FEATURE_NAMES = (("x", "y", "x² + y²"), ("x²", "√2 x y", "y²"))

PRML_12_16 = Experiment(
    name="prml-12.16",
    title=N_("Data space and feature space, with the first component"),
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
    checks={
        N_(
            "In feature space the lines are “linear projections onto the first principal "
            "component” (B Figure 12.16)"
        ): claims.linear_in_feature_space,
        N_(
            "They “correspond to nonlinear projections in the original data space” (B Figure 12.16)"
        ): claims.nonlinear_in_data_space,
        N_(
            "Any linear projection to one dimension “will merge the red and blue points together” "
            "(C section 1)"
        ): claims.lines_merge,
        N_(
            "With (x, y, x² + y²) “PCA would pick direction that separates red and blue points” "
            "(C section 1)"
        ): partial(claims.first_component_separates, case=0),
    },
    source=N_("Bishop (2006), Figure 12.16, a schematic drawing; CS4786 lecture 6, section 1"),
    remark=N_(
        "Neither source has numbers. Radii 1 and 2: with 0.5 and 1 the variance along x² + y² "
        "would be smaller than along x, and the first component would not separate the rings. That "
        "of (x·y)², a saddle, does not either."
    ),
)

PRML_12_17 = replace(
    FIGURE_4,
    name="prml-12.17",
    title=N_("Three clusters, Gaussian kernel: the first eight eigenfunctions"),
    cases=tuple(replace(case, published=()) for case in FIGURE_4.cases),
    checks={
        N_(
            "“… the first two eigenvectors separate the three clusters” (B Figure 12.17)"
        ): claims.separation,
        N_(
            "“… the next three eigenvectors split each of the cluster into halves” (B Figure 12.17)"
        ): SPLIT_3_TO_5,
        N_(
            "“… the following three eigenvectors again split the clusters into halves” "
            "(B Figure 12.17)"
        ): SPLIT_6_TO_8,
        N_(
            "“… along directions orthogonal to the previous splits” (B Figure 12.17)"
        ): ORTHOGONAL_SPLITS,
    },
    source=N_("Bishop (2006), Figure 12.17 and equation 12.86"),
    published_by="",
    remark=N_(
        "The figure shows the functions “along with their eigenvalues”. Our text of the book has "
        "its caption, not the numbers over its panels, so ours stand alone. It shows “a synthetic "
        "data set in two dimensions”, for which the text cites the 1998 paper; that the points are "
        "those of Figure 4 there is our guess."
    ),
)
