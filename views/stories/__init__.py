"""Stories: steps through settings of the pages, with a few sentences each, one text file each.

A lecturer adds a story by adding a file ``NAME.toml`` to this folder; its link is ``?story=NAME``,
and the order of the files' numbers is that of the row. docs/adding.md describes the entries. A
story that a lecturer makes on the pages is a tour, see `views.stories.tours`. A story with goals
(`views.stories.goals`) is a task.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from views.stories.goals import Goal, goals_of

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
    goals
        what the reader is to reach, all of them
    solution
        settings that reach them, as an address holds them; no browser gets them
    """

    page: str
    title: str
    text: str
    settings: Mapping[str, str]
    claims: tuple[Mapping[str, Any], ...] = ()
    goals: tuple[Goal, ...] = ()
    solution: Mapping[str, str] = field(default_factory=dict)

    def settings_on(self, page: str) -> Mapping[str, str]:
        """Return the settings that the step gives to a page: none but to its own."""
        return self.settings if page == self.page else {}

    def goals_on(self, page: str) -> tuple[Goal, ...]:
        """Return the goals that the step has on a page: none but on its own."""
        return self.goals if page == self.page else ()


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

    @property
    def is_task(self) -> bool:
        """Whether it asks its readers to reach something."""
        return any(step.goals for step in self.steps)


def read_story(path: Path) -> tuple[int, Story]:
    """Return a story with its place in the row.

    A file has either one text with its settings and claims, or several of them as "steps". One with
    goals needs neither a panel, for it has no thumbnail, nor claims.

    Raises
    ------
    ValueError
        if the file is not TOML, or lacks an entry; the message names it
    """

    def make(entries: Mapping[str, Any]) -> tuple[int, Story]:
        page = entries.get("page", "explore")
        steps = tuple(_step(page, {**entries, **one}) for one in entries.get("steps", [{}]))
        cover = entries.get("cover", 1)
        story = Story(path.stem, entries["title"], steps, entries.get("panel", 1), cover)
        if not story.is_task and "panel" not in entries:
            raise KeyError("panel")
        return int(entries["place"]), story

    return read_toml(path, f"The story {path.name}", make)


def read_toml(path: Path, what: str, make: Callable[[Mapping[str, Any]], T]) -> T:
    """Return what `make` returns of the entries of a file; ValueError says why it cannot."""
    try:
        return make(tomllib.loads(path.read_text(encoding="utf-8")))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{what} cannot be read: {error!r}.") from error


def _step(page: str, entries: Mapping[str, Any]) -> Step:
    goals = goals_of(entries.get("goals", []), page)
    return Step(
        page,
        entries["title"],
        " ".join(entries["text"].split()),
        _texts(entries["settings"]),
        tuple(entries.get("claims", ()) if goals else entries["claims"]),
        goals,
        _texts(entries.get("solution", {})),
    )


def _texts(entries: Mapping[str, Any]) -> Mapping[str, str]:
    return MappingProxyType({key: str(value) for key, value in entries.items()})


def read_stories(folder: Path) -> Mapping[str, Story]:
    """Return the stories of a folder by name, in the order of their places."""
    read = map(read_story, folder.glob("*.toml"))
    found = sorted(read, key=lambda one: (one[0], one[1].name))
    return MappingProxyType({story.name: story for _, story in found})


STORIES = read_stories(FOLDER)


TASKS: Mapping[str, Story] = {name: story for name, story in STORIES.items() if story.is_task}


@cache
def stories_of(page: str) -> Mapping[str, Story]:
    """Return the stories that begin on a page, without tasks, by their names and in their order."""
    return {
        name: story for name, story in STORIES.items() if story.page == page and not story.is_task
    }


def story_on(page: str, name: str) -> Story | None:
    """Return the story or task of this name if it begins on this page."""
    found = STORIES.get(name)
    return found if found and found.page == page else None
