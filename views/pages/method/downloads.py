"""What a reader takes home from the page "Method": a work sheet, its solutions, a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from kpca_core._support.words import _
from kpca_core.drawing.printing.notebook import notebook
from kpca_core.drawing.printing.worksheet import MOST_POINTS
from kpca_core.drawing.printing.worksheet_files import sheet_html, sheet_pdf
from views.pages.method.figures.example import Example
from views.scene import Block, File, Folded, Group, Scene
from views.words.method import (
    FILES,
    NOTEBOOK,
    NOTEBOOK_HELP,
    SHEET,
    SHEET_HELP,
    SOLUTIONS,
    SOLUTIONS_HELP,
    TOO_MANY,
)


def downloads(example: Example, address: str) -> Scene:
    """Yield a menu of files; `address` is that of the page."""
    files = [*_files(example, _public(address))]
    menu = Folded(_(FILES), files, is_menu=True, icon=":material/download:")
    yield Group([menu], "method-files")


def _files(example: Example, address: str) -> Iterator[Block]:
    state = example.state
    name = f"kpca-{state.data}-{state.kernel.kernel}"
    many = _(TOO_MANY).format(most=MOST_POINTS, n=state.n) if state.n > MOST_POINTS else ""
    said = {"sheet": (SHEET, SHEET_HELP, False), "solutions": (SOLUTIONS, SOLUTIONS_HELP, True)}
    for what, (title, note, solved) in said.items():
        for form, make in (("pdf", sheet_pdf), ("html", sheet_html)):
            yield File(
                f"{_(title)}, {form.upper()}", f"{name}-{what}.{form}",
                partial(_sheet, make, example, address, solved),
                help=many or _(note), disabled=bool(many),
            )  # fmt: skip
    yield File(_(NOTEBOOK), f"{name}.ipynb", partial(_notebook, example), help=_(NOTEBOOK_HELP))


def _sheet(make: Any, example: Example, address: str, solved: bool) -> str | bytes:
    found: str | bytes = make(example.derivation, example.x, address, solved=solved)
    return found


def _notebook(example: Example) -> str:
    return notebook(example.derivation, example.x)


def _public(address: str) -> str:
    """Return an address that others can open, else ""."""
    host = urlsplit(address).hostname or ""
    try:
        near = ip_address(host).is_loopback
    except ValueError:
        near = host in ("", "localhost") or host.endswith(".localhost")
    return "" if near else address
