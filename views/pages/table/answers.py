"""Answers of the page "Own data": components that stand out, columns that matter, distant rows.

They are computed in the background once the maps are drawn; each appears when it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from kpca_core import Kernel
from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
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
from views.pages.saying import plain
from views.pages.table.data import Prepared
from views.pages.table.solving import picture_of
from views.pages.table.state import TableState
from views.scene import Block, Folded, Places, Row, Run, Scene, Words, Work
from views.work import Estimate

# The key of the line above the drawing, whose height page.css reserves.
PLACE = "answers"
# Rows that are named where none is far out.
ROWS = 5
WAITING = N_("How many components stand out is being computed.")


STOPPED = N_("Stopped: what was not found yet is not said.")


@dataclass(frozen=True)
class Answers:
    """What is known so far of the rows of a table with one kernel; None until it is known."""

    prepared: Prepared
    standing: Standing | None = None
    farthest: Farthest | None = None
    columns: Columns | None = None


def answers(state: TableState, prepared: Prepared) -> Work:
    """Return the work that answers, with all answers but the first."""
    return _work(state, prepared, partial(_shown, state, prepared))


def number_of_components(state: TableState, prepared: Prepared) -> Scene:
    """Yield how many components stand out, once `answers` has found it."""
    yield replace(_work(state, prepared, partial(_number, prepared)), is_second=True)


def _work(state: TableState, prepared: Prepared, show: Callable[[Run | None], Scene]) -> Work:
    kernel, q = state.kernel.build(), state.components
    n, columns = prepared.rows.X.shape
    rows, few = min(n, 1000), min(n, 500)
    pairs = 21 * rows**2 + 20 * min(columns, 20) * few**2 + 2 * min(n, 2000) * n
    return Work(
        "answers", f"{id(prepared)} {kernel!r} {q}",
        Estimate(COSTS.pair * pairs, COSTS.pair_bytes * rows**2),
        partial(_find, kernel, prepared.rows.X, q), show, stopped=_(STOPPED),
    )  # fmt: skip


def _find(
    kernel: Kernel, X: Array, components: int, found: dict[str, Any], progress: Progress
) -> None:
    standing = found["standing"] = parallel_analysis(kernel, X, components, progress=progress)
    farthest = found["farthest"] = measured_in_space(
        kernel, lambda: farthest_rows(kernel, X, standing.count, progress=progress)
    )
    if standing.count:
        # A few rows that are far out in several columns would correlate these columns.
        usual = np.delete(X, farthest.far, axis=0) if farthest else X
        found["columns"] = columns_that_matter(kernel, usual, standing.count, progress=progress)


def _number(prepared: Prepared, run: Run | None) -> Scene:
    known = Answers(prepared, **(run.found if run else {}))
    blocks: list[Block] = []
    if known.standing is None:
        blocks.append(Words(_(WAITING) if run is None or run.is_running else "", "caption"))
    else:
        blocks.append(Words(f"**{plain(readable(str(known.standing)))}**"))
        if run is not None and not run.is_running and known.farthest is not None:
            blocks.append(_numbers(known))
    yield Row(blocks, align="center")


def _shown(state: TableState, prepared: Prepared, run: Run | None) -> Scene:
    known = Answers(prepared, **(run.found if run else {}))
    if known.standing is None:
        return
    said = answers_in_words(state, known)
    components = bool(_of_components(state, known))
    widths = [2 if components and not k else 1 for k in range(len(said))] or [1]
    texts = ("  \n".join(plain(readable(line)) for line in lines) for lines in said)
    places = [[Words(text, "caption")] for text in texts]
    yield Places([*places, *[[]] * (len(widths) - len(places))], widths=widths)


def answers_in_words(state: TableState, known: Answers) -> list[list[str]]:
    """Return the lines below the number of components: of components, of columns, of rows."""
    said = [_of_components(state, known)]
    if known.columns is not None:
        said.append([_of_columns(known.prepared.rows.names, known.columns)])
    if known.farthest is not None:
        said.append([_of_rows(known)])
    return [lines for lines in said if lines]


def _of_components(state: TableState, known: Answers) -> list[str]:
    """A line for each component that stands out and of which something can be said."""
    standing, names = known.standing, known.prepared.rows.names
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


def _of_rows(known: Answers) -> str:
    farthest, rows = known.farthest, known.prepared.rows
    assert farthest is not None
    of_file = known.prepared.table.place == "line"
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


def _numbers(known: Answers) -> Block:
    """Return the numbers behind the answers."""
    standing, farthest, rows = known.standing, known.farthest, known.prepared.rows
    assert standing is not None
    assert farthest is not None
    own = standing.eigenvalues.tolist()
    largest = standing.shuffled.max(axis=0).tolist()
    pairs = enumerate(zip(own, largest, strict=True))
    lines = [[str(j + 1), f"{a:.4g}", f"{b:.4g}"] for j, (a, b) in pairs]
    head = [_("Component"), "λ", _("Largest λ of the shuffled tables")]
    blocks = [Words(_(EIGENVALUES)), _table(head, lines)]
    if known.columns is not None:
        ranked = known.columns.ranking.tolist()
        lines = [_column_line(rows.names[d], known.columns, d) for d in ranked]
        head = [
            _("Column"), _("Loss when shuffled"), _("in standard deviations"), _("Influence"),
        ]  # fmt: skip
        blocks += [Words(_(SHUFFLED)), _table(head, lines)]
    nearest = farthest.ranking[: max(ROWS, len(farthest.far))].tolist()
    lines = [[f"{rows.lines[k]:,}", f"{farthest.errors[k]:.4g}"] for k in nearest]
    place = _("Line") if known.prepared.table.place == "line" else _("Row")
    blocks += [Words(_(ERRORS)), _table([place, _("Squared error")], lines)]
    return Folded(_("Numbers"), blocks, is_menu=True, icon=":material/table_chart:")


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


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> Words:
    """Return a table; Markdown, since nothing is loaded for it."""
    rows = [head, *lines]
    texts = [f"| {' | '.join(plain(readable(one)) for one in row)} |" for row in rows]
    return Words("\n".join([texts[0], "|" + " --- |" * len(head), *texts[1:]]))
