"""Answers of the page "Own data": components that stand out, columns that matter, distant rows.

They are computed in the background once the maps are drawn; each appears when it is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from kpca_core import Kernel
from kpca_core._support.words import N_, _, plural
from kpca_core.choosing import (
    Columns,
    Farthest,
    Standing,
    columns_that_matter,
    farthest_rows,
    followed,
    parallel_analysis,
)
from kpca_core.drawing.canvas.indefinite import measured_in_space
from kpca_core.drawing.canvas.said import phrases
from kpca_core.drawing.canvas.words import readable
from kpca_core.tables.column import NAMED, shortened
from views.costs import COSTS
from views.hosts.streamlit.background import INTERVAL, Background, draw_progress
from views.hosts.streamlit.page import guarded
from views.pages.explore.solving import picture_of
from views.pages.saying import plain
from views.pages.table.data import Prepared
from views.pages.table.state import TableState
from views.pages.table.store import MOST_KEPT
from views.work import Estimate

# The key of the line above the drawing, whose height page.css reserves.
PLACE = "answers"
# Session entry: the runs of this session by what they are of, the newest last.
RUNS = "answers about tables"
# Rows that are named where none is far out.
ROWS = 5
WAITING = N_("How many components stand out is being computed.")


@dataclass(eq=False)
class Answers(Background):
    """The answers about the rows of a table with one kernel; None until they are known."""

    prepared: Prepared
    kernel: Kernel
    components: int
    standing: Standing | None = None
    farthest: Farthest | None = None
    columns: Columns | None = None

    stopped = N_("Stopped: what was not found yet is not said.")

    def __post_init__(self) -> None:
        self.start()

    def cost(self) -> Estimate:
        n, columns = self.prepared.rows.X.shape
        rows, few = min(n, 1000), min(n, 500)
        pairs = 21 * rows**2 + 20 * min(columns, 20) * few**2 + 2 * min(n, 2000) * n
        return Estimate(COSTS.pair * pairs, COSTS.pair_bytes * rows**2)

    def work(self) -> None:
        kernel, X = self.kernel, self.prepared.rows.X
        self.standing = parallel_analysis(kernel, X, self.components, progress=self.report)
        count = self.standing.count
        self.farthest = measured_in_space(
            kernel, lambda: farthest_rows(kernel, X, count, progress=self.report)
        )
        if count:
            # A few rows that are far out in several columns would correlate these columns.
            usual = np.delete(X, self.farthest.far, axis=0) if self.farthest else X
            self.columns = columns_that_matter(kernel, usual, count, progress=self.report)


def answers_of(state: TableState, prepared: Prepared) -> Answers:
    """Return the answers about these rows; the first call starts the work."""
    runs: dict[Any, Answers] = st.session_state.setdefault(RUNS, {})
    key = (id(prepared), repr(state.kernel.build()), state.components)
    found = runs.pop(key, None)
    if found is None or found.prepared is not prepared:
        found = Answers(prepared, state.kernel.build(), state.components)
    runs[key] = found
    while len(runs) > MOST_KEPT:
        runs.pop(next(iter(runs)))
    return found


def draw_number(state: TableState, prepared: Prepared) -> None:
    """Draw how many components stand out, once it is known; the first call starts the work."""
    run = answers_of(state, prepared)
    st.fragment(guarded(_draw_number), run_every=INTERVAL if run.running else None)(run)


def draw_answers(state: TableState, prepared: Prepared) -> None:
    """Draw what else is known so far; this fragment reruns while work goes on."""
    run = answers_of(state, prepared)
    st.fragment(guarded(_draw), run_every=INTERVAL if run.running else None)(state, run)


def _draw_number(run: Answers) -> None:
    row = st.container(horizontal=True, vertical_alignment="center")
    if run.standing is None:
        row.caption(_(WAITING) if run.running else "")
        return
    row.markdown(f"**{plain(readable(str(run.standing)))}**")
    if not run.running and run.farthest is not None:
        _draw_numbers(row, run)


def _draw(state: TableState, run: Answers) -> None:
    if run.standing is not None:
        said = answers_in_words(state, run)
        components = bool(_of_components(state, run))
        widths = [2 if components and not k else 1 for k in range(len(said))] or [1]
        for place, lines in zip(st.columns(widths), said, strict=False):
            place.caption("  \n".join(plain(readable(line)) for line in lines))
    if run.running:
        draw_progress(run)
    elif run.trouble:
        st.caption(plain(_(run.trouble)))


def answers_in_words(state: TableState, run: Answers) -> list[list[str]]:
    """Return the lines below the number of components: of components, of columns, of rows."""
    said = [_of_components(state, run)]
    if run.columns is not None:
        said.append([_of_columns(run.prepared.rows.names, run.columns)])
    if run.farthest is not None:
        said.append([_of_rows(run)])
    return [lines for lines in said if lines]


def _of_components(state: TableState, run: Answers) -> list[str]:
    """A line for each component that stands out and of which something can be said."""
    standing, names = run.standing, run.prepared.rows.names
    assert standing is not None
    said = phrases(picture_of(state))
    found: dict[int, list[str]] = {}
    for one in followed(standing.correlations, standing.chance, standing.count):
        name, size = shortened(names[one.column]), abs(one.correlation)
        text = _("{column} ({size:.2f})")
        if one.component not in found:
            text = _("{column} (rank correlation {size:.2f})")
        found.setdefault(one.component, []).append(text.format(column=name, size=size))
    lines = []
    for j in range(min(standing.count, len(said))):
        parts = list(said[j])
        if j in found:
            parts.append(_("follows {columns}").format(columns=", ".join(found[j])))
        if parts:
            text = _("Component {j} {says}.")
            lines.append(text.format(j=j + 1, says="; ".join(parts)))
    return lines


def _of_columns(names: Sequence[str], found: Columns) -> str:
    needed = [shortened(names[d]) for d in found.ranking if found.matter[d]]
    rest = [shortened(names[d]) for d in range(len(names)) if not found.matter[d]]
    if not needed:
        return _("Columns: none is needed beyond chance, one at a time.")
    text = _("Columns that matter, most first: {columns}.").format(columns=_some(needed))
    if rest:
        free = _("Columns that can be shuffled without a loss beyond chance: {columns}.")
        text += " " + free.format(columns=_some(rest))
    return text


def _of_rows(run: Answers) -> str:
    farthest, rows = run.farthest, run.prepared.rows
    assert farthest is not None
    of_file = run.prepared.table.place == "line"
    where = [f"{rows.lines[k]:,}" for k in farthest.ranking[:ROWS].tolist()]
    if len(farthest.far):
        where = [f"{rows.lines[k]:,}" for k in farthest.far.tolist()]
        n = len(where)
        if of_file:
            text = plural(
                "{n:,} row far out of the model: line {places}.",
                "{n:,} rows far out of the model: lines {places}.",
                n,
            )
        else:
            text = plural(
                "{n:,} row far out of the model: row {places}.",
                "{n:,} rows far out of the model: rows {places}.",
                n,
            )
        return text.format(n=n, places=_some(where))
    if of_file:
        text = _("Rows: none is far out. The farthest from the model are lines {places}.")
    else:
        text = _("Rows: none is far out. The farthest from the model are rows {places}.")
    return text.format(places=", ".join(where))


def _some(words: Sequence[str]) -> str:
    more = len(words) - NAMED
    first = ", ".join(words[:NAMED])
    return _("{first} and {n:,} more").format(first=first, n=more) if more > 0 else first


def _draw_numbers(row: Any, run: Answers) -> None:
    """Draw the numbers behind the answers."""
    standing, farthest, rows = run.standing, run.farthest, run.prepared.rows
    assert standing is not None
    assert farthest is not None
    with row.popover(_("Numbers"), icon=":material/table_chart:"):
        st.markdown(_(EIGENVALUES))
        own = standing.eigenvalues.tolist()
        largest = standing.shuffled.max(axis=0).tolist()
        pairs = enumerate(zip(own, largest, strict=True))
        lines = [[str(j + 1), f"{a:.4g}", f"{b:.4g}"] for j, (a, b) in pairs]
        _table([_("Component"), "λ", _("Largest λ of the shuffled tables")], lines)
        if run.columns is not None:
            st.markdown(_(SHUFFLED))
            _table(
                [
                    _("Column"),
                    _("Loss when shuffled"),
                    _("in standard deviations"),
                    _("Influence"),
                ],
                [_column_line(rows.names[d], run.columns, d) for d in run.columns.ranking.tolist()],
            )
        st.markdown(_(ERRORS))
        nearest = farthest.ranking[: max(ROWS, len(farthest.far))].tolist()
        lines = [[f"{rows.lines[k]:,}", f"{farthest.errors[k]:.4g}"] for k in nearest]
        place = _("Line") if run.prepared.table.place == "line" else _("Row")
        _table([place, _("Squared error")], lines)


EIGENVALUES = N_(
    "Eigenvalues of K̃, centred in feature space, beside the largest of the shuffled tables "
    "(parallel analysis, Horn 1965; with a kernel, Jørgensen & Hansen 2012). Counting ends with "
    "the first that is not larger, and leaves out those that resamples of the rows replace. A "
    "component follows a column where its |rank correlation| is "
    "larger than that of any column with the same component in a shuffled table."
)
SHUFFLED = N_(
    "Share of the eigenvalues of the components that stand out that goes when one column is "
    "shuffled, without rows that are far out, and the mean size of the gradient with respect to it "
    "(Briscik et al. 2023)."
)
ERRORS = N_(
    "Squared distance in feature space from mean and components that stand out (Hoffmann 2007)."
)


def _column_line(name: str, found: Columns, d: int) -> list[str]:
    values = (f"{100 * found.loss[d]:.1f}%", f"{found.margin[d]:.1f}", f"{found.influence[d]:.3g}")
    tested = found.loss[d] == found.loss[d]
    return [shortened(name), *(values if tested else ("–", "–", values[2]))]


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """Draw a table; Markdown, since nothing is loaded for it."""
    rows = [head, *lines]
    texts = [f"| {' | '.join(plain(readable(one)) for one in row)} |" for row in rows]
    st.markdown("\n".join([texts[0], "|" + " --- |" * len(head), *texts[1:]]))
