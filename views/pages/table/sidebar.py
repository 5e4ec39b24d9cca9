"""The sidebar of the page "Own data"."""

from __future__ import annotations

import streamlit as st

from kpca_core._support.words import _
from kpca_core.tables import Table
from kpca_core.tables.column import MOST_LABELS, shortened
from kpca_core.widths import gap_distance, neighbour_distance
from views.costs import COSTS
from views.hosts.streamlit.cache import asked
from views.hosts.streamlit.widgets import (
    number_box,
    pick,
    remember,
    select,
    several,
    switch,
)
from views.pages.explore.sidebar import draw_kernel
from views.pages.saying import plain
from views.pages.table.data import (
    COLUMNS_OF_PLANE,
    DATA,
    PRINCIPAL,
    Prepared,
    TableSettings,
)
from views.pages.table.state import TableState
from views.words.table import WIDTHS
from views.work import Estimate, progress


def draw_sidebar(
    state: TableState, table: Table | None, prepared: Prepared | None, drawn: bool
) -> None:
    """Draw the widgets that a reader sets the state with, as far as the table is known.

    Parameters
    ----------
    drawn
        whether there are sliders for the kernel's parameters
    """
    data = state.data
    with st.sidebar:
        select(state, DATA)
        for one in data.drawn_fields:
            number_box(state, data.own(one))
        if table is not None:
            _columns(state, table)
            _plane(state, prepared)
    if prepared is not None:
        draw_kernel(state, boxes=not drawn)
        with st.sidebar:
            _widths(state, prepared)


def _columns(state: TableState, table: Table) -> None:
    data = state.data
    names = {j + 1: shortened(column.name) for j, column in enumerate(table.columns)}
    numeric = tuple(j + 1 for j in table.numeric)
    several(state, data.field("columns"), numeric, names=names.__getitem__)
    few = {j: name for j, name in names.items() if table.columns[j - 1].n_labels <= MOST_LABELS}
    suggested = 0 if table.label is None else table.label + 1
    pick(state, data.field("label"), {0: _("None"), **few}, suggested)
    switch(state, data.field("standardise"))
    named = _("The label column") if data.label_of(table) is not None else _("One colour")
    pick(state, data.field("colour"), {0: named, **{j: names[j] for j in numeric}}, 0)


def _plane(state: TableState, prepared: Prepared | None) -> None:
    data = state.data
    if prepared is None or len(prepared.columns) < 2:
        return
    table, columns = prepared.table, prepared.columns
    select(state, data.field("plane"))
    if data.plane == COLUMNS_OF_PLANE:
        names = {j + 1: shortened(table.columns[j].name) for j in columns}
        places = data.pair(prepared)
        for one, place in zip(("across", "up"), places, strict=True):
            other = columns[places[1 - (place == places[1])]] + 1
            free = {j: name for j, name in names.items() if j != other}
            pick(state, data.field(one), free, columns[place] + 1)
    if len(columns) > 2 or data.plane == PRINCIPAL:
        number_box(
            state,
            data.field("row"),
            help=_(
                "0: through the mean of all rows. Coordinates that are not drawn have the values "
                "of this row, counted among the rows that are analysed."
            ),
        )


def _widths(state: TableState, prepared: Prepared) -> None:
    """Draw a button for each usual length, where the kernel has one."""
    if all(state.fixed(one) for one in state.kernel.dilated):
        return
    st.caption(_("Set the length of the kernel to"))
    row = st.container(horizontal=True, gap="small")
    for kind, (label, what) in WIDTHS.items():
        row.button(
            _(label), help=_(what), key=f"width {kind}", on_click=_set_length,
            args=(state, prepared, kind),
        )  # fmt: skip


def _set_length(state: TableState, prepared: Prepared, kind: str) -> None:
    try:
        length = _length(state.data, prepared, kind)
    except ValueError as error:
        st.toast(plain(str(error)))
        return
    values = state.kernel.at_length(length)
    for one in state.kernel.family.parameters:
        if one.name in values:
            value = float(f"{values[one.name]:.4g}")
            remember(TableState, {one: min(max(value, one.low), one.high)})


def _length(data: TableSettings, prepared: Prepared, kind: str) -> float:
    X = prepared.rows.X
    if kind == "median":
        return prepared.length
    key = repr((kind, data.file, data.chosen))
    if kind == "gap":
        return asked(key, key, lambda: gap_distance(X, progress()), Estimate(COSTS.gaps, 1e8))
    seconds = COSTS.pair * min(len(X), 2000) * len(X)
    work = Estimate(seconds, 1e8)
    return asked(key, key, lambda: neighbour_distance(X, progress=progress()), work)


def labels_said(state: TableState, table: Table) -> str:
    """Say what the points are labelled by, "" without labels."""
    label = state.data.label_of(table)
    if label is None:
        return ""
    _codes, words = table.columns[label].labels()
    named = ", ".join(shortened(word) for word in words[:12]) + (", …" if len(words) > 12 else "")
    by = _("labelled by {column}: {words}")
    return "; " + by.format(column=shortened(table.columns[label].name), words=named)
