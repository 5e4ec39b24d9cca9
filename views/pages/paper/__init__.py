"""The page "Paper": the figures of the paper and the book, measured against what they claim."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from kpca_core._support.progress import Progress
from kpca_core._support.words import _
from kpca_core.drawing.canvas.words import readable
from kpca_core.drawing.layout import of_result
from kpca_core.drawing.scene import Detail
from kpca_core.reproduction import FIGURES, Band
from kpca_core.reproduction import Result as Drawn
from kpca_core.reproduction.experiment import DECIMALS, DRAWS
from views.pages.page import Page, Seen, Shown
from views.pages.paper.links import marks_of
from views.pages.paper.solving import BAND_COST, Draw, bands, results
from views.pages.paper.state import PaperState
from views.pages.saying import percent, verdict
from views.scene import (
    Block,
    Chart,
    Control,
    Figure,
    File,
    Folded,
    Group,
    Link,
    Places,
    Printed,
    Row,
    Run,
    Scene,
    Table,
    Words,
    Work,
)
from views.words.glossary import explained
from views.words.pages import PAPER, SOURCES

# The share of the draws that a line spans.
MIDDLE = percent(0.95)
# The work that makes the new draws, and what it finds.
COUNTING, BAND = "band", "band"


# A figure on the points of the original and, where a reader wants it, on a new draw of them.
Pair = tuple[Drawn, Drawn | None]


class PaperPage(Page[PaperState, Pair]):
    """A figure with its numbers, and what the text says of it."""

    state, words = PaperState, PAPER

    def solve(self, state: PaperState, detail: Detail | None = None) -> Pair:
        name, seed = state.figure, state.new_draw
        original = results(Draw(name, FIGURES[name].seed))
        return original, None if seed is None else results(Draw(name, seed))

    def controls(self, state: PaperState, seen: Seen) -> Scene:
        yield Control("figure")
        yield Control("beside")
        if state.beside:
            yield Control("new_draw")

    def scene(self, shown: Shown[PaperState, Pair], seen: Seen) -> Scene:
        state, (original, new) = shown.state, shown.found
        experiment = original.experiment
        yield Words(f"{state.option_label('figure')}: {_(experiment.title)}", "title")
        source, remark = _(experiment.source), _(experiment.remark)
        yield Words(_("{source}. {remark}").format(source=source, remark=remark), "caption")
        yield Control("marked")
        drawn = [drawn_figure(one, state.marked, seen.address) for one in (original, new) if one]
        yield from drawn[0] if new is None else [Places(drawn, "draws", 430)]
        left = chain(numbers(original, new), band_of(original, seen.is_first))
        yield Places([left, claims(original, new)], "numbers", 420)


def drawn_figure(shown: Drawn, marked: bool, address: str) -> Scene:
    """Yield the figure, its downloads and its links to Explore."""
    experiment = shown.experiment
    is_original = shown.seed == experiment.seed
    whose = _("Our points: seed {seed}") if is_original else _("A new draw: seed {seed}")
    whose = _("The paper's own points") if shown.seed == "paper" else whose.format(seed=shown.seed)
    yield Words(whose, "subtitle")
    key = "original" if is_original else "new"
    eigenvalues = ", ".join(f"{value:.{DECIMALS}f}" for value in shown.values)
    text = _("{title}. {whose}. Eigenvalues {values}.").format(
        title=_(experiment.title), whose=whose, values=eigenvalues
    )
    yield Figure(f"paper-{key}", of_result(shown, marked), text)
    name = f"figure-{experiment.name}" + ("" if is_original else f"-seed-{shown.seed}")
    blocks: list[Block] = [
        Printed(name, partial(printed, shown, address)),
        File("JSON", f"{name}.json", partial(numbers_json, shown, address), f"{key} json"),
    ]
    label, marks = _("Open in Explore"), marks_of(shown)
    links = [
        Link(
            _(case.name) if len(marks) > 1 else label, "explore", mark.state.address(),
            ":material/open_in_full:", mark,
        )
        for case, mark in marks
    ]  # fmt: skip
    blocks += [Folded(label, links, is_menu=True)] if len(links) > 1 else links
    yield Row(blocks, align="center")


def printed(shown: Drawn, address: str, form: str) -> bytes:
    """Return the figure as a file, in a format of PRINTED."""
    from kpca_core.drawing.printing.figures import print_result

    return print_result(shown, form, address)


def numbers_json(shown: Drawn, address: str = "") -> str:
    """Return what was computed, with its origin."""
    from kpca_core.drawing.layout import origin_of

    origin = origin_of(shown, address).entries
    return json.dumps({"origin": origin, **shown.as_dict()}, ensure_ascii=False, indent=2)


def numbers(original: Drawn, new: Drawn | None) -> Scene:
    """Yield the numbers of the original beside ours, with the difference."""
    experiment = original.experiment
    terms = explained("λ", "trace", "K̃", "K") if experiment.fraction else explained("λ", "K̃", "K")
    yield Words(_("Eigenvalues"), "title", help=terms)
    yield table_of(original, new)
    published = experiment.published
    if published:
        said = _("{column}: {source}. All {n} are equal in every digit given.")
        if not original.agrees:
            said = _("{column}: {source}. All {n} are NOT equal in every digit given.")
        column = _(experiment.column)
        named, source = f"{column[0].upper()}{column[1:]}", _(experiment.published_by)
        yield Words(said.format(column=named, source=source, n=len(published)), "caption")
    for shown, text in (
        (original, _("{n} negative eigenvalues: {listed}, …")),
        (new, _("{n} negative eigenvalues on the new draw: {listed}, …")),
    ):
        if shown is not None and len(negative := shown.decompositions[0].negative):
            listed = ", ".join(_decimal(value) for value in negative[:3])
            yield Words(
                text.format(n=len(negative), listed=listed), "caption",
                help=explained("negative eigenvalue"),
            )  # fmt: skip


def table_of(original: Drawn, new: Drawn | None) -> Table:
    """Return a row for each eigenvalue."""
    experiment, published = original.experiment, original.experiment.published
    columns = {"λ / Σ λ" if experiment.fraction else _("λ of K̃"): list(experiment.labels)}
    if published:
        columns[_(experiment.column)] = [_decimal(value) for value in published]
    columns[_("ours")] = [_decimal(value) for value in original.values]
    if published:
        gaps = np.subtract(original.values, published)
        columns[_("difference")] = [_difference(gap) for gap in gaps]
    if new:
        columns[_("new draw")] = [_decimal(value) for value in new.values]
    return Table(list(columns), list(zip(*columns.values(), strict=True)))


def once_counted(
    original: Drawn, show: Callable[[Band | None, bool], Scene], *, is_second: bool = False
) -> Scene:
    """Yield what `show` does of many new draws, which every reader needs: they begin by themselves.

    Parameters
    ----------
    show
        takes what they gave, None before that, and whether they were stopped
    is_second
        see `Work`
    """
    draw = Draw(original.experiment.name, DRAWS)

    def count(found: dict[str, Any], _progress: Progress) -> None:
        found[BAND] = bands(draw)

    def seen(run: Run | None) -> Scene:
        return show(run.found.get(BAND), bool(run.trouble)) if run else show(None, False)

    if (band := bands.known(draw)) is not None:
        yield from show(band, False)
        return
    yield Work(
        COUNTING, draw.token, BAND_COST, count, seen, at_once=True, is_second=is_second,
        start=_("Make {draws:,} new draws").format(draws=DRAWS),
    )  # fmt: skip


def claims(original: Drawn, new: Drawn | None) -> Scene:
    """Yield what the text says and what is found; how often, once the new draws are made."""
    yield Words(_("What the text says, measured"), "title")
    yield from once_counted(original, partial(claimed, original, new), is_second=True)
    letters = re.findall(r"\(([A-Z]) ", " ".join(original.experiment.checks))
    named = [f"**{one}** {_(SOURCES[one])}" for one in dict.fromkeys(letters)]
    yield Words("  \n".join(named), "caption")


def claimed(original: Drawn, new: Drawn | None, band: Band | None, is_stopped: bool) -> Scene:
    """Yield each claim with what is found, and how often."""
    others = new.claims if new else (None,) * len(original.claims)
    coming = _("Counted on {draws:,} new draws in a moment …").format(draws=DRAWS)
    for i, (claim, other) in enumerate(zip(original.claims, others, strict=True)):
        yield Words(f"{verdict(claim.holds)} {claim.statement}", help=readable(claim.criterion))
        lines = [_("Here: {measured}").format(measured=readable(claim.measured))]
        if other is not None:
            said, measured = _("New draw {verdict} {measured}"), readable(other.measured)
            lines.append(said.format(verdict=verdict(other.holds), measured=measured))
        if band is not None:
            said, share = _("**Holds on {share} of {draws:,} new draws**"), band.claim_shares[i]
            lines.append(said.format(share=percent(share), draws=band.draws))
        elif not is_stopped:
            lines.append(coming)
        yield Words("  \n".join(lines), "caption")


def band_of(original: Drawn, is_first: bool) -> Scene:
    """Yield the variation of the eigenvalues over many new draws of the points."""
    yield Words(
        _("How much is the sample: {draws:,} new draws").format(draws=DRAWS), "title",
        help=_(
            "Each row has its own scale: the line holds the middle {share} of the draws, the bar "
            "the middle half, the gap in it is the median."
        ).format(share=MIDDLE),
    )  # fmt: skip

    def show(band: Band | None, _is_stopped: bool) -> Scene:
        # Plotly is loaded once the browser has painted the figures.
        return () if band is None or is_first else variation(original, band)

    # As high as `band_chart` makes it.
    height = 78 + 26 * len(original.experiment.labels)
    yield Group(once_counted(original, show), "band", height=height)


def variation(original: Drawn, band: Band) -> Scene:
    """Yield the chart of the new draws, and how many eigenvalues lie among them."""
    from kpca_core.drawing.charts.bands import band_chart, label_width

    low, high = band.quantiles[0], band.quantiles[-1]
    described = "; ".join(
        _("{label} between {low} and {high}").format(label=label, low=_decimal(a), high=_decimal(b))
        for label, a, b in zip(original.experiment.labels, low, high, strict=True)
    )
    text = _("{share} of {draws} draws have {values}.").format(
        share=MIDDLE, draws=band.draws, values=described
    )

    def make(template: str) -> Any:
        return band_chart(band, original.values, template=template)

    # Beside the names there is room for both limits and the bar between them.
    least = round(label_width(band)) + 190
    yield Group([Chart("band", make, text)], "band", least=least, most=760)
    if len(band.below):
        is_varying = high - low > 1e-9
        is_inside = (band.below >= 0.025) & (band.below <= 0.975)
        said = _(
            "{n} of the {varying} eigenvalues of the original that vary lie within the middle "
            "{share} of the draws."
        )
        n = (is_inside & is_varying).sum()
        yield Words(said.format(n=n, varying=is_varying.sum(), share=MIDDLE), "caption")


def _difference(value: float) -> str:
    return f"{round(value, DECIMALS + 1) + 0.0:+.{DECIMALS + 1}f}".replace("-", "−")


def _decimal(value: float) -> str:
    return f"{value:.{DECIMALS}f}".replace("-", "−")


PAGE = PaperPage()
