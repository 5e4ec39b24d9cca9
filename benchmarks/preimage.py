"""Pre-images and reduced sets: denoising beside linear PCA and scikit-learn, errors, and time.

python -m benchmarks.preimage [gaussians] [curves] [digits] [peer] [large] [roll] [scipy] [reduced]
    [rules] [back]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from sklearn.datasets import make_swiss_roll
from sklearn.decomposition import KernelPCA as Peer
from threadpoolctl import threadpool_limits

from benchmarks.timing import REST, verdict
from datasets import builtin_digits, concentric_rings, gaussian_clusters, noisy_parabola
from datasets.toy import to_parabola, to_rings
from kpca_core import Decomposition, Gaussian, Kernel, KernelPCA, Linear, fit
from kpca_core.feature_space.preimage import (
    FixedPoint,
    Ridge,
    Subspace,
    fixed_point,
    from_scores,
    plane,
    pre_images,
)
from kpca_core.feature_space.preimage.fixed_point import FEW
from kpca_core.feature_space.preimage.plane import WORTHWHILE
from kpca_core.feature_space.reduced_set import reduced_set
from kpca_core.kernels import Cosine, Laplacian, Matern, Polynomial, RationalQuadratic
from kpca_core.reproduction.denoising import (
    noisy_images,
    root_mean_square,
)
from kpca_core.tables.rows import standardised

# The set-up of Mika et al. 1999, Table 1.
CENTRES, DIMENSION, TRAINING, TEST = 11, 10, 100, 33
SIGMAS, COMPONENTS = (0.05, 0.1, 0.2, 0.4, 0.8), range(1, 10)
DRAWS = 5

# Of scikit-learn's ridge.
ALPHAS = (1.0, 0.1, 0.01, 0.001)

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)

Points = np.ndarray


def denoised(
    kernel: Kernel, X: Points, noisy: Points, counts: Sequence[int], start: Points | None = None
) -> list[Points]:
    """Pre-images of the projections of noisy points on the leading components of X."""
    found = fit(kernel, X, max(counts))
    Z = found.expansion(noisy)
    return [pre_images(found.expansion, Z[:, :q], start=start).points for q in counts]


def gaussians() -> None:
    """The set-up of Mika et al. 1999, Table 1; their values are not repeated here.

    Eleven Gaussians in R¹⁰ with standard deviation σ, centres uniform in [−1, 1]¹⁰, 100 training
    and 33 test points of each; the kernel is exp(−‖x − y‖²/10c) with c = 2σ², and iterations start
    at the noisy test points. The mean squared distance of the denoised test points from their
    centres, linear PCA's over kernel PCA's.
    """
    print(gaussians.__doc__)
    print(f"geometric mean of {DRAWS} draws, by the number of components")
    print(f"{'σ':>6} " + " ".join(f"{q:>8}" for q in COMPONENTS))
    for sigma in SIGMAS:
        logs = []
        for seed in range(DRAWS):
            rng = np.random.default_rng(seed)
            centres = rng.uniform(-1.0, 1.0, (CENTRES, DIMENSION))
            train, test = (
                np.repeat(centres, n, axis=0)
                + sigma * rng.standard_normal((CENTRES * n, DIMENSION))
                for n in (TRAINING, TEST)
            )
            truth = np.repeat(centres, TEST, axis=0)
            errors = [
                [
                    np.square(Y - truth).sum()
                    for Y in denoised(kernel, train, test, COMPONENTS, start=test)
                ]
                for kernel in (Linear(), Gaussian(DIMENSION * 2.0 * sigma**2))
            ]
            logs.append(np.log(errors[0]) - np.log(errors[1]))
        ratios = np.exp(np.mean(logs, axis=0))
        print(f"{sigma:>6} " + " ".join(f"{ratio:>8.2f}" for ratio in ratios), flush=True)


def curves() -> None:
    """Root mean square distance from the true curve, before and after."""
    print(
        f"{curves.__doc__}\nlinear PCA with 1 component; with 2 it returns the points as they are"
    )
    rings = concentric_rings(1000, noise=0.08, seed=1)
    radii = np.array([0.5, 1.0])[rings.labels]
    parabola = noisy_parabola(1000, seed=1)
    cases: tuple[tuple[str, Points, Callable[[Points], float], float, int], ...] = (
        ("rings", rings.X, lambda Y: root_mean_square(to_rings(Y, radii)), 0.05, 20),
        ("parabola", parabola.X, lambda Y: root_mean_square(to_parabola(Y)), 0.5, 3),
    )
    for name, X, error, width, q in cases:
        before = error(X)
        (linear,) = denoised(Linear(), X, X, [1])
        (after,) = denoised(Gaussian(width), X, X, [q])
        print(
            f"{name:>9}, n = {len(X):,}, Gaussian({width}), {q} components: before {before:.4f}, "
            f"linear PCA {error(linear):.4f}, kernel PCA {error(after):.4f}"
        )
        best = min(before, error(linear))
        print(f"{'':>11}linear PCA's best d over kernel PCA's: ", end="")
        ratio = best / error(after)
        print(verdict(ratio, 3, at_least=True) if name == "rings" else f"{ratio:6.2f}")


def noisy_digits(images: Points) -> dict[str, Points]:
    """Gaussian noise of half the grey range's half, and speckle: 40 % of the pixels ±1."""
    return {
        "Gaussian 0.5": noisy_images(images, "gaussian", 0.5, seed=0),
        "speckle 0.4": noisy_images(images, "speckle", 0.4, seed=0),
    }


def digits() -> None:
    """Built-in digits: mean squared error against the clean test images, pixels in [−1, 1]."""
    print(f"{digits.__doc__}\nlearned from the clean training images; by the number of components")
    data = builtin_digits()
    width = float(data.X_train.var(axis=0).sum())  # half of the mean squared distance
    print(f"{'':>24} " + " ".join(f"{q:>6}" for q in COUNTS))
    for noise, noisy in noisy_digits(data.X_test).items():
        best = {}
        for name, kernel, counts in (
            ("linear PCA", Linear(), COUNTS[:7]),
            (f"Gaussian({width:.3g})", Gaussian(width), COUNTS),
        ):
            errors = [
                np.square(Y - data.X_test).mean()
                for Y in denoised(kernel, data.X_train, noisy, counts)
            ]
            best[name] = min(errors)
            print(f"{noise:>12} {name:>12}" + " ".join(f"{error:>6.3f}" for error in errors))
        linear, ours = best.values()
        print(f"{'':>13}best over best: {verdict(linear / ours, 1, at_least=True)}", flush=True)


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
        noisy = noisy_digits(clean)["Gaussian 0.5"]
        width = float(train.var(axis=0).sum())
        yield Case("digits, D = 64", train, noisy, width, 128, distance_from(clean))


def distance_from(clean: Points) -> Callable[[Points], float]:
    """The root mean square distance of rows from those of `clean`."""
    return lambda Y: root_mean_square(np.linalg.norm(Y - clean, axis=1))


def peer() -> None:
    """Beside scikit-learn's inverse_transform: fit, scores, fit of the inverse and way back."""
    print(
        f"{peer.__doc__}\nscikit-learn with its best alpha of {ALPHAS} at each n; ms of wall clock "
        "(median) and of CPU time (least) of both"
    )
    for n in (300, 1500):
        for case in peer_cases(n):
            beside(case, rounds=3, judged=n == 1500)


def large() -> None:
    """The same with n = 5,000 and one alpha, each once; takes minutes, most of them theirs."""
    print(large.__doc__)
    for case in peer_cases(5000):
        beside(case, rounds=1, judged=False, alphas=(0.1,))


def roll() -> None:
    """A Swiss roll, n = 1,500, noise 0.032: what a low objective says of the truth."""
    print(f"{roll.__doc__}\nroot mean square distance from the truth, and mean objective")
    clean, noisy = swiss_roll(1500, 0.032)
    error = distance_from(clean)
    print(f"before {error(noisy):.4f}")
    for share, count in ((0.1, 20), (0.1, 60), (0.5, 20), (0.5, 60)):
        found = fit(Gaussian(share * float(noisy.var(axis=0).sum())), noisy, count)
        print(f"width {share:g} of the variance, {count} components: ", end="")
        for method in (FixedPoint(), Ridge(alpha=0.01)):
            images = pre_images(found.expansion, found.scores, method)
            name = type(method).__name__
            print(f"{name} {error(images.points):.4f} ({images.objective.mean():.3f})  ", end="")
        print(flush=True)


def swiss_roll(n: int, noise: float) -> tuple[Points, Points]:
    """Points of a Swiss roll with standard deviation 1 a coordinate, and with noise · z added."""
    clean = make_swiss_roll(n, random_state=0)[0]
    clean /= clean.std()
    return clean, clean + noise * np.random.default_rng(0).standard_normal(clean.shape)


def beside(case: Case, rounds: int, judged: bool, alphas: Sequence[float] = ALPHAS) -> None:
    """Print errors and times of a case, with one BLAS thread and with as many as by default."""
    errors = {}
    for alpha in alphas:
        model, Z = case.theirs(alpha)
        errors[alpha] = case.error(model.inverse_transform(Z))
    alpha = min(errors, key=lambda key: errors[key])
    model, Z = case.ours()
    print(
        f"{case.name}, n = {len(case.X):,}, {len(case.new):,} points from {case.components} "
        f"components: error {case.error(model.inverse_transform(Z)):.4f} "
        f"(before {case.error(case.new):.4f}), "
        f"scikit-learn's {errors[alpha]:.4f} (alpha {alpha:g})"
    )

    def ours() -> None:
        model, Z = case.ours()
        model.inverse_transform(Z)

    def theirs() -> None:
        model, Z = case.theirs(alpha)
        model.inverse_transform(Z)

    for threads, limits in (("one BLAS thread", 1), ("default threads", None)):
        with threadpool_limits(limits, user_api="blas"):
            samples: dict[str, list[tuple[float, float]]] = {"ours": [], "theirs": []}
            for _ in range(rounds):
                for name, run in (("ours", ours), ("theirs", theirs)):
                    time.sleep(REST)
                    wall, busy = time.perf_counter(), time.process_time()
                    run()
                    samples[name].append((time.perf_counter() - wall, time.process_time() - busy))
        wall = [statistics.median(1e3 * w for w, _ in found) for found in samples.values()]
        busy = [min(1e3 * c for _, c in found) for found in samples.values()]
        ratio = (
            verdict(wall[1] / wall[0], 5, at_least=True) if judged else f"{wall[1] / wall[0]:6.2f}"
        )
        print(
            f"    {threads}: wall clock {wall[0]:.0f} and {wall[1]:.0f}, ratio {ratio}; "
            f"CPU {busy[0]:.0f} and {busy[1]:.0f}, ratio {busy[1] / busy[0]:.2f}",
            flush=True,
        )


def scipy() -> None:
    """L-BFGS on all points at once beside SciPy's, one point after the other."""
    print(scipy.__doc__)
    X = concentric_rings(1000, noise=0.08, seed=1).X
    found = fit(Gaussian(0.5), X, 8)
    Z = found.scores[:200]
    start = time.perf_counter()
    images = pre_images(found.expansion, Z, "minimisation")
    ours = time.perf_counter() - start
    targets = Subspace.of(found.expansion).targets(Z)
    first = pre_images(found.expansion, Z, "ridge").points
    start = time.perf_counter()
    values = []
    for row in range(len(Z)):
        target = targets[np.array([row])]
        end = minimize(
            lambda y, t=target: (t.objective(y[None])[0], t.gradient(y[None])[0]),
            first[row], jac=True, method="L-BFGS-B", options={"ftol": 0.0, "gtol": 1e-10},
        )  # fmt: skip
        values.append(end.fun)
    theirs = time.perf_counter() - start
    print(
        f"200 points of 1,000: {1e3 * ours:.0f} ms, SciPy {1e3 * theirs:.0f} ms; mean objective "
        f"{images.objective.mean():.12f}, {np.mean(values):.12f}"
    )


def reduced() -> None:
    """Reduced sets: clusters, n = 1,000, m = 30; relative squared error of each eigenvector."""
    print(reduced.__doc__)
    X = gaussian_clusters(334, seed=1).X[:1000]
    found = fit(Gaussian(0.1), X, 8)
    start = time.perf_counter()
    result = reduced_set(found.expansion, 30)
    seconds = time.perf_counter() - start
    for name, errors in (("landmarks", result.start), ("moved", result.errors)):
        print(f"{name:>10} " + " ".join(f"{error:.1e}" for error in errors))
    least = float((result.start / result.errors).min())
    print(f"{'':>11}least ratio {verdict(least, 3, at_least=True)}, found in {seconds:.2f} s")
    new = np.random.default_rng(0).uniform(-1.0, 1.0, (200_000, 3))
    lifted = fit(Gaussian(0.1), np.column_stack([X, np.zeros(len(X))]), 8)
    small = reduced_set(lifted.expansion, 30).expansion
    for name, full, few, points in (
        ("plane", found.expansion, result.expansion, new[:, :2]),
        ("three columns", lifted.expansion, small, new),
    ):
        times = [cpu(lambda f=f, x=points: f(x)) for f in (full, few)]
        print(
            f"{name:>14}, 200,000 scattered points: {times[0]:.0f} ms of CPU time, {times[1]:.0f} "
            f"ms, speed-up {verdict(times[0] / times[1], 1000 / 60, at_least=True)}",
            flush=True,
        )


def cpu(run: Callable[[], object], rounds: int = 5) -> float:
    """The least milliseconds of CPU time, which load of the machine changes little."""
    samples = []
    for _ in range(rounds):
        start = time.process_time()
        run()
        samples.append(1e3 * (time.process_time() - start))
    return min(samples)


def rules() -> None:
    """Newton's steps and the plane's features beside L-BFGS on kernel values.

    Milliseconds of processor time on one thread for the pre-images of all rows of a fit.
    """
    print(rules.__doc__)
    ways = {"both": (FEW, WORTHWHILE), "Newton": (FEW, 0.0), "L-BFGS": (0, 0.0)}
    cases = [("rings", concentric_rings(n).X, 0.1) for n in (200, 1000, 2600)]
    cases += [("parabola", noisy_parabola(n, seed=0).X, 0.3) for n in (300, 1500, 3000)]
    cases += [("roll", make_swiss_roll(1000, random_state=0)[0] / 10, 0.5)]
    print(f"{'points':>16} " + " ".join(f"{way:>8}" for way in ways))
    try:
        for name, X, width in cases:
            found, times = fit(Gaussian(width), X, 8), []
            for fixed_point.FEW, plane.WORTHWHILE in ways.values():
                with threadpool_limits(limits=1):
                    times.append(cpu(lambda f=found: pre_images(f.expansion, f.scores), 3))
            print(f"{len(X):>6,} {name:>9} " + " ".join(f"{ms:>8.1f}" for ms in times), flush=True)
    finally:
        fixed_point.FEW, plane.WORTHWHILE = FEW, WORTHWHILE


# Of `back`: draws, starts of SciPy's minimiser, and what an objective may be above its best one.
PLACES, SCIPY_STARTS, ABOVE = 100, 30, 1e-6


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

    def best_of_scipy(self, rng: np.random.Generator, starts: int = SCIPY_STARTS) -> float:
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
    from sklearn.datasets import load_iris, load_wine

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


def back() -> None:
    """Back from a place among the scores: the objective beside SciPy's best of 30 starts.

    Absolute for kernels with k(x, x) = 1, else in units of the largest k(x, x) of the points.
    """
    print(back.__doc__)
    missed, times, quick = [], [], []
    for seed in range(PLACES):
        place = place_of(seed)
        expansion = place.found.expansion
        args = (expansion, place.components, place.z)
        start = time.perf_counter()
        mine = from_scores(*args)
        times.append(1e3 * (time.perf_counter() - start))
        start = time.perf_counter()
        from_scores(*args, thorough=False)
        quick.append(1e3 * (time.perf_counter() - start))
        theirs = place.best_of_scipy(np.random.default_rng(seed))
        above = (mine.objective - theirs) / place.unit
        if above > ABOVE:
            missed.append(f"draw {seed}: {place.name}: {mine.objective:.6f}, {above:.1e} above")
    print("\n".join(missed) or "none is missed")
    share = verdict(PLACES - len(missed), 95, at_least=True)
    print(
        f"at most {ABOVE:g} above SciPy's best: {share} of {PLACES}; at rest "
        f"{statistics.median(times):.1f} ms (longest {max(times):.0f}), under the pointer "
        f"{statistics.median(quick):.2f} ms (longest {max(quick):.1f})"
    )


PARTS: dict[str, Callable[[], None]] = {
    part.__name__: part
    for part in (gaussians, curves, digits, peer, large, roll, scipy, reduced, rules, back)
}


def main(*parts: str) -> None:
    for part in parts or (name for name in PARTS if name != "large"):
        print()
        PARTS[part]()


if __name__ == "__main__":
    main(*sys.argv[1:])
