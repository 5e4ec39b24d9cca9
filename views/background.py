"""Work too long for one drawing of a page: a thread computes, the page watches and stops it."""

from __future__ import annotations

import time
from threading import Event, Thread

from kpca_core.progress import Cancelled
from views.page import told

# Seconds after which work that no page looks at stops: its reader has left. Browsers wake a hidden
# page once a minute.
PATIENCE = 150.0


class Background:
    """`work` in a thread of its own, from `start` on.

    done, total, doing   the last report of progress
    trouble              why it ended early, or ""
    """

    done: int = 0
    total: int = 1
    doing: str = "starting"
    trouble: str = ""
    stopped: str = "Stopped."  # the trouble of work that was stopped

    def start(self) -> None:
        self._stop = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self.watched()
        self._thread.start()

    def work(self) -> None:
        """What is to be done, with `report` as its progress."""
        raise NotImplementedError

    def report(self, done: int, total: int, what: str) -> bool:
        """Note the progress; False if the work has to stop."""
        self.done, self.total, self.doing = done, max(1, total), what
        return not self._stop.is_set() and time.monotonic() - self._seen < PATIENCE

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def watched(self) -> None:
        """Tell the work that its reader is still there."""
        self._seen = time.monotonic()

    def stop(self) -> None:
        """Stop at the next report of progress; what is known stays."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Return when the work is over, or after that time."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.work()
        except Cancelled:
            self.trouble = self.stopped
        except Exception as error:
            self.trouble = told(error)
