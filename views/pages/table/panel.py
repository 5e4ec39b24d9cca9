"""What was recognised of a reader's table, before it is used: each of it can be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables import Table
from kpca_core.tables.column import shortened, some_of
from views.pages.saying import plain
from views.pages.table.controls import labels_said
from views.pages.table.data import sheets_in
from views.pages.table.read_as import (
    COMMENT,
    DECIMAL,
    ENCODING,
    FOOT,
    HIDDEN,
    INDEX,
    NA_VALUES,
    NAMES,
    SEPARATOR,
    SHEET,
    SKIP,
    THOUSANDS_SIGN,
    TRANSPOSE,
    UNITS,
    VECTORS,
)
from views.pages.table.state import TableState
from views.scene import Action, Block, Control, Folded, Group, Places, Row, Scene, Words
from views.state.fields import Choice, Field

# What one click does about a suggestion of `kpca_core.tables`, by the option that it names: labels
# of buttons, and the values that they set; None for the value that the table proposes.
OFFERED: dict[str, Sequence[tuple[str, Field, Any]]] = {
    "units": ((N_("Read them as numbers"), UNITS, True),),
    "decimal": (
        (N_("Decimal points"), DECIMAL, "points"),
        (N_("Decimal commas"), DECIMAL, "commas"),
    ),
    "index": ((N_("Leave it out"), INDEX, None),),
    "na_values": ((N_("They mean missing"), NA_VALUES, None),),
    "hidden": ((N_("Leave them out"), HIDDEN, True),),
    "vectors": ((N_("Take them apart"), VECTORS, True),),
}
CHANGE = N_("First rows, and how they are read")


def panel(state: TableState, table: Table | None) -> Scene:
    """Say what was recognised of the reader's table, and yield what changes it.

    Parameters
    ----------
    table : None where it cannot be read
    """
    if table is not None:
        yield from _suggestions(state, table)
    if state.data.file:
        # What needs no decision leaves the room to the scores.
        opens = table is None or bool(table.suggestions)
        name = "" if table is None else f"{plain(readable(table.name))}: {size(state, table)}. "
        blocks: list[Block] = []
        if table is not None:
            blocks += [Words(plain(readable(summary(state, table))), "caption"), _rows(table)]
        blocks += _controls(state, table)
        yield Folded(f"{name}{_(CHANGE)}", blocks, is_open=opens, icon=":material/tune:")


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


def _suggestions(state: TableState, table: Table) -> Scene:
    for option, why in table.suggestions:
        offered = [
            one for one in OFFERED.get(option, ())
            if not state.fixed(one[1]) and (one[2] is not None or option in table.proposed)
        ]  # fmt: skip
        if not offered:
            yield Words(plain(why), "caption")
            continue
        buttons = [
            Action(
                _(label),
                _decided(state, one, _proposed(table, option) if value is None else value),
                icon=":material/lightbulb:",
            )
            for label, one, value in offered
        ]
        said = Group([Words(plain(why), "caption")], width="content")
        yield Row([said, *buttons], align="center")


def _proposed(table: Table, option: str) -> Any:
    value = table.proposed[option]
    if option == "index":
        return table.column(value) + 1
    return ", ".join(value) if isinstance(value, list) else value


def _decided(state: TableState, one: Field, value: Any) -> TableState:
    """Return the state with a value for a setting of how the table is read."""
    read_as = {**state.data.read_as, one.key: value}
    return replace(state, data=replace(state.data, read_as=read_as))


def _rows(table: Table) -> Words:
    """Return three rows of eight columns as text; Markdown, since nothing is loaded for it."""
    shown = table.columns[:8]
    more = len(table.columns) - len(shown)
    rows = [[one.name for one in shown], ["---"] * len(shown)]
    rows += [list(row[: len(shown)]) for row in table.preview(3)]
    if more:
        for row, text in zip(rows, (_("{n:,} more").format(n=more), "---"), strict=False):
            row.append(text)
    return Words(
        "\n".join(
            f"| {' | '.join(text if text == '---' else _cell(text) for text in row)} |"
            for row in rows
        )
    )


def _cell(text: str) -> str:
    return plain(shortened(text)) or " "


def _controls(state: TableState, table: Table | None) -> Scene:
    """Return a control for each of READ_AS that this kind of file has."""
    is_text = table is None or table.reading.separator is not None
    has_lines = table is None or bool(table.reading.decimal)
    shown: tuple[Choice, ...] = (ENCODING, SEPARATOR) if is_text else ()
    shown += (DECIMAL, THOUSANDS_SIGN, *([NAMES] if has_lines else []))
    found = [Control(state.data.own(one)) for one in shown]
    if has_lines:
        skipped = 0 if table is None else table.reading.skipped
        closing = 0 if table is None else len(table.reading.foot)
        for field, said in ((SKIP, skipped), (FOOT, closing)):
            suggested = said if _is_recognised(state, field) else None
            found.append(Control(state.data.own(field), suggested=suggested))
    if table is not None:
        found.append(_index(state, table))
    sheets = sheets_in(state.data)
    if len(sheets) > 1 or state.data.read_as[SHEET.key]:
        offered = dict.fromkeys(sheets, "")
        found.append(Control(state.data.own(SHEET), options=offered, suggested=_("Recognised")))
    # What few files need is shown where it is asked about, or was answered.
    asked = {} if table is None else dict(table.suggestions)
    found += [Control(state.data.own(one)) for one in (NA_VALUES, *([COMMENT] if is_text else []))]
    switches = [UNITS, *([TRANSPOSE] if has_lines else [])]
    switches += [one for one in (HIDDEN, VECTORS) if one.key in asked or _is_set(state, one)]
    places = [[one] for one in found] + [[]] * (-len(found) % 4)
    rows = [Places(places[k : k + 4]) for k in range(0, len(places), 4)]
    return [*rows, *(Control(state.data.own(one)) for one in switches)]


def _index(state: TableState, table: Table) -> Control:
    now = table.index[0] + 1 if table.index else 0
    # Columns that count or name rows come first, or were recognised.
    names = {j + 1: shortened(one.name) for j, one in enumerate(table.columns[:100])}
    if now:
        names[now] = shortened(table.columns[now - 1].name)
    # What was recognised is known where nothing else was asked for.
    suggested = now if _is_recognised(state, INDEX) else -1
    offered = {0: _("None"), **names}
    return Control(state.data.own(INDEX), options=offered, suggested=suggested)


def _is_set(state: TableState, one: Field) -> bool:
    return bool(state.data.read_as[one.key] != one.default)


def _is_recognised(state: TableState, one: Field) -> bool:
    return state.data.read_as[one.key] is None
