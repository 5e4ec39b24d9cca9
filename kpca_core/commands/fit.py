"""`kpca fit`: kernel PCA of a table, to scores, numbers and drawings."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _, counted
from kpca_core.analysis.projection import Projection
from kpca_core.commands.files import as_json, deliver, progress_bar
from kpca_core.commands.options import (
    ALL,
    CENTRING,
    PLANE,
    SOLVER,
    add,
    add_output,
    add_reading,
    add_rows,
    count_or_all,
    count_or_share,
)
from kpca_core.commands.project import Model
from kpca_core.commands.reading import Analysed, analysed, plane_sets
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.aspects import RESTING
from kpca_core.drawing.canvas.indefinite import note, whole_of
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import Display, number
from kpca_core.grid import Grid
from kpca_core.solvers.plan import Plan, plan
from kpca_core.solvers.planning import EXACT, bearable, fit_as_planned
from kpca_core.tables import BUILTIN
from kpca_core.tables.column import shortened, some_of
from kpca_core.tables.writing import scores_entries, scores_text

DRAWN = ("svg", "pdf", "png", "html")
OUTPUTS = {"out": ("csv", "json", "npz", *DRAWN)}
DESCRIPTION = N_("""\
Kernel PCA of the rows of a table: CSV and its relatives, Excel's .xlsx, Parquet, NPY, NPZ, also
within .gz or .zip, or a set of scikit-learn's or the explorer's, such as builtin:iris ({sets}).

A kernel is written as in Python, and nothing of it is run: Gaussian(0.1), Gaussian.from_sigma(2),
Polynomial(2, offset=1), Gaussian(0.1) + 0.5 * Linear().
""")


@dataclass(frozen=True, eq=False)
class Fitted:
    """What is written: the rows and their kernel PCA."""

    data: Analysed
    planned: Plan
    found: Decomposition
    projection: Projection
    options: argparse.Namespace

    @property
    def origin(self) -> Origin:
        found, n, sampled = self.found, self.found.n_samples, ""
        if n < len(self.data.rows.X):
            sampled = _("; K of {n:,} evenly spread ones").format(n=n)
        more = {
            N_("Kernel"): repr(self.data.kernel),
            N_("Solver"): f"{found.solver}, {found.certificate}",
            N_("Eigenvalues"): ", ".join(map(number, found.eigenvalues)) or _("none"),
        }
        return self.data.origin(more, sampled)


OPTIONS = (
    ("--components",
     N_("how many, or a share of the variance between 0 and 1, such as 0.95 (default: 8)"),
     {"type": count_or_share, "metavar": "N", "default": 8}),
    CENTRING,
    SOLVER,
    ("--tol", N_("share of the trace that may be left out (default: 1e-14, of many rows 1e-6)"),
     {"type": float, "metavar": "TOL"}),
    ("--rows --subset",
     N_("compute K from M evenly spread rows, or from all, and the scores of all (default: from "
        "all, or from 3000 where that would take minutes; Python's fit takes all)"),
     {"type": count_or_all, "metavar": "M"}),
    PLANE,
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and the names of the sets to its description."""
    parser.description = _(DESCRIPTION).format(sets=", ".join([*BUILTIN, *plane_sets()]))
    add_rows(parser)
    add(parser, *OPTIONS)
    add_reading(parser)
    drawn = " ".join(f".{form}" for form in DRAWN)
    add_output(
        parser,
        _("a file: scores .csv, everything .json .npz, a drawing {drawn}").format(drawn=drawn),
    )


def execute(options: argparse.Namespace) -> None:
    """Read, fit, write, and print what was found."""
    with progress_bar(options.quiet) as progress:
        fitted = _fitted(options, progress)
    deliver(_lines(fitted), options.out, partial(_content, fitted), fitted.origin.entries)


def _content(fitted: Fitted, form: str) -> bytes:
    """The content of a file of that format."""
    if form == "csv":
        return scores_text(fitted.data.rows, fitted.found.scores).encode()
    if form in ("json", "npz"):
        return (_as_json if form == "json" else _as_npz)(fitted)
    return _drawing(form, fitted)


def _fitted(options: argparse.Namespace, progress: Progress | None) -> Fitted:
    data = analysed(options, progress)
    rows, kernel, plane = data.rows, data.kernel, data.plane(options.plane)
    planned = bearable(kernel, rows.X, options.components)
    if options.rows == ALL:
        planned = replace(planned, rows=len(rows.X))
    elif options.rows:
        planned = replace(planned, rows=options.rows)
    if options.tol is not None:
        planned = replace(planned, tol=options.tol)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the report has the same sentence
        found = fit_as_planned(
            planned, kernel, rows.X, options.components, centre=not options.not_centred,
            solver=options.solver, progress=progress,
        )  # fmt: skip
    if options.quiet and not found.certificate.holds:
        print(f"kpca: {found.message}", file=sys.stderr)
    return Fitted(data, planned, found, plane, options)


def said_of_plan(fitted: Fitted) -> str:
    """Say what was fitted where that is less than Python's fit does unasked, and what all takes."""
    planned, options, n = fitted.planned, fitted.options, len(fitted.data.rows.X)
    if planned.rows < n:
        said = _("K of {rows:,} of {n:,} rows").format(rows=planned.rows, n=n)
        asked, how = options.rows, _("{said}; --rows all for all, {cost}")
        tol = planned.tol
    elif planned.tol > EXACT:
        said = _("all {n:,} rows, to {tol:g} of the trace").format(n=n, tol=planned.tol)
        asked, how = options.tol, _("{said}; --tol {tol:g} for more digits, {cost}")
        tol = EXACT
    else:
        return ""
    if asked is not None:
        return said
    whole = plan(fitted.data.kernel, fitted.data.rows.X, options.components, tol=tol)
    cost = _("as in Python: about {seconds:,.0f} s and {size:,.0f} MB").format(
        seconds=max(whole.seconds, 1), size=max(whole.bytes / 1e6, 1)
    )
    return how.format(said=said, tol=tol, cost=cost)


def _lines(fitted: Fitted) -> Iterator[str]:
    """What was read, how it was solved, and the eigenvalues with their shares."""
    table, rows, found = fitted.data.table, fitted.data.rows, fitted.found
    yield fitted.data.source
    said = _("{rows} × {chosen:,} of {columns}").format(
        rows=counted(len(rows.X), "{n} row", "{n} rows"), chosen=len(rows.names),
        columns=counted(len(table.columns), "{n} column", "{n} columns"),
    )  # fmt: skip
    parts = (said, rows.done, said_of_left_out(fitted))
    yield f"  {'; '.join(filter(None, parts))}"
    if planned := said_of_plan(fitted):
        yield f"  {planned}"
    yield fitted.data.columns
    for option, why in table.suggestions:
        value = table.proposed.get(option, "")
        words = ["--" + option.replace("_", "-"), *(value if isinstance(value, list) else [])]
        yield f"  {' '.join(words)}: {why}"
    yield f"  {fitted.data.kernel!r}"
    yield f"  {found.solver}; {found.certificate}"
    value, share, together = _("eigenvalue"), _("share"), _("together")
    yield f"  {'':<12}{value:>12}{share:>10}{together:>10}"
    columns = zip(found.eigenvalues, found.shares, np.cumsum(found.shares), strict=True)
    for j, (value, *shares) in enumerate(columns, start=1):
        listed = "".join(f"{100 * s:>8.2f} %" if np.isfinite(s) else f"{'–':>10}" for s in shares)
        yield _("  component {j:<2}{number:>12}{listed}").format(
            j=j, number=number(value), listed=listed
        )
    for said in (found.message, note(found)):
        if said:
            yield f"  {said}"


def said_of_left_out(fitted: Fitted) -> str:
    """Say which columns are not analysed, and why; "" where all are."""
    table, names = fitted.data.table, fitted.data.rows.names
    chosen = [j for j, column in enumerate(table.columns) if column.name in names]
    found = table.left_out_of(chosen, fitted.data.label)
    left = some_of([f"{shortened(name)!r} ({why})" for name, why in found])
    return _("left out: {left}").format(left=left) if left else ""


def _as_json(fitted: Fitted) -> bytes:
    found, rows = fitted.found, fitted.data.rows
    content = {
        **fitted.origin.entries,
        "columns": rows.names,
        "kernel": repr(fitted.data.kernel),
        "fitted_rows": found.n_samples,
        "solver": found.solver,
        "certificate": str(found.certificate),
        "certified": found.certificate.holds,
        "trace": found.trace,
        "eigenvalues": found.eigenvalues.tolist(),
        "shares": found.shares.tolist() if np.isfinite(found.shares).all() else [],
        "shares_of": whole_of(found.expansion.kernel),
        "negative": found.negative.tolist(),
        **scores_entries(rows, found.scores),
    }
    return as_json(content)


def _as_npz(fitted: Fitted) -> bytes:
    found, rows = fitted.found, fitted.data.rows
    missing = fitted.options.missing
    model = Model(found.expansion, rows.names, rows.means, rows.scales, rows.medians, missing)
    labels = {"labels": rows.labels} if rows.words else {}
    return fitted.origin.npz(
        X=_as_read(fitted), **labels, lines=rows.lines, eigenvalues=found.eigenvalues,
        negative=found.negative, scores=found.scores, **model.arrays,
    )  # fmt: skip


def _as_read(fitted: Fitted) -> Array:
    """The rows before they were standardised, so that `kpca fit` and `kpca project` read them."""
    table, rows = fitted.data.table, fitted.data.rows
    if rows.means is None:
        return rows.X
    columns = [table.column(name) for name in rows.names]
    return table.rows(columns, fitted.data.label, missing=fitted.options.missing).X


def _drawing(form: str, fitted: Fitted) -> bytes:
    """The eigenfunctions on the plane, with the spectrum, as a file of that format."""
    found, shown, origin = fitted.found, fitted.projection, fitted.origin
    grid = Grid.over(shown.region, 100, shown.plane)
    picture = Picture(
        found, found.expansion.on_grid(grid), shown.points, fitted.data.rows.labels, shown.region,
        plane=shown.plane, table=fitted.data.rows, plane_words=shown.words,
    ).thinned(RESTING.points)  # fmt: skip
    origin = replace(origin, facts={**origin.facts, N_("Shown"): shown.words})
    if form == "html":
        from kpca_core.drawing.canvas.standalone import picture_page

        return picture_page(picture, Display(panels=len(picture.fields)), origin).encode()
    from kpca_core.drawing.printing.figures import print_picture

    return print_picture(picture, grid, Display(), origin, form)
