"""What sets the page "Own data": the table's columns, the plane of the maps, the kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kpca_core._support.words import _
from kpca_core.tables import Table
from kpca_core.tables.column import MOST_LABELS, shortened
from kpca_core.widths import gap_distance, neighbour_distance
from views.costs import COSTS
from views.pages.explore import picture_controls
from views.pages.table.data import COLUMNS_OF_PLANE, DATA, PRINCIPAL, Prepared, TableSettings
from views.pages.table.state import TableState
from views.remembered import ASKED
from views.scene import Action, Control, Row, Scene, Words
from views.words.table import WIDTHS
from views.work import Estimate, progress


def table_controls(
    state: TableState, table: Table | None, prepared: Prepared | None, drawn: bool
) -> Scene:
    """Yield what sets the state, as far as the table is known.

    Parameters
    ----------
    drawn
        whether there are sliders for the kernel's parameters
    """
    data = state.data
    yield Control(DATA)
    for one in data.drawn_fields:
        yield Control(data.own(one))
    if table is not None:
        yield from _columns(state, table)
        yield from _plane(state, prepared)
    if prepared is not None:
        yield from picture_controls(state, boxes=not drawn)
        yield from _widths(state, prepared)


def _columns(state: TableState, table: Table) -> Scene:
    data = state.data
    names = {j + 1: shortened(column.name) for j, column in enumerate(table.columns)}
    numeric = {j + 1: names[j + 1] for j in table.numeric}
    yield Control(data.field("columns"), options=numeric)
    few = {j: name for j, name in names.items() if table.columns[j - 1].n_labels <= MOST_LABELS}
    suggested = 0 if table.label is None else table.label + 1
    yield Control(data.field("label"), options={0: _("None"), **few}, suggested=suggested)
    yield Control(data.field("standardise"))
    named = _("The label column") if data.label_of(table) is not None else _("One colour")
    yield Control(data.field("colour"), options={0: named, **numeric}, suggested=0)


def _plane(state: TableState, prepared: Prepared | None) -> Scene:
    data = state.data
    if prepared is None or len(prepared.columns) < 2:
        return
    table, columns = prepared.table, prepared.columns
    yield Control(data.field("plane"))
    if data.plane == COLUMNS_OF_PLANE:
        names = {j + 1: shortened(table.columns[j].name) for j in columns}
        places = data.pair(prepared)
        for one, place in zip(("across", "up"), places, strict=True):
            other = columns[places[1 - (place == places[1])]] + 1
            free = {j: name for j, name in names.items() if j != other}
            yield Control(data.field(one), options=free, suggested=columns[place] + 1)
    if len(columns) > 2 or data.plane == PRINCIPAL:
        said = _(
            "0: through the mean of all rows. Coordinates that are not drawn have the values "
            "of this row, counted among the rows that are analysed."
        )
        yield Control(data.field("row"), help=said)


def _widths(state: TableState, prepared: Prepared) -> Scene:
    """Yield a button for each usual length, where the kernel has one."""
    kernel = state.kernel
    lengths = [*kernel.dilated, *(kernel.second.dilated if kernel.second else ())]
    if all(map(state.fixed, lengths)):
        return
    yield Words(_("Set the length of the kernel to"), "caption")
    yield Row(
        [
            Action(
                _(label), partial(_at_length, state, prepared, kind), key=f"width {kind}",
                help=_(what),
            )
            for kind, (label, what) in WIDTHS.items()
        ]
    )  # fmt: skip


def _at_length(state: TableState, prepared: Prepared, kind: str) -> TableState:
    """Return the state whose kernel falls off at one of the usual lengths."""
    length = _length(state.data, prepared, kind)
    return replace(state, kernel=state.kernel.with_length(length))


def _length(data: TableSettings, prepared: Prepared, kind: str) -> float:
    X = prepared.rows.X
    if kind == "median":
        return prepared.length
    key = repr((kind, data.file, data.chosen))
    if kind == "gap":
        gap = partial(gap_distance, X)
        found: float = ASKED.by(key, key, lambda: gap(progress()), Estimate(COSTS.gaps, 1e8), "")
        return found
    work = Estimate(COSTS.pair * min(len(X), 2000) * len(X), 1e8)
    near = partial(neighbour_distance, X)
    found = ASKED.by(key, key, lambda: near(progress=progress()), work, "")
    return found


def labels_said(state: TableState, table: Table) -> str:
    """Say what the points are labelled by, "" without labels."""
    label = state.data.label_of(table)
    if label is None:
        return ""
    _codes, words = table.columns[label].labels()
    named = ", ".join(shortened(word) for word in words[:12]) + (", …" if len(words) > 12 else "")
    by = _("labelled by {column}: {words}")
    return "; " + by.format(column=shortened(table.columns[label].name), words=named)
