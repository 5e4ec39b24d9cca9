"""Back to input space.

Pre-images and reduced sets: denoising beside linear PCA and scikit-learn, errors, and time. Linear
PCA with as many components as columns returns the points as they are. Beside scikit-learn's
`inverse_transform` fit, scores, fit of the inverse and way back are timed together; theirs is a
system of n equations, in O(n³), ours some five passes over all n × n kernel values, or over as many
features as the plane needs; two thirds of the time of the digits are the eigenvectors, with which
neither can do without. The least objective is not always nearest to the truth: where the components
hold too little of the data the projections themselves lie far from them, and so do the points
nearest to these; a regression on the points corrects that, and with little noise it returns almost
what it was given. With as many components as the Swiss roll needs the two are equal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from sklearn.datasets import load_iris, load_wine, make_swiss_roll
from sklearn.decomposition import KernelPCA as Peer

from benchmarks.harness import Answer, Lines, Times, benchmark, in_turns, judged
from datasets import builtin_digits, concentric_rings, gaussian_clusters, noisy_parabola
from datasets.toy import to_parabola, to_rings
from kpca_core import Decomposition, Gaussian, Kernel, KernelPCA, Linear, fit
from kpca_core.feature_space.preimage import (
    FixedPoint,
    Minimisation,
    Ridge,
    from_scores,
    pre_images,
)
from kpca_core.feature_space.reduced_set import reduced_set
from kpca_core.kernels import Cosine, Laplacian, Matern, Polynomial, RationalQuadratic
from kpca_core.reproduction.denoising import noisy_images, root_mean_square
from kpca_core.tables.rows import standardised

# The set-up of Mika et al. 1999, Table 1.
CENTRES, DIMENSION, TRAINING, TEST = 11, 10, 100, 33
# Of scikit-learn's ridge.
ALPHAS = (1.0, 0.1, 0.01, 0.001)
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
# What an objective of `back` may be above the best one.
ABOVE = 1e-6

Points = np.ndarray


def denoised(
    kernel: Kernel, X: Points, noisy: Points, counts: Sequence[int], start: Points | None = None
) -> list[Points]:
    """Pre-images of the projections of noisy points on the leading components of X."""
    found = fit(kernel, X, max(counts))
    Z = found.expansion(noisy)
    return [pre_images(found.expansion, Z[:, :q], start=start).points for q in counts]


@benchmark
def curves() -> Lines:
    """Root mean square distance from the true curve, 1,000 points."""
    rings = concentric_rings(1000, noise=0.08, seed=1)
    radii = np.array([0.5, 1.0])[rings.labels]
    parabola = noisy_parabola(1000, seed=1)
    cases: tuple[tuple[str, Points, Callable[[Points], float], float, int], ...] = (
        (
            "two rings, noise 0.08", rings.X,
            lambda Y: root_mean_square(to_rings(Y, radii)), 0.05, 20,
        ),
        (
            "parabola, noise 0.2", parabola.X,
            lambda Y: root_mean_square(to_parabola(Y)), 0.5, 3,
        ),
    )  # fmt: skip
    for name, X, error, width, q in cases:
        (linear,) = denoised(Linear(), X, X, [1])
        (after,) = denoised(Gaussian(width), X, X, [q])
        yield Answer(
            f"{name}; Gaussian({width}), {q} components: distance from the curve",
            f"before {error(X):.4f}, linear PCA with 1 component {error(linear):.4f}, kernel PCA "
            f"{error(after):.4f}",
        )


def noisy_digits(images: Points) -> dict[str, Points]:
    """Gaussian noise of half the grey range's half, and speckle: 40 % of the pixels ±1."""
    return {
        "Gaussian noise of 0.5": noisy_images(images, "gaussian", 0.5, seed=0),
        "speckle of 40 %": noisy_images(images, "speckle", 0.4, seed=0),
    }


@benchmark
def digits() -> Lines:
    """Built-in digits, pixels in [−1, 1]: mean squared error against the clean test images."""
    data = builtin_digits()
    width = float(data.X_train.var(axis=0).sum())  # half of the mean squared distance
    kernels = {"linear PCA": (Linear(), COUNTS[:7]), f"Gaussian({width:.3g})": (
        Gaussian(width), COUNTS)}  # fmt: skip
    for noise, noisy in noisy_digits(data.X_test).items():
        for name, (kernel, counts) in kernels.items():
            found = denoised(kernel, data.X_train, noisy, counts)
            errors = [float(np.square(Y - data.X_test).mean()) for Y in found]
            said = ", ".join(f"{q}: {e:.3f}" for q, e in zip(counts, errors, strict=True))
            yield Answer(f"digits, {noise}, {name}: error by the number of components", said)


@benchmark
def gaussians(
    sigmas: tuple[float, ...] = (0.05, 0.1, 0.2, 0.4), components: int = 9, draws: int = 5
) -> Lines:
    """The set-up of Mika et al. 1999, Table 1; their values are not repeated here.

    Eleven Gaussians in R¹⁰ with standard deviation σ, centres uniform in [−1, 1]¹⁰, 100 training
    and 33 test points of each; the kernel is exp(−‖x − y‖²/10c) with c = 2σ², and iterations start
    at the noisy test points. The mean squared distance of the denoised test points from their
    centres, linear PCA's over kernel PCA's.
    """
    counts = range(1, components + 1)
    for sigma in sigmas:
        logs = []
        for seed in range(draws):
            rng = np.random.default_rng(seed)
            centres = rng.uniform(-1.0, 1.0, (CENTRES, DIMENSION))
            train, test = (
                np.repeat(centres, n, axis=0)
                + sigma * rng.standard_normal((CENTRES * n, DIMENSION))
                for n in (TRAINING, TEST)
            )
            truth = np.repeat(centres, TEST, axis=0)
            kernels = Linear(), Gaussian(DIMENSION * 2.0 * sigma**2)
            found = [denoised(kernel, train, test, counts, start=test) for kernel in kernels]
            errors = [[np.square(Y - truth).sum() for Y in images] for images in found]
            logs.append(np.log(errors[0]) - np.log(errors[1]))
        ratios = dict(zip(counts, np.exp(np.mean(logs, axis=0)), strict=True))
        yield Answer(
            f"eleven Gaussians in R¹⁰ as in Mika et al. (1999), Table 1, σ = {sigma}: squared "
            f"distance of linear PCA over that of kernel PCA, by components, mean of {draws} draws",
            ", ".join(f"{q}: {ratio:.3g}" for q, ratio in ratios.items()),
        )


@dataclass(frozen=True, eq=False)
class Case:
    """Rows to fit, rows to denoise, which may be the same object, and the error of points."""

    name: str
    X: Points
    new: Points
    width: float
    components: int
    error: Callable[[Points], float]

    def ours(self) -> tuple[KernelPCA, Points]:
        """The fit and the scores of the rows to denoise."""
        return self._scores(KernelPCA(Gaussian(self.width), n_components=self.components))

    def theirs(self, alpha: float) -> tuple[Peer, Points]:
        """The same, the fit of the inverse included."""
        settings = {"kernel": "rbf", "gamma": 1.0 / self.width, "alpha": alpha}
        return self._scores(Peer(self.components, fit_inverse_transform=True, **settings))

    def _scores(self, model: Any) -> tuple[Any, Points]:
        if self.new is self.X:
            return model, model.fit_transform(self.X)
        return model.fit(self.X), model.transform(self.new)


def peer_cases(n: int) -> Iterator[Case]:
    """Two rings, a parabola, a Swiss roll, clusters in ten dimensions, and digits of n images."""
    rings = concentric_rings(n, noise=0.08, seed=1)
    radii = np.array([0.5, 1.0])[rings.labels]
    yield Case(
        "rings, D = 2", rings.X, rings.X, 0.05, 20, lambda Y: root_mean_square(to_rings(Y, radii))
    )
    parabola = noisy_parabola(n, seed=1).X
    yield Case(
        "parabola, D = 2", parabola, parabola, 0.5, 3, lambda Y: root_mean_square(to_parabola(Y))
    )
    clean, noisy = swiss_roll(n, 0.06)
    width = 0.5 * float(noisy.var(axis=0).sum())
    yield Case("Swiss roll, D = 3", noisy, noisy, width, 60, distance_from(clean))
    rng = np.random.default_rng(0)
    centres = rng.uniform(-1.0, 1.0, (CENTRES, DIMENSION))[rng.integers(0, CENTRES, n)]
    noisy = centres + 0.2 * rng.standard_normal(centres.shape)
    width = DIMENSION * 2.0 * 0.2**2
    yield Case("clusters, D = 10", noisy, noisy, width, 10, distance_from(centres))
    data = builtin_digits()
    images = np.vstack([data.X_train, data.X_test])
    if n <= 1500:
        train, clean = images[:n], images[1500:]
        noisy = noisy_digits(clean)["Gaussian noise of 0.5"]
        width = float(train.var(axis=0).sum())
        yield Case("digits, D = 64", train, noisy, width, 128, distance_from(clean))


def distance_from(clean: Points) -> Callable[[Points], float]:
    """The root mean square distance of rows from those of `clean`."""
    return lambda Y: root_mean_square(np.linalg.norm(Y - clean, axis=1))


def swiss_roll(n: int, noise: float) -> tuple[Points, Points]:
    """Points of a Swiss roll with standard deviation 1 a coordinate, and with noise · z added."""
    clean = make_swiss_roll(n, random_state=0)[0]
    clean /= clean.std()
    return clean, clean + noise * np.random.default_rng(0).standard_normal(clean.shape)


@benchmark
def peer(
    rows: tuple[int, ...] = (300, 1500), rounds: int = 3, alphas: tuple[float, ...] = ALPHAS
) -> Lines:
    """Beside scikit-learn's `inverse_transform`, with its best alpha."""
    for case in (one for n in rows for one in peer_cases(n)):
        errors = {}
        for alpha in alphas:
            model, Z = case.theirs(alpha)
            errors[alpha] = case.error(model.inverse_transform(Z))
        alpha = min(errors, key=lambda key: errors[key])
        model, Z = case.ours()
        error = case.error(model.inverse_transform(Z))
        runs = {
            "ours": lambda case=case: _back(*case.ours()),
            "theirs": lambda case=case, alpha=alpha: _back(*case.theirs(alpha)),
        }
        figures = []
        for threads, limit in (("one thread", 1), ("default threads", None)):
            times = in_turns(runs, rounds, twice=False, threads=limit)
            ours, theirs = times["ours"], times["theirs"]
            ratio = theirs.median / ours.median
            yield {
                "case": f"{case.name:>17}", "n": len(case.X), "error": error,
                "scikit-learn's": errors[alpha], "threads": threads, "ms": ours.median,
                "theirs, ms": theirs.median, "ratio": ratio,
                "processor": theirs.used / ours.used,
            }  # fmt: skip
            figures.append(f"{threads} {ours.median:.0f} and {theirs.median:.0f} ms, {ratio:.1f}")
        yield Answer(
            f"{case.name}, n = {len(case.X):,}, {case.components} components, beside "
            "scikit-learn's inverse_transform: error, milliseconds and their ratio",
            f"before {case.error(case.new):.3g}, ours {error:.3g}, scikit-learn's "
            f"{errors[alpha]:.3g} (alpha {alpha:g}); {'; '.join(figures)}",
        )


def _back(model: Any, Z: Points) -> None:
    model.inverse_transform(Z)


@benchmark
def roll(rows: int = 1500) -> Lines:
    """A Swiss roll with noise 0.032 a coordinate: what a low objective says of the truth."""
    clean, noisy = swiss_roll(rows, 0.032)
    error = distance_from(clean)
    for share, count in ((0.1, 20), (0.1, 60), (0.5, 20), (0.5, 60)):
        found = fit(Gaussian(share * float(noisy.var(axis=0).sum())), noisy, count)
        said = []
        for method in (FixedPoint(), Ridge(alpha=0.01)):
            images = pre_images(found.expansion, found.scores, method)
            name = "fixed point" if isinstance(method, FixedPoint) else "Ridge(alpha=0.01)"
            said.append(f"{name} {error(images.points):.4f} ({images.objective.mean():.3f})")
        yield Answer(
            f"Swiss roll, width {share:g} of the variance, {count} components: distance from the "
            "truth (mean objective)",
            f"before {error(noisy):.4f}; {'; '.join(said)}",
        )


@benchmark
def reduced(rows: int = 1000, points: int = 200_000) -> Lines:
    """Reduced sets of 30 points of clusters: squared error of each eigenvector, and speed."""
    X = gaussian_clusters(rows // 3 + 1, seed=1).X[:rows]
    plane = fit(Gaussian(0.1), X, 8)
    start = time.perf_counter()
    result = reduced_set(plane.expansion, 30)
    seconds = time.perf_counter() - start
    for name, errors in (("landmarks", result.start), ("moved", result.errors)):
        yield Answer(
            f"reduced set of 30 points, clusters, n = {rows:,}, {name}: ‖V − Ṽ‖² of each of the "
            "first eight eigenvectors",
            ", ".join(f"{error:.1e}" for error in errors),
        )
    least = float((result.start / result.errors).min())
    yield f"least ratio {judged(least, least=3)}, found in {seconds:.2f} s"
    new = np.random.default_rng(0).uniform(-1.0, 1.0, (points, 3))
    lifted = fit(Gaussian(0.1), np.column_stack([X, np.zeros(len(X))]), 8).expansion
    small = reduced_set(lifted, 30).expansion
    for name, full, few, Z in (
        ("in the plane", plane.expansion, result.expansion, new[:, :2]),
        ("in three columns", lifted, small, new),
    ):
        runs = {"whole": lambda f=full, Z=Z: f(Z), "reduced": lambda f=few, Z=Z: f(Z)}
        whole, short = (one.used for one in in_turns(runs, 5, twice=False, rest=0.0).values())
        yield Answer(
            f"{points:,} scattered points {name}: processor time of the reduced set and of the "
            "whole expansion",
            f"{short:.0f} and {whole:.0f} ms, {whole / short:.0f} times as long",
        )


@benchmark
def rules(rounds: int = 3) -> Lines:
    """What the fixed point does otherwise than the minimisation of any kernel, way by way.

    Milliseconds of processor time on one thread for the pre-images of all rows of a fit: by
    Newton's steps and the plane's features, without these, by L-BFGS with them, by L-BFGS on sums
    of matrix products, and by `Minimisation`, on the kernel's own values and gradients.
    """
    from kpca_core.feature_space.preimage import gaussian

    few, worthwhile = gaussian.FEW, gaussian.WORTHWHILE
    ways = {
        "as it is": (few, worthwhile, FixedPoint), "no features": (few, 0.0, FixedPoint),
        "no Newton": (0, worthwhile, FixedPoint), "neither": (0, 0.0, FixedPoint),
        "minimisation": (0, 0.0, Minimisation),
    }  # fmt: skip
    cases = [("rings", concentric_rings(n, noise=0.08, seed=1).X, 0.05, 20) for n in (300, 3000)]
    cases += [("parabola", noisy_parabola(n, seed=1).X, 0.5, 3) for n in (300, 1500, 5000)]
    cases += [(one.name, one.X, one.width, one.components) for one in peer_cases(1000)][2:4]
    images = builtin_digits().X_train
    cases += [("digits, D = 64", images, float(images.var(axis=0).sum()), 32)]
    try:
        for name, X, width, count in cases:
            times = {}
            for way, (gaussian.FEW, gaussian.WORTHWHILE, method) in ways.items():
                found = fit(Gaussian(width), X, count)
                run = {"": lambda f=found, m=method: pre_images(f.expansion, f.scores, m())}
                timed = in_turns(run, rounds, twice=False, rest=0.0, threads=1)
                times[way] = timed[""].used
            yield {"points": f"{len(X):,} {name:>17}", **times}
    finally:
        gaussian.FEW, gaussian.WORTHWHILE = few, worthwhile


@dataclass(frozen=True, eq=False)
class Place:
    """A fit, two of its components, and a place of their scores."""

    name: str
    found: Decomposition
    components: tuple[int, int]
    z: Points

    @property
    def unit(self) -> float:
        """The largest k(x, x) of the points, in which objectives are measured; mostly 1."""
        expansion = self.found.expansion
        return float(expansion.kernel.diagonal(expansion.points).max())

    def best_of_scipy(self, rng: np.random.Generator, starts: int) -> float:
        """The least objective that SciPy's L-BFGS-B finds: half its starts are points, half random.

        From γ and kernel values alone: t = Σ γ φ(p).
        """
        expansion = self.found.expansion
        kernel, P, w = expansion.kernel, expansion.points, expansion.mean_weights
        gamma = expansion.coefficients[:, list(self.components)] @ self.z
        gamma = gamma if w is None else gamma + w
        norm = gamma @ kernel.gram(P, P) @ gamma

        def objective(y: Points) -> tuple[float, Points]:
            Y = y[None]
            value = kernel.diagonal(Y)[0] - 2.0 * kernel.gram(Y, P)[0] @ gamma + norm
            slope = kernel.diagonal_gradient(Y) - 2.0 * kernel.gradient_sum(Y, P, gamma[None])
            return float(value), slope[0]

        low, high = P.min(axis=0), P.max(axis=0)
        reach = 0.2 * (high - low)
        first = P[rng.permutation(len(P))[: starts // 2]]
        drawn = rng.uniform(low - reach, high + reach, (starts - len(first), P.shape[1]))
        options = {"ftol": 0.0, "gtol": 1e-10, "maxiter": 500}
        return min(
            minimize(objective, start, jac=True, method="L-BFGS-B", options=options).fun
            for start in np.vstack([first, drawn])
        )


def place_of(seed: int) -> Place:
    """A place of drawn data, kernel and components, up to a fifth beyond the scores of the data."""
    rng = np.random.default_rng(seed)
    tables: dict[str, Callable[[], Points]] = {
        "clusters": lambda: gaussian_clusters(seed=seed).X,
        "rings": lambda: concentric_rings(90, seed=seed).X,
        "parabola": lambda: noisy_parabola(90, seed=seed).X,
        "iris": lambda: standardised(load_iris().data),
        "wine": lambda: standardised(load_wine().data),
        "digits": lambda: builtin_digits().X_train[rng.permutation(1000)[:100]],
    }
    table = list(tables)[seed % len(tables)]
    X = tables[table]()
    variance = float(X.var(axis=0).sum())
    width = variance * 10.0 ** rng.uniform(-1.5, 0.5)
    length = float(np.sqrt(width))
    kernels = (
        Gaussian(width), Gaussian(width), Gaussian(width), RationalQuadratic(length, 1.0),
        Matern(length, 0.5), Matern(length, 1.5), Matern(length, 2.5), Laplacian(2.0 * length),
        Polynomial(2), Polynomial(3, 1.0), Polynomial(5), Cosine(), Linear(),
        Gaussian(width) + 0.1 * Linear(), Gaussian(width) * Polynomial(2, 1.0),
    )  # fmt: skip
    kernel = kernels[int(rng.integers(len(kernels)))]
    found = fit(kernel, X, 5)
    i, j = rng.permutation(min(4, found.n_components))[:2].tolist()
    scores = found.scores[:, [i, j]]
    low, high = scores.min(axis=0), scores.max(axis=0)
    z = rng.uniform(low - 0.2 * (high - low), high + 0.2 * (high - low))
    return Place(f"{table}, {kernel!r}", found, (i, j), z)


@benchmark
def back(places: int = 100, starts: int = 30) -> Lines:
    """Back from a place among the scores: the objective beside SciPy's best of some starts.

    Absolute for kernels with k(x, x) = 1, else in units of the largest k(x, x) of the points.
    """
    held, rest, quick = 0, Times(), Times()
    for seed in range(places):
        place = place_of(seed)
        args = (place.found.expansion, place.components, place.z)
        mine = rest.add(lambda args=args: from_scores(*args))
        quick.add(lambda args=args: from_scores(*args, thorough=False))
        theirs = place.best_of_scipy(np.random.default_rng(seed), starts)
        above = (mine.objective - theirs) / place.unit
        held += above <= ABOVE
        if above > ABOVE:
            yield f"draw {seed}: {place.name}: {mine.objective:.6f}, {above:.1e} above"
    yield f"share {judged(held / places, least=0.95)}"
    yield Answer(
        f"back from {places} drawn places: objective at most {ABOVE:g} above SciPy's best of "
        f"{starts} starts, and milliseconds at rest and under the pointer",
        f"{held} of {places}; {rest.median:.3g} (longest {max(rest.wall):.0f}) and "
        f"{quick.median:.2g} ({max(quick.wall):.3g})",
    )
