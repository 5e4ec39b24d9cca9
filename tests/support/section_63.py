"""What decides whether a sentence of [S] section 6 holds on points.

Each claim takes points (n, 2) and a seed, and returns the number that decides, and whether the
sentence holds. Sources: docs/notation.md.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from datasets import Dataset, concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit, pre_images
from kpca_core._support.arrays import Array
from kpca_core.neighbours import (
    Autoencoder,
    Hebbian,
    KernelComponents,
    LinearPCA,
    LocalPCA,
    PowerMethod,
    PrincipalCurve,
)
from kpca_core.neighbours.measures import (
    difference,
    held_out_errors,
    number_difference,
    spread,
    turned,
)

DATA: dict[str, Callable[[int], Dataset]] = {
    "parabola": lambda seed: noisy_parabola(seed=seed),
    "rings": lambda seed: concentric_rings(n=120, seed=seed),
    "clusters": lambda seed: gaussian_clusters(seed=seed),
}
KERNEL = Gaussian(0.1)
# Fits from other starts that are compared, and iterations after which a network has come to rest.
STARTS, RESTED = 5, 1000
# A difference of features from which on they are others, and below which they are the same.
OTHER, SAME = 0.01, 1e-6

# The number that decides, and whether the sentence holds.
Found = tuple[float, bool]
# Draws of each data set of which `Sentence.counts` in the files of the methods says how many.
SEEDS = 10


@dataclass(frozen=True)
class Claim:
    """A sentence.

    Parameters
    ----------
    place : the section
    number : what the number is, and where the sentence holds
    measure : points and seed → number, and whether the sentence holds
    """

    place: str
    number: str
    measure: Callable[[Array, int], Found]


CLAIMS: dict[str, Claim] = {}


def claim(key: str, place: str, number: str) -> Callable[[Callable[..., Found]], Any]:
    """Enter what measures a sentence."""

    def entered(measure: Callable[[Array, int], Found]) -> Callable[[Array, int], Found]:
        CLAIMS[key] = Claim(place, number, measure)
        return measure

    return entered


def measured(key: str, name: str, seeds: range) -> tuple[int, float]:
    """Return on how many seeds a sentence holds, and the median of its number."""
    found = [CLAIMS[key].measure(DATA[name](seed).X, seed) for seed in seeds]
    return sum(holds for _, holds in found), float(np.median([number for number, _ in found]))


@claim(
    "nonstationary",
    "6.3.1",
    "angle to the direction of the later half of a stream, by that of PCA of all: < 0.5",
)
def nonstationary(X: Array, seed: int) -> Found:
    before = X * [2.0, 1.0]
    after = turned(before, 60.0)
    rng = np.random.default_rng(seed)
    stream = [before[rng.permutation(len(X))] for _ in range(20)]
    stream += [after[rng.permutation(len(X))] for _ in range(20)]
    centred = [part - part.mean(axis=0) for part in stream]
    network, W = Hebbian(), rng.standard_normal((1, 2))
    for part in centred:
        W = network.learnt(W, part / np.sqrt(np.square(part).sum(axis=1).mean()), 0.02)
    truth = axis(after)
    ours, standard = angle(W[0], truth), angle(axis(np.vstack(centred)), truth)
    return ours / standard, ours < 0.5 * standard


def axis(X: Array) -> Array:
    """The first principal direction (D,)."""
    direction: Array = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][0]
    return direction


def angle(a: Array, b: Array) -> float:
    """Degrees between two lines."""
    cosine = abs(float(a @ b)) / float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.degrees(np.arccos(min(1.0, cosine))))


@claim(
    "interpretation",
    "6.3.1",
    "correlation of two features with tanh: > 0.01, and < 1e-6 of kernel PCA",
)
def no_pca_in_feature_space(X: Array, seed: int) -> Found:
    methods = Hebbian("sanger", "tanh"), KernelComponents(KERNEL)
    scores = [method.fit(X, 2, seed).scores for method in methods]
    network, ours = (1 - difference(z[:, 0], z[:, 1]) for z in scores)
    return network, network > OTHER and ours < SAME


@claim(
    "linear network",
    "6.3.2",
    "1 − |correlation| of the hidden unit with the first component: < 0.01",
)
def linear_network(X: Array, seed: int) -> Found:
    network = Autoencoder(0, "identity", alpha=0.0)
    found, exact = (method.fit(X, 1, seed) for method in (network, LinearPCA()))
    number = difference(found.scores[:, 0], exact.scores[:, 0])
    return number, number < OTHER


@claim(
    "three layers",
    "6.3.2, footnote 3",
    "error of three layers with tanh by that of linear PCA: ≥ 1",
)
def three_layers(X: Array, seed: int) -> Found:
    found, exact = (m.fit(X, 1, seed).last.value for m in (Autoencoder(0), LinearPCA()))
    return found / exact, found > exact * (1 - SAME)


@claim("local minima", "6.3.2", f"largest by least error of {STARTS} starts: > 1.1")
def local_minima(X: Array, seed: int) -> Found:
    _, least, most = trained(X.tobytes(), seed)
    return most / least, most > 1.1 * least


@claim("starting point", "6.3.2", f"difference of the features from {STARTS} starts: > 0.01")
def starting_point(X: Array, seed: int) -> Found:
    number = trained(X.tobytes(), seed)[0]
    return number, number > OTHER


@cache
def trained(X: bytes, seed: int) -> tuple[float, float, float]:
    """The `spread` of networks on these points (n, 2)."""
    points = np.frombuffer(X).reshape(-1, 2)
    return spread(Autoencoder(iterations=RESTED), points, 1, others(seed))


def others(seed: int) -> range:
    """Seeds of starts, others for each draw."""
    return range(STARTS * seed, STARTS * (seed + 1))


@claim("overfitting", "6.3.2", "error of 30 points held out by that of 30 points fitted: > 1.5")
def overfitting(X: Array, seed: int) -> Found:
    some = X[np.random.default_rng(seed).permutation(len(X))[:60]]
    fitted, held = held_out_errors(Autoencoder(iterations=RESTED), some, 1, seed)
    return held / fitted, held > 1.5 * fitted


@claim(
    "number of a network", "6.3.2", "change of the first feature where two are asked for: > 0.01"
)
def number_of_a_network(X: Array, seed: int) -> Found:
    number = number_difference(Autoencoder(), X, 1, seed)
    return number, number > OTHER


@claim(
    "tanh kernel",
    "6.3.2",
    "deviation of Σ αᵢ tanh(κ (xᵢ·x) + θ) + b from the features: < 1e-6; b is ours, from centring",
)
def tanh_kernel(X: Array, seed: int) -> Found:
    found = fit(Sigmoid(2.0, 1.0), X, 3).expansion
    points = X + 0.1
    sums = np.tanh(2.0 * points @ found.points.T + 1.0) @ found.coefficients
    deviation = np.abs(sums + found.offsets - found(points)).max()
    number = float(deviation / np.abs(found(points)).max())
    return number, number < SAME


@claim(
    "closest",
    "6.3.3",
    "distance from the curve beyond that of its nearest point, by the data's range: < 1e-6",
)
def nearest_on_the_curve(X: Array, seed: int) -> Found:
    found = PrincipalCurve().fit(X, 1)
    assert found.reconstruct is not None
    curve = found.last.curves[0]
    # A thousand points on each piece of the polyline, by which a foot may be missed.
    at = np.linspace(0, 1, 1000)[:, None]
    fine = np.vstack([a + at * (b - a) for a, b in pairwise(curve)])
    nearest = np.sqrt(cdist(X, fine, "sqeuclidean").min(axis=1))
    own = np.linalg.norm(X - found.reconstruct(X), axis=1)
    number = float(np.max(own - nearest) / np.ptp(X))
    return number, number < SAME


@claim("structure", "6.3.3", "squared error of the curve by that of linear PCA's line: < 1")
def closer_than_a_line(X: Array, seed: int) -> Found:
    curve, line = (method.fit(X, 1).last.value for method in (PrincipalCurve(), LinearPCA()))
    return curve / line, curve < line


@claim(
    "averages",
    "6.3.3",
    "offset of the means of ten parts from the curve, by that of independent points: < 1",
)
def averages_on_the_curve(X: Array, seed: int) -> Found:
    found = PrincipalCurve().fit(X, 1)
    assert found.reconstruct is not None
    residuals = (X - found.reconstruct(X))[np.argsort(found.scores[:, 0])]
    parts = np.array_split(residuals, 10)
    offset = float(np.mean([np.square(part.mean(axis=0)).sum() for part in parts]))
    # The mean of m independent residuals would have the size of one over √m.
    number = np.sqrt(offset / found.last.value * len(X) / 10)
    return float(number), bool(number < 1)


@claim("straight lines", "6.3.3", "degrees between such lines and the principal components: < 0.02")
def straight_lines(X: Array, seed: int) -> Found:
    Z = X - X.mean(axis=0)
    C = Z.T @ Z
    angles = np.radians(np.arange(0, 180.01, 0.01))
    u = np.column_stack([np.cos(angles), np.sin(angles)])
    v = np.column_stack([-np.sin(angles), np.cos(angles)])
    # Σ (u·x)(v·x) is 0 where the means of the points that project on a line can lie on it.
    signs = np.sign(np.einsum("kd,de,ke->k", u, C, v))
    zeros, first = u[np.flatnonzero(signs[1:] != signs[:-1])], axis(X)
    off = [min(angle(z, first), 90 - angle(z, first)) for z in zeros]
    return max(off), len(zeros) == 2 and max(off) < 0.02


@claim(
    "curves",
    "6.3.3",
    "that a problem is nonlinear is an argument; ours: difference of the arc lengths from "
    f"{STARTS} starts: > 0.01",
)
def curves_from_other_starts(X: Array, seed: int) -> Found:
    number = spread(PrincipalCurve(), X, 1, others(seed))[0]
    return number, number > OTHER


@claim(
    "local", "6.3.4", "error held out of six regions by that of linear PCA, one feature each: < 1"
)
def local_against_linear(X: Array, seed: int) -> Found:
    (_, local), (_, linear) = (held_out_errors(m, X, 1, seed) for m in (LocalPCA(), LinearPCA()))
    return local / linear, local < linear


@claim(
    "subspace", "6.2", "directions in which 30 images with 231 features vary, by their number: ≤ 1"
)
def subspace(X: Array, seed: int) -> Found:
    few, kernel = X[:: len(X) // 30][:30], Polynomial(20, 1.0)
    features = kernel.features(few)
    assert features.shape[1] == kernel.feature_dimension(2) == 231
    values = np.linalg.svd(features - features.mean(axis=0), compute_uv=False)
    # Directions of the 231-dimensional space along which the images vary.
    number = float((values > 1e-12 * values[0]).sum() / len(few))
    return number, number <= 1


@claim("linear kernel", "6.3.5", "1 − |correlation| with the principal components: < 1e-6")
def linear_kernel(X: Array, seed: int) -> Found:
    ours, exact = fit(Linear(), X, 2).scores, LinearPCA().fit(X, 2).scores
    number = max(difference(ours[:, j], exact[:, j]) for j in range(2))
    return number, number < SAME


@claim(
    "linear algebra",
    "6.3.5",
    f"difference of the first component from {STARTS} starts of the power method: < 1e-6",
)
def linear_algebra(X: Array, seed: int) -> Found:
    number = spread(PowerMethod(KERNEL), X, 1, others(seed))[0]
    return number, number < SAME


@claim(
    "number of kernel PCA", "6.3.5", "change of three components where four are asked for: < 1e-6"
)
def number_of_kernel_pca(X: Array, seed: int) -> Found:
    number = number_difference(KernelComponents(KERNEL), X, 3)
    return number, number < SAME


@claim("memory", "ours", "peak memory of fit to 4,000 points by that of K: < 1")
def memory(X: Array, seed: int) -> Found:
    """Peak memory of a fit to 4,000 points like these, as a share of what K would take."""
    rng = np.random.default_rng(seed)
    many = X[rng.integers(len(X), size=4000)] + 0.01 * rng.standard_normal((4000, 2))
    tracemalloc.start()
    fit(KERNEL, many, 8)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    number = peak / (8 * len(many) ** 2)
    return number, number < 1


@claim(
    "input space",
    "6.3.5",
    "squared distance of a projection on two components from the nearest image of a point, "
    "k(x, x) being 1: > 0.01",
)
def no_pre_image(X: Array, seed: int) -> Found:
    found = fit(KERNEL, X, 2)
    missing = pre_images(found.expansion, found.scores, start=X).objective
    number = float(np.mean(missing))
    return number, number > OTHER


@claim(
    "monomials",
    "6.3.5",
    "part of the features of (x·y)² that products x₁², x₁x₂, x₂² leave: < 1e-6",
)
def monomials(X: Array, seed: int) -> Found:
    scores = fit(Polynomial(2), X, 3).scores
    design = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, np.ones(len(X))])
    rest = scores - design @ np.linalg.lstsq(design, scores, rcond=None)[0]
    number = float(np.abs(rest).max() / np.abs(scores).max())
    return number, number < SAME
