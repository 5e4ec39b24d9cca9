"""A picture in words and numbers: titles, facts, and a text alternative."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _, plural
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.picture import Picture

# What stands before a title's number, by scale of the eigenvalues.
LETTERS: Mapping[str, str] = {"eigenvalue": "λ", "variance": "λ/n", "fraction": "λ/tr"}
# What stands there where the trace has negative eigenvalues in it.
POSITIVE_FRACTION = "λ/Σλ⁺"

# A power of ten, the sign of a number, and a share, as Python writes them.
POWER, MINUS = re.compile(r"(?<=\d)e[+]?(-?)0*(\d+)\b"), re.compile(r"(?<![\w.])-(?=\d)")
PERCENT = re.compile(r"(?<=\d)%")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻" + LOOK["numbers"]["superscripts"])


@dataclass(frozen=True)
class Display:
    """How a picture is to be shown.

    Parameters
    ----------
    subject
        What was analysed, for the text alternative: "Kernel PCA of …".
    panels
        How many eigenfunctions were asked for; fewer are explained.
    scale
        Of the eigenvalues, a key of LETTERS: those of K̃ ("eigenvalue"), divided by n
        ("variance"), or by the sum of the positive ones, for a psd kernel the trace ("fraction").
    label
        Of the spectrum's axis.
    """

    subject: str = N_("the data")
    panels: int = 0
    scale: str = "eigenvalue"
    label: str = N_("λ of K̃")


def scaled(decomposition: Decomposition, values: Array, scale: str) -> Array:
    """Return eigenvalues of K̃ in a scale of LETTERS."""
    if scale == "variance":
        return values / decomposition.n_samples
    if scale == "fraction":
        return values / (decomposition.positive_trace or np.nan)
    return values


def readable(text: str) -> str:
    """Return a text with numbers as pages have them: −5.8×10⁻⁴ for -5.8e-04, 97 % for 97%."""
    powers = POWER.sub(lambda found: f"×10{(found[1] + found[2]).translate(SUPERSCRIPTS)}", text)
    return PERCENT.sub("\N{NO-BREAK SPACE}%", MINUS.sub("−", powers))


def number(value: float) -> str:
    """Return three decimals as [S] prints them, or three digits where those say nothing."""
    if not np.isfinite(value):
        return "–"
    usual = value == 0 or 1e-3 <= abs(value) < 1e4
    return readable(f"{value:.3f}" if usual else f"{value:.2e}")


def short(value: float, digits: int = 3) -> str:
    """Return a number in few digits, as the canvas does: `formatNumber` of ``ticks.js``."""
    limits = LOOK["numbers"]
    if not np.isfinite(value):
        return "–"
    if value and not limits["smallest"] <= abs(value) < limits["largest"]:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return readable(f"{float(mantissa):g}e{exponent}")
    return readable(f"{float(f'{value:.{digits}g}') + 0.0:.15g}")


def factor(value: float) -> str:
    """Return a number as it stands in a product: a negative one in brackets, "2·(−3)"."""
    text = short(value)
    return f"({text})" if text.startswith("−") else text


def two_digits(value: float) -> str:
    """Return the end of a colour scale as the canvas does, `formatEnd`: 0.60, 12, 3×10⁻⁵."""
    text = short(value, 2)
    return f"{value:#.2g}".rstrip(".") if value < 10 and re.fullmatch(r"\d\.?\d*", text) else text


def titles(picture: Picture, scale: str = "eigenvalue") -> list[str]:
    """Return the title of each panel: its eigenvalue."""
    found = picture.decomposition
    values = scaled(found, found.eigenvalues, scale)[: len(picture.fields)]
    of_positive = scale == "fraction" and not found.expansion.kernel.is_psd
    letters = POSITIVE_FRACTION if of_positive else LETTERS[scale]
    return [f"{letters} = {number(value)}" for value in values]


def facts(picture: Picture) -> list[str]:
    """Return what was computed, how, how fast and how certainly, in short phrases."""
    decomposition = picture.decomposition
    rank, total = decomposition.rank, picture.total
    drawn, least = _("{drawn} of {n} points drawn and described"), _("rank ≥ {rank}")
    plane = picture.plane_fact or picture.plane_words
    times = ((_("solve {ms} ms"), picture.solve_ms), (_("grid {ms} ms"), picture.grid_ms))
    return [
        f"n = {decomposition.n_samples}",
        *([drawn.format(drawn=f"{len(picture.points):,}", n=f"{total:,}")] if total else []),
        *([plane] if plane else []),
        least.format(rank=decomposition.n_components)
        if rank is None
        else _("rank {rank}").format(rank=rank),
        _(decomposition.solver),
        *(what.format(ms=f"{ms:.1f}") for what, ms in times if ms is not None),
        readable(str(decomposition.certificate)),
    ]


def leading(picture: Picture) -> int:
    """Return how many of `facts` stand in sight, all where the certificate does not hold.

    Those are of the data and of what is drawn; the others are technical.
    """
    if not picture.decomposition.certificate.holds:
        return len(facts(picture))
    return 1 + bool(picture.total) + bool(picture.plane_words)


def shortfall(picture: Picture, display: Display) -> str:
    """Return why fewer eigenfunctions are drawn than were asked for, "" if all are."""
    drawn = len(picture.fields)
    if drawn >= display.panels:
        return ""
    if picture.decomposition.tolerance_ended:
        left = readable(f"{picture.decomposition.certificate.error:.1e}")
        return _(
            "{drawn} of {asked} components were found: the tolerance leaves out eigenvalues of up "
            "to {left}."
        ).format(drawn=drawn, asked=display.panels, left=left)
    return plural(
        "{drawn} of {asked} components exists: no other eigenvalue is positive beyond rounding.",
        "{drawn} of {asked} components exist: no other eigenvalue is positive beyond rounding.",
        drawn,
    ).format(drawn=drawn, asked=display.panels)


def description(picture: Picture, display: Display) -> str:
    """Return the text alternative: what a reader who sees no picture should know."""
    decomposition = picture.decomposition
    named = enumerate(titles(picture, display.scale))
    shown = _(", ").join(f"{j + 1}: {title}" for j, title in named)
    negative = len(decomposition.negative)
    uncertain = "" if decomposition.certificate.holds else readable(f"{decomposition.certificate}.")
    said = _("Kernel PCA of {subject}, {n} points, with {kernel!r}. Eigenfunctions {shown}. ")
    return (
        said.format(
            subject=_(display.subject), n=decomposition.n_samples,
            kernel=decomposition.expansion.kernel, shown=shown,
        )
        + (_("{n} negative eigenvalues. ").format(n=negative) if negative else "")
        + " ".join(filter(None, (shortfall(picture, display), uncertain)))
    )  # fmt: skip
