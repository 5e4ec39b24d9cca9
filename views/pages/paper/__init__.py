"""The page "Paper": the figures of the paper and the book, measured against what they claim."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from kpca_core._support.progress import report
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.words import readable
from kpca_core.drawing.screen import of_result
from kpca_core.reproduction import FIGURES, Band, Experiment, monte_carlo, run
from kpca_core.reproduction import Result as ExperimentResult
from kpca_core.reproduction.experiment import DECIMALS, DRAWS
from views.hosts.streamlit.blocks import ARRIVED
from views.hosts.streamlit.cache import asked
from views.hosts.streamlit.drawing import beside, chart, reserved, scrolling, template
from views.hosts.streamlit.figures import draw_figure, is_painted
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.page import settings_on_paper
from views.hosts.streamlit.printing import address_of, file_button, print_buttons
from views.hosts.streamlit.widgets import current, draw
from views.pages.paper.links import explore_address, marks_of
from views.pages.paper.state import PaperState
from views.pages.saying import markdown_table, percent, verdict
from views.remembered import Remembered
from views.words.glossary import explained
from views.words.pages import PAPER, SOURCES
from views.work import Estimate, progress

# The share of the draws that a line spans.
MIDDLE = percent(0.95)


def page(explore: Any) -> None:
    """Draw the page.

    Parameters
    ----------
    explore
        the `st.Page` that "Open in Explore" leads to
    """
    state = current(PaperState)
    draw_head(state, *PAPER)
    _sidebar(state)
    experiment = FIGURES[state.figure]
    original = results(Draw(experiment.name, experiment.seed))
    new = None if state.new_draw is None else results(Draw(experiment.name, state.new_draw))
    st.session_state[ARRIVED] = [mark for one in (original, new) if one for mark in marks_of(one)]
    st.header(f"{state.said('figure')}: {_(experiment.title)}", anchor=False)
    said = _("{source}. {remark}")
    st.caption(said.format(source=_(experiment.source), remark=_(experiment.remark)))
    draw(state, "marked")
    if new is None:
        _figure(original, explore, state)
    else:
        columns = beside(2, 430, "draws")
        for column, shown in zip(columns, (original, new), strict=True):
            with column:
                _figure(shown, explore, state)
    left, right = beside(2, 420, "numbers")
    with left:
        _numbers(original, new)
    with right:
        claims = st.empty()
        _claims(claims, original, new, None)
    with left:
        band = _band(original)
    _claims(claims, original, new, band)
    settings_on_paper(state)


def _sidebar(state: PaperState) -> None:
    with st.sidebar:
        draw(state, "figure", "beside", *(["new_draw"] if state.beside else []))


@dataclass(frozen=True)
class Draw:
    """A figure on one draw."""

    name: str
    seed: int | str

    @property
    def token(self) -> str:
        return f"{self.name} {self.seed!r}"


results: Remembered[Draw, ExperimentResult] = Remembered(
    lambda draw: run(FIGURES[draw.name], draw.seed),
    max_entries=32,
    spinner=N_("Computing the figure …"),
    # Fits take 1 to 3 ms.
    cost=lambda _draw: Estimate(seconds=0.01),
)


# The bands by figure, and their progress: a dozen small arrays that every visitor needs.
_bands: dict[str, Band] = {}
_progress: dict[str, tuple[int, int]] = {}
# The draws of a figure take 3.5 to 8 s on one core beside other work.
BAND_COST = Estimate(seconds=4.0)


def _figure(shown: ExperimentResult, explore: Any, state: PaperState) -> None:
    """Draw the figure, its downloads and its links to Explore."""
    experiment, address = shown.experiment, address_of(state)
    original = shown.seed == experiment.seed
    whose = _("Our points: seed {seed}") if original else _("A new draw: seed {seed}")
    whose = _("The paper's own points") if shown.seed == "paper" else whose.format(seed=shown.seed)
    st.subheader(whose, anchor=False)
    key = "original" if original else "new"
    eigenvalues = ", ".join(f"{value:.{DECIMALS}f}" for value in shown.values)
    text = _("{title}. {whose}. Eigenvalues {values}.").format(
        title=_(experiment.title), whose=whose, values=eigenvalues
    )
    draw_figure(f"paper-{key}", of_result(shown, state.marked), text)
    row = st.container(horizontal=True, gap="small", vertical_alignment="center")
    name = f"figure-{experiment.name}" + ("" if original else f"-seed-{shown.seed}")
    print_buttons(row, partial(_printed, shown, address), name)
    numbers = partial(_numbers_json, shown, address)
    file_button(row, "JSON", numbers, f"{name}.json", key=f"{key} json")
    links = [
        (case, query)
        for case in experiment.cases
        if (query := explore_address(shown, case)) is not None
    ]
    several = len(links) > 1
    place = row.popover(_("Open in Explore")) if several else row
    for case, query in links:
        place.page_link(
            explore, label=_(case.name) if several else _("Open in Explore"),
            icon=":material/open_in_full:", query_params=in_language(query),
        )  # fmt: skip


def _printed(shown: ExperimentResult, address: str, form: str) -> bytes:
    from kpca_core.drawing.printing.figures import print_result

    return print_result(shown, form, address)


def _numbers_json(shown: ExperimentResult, address: str = "") -> str:
    from kpca_core.drawing.layout import origin_of

    origin = origin_of(shown, address).entries
    return json.dumps({"origin": origin, **shown.as_dict()}, ensure_ascii=False, indent=2)


def _numbers(original: ExperimentResult, new: ExperimentResult | None) -> None:
    """Draw the numbers of the original beside ours, with the difference."""
    experiment = original.experiment
    published = experiment.published
    terms = explained("λ", "trace", "K̃", "K") if experiment.fraction else explained("λ", "K̃", "K")
    st.header(_("Eigenvalues"), anchor=False, help=terms)
    header = [
        "λ / Σ λ" if experiment.fraction else _("λ of K̃"),
        *([_(experiment.column)] if published else []),
    ]
    header += [
        _("ours"),
        *([_("difference")] if published else []),
        *([_("new draw")] if new else []),
    ]
    rows = []
    for i, label in enumerate(experiment.labels):
        ours = original.values[i]
        row = [label, *([_decimal(published[i])] if published else []), _decimal(ours)]
        row += [_difference(ours - published[i])] if published else []
        row += [_decimal(new.values[i])] if new else []
        rows.append(row)
    st.markdown(markdown_table(header, rows))
    if published:
        said = _("{column}: {source}. All {n} are equal in every digit given.")
        if not original.agrees:
            said = _("{column}: {source}. All {n} are NOT equal in every digit given.")
        column = _(experiment.column)
        named, source = f"{column[0].upper()}{column[1:]}", _(experiment.published_by)
        st.caption(said.format(column=named, source=source, n=len(published)))
    for shown, text in (
        (original, _("{n} negative eigenvalues: {listed}, …")),
        (new, _("{n} negative eigenvalues on the new draw: {listed}, …")),
    ):
        if shown is not None and len(negative := shown.decompositions[0].negative):
            listed = ", ".join(_decimal(value) for value in negative[:3])
            st.caption(
                text.format(n=len(negative), listed=listed),
                help=explained("negative eigenvalue"),
            )


def _claims(
    place: Any, original: ExperimentResult, new: ExperimentResult | None, band: Band | None
) -> None:
    """Draw what the text says, what is found, and how often it is found."""
    with place.container():
        st.header(_("What the text says, measured"), anchor=False)
        others = new.claims if new else (None,) * len(original.claims)
        for i, (claim, other) in enumerate(zip(original.claims, others, strict=True)):
            st.markdown(f"{verdict(claim.holds)} {claim.statement}", help=readable(claim.criterion))
            lines = [_("Here: {measured}").format(measured=readable(claim.measured))]
            if other is not None:
                lines.append(
                    _("New draw {verdict} {measured}").format(
                        verdict=verdict(other.holds), measured=readable(other.measured)
                    )
                )
            if band is not None:
                share = percent(band.claim_shares[i])
                lines.append(
                    _("**Holds on {share} of {draws:,} new draws**").format(
                        share=share, draws=band.draws
                    )
                )
            else:
                lines.append(_("Counted on {draws:,} new draws in a moment …").format(draws=DRAWS))
            st.caption("  \n".join(lines))
        letters = re.findall(r"\(([A-Z]) ", " ".join(original.experiment.checks))
        st.caption("  \n".join(f"**{one}** {_(SOURCES[one])}" for one in dict.fromkeys(letters)))


def _drawn(experiment: Experiment) -> None:
    """Compute the band of a figure, as work that all who wait for it share."""
    wanted = progress()

    def note(done: int, total: int, what: str) -> None:
        _progress[experiment.name] = done, total
        report(wanted, done, total, what)

    _bands[experiment.name] = monte_carlo(experiment, DRAWS, note)


def _band(original: ExperimentResult) -> Band:
    """Draw the variation of the eigenvalues over many new draws of the points."""
    st.header(
        _("How much is the sample: {draws:,} new draws").format(draws=DRAWS),
        anchor=False,
        help=_(
            "Each row has its own scale: the line holds the middle {share} of the draws, the bar "
            "the middle half, the gap in it is the median."
        ).format(share=MIDDLE),
    )
    name = original.experiment.name
    # As high as `band_chart` makes it.
    with reserved("band", height=78 + 26 * len(original.experiment.labels)):
        place = st.empty()
    if name not in _bands:

        def draw() -> None:
            if name in _progress:
                done, total = _progress[name]
                text = _("{done:,} of {total:,} new draws").format(done=done, total=total)
                place.progress(done / total, text=text)

        place.progress(0.0, text=_("0 of {draws:,} draws").format(draws=DRAWS))
        asked(name, ("band", name), lambda: _drawn(original.experiment), BAND_COST, draw)
    band = _bands[name]
    low, high = band.quantiles[0], band.quantiles[-1]
    described = "; ".join(
        _("{label} between {low} and {high}").format(label=label, low=_decimal(a), high=_decimal(b))
        for label, a, b in zip(original.experiment.labels, low, high, strict=True)
    )
    if not is_painted():
        return band
    from kpca_core.drawing.charts.bands import band_chart

    with place.container():
        figure = band_chart(band, original.values, template=template())
        # Beside the names there is room for both limits and the bar between them.
        with scrolling("band", round(figure.layout.margin.l) + 190, 760):
            chart(
                figure,
                "band",
                _("{share} of {draws} draws have {values}.").format(
                    share=MIDDLE, draws=band.draws, values=described
                ),
            )
        if len(band.below):
            varying = high - low > 1e-9
            inside = (band.below >= 0.025) & (band.below <= 0.975)
            st.caption(
                _(
                    "{n} of the {varying} eigenvalues of the original that vary lie within the "
                    "middle {share} of the draws."
                ).format(n=(inside & varying).sum(), varying=varying.sum(), share=MIDDLE)
            )
    return band


def _difference(value: float) -> str:
    return f"{round(value, DECIMALS + 1) + 0.0:+.{DECIMALS + 1}f}".replace("-", "−")


def _decimal(value: float) -> str:
    return f"{value:.{DECIMALS}f}".replace("-", "−")
