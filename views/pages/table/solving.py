"""What the page "Own data" computes, in the terms of Explore: fits, costs, files, snippets."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import numpy as np

from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture, Tint
from kpca_core.drawing.canvas.subject import SPECTRUM
from kpca_core.drawing.canvas.words import number
from kpca_core.solvers.plan import Plan
from kpca_core.solvers.planning import bearable, fit_as_planned
from kpca_core.tables import Table
from kpca_core.tables.column import shortened
from kpca_core.tables.writing import listed
from views.costs import COSTS
from views.pages.explore.origin import second_parts
from views.pages.explore.snippet import matrix_of
from views.pages.page import FOLLOWED
from views.pages.table.data import OWN, Shown
from views.pages.table.state import TableState
from views.remembered import Remembered
from views.work import Estimate, progress


def plan_of(state: TableState) -> Plan:
    """Return how the rows are solved."""
    return bearable(state.kernel.build(), state.data.build().X, SPECTRUM)


def solve_state(state: TableState, samples: int | None = None) -> Picture:
    data, kernel = state.data.build(), state.kernel.build()
    start = time.perf_counter()
    found = fit_as_planned(
        plan_of(state), kernel, data.X, SPECTRUM, centre=state.centred, progress=progress()
    )
    halfway = time.perf_counter()
    fields = found.expansion.first(state.components).on_grid(state.grid(data, samples), progress())
    times = 1e3 * (halfway - start), 1e3 * (time.perf_counter() - halfway)
    return Picture(
        found, fields, data.projection.points, data.labels, data.region, *times,
        plane=data.plane, table=data.prepared.rows, plane_words=data.projection.words,
        plane_fact=describe_share(data, found.n_samples),
    )  # fmt: skip


def describe_share(data: Shown, n: int) -> str:
    """Say which plane maps show, and where K is that of some rows only."""
    plane = data.projection.words
    if n < len(data.X):
        return _("K of {n:,} evenly spread rows; maps show {plane}").format(n=n, plane=plane)
    return _("maps show {plane}").format(plane=plane)


def cost_of(state: TableState) -> Estimate:
    """What `solved` is expected to take, within a factor of about three."""
    planned = plan_of(state)
    dimension = state.data.build().X.shape[1]
    samples = int(state.resolution) ** 2
    # A Gaussian's values on a plane are those of its rows' projections.
    flat = state.kernel.build().gaussian_width is not None or planned.solver == "explicit"
    values = 0.0 if flat else samples * planned.rows * (COSTS.kernel_value + 1e-9 * dimension)
    drawn = COSTS.entry * samples * planned.rows / 30 + values
    return Estimate(planned.seconds + drawn, planned.bytes + 24.0 * SPECTRUM * samples)


_pictures: Remembered[TableState, Picture] = Remembered(
    solve_state, max_entries=6, spinner=N_("Solving …"), cost=cost_of, in_words=True
)


def picture_of(state: TableState) -> Picture:
    """Return what `solved` gives, remembered, in the colours that are set."""
    picture = _pictures(state.problem)
    table = state.data.build().prepared.table
    j = state.data.colour_of(table)
    if j is None:
        return picture
    return replace(picture, tint=tinted(table, j, picture))


def tinted(table: Table, j: int, picture: Picture) -> Tint:
    """Return the colours of the drawn rows by a column of the table; gaps count as its median."""
    assert picture.table is not None
    column = table.columns[j]
    values = column.values[np.searchsorted(table.lines, picture.table.lines)]
    gaps = np.isnan(values)
    values = np.where(gaps, np.median(values[~gaps]) if not gaps.all() else 0.0, values)
    return Tint(shortened(column.name), values)


def is_solved(state: TableState) -> bool:
    """Whether the result is cached."""
    return _pictures.known(state.problem) is not None


def origin_of(state: TableState, picture: Picture, address: str = "") -> Origin:
    data, found = state.data.build(), picture.decomposition
    table, rows, kernel = data.prepared.table, data.prepared.rows, state.kernel
    kept = _("{n:,}, {left_out:,} left out") if rows.left_out else "{n:,}"
    values = ", ".join(number(value) for value in found.eigenvalues[: len(picture.fields)])
    name = listed([table.name])
    columns = (
        _("{columns}, standardised") if state.data.standardise else _("{columns}, as they are")
    )
    return Origin(
        _("Kernel PCA of {subject}, {kernel} kernel").format(subject=name, kernel=kernel.label),
        {
            _("Data"): f"{name} ({table.said})",
            "n": kept.format(n=len(rows.X), left_out=rows.left_out),
            _("Columns"): columns.format(columns=listed(rows.names)),
            _("Shown"): describe_share(data, found.n_samples),
            _("Kernel"): repr(kernel.build()),
            _("Solver"): f"{plan_of(state)}; {found.certificate}",
            _("Gram matrix"): matrix_of(state.centred),
            _("Eigenvalues"): values or _("none"),
        },
        address,
    )


def file_name(state: TableState, what: str) -> str:
    name = state.data.data
    if name == OWN:
        name = re.sub(r"[^0-9A-Za-z_-]+", "-", state.data.family.label.rsplit(".", 1)[0])[:40]
    kernel = state.kernel
    values = (p.write(kernel.values[p.name]) for p in kernel.family.parameters)
    parts = ["kpca", name.strip("-") or "table", kernel.kernel, *values, *second_parts(kernel)]
    return "-".join([*parts, *([] if state.centred else ["uncentred"]), what])


def lines_of_plan(state: TableState, allowed: float) -> str:
    """Say before the work how it is done, and its share of the server's limits."""
    data, cost = state.data.build(), cost_of(state)
    n, dimension = data.X.shape
    said = _(
        "{n:,} rows × {columns:,} columns: {plan}; about {time} and {own:,.0f} MiB of "
        "{allowed:,.0f} that this server allows."
    ).format(
        n=n, columns=dimension, plan=plan_of(state), time=_seconds(cost.seconds),
        own=cost.bytes / 2**20, allowed=allowed / 2**20,
    )  # fmt: skip
    if cost_of(state).seconds <= FOLLOWED:
        return said
    return said + " " + _("The maps change when a slider is released.")


def _seconds(value: float) -> str:
    return _("a moment") if value < 1 else f"{value:.0f} s"
