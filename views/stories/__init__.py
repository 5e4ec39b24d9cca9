"""Stories: settings of a page with a few sentences, one text file each.

A lecturer adds a story by adding a file ``NAME.toml`` to this folder; its link is ``?story=NAME``,
and the order of the files' numbers is that of the row. CONTRIBUTING.md describes the entries.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Story:
    """One story.

    Parameters
    ----------
    name
        of its file, and in the address
    title
        a few words
    text
        two or three sentences
    panel
        the eigenfunction of its thumbnail, from 1
    settings
        those that are not default: texts by key, as an address holds them
    claims
        what the sentences say in numbers, for the tests
    page
        whose settings they are: `State.page`
    """

    name: str
    title: str
    text: str
    panel: int
    settings: Mapping[str, str]
    claims: tuple[Mapping[str, Any], ...]
    page: str = "explore"


def read_story(path: Path) -> tuple[int, Story]:
    """Return a story with its place in the row.

    Raises
    ------
    ValueError
        if the file is not TOML, or lacks an entry; the message names it
    """
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
        story = Story(
            path.stem,
            entries["title"],
            " ".join(entries["text"].split()),
            entries["panel"],
            MappingProxyType({key: str(value) for key, value in entries["settings"].items()}),
            tuple(entries["claims"]),
            entries.get("page", "explore"),
        )
        return int(entries["place"]), story
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"The story {path.name} cannot be read: {error!r}.") from error


def read_stories(folder: Path) -> Mapping[str, Story]:
    """Return the stories of a folder by name, in the order of their places."""
    read = map(read_story, folder.glob("*.toml"))
    found = sorted(read, key=lambda one: (one[0], one[1].name))
    return MappingProxyType({story.name: story for _, story in found})


STORIES = read_stories(FOLDER)


def presets_of(page: str) -> Mapping[str, Mapping[str, str]]:
    """Return the settings of a page's stories, by their names and in their order."""
    return {name: story.settings for name, story in STORIES.items() if story.page == page}
