"""What the page "Own data" computes, in the terms of Explore: fits, costs, files, snippets."""

from __future__ import annotations

import re
import time

from kpca_core.canvas.origin import Origin
from kpca_core.canvas.picture import Picture
from kpca_core.canvas.words import number
from kpca_core.planning import Plan, fit_as_planned, plan
from kpca_core.tables.writing import listed
from views.cache import ByToken
from views.cluster import REMOTE
from views.explore import origin as explore_origin
from views.explore import snippet as explore_snippet
from views.explore import solving as explore
from views.explore.solving import A_PRODUCT, A_VALUE, SPECTRUM_LENGTH
from views.table.data import OWN, Shown
from views.table.read_as import arguments
from views.table.state import TableState
from views.work import Estimate, progress


def plan_of(state: TableState) -> Plan:
    """Return how the rows are solved."""
    n, dimension = state.data.build().X.shape
    return plan(state.kernel.build(), n, dimension, SPECTRUM_LENGTH)


@explore.solved.register
def _solved(state: TableState, samples: int | None = None) -> Picture:
    data, kernel = state.data.build(), state.kernel.build()
    start = time.perf_counter()
    found = REMOTE.call(
        fit_as_planned, plan_of(state), kernel, data.X, SPECTRUM_LENGTH, centre=state.centred,
        progress=progress(),
    )  # fmt: skip
    halfway = time.perf_counter()
    fields = found.expansion.first(state.components).on_grid(state.grid(data, samples), progress())
    times = 1e3 * (halfway - start), 1e3 * (time.perf_counter() - halfway)
    return Picture(
        found, fields, data.projection.points, data.labels, data.region, *times,
        plane=data.plane, table=data.prepared.rows, plane_words=said_of(data, found.n_samples),
    )  # fmt: skip


def said_of(data: Shown, n: int) -> str:
    """Say which plane maps show, and where K is that of some rows only."""
    few = f"K of {n:,} evenly spread rows; " if n < len(data.X) else ""
    return f"{few}maps show {data.projection.words}"


@explore.cost_of.register
def _cost_of(state: TableState) -> Estimate:
    """What `solved` is expected to take, within a factor of about three."""
    planned = plan_of(state)
    dimension = state.data.build().X.shape[1]
    samples = int(state.resolution) ** 2
    # A Gaussian's values on a plane are those of its rows' projections.
    flat = state.kernel.kernel == "gaussian" or planned.solver == "explicit"
    values = 0.0 if flat else samples * planned.rows * (A_VALUE + 1e-9 * dimension)
    drawn = A_PRODUCT * samples * planned.rows / 30 + values
    return Estimate(planned.seconds + drawn, planned.bytes + 24.0 * SPECTRUM_LENGTH * samples)


_pictures: ByToken[TableState, Picture] = ByToken(
    explore.solved, max_entries=6, spinner="Solving …", cost=explore.cost_of
)


@explore.picture_of.register
def _picture_of(state: TableState) -> Picture:
    return _pictures(state.computed)


def is_solved(state: TableState) -> bool:
    """Whether the picture is at hand."""
    return _pictures.known(state.computed) is not None


@explore_origin.origin_of.register
def _origin_of(state: TableState, picture: Picture, address: str = "") -> Origin:
    data, found = state.data.build(), picture.decomposition
    table, rows, kernel = data.prepared.table, data.prepared.rows, state.kernel
    left_out = f", {rows.left_out:,} left out" if rows.left_out else ""
    values = ", ".join(number(value) for value in found.eigenvalues[: len(picture.fields)])
    name = listed([table.name])
    return Origin(
        f"Kernel PCA of {name}, {kernel.family.label} kernel",
        {
            "Data": f"{name} ({table.said})",
            "n": f"{len(rows.X):,}{left_out}",
            "Columns": listed(rows.names)
            + (", standardised" if state.data.standardise else ", as they are"),
            "Shown": said_of(data, found.n_samples),
            "Kernel": repr(kernel.build()),
            "Solver": f"{plan_of(state)}; {found.certificate}",
            "Gram matrix": explore_snippet.matrix_of(state.centred),
            "Eigenvalues": values or "none",
        },
        address,
    )


@explore_origin.file_name.register
def _file_name(state: TableState, what: str) -> str:
    name = state.data.data
    if name == OWN:
        name = re.sub(r"[^0-9A-Za-z_-]+", "-", state.data.family.label.rsplit(".", 1)[0])[:40]
    kernel = state.kernel
    values = (p.write(kernel.values[p.name]) for p in kernel.family.parameters)
    parts = ["kpca", name.strip("-") or "table", kernel.kernel, *values]
    return "-".join([*parts, *([] if state.centred else ["uncentred"]), what])


@explore_snippet.snippet.register
def _snippet(state: TableState) -> str:
    data, kernel = state.data.build(), state.kernel.build()
    table, planned = data.prepared.table, plan_of(state)
    settings = state.data
    if settings.data == OWN:
        how = "".join(f", {name}={value!r}" for name, value in arguments(settings.read_as).items())
        imported, source = "read", f"read({table.name!r}{how})"
    else:
        more = "".join(f", {value!r}" for value in settings.drawn)
        imported, source = "builtin", f"builtin({settings.data!r}{more})"
    columns, label = settings.columns_of(table), settings.label_of(table)
    tol = f", tol={planned.tol!r}" if planned.tol > 1e-14 else ""
    few = planned.rows < planned.n
    subset = (
        f", subset=np.linspace(0, {planned.n - 1}, {planned.rows}).astype(np.intp)" if few else ""
    )
    centre = "" if state.centred else ", centre=False"
    missing = ", missing='rows'" if settings.leave_out else ""
    return f"""\
import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Grid, {type(kernel).__name__}, fit
from kpca_core.projection import projected
from kpca_core.tables import {imported}

table = {source}
rows = table.rows(
    {columns!r}, {label!r}, standardise={settings.standardise}{missing}
)
decomposition = fit(
    {kernel!r}, rows.X, n_components={SPECTRUM_LENGTH}{centre}{tol}{subset}
)
print(decomposition.eigenvalues, decomposition.certificate)

# The first eigenfunctions on the plane of the maps, (q, ny, nx), each determined up to its sign.
shown = projected(rows, {_plane_arguments(state)})
grid = Grid.over(shown.region, {state.resolution}, shown.plane)
fields = decomposition.expansion.first({state.components}).on_grid(grid)

{explore_snippet.PANELS}
    panel.scatter(*shown.points.T, c=rows.labels, s=9, edgecolors="black", linewidths=0.5)
    panel.set(title=f"λ = {{value:.3f}}", xlim=grid.region[0], ylim=grid.region[1])
plt.show()
"""


def _plane_arguments(state: TableState) -> str:
    first, second = state.data.pair(state.data.build().prepared.table)
    row = f", row={state.data.row - 1}" if state.data.row else ""
    principal = ", principal=True" if state.data.plane == "principal" else ""
    return f"{first}, {second}{principal}{row}"


def lines_of_plan(state: TableState, allowed: float) -> str:
    """Say before the work how it is done, and what it takes of what the server allows."""
    data, cost = state.data.build(), explore.cost_of(state)
    n, dimension = data.X.shape
    return (
        f"{n:,} rows × {dimension:,} columns: {plan_of(state)}; about {_seconds(cost.seconds)} and "
        f"{cost.bytes / 2**20:,.0f} MiB of {allowed / 2**20:,.0f} that this server allows."
        + ("" if explore.is_followed(state) else " The maps change when a slider is released.")
    )


def _seconds(value: float) -> str:
    return "a moment" if value < 1 else f"{value:.0f} s"
