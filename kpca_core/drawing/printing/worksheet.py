"""A work sheet and a notebook that repeat a derivation with its own numbers.

Both are made from one `Derivation`: the sheet leaves the results blank once and fills them in once,
the notebook computes them with NumPy and asserts that they equal those of `fit`.
"""

from __future__ import annotations

import html
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _, language
from kpca_core.derivation import Derivation, NewPoint

# More points have matrices that nobody fills in by hand, and that no sheet of paper holds.
MOST_POINTS = 12
# Components that are asked for.
COMPONENTS = 3
BLANK = "……"


@dataclass(frozen=True)
class Task:
    """One task: what is to be computed, the formula, and the table of its results.

    Parameters
    ----------
    title, formula : what is asked
    head : names of the columns
    names, rows : of each row its name, and its cells
    given : whether the cells are what one starts from
    """

    title: str
    formula: str
    head: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    given: bool = False


def tasks(found: Derivation, x: Array) -> tuple[Task, ...]:
    """Return the tasks of a derivation and of a new point x (D,).

    Raises
    ------
    ValueError
        for more than `MOST_POINTS` points, or if no eigenvalue is above 0
    """
    n = len(found.X)
    if n > MOST_POINTS:
        raise ValueError(
            _("A work sheet holds at most {most} points; got {n}. Take fewer.").format(
                most=MOST_POINTS, n=n
            )
        )
    if not found.rank:
        raise ValueError(_("All points are the same to this kernel. Choose other points."))
    new, q = found.at(x), min(COMPONENTS, found.rank)
    points = tuple(str(i + 1) for i in range(n))
    columns = tuple(f"x{k + 1}" for k in range(found.X.shape[1]))
    components = tuple(_("component {number}").format(number=j + 1) for j in range(q))
    tilde = "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ" if found.centring else _("K̃ = K, not centred")
    lengths = np.column_stack(
        [found.eigenvalues[:q], found.squared_lengths[:q], np.ones(q) * found.variances[:q]]
    )
    return (
        Task(_("The points"), _("given"), columns, points, _cells(found.X), given=True),
        Task(_("1. The Gram matrix K"), "K[i, j] = k(xᵢ, xⱼ)", points, points, _cells(found.gram)),
        Task(_("2. Centring"), tilde, points, points, _cells(found.centred)),
        Task(
            _("3. Eigenvalues and lengths"), "K̃u = λu, λ‖α‖² = 1", ("λ", "‖α‖²", "λ/n"), components,
            _cells(lengths),
        ),
        Task(_("4. Coefficients"), "α = u/√λ", components, points, _cells(found.alphas[:, :q])),
        Task(_("5. Scores"), "fⱼ(xᵢ) = (K̃αʲ)ᵢ", components, points, _cells(found.scores[:, :q])),
        Task(
            _("6. A new point x = ({x})").format(x=", ".join(f"{one:g}" for one in new.x)),
            "fⱼ(x) = Σᵢ αᵢʲ k̃(xᵢ, x)", ("k(xᵢ, x)", "k̃(xᵢ, x)", "α¹ k̃(xᵢ, x)"),
            (*points, _("sum")), _of_new(new),
        ),
    )  # fmt: skip


def _of_new(new: NewPoint) -> tuple[tuple[str, ...], ...]:
    columns = np.column_stack([new.k, new.centred, new.terms[:, 0]])
    return (*_cells(columns), ("", "", _cell(float(new.values[0]))))


def _cells(values: Array) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_cell(float(one)) for one in row) for row in values)


def _cell(value: float) -> str:
    text = f"{value:.4f}" if abs(value) < 1e4 else f"{value:.4e}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")


def _shown(task: Task, filled: bool) -> Sequence[Sequence[str]]:
    """Return the cells as they stand on a sheet that is filled in or not."""
    if filled or task.given:
        return task.rows
    return [[BLANK if cell else "" for cell in row] for row in task.rows]


_PAGE = """\
<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 13px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }}
table {{ border-collapse: collapse; margin: 0.3em 0 1.2em; }}
th, td {{ border: 1px solid #999; padding: 0.25em 0.6em; text-align: right; }}
.wide {{ overflow-x: auto; }}
section + section {{ break-before: page; }}
h2, h3 {{ margin-bottom: 0.2em; break-after: avoid; }}
</style></head>
<body>
{sheets}
</body>
</html>
"""


def sheet_html(found: Derivation, x: Array, address: str = "") -> str:
    """Return the sheet, blank and then filled in, as a page to print; errors as of `tasks`."""
    asked = tasks(found, x)
    sheets = (_section(found, asked, filled, address) for filled in (False, True))
    return _PAGE.format(
        title=_("Kernel PCA by hand"),
        language=language().replace("_", "-"),
        sheets="\n".join(sheets),
    )


def _section(found: Derivation, asked: Sequence[Task], filled: bool, address: str) -> str:
    heading = _("Kernel PCA by hand: results") if filled else _("Kernel PCA by hand")
    kernel, named = html.escape(repr(found.kernel)), _("Kernel:")
    parts = [f"<h2>{heading}</h2>", f"<p>{named} <code>{kernel}</code></p>"]
    for task in asked:
        head = "".join(f"<th>{html.escape(one)}</th>" for one in ("", *task.head))
        body = "".join(
            f"<tr><th>{html.escape(name)}</th>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
            for name, row in zip(task.names, _shown(task, filled), strict=True)
        )
        parts.append(
            f"<h3>{html.escape(task.title)}</h3><p>{html.escape(task.formula)}</p>"
            f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'
        )
    if address:
        parts.append(f"<p>{html.escape(address)}</p>")
    return f"<section>{''.join(parts)}</section>"


def sheet_pdf(found: Derivation, x: Array, address: str = "") -> bytes:
    """Return the sheet as a PDF by Matplotlib, two tasks a page; errors as of `tasks`."""
    with needed("Matplotlib", "draws PDF", "figures"):
        from matplotlib.backends.backend_pdf import PdfPages

    from kpca_core.drawing.printing.figures import in_print

    asked, buffer = tasks(found, x), io.BytesIO()
    with in_print(), PdfPages(buffer) as pages:
        for filled in (False, True):
            for start in range(0, len(asked), 2):
                pages.savefig(_pdf_page(found, asked[start : start + 2], filled, address))
    return buffer.getvalue()


def _pdf_page(found: Derivation, asked: Sequence[Task], filled: bool, address: str) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.27, 11.69))
    heading = _("Kernel PCA by hand: results") if filled else _("Kernel PCA by hand")
    figure.text(0.08, 0.96, f"{heading}.  {found.kernel!r}", fontsize=11)
    figure.text(0.08, 0.02, address[:140], fontsize=6)
    for k, task in enumerate(asked):
        axes = figure.add_axes((0.1, 0.5 - 0.45 * k, 0.84, 0.4))
        axes.axis("off")
        axes.set_title(f"{task.title}:  {task.formula}", loc="left", fontsize=9)
        drawn = axes.table(
            [list(row) for row in _shown(task, filled)],
            rowLabels=list(task.names), colLabels=list(task.head), loc="upper left",
            cellLoc="right",
        )  # fmt: skip
        drawn.auto_set_font_size(False)
        drawn.set_fontsize(6)
    return figure


def notebook(found: Derivation, x: Array) -> str:
    """Return a Jupyter notebook (nbformat 4) that derives everything and compares it with `fit`."""
    cells = [
        ("markdown", N_("# Kernel PCA, step by step\n\n[S]: Schölkopf, Smola & Müller (1998).")),
        ("code", _START.format(kernel=found.kernel, X=found.X.tolist(), x=np.asarray(x).tolist())),
        *_STEPS,
    ]  # fmt: skip
    centred = found.centring
    said = [(kind, _(text) if kind == "markdown" else text) for kind, text in cells]
    listed = [
        _cell_of(kind, text.replace("CENTRED", _CENTRE[centred]).replace("CENTRE", str(centred)), k)
        for k, (kind, text) in enumerate(said)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {
        "cells": listed, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    return json.dumps(content, ensure_ascii=False, indent=1)


def _cell_of(kind: str, text: str, number: int) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind, "id": f"step-{number}", "metadata": {},
        "source": text.strip().splitlines(keepends=True),
    }  # fmt: skip
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


_START = """\
import numpy as np
import kpca_core
from kpca_core import *

kernel = {kernel!r}
X = np.array({X})
x = np.array({x})
n = len(X)
"""
_CENTRE = {True: "K - one @ K - K @ one + one @ K @ one", False: "K"}
_STEPS = (
    ("markdown", N_("## The Gram matrix\n\n$K_{ij} = k(x_i, x_j)$ ([S] eq. 2.10)")),
    ("code", "K = np.array([[kernel(a[None], b[None])[0, 0] for b in X] for a in X])\nK.round(4)"),
    ("markdown", N_("## Centring\n\n$\\tilde K = K - 1_n K - K 1_n + 1_n K 1_n$ ([S] eq. B.3)")),
    ("code", "one = np.full((n, n), 1 / n)\nKc = CENTRED\nKc.sum(axis=1).round(12)"),
    ("markdown", N_("## Eigenvectors\n\n$\\tilde K u = \\lambda u$ ([S] eq. B.2)")),
    (
        "code",
        "values, U = np.linalg.eigh(Kc)\nvalues, U = values[::-1], U[:, ::-1]\n"
        "rank = int((values > 1e-12 * abs(values).max()).sum())\nvalues.round(6)",
    ),
    ("markdown", N_("## Their length\n\n$\\lambda\\,\\alpha\\cdot\\alpha = 1$ ([S] eq. 2.14)")),
    (
        "code",
        "alpha = U[:, :rank] / np.sqrt(values[:rank])\n"
        "assert np.allclose(values[:rank] * (alpha**2).sum(axis=0), 1)\n"
        "assert np.allclose(alpha.T @ Kc @ alpha, np.eye(rank), atol=1e-6)",
    ),
    (
        "markdown",
        N_("## A new point\n\n$f_j(x) = \\sum_i \\alpha_i \\tilde k(x_i, x)$ ([S] eq. B.4)"),
    ),
    (
        "code",
        "k = np.array([kernel(a[None], x[None])[0, 0] for a in X])\n"
        "kc = k - k.mean() - K.mean(axis=1) + K.mean() if CENTRE else k\n"
        "f = alpha.T @ kc\nf.round(6)",
    ),
    ("markdown", N_("## The same by the library")),
    (
        "code",
        "found = kpca_core.fit(kernel, X, min(rank, 8), centre=CENTRE)\nq = found.n_components\n"
        "assert np.allclose(found.eigenvalues, values[:q], rtol=0, atol=1e-10 * values[0])\n"
        "apart = np.abs(np.diff(values[: q + 1])) > 1e-4 * values[0]\n"
        "alone = np.array([j for j in range(q) if (j == 0 or apart[j - 1]) and "
        "(j >= len(apart) or apart[j])], int)\n"
        "theirs = found.expansion(x[None])[0]\n"
        "assert np.allclose(np.abs(theirs[alone]), np.abs(f[alone]), atol=1e-7)\n"
        'print("equal: eigenvalues of", q, "components, values at x of", len(alone))',
    ),
)
