"""Names of pictures that were painted: a state, and the signs of its components.

Frames over a socket do not pass through a session, so a server does not know what a browser painted
last. Therefore every frame carries its mark, and the browser returns the mark of the frame that it
painted last with every question and with the release. A mark holds all that is needed to draw that
picture again, so that a restarted server can go on from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import parse_qsl

import numpy as np

from kpca_core._support.arrays import Array
from views.state.settings import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Mark(Generic[S]):
    """Names a picture that was painted.

    Parameters
    ----------
    state
        what the picture shows, with the kernel parameters that a slider is dragged to
    signs
        "+" or "-" for each component: the factor of its canonical sign. Components beyond the
        last have "+"
    """

    state: S
    signs: str = ""

    @property
    def text(self) -> str:
        return f"{self.signs} {self.state.asked}"

    @classmethod
    def of_text(cls, text: object, page: type[S]) -> Mark[S] | None:
        """Return the mark of a page that a browser sent, or None if it is none."""
        try:
            signs, address = str(text).split(" ")
            state = page.of_asked(dict(parse_qsl(address)))
        except ValueError:
            return None
        return Mark(state, signs) if set(signs) <= {"+", "-"} else None

    def followed_by(self, state: S, factors: Array) -> Mark[S]:
        """Return the mark of a next picture whose canonical signs agree with this one's so."""
        factors = factors * self.factors(len(factors))
        return Mark(state, "".join("-" if factor < 0 else "+" for factor in factors))

    def factors(self, q: int) -> Array:
        """Return the signs of the first `q` components as numbers (q,)."""
        return np.array([-1.0 if sign == "-" else 1.0 for sign in self.signs.ljust(q, "+")[:q]])
