"""Words that readers see: the entrance of "Explore", and what every page says of its state."""

from __future__ import annotations

from collections.abc import Iterable

# The entrance of the page "Explore".
NAME = "Kernel PCA explorer"
WHAT = (
    "Each map is one component that kernel PCA found, as a function over the plane of the data: "
    "points on one contour line get the same score."
)
DO = (
    "Drag the slider above the maps and watch them change, click a map to select its component, "
    "choose other data or another kernel in the sidebar. New here? Begin with the tour “Why "
    "kernels?”."
)

# What stands in the label of a control that an address locks.
LOCKED = "(locked by the link)"

RESET_TO_STORY = "Return to the settings and colours of this story"
RESET_TO_FIRST = "Return to the first view, its colours included"
CHANGED = "You have changed its settings."


def step(number: int) -> str:
    """Name a step of a tour that has no title."""
    return f"Step {number}"


def steps(count: int) -> str:
    """Say how long a story is, "" where it has one step."""
    return f"{count} steps" if count > 1 else ""


def away(page: str) -> str:
    """Say that a step of the tour is on another page."""
    return f"This step is on the page {page}."


def size(characters: int, most: int) -> str:
    """Say how much of a link a tour takes."""
    if characters > most:
        return (
            f"This tour takes {characters:,} characters; a link holds {most:,}. Download it and "
            "hand on the file, or take out steps with edited points and long texts."
        )
    return f"The link takes {characters:,} of {most:,} characters."


def misread_step(number: int, wrong: Iterable[str]) -> str:
    """Say what a step of a tour states that its page does not have."""
    return f"Step {number} has {', '.join(wrong)}: unknown to this page, which shows its default."


def copied(left_out: str) -> str:
    """Say that a link was copied, and what of the page it leaves out."""
    return f"Copied: the link restores these settings, but not {left_out}."


COPIED_WITHOUT_TOUR = (
    "Copied, but this tour is too long for a link: it opens in this session only. Elsewhere it "
    "needs its file."
)

# What `views/shared/head/head.js` says.
ENTRANCE = {
    "toolbar": "Settings",
    "row": "Stories",
    "tools": {
        "undo": "Undo",
        "redo": "Redo",
        "reset": "Reset",
        "copy": "Copy link",
        "assign": "Assignment",
        "tour": "Make a tour",
    },
    "steps": {
        "back": "Back",
        "next": "Next",
        "close": "End the story",
        "closeTour": "End the tour",
        "steps": "Steps of the tour",
        "return": "Go to the step",
    },
    "tour": {
        "how": "A tour is a row of views with your own sentences. Set the page up as you want it, "
        "save it as a step, and go on to the next.",
        "notPortable": "This view cannot be a step: a link does not hold your table, or so many "
        "edited points.",
        "save": "Save this view as a step",
        "replace": "Put this view into the step",
        "open": "Open a file …",
        "title": "Title of the tour",
        "stepTitle": "Title of step",
        "stepText": "What you say at step",
        "untitled": "Untitled",
        "up": "Move up",
        "down": "Move down",
        "delete": "Delete",
        "hidden": "Pages that readers of the tour do not see in the list",
        "link": "Copy the link of the tour",
        "download": "Download the tour",
        "large": "This file is too large for a tour.",
    },
    "copied": "Copied: the link restores these settings.",
    "notCopied": "The browser did not let this page copy. The link:",
    "assignment": {
        "how": "Choose controls that readers of the link cannot change, or do not see.",
        "lock": "Lock",
        "hide": "Hide",
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
    return f"Off, because the paper's own draw has {listed}. Switched on, it brings them back."


def misread(wrong: Iterable[str]) -> str:
    """Say what an address states that the page does not have, such as "story=unknown"."""
    return f"The address has {', '.join(wrong)}: unknown to this page, which shows its default."


def edited_points(what: str, too_many: bool, most: int) -> str:
    """Say what the reader has changed of the data set's points, and whether a link holds it."""
    kept = f" More than {most} points differ: only this session keeps them, links do not."
    return f"Points edited: {what}.{kept if too_many else ''}"


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
    words = [f"This link locks: {locked}."] if locked else []
    words += [f"It names no control of this page: {strange}."] if strange else []
    return " ".join(words)
