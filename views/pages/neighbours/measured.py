"""What is measured on the page "Neighbours" when a reader asks for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from kpca_core._support.words import _
from kpca_core.drawing.canvas.words import readable
from kpca_core.neighbours import ClassifierErrors, classifier_errors
from views.hosts.streamlit.background import INTERVAL, draw_progress
from views.pages.neighbours.solving import Measured, Measuring, limited, points_of
from views.pages.neighbours.state import NeighboursState
from views.pages.saying import markdown_table, percent, plain
from views.remembered import Remembered
from views.words import neighbours as words
from views.work import Estimate

# Session entries: the run that measures, and whether the classifiers were asked for.
RUN, ASKED = "measuring of neighbours", "classifiers asked for"
# Components that the linear machine sees.
COUNTS = (1, 2, 4, 8, 16, 32)


def draw_measures(state: NeighboursState) -> None:
    """Draw the button, the progress, and a row a method."""
    run: Measuring | None = st.session_state.get(RUN)
    if run is not None and not _is_of(run, state):
        run.stop()
        run = None
    if run is None or not run.running:
        st.button(_(words.MEASURE), on_click=_measure, args=(state,))
    if run is None:
        return
    if run.running:
        st.fragment(_watch, run_every=INTERVAL)(run)
        return
    if run.trouble:
        st.warning(plain(_(run.trouble)))
    _table(run)


def _is_of(run: Measuring, state: NeighboursState) -> bool:
    same = run.state.problem == state.problem
    return same and run.state.methods == state.methods


def _measure(state: NeighboursState) -> None:
    st.session_state[RUN] = Measuring(state)


def _watch(run: Measuring) -> None:
    draw_progress(run)
    _table(run)


def _table(run: Measuring) -> None:
    if not run.rows:
        return
    rows = [[_(words.NAMES[key]), *_cells(one)] for key, one in run.rows.items()]
    st.markdown(markdown_table([_(head) for head in words.HEADS], rows))
    st.caption(_(words.MEASURED))


def _cells(one: Measured) -> list[str]:
    starts = _("{change} of {n}").format(change=_difference(one.starts), n=one.compared)
    features = "–" if np.isnan(one.features) else f"{one.features:.0f}"
    errors = ("–" if np.isnan(e) else percent(e, 1) for e in (one.fitted, one.held))
    return [_difference(one.number), starts, features, _difference(one.rotation), *errors]


def _difference(value: float) -> str:
    if np.isnan(value):
        return "–"
    return "0" if value < 1e-6 else readable(f"{value:.2g}")


def _classified(state: NeighboursState) -> ClassifierErrors:
    fitted = points_of(state)
    other = replace(state, data=replace(state.data, seed=(state.data.seed or 0) + 1))
    held = points_of(replace(other, points=type(state.points)()))
    kernel = state.kernel.build()
    return classifier_errors(
        kernel, fitted.X, fitted.labels, held.X, held.labels, COUNTS, progress=limited()
    )


classified: Remembered[NeighboursState, ClassifierErrors] = Remembered(
    _classified, max_entries=32, cost=lambda state: Estimate(1.0, 2e7)
)


def draw_classifier(state: NeighboursState) -> None:
    """Draw the errors of both machines, where the points have labels."""
    if len(np.unique(points_of(state).labels)) < 2:
        return
    with st.expander(_(words.CLASSIFIER)):
        st.caption(_(words.CLASSIFIED))
        if not st.session_state.get(ASKED):
            st.button(_(words.MEASURE), key="classifiers", on_click=_ask)
            return
        found = classified(state.problem)
        heads = [_("components"), *map(str, found.counts), _("nonlinear machine")]
        errors = [percent(error, 1) for error in (*found.components, found.machine)]
        st.markdown(markdown_table(heads, [[_("wrong"), *errors]]))


def _ask() -> None:
    st.session_state[ASKED] = True
