"""The settled states of a page in one session, for undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import eq
from typing import Generic, TypeVar

S = TypeVar("S")

# States that are kept; the oldest go first. A state takes about a kilobyte.
MOST = 200


@dataclass
class History(Generic[S]):
    """States in the order in which they were settled; `position` is that of the present one.

    Where the reader has gone back, the states after `position` are those to redo. They are dropped
    when another state settles. `gone` counts the oldest states, which are not kept any more.
    """

    states: list[S] = field(default_factory=list)
    position: int = -1
    gone: int = 0

    def settle(self, state: S, travelled: bool = False, alike: Callable[[S, S], bool] = eq) -> None:
        """Make `state` the present one.

        Parameters
        ----------
        state
            what the page shows; it replaces the present state where that is alike
        travelled
            whether the browser's back or forward led here: to a neighbouring state that is an undo
            or a redo, and the states beyond it stay
        alike
            whether two states differ in nothing that can be undone
        """
        places = (0, -1, 1) if travelled else (0,)
        for place in (self.position + step for step in places):
            if 0 <= place < len(self.states) and alike(self.states[place], state):
                self.position, self.states[place] = place, state
                return
        states = [*self.states[: self.position + 1], state]
        self.gone += max(0, len(states) - MOST)
        self.states = states[-MOST:]
        self.position = len(self.states) - 1

    @property
    def earlier(self) -> S | None:
        """The state that undo leads to."""
        return self.states[self.position - 1] if self.position > 0 else None

    @property
    def later(self) -> S | None:
        """The state that redo leads to."""
        later = self.position + 1
        return self.states[later] if 0 < later < len(self.states) else None

    def undo(self) -> S | None:
        """Go back one state and return it, None if there is none."""
        state = self.earlier
        self.position -= state is not None
        return state

    def redo(self) -> S | None:
        """Go forward one state and return it, None if there is none."""
        state = self.later
        self.position += state is not None
        return state
