"""The page "Own data": kernel PCA of a reader's own table, or of a set of the sidebar."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from kpca_core._support.words import _, plural, worded
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import readable
from kpca_core.drawing.scene import Detail
from kpca_core.tables import Rows, Table
from kpca_core.tables.column import shortened
from views.given import SHELF
from views.pages.explore.picture import PicturePage
from views.pages.page import Seen, Shown
from views.pages.saying import plain
from views.pages.table.answers import PLACE, answers, number_of_components
from views.pages.table.controls import table_controls
from views.pages.table.data import DATA, OWN, USUAL, Prepared, prepared_of, table_of
from views.pages.table.panel import panel, summary
from views.pages.table.snippet import snippet, with_scikit_learn
from views.pages.table.solving import (
    cost_of,
    file_name,
    is_solved,
    lines_of_plan,
    origin_of,
    picture_of,
    solve_state,
)
from views.pages.table.state import TableState
from views.pages.table.widths import widths
from views.scene import (
    Action,
    Block,
    Control,
    Drawing,
    Folded,
    Gift,
    Group,
    Keeper,
    Part,
    Scene,
    Words,
    Work,
)
from views.words.table import DO, EXAMPLE, NAME, WHAT
from views.work import HEAVY, MEMORY, Estimate

# Rows from which the page says how they are solved.
MANY = 2000


class TablePage(PicturePage[TableState]):
    """Rows of a table, drawn in a plane through them."""

    state, words = TableState, (NAME, WHAT, DO)

    def cost(self, state: TableState) -> Estimate:
        return cost_of(state)

    def remaining(self, state: TableState) -> Estimate:
        prepared = _found(state)[1]
        return Estimate() if prepared is None or is_solved(state) else cost_of(state)

    def solve(self, state: TableState, detail: Detail | None = None) -> Picture | None:  # type: ignore[override]
        if detail is not None:
            return solve_state(state, detail.samples)
        prepared = _found(state)[1]
        if prepared is None or not prepared.rows.vary:
            return None
        if not is_short(state):
            return None
        # What is wrong is said in the scene: another table can be given there.
        with suppress(ValueError, MemoryError):
            return picture_of(state)
        return None

    def origin(self, state: TableState, picture: Picture, address: str = "") -> Origin:
        return origin_of(state, picture, address)

    def variables(self, state: TableState) -> Mapping[int, str]:
        prepared = state.data.build().prepared
        return {j + 1: shortened(prepared.table.columns[j].name) for j in prepared.columns}

    def file_name(self, state: TableState, what: str) -> str:
        return file_name(state, what)

    def snippet(self, state: TableState) -> str:
        return snippet(state)

    def peer(self, state: TableState) -> str:
        return with_scikit_learn(state)

    def given(
        self, before: TableState | None, opened: Mapping[str, str] | None = None
    ) -> TableState | None:
        if opened is not None:
            own = opened.get(DATA.key, OWN) == OWN
            return TableState.of_address(opened) if own else None
        settings = {} if before is None else dict(before.address())
        if before is not None and before.data.file:
            bound = {*before.data.texts, *(p.key for p in before.sliders)} - {"data"}
            settings = {key: text for key, text in settings.items() if key not in bound}
        return TableState.of_address({**settings, "data": OWN})

    def controls(self, state: TableState, seen: Seen) -> Scene:
        table, prepared, _trouble = _found(state)
        varies = prepared is not None and prepared.rows.vary
        return table_controls(state, table, prepared, varies and is_short(state))

    def scene(self, shown: Shown[TableState, Picture], seen: Seen) -> Scene:
        state = shown.state
        table, prepared, trouble = _found(state)
        if state.data.data == OWN:
            yield from _gift(state, is_open=prepared is None)
        if trouble:
            yield Words(plain(trouble), "error", icon=":material/error:")
        yield from _read(state, table, "" if prepared is None else prepared.rows.done)
        varies = prepared is not None and prepared.rows.vary
        if prepared is not None and not varies:
            yield _equal(prepared.rows)
        is_found = shown.found is not None
        if varies and prepared is not None:
            answered = number_of_components(state, prepared) if is_found else []
            yield Group(answered, key=PLACE)
            yield from self._agreed(state)
        if is_found:
            yield Drawing("drawing", "panels")
        elif varies and is_short(state):
            yield Part(partial(_failed, state))
        if table is not None and state.data.data != OWN:
            yield Words(plain(readable(summary(state, table))), "caption")
        if is_found and prepared is not None:
            yield answers(state, prepared)
            yield Part(lambda: self.selected(shown, seen))
            yield from self.files(shown, seen)
            yield from widths(state, prepared)

    def _agreed(self, state: TableState) -> Scene:
        """Yield what the work is, where it is much, and a button that begins what is long."""
        if len(state.data.build().X) > MANY:
            yield Words(plain(readable(lines_of_plan(state, MEMORY))), "caption")
        if is_short(state):
            return
        cost = cost_of(state)

        def do(_known: dict[str, Any], _report: Any) -> None:
            picture_of(state)

        yield Work(
            "picture of a table", state.problem.token, cost, do, primary=True,
            icon=":material/play_arrow:", is_remembered=True,
            start=_("Compute, about {n:.0f} s").format(n=cost.seconds),
        )  # fmt: skip


def _failed(state: TableState) -> Scene:
    """Raise what is wrong with the settings."""
    picture_of(state)
    return ()


def is_short(state: TableState) -> bool:
    """Whether a reader waits for the picture: it is there, or takes a moment."""
    return is_solved(state) or cost_of(state).seconds <= HEAVY


def _found(state: TableState) -> tuple[Table | None, Prepared | None, str]:
    """Return the table and its rows, as far as there are some, and what is wrong."""
    if state.data.data == OWN and not state.data.file:
        return None, None, ""
    table = None
    try:
        table = table_of(state.data)
        prepared = prepared_of(state.data)
        state.data.build()
    except (ValueError, ImportError) as error:
        return table, None, worded(error)
    return table, prepared, ""


def _gift(state: TableState, is_open: bool) -> Scene:
    """Yield what takes a table, or an example instead."""
    blocks = [Gift(), Words(_(SHELF.by.stays), "caption")]
    yield Folded(_("Your table"), blocks, is_open=is_open, icon=":material/upload:")
    if not state.data.file:
        iris = TableState.of_address({"data": "iris"})
        yield Action(_(EXAMPLE), iris, icon=":material/play_arrow:")
    yield Keeper()


def _read(state: TableState, table: Table | None, done: str) -> Scene:
    """Say how the table was read, offer what to do with gaps, and say what was done with them."""
    columns = () if table is None else state.data.present(table)
    if state.data.data == OWN:
        yield from panel(state, table)
    trouble = "" if table is None else worded(table.said_of_unusable(columns))
    if table is not None and trouble:
        yield _gaps(state, table, trouble)
    if done:
        yield Words(plain(readable(f"{done[0].upper()}{done[1:]}.")), "caption")


def _gaps(state: TableState, table: Table, trouble: str) -> Block:
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
    return Control(replace(one, options=named), help=plain(readable(trouble)))


def _equal(rows: Rows) -> Block:
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
    return Words(why.format(n=len(rows.X)), "warning", icon=":material/drag_handle:")


PAGE = TablePage()
