"""The page "Method": kernel PCA derived step by step, on points that a reader moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.page import guarded, settings_on_paper, theme
from views.hosts.streamlit.widgets import current, draw, draw_next, visits
from views.pages.explore.sidebar import draw_choice
from views.pages.method.downloads import draw_downloads
from views.pages.method.drawing import draw_answer, draw_bar, draw_figure
from views.pages.method.state import MethodState
from views.pages.method.steps import STEPS, MethodStep
from views.pages.saying import plain
from views.words.method import (
    ALONE,
    DO,
    MOVED_BACK,
    NAME,
    PREDICT,
    WHAT,
)
from views.words.sources import explain_letters

KERNEL_FORMULA = "KERNEL"


def page(pages: Mapping[str, Any]) -> None:
    """Draw the page; `pages` are those of Streamlit that steps lead to, by their names."""
    state = current(MethodState)
    draw_head(state, NAME, WHAT, DO)
    guarded(draw_downloads)(state)
    with st.container(key="method-controls"):
        draw_bar(state)
    sidebar(state)
    alone, known = state.show in state.steps, set[str]()
    for number, name in enumerate(state.steps, 1):
        if not alone or name == state.show:
            guarded(_step)(state, STEPS[name], number, pages, known)
    settings_on_paper(state)


def sidebar(state: MethodState) -> None:
    """Draw the widgets that a reader sets the state with."""
    with st.sidebar:
        draw(state, "data", ("n", "seed"))
        if state.moved:
            back = replace(state, moved=())
            st.button(
                _(MOVED_BACK), on_click=draw_next, args=(back,), disabled="moved" in state.lock
            )
        st.divider()
        draw_choice(state, state.kernel)
        st.divider()
        draw(state, "answers")


def _step(
    state: MethodState, step: MethodStep, number: int, pages: Mapping[str, Any], known: set[str]
) -> None:
    with st.container(key=f"method-step-{step.name}"):
        st.header(f"{number}. {_(step.title)}", anchor=step.name)
        row = st.container(horizontal=True, gap="medium", key=f"method-row-{step.name}")
        # The figure has the rest of the row, or a row of its own.
        words = row.container(width=410, gap="xsmall", key=f"method-words-{step.name}")
        figure = row.container(width="stretch", key=f"method-figure-{step.name}")
        with words:
            st.container(key=f"method-text-{step.name}").markdown(_(step.text))
            _cite(f"{step.name}-text", "", explain_letters(step.text, known))
            for k, formula in enumerate(step.formulas):
                latex = formula.coloured(theme())
                st.latex(state.kernel.family.formula if latex == KERNEL_FORMULA else latex)
                meaning = explain_letters(formula.source, known)
                _cite(f"{step.name}-{k}", plain(_(formula.source)), meaning)
            st.markdown(f"**{_(PREDICT)}** {_(step.question)}")
            draw_answer(state, step.name)
            below = st.container(horizontal=True, key=f"method-below-{step.name}")
            if not state.show:
                alone = replace(state, show=step.name)
                below.button(_(ALONE), key=f"alone {step.name}", on_click=draw_next, args=(alone,))
            if step.link:
                below.page_link(
                    pages[step.link["page"]],
                    label=_(step.link["label"]),
                    query_params=in_language(_there(state, step)) or None,
                )
        with figure:
            if step.figure == "classify":
                draw(state, "task")
            draw_figure(state, step.name)


def _cite(key: str, source: str, meaning: str) -> None:
    """Draw where a text or a formula comes from, with the meaning of letters that occur first."""
    if said := "  \n".join(filter(None, (source, meaning))):
        st.container(key=f"method-source-{key}").caption(said)


def _there(state: MethodState, step: MethodStep) -> Mapping[str, str]:
    """Return the address of the page that a step leads to: the same kernel where it has that."""
    known = visits().get(step.link["page"])
    kernel = {one.key: one.write(value) for one, value in state.kernel.settings}
    return {
        **(known.address if known else {}),
        **(kernel if step.link["page"] == "explore" else {}),
    }
