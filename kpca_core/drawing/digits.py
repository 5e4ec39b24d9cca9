"""Table 1 of the paper as HTML.

Error rates are light where small and dark where large on a light page, the other way round on a
dark one; differences have the diverging colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from kpca_core._support.words import _
from kpca_core.drawing.palette import DARK, LIGHT, Palette


def error_table(
    errors: Mapping[tuple[int, int], float | None], degrees: Sequence[int],
    components: Sequence[int], title: str,
    *, span: tuple[float, float], rows: Sequence[int] = (), differences: bool = False,
) -> str:  # fmt: skip
    """Return the entries of a table by degree (columns) and components (rows), coloured by value.

    Parameters
    ----------
    errors : mapping (degree, components) → error in %, or difference in percentage points
        None is shown as N.A., and a missing entry, not computed yet, is left empty.
    degrees, components : sequence of int
        Columns and rows of the table.
    span
        (float, float), the errors with the lightest and with the darkest colour.
    rows : sequence of int
        Where `components` stand among those of another table beside it.
    differences : bool
        Whether the entries are differences, with signs and diverging colours.
    """
    low, high = span
    rows_head, degree = _("components"), _("degree")
    heads = "".join(f'<th scope="col">{d}</th>' for d in degrees)
    lines = []
    for q in rows or components:
        if q not in components:
            lines.append(f'<tr class="gap"><td colspan="{1 + len(degrees)}">&nbsp;</td></tr>')
            continue
        cells = []
        for d in degrees:
            value = errors.get((d, q), np.nan)
            if value is None:
                cells.append('<td class="none">N.A.</td>')
            elif np.isnan(value):
                cells.append("<td></td>")
            else:
                # A difference of one percentage point has the full colour, the largest of Table 1
                # is 0.72; the largest error has 0.85 of the blue arm.
                share = value if differences else -0.85 * (value - low) / (high - low)
                text = f"{value:{'+.1f' if differences else '.1f'}}".replace("-", "−")
                cells.append(f'<td style="{_colours(share)}">{text}</td>')
        lines.append(f'<tr><th scope="row">{q:,}</th>{"".join(cells)}</tr>')
    return (
        f'<table class="entries"><caption>{escape(title)}</caption>'
        f'<thead><tr><th scope="col">{rows_head}</th><th colspan="{len(degrees)}" scope="colgroup">'
        f"{degree}</th></tr><tr><td></td>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    )


def _colours(share: float) -> str:
    """Return the colours of a cell, of its background at `share` of the diverging scale."""
    pairs = [_pair(palette, share) for palette in (LIGHT, DARK)]
    behind, text = ([pair[k] for pair in pairs] for k in (0, 1))
    return f"background:light-dark({','.join(behind)});color:light-dark({','.join(text)})"


def _pair(palette: Palette, share: float) -> tuple[str, str]:
    colour = palette.diverging(float(np.clip(share, -1, 1)))
    return colour, readable_on(colour)


def readable_on(colour: str) -> str:
    """Return black or white, whichever has more contrast with "rgb(…)" (WCAG 2): at least 4.58."""
    channels = np.array([float(one) for one in colour[4:-1].split(",")]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"
