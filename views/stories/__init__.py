"""Stories: steps through settings of the pages, with a few sentences each, one text file each.

A lecturer adds a story by adding a file ``NAME.toml`` to this folder; its link is ``?story=NAME``,
and the order of the files' numbers is that of the row. docs/adding.md describes the entries. A
story that a lecturer makes on the pages is a tour, see `views.stories.tours`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

T = TypeVar("T")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Step:
    """One view of a story.

    Parameters
    ----------
    page
        whose settings they are: `State.page`
    title
        a few words
    text
        two or three sentences
    settings
        those that are not default: texts by key, as an address holds them
    claims
        what the sentences say in numbers, for the tests
    """

    page: str
    title: str
    text: str
    settings: Mapping[str, str]
    claims: tuple[Mapping[str, Any], ...] = ()

    def settings_on(self, page: str) -> Mapping[str, str]:
        """Return the settings that the step gives to a page: none but to its own."""
        return self.settings if page == self.page else {}


@dataclass(frozen=True)
class Story:
    """Views that follow each other, most often one.

    Parameters
    ----------
    name
        of its file, and in the address
    title
        a few words
    steps
        one at least
    panel
        the eigenfunction of its thumbnail, from 1
    cover
        the step that the thumbnail shows, from 1
    hidden
        pages that its readers do not see in the list of pages
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    panel: int = 1
    cover: int = 1
    hidden: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """The page that the story begins on."""
        return self.steps[0].page


def read_story(path: Path) -> tuple[int, Story]:
    """Return a story with its place in the row.

    A file has either one text with its settings and claims, or several of them as "steps".

    Raises
    ------
    ValueError
        if the file is not TOML, or lacks an entry; the message names it
    """

    def make(entries: Mapping[str, Any]) -> tuple[int, Story]:
        page = entries.get("page", "explore")
        steps = tuple(_step(page, {**entries, **one}) for one in entries.get("steps", [{}]))
        cover = entries.get("cover", 1)
        story = Story(path.stem, entries["title"], steps, entries["panel"], cover)
        return int(entries["place"]), story

    return read_toml(path, f"The story {path.name}", make)


def read_toml(path: Path, what: str, make: Callable[[Mapping[str, Any]], T]) -> T:
    """Return what `make` returns of the entries of a file; ValueError says why it cannot."""
    try:
        return make(tomllib.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{what} cannot be read: {error!r}.") from error


def _step(page: str, entries: Mapping[str, Any]) -> Step:
    return Step(
        page,
        entries["title"],
        " ".join(entries["text"].split()),
        MappingProxyType({key: str(value) for key, value in entries["settings"].items()}),
        tuple(entries["claims"]),
    )


def read_stories(folder: Path) -> Mapping[str, Story]:
    """Return the stories of a folder by name, in the order of their places."""
    read = map(read_story, folder.glob("*.toml"))
    found = sorted(read, key=lambda one: (one[0], one[1].name))
    return MappingProxyType({story.name: story for _, story in found})


STORIES = read_stories(FOLDER)


@cache
def stories_of(page: str) -> Mapping[str, Story]:
    """Return the stories that begin on a page, by their names and in their order."""
    return {name: story for name, story in STORIES.items() if story.page == page}
