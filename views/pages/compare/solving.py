"""What the page "Compare" computes; each side is kept for all readers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import numpy as np

from datasets import Dataset
from kpca_core import Grid, fit
from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.approximations import landmarks, nystroem
from kpca_core.analysis.comparison import Pairing, Side, paired
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


def _solved(problem: SideProblem) -> SolvedSide:
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
    fields = functions.on_grid(Grid.over(dataset.region, MAP))
    return SolvedSide(Side(found.eigenvalues, found.scores[: len(dataset.X)], fields), said, holds)


def _cost(problem: SideProblem) -> Estimate:
    n, kernel = len(dataset_of(problem.state.data).X), problem.side.kernel.build()
    return Estimate(fit_seconds(kernel, n, MAP**2), 12.0 * n**2)


_sides: Remembered[SideProblem, SolvedSide] = Remembered(
    _solved, max_entries=64, cost=_cost, in_words=True
)


def solved_side(state: CompareState, side: SideSettings) -> SolvedSide:
    """Return one side's result, with canonical signs."""
    return _sides(SideProblem(state, side))


def second_field(state: CompareState, component: int) -> Array:
    """Return one function (ny, nx) of the second side, counted from 0, as it is fitted alone."""
    return _solved(SideProblem(state, state.second)).side.fields[component]


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


def compared(state: CompareState) -> Compared:
    """Solve both sides."""
    return Compared(solved_side(state, state.first), solved_side(state, state.second))


def cost_of(state: CompareState) -> Estimate:
    """What `compared` is expected to take."""
    first, second = (_cost(SideProblem(state, side)) for side in (state.first, state.second))
    return Estimate(first.seconds + second.seconds, max(first.bytes, second.bytes))
