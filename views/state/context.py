"""What an address holds besides settings: a story and its step, and controls locked or hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from kpca_core._support.words import worded
from views.limits import QUOTED
from views.stories import Step, Story, stories_of, story_on
from views.stories.goals import Goal, stated_in, written
from views.stories.tours import Tour, tour_at

# All of it, of a page on which no story is told and nothing locked.
UNTOLD: Mapping[str, Any] = {
    "story": "", "step": 1, "tour": None, "lock": (), "hide": (), "measured": (),
}  # fmt: skip


@dataclass(frozen=True)
class Context:
    """Where the reader of a page stands in a story, and what an assignment leaves to set.

    Parameters
    ----------
    story
        the story that was opened: a key of `stories`, the name of a tour, or ""
    step
        of the story, from 1
    tour
        the story itself if it is a tour; tokens hold its name alone
    lock, hide
        keys of the controls that the reader cannot change, or does not see
    measured
        what a link that hands in a task states of the step's goals; a claim, and of these settings:
        whatever is set takes it away
    """

    page: ClassVar[str] = ""  # its name in `app.py`

    story: str = field(default="", kw_only=True)
    step: int = field(default=1, kw_only=True)
    tour: Tour | None = field(default=None, kw_only=True, compare=False, repr=False)
    lock: tuple[str, ...] = field(default=(), kw_only=True)
    hide: tuple[str, ...] = field(default=(), kw_only=True)
    measured: tuple[float, ...] = field(default=(), kw_only=True)

    @classmethod
    def stories(cls) -> Mapping[str, Story]:
        """The stories that this page offers, by name: all but tasks."""
        return stories_of(cls.page)

    @classmethod
    def context_of(cls, address: Mapping[str, str]) -> dict[str, Any]:
        """Return what an address states of story, step, tour, locks and goals, by these names.

        {} where it states none of them.
        """
        if UNTOLD.keys().isdisjoint(address):
            return {}
        story = cls._story_at(address)
        step = _step_at(address, story)
        return {
            "story": story.name if story else "",
            "step": step,
            "tour": story if isinstance(story, Tour) else None,
            "lock": _names(address.get("lock", "")),
            "hide": _names(address.get("hide", "")),
            "measured": cls._measured_at(address, story, step),
        }

    @classmethod
    def _measured_at(
        cls, address: Mapping[str, str], story: Story | None, step: int
    ) -> tuple[float, ...]:
        """Return what an address states of the goals of a step of this page."""
        goals = story.steps[step - 1].goals_on(cls.page) if story else ()
        return stated_in(address.get("measured", ""), goals) if goals else ()

    @classmethod
    def misread_context(cls, address: Mapping[str, str]) -> list[str]:
        """Return, quoted, what an address states of its context that there is not."""
        if UNTOLD.keys().isdisjoint(address):
            return []
        found, tour, wrong = cls._story_at(address), address.get("tour", ""), []
        try:
            story = tour_at(tour) if tour else None
        except ValueError as error:
            wrong = [f"tour={tour[:QUOTED]}… ({worded(error)})"]
        else:
            wrong = ["story"] if address.get("story") and not (story or found) else []
            step = _step_at(address, found)
            wrong += ["step"] if address.get("step", "1") != str(step) else []
            stated = address.get("measured") and not cls._measured_at(address, found, step)
            wrong += ["measured"] if stated else []
            wrong = [f"{key}={address[key][:QUOTED]}" for key in wrong]
        return wrong

    @classmethod
    def _story_at(cls, address: Mapping[str, str]) -> Story | None:
        """Return the tour or the story that an address states, None if there is none."""
        if address.get("tour"):
            with suppress(ValueError):
                return tour_at(address["tour"])
        return story_on(cls.page, address.get("story", ""))

    @property
    def told(self) -> Story | None:
        """The story that was opened, None if there is none."""
        return self.tour or (story_on(self.page, self.story) if self.story else None)

    @property
    def shown_step(self) -> Step | None:
        """The step of the story, None if there is no story."""
        story = self.told
        return story.steps[self.step - 1] if story else None

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals of the step as far as they are on this page."""
        return self.shown_step.goals_on(self.page) if self.shown_step else ()

    @property
    def context(self) -> dict[str, str]:
        """Story, step, controls and what is handed in as tokens hold them: texts by key."""
        named = {
            "story": self.story,
            "step": str(self.step) if self.step > 1 else "",
            "lock": ",".join(self.lock),
            "hide": ",".join(self.hide),
            "measured": ",".join(map(written, self.measured)),
        }
        return {key: text for key, text in named.items() if text}

    @property
    def context_in_address(self) -> dict[str, str]:
        """The same as addresses hold it: with the whole tour."""
        if self.tour is None:
            return self.context
        return {"tour": self.tour.address} | {k: t for k, t in self.context.items() if k != "story"}

    @property
    def is_portable(self) -> bool:
        """Whether an address holds all that the page shows."""
        return True

    @property
    def assigned(self) -> bool:
        """Whether the link that led here locks or hides controls."""
        return bool(self.lock or self.hide)

    def in_context_of(self, other: Context) -> Self:
        """Return the same settings with story, locks and hidden controls of another state.

        What that hands in is of its own settings.
        """
        return replace(
            self, story=other.story, step=other.step, tour=other.tour,
            lock=other.lock, hide=other.hide,
        )  # fmt: skip

    def at_step(self, tour: Tour, step: int) -> Self:
        """Return the same settings at a step of a tour."""
        return replace(self, story=tour.name, step=step, tour=tour, measured=())

    def bare(self) -> Self:
        """Return the same settings without story, locks and what is hidden."""
        return replace(self, **UNTOLD)


def _step_at(address: Mapping[str, str], story: Story | None) -> int:
    """Return the step of the story that an address states, the first if there is no such step."""
    text = address.get("step", "")
    number = int(text) if _is_step(text) else 1
    return number if story and number <= len(story.steps) else 1


def _is_step(text: str) -> bool:
    return re.fullmatch(r"[1-9]\d?", text, re.ASCII) is not None


def _names(text: str) -> tuple[str, ...]:
    """Return the keys that an address lists, in alphabetical order."""
    names = sorted({name for name in text.split(",") if re.fullmatch(r"[\w-]{1,40}", name)})
    return tuple(names)
