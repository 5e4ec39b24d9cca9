"""The classes that a component keeps apart from all others, beyond chance."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices, Labels
from kpca_core._support.words import _
from kpca_core.analysis.measures import order_surprise

# A class is called apart where so much of it lies on one side, and as much of the others on the
# other, and where labels given at random would do so less than once in a million times.
APART, SURPRISE = 0.9, math.log(1e6)


@dataclass(frozen=True)
class Separation:
    """A component that keeps one class apart from the others.

    Attributes
    ----------
    component : int
        From 0.
    label : int
        That of the class.
    above : bool
        Whether the class lies above the threshold; else it lies at or below it.
    threshold : float
        Of the score.
    inside, size
        How many rows of the class lie on its side, and how many it has.
    strangers, others
        How many rows of other classes lie there, and how many there are.
    """

    component: int
    label: int
    above: bool
    threshold: float
    inside: int
    size: int
    strangers: int
    others: int

    def said(self, name: str) -> str:
        """Return the statement about the class of this name."""
        return _(
            "separates {name} from the others: {inside:,} of {size:,} on one side, {strangers:,} "
            "of {others:,} others"
        ).format(name=name, **asdict(self))


def separations(scores: Array, labels: Labels, X: Array | None = None) -> list[Separation]:
    """Return which classes each component keeps apart from all others, beyond chance.

    For each component and class the threshold that parts them best; the separation counts where at
    least the share APART of the class, and of the others, lies on its own side, and a random
    labelling would part as well with probability below 1e-6, over all components and classes: by
    the number of arrangements where all lie on their sides, else by Smirnov's limit
    exp(−2 J² m n/(m + n)). Of two classes one is named.

    Parameters
    ----------
    scores : (n, q) array
        A column for each component.
    labels : Labels
        (n,) integers.
    X : (n, D) array
        The rows, of which copies are no further evidence; all differ if None.
    """
    classes = np.unique(labels)
    if len(classes) < 2:
        return []
    n, q = scores.shape
    share = 1.0 if X is None else len({row.tobytes() for row in X}) / n
    limit = SURPRISE + math.log(max(1, q * len(classes)))
    order = np.argsort(scores, axis=0, kind="stable")
    named = classes[:1] if len(classes) == 2 else classes
    found = []
    for j in range(q):
        column = scores[order[:, j], j]
        # A threshold lies between two values that differ.
        ends = np.flatnonzero(np.diff(column) > 0)
        for label in named.tolist() if len(ends) else ():
            parts = _parted(column, labels[order[:, j]] == label, ends)
            one = Separation(j, int(label), *parts)
            if _is_apart(one) and _surprise(one, share) >= limit:
                found.append(one)
    return found


def _parted(
    column: Array, inside: NDArray[np.bool_], ends: Indices
) -> tuple[bool, float, int, int, int, int]:
    """The best threshold among ascending values: side, threshold, and what lies where."""
    size, others = int(inside.sum()), int((~inside).sum())
    own, strange = np.cumsum(inside)[ends], np.cumsum(~inside)[ends]
    difference = own / size - strange / others
    at = int(np.abs(difference).argmax())
    above = bool(difference[at] < 0)
    threshold = float(column[ends[at]] / 2 + column[ends[at] + 1] / 2)
    mine, theirs = int(own[at]), int(strange[at])
    if above:
        mine, theirs = size - mine, others - theirs
    return above, threshold, mine, size, theirs, others


def _is_apart(one: Separation) -> bool:
    return one.inside >= APART * one.size and one.strangers <= (1 - APART) * one.others


def _surprise(one: Separation, share: float) -> float:
    """−log of the probability under a random labelling."""
    size, others = share * one.size, share * one.others
    if one.inside == one.size and not one.strangers:
        return order_surprise([size, others])
    difference = one.inside / one.size - one.strangers / one.others
    return 2 * difference**2 * size * others / (size + others) - math.log(2)
