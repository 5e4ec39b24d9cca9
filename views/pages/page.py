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
- A place among the scores has canonical signs in an address, so that a link means the same point of
  feature space in every session; on screen each of its scores has the sign of its component there.
  Where the canonical sign of a component changes along a slider, its place turns over with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.scene import Detail
from views.remembered import Remembered
from views.scene import Scene
from views.state.mark import Mark
from views.state.settings import State
from views.work import Estimate

# Seconds of work up to which frames follow a slider; beyond, only its release counts.
FOLLOWED = 3.0

S = TypeVar("S", bound=State)
R = TypeVar("R")


@dataclass(frozen=True)
class Asked:
    """How a picture is asked for.

    Parameters
    ----------
    n
        the number of the question, or of the newest message: the frame has it
    detail
        of a moving frame, None for a complete one
    beside
        what a browser sent besides the address
    reply
        what the frame has of all this for its browser
    """

    n: int = 0
    detail: Detail | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)
    reply: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Shown(Generic[S, R]):
    """What a page has drawn: its state, and the result of solving it.

    The functions of `found` have the signs that `mark` states, those of `canonical` the solver's.
    """

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
    """

    address: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, State] = field(default_factory=dict)
    kept: Mapping[str, Any] = field(default_factory=dict)
    is_first: bool = False


class Page(Generic[S, R]):
    """One page."""

    state: type[S]
    # Heading, what the page shows, what a reader can do there: in English.
    words: ClassVar[tuple[str, str, str]]
    # Whether the signs of a picture follow those of the picture before it.
    follows: ClassVar[bool] = False
    # What is found by the state's problem, where that takes so long that a host has it found in the
    # background, with its progress; None where a reader waits for it.
    results: ClassVar[Remembered[Any, Any] | None] = None
    # Whether its drawing asks for its frames at rest, too: they are awaited however long they take.
    asks: ClassVar[bool] = False
    # Whether what is found, `scene` and `controls` follow from their arguments alone: then a host
    # keeps them while nothing changes.
    lasts: ClassVar[bool] = False

    def heading(self, state: S) -> tuple[str, str, str]:
        """Return `words` as they are for a state."""
        return self.words

    def state_of(self, address: Mapping[str, str], beside: Mapping[str, Any]) -> S:
        """Return the state that a browser asks for; ValueError where there is none.

        Parameters
        ----------
        address
            `State.query`: texts by key
        beside
            what no address holds
        """
        return self.state.of_query(address)

    def cost(self, state: S) -> Estimate:
        """Return what `solve` is expected to take, within a factor of about three.

        ValueError where nothing can be found for a state.
        """
        return Estimate()

    def solve(self, state: S, detail: Detail | None = None) -> R:
        """Return what is found for a state, with canonical signs; in less detail for a frame.

        None where there is nothing to show yet.
        """
        if self.results is None:
            raise NotImplementedError
        found: R = self.results(state.problem)
        return found

    def remaining(self, state: S) -> Estimate:
        """Return `cost`, or that of no work where what is found is remembered."""
        cost = self.cost(state)
        known = self.results is not None and self.results.known(state.problem) is not None
        return Estimate() if known else cost

    def agreement(self, state: S, before: S, find: Callable[[S], R]) -> Array | None:
        """Return the factors (q,), 1 or −1, by which canonical signs agree with those before.

        None where there is nothing that they could agree with.

        Parameters
        ----------
        find
            gives what is found for either state
        """
        return None

    def signed(self, found: R, mark: Mark[S]) -> R:
        """Return what is found with the signs of a mark."""
        return found

    def frame(self, shown: Shown[S, R], asked: Asked) -> bytes:
        """Return the bytes that the page's `Drawing` draws; ValueError where it has none."""
        raise ValueError(
            _("The page {page} has no picture that moves.").format(page=shown.state.page)
        )

    def given(self, before: S | None, opened: Mapping[str, str] | None = None) -> S | None:
        """Return what is shown next where a reader has given a table, None for no change.

        Parameters
        ----------
        before
            what the page showed
        opened
            where the table comes back after a reload: the address that the page was opened with
        """
        return None

    def controls(self, state: S, seen: Seen) -> Scene:
        """Yield what sets the state, beside the scene."""
        return ()

    def scene(self, shown: Shown[S, R], seen: Seen) -> Scene:
        """Yield what the page shows, from the top down."""
        raise NotImplementedError

    def keep(
        self, state: S, sent: Mapping[str, Any], before: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return what is kept of what a browser has sent besides an address.

        Parameters
        ----------
        sent
            with this message
        before
            what was kept until now
        """
        return before


@cache
def page_of(name: str) -> Page[Any, Any]:
    """Return a page by its name in addresses, one of `views.named.PAGES`."""
    found: Page[Any, Any] = import_module(f"views.pages.{name}").PAGE
    return found


def shown_after(
    page: Page[S, R],
    state: S,
    before: Mark[S] | None = None,
    detail: Detail | None = None,
    newest: Shown[S, R] | None = None,
) -> Shown[S, R]:
    """Return the picture of a state that follows the picture before it.

    Parameters
    ----------
    before
        the picture before it, None if there was none
    newest
        a picture whose result need not be found again
    """
    found = page.solve(state, detail)
    if found is None:
        return Shown(state, found, Mark(state), found)

    def find(wanted: S) -> R:
        if wanted == state:
            return found
        if newest is not None and newest.state == wanted:
            return newest.canonical
        return page.solve(wanted)

    mark = Mark(state)
    if before is not None and before.state == state:
        mark = Mark(state, before.signs)
    elif before is not None and page.follows:
        factors = page.agreement(state, before.state, find)
        if factors is not None:
            mark = before.followed_by(state, factors)
    return Shown(state, page.signed(found, mark), mark, found)
