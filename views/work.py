"""What pages say of work and ask of it, wherever it runs: estimates, and whether to go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from kpca_core._support.memory import free_memory
from kpca_core._support.progress import Progress
from views.limits import LIMITS

# Seconds up to which work is light: a moving slider waits for it; and heavy: a reader does. What
# takes longer is long: it runs in the background.
LIGHT, HEAVY = 0.25, 5.0
# Bytes that all running work may take.
MEMORY = LIMITS.memory or free_memory() / 2
TIMED, APART = ("light", "heavy", "long"), "apart"


@dataclass(frozen=True)
class Estimate:
    """What work is expected to take: seconds on one core, and bytes held at once.

    Parameters
    ----------
    apart : whether the process that reads files does it
    """

    seconds: float = 0.0
    bytes: float = 0.0
    apart: bool = False

    @property
    def kind(self) -> str:
        """One of TIMED, or APART."""
        return APART if self.apart else TIMED[(self.seconds > LIGHT) + (self.seconds > HEAVY)]


_NONE: tuple[Progress | None] = (None,)
_current: ContextVar[tuple[Progress | None] | None] = ContextVar("progress of work", default=None)


@contextmanager
def working(further: Progress | None) -> Iterator[None]:
    """Do work here that was asked for; `further` is called between its steps."""
    token = _current.set((further,))
    try:
        yield
    finally:
        _current.reset(token)


def at_work() -> bool:
    """Whether work that was asked for is done here: what it needs it computes itself."""
    return _current.get() is not None


def progress() -> Progress | None:
    """What a computation calls between its steps, so that it can be cancelled.

    Outside of background work it is None.
    """
    return (_current.get() or _NONE)[0]
