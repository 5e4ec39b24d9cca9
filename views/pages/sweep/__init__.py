"""The page "Sweep": one parameter of the kernel over a range, solved, followed and played."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.background import INTERVAL, draw_progress
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import settings_on_paper
from views.hosts.streamlit.printing import address_of, file_button
from views.hosts.streamlit.widgets import current, draw, number_box, select
from views.pages.explore.sidebar import draw_choice, draw_points
from views.pages.saying import plain
from views.pages.sweep.compared import draw_compared
from views.pages.sweep.downloads import file_html, sweep_csv
from views.pages.sweep.origin import file_name
from views.pages.sweep.played import draw_player
from views.pages.sweep.solving import SweepRun, sweeps
from views.pages.sweep.state import SweepState
from views.words.glossary import explained
from views.words.sweep import DO, NAME, NOTHING, PRECISION, STOPPED, WHAT

RUN = "sweep"


def page() -> None:
    state = current(SweepState)
    draw_head(state, NAME, WHAT, DO)
    sidebar(state)
    _grid = state.grid  # a range without length is said before anything else
    found = sweeps.known(state.problem)
    if found is None:
        run = run_of(state.problem)
        if run.running:
            run.wait(INTERVAL)
        if run.running:
            st.fragment(draw_progress, run_every=INTERVAL)(run)
        elif run.trouble:
            st.warning(plain(_(STOPPED) if run.trouble == run.stopped else run.trouble))
            st.button(_("Solve"), type="primary", on_click=st.session_state.pop, args=(RUN, None))
        found = sweeps.known(state.problem)
    if found is not None and not np.isfinite(found.found.eigenvalues).any():
        st.info(_(NOTHING))
    elif found is not None:
        draw_player(state)
        st.caption(
            _(PRECISION),
            help=explained(
                "identity of a function",
                "near-degenerate",
                "effective rank",
                "alignment",
                "separation",
            ),
        )
        draw_compared(state)
        draw_downloads(state)
    settings_on_paper(state)


def sidebar(state: SweepState) -> None:
    """Draw the widgets that a reader sets the state with."""
    kernel = state.kernel
    with st.sidebar:
        select(state, state.data.field("data"))
        draw_points(state)
        st.divider()
        draw_choice(state, kernel, convention={})
        if len(state.field("parameter").options) > 1:
            select(state, "parameter")
        for parameter in kernel.family.parameters:
            if parameter.key != state.parameter:
                number_box(state, parameter)
        draw(state, ("start", "stop"))
        st.divider()
        draw(state, "values", "components", "centred")


def run_of(problem: SweepState) -> SweepRun:
    """Return this reader's run of these settings; another one is replaced."""
    run: SweepRun | None = st.session_state.get(RUN)
    if run is None or run.state != problem or not (run.running or run.trouble):
        run = st.session_state[RUN] = SweepRun(problem)
    return run


def draw_downloads(state: SweepState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed."""
    row, address = st.container(horizontal=True, gap="small"), address_of(state)
    name = file_name(state, "sweep")
    file_button(
        row, _("Stand-alone HTML"), partial(file_html, state, address), f"{name}.html",
        help=_("Slider, charts and maps in one file that needs no server and no network."),
    )  # fmt: skip
    table = partial(sweep_csv, state, address)
    file_button(row, _("Eigenvalues and measures CSV"), table, f"{name}.csv")
