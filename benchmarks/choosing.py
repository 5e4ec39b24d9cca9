"""Choosing.

Planted structure, noise, bands, denoising, novelty and speed, on fresh draws: nothing was chosen by
those of seed 731904. 200 rows where nothing else is said, 10 widths, 50 shuffles. Where nothing is
planted, what other rows show counts, twice as many of them; rings with a column of noise have no
number that few rows agree on. With 50 shuffles a p-value of at most 5 % is at most 2/51, so that
96.1 % of noise are expected to be called noise. 200 draws leave an error of 1.5 % of bands of 95 %,
which do not say what they say where eigenvalues are equal. The error of novelty detection judges
rows that were not fitted, with everybody's defaults after standardisation; T² alone fails with a
Gaussian, for which rows far from all others have small scores. With a width far below the distances
between rows the fit to all rows has smaller errors than any fit to four fifths of them, and no new
row is called novel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
from support.planted import blocks, clusters, curve, parabola, rings

from benchmarks.harness import Answer, Lines, Times, benchmark, in_turns
from kpca_core import Gaussian, Laplacian, Linear, fit, pre_images
from kpca_core._support.arrays import Array
from kpca_core.analysis.projection import Projection, agreeing, agreement, projected
from kpca_core.choosing import (
    NoveltyDetector,
    advise,
    choose_width,
    dilations,
    held_out_errors,
    local_noise,
    parallel_analysis,
    stability,
)
from kpca_core.choosing.spectra import spectra
from kpca_core.tables import Rows, builtin
from kpca_core.tables.rows import standardised
from kpca_core.widths import gaussian_at, median_distance

Make = Callable[[np.random.Generator, int], Array]
N, WIDTHS, SHUFFLES, SEED = 200, 10, 50, 731904


def with_noise(rng: np.random.Generator, X: Array, columns: int) -> Array:
    """The table with columns of noise of its own size."""
    return np.column_stack([X, X.std() * rng.standard_normal((len(X), columns))])


def factors(rng: np.random.Generator, n: int, number: int, columns: int) -> Array:
    """Normal factors with loadings of the size of the noise."""
    loadings = rng.standard_normal((number, columns))
    return rng.standard_normal((n, number)) @ loadings + rng.standard_normal((n, columns))


# The number planted; None where that of the same analysis of other rows counts, twice as many.
PLANTED: dict[str, tuple[Make, int | None]] = {
    "3 clusters in 2 columns": (lambda r, n: _triangle(r, n), 2),
    "3 clusters in 10": (lambda r, n: clusters(r, n, 6.0), 2),
    "3 clusters in 10 and 4 of noise": (lambda r, n: with_noise(r, clusters(r, n, 6.0), 4), 2),
    "3 blocks in 8 and 2 of noise": (lambda r, n: with_noise(r, blocks(r, n, 5.0), 2), 2),
    "3 clusters in 40 and 10 of noise": (
        lambda r, n: with_noise(r, clusters(r, n, 8.0, 40), 10),
        2,
    ),
    "2 factors in 8 and 2 of noise": (lambda r, n: with_noise(r, factors(r, n, 2, 8), 2), 2),
    "5 factors in 40 and 10 of noise": (lambda r, n: with_noise(r, factors(r, n, 5, 40), 10), 5),
    "curve in 5 and 1 of noise": (lambda r, n: with_noise(r, curve(r, n, 0.1), 1), None),
    "rings in 2": (lambda r, n: rings(r, n)[0], None),
    "rings in 2 and 1 of noise": (lambda r, n: with_noise(r, rings(r, n)[0], 1), None),
}
# Rows where nothing is planted: with a column of noise 500 show the rings in half the draws.
ROWS = {"rings in 2 and 1 of noise": 2000}
NOISE: dict[str, Make] = {
    "normal, 5 columns": lambda r, n: r.standard_normal((n, 5)),
    "uniform, 3 columns": lambda r, n: r.uniform(size=(n, 3)),
    "Student's t with 2 degrees, 8 columns": lambda r, n: r.standard_t(2, (n, 8)),
}
CORRELATED = "normal, 5 columns correlated by 0.5 (structure)"


def _triangle(rng: np.random.Generator, n: int) -> Array:
    angle = 2 * np.pi / 3 * (np.arange(n) % 3)
    middles = 8 / np.sqrt(3) * np.column_stack([np.cos(angle), np.sin(angle)])
    return middles + rng.standard_normal((n, 2))


def _count(X: Array, seed: int) -> int:
    X = standardised(X)
    family = dilations(X=X, number=WIDTHS)
    return choose_width(family, X, shuffles=SHUFFLES, seed=seed, most_rows=len(X)).count


@benchmark
def planted(draws: int = 50, seed: int = SEED) -> Lines:
    """How often the number of components is right, and right or one off."""
    for number, (name, (make, true)) in enumerate(PLANTED.items()):
        rng = np.random.default_rng([seed, number, 0])
        n = N if true is not None else ROWS.get(name, 500)
        known = true if true is not None else _count(make(rng, 2 * n), 0)
        found = [_count(make(np.random.default_rng([seed, number, 1, k]), n), k)
                 for k in range(draws)]  # fmt: skip
        off = np.abs(np.array(found) - known)
        yield Answer(
            f"{name}, {n:,} rows: number of components, {known} expected",
            f"right in {np.mean(off == 0):.0%} of {draws} draws, one off at most in "
            f"{np.mean(off <= 1):.0%}; found {min(found)} to {max(found)}",
        )


@benchmark
def noise(draws: int = 200, seed: int = SEED) -> Lines:
    """How often noise is called noise at a level of 5 %, and correlated columns are not."""
    mixed = np.linalg.cholesky(0.5 * np.eye(5) + 0.5)
    tables = {**NOISE, CORRELATED: lambda r, n: r.standard_normal((n, 5)) @ mixed.T}
    for number, (name, make) in enumerate(tables.items()):
        none = [_count(make(np.random.default_rng([seed, 100 + number, k]), 100), k) == 0
                for k in range(draws)]  # fmt: skip
        yield Answer(
            f"noise, 100 rows, {name}: no component at a level of 5 %",
            f"{np.mean(none):.1%} of {draws} draws",
        )


def some_of(rng: np.random.Generator, n: int, X: Array) -> Array:
    """n rows at random, so that the sizes of clusters vary as those of resamples do."""
    return X[rng.choice(len(X), n, replace=False)]


@benchmark
def bands(draws: int = 200, seed: int = SEED) -> Lines:
    """How often bands of 95 % hold the eigenvalues of the population, 40,000 rows."""
    spread = np.array([3.0, 2.0, 1.4, 1.0, 0.7])
    cases = {
        "5 normal columns of decaying size, linear": (
            Linear(), lambda r, n: spread * r.standard_normal((n, 5)), 3),
        "5 normal columns of decaying size, Gaussian": (
            Gaussian(40.0), lambda r, n: spread * r.standard_normal((n, 5)), 3),
        "3 clusters in 6 columns, Gaussian": (
            Gaussian(30.0), lambda r, n: some_of(r, n, blocks(r, 20 * n, 5.0, 6)), 2),
    }  # fmt: skip
    for number, (name, (kernel, make, q)) in enumerate(cases.items()):
        large = make(np.random.default_rng([seed, 200 + number]), 40_000)
        true = fit(kernel, large, q, tol=1e-4).variances
        for method in ("bootstrap", "halves"):
            hits = np.zeros(q)
            for k in range(draws):
                X = make(np.random.default_rng([seed, 200 + number, k]), N)
                low, high = stability(kernel, X, q, method=method, samples=100, seed=k).bands
                hits += (low <= true) & (true <= high)
            shares = ", ".join(f"{share:.0%}" for share in hits / draws)
            yield Answer(
                f"bands of 95 % by {method}, {name}: the eigenvalues of 40,000 rows are held",
                f"{shares} of {draws} draws, from the largest on",
            )


def swiss_roll(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """scikit-learn's Swiss roll, half as deep, with noise of 1, and without."""
    t, depth = 1.5 * np.pi * (1 + 2 * rng.random(n)), 10 * rng.random(n)
    exact = np.column_stack([t * np.cos(t), depth, t * np.sin(t)])
    return exact + rng.standard_normal((n, 3)), exact


def noisy_digits(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """scikit-learn's digits from 0 to 1 with noise of 0.25, and without."""
    from sklearn.datasets import load_digits

    images = load_digits().data / 16
    exact = images[rng.choice(len(images), n, replace=False)]
    return exact + 0.25 * rng.standard_normal(exact.shape), exact


COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)


@benchmark
def denoising(draws: int = 5, seed: int = SEED) -> Lines:
    """The error of denoised rows, beside the best in hindsight and the median heuristic."""
    sets = {"rings": rings, "parabola": parabola, "Swiss roll": swiss_roll, "digits": noisy_digits}
    for number, (name, make) in enumerate(sets.items()):
        ratios = []
        for k in range(draws):
            X, exact = make(np.random.default_rng([seed, 300 + number, k]), N)
            family = dilations(X=X, number=WIDTHS)
            found = held_out_errors(family, X, COUNTS, noise=local_noise(X), seed=k)
            shuffled = choose_width(family, X, COUNTS[-1], shuffles=SHUFFLES, seed=k)
            errors = np.array([_denoised(kernel, X, exact) for kernel in family])
            median = Gaussian(float(f"{median_distance(X) ** 2:.4g}"))
            column = int(np.searchsorted(COUNTS, max(1, shuffled.count)).clip(max=len(COUNTS) - 1))
            best = np.nanmin(errors)
            heuristic = _denoised(median, X, exact)
            count = found.chosen[1]
            rank = shuffled.chosen
            ratios.append(
                [errors[found.chosen], errors[rank, column], heuristic[count], np.nanmin(heuristic),
                 np.square(X - exact).sum(axis=1).mean(), best]
            )  # fmt: skip
        mean = np.array(ratios) / np.array(ratios)[:, -1:]
        said = [f"{value:.2f}" for value in mean.mean(axis=0)]
        yield Answer(
            f"denoising {name}, the noise estimated: mean error over that of the best width and "
            "number in hindsight",
            f"by held-out rows {said[0]} (the worst draw {mean[:, 0].max():.2f}), by shuffles "
            f"{said[1]}, median distance with the chosen number {said[2]}, with its best number "
            f"{said[3]}, not denoised {said[4]}; {draws} draws",
        )


def _denoised(kernel: Gaussian, X: Array, exact: Array) -> Array:
    found = fit(kernel, X, COUNTS[-1])
    errors = np.full(len(COUNTS), np.nan)
    for j, q in enumerate(COUNTS):
        if q <= found.n_components:
            points = pre_images(found.expansion, found.scores[:, :q], start=X).points
            errors[j] = np.square(points - exact).sum(axis=1).mean()
    return errors


@benchmark
def novelty(draws: int = 5, seed: int = SEED) -> Lines:
    """The area under the curve on rows that were not fitted, with everybody's defaults."""
    from sklearn.ensemble import IsolationForest
    from sklearn.metrics import roc_auc_score
    from sklearn.neighbors import LocalOutlierFactor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import OneClassSVM

    detectors = {
        "error": lambda: NoveltyDetector(),
        "T²": lambda: NoveltyDetector(measure="hotelling"),
        "both": lambda: NoveltyDetector(measure="both"),
        "OneClassSVM": OneClassSVM,
        "IsolationForest": lambda: IsolationForest(random_state=0),
        "LocalOutlierFactor": lambda: LocalOutlierFactor(novelty=True),
    }
    for number, (name, make) in enumerate(_novelty_sets().items()):
        areas: dict[str, list[float]] = {}
        alarms = []
        for k in range(draws):
            rng = np.random.default_rng([seed, 400 + number, k])
            train, test, new = make(rng)
            for detector, build in detectors.items():
                model = make_pipeline(StandardScaler(), build()).fit(train)
                areas.setdefault(detector, []).append(
                    float(roc_auc_score(~new, model.score_samples(test)))
                )
                if detector == "error":
                    alarms.append(float(np.mean(model.predict(test[~new]) < 0)))
        said = ", ".join(f"{one} {np.mean(area):.3f}" for one, area in areas.items())
        yield Answer(
            f"novelty, {name}: area under the curve, {draws} splits",
            f"{said}; false alarms of the error at 5 % {np.mean(alarms):.1%}",
        )


Split = tuple[Array, Array, Array]


def _novelty_sets() -> dict[str, Callable[[np.random.Generator], Split]]:
    from sklearn.datasets import load_breast_cancer, load_digits

    cancer, digits = load_breast_cancer(), load_digits()

    def parted(rng: np.random.Generator, X: Array, new: Array) -> Split:
        usual = rng.permutation(np.flatnonzero(~new))
        train, rest = usual[: len(usual) // 2], usual[len(usual) // 2 :]
        test = np.concatenate([rest, np.flatnonzero(new)])
        return X[train], X[test], new[test]

    def shuttle(rng: np.random.Generator) -> Split:
        """Two modes of nine sensors, most on a curve; novel rows leave it or jump."""
        t, mode = rng.uniform(-1, 1, 3000), rng.random(3000) < 0.2
        loads = np.random.default_rng(0).standard_normal((3, 9))
        X = np.column_stack([t, t**2, 2.0 * mode]) @ loads + 0.2 * rng.standard_normal((3000, 9))
        new = rng.random(3000) < 0.07
        X[new] += rng.standard_normal((int(new.sum()), 9)) * rng.choice([0.5, 1.5], (new.sum(), 1))
        return parted(rng, X, new)

    return {
        "Wisconsin breast cancer": lambda r: parted(r, cancer.data, cancer.target == 0),
        **{
            f"digits, {c} usual": lambda r, c=c: parted(r, digits.data, digits.target != c)
            for c in (0, 3, 8)
        },
        "two modes on a curve, nine columns": shuttle,
    }


@benchmark
def outliers(draws: int = 60, seed: int = SEED) -> Lines:
    """Three normal columns: what is called novel at 5 %, and a far row among the fitted ones."""
    ways = {
        "usual width, error": {},
        "Gaussian(0.1), error": {"kernel": Gaussian(0.1)},
        "Laplacian(1), error": {"kernel": Laplacian(1.0)},
        "linear, T²": {"kernel": Linear(), "measure": "hotelling"},
        "linear, both": {"kernel": Linear(), "measure": "both"},
        "Gaussian(1), T²": {"kernel": Gaussian(1.0), "measure": "hotelling"},
        "Gaussian(1), both": {"kernel": Gaussian(1.0), "measure": "both"},
    }
    figures: dict[str, list[str]] = {name: [] for name in ways}
    for n in (30, 100, 400):
        for name, more in ways.items():
            shares = []
            for k in range(draws):
                rng = np.random.default_rng([seed, 600, n, k])
                X, new = rng.standard_normal((n, 3)), rng.standard_normal((2000, 3))
                detector = NoveltyDetector(**more)
                fitted = np.mean(detector.fit_predict(X) < 0)
                others = np.mean(detector.predict(new) < 0)
                X[0] = 0.0, 0.0, 9.0
                shares.append([fitted, others, detector.fit_predict(X)[0] < 0])
            fitted, others, planted = np.mean(shares, axis=0)
            figures[name].append(f"{n} rows: {fitted:.1%}, {others:.1%}, {planted:.0%}")
            yield {
                "rows": n, "way": f"{name:>19}", "fitted": f"{fitted:.1%}",
                "new": f"{others:.1%}", "planted": f"{planted:.0%}",
            }  # fmt: skip
    for name, said in figures.items():
        yield Answer(
            f"three normal columns, {name}: called novel at 5 % of the rows of the fit, of 2,000 "
            f"new ones, and how often a row at distance 9 is, which is in the fit; {draws} draws",
            "; ".join(said),
        )


@benchmark
def advised(draws: int = 1, seed: int = 99) -> Lines:
    """What `advise` says of planted tables and real ones, beside shuffles alone."""
    rng = np.random.default_rng(seed)
    tables = [(name, standardised(make(rng, N))) for name, (make, _) in PLANTED.items()] * draws
    for name, X in [*_real_tables(), *tables]:
        found = advise(dilations(X=X, number=20), X)
        at = found.chosen
        yield Answer(
            f"`advise` on {name}: components that are kept",
            f"{found.count}, whose span turns by {found.angles[at]:.0f}° at most; by shuffles "
            f"alone {found.choice.count}; as the quick answer of that width "
            f"{parallel_analysis(found.kernel, X, max(1, found.count)).count}",
        )


@benchmark
def planes(draws: int = 5, seed: int = SEED) -> Lines:
    """On how many of the first 8 maps a plane's slices agree with the scores, and the time."""
    for name, X in _real_tables():
        rows = _rows(X)
        kernel = Gaussian(float(f"{median_distance(X) ** 2:.4g}"))
        found = fit(kernel, X, 8)
        counts = []
        for shown in (
            projected(rows), projected(rows, principal=True), agreeing(rows, kernel)
        ):  # fmt: skip
            assert shown.plane is not None
            on_slice = found.expansion(shown.plane.lift(shown.points))
            counts.append(int((~agreement(on_slice, found.scores).low).sum()))
        yield Answer(
            f"{name}, standardised: how many of the first 8 maps agree with the scores",
            f"the plane of the first two columns {counts[0]}, of two principal components "
            f"{counts[1]}, the one that agrees best {counts[2]}",
        )
    for dimension in (6, 12):
        missed = [_missed(_of_clusters(seed, k, dimension)) for k in range(2 * draws)]
        yield Answer(
            f"800 × {dimension}: does the plane that agrees best show as many maps as the best of "
            "all pairs",
            f"in {missed.count(0)} of {len(missed)} tables, {max(missed)} fewer at most",
        )
    rows = _rows(np.random.default_rng(seed).standard_normal((1000, 30)))
    least = in_turns({"": lambda: agreeing(rows)}, draws, twice=False, rest=0.0)[""].used
    yield Answer("the plane that agrees best, 1,000 × 30", f"{least:.0f} ms of processor time")


def _rows(X: Array) -> Rows:
    n, dimension = X.shape
    return Rows(X, tuple(map(str, range(dimension))), np.zeros(n, np.intp), (), np.arange(n))


def _of_clusters(seed: int, draw: int, dimension: int) -> Array:
    """800 rows of four clusters whose columns have different spreads."""
    rng = np.random.default_rng([seed, 700, dimension, draw])
    centres = 2.5 * rng.standard_normal((4, dimension))
    noise = rng.standard_normal((800, dimension)) * 2 * rng.random(dimension)
    return standardised(centres[rng.integers(0, 4, 800)] + noise)


def _missed(X: Array) -> int:
    """How many maps fewer agree in the plane of `agreeing` than in the best of all pairs."""
    rows, kernel = _rows(X), gaussian_at(median_distance(X))
    found = fit(kernel, X, 8)

    def agreeing_maps(shown: Projection) -> int:
        assert shown.plane is not None
        on_slice = found.expansion(shown.plane.lift(shown.points))
        return int((~agreement(on_slice, found.scores).low).sum())

    pairs = combinations(range(X.shape[1]), 2)
    planes = (projected(rows, i, j, principal=way) for i, j in pairs for way in (False, True))
    return max(map(agreeing_maps, planes)) - agreeing_maps(agreeing(rows, kernel))


def _real_tables() -> Iterator[tuple[str, Array]]:
    for name in ("iris", "wine", "breast-cancer", "digits"):
        table = builtin(name)
        columns = table.usual_columns(table.label)
        yield name, table.rows(columns, table.label, standardise=True).X


@benchmark
def speed(draws: int = 1, seed: int = SEED) -> Lines:
    """30 widths and 50 shuffles of 1,000 × 10, and one table's widths beside scikit-learn's."""
    from sklearn.decomposition import KernelPCA

    rng = np.random.default_rng([seed, 500])
    X = standardised(clusters(rng, 1000, 6.0))
    family = dilations(X=X)
    whole = Times()
    whole.add(lambda: choose_width(family, X, shuffles=50))
    yield Answer(
        "`choose_width`, 1,000 × 10, 30 widths, 50 shuffles",
        f"{whole.least / 1e3:.1f} s, {whole.used / 1e3:.1f} s of processor time",
    )

    def theirs(solver: str) -> None:
        for kernel in family:
            KernelPCA(10, kernel="rbf", gamma=1 / kernel.width, eigen_solver=solver).fit(X)

    runs: dict[str, Callable[[], object]] = {"ours": lambda: spectra(family, X, 10)}
    runs |= {one: lambda one=one: theirs(one) for one in ("arpack", "auto", "dense")}
    times = {name: t.used for name, t in in_turns(runs, draws, twice=False, threads=1).items()}
    ours = times.pop("ours")
    said = ", ".join(f"{one!r} {other / ours:.1f}" for one, other in times.items())
    yield Answer(
        "one table's 30 widths for 10 components, processor time on one thread",
        f"{ours / 1e3:.2f} s; scikit-learn's solvers, times as long: {said}",
    )
