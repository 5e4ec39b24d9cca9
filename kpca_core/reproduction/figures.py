"""Figures 3, 4 and 5 of [S], 12.16 and 12.17 of [B]: settings, published numbers, claims.

Sources: docs/notation.md.
"""

from dataclasses import replace
from functools import partial

from kpca_core._support.words import N_
from kpca_core.kernels import Gaussian, Paraboloid, Polynomial, Sigmoid
from kpca_core.reproduction import claims
from kpca_core.reproduction.experiment import Case, Experiment

# Eigenvalues of K̃ as the authors' program stored them; the paper prints none over Figure 4.
FIGURE_4_EIGENVALUES = (22.558, 20.936, 4.648, 3.988, 3.372, 2.956, 2.760, 2.211)

# What the paper and the book both say of components 3 to 8 of the three clusters.
SPLIT_3_TO_5 = partial(claims.each_splits_one, first=3, last=5)
SPLIT_6_TO_8 = partial(claims.each_splits_one, first=6, last=8)
ORTHOGONAL_SPLITS = partial(claims.orthogonal_splits, before=(3, 5), after=(6, 8))

FIGURE_3 = Experiment(
    name="3",
    title=N_("Noisy parabola, polynomial kernels of degree 1 to 4"),
    generator="noisy_parabola",
    arguments={"n": 100, "noise": 0.2},
    seed="paper",
    region=((-1.0, 1.0), (-0.5, 1.4)),
    cases=(  # published as fractions of the sum of all eigenvalues
        Case(N_("degree 1"), Polynomial(1), "x·y", 3, (0.709, 0.291, 0.000)),
        Case(N_("degree 2"), Polynomial(2), "(x·y)²", 3, (0.621, 0.345, 0.034)),
        Case(N_("degree 3"), Polynomial(3), "(x·y)³", 3, (0.570, 0.395, 0.026)),
        Case(N_("degree 4"), Polynomial(4), "(x·y)⁴", 3, (0.552, 0.418, 0.021)),
    ),
    fraction=True,
    columns=4,
    checks={
        N_(
            "“Linear PCA … leads to only two nonzero eigenvalues, as the input dimensionality is "
            "2. In contrast, nonlinear PCA allows the extraction of further components” "
            "(S 5.1)"
        ): claims.component_counts,
        N_(
            "“In all cases, the first principal component varies monotonically along the parabola "
            "underlying the data” (S 5.1)"
        ): claims.monotone,
        N_(
            "“In the nonlinear cases, the second and the third components show behavior that is "
            "similar for different polynomial degrees” (S 5.1)"
        ): claims.similar,
        N_(
            "“The third component … seems to pick up the variance caused by the noise, as can be "
            "nicely seen in the case of degree 2” (S 5.1)"
        ): partial(claims.noise_component, case=1),
    },
    source=N_("Schölkopf, Smola & Müller (1998), Figure 3 and section 5.1"),
    published_by=N_("the panels' titles in the paper"),
    remark=N_(
        "Columns: the degree d of (x·y)ᵈ; rows: the first three components. The linear kernel "
        "has no third one."
    ),
)

FIGURE_4 = Experiment(
    name="4",
    title=N_("Three clusters, Gaussian kernel"),
    generator="gaussian_clusters",
    arguments={"n_per_cluster": 30, "sd": 0.1},
    seed="paper",
    region=((-1.0, 1.0), (-0.5, 1.0)),
    cases=(Case(N_("Gaussian"), Gaussian(0.1), "exp(−‖x−y‖²/0.1)", 8, FIGURE_4_EIGENVALUES),),
    fraction=False,
    columns=4,
    checks={
        N_(
            "“… the first two principal components (top left) nicely separate the three clusters” "
            "(S Figure 4)"
        ): claims.separation,
        N_("“Components 3–5 split up the clusters into halves” (S Figure 4)"): SPLIT_3_TO_5,
        N_("“Similarly, components 6–8 split them again” (S Figure 4)"): SPLIT_6_TO_8,
        N_("“… in a way orthogonal to the above splits” (S Figure 4)"): ORTHOGONAL_SPLITS,
        N_(
            "“Thus, the first eight components divide the data into 12 regions” (S Figure 4)"
        ): partial(claims.regions, first=3, last=8, expected=12),
    },
    source=N_("Schölkopf, Smola & Müller (1998), Figure 4"),
    published_by=N_("stored output of the Matlab program that the caption names"),
    column=N_("authors' program"),
)

FIGURE_5 = replace(
    FIGURE_4,
    name="5",
    title=N_("Three clusters, sigmoid kernel"),
    cases=(Case(N_("Sigmoid"), Sigmoid(2.0, 1.0), "tanh(2 x·y + 1)", 3),),
    columns=3,
    checks={
        N_(
            "“The first two principal components (top left) are sufficient to separate the three "
            "clusters” (S Figure 5)"
        ): claims.separation,
        N_("“… and the third component splits the clusters into halves” (S Figure 5)"): partial(
            claims.splits_all, component=3
        ),
    },
    source=N_("Schölkopf, Smola & Müller (1998), Figure 5"),
    published_by="",
    remark=N_(
        "tanh is no positive kernel: K and K̃ have negative eigenvalues. Those of K̃ are drawn in "
        "the spectrum."
    ),
)

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
