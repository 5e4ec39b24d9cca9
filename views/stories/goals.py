"""Goals of a task: what a step of a story asks a reader to reach, and how far it is.

In a file of TOML or of JSON a goal is the name of a measure, its arguments, and one of
`COMPARISONS` with the wanted value: {"measure": "gap", "component": 3, "at_least": 10}. Goals are
untrusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kpca_core._support.words import N_, _, worded
from kpca_core.drawing.canvas.words import readable, short
from views.state.fields import Number
from views.stories.measures import MEASURES, Measure

# Goals of a step, and the largest number that is compared.
MOST, LARGEST = 4, 1e9
# The name of each comparison, how a goal says it, and whether it holds.
COMPARISONS: Mapping[str, tuple[str, Callable[[float, float], bool]]] = {
    "at_least": (N_("at least {value}"), lambda found, wanted: found >= wanted),
    "at_most": (N_("at most {value}"), lambda found, wanted: found <= wanted),
    "equals": (N_("exactly {value}"), lambda found, wanted: found == wanted),
}
# Characters of what a link states.
LONGEST = 100
# Two measurements of the same settings differ by rounding: at most this share of the larger.
SAME = 1e-4


@dataclass(frozen=True)
class Goal:
    """A measure that is to reach a value.

    Parameters
    ----------
    measure
        a key of `MEASURES`
    arguments
        of it, by name
    comparison
        a key of `COMPARISONS`
    value
        that is wanted
    """

    measure: str
    arguments: tuple[tuple[str, float], ...]
    comparison: str
    value: float

    @property
    def entries(self) -> dict[str, Any]:
        """What a file holds of it."""
        return {"measure": self.measure, **dict(self.arguments), self.comparison: self.value}

    @property
    def kind(self) -> Measure:
        """Return the measure by which a page decides whether the goal is reached."""
        return MEASURES[self.measure]

    def reached(self, found: float) -> bool:
        """Whether this value is what is wanted."""
        return COMPARISONS[self.comparison][1](found, self.value)

    def share(self, found: float) -> float:
        """Return how much of the way is done, from 0 to 1."""
        if self.reached(found):
            return 1.0
        low, high = sorted((found, self.value))
        return max(0.0, low / high) if high > 0 else 0.0


def measures_of(page: str) -> Mapping[str, Measure]:
    """Return the measures of a page by their names."""
    return {name: one for name, one in MEASURES.items() if page in one.pages}


def goals_of(sent: Any, page: str) -> tuple[Goal, ...]:
    """Read the goals of a step on a page.

    Raises
    ------
    ValueError
        if they are none; the message quotes what is wrong, and names what there is
    """
    if not isinstance(sent, list | tuple) or len(sent) > MOST:
        raise ValueError(_("A step has a list of at most {most} goals.").format(most=MOST))
    return tuple(_goal(one, measures_of(page)) for one in sent)


def _goal(sent: Any, known: Mapping[str, Measure]) -> Goal:
    name = sent.get("measure") if isinstance(sent, Mapping) else None
    if not isinstance(name, str) or name not in known:
        raise ValueError(
            _("The page has no measure {name}; it has {names}.").format(
                name=_quoted(name), names=", ".join(known) or _("none")
            )
        )
    compared = [key for key in COMPARISONS if key in sent]
    if len(compared) != 1:
        raise ValueError(
            _("A goal has one of the entries {names}.").format(names=", ".join(COMPARISONS))
        )
    fields = {one.name: one for one in known[name].arguments}
    if strange := {*sent} - {"measure", *compared, *fields}:
        raise ValueError(
            _("The measure {name} has no {entry}.").format(
                name=name, entry=", ".join(sorted(map(_quoted, strange)))
            )
        )
    arguments = ((key, _number(one, sent.get(key, one.default))) for key, one in fields.items())
    wanted = Number(compared[0], "", 0, -LARGEST, LARGEST)
    return Goal(name, tuple(arguments), compared[0], _number(wanted, sent[compared[0]]))


def _number(one: Number, sent: Any) -> float:
    """Return a number in its range."""
    sound = type(sent) in (int, float) and one.low <= sent <= one.high
    if not sound or (one.integer and sent != int(sent)):
        raise ValueError(
            _("{name} is a number from {low:g} to {high:g}; got {value}.").format(
                name=one.name, low=one.low, high=one.high, value=_quoted(sent)
            )
        )
    value: float = int(sent) if one.integer else sent
    return value


def _quoted(value: object) -> str:
    return repr(value)[:60]


# What is measured


def found_of(goal: Goal, found: Any) -> float | str:
    """Return the value in what a page has found, None for not yet; else in words why none is."""
    if found is None:
        return _("there is no picture of these settings yet")
    try:
        value = float(goal.kind.find(found, **dict(goal.arguments)))
    except (ValueError, ArithmeticError) as error:
        return worded(error)
    return value if math.isfinite(value) else _("the value is not finite")


def told(goals: Sequence[Goal], found: Any, stated: Sequence[float] = ()) -> list[dict[str, Any]]:
    """Return what is said of each goal of what is `found`, and what a link hands in of it.

    Nothing is taken as true that the link which led here has `stated` of them, in their order.
    """
    return [_told(one, found, stated[k : k + 1]) for k, one in enumerate(goals)]


def _told(goal: Goal, found: Any, stated: Sequence[float]) -> dict[str, Any]:
    value, unit = found_of(goal, found), goal.kind.unit
    if isinstance(value, str):
        said = _("cannot be measured: {why}").format(why=value)
        data = {"said": said, "reached": False, "share": 0.0, "measured": ""}
    else:
        reached = goal.reached(value)
        said = _("{value}: reached") if reached else _("{value} now: not reached yet")
        said = readable(said.format(value=_apart(value, goal.value) + unit))
        data = {"said": said, "reached": reached, "share": goal.share(value)}
        data["measured"] = written(value)
    wanted = _(COMPARISONS[goal.comparison][0]).format(value=short(goal.value, 6) + unit)
    what = goal.kind.said(dict(goal.arguments))
    label = readable(f"{what[:1].upper()}{what[1:]}: {wanted}")
    verdict = readable(_verdict(goal, value, stated[0])) if stated else ""
    return {"goal": goal.entries, "label": label, **data, "verdict": verdict}


def _verdict(goal: Goal, value: float | str, stated: float) -> str:
    """Return whether a goal is reached with the settings of a link that states so much of it."""
    link, unit = short(stated, 6), goal.kind.unit
    if isinstance(value, str):
        said = _("The link states {stated}; the page cannot measure it here: not reached.")
        return said.format(stated=link + unit)
    if goal.reached(value):
        said = _("The link states {stated}; with its settings the page measures {value}: reached.")
    else:
        said = _(
            "The link states {stated}; with its settings the page measures {value}: not reached."
        )
    same = abs(stated - value) <= SAME * max(abs(stated), abs(value)) + 1e-9
    now = short(value, 6) if same else _apart(value, stated)
    said = said.format(stated=link + unit, value=now + unit)
    return said if same else said + " " + _("The two differ.")


def _apart(value: float, wanted: float) -> str:
    """Return a value in three digits, or in as many as tell it from what is wanted."""
    if value == wanted:
        return short(value, 6)
    return next((t for d in (3, 4, 5, 6, 9) if (t := short(value, d)) != short(wanted, d)), "") or (
        short(value, 12)
    )


# Measured values as an address has them


def written(value: float) -> str:
    """Return a measured value as a link states it."""
    return f"{value + 0.0:.6g}"


def stated_in(text: str, goals: Sequence[Goal]) -> tuple[float, ...]:
    """Return the values that an address states, () where they are not those of these goals."""
    try:
        values = tuple(map(float, text.split(","))) if len(text) <= LONGEST else ()
    except ValueError:
        return ()
    return values if all(map(math.isfinite, values)) and len(values) == len(goals) else ()
