"""What notebooks show of a result: a small HTML table with formulas and eigenvalues."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence

from kpca_core._support.words import _

# LaTeX of the kernels' formulas.
SYMBOLS: Mapping[str, str] = {
    r"\\left|\\right": "", r"\\[lr]Vert": "‖", r"\\cdot": "·", r"\\,|\\quad": " ",
    r"\\(exp|tanh|arccos|cos|sin|log|min|max)\b": r"\1", r"\\mathbf{(\w)}": r"\1",
    r"\\sqrt{(\w)}": r"√\1", "-": "−", "_1": "₁", "_2": "₂",
}  # fmt: skip
# e to a power is a function.
SHAPES = (
    (r"\\tfrac{(\w)}{(\w)}", r"(\1/\2) "), (r"\\frac{([^{}]*)}{([^{}]*)}", r"\1 / (\2)"),
    (r"\be\^{([^{}]*)}", r"exp(\1)"),
)  # fmt: skip
# Greek letters and ℓ, which HTML names as LaTeX does.
NAMED = re.compile(r"\\([A-Za-z]+)")
RAISED = re.compile(r"\^(?:{([^{}]*)}|(\w))")
RAISED_LETTERS = dict(zip("0123456789dnp", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵈⁿᵖ", strict=True))

# Eigenvalues of a spectrum, and the pixels of a bar and of the largest.
MOST, WIDE, HIGH = 40, 8, 48


def in_unicode(formula: str) -> str:
    """Return a kernel's formula in LaTeX as a line of plain text: "exp(−‖x−y‖² / c)"."""
    text = formula
    for latex, plain in (*SYMBOLS.items(), *SHAPES):
        text = re.sub(latex, plain, text)
    text = NAMED.sub(lambda found: html.unescape(f"&{found[1]};"), text)
    text = RAISED.sub(lambda found: _raised(found[1] or found[2]), text)
    return re.sub(r"\s+", " ", text.replace("{", "").replace("}", "")).strip()


def _raised(power: str) -> str:
    """Return a power in small letters where there are such, else after a caret."""
    if set(power) <= RAISED_LETTERS.keys():
        return "".join(RAISED_LETTERS[one] for one in power)
    return f"^{power}" if len(power) == 1 else f"^({power})"


def table(title: str, rows: Sequence[tuple[str, str]], below: str = "") -> str:
    """Return an HTML table of names and texts, which are escaped, and HTML below it."""
    cell = "text-align: left; vertical-align: top; padding: 1px 12px 1px 0"
    lines = "".join(
        f'<tr><th style="{cell}; font-weight: 400; opacity: 0.7">{html.escape(name)}</th>'
        f'<td style="{cell}">{html.escape(text)}</td></tr>'
        for name, text in rows
    )
    return f"<div><b>{html.escape(title)}</b><table>{lines}</table>{below}</div>"


def bars(values: Sequence[float]) -> str:
    """Return eigenvalues, descending, as a small SVG of bars; the first `MOST` of more."""
    shown = [float(value) for value in values[:MOST]]
    if not shown:
        return ""
    label = html.escape(
        _("{n} eigenvalues from {first:.4g} to {last:.4g}").format(
            n=len(shown), first=shown[0], last=shown[-1]
        )
    )
    heights = [max(1.0, HIGH * value / shown[0]) for value in shown]
    drawn = "".join(
        f'<rect x="{WIDE * j}" y="{HIGH - height:.1f}" width="{WIDE - 2}" height="{height:.1f}" '
        f'fill="#3f6fab"><title>λ{j + 1} = {value:.6g}</title></rect>'
        for j, (value, height) in enumerate(zip(shown, heights, strict=True))
    )
    return (
        f'<svg role="img" aria-label="{label}" width="{WIDE * len(shown)}" height="{HIGH}" '
        f'xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'
    )
