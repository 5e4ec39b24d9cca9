"""Words that readers see: the entrance of "Explore", and what every page says of its state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kpca_core._support.words import N_, _, plural

# The entrance of the page "Explore".
NAME = N_("Kernel PCA explorer")
WHAT = N_(
    "Each map is one component that kernel PCA found, as a function over the plane of the data: "
    "points on one contour line get the same score."
)
DO = N_(
    "Drag the slider above the maps and watch them change, click a map to select its component, "
    "choose other data or another kernel in the sidebar. New here? Begin with the tour “Why "
    "kernels?”."
)

# What stands in the label of a control that an address locks.
LOCKED = N_("(locked by the link)")

RESET_TO_STORY = N_("Return to the settings and colours of this story")
RESET_TO_FIRST = N_("Return to the first view, its colours included")
CHANGED = N_("You have changed its settings.")


# The name of the list of tasks.
TASKS = N_("Tasks")


def goals(count: int) -> dict[str, Any]:
    """Return what is said of so many goals besides each: how many are reached, and handing in."""
    said = plural("{reached} of {count} goal reached", "{reached} of {count} goals reached", count)
    counts = [said.format(reached=k, count=count) for k in range(count)]
    return {
        "reached": [*counts, _("The task is done.")],
        "close": _("End the task"),
        "handIn": _("Hand in"),
        "handInTitle": _("Copy a link that states these settings and what is measured"),
        "copied": _(
            "Copied: whoever opens the link sees these settings, and the page measures them anew."
        ),
    }


def goal_editor() -> dict[str, str]:
    """Return what the editor of a step's goals says."""
    return {
        "goals": _("What readers of step {step} are to reach"),
        "add": _("Add a goal"),
        "delete": _("Delete"),
        "measure": _("Measure"),
        "comparison": _("Comparison"),
        "wanted": _("Value"),
    }


def step(number: int) -> str:
    """Name a step of a tour that has no title."""
    return _("Step {number}").format(number=number)


def steps(count: int) -> str:
    """Say how long a story is, "" where it has one step."""
    return plural("{count} step", "{count} steps", count).format(count=count) if count > 1 else ""


def away(page: str) -> str:
    """Say that a step of the tour is on another page."""
    return _("This step is on the page {page}.").format(page=page)


def size(characters: int, most: int) -> str:
    """Say how much of a link a tour takes."""
    if characters > most:
        said = _(
            "This tour takes {characters:,} characters; a link holds {most:,}. Download it and "
            "hand on the file, or take out steps with edited points and long texts."
        )
    else:
        said = _("The link takes {characters:,} of {most:,} characters.")
    return said.format(characters=characters, most=most)


def misread_step(number: int, wrong: Iterable[str]) -> str:
    """Say what a step of a tour states that its page does not have."""
    return _("Step {number} has {wrong}: unknown to this page, which shows its default.").format(
        number=number, wrong=", ".join(wrong)
    )


def copied(left_out: str) -> str:
    """Say that a link was copied, and what of the page it leaves out."""
    return _("Copied: the link restores these settings, but not {left_out}.").format(
        left_out=left_out
    )


ONLY_HERE = N_(
    "This server lets no other site embed its pages until its operator names the site "
    "(KPCA_FRAME_ANCESTORS)."
)
COPIED_WITHOUT_TOUR = N_(
    "Copied, but this tour is too long for a link: it opens in this session only. Elsewhere it "
    "needs its file."
)


def entrance() -> dict[str, Any]:
    """Return what `views/hosts/streamlit/head/head.js` says."""
    return {
        "toolbar": _("Settings"),
        "row": _("Stories"),
        "tools": {
            "undo": _("Undo"),
            "redo": _("Redo"),
            "reset": _("Reset"),
            "copy": _("Copy link"),
            "embed": _("Embed"),
            "assign": _("Assignment"),
            "tour": _("Make a tour"),
        },
        "steps": {
            "back": _("Back"),
            "next": _("Next"),
            "close": _("End the story"),
            "closeTour": _("End the tour"),
            "steps": _("Steps of the tour"),
            "return": _("Go to the step"),
        },
        "tour": {
            "how": _(
                "A tour is a row of views with your own sentences. Set the page up as you want it, "
                "save it as a step, and go on to the next."
            ),
            "notPortable": _(
                "This view cannot be a step: a link does not hold your table, or so many "
                "edited points."
            ),
            "save": _("Save this view as a step"),
            "replace": _("Put this view into the step"),
            "open": _("Open a file …"),
            "title": _("Title of the tour"),
            "stepTitle": _("Title of step"),
            "stepText": _("What you say at step"),
            "untitled": _("Untitled"),
            "up": _("Move up"),
            "down": _("Move down"),
            "delete": _("Delete"),
            "hidden": _("Pages that readers of the tour do not see in the list"),
            "link": _("Copy the link of the tour"),
            "download": _("Download the tour"),
            "large": _("This file is too large for a tour."),
        },
        "copied": _("Copied: the link restores these settings."),
        "notCopied": _("The browser did not let this page copy. The link:"),
        "embedding": {
            "how": _(
                "This text shows the drawing with these settings in a page of yours: its readers "
                "can move the slider there, and open the whole page."
            ),
            "width": _("Width"),
            "height": _("Height"),
            "screen": _("Screen"),
            "phone": _("Phone"),
            "text": _("Text of the frame"),
            "copy": _("Copy the text"),
        },
        "assignment": {
            "how": _("Choose controls that readers of the link cannot change, or do not see."),
            "lock": _("Lock"),
            "hide": _("Hide"),
        },
    }


def not_the_papers_draw(usual: Iterable[tuple[str, str]]) -> str:
    """Say why the switch "The paper's own draw" is off.

    Parameters
    ----------
    usual
        names and values of the paper's parameters
    """
    listed = ", ".join(f"{name} {value}" for name, value in usual)
    return _(
        "Off, because the paper's own draw has {listed}. Switched on, it brings them back."
    ).format(listed=listed)


def misread(wrong: Iterable[str]) -> str:
    """Say what an address states that the page does not have, such as "story=unknown"."""
    return _("The address has {wrong}: unknown to this page, which shows its default.").format(
        wrong=", ".join(wrong)
    )


def edited_points(what: str, too_many: bool, most: int) -> str:
    """Say what the reader has changed of the data set's points, and whether a link holds it."""
    said = _("Points edited: {what}.")
    if too_many:
        said += " " + _(
            "More than {most} points differ: only this session keeps them, links do not."
        )
    return said.format(what=what, most=most)


def assigned(lock: Iterable[str], unknown: Iterable[str]) -> str:
    """Say what the link that a reader followed has locked.

    Parameters
    ----------
    lock
        labels of locked controls
    unknown
        names in the address that no control of the page has
    """
    locked, strange = ", ".join(lock), ", ".join(unknown)
    words = [_("This link locks: {locked}.")] if locked else []
    words += [_("It names no control of this page: {strange}.")] if strange else []
    return " ".join(words).format(locked=locked, strange=strange)
