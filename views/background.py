"""Work that takes longer than one run of a page: a thread computes, the page shows its progress."""

from __future__ import annotations

import time
from threading import Event, Thread

from kpca_core.progress import Cancelled
from views.page import message_of

# Seconds without a look from a page after which work stops: the page has been closed. Browsers let
# a hidden page run once a minute only, so twice that and some more.
PATIENCE = 150.0


class Background:
    """`work` in a thread of its own, from `start` on.

    Attributes
    ----------
    done, total, doing
        the last report of progress
    trouble
        why the work ended early, or ""
    stopped
        the trouble of work that was stopped
    """

    done: int = 0
    total: int = 1
    doing: str = "starting"
    trouble: str = ""
    stopped: str = "Stopped."

    def start(self) -> None:
        """Start the thread."""
        self._stop = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self.watched()
        self._thread.start()

    def work(self) -> None:
        """Do the work, calling `report` as it goes."""
        raise NotImplementedError

    def report(self, done: int, total: int, what: str) -> bool:
        """Note the progress; return False if the work has to stop."""
        self.done, self.total, self.doing = done, max(1, total), what
        return not self._stop.is_set() and time.monotonic() - self._seen < PATIENCE

    @property
    def running(self) -> bool:
        """Whether the thread is at work."""
        return self._thread.is_alive()

    def watched(self) -> None:
        """Note that a page still shows this work."""
        self._seen = time.monotonic()

    def stop(self) -> None:
        """Stop at the next report of progress; what is known stays."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Wait until the work is over, for that many seconds at most."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.work()
        except Cancelled:
            self.trouble = self.stopped
        except Exception as error:
            self.trouble = message_of(error)
