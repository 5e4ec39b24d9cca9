"""What was recognised of a reader's table, before it is used: each of it can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import streamlit as st

from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables import Table
from kpca_core.tables.column import shortened, some_of
from views.hosts.streamlit.widgets import choose_text, number_box, pick, select, switch
from views.pages.saying import plain
from views.pages.table.data import sheets_in
from views.pages.table.read_as import (
    DECIMAL,
    ENCODING,
    FOOT,
    INDEX,
    NAMES,
    SEPARATOR,
    SHEET,
    SKIP,
    THOUSANDS_SIGN,
    UNITS,
)
from views.pages.table.sidebar import labels_said
from views.pages.table.state import TableState
from views.state.fields import Choice, Field, widget_of

# What one click does about a suggestion of `kpca_core.tables`, by the option that it names: labels
# of buttons, and the values that they set.
OFFERED: dict[str, Sequence[tuple[str, Field, Any]]] = {
    "units": ((N_("Read them as numbers"), UNITS, True),),
    "decimal": (
        (N_("Decimal points"), DECIMAL, "points"),
        (N_("Decimal commas"), DECIMAL, "commas"),
    ),
    "index": ((N_("Leave it out"), INDEX, 1),),
    "skip": ((N_("Take the first line for the names"), SKIP, 0),),
    "foot": ((N_("Keep it as a row"), FOOT, 0),),
    "names": ((N_("They are names"), NAMES, "yes"), (N_("They are a row"), NAMES, "no")),
}
CHANGE = N_("First rows, and how they are read")


def draw_panel(state: TableState, table: Table | None) -> None:
    """Say what was recognised of the reader's table, and draw what changes it.

    Parameters
    ----------
    table : None where it cannot be read
    """
    if table is not None:
        _draw_suggestions(state, table)
    if state.data.file:
        # What needs no decision leaves the room to the scores.
        opens = table is None or bool(table.suggestions)
        name = "" if table is None else f"{plain(readable(table.name))}: {size(state, table)}. "
        with st.expander(f"{name}{_(CHANGE)}", expanded=opens, icon=":material/tune:"):
            if table is not None:
                draw_summary(state, table)
                _draw_first_rows(table)
            _draw_controls(state, table)


def draw_summary(state: TableState, table: Table) -> None:
    """Say how the table was read."""
    st.caption(plain(readable(summary(state, table))))


def size(state: TableState, table: Table) -> str:
    """Say how much of a table is analysed: "150 rows × 4 of 6 columns"."""
    k, n = len(state.data.present(table)), len(table.columns)
    rows = plural("{n:,} row", "{n:,} rows", table.n).format(n=table.n)
    of = plural("{k:,} of {n:,} column", "{k:,} of {n:,} columns", n).format(k=k, n=n)
    return f"{rows} × {of}"


def summary(state: TableState, table: Table) -> str:
    """Say how a table was read, and what is analysed of it: "150 rows × 4 of 6 columns; …"."""
    said = f"{table.name}: {table.said}. {size(state, table)}"
    columns, label = state.data.present(table), state.data.label_of(table)
    left = [f"{shortened(name)!r} ({why})" for name, why in table.left_out_of(columns, label)]
    said += "; " + _("left out: {columns}").format(columns=some_of(left)) if left else ""
    return f"{said}{labels_said(state, table)}."


def _draw_suggestions(state: TableState, table: Table) -> None:
    for option, why in table.suggestions:
        offered = [
            (label, one, value)
            for label, one, value in OFFERED.get(option, ())
            if not state.fixed(one)
        ]
        if not offered:
            st.caption(plain(why))
            continue
        row = st.container(horizontal=True, gap="small", vertical_alignment="center")
        row.caption(plain(why), width="content")
        for label, one, value in offered:
            row.button(
                _(label), on_click=_decide, args=(state.data.own(one), value),
                icon=":material/lightbulb:",
            )  # fmt: skip


def _decide(one: Field, value: Any) -> None:
    """Let the next run take a value for a setting, as if its control had been used."""
    st.session_state[widget_of(one)] = value


def _draw_first_rows(table: Table) -> None:
    """Draw three rows of eight columns as text; Markdown, since nothing is loaded for it."""
    shown = table.columns[:8]
    more = len(table.columns) - len(shown)
    rows = [[one.name for one in shown], ["---"] * len(shown)]
    rows += [list(row[: len(shown)]) for row in table.preview(3)]
    if more:
        for row, text in zip(rows, (_("{n:,} more").format(n=more), "---"), strict=False):
            row.append(text)
    st.markdown(
        "\n".join(
            f"| {' | '.join(text if text == '---' else _cell(text) for text in row)} |"
            for row in rows
        )
    )


def _cell(text: str) -> str:
    return plain(shortened(text)) or " "


def _draw_controls(state: TableState, table: Table | None) -> None:
    """Draw a control for each of READ_AS that this kind of file has."""
    kind = "" if table is None else table.reading.kind
    is_text = table is None or table.reading.separator is not None
    has_lines = is_text or kind.startswith("Excel")
    place = _places()
    shown: tuple[Choice, ...] = (ENCODING, SEPARATOR) if is_text else ()
    shown += (DECIMAL, THOUSANDS_SIGN, *([NAMES] if has_lines else []))
    for one in shown:
        select(state, state.data.own(one), next(place))
    if has_lines:
        skipped = 0 if table is None else table.reading.skipped
        closing = 0 if table is None else len(table.reading.foot)
        for field, found in ((SKIP, skipped), (FOOT, closing)):
            suggested = found if _is_recognised(state, field) else None
            number_box(state, state.data.own(field), next(place), suggested=suggested)
    if table is not None:
        _draw_index(state, table, next(place))
    sheets = sheets_in(state.data)
    if len(sheets) > 1 or state.data.read_as[SHEET.key]:
        with next(place):
            choose_text(state, state.data.own(SHEET), sheets, _("Recognised"))
    switch(state, state.data.own(UNITS))


def _places() -> Iterator[Any]:
    """Places beside each other, as many rows of them as are asked for."""
    while True:
        yield from st.columns(4)


def _draw_index(state: TableState, table: Table, place: Any) -> None:
    now = table.index[0] + 1 if table.index else 0
    # Columns that count or name rows come first, or were recognised.
    names = {j + 1: shortened(one.name) for j, one in enumerate(table.columns[:100])}
    if now:
        names[now] = shortened(table.columns[now - 1].name)
    # What was recognised is known where nothing else was asked for.
    suggested = now if _is_recognised(state, INDEX) else -1
    with place:
        pick(state, state.data.own(INDEX), {0: _("None"), **names}, suggested)


def _is_recognised(state: TableState, one: Field) -> bool:
    return state.data.read_as[one.key] is None
