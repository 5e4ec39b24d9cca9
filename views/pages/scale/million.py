"""The run on up to a million generated points, computed in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import streamlit as st

from datasets import Dataset
from kpca_core import Grid, Kernel, fit
from kpca_core._support.arrays import Array, Labels
from kpca_core._support.progress import report
from kpca_core._support.words import _
from kpca_core.analysis.approximations import Cost, measured
from kpca_core.drawing.canvas.words import number, readable
from kpca_core.drawing.screen import functions
from views.costs import COSTS
from views.hosts.streamlit.background import INTERVAL, Background, draw_progress
from views.hosts.streamlit.figures import draw_figure
from views.hosts.streamlit.printing import address_of, print_buttons
from views.hosts.streamlit.widgets import select_slider
from views.pages.saying import MAP, indexed, markdown_table, plain
from views.pages.scale.approximations import PANELS
from views.pages.scale.downloads import file_name, functions_printed
from views.pages.scale.state import SIZE, ScaleState
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


@dataclass(eq=False)
class LongRun(Background):
    """Fits of growing size; `steps` grows. `address` is of the page with the state they are of."""

    kernel: Kernel
    data: str
    sizes: Sequence[int]
    generate: Callable[[int], Dataset]
    state: ScaleState
    address: str = ""
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start()

    def cost(self) -> Estimate:
        n = max(self.sizes)
        return Estimate(COSTS.row * n, COSTS.row_bytes * n)

    def work(self) -> None:
        for n in self.sizes:
            progress = partial(self._report_of, n)
            report(progress, 0, 1, _("generating"))
            self.steps.append(solve(self.kernel, self.generate(n), progress))

    def _report_of(self, n: int, done: int, total: int, what: str) -> bool:
        return self.report(done, total, f"n = {n:,}: {what}")


def draw_long_run(state: ScaleState, generate: Callable[[int], Dataset], data: str) -> None:
    """Draw the controls, the progress of the run and its result.

    Parameters
    ----------
    state
        holds the kernel to be fitted, and the number of points that is chosen
    generate
        draws that many points
    data
        what the points are called
    """
    n = int(state.size)
    st.header(
        _("Up to a million points, exactly"),
        anchor=False,
        help=explained("certified", "rank", "λ"),
    )
    run: LongRun | None = st.session_state.get(RUN)
    row = st.container(horizontal=True, gap="medium", vertical_alignment="bottom")
    select_slider(state, SIZE, tuple(SIZE.options), row)
    row.button(
        _("Run"),
        key=f"{RUN} now",
        type="primary",
        disabled=run is not None and run.running,
        on_click=lambda: _start(state, data, n, generate),
        width=130,
    )
    if run is not None and run.running:
        st.fragment(watch, run_every=INTERVAL)(run)
        return
    if run is None:
        st.caption(
            _(
                "{data}, kernel {kernel}: the exact fit with its certificate. Smaller sizes run "
                "first, to compare their λ/n."
            ).format(data=data, kernel=state.kernel.words)
        )
        return
    if run.trouble:
        st.warning(plain(_(run.trouble)))
    if run.steps:
        _tables(run)
        _draw(run.steps[-1], state.marked)
        _downloads(run, run.steps[-1])


def _start(state: ScaleState, data: str, n: int, generate: Callable[[int], Dataset]) -> None:
    sizes = (*(size for size in SMALLER if size < n), n)
    kernel, address = state.kernel.build(), address_of(state)
    st.session_state[RUN] = LongRun(kernel, data, sizes, generate, state, address)


def watch(run: LongRun) -> None:
    """Draw the progress of a run, and what it has found so far."""
    draw_progress(run)
    if run.steps:
        _tables(run)


def _tables(run: LongRun) -> None:
    solvers = dict.fromkeys(step.solver for step in run.steps)
    st.markdown(f"**{run.data}, {run.kernel!r}**", help=explained("certified", *solvers))
    costs = [
        [
            f"{step.n:,}",
            f"{step.cost.seconds:.2f}",
            "–" if step.cost.peak_bytes is None else f"{step.cost.peak_bytes / 1e6:,.0f}",
            "–" if step.rank is None else str(step.rank),
            _(step.solver),
            readable(step.certificate).replace(" ", NO_BREAK),
        ]
        for step in run.steps
    ]
    st.markdown(
        markdown_table(
            ["n", _("time, s"), _("memory, MB"), _("rank"), _("solver"), _("certificate")], costs
        )
    )
    q = max(len(step.variances) for step in run.steps)
    values = [
        [f"{step.n:,}", *(readable(f"{value:.4g}") for value in step.variances), *[""] * q][: q + 1]
        for step in run.steps
    ]
    st.markdown(markdown_table(["n", *(f"{indexed('λ', j)}/n" for j in range(q))], values))


def _draw(step: Step, marked: bool) -> None:
    st.caption(
        _(
            "Memory is how far the process grew during the fit. The functions at n = {n:,} with "
            "some of the points; each map has its own scale, whose ends are the ± above it."
        ).format(n=step.n)
    )
    titles = [
        f"{j + 1}  {indexed('λ', j)}/n = {number(value)}"
        for j, value in enumerate(step.variances[: len(step.fields)])
    ]
    shown = functions(step.fields, titles, step.grid, step.points, step.labels, marked)
    draw_figure("found", [shown], _("Eigenfunctions of {n:,} points.").format(n=step.n))


def _downloads(run: LongRun, step: Step) -> None:
    """Draw the buttons of the functions that the run has found last."""
    print_buttons(
        st.container(horizontal=True, gap="small"),
        partial(
            functions_printed, run.state, step.fields, step.variances, step.grid, step.points,
            step.n, address=run.address,
        ),
        file_name(run.state, step.n, "functions"),
    )  # fmt: skip
