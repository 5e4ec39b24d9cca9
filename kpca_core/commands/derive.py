"""`kpca derive`: kernel PCA of a few rows as the textbook derives it, every number kept."""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from kpca_core._support.words import E_, N_, _
from kpca_core.commands.files import as_json, deliver, progress_bar
from kpca_core.commands.options import CENTRING, add, add_output, add_reading, add_rows, count
from kpca_core.commands.reading import analysed
from kpca_core.derivation import Derivation
from kpca_core.drawing.printing.notebook import COMPARED, notebook
from kpca_core.drawing.printing.worksheet_files import sheet_html, sheet_pdf
from kpca_core.kernels import Gaussian

OUTPUTS = {"out": ("html", "pdf", "ipynb", "json"), "solutions": ("html", "pdf")}
KERNEL = Gaussian(1.0)
DESCRIPTION = N_("""\
Kernel PCA of at most 200 rows of a table as the textbook derives it: K, K̃, eigenvalues,
coefficients of length 1/√λ, scores, and a new point term by term. Files: a work sheet to fill in
by hand .html .pdf (at most 12 rows; --solutions writes what belongs into it), a notebook .ipynb in
all steps that needs NumPy and Matplotlib alone, all numbers .json.
""")
OPTIONS = (
    ("--rows", N_("the first N rows alone"), {"type": count, "metavar": "N"}),
    ("--at", N_("a new point, 0.2,0.3; with a sign in front --at=-0.2,0.3 (default: the mean)"),
     {"metavar": "X"}),
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser, repr(KERNEL))
    add(parser, *OPTIONS, CENTRING)
    add_reading(parser)
    form, sheet = (" ".join(f".{one}" for one in OUTPUTS[name]) for name in OUTPUTS)
    add_output(parser, _("a file: {form}").format(form=form))
    add_output(
        parser, _("a file for the solutions of the work sheet: {sheet}").format(sheet=sheet),
        "--solutions",
    )  # fmt: skip


def execute(options: argparse.Namespace) -> None:
    """Read, derive, print and write."""
    found, x = _derived(options)
    deliver(_lines(found, x), options.out, partial(_content, found, x))
    for output in options.solutions:
        output.write(_content(found, x, output.form, solved=True))


def _content(found: Derivation, x: np.ndarray, form: str, solved: bool = False) -> bytes:
    """Return a file of the format; of a sheet with or without its solutions."""
    if form == "html":
        return sheet_html(found, x, solved=solved).encode()
    if form == "pdf":
        return sheet_pdf(found, x, solved=solved)
    if form == "ipynb":
        return notebook(found, x).encode()
    return as_json(_numbers(found, x))


def _derived(options: argparse.Namespace) -> tuple[Derivation, np.ndarray]:
    with progress_bar(options.quiet) as progress:
        data = analysed(options, progress, lambda _rows: KERNEL)
    found = Derivation.of(data.kernel, data.rows.X[: options.rows], not options.not_centred)
    return found, _place(options.at, found.X)


def _place(text: str | None, X: np.ndarray) -> np.ndarray:
    if text is None:
        return np.asarray(X.mean(axis=0))
    try:
        x = np.array([float(one) for one in text.split(",")])
    except ValueError:
        said = E_("--at needs numbers such as 0.2,0.3; got {text!r}.")
        raise ValueError(said.format(text=text)) from None
    if len(x) != X.shape[1]:
        said = E_("--at needs {columns} numbers, one a column; got {text!r}.")
        raise ValueError(said.format(columns=X.shape[1], text=text))
    return x


def _lines(found: Derivation, x: np.ndarray) -> list[str]:
    q = min(COMPARED, found.rank)
    new = found.at(x)
    head = _("{n} rows × {columns} columns; {kernel!r}; rank {rank}").format(
        n=len(found.X), columns=found.X.shape[1], kernel=found.kernel, rank=found.rank
    )
    rows = [
        _(
            "component {j}: λ = {value:.6g}, ‖α‖² = {squared:.6g}, λ‖α‖² = {product:.6g}, "
            "f(x) = Σ α k̃(xᵢ, x) = {f:.6g}"
        ).format(
            j=j + 1,
            value=found.eigenvalues[j],
            squared=found.squared_lengths[j],
            product=found.eigenvalues[j] * found.squared_lengths[j],
            f=new.values[j],
        )
        for j in range(q)
    ]
    return [head, f"x = ({', '.join(f'{one:.6g}' for one in new.x)})", *rows]


def _numbers(found: Derivation, x: np.ndarray) -> dict[str, object]:
    new = found.at(x)
    return {
        "kernel": repr(found.kernel), "centred": found.centring, "points": found.X.tolist(),
        "gram": found.gram.tolist(), "gram_centred": found.centred.tolist(),
        "eigenvalues": found.eigenvalues.tolist(), "rank": found.rank,
        "alphas": found.alphas.tolist(), "squared_lengths": found.squared_lengths.tolist(),
        "scores": found.scores.tolist(),
        "x": new.x.tolist(), "k": new.k.tolist(), "k_centred": new.centred.tolist(),
        "terms": new.terms.tolist(), "values": new.values.tolist(),
    }  # fmt: skip
