"""A figure as data: settings, region, published numbers with their source; and what runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion, Grid, Region
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, is_whole
from kpca_core.progress import Progress, report
from kpca_core.solvers import fit

if TYPE_CHECKING:
    from datasets import Dataset

    Check = Callable[["Result"], "Claim"]

DRAWS = 1000
QUANTILES = (0.025, 0.25, 0.5, 0.75, 0.975)
DIGITS = 3
SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉"


@dataclass(frozen=True)
class Claim:
    """What a text says of its figure, and what is found.

    statement   the text's claim, with its source
    criterion   what is measured, and when the claim counts as holding
    measured    what was found, in words
    values      the same as numbers
    holds       the verdict
    """

    statement: str
    criterion: str
    measured: str
    values: tuple[float, ...]
    holds: bool


@dataclass(frozen=True)
class Case:
    """One fit of a figure: a kernel, how many components are drawn, their published eigenvalues.

    formula: the kernel with its numbers, as plain text.
    """

    name: str
    kernel: Kernel
    formula: str
    components: int
    published: tuple[float, ...] = ()


@dataclass(frozen=True)
class Experiment:
    """One figure.

    generator, arguments   what in `datasets` draws the points, and with what besides the seed
    seed                   the draw of the original, or of ours where the original tells none
    region                 the part of the plane that is depicted
    cases                  the fits; each is a column of the figure if there are several
    fraction               whether eigenvalues are divided by their sum, else they are those of K̃
    columns                panels in a row where there is one case
    checks                 the claims, each measured from a `Result`
    source, published_by   where figure and claims, and where the published numbers come from
    """

    name: str
    title: str
    generator: str
    arguments: Mapping[str, Any]
    seed: int | str
    region: Region
    cases: tuple[Case, ...]
    fraction: bool
    columns: int
    checks: tuple[Check, ...]
    source: str
    published_by: str = ""
    remark: str = ""

    def draw(self, seed: int | str | None = None) -> Dataset:
        """The figure's points, or other points of the same distribution."""
        generate = getattr(datasets_package(), self.generator)
        dataset: Dataset = generate(**self.arguments, seed=self.seed if seed is None else seed)
        return dataset

    @property
    def published(self) -> tuple[float, ...]:
        """The published eigenvalues, case after case."""
        return tuple(value for case in self.cases for value in case.published)

    @property
    def labels(self) -> tuple[str, ...]:
        """What each eigenvalue is called, case after case."""
        several = len(self.cases) > 1
        return tuple(
            f"{case.name}, λ{SUBSCRIPTS[j]}" if several else f"λ{SUBSCRIPTS[j]}"
            for case in self.cases
            for j in range(case.components)
        )


@dataclass(frozen=True, eq=False)
class Result:
    """An experiment that has been run on one draw: a decomposition for every case."""

    experiment: Experiment
    seed: int | str
    dataset: Dataset
    decompositions: tuple[Decomposition, ...]

    def eigenvalues(self, case: int) -> Array:
        """The eigenvalues of a case in the figure's scale (components,); 0 where there is none."""
        drawn = self.experiment.cases[case].components
        found = self.decompositions[case]
        values = found.variance_ratio if self.experiment.fraction else found.eigenvalues
        return np.pad(values[:drawn], (0, max(0, drawn - len(values))))

    @property
    def values(self) -> Array:
        """All eigenvalues in the figure's scale, case after case."""
        return np.concatenate([self.eigenvalues(i) for i in range(len(self.decompositions))])

    @property
    def agrees(self) -> bool:
        """Whether every published eigenvalue is ours to the printed digit."""
        published = self.experiment.published
        return bool(published) and all(
            round(float(ours), DIGITS) == value
            for ours, value in zip(self.values, published, strict=True)
        )

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The text's claims, measured on this draw."""
        return tuple(check(self) for check in self.experiment.checks)

    def scores(self, case: int, components: int) -> Array:
        """The first scores of a case (n, components); columns of 0 where there is none."""
        found = self.decompositions[case].scores[:, :components]
        return np.pad(found, ((0, 0), (0, components - found.shape[1])))

    def expansion(self, case: int) -> Expansion:
        """The functions of a case that are drawn."""
        return self.decompositions[case].expansion.first(self.experiment.cases[case].components)

    def fields(self, grid: Grid) -> list[Array]:
        """The eigenfunctions of every case on a grid, each (q, ny, nx) with q ≤ components."""
        return [self.expansion(case).on_grid(grid) for case in range(len(self.decompositions))]

    def as_dict(self) -> dict[str, Any]:
        """Settings, numbers, published numbers and claims, ready for JSON."""
        experiment = self.experiment
        values, published = self.values.tolist(), experiment.published
        return {
            "figure": experiment.name,
            "title": experiment.title,
            "source": experiment.source,
            "remark": experiment.remark,
            "data": {
                "generator": experiment.generator,
                **experiment.arguments,
                "seed": self.seed,
                "points": len(self.dataset.X),
            },
            "region": experiment.region,
            "scale": "fractions of their sum" if experiment.fraction else "of the centred K",
            "published_by": experiment.published_by,
            "eigenvalues": [
                {
                    "label": label,
                    "ours": values[i],
                    **(
                        {"published": published[i], "difference": values[i] - published[i]}
                        if published
                        else {}
                    ),
                }
                for i, label in enumerate(experiment.labels)
            ],
            "cases": [
                {
                    "name": case.name,
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
    """How the numbers of a figure vary over draws of its points.

    eigenvalues (draws, c): of every draw, in the figure's scale, in the order of `labels`;
    holding (draws, claims): whether each claim holds on each draw.
    """

    experiment: Experiment
    eigenvalues: Array
    holding: Array

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
        return (self.eigenvalues[:, : len(published)] < published).mean(axis=0)

    @property
    def claim_shares(self) -> Array:
        """The share of draws on which each claim holds."""
        return self.holding.mean(axis=0)

    def as_dict(self) -> dict[str, Any]:
        return {
            "draws": self.draws,
            "quantiles": dict(zip(map(str, QUANTILES), self.quantiles.tolist(), strict=True)),
            "share_below_published": self.below.tolist(),
            "claims_hold_in": self.claim_shares.tolist(),
        }


def run(experiment: Experiment, seed: int | str | None = None) -> Result:
    """Fit every case of the experiment to one draw, by default the original's.

    Each case has the signs that agree with the case before it, so that rows compare.
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

    Raises ValueError for draws < 1, and `Cancelled` where `progress` returns False.
    """
    if not (is_whole(draws) and draws >= 1):
        raise ValueError(f"draws must be a whole number >= 1; got draws={draws!r}.")
    eigenvalues = np.empty((draws, len(experiment.labels)))
    holding = np.empty((draws, len(experiment.checks)), dtype=bool)
    step = max(1, draws // 100)
    for seed in range(draws):
        if seed % step == 0:
            report(progress, seed, draws, "new draws")
        result = run(experiment, seed)
        eigenvalues[seed] = result.values
        holding[seed] = [claim.holds for claim in result.claims]
    report(progress, draws, draws, "new draws")
    return Band(experiment, eigenvalues, holding)


def datasets_package() -> ModuleType:
    """The explorer's own `datasets`, or an ImportError that says what to do."""
    advice = (
        "The points of the figures come from the folder `datasets` of the explorer's checkout, "
        "which wheels do not carry: run there, or `pip install -e .` it"
    )
    try:
        import datasets
    except ImportError as error:
        raise ImportError(f"{advice}.") from error
    if not hasattr(datasets, "DATASETS"):
        raise ImportError(
            f"{advice}, in an environment without Hugging Face's library of the same name, which "
            f"was found at {datasets.__file__}."
        )
    return datasets
