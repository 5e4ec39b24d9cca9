"""A page's state between the address, the widgets and the session.

The session remembers every page that was visited: its state, the states before it, and the value
of every setting, also of kernels and data sets that are not chosen now. Widgets show the state and
report changes; what they hold is read into the state at the start of the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.private import moved_through_history
from views.state.fields import Choice, Field, Number, Several, Switch, Text, widget_of
from views.state.settings import State
from views.stories.tours import Tour, tour_at
from views.visits import Visit
from views.words.entrance import LOCKED

S = TypeVar("S", bound=State)

# Session entries: what is remembered of each page by its name, the name of the page that was drawn
# last, a state to be drawn next, and the number of the newest message that the session has had.
PAGES, DRAWN, NEXT = "pages visited", "page drawn", "state to be drawn"
NEWEST = "newest message"
# Session entries: the address that the browser is to have, and the page drawn to the end last.
WRITTEN = "address written"
WHOLE = "page drawn to the end"
# Steps of a slider over a number.
SLIDER = 100
# Session entry: whether the reader is editing a tour.
EDITING = "editor of the tour"
# Session entry: why the tour that was sent last is none.
TROUBLE = "trouble of the tour"


@dataclass
class WidgetVisit(Visit):
    """What the session remembers of one page, with its widgets.

    Parameters
    ----------
    suggested
        what a widget shows for the value None, by its widget
    drawn
        whether its widgets were drawn to the end once
    just_set
        what the run before set by widget, where it was the first of this visit or was given a state
    """

    suggested: dict[str, Any] = field(default_factory=dict)
    drawn: bool = False
    just_set: dict[str, Any] = field(default_factory=dict)


def visits() -> dict[str, WidgetVisit]:
    """Return what the session remembers, by the names of the pages."""
    pages: dict[str, WidgetVisit] = st.session_state.setdefault(PAGES, {})
    return pages


def newest() -> int:
    """Return the number of the newest message that the session has had, 0 for none."""
    number: int = st.session_state.get(NEWEST, 0)
    return number


def visit_of(page: type[State]) -> WidgetVisit:
    """Return what the session remembers of this page."""
    return visits().setdefault(page.page, WidgetVisit())


def current(page: type[S]) -> S:
    """Return what is set on this page, and write it into the address.

    The address decides where a reader comes to the page or moves through the browser's history,
    a state given to `draw_next` in the run after it, and else the widgets.
    """
    session, visit = st.session_state, visit_of(page)
    came = session.get(DRAWN) != page.page or moved_through_history()
    asked = st.query_params.to_dict()
    state = session.pop(NEXT, None)
    if not (given := isinstance(state, page)):
        if came or not isinstance(visit.state, page):
            state = visit.open(page, asked)
        else:
            state = set_now(visit, visit.state).with_hand_of(asked)
    before, visit.just_set = visit.just_set, {}
    new = came or session.get(WHOLE) != page.page
    for one, value in state.settings:
        key = widget_of(one)
        visit.values[key] = value
        # Set the value even if it is equal: Streamlit deletes a widget's state when its page is
        # left, also if a later run overtook the first run of this page.
        # The run after one that was given its values sets again what differs now, because the
        # browser may have returned to the value of the run before. It sets no other: that would
        # discard text that is typed in a box and not yet entered.
        if new or value != before.get(key, value) or session.get(key, visit) != value:
            session[key] = value
        if came or given:
            visit.just_set[key] = value
    visit.state, visit.address = state, state.address()
    written = in_language(visit.address)
    session[DRAWN] = page.page
    # What the browser says may be from before the address that was written last.
    if written != asked or (not came and written != session.get(WRITTEN)):
        st.query_params.from_dict(written)
    session[WRITTEN] = written
    return state


def set_now(visit: WidgetVisit, shown: S) -> S:
    """Return the state that a page's widgets hold, which were drawn for the state `shown`."""
    _read_widgets(visit, shown)

    def value(one: Field) -> Any:
        return visit.values.get(widget_of(one), one.default)

    visit.values |= {widget_of(one): found for one, found in shown.followed(value)}
    # Where nothing was set, what follows from the state need not be found again.
    if shown.is_closed and shown.settings == [(one, value(one)) for one, _now in shown.settings]:
        return shown
    return shown.of(value).in_context_of(shown)


def _read_widgets(visit: WidgetVisit, shown: State) -> None:
    for one, now in shown.settings:
        key = widget_of(one)
        if key in st.session_state and not shown.fixed(one):
            value = st.session_state[key]
            same = type(value) is type(now) and value == now
            if not (same or _is_of(one, value)):
                continue
            suggested = key in visit.suggested and value == visit.suggested[key]
            visit.values[key] = None if suggested else value


def _is_of(one: Field, value: Any) -> bool:
    """Whether a widget can have this value: a program in a browser's place sends others, too."""
    if isinstance(one, Choice):
        return value in one.options
    return value is None or one.parse(one.write(value)) is not None


def take_early_changes() -> None:
    """Run the page again if a widget held a change already when it was drawn first.

    Readers may change a widget while the page of a server that was restarted is being drawn. The
    session then knows its value only once it has drawn the widget.
    """
    st.session_state[WHOLE] = st.session_state.get(DRAWN, "")
    visit = visits().get(st.session_state[WHOLE])
    if visit is None or visit.state is None or visit.drawn:
        return
    visit.drawn, before = True, visit.values.copy()
    _read_widgets(visit, visit.state)
    if visit.values != before:
        st.rerun()


def begins_afresh(page: type[State]) -> bool:
    """Return whether the picture now is that of a page just opened; the next one follows it."""
    visit = visit_of(page)
    afresh, visit.afresh = visit.afresh, False
    return afresh


def draw_next(state: State | None) -> None:
    """Let the next run of the page draw this state, whatever its widgets hold; None: as they do."""
    if state is not None:
        st.session_state[NEXT] = state


def _tour_on_screen() -> Tour | None:
    with suppress(ValueError):
        return tour_at(text) if (text := st.query_params.get("tour")) else None
    return None


class PageLinks:
    """The sidebar's links to all pages, with the settings that were left there.

    Streamlit's own navigation would carry the address of the page that is left to the next one.
    Pages that a tour hides have none, but for the lecturer who is editing it.
    """

    def __init__(self, sections: Mapping[str, Mapping[str, Any]]) -> None:
        """Reserve their places: of each `st.Page` by the name of its section and `State.page`."""
        column = st.sidebar.container(gap=None, key="pages")
        self.links: list[tuple[Any, str, Any]] = []
        for title, pages in sections.items():
            column.caption(_(title))
            self.links += [(column.empty(), name, page) for name, page in pages.items()]

    def draw(self) -> None:
        """Draw the links; after the page again, since its settings may have changed."""
        known, tour = visits(), _tour_on_screen()
        hidden = tour.hidden if tour and not st.session_state.get(EDITING) else ()
        here = st.session_state.get(NEXT)
        if here is None:
            here = known.get(st.session_state.get(DRAWN, ""), Visit()).state
        for place, name, page in self.links:
            if name not in hidden:
                address = known.get(name, Visit()).address_beside(here)
                place.page_link(page, query_params=in_language(address) or None)


# Widgets of fields; of those that a reader sees.


def select(state: State, choice: Choice, locked: bool = False, **more: Any) -> None:
    """Draw a box that offers the options by their labels, the first where the one set is not there.

    Parameters
    ----------
    locked
        whether nothing can be chosen, also where the address does not name this control
    more
        arguments of `st.selectbox`
    """
    usual = {"options": tuple(choice.options), **_common(state, choice, locked), **more}
    if st.session_state[widget_of(choice)] not in usual["options"]:
        st.session_state[widget_of(choice)] = usual["options"][0]
    st.selectbox(format_func=lambda one: _(choice.options[one]), **usual)


def select_slider(state: State, choice: Choice, options: Sequence[str]) -> None:
    """Draw a slider over some of the options."""
    st.select_slider(
        options=options, format_func=lambda one: _(choice.options[one]), **_common(state, choice)
    )


def number_box(
    state: State,
    number: Number,
    step: float | None = None,
    suggested: float | None = None,
    locked: bool = False,
    help: str | None = None,
) -> None:
    """Draw a number box; a logarithmic scale is that of the slider above the panels only.

    Parameters
    ----------
    step
        of the arrows; a tenth of the default's order of magnitude (0.01 for 0.1), 1 for integers
    suggested
        what the value None stands for
    locked
        whether the number cannot be changed, also where the address does not name this control
    """
    kind = int if number.integer else float
    start = suggested if number.default is None else number.default
    usual = 1 if number.integer else float(f"{(start or 1.0) / 10:.0e}")
    if number.default is None:
        _show_suggested(state, number, suggested)
    st.number_input(
        min_value=kind(number.low),
        max_value=kind(number.high),
        step=kind(step or usual),
        format="%d" if number.integer else "%.4g",
        help=help,
        **_common(state, number, locked),
    )


def number_slider(state: State, number: Number) -> None:
    """Draw a slider over the range of a number that has a default; it sets what it is let go at."""
    kind, (low, high) = (int if number.integer else float), (number.low, number.high)
    if not number.log:
        step = 1 if number.integer else float(f"{(high - low) / SLIDER:.0e}")
        st.slider(min_value=kind(low), max_value=kind(high), step=step, **_common(state, number))
        return
    factor = (high / low) ** (1 / SLIDER)
    between = (kind(float(f"{low * factor**k:.2g}")) for k in range(1, SLIDER))
    inside = {one for one in between if low <= one <= high}
    options = sorted({kind(low), kind(high), st.session_state[widget_of(number)], *inside})
    st.select_slider(options=options, format_func="{:.4g}".format, **_common(state, number))


def several(
    state: State,
    one: Several,
    options: tuple[int, ...],
    names: Callable[[int], str] | None = None,
) -> None:
    """Draw a box that takes any of the options; the value None stands for all of them.

    With `names` of the options none is chosen where all are meant: there may be many.
    """
    _show_suggested(state, one, [] if names else list(options))
    key = widget_of(one)
    st.session_state[key] = [o for o in options if o in st.session_state[key]]
    more: dict[str, Any] = {"format_func": names, "placeholder": _("All")} if names else {}
    st.multiselect(options=options, **more, **_common(state, one))


def chosen(state: State, one: Field, names: Mapping[str, str], most: int) -> None:
    """Draw a box that takes at most `most` of the options, which are shown by their names."""
    st.session_state[widget_of(one)] = list(st.session_state[widget_of(one)])
    st.multiselect(
        options=tuple(names), format_func=names.__getitem__, max_selections=most,
        **_common(state, one),
    )  # fmt: skip


def pick(state: State, one: Number, options: Mapping[int, str], suggested: int) -> None:
    """Draw a box that offers whole numbers by their names.

    Parameters
    ----------
    suggested
        what the value None stands for; also shown where the value is not offered
    """
    _show_suggested(state, one, suggested)
    if st.session_state[widget_of(one)] not in options:
        st.session_state[widget_of(one)] = suggested
    st.selectbox(options=tuple(options), format_func=options.__getitem__, **_common(state, one))


def text_box(state: State, one: Text, help: str | None = None) -> None:
    """Draw a box for a line of text."""
    st.text_input(help=help, max_chars=one.longest, **_common(state, one))


def choose_text(state: State, one: Text, options: Sequence[str], usual: str) -> None:
    """Draw a box that offers lines of text; the empty one under the name `usual`."""
    known = dict.fromkeys(("", *options, st.session_state[widget_of(one)]))
    st.selectbox(
        options=tuple(known), format_func=lambda text: text or usual, **_common(state, one)
    )


def switch(state: State, one: Switch) -> None:
    """Draw a toggle."""
    st.toggle(help=_(one.help), **_common(state, one))


def _show_suggested(state: State, one: Field, suggested: Any) -> None:
    """Let the widget of a setting that is None show what that stands for."""
    visit, key = visit_of(type(state)), widget_of(one)
    visit.suggested[key] = suggested
    if visit.values.get(key) is None:
        st.session_state[key] = suggested


def _common(state: State, one: Field, locked: bool = False) -> dict[str, Any]:
    """Return the arguments of every widget."""
    locked = locked or one.key in state.lock
    return {
        "label": f"{_(one.label)} {_(LOCKED)}" if locked else _(one.label),
        "key": widget_of(one),
        "disabled": locked,
        "persist_state": "page",
    }
