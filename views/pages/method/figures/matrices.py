"""Figures of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from kpca_core import Polynomial
from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.marks import Line, matrix, table
from kpca_core.drawing.sheets import Spectrum
from views.pages.method.figures.example import (
    NO_COMPONENT,
    Example,
    Figure,
    bar_sheet,
    data_plot,
    derived,
    joined,
    map_sheet,
)
from views.pages.saying import indexed

NO_COVARIANCE = N_(
    "C and K of the kernel (x · y)², for the C of the kernel that is set has more rows than can be "
    "written down."
)
# Components of a table and its bars; eigenvalues are drawn of twice as many.
ROWS = 6


def dot_figure(example: Example) -> Figure:
    """Covariance matrix and Gram matrix, not centred yet, and their eigenvalues.

    Where C has too many rows to be written down, both are those of (x · y)².
    """
    found, note = derived(example.kernel, example.X, centre=False), ""
    C = found.covariance
    if C is None:
        found = derived(Polynomial(2), example.X, centre=False)
        C, note = found.covariance, _(NO_COVARIANCE)
    assert C is not None, "(x · y)² has three features"
    count = 2 * ROWS
    return {
        "points": data_plot(example, share=0.6),
        "C": matrix(C, "C", colour="orange", share=0.45, note=note),
        "K": matrix(found.gram, "K", colour="blue", share=0.8),
        "eigenvalues": joined(
            np.asarray(np.linalg.eigvalsh(C)[::-1][:count]),
            found.eigenvalues[:count] / len(example.X),
            ("C", "K/n"),
            _("Eigenvalues of C and of K/n, equal ones joined"),
            ("orange", "blue"),
        ),
    }


def gram_figure(example: Example) -> Figure:
    """A pair of points, and its entry of K."""
    i, j = example.state.pair
    K = example.derivation.gram
    ends = Line(example.X[[i, j]], "blue")
    value = short(float(K[i, j]), 4)
    said = _("{n} points; {first} and {second} are marked")
    return {
        "points": data_plot(
            example,
            ends,
            rings=(i, j),
            said=said.format(n=len(K), first=i + 1, second=j + 1),
            share=1.0,
        ),
        "K": matrix(
            K,
            "K",
            lit=(i, j),
            grip="pair",
            share=1.1,
            least=200,
            note=_("{equation}. Click an entry to choose its two points.").format(
                equation=f"k({indexed('x', i)}, {indexed('x', j)}) = {value}"
            ),
        ),
    }


def not_divided(K: Array) -> Array:
    """Return K "centred" by ones that are not divided by n."""
    ones = np.ones_like(K)
    return K - ones @ K - K @ ones + ones @ K @ ones


def centre_figure(example: Example) -> Figure:
    """K and K̃ with the sums of their rows, and what is wrong without."""
    found = example.derivation
    wrong = np.linalg.eigvalsh(not_divided(found.gram))[::-1]
    plain = found.gram_eigenvalues
    rows = [
        (_("K, not centred"), *map(short, plain[:4])),
        ("K̃", *map(short, found.eigenvalues[:4])),
        (_("ones not divided by n"), *map(short, wrong[:4])),
    ]
    note = _("Of the first component of K {share:.1f} % of the sum of squares is its mean.").format(
        share=100 * share_of_mean(example)
    )
    if found.rank:
        note += " " + _(
            "Without the division the first eigenvalue is {times} times that of K̃."
        ).format(times=short(wrong[0] / found.eigenvalues[0], 2))
    few = len(example.X) <= 9
    return {
        "points": data_plot(example, share=0.6),
        "K": matrix(found.gram, _("K, and the sums of its rows"), sums=few, share=0.8, least=200),
        "centred": matrix(
            found.centred,
            _("K̃, whose rows sum to 0"),
            colour="orange",
            sums=few,
            share=0.8,
            least=200,
            note=_("Largest sum of a row: {value}").format(
                value=short(np.abs(found.centred.sum(axis=1)).max(), 1)
            ),
        ),
        "eigenvalues": table(
            (_("first eigenvalues"), "λ₁", "λ₂", "λ₃", "λ₄")[: len(rows[0])],
            rows,
            _("Eigenvalues"),
            share=0.9,
            least=290,
            note=note,
        ),
    }


def share_of_mean(example: Example) -> float:
    """Return n f̄² / Σ f(xᵢ)² of the first component of K: how far it describes the mean."""
    found = derived(example.kernel, example.X, centre=False)
    if not found.rank:
        return 0.0
    scores = found.scores[:, 0]
    return float(len(scores) * scores.mean() ** 2 / np.sum(scores**2))


def square_figure(example: Example) -> Figure:
    """Draw a = α + tβ with K̃β = 0: what holds of K̃² and not of K̃, and a map that stays."""
    found, j = example.derivation, example.j
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    shifted, t = example.shifted, short(example.state.null)
    room: dict[str, Any] = {"share": 0.8, "least": 190}
    zeros = int((np.abs(found.eigenvalues) <= found.floor).sum())
    left_out = {
        "K̃²a = λK̃a": shifted.squared, "K̃a = λa": shifted.plain, "f(x)": shifted.projection,
        _("rounding, of the first"): shifted.rounding,
    }  # fmt: skip
    moved = shifted.coefficients @ found.comparisons(example.grid.rows)[1]
    titles = (_("{function} with {letter}").format(function=indexed("f", j), letter=letter)
              for letter in "αa")  # fmt: skip
    fields = zip(titles, (example.function, example.field(moved)), strict=True)
    return {
        "points": data_plot(example, share=0.6),
        "null": bar_sheet(
            found.null_vector, _("β with K̃β = 0, of length 1"), "purple",
            _("Eigenvalues of K̃ that count as 0: {zeros} of {n}").format(
                n=len(example.X), zeros=zeros
            ),
            **room,
        ),
        "weights": bar_sheet(
            shifted.coefficients,
            _("a = α + tβ at t = {t}, component {number}").format(t=t, number=j + 1),
            "green", **room,
        ),
        "residuals": table(
            (_("with a"), _("off by, as a share")),
            [(name, short(value, 2)) for name, value in left_out.items()],
            _("What still holds at t = {t}").format(t=t), share=0.7,
            note=_("Of the left side's length; f of its largest value on the map."),
        ),
        "maps": map_sheet(example, list(fields), share=1.6),
    }  # fmt: skip


def length_figure(example: Example) -> Figure:
    """Eigenvalues, the lengths of α, and the coefficients of one component."""
    found, j = example.derivation, example.j
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    lengths, q = found.squared_lengths, min(ROWS, found.rank)
    rows = [
        (
            f"{k + 1}",
            short(found.eigenvalues[k], 4),
            short(lengths[k], 4),
            short(found.eigenvalues[k] * lengths[k], 4),
        )
        for k in range(q)
    ]
    ones = found.ones[0]
    said = _("Of β = (1, …, 1)/n, which K̃ has with λ = 0: βᵀK̃β = {value}").format(
        value=short(abs(float(ones @ found.centred @ ones)), 1)
    )
    return {
        "points": data_plot(example, share=0.6),
        "lengths": table(
            (_("component"), "λ", "‖α‖²", "λ‖α‖²"),
            rows,
            _("Lengths"),
            colours=("", "purple", "green", "purple"),
            share=0.7,
            note=said,
        ),
        "alpha": bar_sheet(
            found.alphas[:, j],
            _("α of component {number}, a bar for each point").format(number=j + 1),
            "green",
            share=0.8,
            least=190,
            height=220,
            axes=(_("point"), ""),
        ),
        "products": matrix(found.axis_products[:q, :q], "Vⁱ · Vʲ", colour="purple", share=0.6),
    }


def kernels_figure(example: Example) -> Figure:
    """All eigenvalues, negative ones too, and what the components give back of K̃."""
    found = example.derivation
    values, floor = found.gram_eigenvalues, found.gram_floor
    positive, negative = values[values > floor], values[values < -floor][::-1]
    given = found.scores @ found.scores.T
    worst = float(np.abs(given - found.centred).max())
    distances = np.diag(found.gram)[:, None] + np.diag(found.gram)[None, :] - 2 * found.gram
    verdict = (
        _("K has no negative eigenvalue beyond rounding on these points")
        if not len(negative)
        else plural(
            "K has {n} negative eigenvalue, {value}: it is no matrix of dot products",
            "K has {n} negative eigenvalues, the lowest {value}: it is no matrix of dot products",
            len(negative),
        ).format(n=len(negative), value=short(negative[0]))
    )
    label = _("K has {positive} positive eigenvalues and {negative} negative ones").format(
        positive=len(positive), negative=len(negative)
    )
    rows = [
        (_("lowest eigenvalue of {matrix}").format(matrix="K"), short(float(values[-1]))),
        (_("it counts as 0 up to"), short(floor, 1)),
        (
            _("lowest eigenvalue of {matrix}").format(matrix="K̃"),
            short(float(found.eigenvalues[-1])),
        ),
        (
            _("smallest {term}").format(term="k(x,x) + k(y,y) − 2k(x,y)"),
            short(float(distances.min())),
        ),
        (_("largest {term}").format(term="|Σⱼ fⱼ(x)fⱼ(y) − k̃(x,y)|"), short(worst, 2)),
    ]
    return {
        "points": data_plot(example, share=0.6),
        "spectrum": Spectrum(positive, negative, len(positive), label, share=0.8),
        "numbers": table((_("on these points"), ""), rows, verdict, share=0.9, least=210),
        "K": matrix(found.centred, "K̃", colour="orange", share=0.6),
        "products": matrix(given, "Σⱼ fⱼ(x) fⱼ(y)", colour="red", share=0.6),
    }
