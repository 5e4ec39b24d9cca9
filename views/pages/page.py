"""What a page is: a function from an address to a scene. It knows no host.

address → state → found → scene: a page says what a state costs, what is found for it, and which
blocks show that. Whoever carries a page does the rest once for all: reading and writing the
address, caching, background, frames under the pointer, signs that follow, files.

The rule of signs. An eigenfunction is determined up to its sign.

- A fit alone is canonical: the score of largest size is positive in every component. So is the
  first picture of a session, the one that "Reset" leads to, which is what its link shows in a new
  session, and every picture that is kept for several readers.
- In a session every other picture has the signs that agree with the picture before it, where two
  components agree if their scores have a positive inner product; where points were added or removed
  the functions before are evaluated on the points now, and where the data set is another one there
  is no such product, and the picture is canonical. It does not matter whether the pictures were
  drawn over a socket, by reruns or at rest: colours do not swap while a slider is dragged, nor when
  it is released. Downloads and the large view have the signs of the panels.
- A picture that a reader comes to from a figure of the page "Paper" has the signs of that figure,
  unless it is the picture that Explore showed before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

from kpca_core._support.arrays import Array
from views.scene import Scene
from views.state.mark import Mark
from views.state.settings import State
from views.work import Estimate

# Seconds of work up to which frames follow a slider; beyond, only its release counts.
FOLLOWED = 3.0

S = TypeVar("S", bound=State)
R = TypeVar("R")


@dataclass(frozen=True)
class Detail:
    """What a browser wants of a moving picture.

    Parameters
    ----------
    samples
        an axis of every field, at most
    deflate
        whether the connection is slow enough for deflated frames
    words
        whether the frame is to have sentences and facts
    """

    samples: int
    deflate: bool = False
    words: bool = True


@dataclass(frozen=True)
class Asked:
    """How a picture is asked for.

    Parameters
    ----------
    detail
        of a moving frame, None for a complete one
    reply
        what the frame has for its browser
    beside
        what a browser sent besides the address
    """

    detail: Detail | None = None
    reply: Mapping[str, Any] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Shown(Generic[S, R]):
    """A picture: a state, what is found with the signs of its mark, and with canonical ones."""

    state: S
    found: R
    mark: Mark[S]
    canonical: R


@dataclass(frozen=True)
class Seen:
    """What surrounds a picture in its session.

    Parameters
    ----------
    address
        of the page with these settings, "" where it is not known
    others
        states of the other pages that the reader has visited, by their names
    kept
        what `Page.kept` gave last
    asked
        the address that was asked for: texts by key
    is_first
        whether the browser has painted no figure yet: a scene ends with its first one where the
        others take long, and is asked for again
