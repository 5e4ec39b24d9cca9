"""What a reader has visited and set: visits of pages, messages of a browser, pictures in turn.

What a reader sets in the browser reaches a page in one way: as the whole state, never as an act. A
message is the address that a page is to show, which of it was set since the page was drawn, and
beside them what no address holds. The last message wins, and the same one again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from views.pages.page import Page, Shown, shown_after
from views.state.mark import Mark
from views.state.settings import State
from views.stories.tours import OWN

S = TypeVar("S", bound=State)
# A page to turn to, by the name in `State.page`, and its address.
Turn = tuple[str, Mapping[str, str]]


@dataclass
class Visit:
    """What is remembered of one page that a reader has visited.

    Parameters
    ----------
    state
        drawn last
    address
        that of the state
    values
        of every setting that was ever shown, by its widget
    beside
        what came with the newest message besides an address, until it is used
    afresh
        whether the next picture is to be that of a page just opened, whatever was shown before
    misread
        what the address stated that the page does not have, and the state that it shows instead
    lost
        the address that named a tour which a link cannot hold, and which is not known
    """

    state: State | None = None
    address: Mapping[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    beside: Mapping[str, Any] = field(default_factory=dict)
    afresh: bool = False
    misread: tuple[Sequence[str], State | None] = ((), None)
    lost: Mapping[str, str] = field(default_factory=dict)

    def open(self, page: type[S], address: Mapping[str, str]) -> S:
        """Return the state of a page that is opened with an address, and note what it misstates."""
        state = page.of_address(address)
        self.misread = page.misread(address), state
        unknown = address.get("tour", "").startswith(OWN) and state.tour is None
        self.lost = address if unknown else {}
        return state

    def address_beside(self, other: State | None) -> Mapping[str, str]:
        """Return the address for a link beside another page's state: within its tour or none."""
        tour = other.tour if other else None
        context = other.at_step(tour, other.step).context_in_address if other and tour else {}
        if self.state is None:
            return {**self.address, **context}
        if other is not None and tour is not None:
            return self.state.at_step(tour, other.step).address()
        return self.state.bare().address() if self.state.tour else self.address


@dataclass(frozen=True)
class Message:
    """What a browser has settled.

    Parameters
    ----------
    n
        larger than the number of all that the browser sent before
    page
        that is to show it: a name in `State.page`
    address
        what is to be shown: texts by key
    keys
        of what was set
    beside
        what no address holds
    """

    n: int
    page: str
    address: Mapping[str, str]
    keys: frozenset[str]
    beside: Mapping[str, Any]

    @classmethod
    def of(cls, sent: object) -> Message | None:
        """Return the message that a browser sent, None if it is none."""
        known = sent if isinstance(sent, Mapping) else {}
        n, page, beside = known.get("n"), known.get("page"), known.get("beside")
        address, keys = texts_of(known.get("address")), known.get("keys")
        if type(n) is not int or not isinstance(page, str) or address is None:
            return None
        set_ = frozenset(map(str, keys)) if isinstance(keys, list) else frozenset()
        return cls(n, page, address, set_, beside if isinstance(beside, Mapping) else {})

    @property
    def is_whole(self) -> bool:
        """Whether it leads to a picture as that of a page just opened, not on from the present."""
        return bool(self.beside.get("whole") or self.beside.get("tour"))

    def onto(self, state: S) -> S:
        """Return the state with what this message changes, as far as the reader can change it."""
        fixed = {"story", "step", "tour", "lock", "hide", *state.lock, *state.hide}
        changed = self.keys - fixed if state.assigned else self.keys
        # What is handed in is of the settings before.
        gone = changed | {"measured"}
        texts = {key: text for key, text in state.whole().items() if key not in gone}
        texts |= {key: self.address[key] for key in changed if key in self.address}
        read = state if not changed or state.misread(texts) else state.of_whole(texts)
        found = read.with_beside(self.beside)
        return found if found is read else replace(found, measured=())


def texts_of(sent: object) -> dict[str, str] | None:
    """Return the texts by key that a browser sent, None if they are none."""
    known: dict[Any, Any] = dict(sent) if isinstance(sent, Mapping) else {None: None}
    sound = all(isinstance(key, str) and isinstance(text, str) for key, text in known.items())
    return known if sound else None


@dataclass
class Pictures:
    """The marks of the pictures that a reader saw last, by the names of the pages."""

    marks: dict[str, Mark[Any]] = field(default_factory=dict)

    def after(
        self, page: Page[Any, Any], state: State, sent: Mapping[str, Any], *, afresh: bool = False,
        arrived: Sequence[Mark[Any]] = (), kept: Shown[Any, Any] | None = None,
    ) -> Shown[Any, Any]:  # fmt: skip
        """Return the picture after the one that the reader sees.

        Parameters
        ----------
        sent
            what came with the newest message besides an address
        afresh
            whether it is that of a page just opened
        arrived
            marks of the pictures that links of the page before lead to
        kept
            the picture that was drawn last, where it is that of this state
        """
        if not page.follows:
            return shown_after(page, state)
        before = Mark.of(sent.get("before"), page.state) or self.marks.get(state.page)
        linked = [one for one in arrived if one.state == state]
        if linked and (before is None or before.state != state):
            before = linked[0]
        if afresh:
            before = None
        if kept is not None and kept.mark == before:
            return kept
        shown = shown_after(page, state, before)
        if shown.found is not None:  # else the next picture would follow none
            self.marks[state.page] = shown.mark
        return shown
