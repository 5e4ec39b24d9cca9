"""The page "Neighbours": kernel PCA and what it is compared with, on the same points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from kpca_core._support.arrays import Array
from kpca_core._support.words import _, plural
from kpca_core.drawing.canvas.figure_frame import Sheet, Tile, maps, scatters
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.screen import legend_of
from kpca_core.neighbours import METHODS
from kpca_core.spectrum import aligned_signs
from views.hosts.streamlit.background import INTERVAL, draw_progress
from views.hosts.streamlit.drawing import beside
from views.hosts.streamlit.figures import draw_figure
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import guarded, settings_on_paper
from views.hosts.streamlit.widgets import (
    NEXT,
    chosen,
    current,
    draw,
    draw_next,
    number_box,
    select,
    select_slider,
)
from views.pages.explore.points import MOST_IN_ADDRESS
from views.pages.explore.sidebar import draw_choice, draw_points
from views.pages.explore.solving import dataset_of
from views.pages.neighbours.measured import draw_classifier, draw_measures
from views.pages.neighbours.solving import (
    Fitted,
    Problem,
    Shown,
    Training,
    fits,
    is_heavy,
    points_of,
    shown_at,
)
from views.pages.neighbours.state import (
    MOST,
    STEPS,
    NeighboursState,
)
from views.pages.neighbours.taken import draw_taken
from views.pages.saying import plain
from views.words import neighbours as words
from views.words.entrance import edited_points

# Session entries: the run of heavy methods, and the step that is played; none while nothing plays.
RUN, PLAYED = "training of neighbours", "step of the training played"
# Seconds between two steps that are played.
BEAT = 0.25


def page() -> None:
    state = current(NeighboursState)
    draw_head(state, words.NAME, words.WHAT, words.DO)
    sidebar(state)
    known = _draw_runs(state)
    data = points_of(state)
    if (total := len(state.points.applied(dataset_of(state.data)).X)) > len(data.X):
        st.caption(words.some(len(data.X), total))
    draw(state, "marked")
    _draw_player(state)
    st.fragment(guarded(draw_figures), run_every=BEAT if PLAYED in st.session_state else None)(
        state, known
    )
    _draw_sentences(state, known)
    draw_measures(state)
    draw_classifier(state)
    settings_on_paper(state)


def sidebar(state: NeighboursState) -> None:
    """Draw the widgets that a reader sets the state with."""
    with st.sidebar:
        chosen(state, "methods", {key: _(name) for key, name in words.NAMES.items()}, MOST)
        draw(state, ("features", "start"))
        if state.features > 1:
            draw(state, "feature")
        st.divider()
        select(state, state.data.field("data"))
        if state.points:
            said = state.points.words(len(dataset_of(state.data).X))
            many = len(state.points) > MOST_IN_ADDRESS
            st.caption(edited_points(said, many, MOST_IN_ADDRESS))
        draw_points(state)
        draw_taken(state)
        st.divider()
        draw_choice(state, state.kernel)
        for parameter in state.kernel.family.parameters:
            number_box(state, parameter)
        st.divider()
        draw(state, "arrows")


def _draw_runs(state: NeighboursState) -> Mapping[str, Fitted]:
    """Draw what starts and stops heavy methods; return the fits that there are."""
    heavy = [key for key in state.methods if is_heavy(key)]
    waiting = [key for key in heavy if fits.known(Problem(state, key)) is None]
    run: Training | None = st.session_state.get(RUN)
    if run is not None and run.running and run.state.problem == state.problem:
        st.fragment(draw_progress, run_every=INTERVAL)(run)
    elif waiting:
        if run is not None and run.trouble:
            st.warning(plain(_(words.STOPPED) if run.trouble == run.stopped else run.trouble))
        row = st.container(horizontal=True, gap="medium", vertical_alignment="center")
        label = _(words.TRAIN).format(names=_(" and ").join(_(words.NAMES[key]) for key in waiting))
        row.button(label, type="primary", on_click=_train, args=(state,))
        row.caption(_(words.HEAVY))
    return {key: fits(Problem(state, key)) for key in state.methods if key not in waiting}


def _train(state: NeighboursState) -> None:
    st.session_state[RUN] = Training(state)


def _draw_player(state: NeighboursState) -> None:
    row = st.container(horizontal=True, gap="small", vertical_alignment="bottom")
    k, playing = int(state.training), PLAYED in st.session_state
    row.button(_("Restart"), icon=":material/replay:", on_click=_go, args=(state, 0))
    ahead = min(STEPS, k + 1)
    row.button(_("Step"), icon=":material/skip_next:", on_click=_go, args=(state, ahead))
    if playing:
        row.button(_("Pause"), icon=":material/pause:", on_click=_pause, args=(state,))
    else:
        row.button(_("Play"), icon=":material/play_arrow:", on_click=_play, args=(k,))
    row.button(
        _("Another start"), icon=":material/casino:", on_click=_start_anew, args=(state,),
        disabled=state.fixed(state.field("start")),
    )  # fmt: skip
    select_slider(state, "training", tuple(map(str, range(STEPS + 1))), row)


def _go(state: NeighboursState, k: int) -> None:
    st.session_state.pop(PLAYED, None)
    draw_next(replace(state, training=str(k)))


def _play(k: int) -> None:
    st.session_state[PLAYED] = 0 if k == STEPS else k


def _pause(state: NeighboursState) -> None:
    _go(state, st.session_state.get(PLAYED, STEPS))


def _start_anew(state: NeighboursState) -> None:
    draw_next(replace(state, start=(state.start + 1) % (int(state.field("start").high) + 1)))


def draw_figures(state: NeighboursState, known: Mapping[str, Fitted]) -> None:
    """Draw maps and scatters at the step that is set, or at the one that is played."""
    if NEXT in st.session_state:
        st.rerun()
    at = st.session_state.get(PLAYED, int(state.training))
    if PLAYED in st.session_state:
        st.session_state[PLAYED] = at + 1
        if at >= STEPS:
            del st.session_state[PLAYED]
            draw_next(replace(state, training=str(STEPS)))
            st.rerun()
    drawn = {
        key: shown_at(Problem(state, key), at, state.feature)
        for key, one in known.items()
        if one.found is not None
    }
    sheets = _sheets(state, known, drawn)
    if sheets:
        said = ", ".join(_(words.NAMES[key]) for key in drawn)
        text = _("Feature {number} of {names}.").format(number=state.feature, names=said)
        draw_figure("neighbours", sheets, text)
    for key, one in known.items():
        if one.trouble:
            st.warning(plain(f"{_(words.NAMES[key])}: {one.trouble}"))


def _sheets(
    state: NeighboursState, known: Mapping[str, Fitted], drawn: Mapping[str, Shown]
) -> list[Sheet]:
    """Return the maps of features, and the scatters of scores that have two."""
    data = points_of(state)
    signs = _signs(known)
    tiles = [
        _tile(state, key, shown, signs[key][min(state.feature, len(signs[key])) - 1])
        for key, shown in drawn.items()
        if shown.field is not None
    ]
    found = []
    if tiles:
        columns = min(3, len(tiles)) if len(tiles) != 4 else 4
        found.append(maps(tiles, data.region, columns, label=_("Features"), marked=state.marked,
                          groups=legend_of(data.X, data.labels)))  # fmt: skip
    two = {key: shown.scores[:, :2] for key, shown in drawn.items() if shown.scores.shape[1] > 1}
    if two:
        scores = [values * signs[key][:2] for key, values in two.items()]
        names = [_("{name}: scores").format(name=_(words.NAMES[key])) for key in two]
        found.append(scatters(scores, data.labels, names))
    return found


def _signs(known: Mapping[str, Fitted]) -> dict[str, Array]:
    """Return the signs with which features agree with those of the first method (q,)."""
    ends = {key: one.found.scores for key, one in known.items() if one.found is not None}
    centred = {key: values - values.mean(axis=0) for key, values in ends.items()}
    first = next(iter(centred.values()), np.zeros((0, 1)))
    return {key: aligned_signs(values, first) for key, values in centred.items()}


def _tile(state: NeighboursState, key: str, shown: Shown, sign: float) -> Tile:
    name, data = _(words.NAMES[key]), points_of(state)
    field = sign * shown.field if shown.field is not None else None
    return Tile(
        name,
        _("Feature {number} by {method}").format(number=state.feature, method=_(METHODS[key].name)),
        field,
        np.zeros(0) if field is None else even_levels(field),
        points=data.X,
        labels=data.labels,
        images=shown.images if state.arrows else None,
        curves=shown.curves,
    )


def _draw_sentences(state: NeighboursState, known: Mapping[str, Fitted]) -> None:
    """Draw under each method what it took, and what the paper says of it."""
    st.header(_(words.SAID), anchor=False)
    for column, key in zip(beside(len(state.methods), 250, "said"), state.methods, strict=True):
        with column:
            st.markdown(f"**{_(METHODS[key].name)}**")
            one = known.get(key)
            if one is not None and one.found is not None:
                last = one.found.last
                objective = f"{_(one.found.objective)}: {number(last.value)}"
                said = plural(
                    "{n:,} iteration, {seconds:.2f} s; {objective}",
                    "{n:,} iterations, {seconds:.2f} s; {objective}",
                    last.step,
                )
                if not last.step:
                    said = _("{seconds:.2f} s; {objective}")
                st.caption(said.format(n=last.step, seconds=one.seconds, objective=objective))
                if not one.found.converged:
                    st.warning(_(words.NOT_CONVERGED).format(share=100 * one.found.unrest))
            st.markdown("\n".join(_line(sentence) for sentence in words.SENTENCES[key]))
    st.caption(_(words.COUNTED))


def _line(sentence: words.Sentence) -> str:
    place = f" [S] {sentence.place}" if sentence.place else ""
    counts = words.COUNTS.get(sentence.claim, words.ALL)
    said = words.held(counts) if sentence.claim else ""
    return f"- {_(sentence.text)}{place}{said}"
