"""Work that takes longer than one run of a page, which shows its progress meanwhile."""

from __future__ import annotations

from contextlib import suppress
from threading import Event

import streamlit as st

from kpca_core._support.progress import Cancelled
from kpca_core._support.words import N_, _, plural
from views.hosts.streamlit.page import message_of
from views.hosts.streamlit.sessions import has_left, session
from views.hosts.streamlit.turns import turn
from views.hosts.streamlit.work import WORK, Estimate, Replaced, progress

# Seconds between two updates of the progress on a page.
INTERVAL = 0.4


class Background:
    """`work` as bounded work from `start` on, until its session has left.

    Attributes
    ----------
    done, total, doing
        the last report of progress
    trouble
        why the work ended early, or ""; to be translated where it is `stopped`
    stopped
        the trouble of work that was stopped, in English
    """

    done: int = 0
    total: int = 1
    trouble: str = ""
    stopped: str = N_("Stopped.")

    def start(self) -> None:
        """Queue the work; it replaces this reader's earlier work of the same class."""
        self._stop, self._doing = Event(), ""
        self._session = session()
        self._ticket = WORK.ask(
            self._session or str(id(self)),
            type(self).__name__,
            id(self),
            self._run,
            self.cost(),
            interrupt=True,
        )

    def cost(self) -> Estimate:
        """Estimate the work."""
        raise NotImplementedError

    def work(self) -> None:
        """Do the work, calling `report` as it goes."""
        raise NotImplementedError

    def report(self, done: int, total: int, what: str) -> bool:
        """Note the progress; return False if the work has to stop."""
        self.done, self.total, self._doing = done, max(1, total), what
        wanted = progress()
        return (
            not self._stop.is_set()
            and not has_left(self._session)
            and (wanted is None or wanted(done, total, what) is not False)
        )

    @property
    def doing(self) -> str:
        """The current step or, while it waits, the number of computations that come first."""
        place = WORK.place(self._ticket)
        if self._doing or not place:
            return self._doing or _("waiting for a free processor")
        return plural(
            "waiting for a free processor, {place} comes before",
            "waiting for a free processor, {place} come before",
            place,
        ).format(place=place)

    @property
    def running(self) -> bool:
        """Whether the work is queued or in progress."""
        return not self._ticket.future.done()

    @property
    def said(self) -> str:
        """The text beside the progress bar."""
        return self.doing

    def stop(self) -> None:
        """Stop at the next report of progress; what is known stays."""
        self._stop.set()
        if not self._doing:
            self.trouble = self.stopped
            WORK.drop(self._ticket)

    def wait(self, seconds: float) -> None:
        """Wait until the work is over, at most `seconds`."""
        with suppress(TimeoutError, Replaced):
            self._ticket.future.result(seconds)

    def _run(self) -> None:
        try:
            self.work()
        except Cancelled:
            self.trouble = self.stopped
        except Exception as error:
            self.trouble = message_of(error)


@turn()
def draw_progress(work: Background) -> None:
    """Draw the progress and a button that stops the work; rerun the page when it is over.

    For fragments that run again after INTERVAL.
    """
    if not work.running:
        st.rerun()
    row = st.container(horizontal=True, gap="medium", vertical_alignment="center")
    row.progress(min(1.0, work.done / work.total), work.said)
    row.button(
        _("Stop"), on_click=work.stop, width=130, icon=":material/stop:",
        key=f"stop {type(work).__name__}",
    )  # fmt: skip
