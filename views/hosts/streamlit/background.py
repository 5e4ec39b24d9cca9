"""Work that takes longer than one run of a page, which shows its progress meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from threading import Event, Lock
from typing import Any, Literal

import streamlit as st

from kpca_core._support.progress import Cancelled, Progress, report
from kpca_core._support.words import N_, _, plural
from views.hosts.streamlit.page import guarded, in_callback
from views.hosts.streamlit.sessions import has_left, session
from views.hosts.streamlit.turns import paused
from views.hosts.streamlit.work import WORK, Replaced
from views.pages.saying import message_of, plain
from views.scene import Run, Scene, Work
from views.work import progress, working

# Seconds between two updates of the progress on a page.
INTERVAL = 0.4


# Session entry: the runs of this session by name and token, the newest last.
RUNS = "work in the background"
# Runs of a name that undo can go back to.
MOST_KEPT = 8


class Task(Run):
    """A run of `scene.Work`, as bounded work, until its session has left."""

    def __init__(self, work: Work) -> None:
        super().__init__(is_running=True)
        self.work, self.done, self.total, self.doing = work, 0, 1, ""
        self._wanted: Progress | None = None
        self._stop, self._session, self._trouble = Event(), session(), ""
        self._ticket = WORK.ask(
            self._session or str(id(self)), work.name, id(self), self._do, work.cost,
            interrupt=True,
        )  # fmt: skip

    def look(self) -> Task:
        """Bring `is_running` and `trouble` up to date; returns the run."""
        self.is_running = not self._ticket.future.done()
        if not self.is_running:
            if isinstance(self._ticket.future.exception(), Replaced):
                self._trouble = self._trouble or STOPPED
            # What they hold may be large, and blocks that follow have their own.
            self.work = replace(self.work, do=_nothing, show=_nothing_shown, place=())
        stopped = self.work.stopped or N_("Stopped.")
        self.trouble = _(stopped) if self._trouble == STOPPED else self._trouble
        return self

    @property
    def has_ended_well(self) -> bool:
        """Whether the work is done, as `look` has found."""
        return not (self.is_running or self.trouble)

    @property
    def said(self) -> str:
        """The text beside the progress bar: the step, or how many computations come first."""
        place = WORK.place(self._ticket)
        if self.doing or not place:
            return self.doing or _("waiting for a free processor")
        return plural(
            "waiting for a free processor, {place} comes before",
            "waiting for a free processor, {place} come before",
            place,
        ).format(place=place)

    def stop(self) -> None:
        """Stop at the next report of progress; what is known stays."""
        self._stop.set()
        if not self.doing:
            self._trouble = STOPPED
            WORK.drop(self._ticket)

    def wait(self, seconds: float) -> None:
        """Wait until the work is over, at most `seconds`; meanwhile other pages may draw."""
        with paused(), suppress(TimeoutError, Replaced):
            self._ticket.future.result(seconds)

    def _report(self, done: int, total: int, what: str) -> bool:
        self.done, self.total, self.doing = done, max(1, total), what
        return (
            not self._stop.is_set()
            and not has_left(self._session)
            and (self._wanted is None or self._wanted(done, total, what) is not False)
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Wait for those of other readers, where one runs at a time."""
        if not self.work.is_alone:
            yield
            return
        with _locking:
            lock = _alone.setdefault(self.work.name, Lock())
        while not lock.acquire(timeout=INTERVAL):
            report(self._report, 0, 1, _("waiting for that of another reader"))
        try:
            yield
        finally:
            lock.release()

    def _do(self) -> None:
        self._wanted = progress()
        try:
            with working(self._report), self._alone():
                self.work.do(self.found, self._report)
        except Cancelled:
            self._trouble = STOPPED
        except Exception as error:
            self._trouble = message_of(error)


def _nothing(found: dict[str, Any], ask: Progress) -> None:
    """Do nothing."""


def _nothing_shown(run: Run | None) -> Scene:
    return ()


# Why work ended that was stopped.
STOPPED = "stopped"
# The locks of work of which one runs at a time, by name.
_alone: dict[str, Lock] = {}
_locking = Lock()


def draw_work(work: Work, draw: Callable[[Scene], None], patience: float = 0.0) -> None:
    """Draw what begins work, its progress, and what it finds.

    Parameters
    ----------
    draw
        draws blocks
    patience
        seconds for which work that has just begun by itself is awaited first
    """
    run = _run_of(work)
    if run is not None and work.is_remembered and run.look().has_ended_well:
        st.session_state[RUNS].pop((work.name, work.token), None)
        run = None
    if run is None and (work.at_once or not work.start):
        run = _keep(Task(work))
        run.wait(patience)
    if run is not None and run.look().trouble and not run.is_running and not work.is_second:
        st.warning(plain(run.trouble))
    if not work.is_second and (work.place or _begins(work, run)):
        with _row_of(work):
            draw(work.place)
            _draw_start(work, run)
            if work.note:
                st.caption(work.note)
    if run is not None and run.is_running:
        st.fragment(guarded(_watch), run_every=INTERVAL)(run, work, draw)
        return
    draw(work.show(run))


def _run_of(work: Work) -> Task | None:
    """Return the run of the work, None where it was not begun or did not end by itself.

    One of the same name with another token is stopped.
    """
    runs: dict[tuple[str, str], Task] = st.session_state.setdefault(RUNS, {})
    newest = next((one for one in reversed(runs.values()) if one.work.name == work.name), None)
    if newest is None or work.is_kept or newest.work.token == work.token:
        return newest
    if newest.look().is_running or newest.trouble:
        runs.pop((newest.work.name, newest.work.token)).stop()
    found = runs.get((work.name, work.token))
    return None if found is None else _keep(found)


def _keep(run: Task) -> Task:
    """Put a run behind the others of this session, and return it."""
    runs, name = st.session_state[RUNS], run.work.name
    runs.pop((name, run.work.token), None)
    runs[name, run.work.token] = run
    for old in [key for key in runs if key[0] == name][:-MOST_KEPT]:
        del runs[old]
    return run


def _row_of(work: Work) -> AbstractContextManager[Any]:
    """Return a row for what stands beside the button, nothing where that is alone."""
    if not (work.place or work.note):
        return nullcontext()
    align: Literal["bottom", "center"] = "bottom" if work.place else "center"
    return st.container(horizontal=True, gap="medium", vertical_alignment=align)


def _begins(work: Work, run: Task | None) -> bool:
    """Whether there is a button that begins the work."""
    over = run is None or (not run.is_running and (work.again or bool(run.trouble)))
    return bool(work.start) and over


def _draw_start(work: Work, run: Task | None) -> None:
    st.button(
        work.start, key=f"begin {work.name}", on_click=in_callback,
        args=(lambda: _keep(Task(work)),), help=work.help, icon=work.icon,
        type="primary" if work.primary else "secondary",
        disabled=run is not None and run.is_running, width=work.width,
    )  # fmt: skip


def _watch(run: Task, work: Work, draw: Callable[[Scene], None]) -> None:
    """Draw the progress of a run and what it has found; rerun the page when it is over."""
    if not run.look().is_running:
        st.rerun()
    if not work.is_second:
        row = st.container(horizontal=True, gap="medium", vertical_alignment="center")
        row.progress(min(1.0, run.done / run.total), run.said)
        row.button(
            _("Stop"), on_click=run.stop, width=130, icon=":material/stop:",
            key=f"stop {work.name}",
        )  # fmt: skip
    draw(work.show(run))
