"""The run on up to a million generated points, computed in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kpca_core import Grid, Kernel, fit
from kpca_core._support.arrays import Array, Labels
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _
from kpca_core.analysis.approximations import Cost, measured
from kpca_core.datasets import Dataset
from kpca_core.drawing.canvas.words import number, readable
from kpca_core.drawing.layout import functions
from views.costs import COSTS
from views.pages.saying import MAP, indexed
from views.pages.scale.approximations import PANELS, generated
from views.pages.scale.downloads import file_name, functions_printed
from views.pages.scale.state import SIZE, ScaleState
from views.scene import Control, Figure, Printed, Row, Run, Scene, Table, Words, Work
from views.words.glossary import explained
from views.work import Estimate

# Sizes that are fitted before the chosen one, to show that λ/n converges.
SMALLER = (1000, 10_000, 100_000)
RUN = "run at scale"

# A certificate stays on one line, however narrow the window.
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, eq=False)
class Step:
    """One fit of n points.

    Parameters
    ----------
    n, rank, certificate
        of the decomposition
    cost
        time and memory of the fit
    solver
        the solver that ran
    variances
        λ/n (q,)
    fields, grid
        the functions (q, ny, nx) on a grid
    points, labels
        some of the points, for drawing, and their labels
    """

    n: int
    cost: Cost
    solver: str
    rank: int | None
    certificate: str
    variances: Array
    fields: Array
    grid: Grid
    points: Array
    labels: Labels


def solve(
    kernel: Kernel,
    dataset: Dataset,
    progress: Callable[[int, int, str], object],
    drawn: int = 150,
) -> Step:
    """Fit one size; of its points the result holds at most `drawn`."""
    fitted = partial(fit, kernel, dataset.X, PANELS)
    found, cost = measured(fitted, progress=progress)
    grid, every = Grid.over(dataset.region, MAP), -(-found.n_samples // drawn)
    return Step(
        n=found.n_samples,
        cost=cost,
        solver=found.solver,
        rank=found.rank,
        certificate=str(found.certificate),
        variances=found.variances,
        fields=found.expansion.on_grid(grid),
        grid=grid,
        points=dataset.X[::every].copy(),
        labels=dataset.labels[::every].copy(),
    )


def long_run(state: ScaleState, address: str) -> Scene:
    """Yield the button of the run with the sizes, its progress, and what it has found."""
    terms = explained("certified", "rank", "λ")
    yield Words(_("Up to a million points, exactly"), "title", help=terms)
    n = int(state.size)
    yield Work(
        RUN, f"{state.problem.token} {n}", Estimate(COSTS.row * n, COSTS.row_bytes * n),
        partial(run_sizes, state, address), partial(_seen, state), start=_("Run"), primary=True,
        is_kept=True, place=[Control(SIZE, dict(SIZE.options), slider=True)], width=130,
    )  # fmt: skip


def run_sizes(state: ScaleState, address: str, found: dict[str, Any], ask: Progress) -> None:
    """Fit growing sizes; `found` gets the state and the page's address, and `Step`s by size."""
    found["state"], found["address"] = state, address
    n = int(state.size)
    for size in (*(size for size in SMALLER if size < n), n):

        def progress(done: int, total: int, what: str, size: int = size) -> object:
            return ask(done, total, f"n = {size:,}: {what}")

        report(progress, 0, 1, _("generating"))
        data = generated(state.data, size, state.seed)
        found[str(size)] = solve(state.kernel.build(), data, progress)


def _seen(state: ScaleState, run: Run | None) -> Scene:
    if run is None:
        text = _(
            "{data}, kernel {kernel}: the exact fit with its certificate. Smaller sizes run "
            "first, to compare their λ/n."
        ).format(data=state.option_label("data"), kernel=state.kernel.words)
        yield Words(text, "caption")
        return
    steps = steps_of(run)
    if not steps:
        return
    its: ScaleState = run.found["state"]
    yield from _tables(its, steps)
    if not run.is_running:
        yield from _functions(replace(its, marked=state.marked), steps[-1], run.found["address"])


def steps_of(run: Run) -> list[Step]:
    """Return the fits that a run has found so far, by growing size."""
    return [one for one in [*run.found.values()] if isinstance(one, Step)]


def _tables(state: ScaleState, steps: Sequence[Step]) -> Scene:
    solvers = dict.fromkeys(step.solver for step in steps)
    heading = f"**{state.option_label('data')}, {state.kernel.build()!r}**"
    yield Words(heading, help=explained("certified", *solvers))
    costs = [
        [
            f"{step.n:,}",
            f"{step.cost.seconds:.2f}",
            "–" if step.cost.peak_bytes is None else f"{step.cost.peak_bytes / 1e6:,.0f}",
            "–" if step.rank is None else str(step.rank),
            _(step.solver),
            readable(step.certificate).replace(" ", NO_BREAK),
        ]
        for step in steps
    ]
    heads = ["n", _("time, s"), _("memory, MB"), _("rank"), _("solver"), _("certificate")]
    yield Table(heads, costs)
    q = max(len(step.variances) for step in steps)
    values = [
        [f"{step.n:,}", *(readable(f"{value:.4g}") for value in step.variances), *[""] * q][: q + 1]
        for step in steps
    ]
    yield Table(["n", *(f"{indexed('λ', j)}/n" for j in range(q))], values)


def _functions(state: ScaleState, step: Step, address: str) -> Scene:
    text = _(
        "Memory is how far the process grew during the fit. The functions at n = {n:,} with "
        "some of the points; each map has its own scale, whose ends are the ± above it."
    ).format(n=step.n)
    yield Words(text, "caption")
    titles = [
        f"{j + 1}  {indexed('λ', j)}/n = {number(value)}"
        for j, value in enumerate(step.variances[: len(step.fields)])
    ]
    sheet = functions(step.fields, titles, step.grid, step.points, step.labels, state.marked)
    yield Figure("found", [sheet], _("Eigenfunctions of {n:,} points.").format(n=step.n))
    printed = partial(
        functions_printed, state, step.fields, step.variances, step.grid, step.points, step.n,
        address=address,
    )  # fmt: skip
    yield Row([Printed(file_name(state, step.n, "functions"), printed)])
