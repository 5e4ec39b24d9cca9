"""A table of the page "Digits" that is being filled: a thread computes, the page shows how far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from datasets import Digits
from kpca_core._support.progress import report
from kpca_core._support.words import N_, _
from kpca_core.reproduction.digits import Cell, Key, Recipe, table_cells
from views.costs import COSTS
from views.hosts.streamlit.background import Background
from views.work import Estimate

# It takes every processor: one at a time for all readers.
_one_table = Lock()


@dataclass(eq=False)
class TableRun(Background):
    """Entries that are not in `cells` yet, computed into it."""

    token: str
    digits: Digits
    recipe: Recipe
    cells: dict[Key, Cell]

    stopped = N_("Stopped. What is known stays; run on whenever you like.")

    def __post_init__(self) -> None:
        self.start()

    @property
    def said(self) -> str:
        return _("{done} of {total} entries; {doing}").format(
            done=self.done, total=self.total, doing=self.doing
        )

    def cost(self) -> Estimate:
        return Estimate(COSTS.digits_table, COSTS.digits_table_bytes)

    def work(self) -> None:
        while not _one_table.acquire(timeout=0.2):
            report(self.report, 0, 1, _("waiting for another reader's table"))
        try:
            keys = self.recipe.cells(self.digits.side)
            missing = [key for key in keys if key not in self.cells]
            for degree in sorted({key[0] for key in missing}):
                for cell in self._column(degree, missing):
                    self.cells[cell.key] = cell
        finally:
            _one_table.release()

    def _column(self, degree: int, missing: list[Key]) -> Iterable[Cell]:
        """Return the missing entries of one degree, one after another."""
        done = sum(key in self.cells for key in missing)

        def progress(more: int, _total: int, what: str) -> bool:
            return self.report(done + more, len(missing), what)

        return table_cells(
            self.digits, degrees=(degree,), recipe=self.recipe, skip=set(self.cells),
            progress=progress,
        )  # fmt: skip
