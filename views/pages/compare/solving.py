"""What the page "Compare" computes; each side is kept for all readers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import numpy as np

from kpca_core import Expansion, Grid, fit
from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.approximations import landmarks, nystroem
from kpca_core.analysis.comparison import Pairing, Side, paired
from kpca_core.datasets import Dataset
from kpca_core.kernels import Kernel
from views.pages.compare.state import CompareState, SideSettings
from views.pages.explore.solving import dataset_of, fit_seconds
from views.pages.saying import MAP
from views.remembered import Remembered
from views.work import Estimate, progress

# The rule that chooses landmarks: the one with the smallest errors on the page "Scale".
RULE = "pivoted Cholesky"


@dataclass(frozen=True)
class SideProblem:
    """What names a side's result: the data, the side without its name, and how many components."""

    state: CompareState
    side: SideSettings

    @property
    def token(self) -> str:
        texts = {**self.state.data.texts, **replace(self.side, side="").texts}
        return urlencode({**texts, "components": str(self.state.components)})


@dataclass(frozen=True, eq=False)
class FittedSide:
    """One side's fit: its functions, the scores of the points that both sides have, and words."""

    functions: Expansion
    eigenvalues: Array
    scores: Array
    certificate: str
    is_certified: bool


@dataclass(frozen=True, eq=False)
class SolvedSide:
    """One side's result: the functions, and what is said of the fit."""

    side: Side
    certificate: str
    is_certified: bool


def points_of(dataset: Dataset, outlier: bool) -> Array:
    """Return the points (n, 2), with one more at the end in the corner of the region."""
    if not outlier:
        return dataset.X
    (x0, x1), (y0, y1) = dataset.region
    inside = 0.97  # of the region's sides, so that its marker is drawn whole
    corner = [x0 + inside * (x1 - x0), y0 + inside * (y1 - y0)]
    return np.vstack([dataset.X, corner])


def _fitted(problem: SideProblem) -> FittedSide:
    side, dataset = problem.side, dataset_of(problem.state.data)
    kernel: Kernel = side.kernel.build()
    X, q = points_of(dataset, side.outlier), problem.state.components
    if side.fitted == "exact":
        found: Any = fit(kernel, X, q, centre=side.centred, progress=progress())
        functions, said, holds = found.expansion, str(found.certificate), found.certificate.holds
    else:
        m = min(int(side.fitted), len(X))
        found = nystroem(kernel, X, landmarks(kernel, X, m, RULE), q, centre=side.centred)
        functions, holds = found.functions, False
        said = _("{m} landmarks, λ − λ̂ ≤ {bound:.1e}").format(m=found.columns, bound=found.bound)
    return FittedSide(functions, found.eigenvalues, found.scores[: len(dataset.X)], said, holds)


def _drawn(problem: SideProblem, samples: int) -> Array:
    region = dataset_of(problem.state.data).region
    return _fits(problem).functions.on_grid(Grid.over(region, samples))


def _cost(problem: SideProblem, samples: int = MAP) -> Estimate:
    n, kernel = len(dataset_of(problem.state.data).X), problem.side.kernel.build()
    return Estimate(fit_seconds(kernel, n, samples**2), 12.0 * n**2)


_fits: Remembered[SideProblem, FittedSide] = Remembered(
    _fitted, max_entries=64, cost=_cost, in_words=True
)
_fields: Remembered[SideProblem, Array] = Remembered(_drawn, max_entries=64, cost=_cost)


def fitted_side(state: CompareState, side: SideSettings) -> FittedSide:
    """Return one side's fit, with canonical signs."""
    return _fits(SideProblem(state, side))


def solved_side(state: CompareState, side: SideSettings, samples: int = MAP) -> SolvedSide:
    """Return one side's result, with canonical signs and so many samples an axis."""
    fields = _fields(SideProblem(state, side), samples)
    found = fitted_side(state, side)
    return SolvedSide(
        Side(found.eigenvalues, found.scores, fields), found.certificate, found.is_certified
    )


def second_field(state: CompareState, component: int) -> Array:
    """Return one function (ny, nx) of the second side, counted from 0, as it is fitted alone."""
    field: Array = solved_side(state, state.second).side.fields[component]
    return field


@dataclass(frozen=True, eq=False)
class Compared:
    """Both sides, and their pairing."""

    first: SolvedSide
    second: SolvedSide

    @property
    def sides(self) -> tuple[SolvedSide, SolvedSide]:
        return self.first, self.second

    @cached_property
    def pairing(self) -> Pairing:
        return paired(self.first.side, self.second.side)

    @property
    def is_certified(self) -> bool:
        return self.first.is_certified and self.second.is_certified

    def with_signs(self, factors: Array) -> Compared:
        """Return the same with these signs (q,) of side A, 1 or −1 times the present ones."""
        return replace(self, first=replace(self.first, side=self.first.side.with_signs(factors)))


def compared(state: CompareState, samples: int = MAP) -> Compared:
    """Solve both sides, with at most so many samples an axis."""
    samples = min(MAP, samples)
    return Compared(*(solved_side(state, side, samples) for side in (state.first, state.second)))


def cost_of(state: CompareState) -> Estimate:
    """What `compared` is expected to take."""
    first, second = (_cost(SideProblem(state, side)) for side in (state.first, state.second))
    return Estimate(first.seconds + second.seconds, max(first.bytes, second.bytes))
