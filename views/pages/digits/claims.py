"""What section 5.2 of the paper says of its table, measured on it and on ours."""

from __future__ import annotations

from collections.abc import Mapping

from kpca_core._support.words import _
from kpca_core.drawing.canvas.words import readable
from kpca_core.reproduction.digit_claims import TableClaim, table_claims
from kpca_core.reproduction.digits import PUBLISHED, Cell, Key
from views.pages.saying import verdict
from views.scene import Scene, Words
from views.words.pages import OTHER_DIGITS, SOURCES


def claims(cells: Mapping[Key, Cell], is_usps: bool) -> Scene:
    """Yield each statement with what the published table says of it, and what ours does.

    Parameters
    ----------
    cells
        the entries that are computed so far
    is_usps
        whether they are of the paper's own digits, of which the statements are
    """
    yield Words(_("What the text says, measured"), "title")
    ours = table_claims({key: cell.error for key, cell in cells.items()})
    for published, own in zip(table_claims(PUBLISHED), ours, strict=True):
        sign = verdict(bool(published.holds))
        yield Words(f"{sign} {published.statement}", help=readable(published.criterion))
        lines = [_("Published table: {measured}").format(measured=readable(published.measured))]
        if is_usps:
            lines.append(_describe(own))
        yield Words("  \n".join(lines), "caption")
    source = f"**S** {SOURCES['S']}" + ("" if is_usps else f"  \n{_(OTHER_DIGITS)}")
    yield Words(source, "caption")


def _describe(own: TableClaim) -> str:
    if own.holds is None:
        return _(
            "Ours: not computed yet, {missing} of the entries that this needs are missing"
        ).format(missing=own.missing)
    return _("Ours {verdict} {measured}").format(
        verdict=verdict(own.holds), measured=readable(own.measured)
    )
