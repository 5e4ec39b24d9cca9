"""Names of pictures that were painted: a state, and the signs of its components.

Frames over a socket do not pass through a session, so a server does not know what a browser painted
last. Therefore every frame says what it shows, and the browser returns that of the frame that it
painted last with every question and with the release. It is all that is needed to draw that picture
again, so that a restarted server can go on from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
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
    def shown(self) -> dict[str, str]:
        """What a frame says of its picture."""
        return {"address": self.state.query, "signs": self.signs}

    @classmethod
    def of(cls, sent: object, page: type[S]) -> Mark[S] | None:
        """Return the picture of a page that a browser names as `shown`, None if it is none."""
        known = sent if isinstance(sent, Mapping) else {}
        address, signs = known.get("address"), known.get("signs")
        if isinstance(address, str) and isinstance(signs, str) and {*signs} <= {"+", "-"}:
            with suppress(ValueError):
                return cls(page.of_query(dict(parse_qsl(address))), signs)
        return None

    def followed_by(self, state: S, factors: Array) -> Mark[S]:
        """Return the mark of a next picture whose canonical signs agree with this one's so."""
        factors = factors * self.factors(len(factors))
        return Mark(state, "".join("-" if factor < 0 else "+" for factor in factors))

    def factors(self, q: int) -> Array:
        """Return the signs of the first `q` components as numbers (q,)."""
        return np.array([-1.0 if sign == "-" else 1.0 for sign in self.signs.ljust(q, "+")[:q]])
