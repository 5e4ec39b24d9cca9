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
    "choose other data or another kernel in the sidebar, or begin with a story."
)

# What stands in the label of a control that an address locks.
LOCKED = "(locked by the link)"

RESET_TO_STORY = "Return to the settings and colours of this story"
RESET_TO_FIRST = "Return to the first view, its colours included"
CHANGED = "You have changed its settings."

# What `views/head/head.js` says.
ENTRANCE = {
    "toolbar": "Settings",
    "row": "Stories",
    "tools": {
        "undo": "Undo",
        "redo": "Redo",
        "reset": "Reset",
        "copy": "Copy link",
        "assign": "Assignment",
    },
    "steps": {"back": "Back", "next": "Next", "close": "End the story"},
    "copied": "Copied: the link restores exactly these settings.",
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
