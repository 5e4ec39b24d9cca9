"""The work sheet of `worksheet` as HTML and as PDF on A4; the solutions are a file of their own."""

from __future__ import annotations

import html
import io
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.extras import needed
from kpca_core._support.words import _, language
from kpca_core.derivation import Derivation
from kpca_core.drawing.canvas.origin import wrapped
from kpca_core.drawing.printing.worksheet import (
    Picture,
    Question,
    Table,
    Task,
    Worksheet,
    worksheet,
)

GIVEN, SOLVED, SHADE, LINE = "#e9e9e9", "#1f5fa8", "#f3dcc4", "#8a8a8a"
# Pixels of the picture in HTML, and millimetres of its tenths.
SIDE = 330

_PAGE = """\
<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 15mm; }}
body {{ font: 15px/1.4 system-ui, sans-serif; margin: 1.5em auto; max-width: 46em;
  padding: 0 1em; }}
h1 {{ font-size: 1.5em; margin: 0 0 0.3em; }}
h2 {{ font-size: 1.15em; margin: 1.2em 0 0.2em; break-after: avoid; }}
.head {{ display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start; }}
.who {{ display: flex; gap: 2em; margin-bottom: 0.8em; }}
.who span {{ flex: 1; border-bottom: 1px solid #000; }}
table {{ border-collapse: collapse; margin: 0.4em 0 0.8em; break-inside: avoid; }}
th, td {{ border: 1px solid {line}; padding: 0.2em 0.35em; text-align: right; min-width: 2.6em;
  height: 1.5em; font-variant-numeric: tabular-nums; font-size: 0.82em; }}
th {{ font-weight: 600; border-color: transparent; }}
td {{ background: {given}; print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
td.asked {{ background: #fff; }}
td.asked b, .answer {{ color: {solved}; }}
.wide {{ overflow-x: auto; }}
.question {{ break-inside: avoid; margin: 0.5em 0; }}
.question i {{ display: block; height: 1.9em; border-bottom: 1px solid {line}; }}
p {{ margin: 0.3em 0; }}
</style></head>
<body>
{body}
</body>
</html>
"""


def sheet_html(found: Derivation, x: Array, address: str = "", *, solved: bool = False) -> str:
    """Return the sheet, or its solutions, as a page to print; errors as of `worksheet`."""
    sheet = worksheet(found, x)
    title = _title(solved)
    parts = [f"<h1>{html.escape(title)}</h1>"]
    if not solved:
        parts.append(
            f'<div class="who">{html.escape(_("Name"))}<span></span>'
            f"{html.escape(_('Date'))}<span></span></div>"
        )
    parts += [f"<p>{html.escape(note)}</p>" for note in sheet.notes]
    drawn = _svg(sheet.picture, solved)
    points = _html_table(sheet.points, solved)
    parts.append(f'<div class="head"><div>{points}</div>{drawn}</div>')
    parts += [_html_task(task, solved) for task in sheet.tasks]
    if address:
        link = html.escape(address)
        parts.append(
            f'<p>{html.escape(_("The same points in motion:"))} <a href="{link}">{link}</a></p>'
        )
    return _PAGE.format(
        title=title, language=language().replace("_", "-"), body="\n".join(parts), given=GIVEN,
        solved=SOLVED, line=LINE,
    )  # fmt: skip


def _title(solved: bool) -> str:
    return _("Kernel PCA by hand: solutions") if solved else _("Kernel PCA by hand")


def _html_task(task: Task, solved: bool) -> str:
    parts = [f"<h2>{html.escape(task.title)}</h2><p>{html.escape(task.formula)}</p>"]
    parts += [f'<div class="wide">{_html_table(table, solved)}</div>' for table in task.tables]
    for one in task.questions:
        below = "<i></i>" * one.lines
        if solved:
            below = f'<p class="answer">{html.escape(one.answer)}</p>'
        parts.append(f'<div class="question"><p>{html.escape(one.text)}</p>{below}</div>')
    return f"<section>{''.join(parts)}</section>"


def _html_table(table: Table, solved: bool) -> str:
    head = "".join(f"<th>{html.escape(one)}</th>" for one in ("", *table.head))
    rows = []
    for i, (name, row) in enumerate(zip(table.names, table.rows, strict=True)):
        cells = (
            f'<td class="asked">{f"<b>{cell}</b>" if solved else ""}</td>'
            if (i, j) in table.asked
            else f"<td>{cell}</td>"
            for j, cell in enumerate(row)
        )
        rows.append(f"<tr><th>{html.escape(name)}</th>{''.join(cells)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _svg(picture: Picture, solved: bool) -> str:
    (x0, x1), (y0, y1) = picture.region

    def place(one: Array) -> tuple[float, float]:
        return SIDE * (one[0] - x0) / (x1 - x0), SIDE * (y1 - one[1]) / (y1 - y0)

    marks = []
    if solved and picture.positive is not None:
        rows, columns = picture.positive.shape
        wide, high = SIDE / columns, SIDE / rows
        marks += [
            f'<rect x="{wide * k:.1f}" y="{high * (rows - 1 - i):.1f}" width="{wide + 0.2:.1f}" '
            f'height="{high + 0.2:.1f}" fill="{SHADE}"/>'
            for i, k in np.argwhere(picture.positive)
        ]
    for value in _ticks(x0, x1):
        at = place(np.array([value, y0]))[0]
        marks.append(f'<path d="M{at:.1f} 0V{SIDE}" stroke="#ddd"/>')
        marks.append(
            f'<text x="{at:.1f}" y="{SIDE + 15}" text-anchor="middle">{_tick(value)}</text>'
        )
    for value in _ticks(y0, y1):
        at = place(np.array([x0, value]))[1]
        marks.append(f'<path d="M0 {at:.1f}H{SIDE}" stroke="#ddd"/>')
        marks.append(f'<text x="-5" y="{at + 4:.1f}" text-anchor="end">{_tick(value)}</text>')
    marks.append(f'<rect width="{SIDE}" height="{SIDE}" fill="none" stroke="{LINE}"/>')
    for i, one in enumerate(picture.points):
        a, b = place(one)
        marks.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4"/>')
        marks.append(f'<text x="{a + 6:.1f}" y="{b - 5:.1f}">{i + 1}</text>')
    a, b = place(picture.x)
    marks.append(
        f'<path d="M{a - 6:.1f} {b:.1f}h12M{a:.1f} {b - 6:.1f}v12" stroke="{SOLVED}" '
        'stroke-width="2"/>'
    )
    marks.append(f'<text x="{a + 7:.1f}" y="{b - 6:.1f}" fill="{SOLVED}">x</text>')
    label = html.escape(_("The points, numbered, and x"))
    return (
        f'<svg role="img" aria-label="{label}" viewBox="-40 -10 {SIDE + 60} {SIDE + 35}" '
        f'width="{SIDE + 60}" font-size="12" xmlns="http://www.w3.org/2000/svg">{"".join(marks)}</svg>'
    )


def _ticks(low: float, high: float) -> Array:
    """Return about six round values between two limits."""
    rough = (high - low) / 6
    power = 10.0 ** np.floor(np.log10(rough))
    step = power * min((1, 2, 5, 10), key=lambda k: abs(k * power - rough))
    found: Array = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    return found


def _tick(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


# PDF: inches on A4, and points of type.
WIDTH, HEIGHT, MARGIN = 8.27, 11.69, 0.65
TEXT, SMALL = 10.0, 8.5
LINE_HEIGHT, ROW, WRITING = 0.19, 0.255, 0.33
# Latin letters of TEXT points in a line.
LETTERS = 92


def sheet_pdf(found: Derivation, x: Array, address: str = "", *, solved: bool = False) -> bytes:
    """Return the sheet, or its solutions, as a PDF by Matplotlib; errors as of `worksheet`."""
    with needed("Matplotlib", "draws PDF", "figures"):
        from matplotlib.backends.backend_pdf import PdfPages

    from kpca_core.drawing.printing.figures import in_print

    sheet, buffer = worksheet(found, x), io.BytesIO()
    with in_print():
        pages = draw_pages(sheet, address, solved)
        with PdfPages(buffer, metadata={"Title": _title(solved)}) as file:
            for page in pages:
                file.savefig(page)
    return buffer.getvalue()


def draw_pages(sheet: Worksheet, address: str = "", solved: bool = False) -> list[Any]:
    """Return the pages of the PDF as figures of Matplotlib."""
    paper = _Paper(_title(solved))
    paper.write(_title(solved), size=16, height=0.36)
    if not solved:
        paper.write(f"{_('Name')} {'_' * 34}    {_('Date')} {'_' * 14}", height=0.4)
    for note in sheet.notes:
        paper.write(note)
    paper.points_and_picture(sheet.points, sheet.picture, solved)
    for task in sheet.tasks:
        paper.task(task, solved)
    if address:
        paper.write(f"{_('The same points in motion:')} {address}", size=7)
    return paper.pages


def _set(text: str) -> str:
    """Return a line for Matplotlib, whose text puts no tilde above its letter but in formulas."""
    return text.replace("K̃", r"$\tilde{\mathrm{K}}$").replace("k̃", r"$\tilde{\mathrm{k}}$")


class _Paper:
    """Pages of A4 that are filled from the top; `y` inches are left above the lower edge."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages: list[Any] = []
        self._turn()

    def _turn(self) -> None:
        from matplotlib.figure import Figure

        self.page = Figure(figsize=(WIDTH, HEIGHT))
        self.pages.append(self.page)
        self.y = HEIGHT - MARGIN
        foot = f"{self.title}, {len(self.pages)}"
        self.page.text(1 - MARGIN / WIDTH, 0.35 / HEIGHT, foot, size=7, ha="right")

    def room(self, height: float) -> None:
        """Turn the page where less than `height` is left."""
        if self.y - height < MARGIN:
            self._turn()

    def write(self, text: str, size: float = TEXT, height: float = 0.0, colour: str = "k") -> None:
        """Write a paragraph."""
        height = height or LINE_HEIGHT * size / TEXT
        lines = wrapped(text, round(LETTERS * TEXT / size)) or [""]
        self.room(height * len(lines))
        for line in lines:
            self.y -= height
            self.page.text(MARGIN / WIDTH, self.y / HEIGHT, _set(line), size=size, color=colour)
        self.y -= 0.06

    def task(self, task: Task, solved: bool) -> None:
        first = ROW * (len(task.tables[0].rows) + 1) if task.tables else 0.0
        self.room(0.75 + first)
        self.y -= 0.12
        self.write(task.title, size=12.5, height=0.24)
        self.write(task.formula)
        for table in task.tables:
            self.room(ROW * (len(table.rows) + 1))
            self.table(table, MARGIN, WIDTH - 2 * MARGIN, solved)
            self.y -= 0.1
        for question in task.questions:
            self._ask(question, solved)

    def _ask(self, question: Question, solved: bool) -> None:
        lines = len(wrapped(question.text, LETTERS))
        self.room(LINE_HEIGHT * lines + WRITING * question.lines + 0.1)
        self.write(question.text)
        if solved:
            self.write(question.answer, colour=SOLVED)
            return
        for _line in range(question.lines):
            self.y -= WRITING
            self._rule(MARGIN, WIDTH - MARGIN)
        self.y -= 0.14

    def _rule(self, left: float, right: float) -> None:
        from matplotlib.lines import Line2D

        ends = [left / WIDTH, right / WIDTH], [self.y / HEIGHT] * 2
        self.page.add_artist(Line2D(*ends, color=LINE, linewidth=0.6))

    def table(self, table: Table, left: float, wide: float, solved: bool) -> None:
        """Draw a table whose columns are as wide as their longest text needs."""
        from matplotlib.patches import Rectangle

        names = 0.14 + 0.075 * max(map(len, table.names))
        columns = [
            max(
                0.42,
                0.12 + 0.071 * max(len(one) for one in (head, *(row[j] for row in table.rows))),
            )
            for j, head in enumerate(table.head)
        ]
        shrink = min(1.0, (wide - names) / sum(columns))
        size = SMALL * max(0.7, shrink)
        ends = left + names + shrink * np.concatenate([[0.0], np.cumsum(columns)])
        self._row(("", *table.head), left, ends, size)
        for i, row in enumerate(table.rows):
            for j, cell in enumerate(row):
                asked = (i, j) in table.asked
                at = (ends[j] / WIDTH, (self.y - ROW) / HEIGHT)
                box = Rectangle(
                    at, (ends[j + 1] - ends[j]) / WIDTH, ROW / HEIGHT, linewidth=0.5,
                    facecolor="white" if asked else GIVEN, edgecolor=LINE,
                )  # fmt: skip
                if cell:
                    self.page.add_artist(box)
            shown = [
                ("" if (i, j) in table.asked and not solved else cell) for j, cell in enumerate(row)
            ]
            inks = [SOLVED if (i, j) in table.asked else "k" for j in range(len(row))]
            self._row((table.names[i], *shown), left, ends, size, ["k", *inks])

    def _row(self, cells: Any, left: float, ends: Array, size: float, inks: Any = None) -> None:
        self.y -= ROW
        for k, cell in enumerate(cells):
            right = ends[k] - 0.04
            self.page.text(
                right / WIDTH, (self.y + 0.075) / HEIGHT, _set(cell), size=size, ha="right",
                color=inks[k] if inks else "k",
            )  # fmt: skip

    def points_and_picture(self, points: Table, picture: Picture, solved: bool) -> None:
        side = 3.1
        tall = max(side + 0.35, ROW * (len(points.rows) + 1))
        self.room(tall)
        top = self.y
        self.table(points, MARGIN, WIDTH - 2 * MARGIN - side - 0.7, solved)
        self._draw(picture, WIDTH - MARGIN - side, top - side - 0.05, side, solved)
        self.y = min(self.y, top - tall)

    def _draw(
        self, picture: Picture, left: float, bottom: float, side: float, solved: bool
    ) -> None:
        axes = self.page.add_axes((left / WIDTH, bottom / HEIGHT, side / WIDTH, side / HEIGHT))
        (x0, x1), (y0, y1) = picture.region
        if solved and picture.positive is not None:
            axes.contourf(
                np.linspace(x0, x1, picture.positive.shape[1]),
                np.linspace(y0, y1, picture.positive.shape[0]),
                picture.positive.astype(float), [0.5, 1.5], colors=[SHADE],
            )  # fmt: skip
        axes.plot(*picture.points.T, "o", color="k", markersize=4)
        for i, one in enumerate(picture.points):
            axes.annotate(str(i + 1), one, (4, 4), textcoords="offset points", size=SMALL)
        axes.plot(*picture.x, "+", color=SOLVED, markersize=9, markeredgewidth=1.5)
        axes.annotate(
            "x", tuple(picture.x), (5, 4), textcoords="offset points", size=SMALL, color=SOLVED
        )
        axes.set(xlim=(x0, x1), ylim=(y0, y1), xticks=_ticks(x0, x1), yticks=_ticks(y0, y1))
        axes.grid(color="#dddddd", linewidth=0.5)
        axes.set_axisbelow(True)
        axes.tick_params(labelsize=7)
