"""Figures 3, 4 and 5 of Schölkopf, Smola & Müller, Neural Computation 10 (1998), as data."""

from __future__ import annotations

import numpy as np

from kpca_core.experiments import claims
from kpca_core.experiments.experiment import Case, Experiment
from kpca_core.kernels import Gaussian, Polynomial, Sigmoid

SOURCE = "Schölkopf, Smola & Müller (1998)"
CLUSTERS = {"n_per_cluster": 30, "sd": 0.1}
CLUSTER_REGION = ((-1.0, 1.0), (-0.5, 1.0))

# Of K̃, in the order of the components.
FIGURE_4_EIGENVALUES = (22.558, 20.936, 4.648, 3.988, 3.372, 2.956, 2.760, 2.211)

# Of every degree, as fractions of their sum.
FIGURE_3_EIGENVALUES = (
    (0.709, 0.291, 0.000),
    (0.621, 0.345, 0.034),
    (0.570, 0.395, 0.026),
    (0.552, 0.418, 0.021),
)

FIGURE_3 = Experiment(
    name="3",
    title="Noisy parabola, polynomial kernels of degree 1 to 4",
    generator="noisy_parabola",
    arguments={"n": 100, "noise": 0.2},
    seed="paper",
    region=((-1.0, 1.0), (-0.5, 1.4)),
    cases=tuple(
        Case(f"degree {degree}", Polynomial(degree), formula, 3, published)
        for degree, (formula, published) in enumerate(
            zip(("x·y", "(x·y)²", "(x·y)³", "(x·y)⁴"), FIGURE_3_EIGENVALUES, strict=True), start=1
        )
    ),
    fraction=True,
    columns=4,
    checks=(
        claims.component_counts(
            "“Linear PCA leads to only two nonzero eigenvalues … nonlinear PCA allows the "
            "extraction of further components” (S 5.1)"
        ),
        claims.monotone(
            np.square,
            "“In all cases, the first principal component varies monotonically along the parabola "
            "underlying the data” (S 5.1)",
        ),
        claims.similar(
            (2, 3),
            (1, 2, 3),
            "“In the nonlinear cases, the second and the third components show behavior that is "
            "similar for different polynomial degrees” (S 5.1)",
        ),
        claims.noise_component(
            np.square,
            1,
            "“The third component … seems to pick up the variance caused by the noise, as can be "
            "nicely seen in the case of degree 2” (S 5.1)",
        ),
    ),
    source=f"{SOURCE}, Figure 3 and section 5.1",
    published_by="the panels' titles in the paper",
    remark="Columns: the degree d of (x·y)ᵈ; rows: the first three components. The linear kernel "
    "has no third one.",
)

FIGURE_4 = Experiment(
    name="4",
    title="Three clusters, Gaussian kernel",
    generator="gaussian_clusters",
    arguments=CLUSTERS,
    seed="paper",
    region=CLUSTER_REGION,
    cases=(Case("Gaussian", Gaussian(0.1), "exp(−‖x−y‖²/0.1)", 8, FIGURE_4_EIGENVALUES),),
    fraction=False,
    columns=4,
    checks=(
        claims.separation(
            "“The first two principal components (top left) nicely separate the three clusters” "
            "(S Figure 4)"
        ),
        claims.each_splits_one(
            3, 5, "“Components 3–5 split up the clusters into halves” (S Figure 4)"
        ),
        claims.each_splits_one(6, 8, "“Similarly, components 6–8 split them again” (S Figure 4)"),
        claims.orthogonal_splits(
            (3, 5), (6, 8), "“… in a way orthogonal to the above splits” (S Figure 4)"
        ),
        claims.regions(
            3,
            8,
            12,
            "“Thus, the first eight components divide the data into 12 regions” (S Figure 4)",
        ),
    ),
    source=f"{SOURCE}, Figure 4",
    published_by="what the paper's own Matlab program prints above the panels",
)

FIGURE_5 = Experiment(
    name="5",
    title="Three clusters, sigmoid kernel",
    generator="gaussian_clusters",
    arguments=CLUSTERS,
    seed="paper",
    region=CLUSTER_REGION,
    cases=(Case("Sigmoid", Sigmoid(2.0, 1.0), "tanh(2 x·y + 1)", 3),),
    fraction=False,
    columns=3,
    checks=(
        claims.separation(
            "“The first two principal components (top left) are sufficient to separate the three "
            "clusters” (S Figure 5)"
        ),
        claims.splits_all(
            3, "“… and the third component splits the clusters into halves” (S Figure 5)"
        ),
    ),
    source=f"{SOURCE}, Figure 5",
    remark="tanh is no positive kernel: the Gram matrix has negative eigenvalues, drawn in the "
    "spectrum.",
)
