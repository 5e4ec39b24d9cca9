"""What the page "Neighbours" computes: fits, what maps show of their stages, and measures."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from kpca_core import Grid
from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _, worded
from kpca_core.datasets import Dataset
from kpca_core.neighbours import METHODS, OFFERS, Method, Neighbour, Stage, starts, with_kernel
from views.costs import COSTS
from views.pages.explore.solving import dataset_of
from views.pages.neighbours.state import STEPS, NeighboursState
from views.pages.saying import MAP
from views.remembered import Remembered
from views.work import Estimate, progress

# Points that methods are given at most, and seconds of a fit or a measure.
MOST_POINTS, LONGEST = 400, 10.0
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
        least = 1 if OFFERS[self.key].has_functions else 2
        return min(max(least, self.state.features), self.method.most(n, 2))


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
    others: tuple[Neighbour, ...] = ()
    try:
        _loaded(problem.key)
        begun = time.perf_counter()
        q = problem.features(len(data.X))
        found = method.fit(data.X, q, state.start, limited(further))
        seconds = time.perf_counter() - begun
        if problem.key == "network" and q == 1:
            more = range(state.start + 1, state.start + STARTS)
            others = starts(method, data.X, q, more, limited(further))
    except (ImportError, ValueError) as error:
        return Fitted(None, trouble=worded(error))
    return Fitted(found, others, seconds)


def _cost(problem: Problem) -> Estimate:
    n = len(points_of(problem.state).X)
    size = COSTS.neighbour_pair_bytes * n * (n + MAP**2)
    return Estimate(STARTS * OFFERS[problem.key].seconds * n, size)


fits: Remembered[Problem, Fitted] = Remembered(_fit, max_entries=64, cost=_cost, in_words=True)


def waiting_of(state: NeighboursState) -> list[str]:
    """Return the methods that run when they are asked for, and have not run yet."""
    offers = {key: OFFERS[key] for key in state.methods}
    heavy = (key for key, one in offers.items() if one.is_heavy and one.is_installed)
    return [key for key in heavy if fits.known(Problem(state, key)) is None]


def seconds_of(state: NeighboursState) -> Estimate:
    """Estimate `run_heavy`."""
    costs = [_cost(Problem(state, key)) for key in waiting_of(state)]
    return Estimate(sum(one.seconds for one in costs), max(one.bytes for one in costs))


def cost_of(state: NeighboursState) -> Estimate:
    """Estimate the methods that run by themselves and are not known yet."""
    waiting = waiting_of(state)
    problems = [Problem(state, key) for key in state.methods if key not in waiting]
    costs = [_cost(one) for one in problems if fits.known(one) is None]
    seconds = sum(one.seconds for one in costs)
    return Estimate(seconds, max((one.bytes for one in costs), default=0.0))


def run_heavy(state: NeighboursState, _found: dict[str, object], ask: Progress) -> None:
    """Run what waits, one method after another; the cache keeps the results."""
    for key in waiting_of(state):
        report(ask, 0, 1, _(METHODS[key].name))
        fits.keep(Problem(state, key), _fit(Problem(state, key), ask))


@dataclass(frozen=True, eq=False)
class Drawn:
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


def _drawn(problem: Problem, at: int, feature: int) -> Drawn:
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
    return Drawn(field, images, (*stage.curves, *others), stage.scores, stage.step, stage.value)


def _stage(found: Neighbour, at: int) -> Stage:
    return found.stages[round(at / STEPS * (len(found.stages) - 1))]


drawn_at: Remembered[Problem, Drawn] = Remembered(
    _drawn, max_entries=512, cost=lambda problem, *_: replace(_cost(problem), seconds=0.2)
)
