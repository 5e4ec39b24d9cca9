"""What the page "Neighbours" computes: fits, what maps show of their stages, and measures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from datasets import Dataset
from kpca_core import Grid
from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _
from kpca_core.neighbours import METHODS, Method, Neighbour, Stage, measures, starts, with_kernel
from views.costs import COSTS
from views.hosts.streamlit.background import Background
from views.pages.explore.solving import dataset_of
from views.pages.neighbours.state import STEPS, NeighboursState
from views.pages.saying import MAP
from views.remembered import Remembered
from views.work import Estimate, progress

# Points that methods are given at most, and seconds of a fit or a measure.
MOST_POINTS, LONGEST = 400, 10.0
# Methods that run only on request, with the seconds of a fit for each point.
HEAVY = {"network": 1e-3, "tsne": 6e-3}
# Starts of the network whose curves are drawn.
STARTS = 3


class TooLong(ValueError):
    """A fit took longer than LONGEST."""


def limited(further: Progress | None = None, seconds: float = LONGEST) -> Progress:
    """Return a progress callback that raises `TooLong` after `seconds`."""
    begun, asked = time.monotonic(), further or progress()

    def ask(done: int, total: int, what: str) -> object:
        if time.monotonic() - begun > seconds:
            text = _("Stopped after {seconds:.0f} seconds. Choose fewer points.")
            raise TooLong(text.format(seconds=seconds))
        return asked is None or asked(done, total, what)

    return ask


def points_of(state: NeighboursState) -> Dataset:
    """Return the data set with the reader's changes, of many points some, evenly spread."""
    data = state.points.applied(dataset_of(state.data))
    some = evenly_spread(len(data.X), MOST_POINTS)
    return Dataset(data.name, data.X[some], data.labels[some], data.region)


@dataclass(frozen=True)
class Problem:
    """One method on one state's points."""

    state: NeighboursState
    key: str

    @property
    def token(self) -> str:
        return f"{self.key} {self.state.problem.token}"

    @property
    def method(self) -> Method:
        return with_kernel(self.key, self.state.kernel.build())

    def features(self, n: int) -> int:
        """How many features are asked for: two where only scores can be drawn."""
        wanted = max(2, self.state.features) if self.key in SCORES_ALONE else self.state.features
        return min(wanted, self.method.most(n, 2))


# Methods without functions of new points.
SCORES_ALONE = ("isomap", "spectral", "tsne", "scaling")


@dataclass(frozen=True, eq=False)
class Fitted:
    """A fit, with other starts of the network; or why there is none."""

    found: Neighbour | None
    others: tuple[Neighbour, ...] = ()
    seconds: float = 0.0
    trouble: str = ""


@cache
def _loaded(key: str) -> None:
    """Import what a method needs, so that its measured time excludes imports."""
    METHODS[key].fit(np.random.default_rng(0).standard_normal((12, 2)), 1)


def _fit(problem: Problem, further: Progress | None = None) -> Fitted:
    data, state, method = points_of(problem.state), problem.state, problem.method
    _loaded(problem.key)
    begun = time.perf_counter()
    others: tuple[Neighbour, ...] = ()
    try:
        q = problem.features(len(data.X))
        found = method.fit(data.X, q, state.start, limited(further))
        seconds = time.perf_counter() - begun
        if problem.key == "network" and q == 1:
            more = range(state.start + 1, state.start + STARTS)
            others = starts(method, data.X, q, more, limited(further))
    except ValueError as error:
        return Fitted(None, trouble=str(error))
    return Fitted(found, others, seconds)


def _cost(problem: Problem) -> Estimate:
    n = len(points_of(problem.state).X)
    size = COSTS.neighbour_pair_bytes * n * (n + MAP**2)
    return Estimate(STARTS * HEAVY.get(problem.key, 3e-4) * n, size)


fits: Remembered[Problem, Fitted] = Remembered(_fit, max_entries=64, cost=_cost, in_words=True)


def is_heavy(key: str) -> bool:
    """Whether a method runs only when it is asked for."""
    return key in HEAVY


@dataclass(frozen=True, eq=False)
class Shown:
    """The drawing of one stage: the field of one feature, or None, and further marks.

    Parameters
    ----------
    field : (ny, nx) array or None
    images : (n, 2) array or None, the reconstructions
    curves : arrays (p, 2)
    scores : (n, q) array
    step, value : as of `Stage`
    """

    field: Array | None
    images: Array | None
    curves: tuple[Array, ...]
    scores: Array
    step: int
    value: float


def _shown(problem: Problem, at: int, feature: int) -> Shown:
    fitted, data = fits(problem), points_of(problem.state)
    if fitted.found is None:
        raise ValueError(fitted.trouble)
    stage, field = _stage(fitted.found, at), None
    if stage.functions is not None:
        grid = Grid.over(data.region, MAP)
        # Centred: the zero of arc lengths and similarities is arbitrary.
        j = min(feature, stage.scores.shape[1]) - 1
        middle = float(stage.scores[:, j].mean())
        field = grid.fields(stage.functions(grid.rows)[:, j : j + 1])[0] - middle
    images = None if stage.reconstruct is None else stage.reconstruct(data.X)
    others = (curve for one in fitted.others for curve in _stage(one, at).curves)
    return Shown(field, images, (*stage.curves, *others), stage.scores, stage.step, stage.value)


def _stage(found: Neighbour, at: int) -> Stage:
    return found.stages[round(at / STEPS * (len(found.stages) - 1))]


shown_at: Remembered[Problem, Shown] = Remembered(
    _shown, max_entries=512, cost=lambda problem, *_: replace(_cost(problem), seconds=0.2)
)


@dataclass(eq=False)
class Training(Background):
    """Runs the heavy methods of a state one after another; the cache keeps the results."""

    state: NeighboursState

    def __post_init__(self) -> None:
        self.start()

    def cost(self) -> Estimate:
        costs = [_cost(Problem(self.state, key)) for key in self.state.methods if is_heavy(key)]
        return Estimate(sum(one.seconds for one in costs), max(one.bytes for one in costs))

    def work(self) -> None:
        for key in filter(is_heavy, self.state.methods):
            problem = Problem(self.state, key)
            if fits.known(problem) is None:
                report(self.report, 0, 1, _(METHODS[key].name))
                fits.keep(problem, _fit(problem, self.report))


@dataclass(frozen=True)
class Measured:
    """What is measured of one method; NaN where it does not apply or took too long.

    Parameters
    ----------
    number : `number_difference`
    starts, compared : `start_difference`, and the number of starts that it compares
    features : `features_found` where four are asked for
    rotation : `rotation_difference`
    fitted, held : `held_out_errors`
    """

    number: float
    starts: float
    compared: int
    features: float
    rotation: float
    fitted: float
    held: float


@dataclass(eq=False)
class Measuring(Background):
    """The measures of all methods of a state; `rows` grows."""

    state: NeighboursState

    def __post_init__(self) -> None:
        self.rows: dict[str, Measured] = {}
        self.start()

    def cost(self) -> Estimate:
        n = len(points_of(self.state).X)
        return Estimate(LONGEST, COSTS.neighbour_pair_bytes * n**2)

    def work(self) -> None:
        X = points_of(self.state).X
        for key in self.state.methods:
            self.rows[key] = self._measured(Problem(self.state, key), X)

    def _measured(self, problem: Problem, X: Array) -> Measured:
        method, seed = problem.method, self.state.start
        q = problem.features(len(X))
        further = partial(self._report_of, _(method.name))

        def given() -> tuple[Method, Array, int, int, Progress]:
            return method, X, q, seed, limited(further)

        number = _or_nan(lambda: measures.number_difference(*given()))
        rotation = _or_nan(lambda: measures.rotation_difference(*given()))
        # More than the plane has columns, to see whether the method finds them.
        features = _or_nan(lambda: measures.features_found(method, X, 4, seed, limited(further)))
        try:
            fitted, held = measures.held_out_errors(*given())
        except ValueError:
            fitted, held = float("nan"), float("nan")
        fits_of = self._starts(method, X, q, limited(further))
        other = measures.start_difference(fits_of) if len(fits_of) > 1 else float("nan")
        return Measured(number, other, len(fits_of), features, rotation, fitted, held)

    def _report_of(self, name: str, done: int, total: int, what: str) -> bool:
        count = len(self.state.methods)
        return self.report(len(self.rows), count, f"{name}: {what}")

    def _starts(
        self, method: Method, X: Array, q: int, end: Progress, most: int = 10
    ) -> list[Neighbour]:
        """Return as many fits from other starts as there is time for, at most `most`."""
        found: list[Neighbour] = []
        try:
            for seed in range(most):
                end(0, 1, _("start {number}").format(number=seed + 1))
                found.append(method.fit(X, q, seed, end))
        except ValueError:
            pass
        return found


def _or_nan(measure: Callable[[], float]) -> float:
    """Return the measure, NaN where it does not apply or takes too long."""
    try:
        return measure()
    except ValueError:
        return float("nan")
