"""A table of the page "Digits" being filled: a thread computes, the page watches and stops it."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from datasets import Digits
from kpca_core.experiments.digits import Cell, Key, Recipe, table_cells
from kpca_core.progress import Cancelled

# Seconds after which a run that no page looks at stops: its reader has left.
PATIENCE = 60.0

# A table takes every processor and, for USPS, 1.4 GB: one at a time for all readers.
_one_table = Lock()


@dataclass(eq=False)
class TableRun:
    """Entries that are not in `cells` yet, computed into it; `trouble` says why it ended early."""

    token: str
    digits: Digits
    recipe: Recipe
    cells: dict[Key, Cell]
    done: int = 0
    total: int = 1
    doing: str = "starting"
    trouble: str = ""
    seen: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._stopped = Event()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """Stop at the next report of progress; what is known stays."""
        self._stopped.set()

    def wait(self, seconds: float) -> None:
        """Return when the run is over, or after that time."""
        self._thread.join(seconds)

    def watched(self) -> None:
        """Tell the run that its reader is still there."""
        self.seen = time.monotonic()

    def _work(self) -> None:
        try:
            while not _one_table.acquire(timeout=0.2):
                if not self._report(0, 1, "waiting for another reader's table"):
                    raise Cancelled
            try:
                for cell in table_cells(
                    self.digits, recipe=self.recipe, skip=set(self.cells), progress=self._report
                ):
                    self.cells[cell.key] = cell
            finally:
                _one_table.release()
        except Cancelled:
            self.trouble = "Stopped. What is known stays; run on whenever you like."
        except (ValueError, TypeError) as error:
            self.trouble = str(error)
        except MemoryError:
            self.trouble = "This needs more memory than there is. Choose fewer components."
        except Exception:
            logging.getLogger(__name__).exception("A table of digits failed.")
            self.trouble = "Something unexpected went wrong; the server's log has the details."

    def _report(self, done: int, total: int, what: str) -> bool:
        self.done, self.total, self.doing = done, max(1, total), what
        return not self._stopped.is_set() and time.monotonic() - self.seen < PATIENCE
