"""Tours: stories that a lecturer makes on the pages, and hands on as a link or as a file.

A tour is JSON, the same in both: {"tour": 1, "title": …, "hidden": [page, …], "steps": [{"page": …,
"title": …, "text": …, "settings": {key: text, …}, "goals": [goal, …]}, …]}, where 1 is the version
of this form; goals are those of `views.stories.goals`, and a step that has none lacks the entry. A
link holds it as `?tour=`: compressed by zlib, in the letters of a URL (base64url without padding).
Tours are untrusted: sizes are bounded before anything is unpacked, and texts are shown as texts.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from kpca_core._support.words import _, worded
from views.named import PAGES
from views.stories import Step, Story
from views.stories.goals import goals_of

# The version of the form.
VERSION = 1
# Characters of a tour in a link, and of its JSON.
MOST_IN_LINK, MOST_IN_FILE = 6000, 65536
# Characters of a title, and of a step's text.
LONGEST_TITLE, LONGEST_TEXT = 120, 1000
# What an address says besides settings; a step holds settings alone.
CONTEXT = ("story", "tour", "step", "lock", "hide", "measured")
# Before a tour's digest: no file of a story has such a name.
OWN = "~"

# Tours too long for a link that a session holds, by name: a link to such a tour leads on in this
# session, and elsewhere says that it needs the file.
_held: WeakValueDictionary[str, Tour] = WeakValueDictionary()


@dataclass(frozen=True)
class Tour(Story):
    """A story that is no file of ours; its name is OWN and a digest of all that it says."""

    @classmethod
    def of(cls, title: str, steps: tuple[Step, ...], hidden: tuple[str, ...] = ()) -> Tour:
        """Return the tour with its name, the same for equal tours only."""
        unnamed = cls("", title, steps, hidden=hidden)
        digest = sha256(unnamed.json.encode()).hexdigest()[:16]
        return replace(unnamed, name=OWN + digest)

    @cached_property
    def json(self) -> str:
        """What a link holds, and a file with more spaces."""
        return json.dumps(entries_of(self), ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def packed(self) -> str:
        """The tour as a link holds it, of any length."""
        data = zlib.compress(self.json.encode(), 9)
        return urlsafe_b64encode(data).rstrip(b"=").decode()

    @property
    def is_short(self) -> bool:
        """Whether a link can hold it."""
        return len(self.packed) <= MOST_IN_LINK

    @property
    def address(self) -> str:
        """The address's text for the tour: the packed tour, or its name if that is too long."""
        if not self.is_short:
            _held[self.name] = self
        return self.packed if self.is_short else self.name


def entries_of(story: Story) -> dict[str, Any]:
    """Return what JSON describes of a story as a tour."""
    return {
        "tour": VERSION,
        "title": story.title,
        "hidden": [*story.hidden],
        "steps": [
            {
                "page": s.page,
                "title": s.title,
                "text": s.text,
                "settings": dict(s.settings),
                **({"goals": [one.entries for one in s.goals]} if s.goals else {}),
            }
            for s in story.steps
        ],
    }


def tour_at(text: str) -> Tour:
    """Return the tour that an address states; raises ValueError if it states none."""
    if not text.startswith(OWN):
        return unpacked(text)
    if text not in _held:
        raise ValueError(_("it is too long for a link: open its file"))
    return _held[text]


def tour_of_file(text: str) -> Tour:
    """Read a tour.

    Raises
    ------
    ValueError
        if it is none; the message says why
    """
    most = 4 * MOST_IN_FILE  # a file has spaces, and may have escapes
    if len(text) > most:
        raise ValueError(_("The file of a tour has at most {most} characters.").format(most=most))
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(_("This is no tour: it is not JSON.")) from None
    return tour_of(entries)


def tour_of(entries: Any) -> Tour:
    """Read a tour from what JSON describes; raises ValueError if it is none."""
    if not isinstance(entries, Mapping) or "tour" not in entries:
        raise ValueError(_("This is no tour: it lacks the entry 'tour'."))
    if entries["tour"] != VERSION:
        form = _quoted(entries["tour"])
        raise ValueError(
            _("This tour has the form {form}; this version reads form {own}.").format(
                form=form, own=VERSION
            )
        )
    listed, hidden = entries.get("steps"), entries.get("hidden", [])
    if not isinstance(listed, list) or not listed:
        raise ValueError(_("A tour has a list of one or more steps."))
    steps = tuple(_step(one, place) for place, one in enumerate(listed, 1))
    names = hidden if isinstance(hidden, list) else []
    title = _text(entries.get("title", ""), LONGEST_TITLE)
    tour = Tour.of(title, steps, tuple(page for page in PAGES if page in names))
    if len(tour.json) > MOST_IN_FILE:
        raise ValueError(
            _("A tour has at most {most} characters; got {count}.").format(
                most=MOST_IN_FILE, count=len(tour.json)
            )
        )
    return tour


def _step(one: Any, place: int) -> Step:
    if not isinstance(one, Mapping) or not isinstance(one.get("settings", {}), Mapping):
        raise ValueError(_("Step {place} of the tour is no step.").format(place=place))
    page = one.get("page")
    if not isinstance(page, str) or page not in PAGES:
        raise ValueError(
            _("Step {place} of the tour is on no page of these: {page}.").format(
                place=place, page=_quoted(page)
            )
        )
    try:
        goals = goals_of(one.get("goals", []), page)
    except ValueError as error:
        raise ValueError(
            _("Step {place} of the tour: {error}").format(place=place, error=worded(error))
        ) from None
    return Step(
        page,
        _text(one.get("title", ""), LONGEST_TITLE),
        _text(one.get("text", ""), LONGEST_TEXT, lines=True),
        MappingProxyType(_settings(one.get("settings", {}))),
        goals=goals,
    )


def _settings(sent: Mapping[Any, Any]) -> dict[str, str]:
    """Return the texts by key; what is no value of a page's setting that page says itself."""
    kept = {
        key: text
        for key, text in sent.items()
        if isinstance(key, str) and isinstance(text, str) and key not in CONTEXT
    }
    return {
        key: text
        for key, text in sorted(kept.items())
        if key.isascii() and key.isidentifier() and text.isprintable()
    }


def _text(sent: Any, longest: int, lines: bool = False) -> str:
    """Return a text without what cannot be shown: control characters and halves of characters."""
    if not isinstance(sent, str):
        return ""
    unseen = ("Cc", "Cs")
    kept = (c for c in sent if unicodedata.category(c) not in unseen or (lines and c == "\n"))
    return "".join(kept)[:longest].strip()


def _quoted(value: object) -> str:
    return repr(value)[:60]


@lru_cache(maxsize=64)
def unpacked(text: str) -> Tour:
    """Return the tour that a link holds.

    Raises
    ------
    ValueError
        if it holds none; the message says why
    """
    if len(text) > MOST_IN_LINK:
        raise ValueError(_("it has more than {most} characters").format(most=MOST_IN_LINK))
    try:
        reader = zlib.decompressobj()
        letters = b64decode(text + -len(text) % 4 * "=", b"-_", validate=True)
        data = reader.decompress(letters, 4 * MOST_IN_FILE)
        if not reader.eof or reader.unused_data:
            raise ValueError("it does not end where it should")
        return tour_of_file(data.decode())
    except (ValueError, zlib.error) as error:
        raise ValueError(_("it is cut off or damaged")) from error
