"""The page "Own data": kernel PCA of a reader's own table, or of one of scikit-learn's."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

import views.pages.table.snippet  # noqa: F401  its Python is found by the state
from kpca_core._support.words import _, plural
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables import Rows, Table
from views.hosts.streamlit.blocks import Drawer
from views.hosts.streamlit.cluster import draw_note
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import settings_on_paper
from views.hosts.streamlit.reading.reader import READER
from views.hosts.streamlit.widgets import current, draw_next, select
from views.hosts.streamlit.work import WORK
from views.pages.explore.downloads import draw_downloads
from views.pages.explore.listed import draw_selected
from views.pages.explore.live import draw_live
from views.pages.explore.solving import cost_of
from views.pages.saying import plain
from views.pages.table.answers import PLACE, draw_answers, draw_number
from views.pages.table.data import OWN, USUAL, Prepared, prepared_of, table_of
from views.pages.table.gift import draw_gift, take_gift
from views.pages.table.keeper import draw_keeper, note_address
from views.pages.table.panel import draw_panel, draw_summary
from views.pages.table.sidebar import draw_sidebar
from views.pages.table.solving import is_solved, lines_of_plan
from views.pages.table.state import TableState
from views.pages.table.widths import widths_compared
from views.words.table import DO, EXAMPLE, NAME, STAYS, WHAT
from views.work import HEAVY

# Session entry: long work that the reader has agreed to.
AGREED = "work that was agreed to"
# Rows from which the page says how they are solved.
MANY = 2000


def page() -> None:
    note_address()
    take_gift()
    state = current(TableState)
    draw_head(state, NAME, WHAT, DO)
    table, prepared, trouble = _data(state)
    if state.data.data == OWN:
        _draw_gift(state, open_already=prepared is None)
        draw_keeper()
    if trouble:
        st.error(plain(trouble), icon=":material/error:")
    _draw_table(state, table, "" if prepared is None else prepared.rows.done)
    varies = prepared is not None and prepared.rows.vary
    if prepared is not None and not varies:
        _draw_equal(prepared.rows)
    answers = st.container(key=PLACE)
    drawn = varies and _is_agreed(state)
    if drawn:
        draw_live(state)
        draw_note()
    draw_sidebar(state, table, prepared, drawn)
    if table is not None and state.data.data != OWN:
        draw_summary(state, table)
    if varies and prepared is not None and is_solved(state):
        with answers:
            draw_number(state, prepared)
        draw_answers(state, prepared)
        draw_selected(state)
        draw_downloads(state)
        Drawer(state, lambda _: None).draw(widths_compared(state, prepared))
    settings_on_paper(state)


def _data(state: TableState) -> tuple[Table | None, Prepared | None, str]:
    """Return the table and its rows, as far as there are some, and what is wrong."""
    if state.data.data == OWN and not state.data.file:
        return None, None, ""
    table = None
    try:
        table = table_of(state.data)
        prepared = prepared_of(state.data)
        state.data.build()
    except (ValueError, ImportError) as error:
        return table, None, str(error)
    return table, prepared, ""


def _draw_gift(state: TableState, open_already: bool) -> None:
    """Draw what takes a table, or an example instead."""
    # Its libraries load while a reader chooses a file.
    READER.warm()
    with st.expander(_("Your table"), expanded=open_already, icon=":material/upload:"):
        draw_gift()
        st.caption(_(STAYS))
    if not state.data.file:
        st.button(_(EXAMPLE), on_click=_take_example, icon=":material/play_arrow:")


def _take_example() -> None:
    draw_next(TableState.of_address({"data": "iris"}))


def _draw_table(state: TableState, table: Table | None, done: str) -> None:
    """Say how the table was read, and what is done, and was, where numbers are missing."""
    columns = () if table is None else state.data.present(table)
    if state.data.data == OWN:
        draw_panel(state, table)
    trouble = "" if table is None else table.said_of_unusable(columns)
    if table is not None and trouble:
        _draw_gaps(state, table, trouble)
    if done:
        st.caption(plain(readable(f"{done[0].upper()}{done[1:]}.")))


def _draw_gaps(state: TableState, table: Table, trouble: str) -> None:
    """Offer what can be done where numbers are missing, with what each way costs."""
    columns = state.data.present(table)
    costs = table.missing_costs(columns)
    named = {
        "rows": plural(
            "Leave out {n:,} of {all:,} row", "Leave out {n:,} of {all:,} rows", table.n
        ).format(n=costs["rows"], all=table.n),
        "columns": plural(
            "Leave out {n:,} of {all:,} column", "Leave out {n:,} of {all:,} columns", len(columns)
        ).format(n=costs["columns"], all=len(columns)),
        "median": plural(
            "Fill {n:,} cell with the column's median",
            "Fill {n:,} cells with the column's median",
            costs["median"],
        ).format(n=costs["median"]),
    }
    suggested = state.data.way_with_gaps(table) if state.data.missing == USUAL else ""
    first = (
        _("{choice} (suggested)").format(choice=named[suggested])
        if suggested
        else _("As suggested")
    )
    one = state.data.field("missing")
    named = {**one.options, USUAL: first, **named}
    select(state, replace(one, options=named), help=plain(readable(trouble)))


def _draw_equal(rows: Rows) -> None:
    """Say why there are no maps."""
    if len(rows.X) == 1:
        why = _(
            "The table has one row, so there is nothing to analyse: every eigenvalue is 0. Choose "
            "columns whose values differ, or give a table with different rows."
        )
    else:
        why = _(
            "All {n:,} rows are equal in the chosen columns, so there is nothing to analyse: every "
            "eigenvalue is 0. Choose columns whose values differ, or give a table with different "
            "rows."
        )
    st.warning(why.format(n=len(rows.X)), icon=":material/drag_handle:")


def _is_agreed(state: TableState) -> bool:
    """Whether the work may begin: it is short, or done, or the reader has agreed to it."""
    cost = cost_of(state)
    agreed = st.session_state.setdefault(AGREED, set())
    if len(state.data.build().X) > MANY:
        st.caption(plain(readable(lines_of_plan(state, WORK.memory))))
    if cost.seconds <= HEAVY or is_solved(state) or state.problem.token in agreed:
        return True
    st.button(
        _("Compute, about {n:.0f} s").format(n=cost.seconds),
        type="primary", icon=":material/play_arrow:",
        on_click=agreed.add, args=(state.problem.token,),
    )  # fmt: skip
    return False
