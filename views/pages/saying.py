"""How pages say numbers and verdicts, and how finely they draw small maps."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from kpca_core._support.words import N_, _, worded
from kpca_core.drawing.canvas.words import readable

# Before it a text becomes a link or an icon though its characters are escaped: https://…, a@b.c,
# www.…, :material/home:.
LINKED = re.compile(r"(?<=[:@])|(?<=www)(?=\.)", re.IGNORECASE)

UNEXPECTED = N_("Something unexpected went wrong; the server's log has the details.")
# Samples an axis of a map beside a few others, and of one of many.
MAP, SMALL_MAP = 60, 48


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column is aligned left and the others right."""
    lines = [header, [":--", *["--:"] * (len(header) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def verdict(holds: bool) -> str:
    """Return the sign of a claim that holds, or of one that does not, as Markdown."""
    return ":green[:material/check_circle:]" if holds else ":red[:material/cancel:]"


def indexed(letter: str, j: int) -> str:
    """Return the letter with the index of component `j` (0-based): λ₁ for 0."""
    return letter + str(j + 1).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def scientific(value: float) -> str:
    """Return two digits and the power of ten."""
    return readable(f"{value:.1e}")


def percent(share: float, decimals: int = 0) -> str:
    """Return a share in per cent, with a space that no line breaks at."""
    return f"{100 * share:.{decimals}f}\N{NO-BREAK SPACE}%"


def plain(text: str) -> str:
    """Escape a text that a reader may have written, so that Markdown shows it as it is."""
    text = LINKED.sub("\N{WORD JOINER}", text)
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=])", r"\\\1", text)


def message_of(error: Exception) -> str:
    """Return what the page says of an error; an unexpected one goes to the server's log."""
    if isinstance(error, MemoryError):
        return _("This needs more memory than there is. Choose fewer points or a coarser grid.")
    if isinstance(error, ValueError | TypeError | ImportError):
        return worded(error)
    logging.getLogger(__name__).error("A page failed.", exc_info=error)
    return _(UNEXPECTED)
