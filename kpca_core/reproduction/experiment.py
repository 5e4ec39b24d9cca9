"""A figure as data, and `run`, which computes it. Sources: docs/notation.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.grid import Grid, Region
from kpca_core.kernels import Kernel
from kpca_core.solvers import fit

if TYPE_CHECKING:
    from kpca_core.datasets import Dataset

# The 2.5 % and 97.5 % quantiles of 1,000 draws are known to half a percentage point.
DRAWS = 1000
QUANTILES = (0.025, 0.25, 0.5, 0.75, 0.975)
# Decimals of the published eigenvalues.
DECIMALS = 3
SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉"


class Finding(NamedTuple):
    """What a test of a claim found: a `Claim` without its statement, as the test returns it."""

    criterion: str
    measured: str
    values: Iterable[float]
    holds: Any  # a bool of Python or NumPy


@dataclass(frozen=True)
class Claim:
    """A statement of the text about a figure, with its source, and what a test of it found."""

    statement: str
    criterion: str  # what is measured, and when the claim counts as holding
    measured: str  # what was measured, as text
    values: tuple[float, ...]  # the same as numbers
    holds: bool  # whether the criterion is met


@dataclass(frozen=True)
class Case:
    """One fit of a figure."""

    name: str
    kernel: Kernel
    formula: str  # the kernel with its numbers, as plain text
    components: int  # how many the figure shows
    published: tuple[float, ...] = ()  # their eigenvalues, in the scale of the figure


@dataclass(frozen=True)
class Experiment:
    """The settings of one figure."""

    name: str
    title: str
    generator: str  # name of a function in `datasets`, which draws the points
    arguments: Mapping[str, Any]  # its keyword arguments except `seed`
    seed: int | str  # of the original's points; one of ours where the original states none
    region: Region  # the part of the plane that is depicted
    cases: tuple[Case, ...]  # the fits; if there are several, each is a column of the figure
    fraction: bool  # whether eigenvalues are divided by the trace; else they are those of K̃
    columns: int  # panels in a row where there is one case
    checks: Mapping[str, Callable[[Result], Finding]]  # statements of the text, a test of each
    source: str  # of the figure and the statements
    published_by: str = (
        ""  # source of these eigenvalues: the printed panels or the authors' program
    )
    column: str = N_("published")  # what a column of them is called
    remark: str = ""

    __repr__ = in_one_line

    def draw(self, seed: int | str | None = None) -> Dataset:
        """Draw the figure's points, or with another seed other points of the same distribution."""
        from kpca_core import datasets

        generate: Callable[..., Dataset] = getattr(datasets, self.generator)
        return generate(**self.arguments, seed=self.seed if seed is None else seed)

    @property
    def published(self) -> tuple[float, ...]:
        """The published eigenvalues, case after case."""
        return tuple(value for case in self.cases for value in case.published)

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each eigenvalue, case after case."""
        several = len(self.cases) > 1
        return tuple(
            f"{_(case.name)}, λ{j}" if several else f"λ{j}"
            for case in self.cases
            for j in SUBSCRIPTS[: case.components]
        )


@dataclass(frozen=True, eq=False)
class Result:
    """The decompositions of every case of an experiment, for one draw of its points."""

    experiment: Experiment
    seed: int | str
    dataset: Dataset
    decompositions: tuple[Decomposition, ...]

    __repr__ = in_one_line

    def eigenvalues(self, case: int) -> Array:
        """The eigenvalues of a case in the figure's scale (components,), filled up with 0."""
        shown = self.experiment.cases[case].components
        found = self.decompositions[case]
        values = found.variance_ratio if self.experiment.fraction else found.eigenvalues
        return np.pad(values[:shown], (0, max(0, shown - len(values))))

    @property
    def values(self) -> Array:
        """All eigenvalues in the figure's scale, case after case."""
        return np.concatenate([self.eigenvalues(i) for i in range(len(self.decompositions))])

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded to `DECIMALS`, equal every published eigenvalue."""
        ours, published = self.values.round(DECIMALS).tolist(), list(self.experiment.published)
        return bool(published) and ours == published

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the text, tested on this draw."""
        found = ((statement, test(self)) for statement, test in self.experiment.checks.items())
        return tuple(
            Claim(_(statement), criterion, measured, tuple(map(float, values)), bool(holds))
            for statement, (criterion, measured, values, holds) in found
        )

    def scores(self, case: int, components: int) -> Array:
        """The leading scores of a case (n, components), filled up with columns of 0."""
        found = self.decompositions[case].scores[:, :components]
        return np.pad(found, ((0, 0), (0, components - found.shape[1])))

    def expansion(self, case: int) -> Expansion:
        """The eigenfunctions of a case that the figure shows."""
        return self.decompositions[case].expansion.first(self.experiment.cases[case].components)

    def fields(self, grid: Grid) -> list[Array]:
        """The eigenfunctions of every case on a grid, each (q, ny, nx) with q ≤ components."""
        return [self.expansion(case).on_grid(grid) for case in range(len(self.decompositions))]

    def as_dict(self) -> dict[str, Any]:
        """Settings, numbers, published numbers and claims, ready for JSON."""
        experiment, drawn = self.experiment, {"seed": self.seed, "points": len(self.dataset.X)}
        values = zip(experiment.labels, self.values.tolist(), strict=True)
        eigenvalues = [{"label": label, "ours": value} for label, value in values]
        # Either every eigenvalue was published or none.
        for row, published in zip(eigenvalues, experiment.published, strict=False):
            row |= {"published": published, "difference": row["ours"] - published}
        return {
            "figure": experiment.name,
            "title": _(experiment.title),
            "source": _(experiment.source),
            "remark": _(experiment.remark),
            "data": {"generator": experiment.generator, **experiment.arguments, **drawn},
            "region": experiment.region,
            "scale": _("fractions of their sum") if experiment.fraction else _("of the centred K"),
            "published_by": _(experiment.published_by),
            "eigenvalues": eigenvalues,
            "cases": [
                {
                    "name": _(case.name),
                    "kernel": repr(case.kernel),
                    "formula": case.formula,
                    "negative": found.negative.tolist(),
                    "certificate": str(found.certificate),
                }
                for case, found in zip(experiment.cases, self.decompositions, strict=True)
            ],
            "claims": [asdict(claim) for claim in self.claims],
        }


@dataclass(frozen=True, eq=False)
class Band:
    """How the numbers of a figure vary over draws of its points."""

    experiment: Experiment
    eigenvalues: Array  # (draws, c) in the figure's scale, in the order of `experiment.labels`
    holding: NDArray[np.bool_]  # (draws, claims), whether each claim holds on each draw

    __repr__ = in_one_line

    @property
    def draws(self) -> int:
        return len(self.eigenvalues)

    @property
    def quantiles(self) -> Array:
        """The `QUANTILES` of every eigenvalue, shape (5, c)."""
        return np.quantile(self.eigenvalues, QUANTILES, axis=0)

    @property
    def below(self) -> Array:
        """The share of draws below each published value (c,), or (0,) where none is published."""
        published = np.array(self.experiment.published)
        values: Array = (self.eigenvalues[:, : len(published)] < published).mean(axis=0)
        return values

    @property
    def claim_shares(self) -> Array:
        """The share of draws on which each claim holds, (claims,)."""
        values: Array = self.holding.mean(axis=0)
        return values

    def as_dict(self) -> dict[str, Any]:
        """Quantiles and shares, ready for JSON."""
        return {
            "draws": self.draws,
            "quantiles": dict(zip(map(str, QUANTILES), self.quantiles.tolist(), strict=True)),
            "share_below_published": self.below.tolist(),
            "claims_hold_in": self.claim_shares.tolist(),
        }


def run(experiment: Experiment, seed: int | str | None = None) -> Result:
    """Fit every case of the experiment to one draw, by default the original's.

    The signs of each case are aligned to those of the case before it, so that rows compare.
    """
    dataset = experiment.draw(seed)
    found: list[Decomposition] = []
    for case in experiment.cases:
        decomposition = fit(case.kernel, dataset.X, None)
        found.append(decomposition.aligned_to(found[-1]) if found else decomposition)
    return Result(experiment, experiment.seed if seed is None else seed, dataset, tuple(found))


def monte_carlo(
    experiment: Experiment, draws: int = DRAWS, progress: Progress | None = None
) -> Band:
    """Run the experiment on the draws of the seeds 0, 1, …, draws − 1.

    Raises
    ------
    ValueError, Cancelled
        if `draws` is no whole number >= 1; if `progress` returns False.
    """
    require_count("draws", draws)
    eigenvalues = np.empty((draws, len(experiment.labels)))
    holding = np.empty((draws, len(experiment.checks)), dtype=bool)
    step = max(1, draws // 100)  # report every percent
    for seed in range(draws):
        if seed % step == 0:
            report(progress, seed, draws, _("new draws"))
        result = run(experiment, seed)
        eigenvalues[seed] = result.values
        holding[seed] = [claim.holds for claim in result.claims]
    report(progress, draws, draws, _("new draws"))
    return Band(experiment, eigenvalues, holding)
