"""Each sentence of [S] section 6 that the page "Neighbours" quotes, measured: `make bench`.

A sentence is measured on three data sets with ten seeds each; the table says on how many of the ten
it holds, as `Sentence.counts` in the files of the methods, and the median of the number that
decides.
Then [S] section 5.2: linear machines on components beside the nonlinear machine.
Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks import sentences
from benchmarks.sentences import DATA, KERNEL, STARTS
from datasets import builtin_digits
from kpca_core import Gaussian
from kpca_core._support.arrays import Array
from kpca_core.neighbours import classifier_errors

SEEDS = 10


@dataclass(frozen=True)
class Claim:
    """A sentence of [S].

    Parameters
    ----------
    place : the section
    says : the sentence, or the part of it that is measured
    number : what the number is, and where the sentence holds
    measure : points and seed → number, and whether the sentence holds
    """

    place: str
    says: str
    number: str
    measure: Callable[[Array, int], sentences.Found]


CLAIMS = {
    "nonstationary": Claim(
        "6.3.1",
        "Compared to the standard approach of diagonalizing the covariance matrix, they have "
        "advantages—for instance, when the data are nonstationary.",
        "angle to the direction of the later half of a stream, by that of PCA of all: < 0.5",
        sentences.nonstationary,
    ),
    "interpretation": Claim(
        "6.3.1",
        "These approaches, however, do not have the geometrical interpretation of kernel PCA as a "
        "standard PCA in a feature space nonlinearly related to input space",
        "correlation of two features with tanh: > 0.01, and < 1e-6 of kernel PCA",
        sentences.no_pca_in_feature_space,
    ),
    "linear network": Claim(
        "6.3.2",
        "the hidden unit activations form a lower-dimensional representation of the data, closely "
        "related to PCA",
        "1 − |correlation| of the hidden unit with the first component: < 0.01",
        sentences.linear_network,
    ),
    "three layers": Claim(
        "6.3.2, footnote 3",
        "Simply using nonlinear activation functions in the hidden layer would not suffice. The "
        "linear activation functions already lead to the best approximation of the data",
        "error of three layers with tanh by that of linear PCA: ≥ 1",
        sentences.three_layers,
    ),
    "local minima": Claim(
        "6.3.2",
        "the resulting network training consists of solving a hard nonlinear optimization problem, "
        "with the possibility of getting trapped in local minima",
        f"largest by least error of {STARTS} starts: > 1.1",
        sentences.local_minima,
    ),
    "starting point": Claim(
        "6.3.2",
        "and thus with a dependence of the outcome on the starting point of the training",
        f"difference of the features from {STARTS} starts: > 0.01",
        sentences.starting_point,
    ),
    "overfitting": Claim(
        "6.3.2",
        "in neural network implementations, there is often a risk of getting overfitting",
        "error of 30 points held out by that of 30 points fitted: > 1.5",
        sentences.overfitting,
    ),
    "number of a network": Claim(
        "6.3.2",
        "Another drawback of neural approaches to nonlinear PCA is that the number of components "
        "to be extracted has to be specified in advance.",
        "change of the first feature where two are asked for: > 0.01",
        sentences.number_of_a_network,
    ),
    "tanh kernel": Claim(
        "6.3.2",
        "hyperbolic tangent kernels can be used to extract neural network–type nonlinear features "
        "using kernel PCA",
        "deviation of Σ αᵢ tanh(κ (xᵢ·x) + θ) from the features: < 1e-6",
        sentences.tanh_kernel,
    ),
    "closest": Claim(
        "6.3.3",
        "The data are mapped to the closest point on a curve",
        "distance from the curve beyond that of its nearest point, by the data's range: < 1e-6",
        sentences.nearest_on_the_curve,
    ),
    "structure": Claim(
        "6.3.3",
        "iteratively estimates a curve (or surface) capturing the structure of the data",
        "squared error of the curve by that of linear PCA's line: < 1",
        sentences.closer_than_a_line,
    ),
    "averages": Claim(
        "6.3.3",
        "the algorithm tries to find a curve with the property that each point on the curve is the "
        "average of all data points projecting onto it",
        "offset of the means of ten parts from the curve, by that of independent points: < 1",
        sentences.averages_on_the_curve,
    ),
    "straight lines": Claim(
        "6.3.3",
        "It can be shown that the only straight lines satisfying the latter are principal "
        "components",
        "degrees between such lines and the principal components: < 0.02",
        sentences.straight_lines,
    ),
    "curves": Claim(
        "6.3.3",
        "To compute principal curves, a nonlinear optimization problem has to be solved.",
        f"difference of the arc lengths from {STARTS} starts: > 0.01",
        sentences.curves_from_other_starts,
    ),
    "local": Claim(
        "6.3.4",
        "In cases where a linear PCA fails because the dependences in the data vary nonlinearly "
        "with the region in input space, it can be fruitful to use an approach where linear PCA is "
        "applied locally",
        "error held out of six regions by that of linear PCA, one feature each: < 1",
        sentences.local_against_linear,
    ),
    "subspace": Claim(
        "6.2",
        "we are not working in the full feature space, but in a comparably small linear subspace "
        "of it, whose dimension equals at most the number of observations",
        "directions in which 30 images with 231 features vary, by their number: ≤ 1",
        sentences.subspace,
    ),
    "linear kernel": Claim(
        "6.3.5",
        "if we use the kernel k(x, y) = (x · y), we recover standard PCA",
        "1 − |correlation| with the principal components: < 1e-6",
        sentences.linear_kernel,
    ),
    "linear algebra": Claim(
        "6.3.5",
        "kernel PCA has the main advantage that no nonlinear optimization is involved; it is "
        "essentially linear algebra, as simple as standard PCA",
        f"difference of the first component from {STARTS} starts of the power method: < 1e-6",
        sentences.linear_algebra,
    ),
    "number of kernel PCA": Claim(
        "6.3.5",
        "we need not specify the number of components that we want to extract in advance",
        "change of three components where four are asked for: < 1e-6",
        sentences.number_of_kernel_pca,
    ),
    "memory": Claim(
        "ours",
        "What “results in a large matrix K” there needs none with our solvers, for a Gaussian in "
        "the plane.",
        "peak memory of fit to 4,000 points by that of K: < 1",
        sentences.memory,
    ),
    "input space": Claim(
        "6.3.5",
        "Compared to principal curves, kernel PCA is harder to interpret in input space",
        "squared distance of a projection on two components from the nearest image of a point, "
        "k(x, x) being 1: > 0.01",
        sentences.no_pre_image,
    ),
    "monomials": Claim(
        "6.3.5",
        "at least for polynomial kernels, it has a very clear interpretation in terms of "
        "higher-order features",
        "part of the features of (x·y)² that products x₁², x₁x₂, x₂² leave: < 1e-6",
        sentences.monomials,
    ),
}


def measured(key: str, name: str, seeds: range) -> tuple[int, float]:
    """Return on how many seeds the sentence holds, and the median of its number."""
    found = [CLAIMS[key].measure(DATA[name](seed).X, seed) for seed in seeds]
    return sum(holds for _, holds in found), float(np.median([number for number, _ in found]))


def main() -> None:
    print(f"of {SEEDS} seeds: holds (median)    " + "".join(f"{name:>18}" for name in DATA))
    for key, claim in CLAIMS.items():
        found = [measured(key, name, range(SEEDS)) for name in DATA]
        cells = "".join(f"{f'{count} ({number:.3g})':>18}" for count, number in found)
        print(f"{claim.place[:5]} {key:<24}{cells}   {claim.number}", flush=True)
    print("\n[S] 5.2, errors held out: linear machines on 1 … 128 components | nonlinear machine")
    for name, (kernel, train, test) in problems().items():
        found = classifier_errors(kernel, *train, *test, (1, 2, 4, 8, 16, 32, 64, 128))
        errors = " ".join(f"{error:.3f}" for error in found.components)
        print(f"{name:<12}{errors} | {found.machine:.3f}", flush=True)


def problems() -> dict[str, tuple[Gaussian, tuple[Array, Array], tuple[Array, Array]]]:
    """Kernel, points and labels to fit, and those held out."""
    pairs = {name: (DATA[name](0), DATA[name](1)) for name in ("rings", "clusters")}
    found = {n: (KERNEL, (a.X, a.labels), (b.X, b.labels)) for n, (a, b) in pairs.items()}
    digits = builtin_digits()
    width = Gaussian(float(digits.X_train.shape[1]))
    found["digits"] = (
        width, (digits.X_train, digits.y_train), (digits.X_test, digits.y_test)
    )  # fmt: skip
    return found


if __name__ == "__main__":
    main()
