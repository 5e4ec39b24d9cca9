"""What each component shows of its data, in words that were measured.

Every statement compares a measure of `analysis.measures` with a threshold, which is stated here. A
statement about labels is made only where a random labelling of the same points would make it true
less than once in a million times.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.words import N_, _
from kpca_core.analysis import measures
from kpca_core.analysis.measures import MAJORITY, MIN_SHARE, MIN_SPLIT_FRACTION
from kpca_core.tables.column import shortened

# Least −log of the probability under a random labelling. A picture has at most some hundred
# statements, so that one in ten thousand pictures would have a false one.
MIN_SURPRISE = math.log(1e6)
# A cluster or a curve of fewer different points is not described: too few to have halves.
MIN_POINTS = 10
# Stretches that the curve is cut into.
STRETCHES = 10
# Largest number of periods around a ring that is looked for.
MAX_PERIODS = 6
# Share of the largest score that the smallest one has at least where all have one sign: that of a
# smaller one is that of rounding.
SIGNED = 1e-13
# Columns that belong together, each of a group as its number from 0.
Groups = Sequence[Sequence[int]]
# More than half of a component on less than this share of the points: it follows single points.
FEW = 0.05
# What one class, several, all and every one are called, by what classes are.
ONE = {
    "cluster": N_("cluster {number}"),
    "group": N_("group {number}"),
    "ring": N_("ring {number}"),
    "label": N_("label {number}"),
}
SEVERAL = {
    "cluster": N_("clusters {numbers}"),
    "group": N_("groups {numbers}"),
    "ring": N_("rings {numbers}"),
    "label": N_("labels {numbers}"),
}
ALL = {
    "cluster": N_("separates all {n} clusters"),
    "group": N_("separates all {n} groups"),
    "ring": N_("separates all {n} rings"),
}
EVERY = {
    "cluster": N_("splits every cluster"),
    "group": N_("splits every group"),
    "ring": N_("splits every ring"),
}


def describe_functions(shape: Shape, scores: Array, near_degenerate: Groups) -> list[str]:
    """Return one sentence for each column of the scores (n, q) of a shape's points, "" for nothing.

    They do not depend on the order of the points or on signs, and are the same if every point
    stands there twice.

    Parameters
    ----------
    near_degenerate
        Groups of columns, from 0, within which any rotation is nearly as valid.
    """
    found = [list(phrases) for phrases in zip(*_phrases(shape, scores), strict=True)]
    partners = {
        j: [other for other in group if other != j] for group in near_degenerate for j in group
    }
    written = []
    for j, phrases in enumerate(found):
        said = [phrase for phrase in phrases if phrase]
        if j in partners:
            said.append(interchangeable(partners[j]))
        written.append(sentence(said))
    return written


def sentence(said: Sequence[str]) -> str:
    """Return phrases, verbs first, as a sentence; "" for none."""
    # A number and its sign stay in one line.
    text = _("; ").join(said).replace(" %", "\N{NO-BREAK SPACE}%")
    return _("{phrases}.").format(phrases=f"{text[0].upper()}{text[1:]}") if text else ""


def interchangeable(others: Sequence[int]) -> str:
    """Return the phrase of a component whose eigenvalue nearly equals those of `others`.

    Any rotation among them is equally valid; `others` are counted from 0.
    """
    numbers = listed([str(i + 1) for i in others])
    return _("nearly interchangeable with {others}").format(others=numbers)


def group_names(points: Array, labels: Labels) -> list[str]:
    """Return the name of each label from 0 to the last; none where there is a single label."""
    return Shape(np.asarray(points, dtype=np.float64), np.asarray(labels)).groups


@dataclass(frozen=True, eq=False)
class Shape:
    """Points in the plane with labels, and what can be said of them without any component.

    Parameters
    ----------
    points
        (n, 2).
    labels
        (n,) integers; a single value says nothing about groups.
    words
        What labels 0, 1, … stand for; without them classes are called "cluster 1" and the like.
    """

    points: Array
    labels: Labels
    words: Sequence[str] = ()

    @cached_property
    def classes(self) -> Labels:
        return np.unique(self.labels)

    @cached_property
    def sizes(self) -> Array:
        """The number of different points in each class (k,), were repeats spread evenly."""
        different = len(np.unique(np.ascontiguousarray(self.points).view(np.complex128)))
        counts = np.array([(self.labels == label).sum() for label in self.classes])
        return counts * (different / len(self.points))

    @cached_property
    def compact(self) -> bool:
        """Whether classes are clusters: their means explain most of where the points are."""
        k = len(self.classes)
        if k < 2 or self.sizes.min() < MIN_POINTS:
            return False
        share = measures.between_classes(self.points, self.labels)
        surprise = measures.share_surprise(share, float(self.sizes.sum()), k)
        return share > MAJORITY and surprise >= MIN_SURPRISE

    @cached_property
    def centred(self) -> Array:
        """The points about the middle between the means of the classes."""
        means = [self.points[self.labels == label].mean(axis=0) for label in self.classes]
        values: Array = self.points - np.mean(means, axis=0)
        return values

    @cached_property
    def rings(self) -> list[int]:
        """The classes from the innermost ring to the outermost; empty if they are no rings."""
        if len(self.classes) < 2 or self.compact:
            return []
        radii = np.hypot(*self.centred.T)[:, None]
        groups = measures.ordered_groups(measures.class_ranges(radii, self.labels)[:, :, 0])
        nested = len(groups) == len(self.classes)
        sure = nested and measures.order_surprise(self.sizes.tolist()) >= MIN_SURPRISE
        return [k for (k,) in groups] if sure else []

    @cached_property
    def noun(self) -> str:
        """What stands before the number of a class; "" where classes have words of their own."""
        if self.words:
            return "label" if all(word.isdecimal() for word in self.words) else ""
        if self.rings:
            return "ring"
        return "cluster" if self.compact else "group"

    @property
    def kind(self) -> str:
        """What one of the classes is."""
        return "group" if self.words else self.noun

    @cached_property
    def names(self) -> list[str]:
        """What readers call the classes: "setosa", "cluster 1", "the inner ring", "group 1"."""
        if self.numbers:
            return [_(ONE[self.noun]).format(number=one) for one in self.numbers]
        if self.words:
            return [quoted(self.words[int(label)]) for label in self.classes]
        names = [_("the inner ring"), _("the outer ring")]
        return names if self.rings == [0, 1] else names[::-1]

    @property
    def groups(self) -> list[str]:
        """The name of each label from 0 to the last; none where there is a single label."""
        named = dict(zip(self.classes.tolist(), self.names, strict=True))
        return [named.get(label, "") for label in range(max(named) + 1)] if len(named) > 1 else []

    @cached_property
    def numbers(self) -> list[str]:
        """What stands after the noun of each class; [] where names have no noun."""
        if self.words:
            return [quoted(self.words[int(k)]) for k in self.classes] if self.noun else []
        if self.rings:
            places = [str(self.rings.index(k) + 1) for k in range(len(self.classes))]
            return places if len(places) > 2 else []
        return [str(int(label) + 1) for label in self.classes]

    @cached_property
    def distance(self) -> Array | None:
        """The height (n,) above y = a + bx + cx², if unlabelled points follow such a curve."""
        if len(self.classes) > 1 or self.sizes.sum() < MIN_POINTS:
            return None
        x, y = (self.points - self.points.mean(axis=0)).T
        plane = np.column_stack([np.ones_like(x), x])
        curve = np.column_stack([plane, x * x])
        straight, bent = (1 - measures.explained(d, y[:, None])[0] for d in (plane, curve))
        if not bent < MAJORITY * straight:
            return None
        heights: Array = y - curve @ np.linalg.lstsq(curve, y, rcond=None)[0]
        return heights


def _phrases(shape: Shape, scores: Array) -> Iterator[Sequence[str]]:
    """What is said of each component, "" for nothing: one sequence (q,) for each kind of phrase."""
    q = scores.shape[1]
    nothing = [""] * q
    low, high = scores.min(axis=0).tolist(), scores.max(axis=0).tolist()
    same = (a > SIGNED * b or b < SIGNED * a for a, b in zip(low, high, strict=True))
    yield [_("has one sign on all points") if one else "" for one in same]
    yield _of_groups(shape, scores) if len(shape.classes) > 1 else nothing
    yield _around_rings(shape, scores) if shape.rings else nothing
    yield _along_a_curve(shape, scores) if shape.distance is not None else nothing
    yield _linear(shape.points, scores)
    yield concentrated(scores)


def _of_groups(shape: Shape, scores: Array) -> list[str]:
    ranges = measures.class_ranges(scores, shape.labels)
    written = [_separated(shape, ranges[:, :, j]) for j in range(scores.shape[1])]
    if shape.compact:
        shares = measures.cluster_shares(scores, shape.labels)
        smaller = measures.smaller_parts(scores, shape.labels)
        splits = [_split(shape, *parts) for parts in zip(shares.T, smaller.T, strict=True)]
        written = [first or second for first, second in zip(written, splits, strict=True)]
    return written


def _separated(shape: Shape, ranges: Array) -> str:
    groups = measures.ordered_groups(ranges)
    if len(groups) < 2:
        return ""
    sizes = [float(shape.sizes[group].sum()) for group in groups]
    if measures.order_surprise(sizes) < MIN_SURPRISE:
        return ""
    k = len(shape.classes)
    if len(groups) == 2:
        first, second = sorted(groups, key=lambda group: (len(group), min(group)))
        rest = _("the rest") if k > 2 and len(first) == 1 else _named(shape, second)
        return _("separates {some} from {others}").format(some=_named(shape, first), others=rest)
    if len(groups) == k:
        return _(ALL[shape.kind]).format(n=k)
    parts = [_named(shape, group) for group in sorted(groups, key=min)]
    return _("separates {groups} from one another").format(groups=listed(parts, _("; ")))


def _split(shape: Shape, shares: Array, smaller: Array) -> str:
    owner = int(shares.argmax())
    halved = smaller >= float(MIN_SPLIT_FRACTION)
    if shares[owner] > MAJORITY:
        said = _("splits {groups}") if halved[owner] else _("varies inside {groups}")
        return said.format(groups=shape.names[owner])
    several = np.flatnonzero((shares >= MIN_SHARE) & halved).tolist()
    if len(several) < 2 or shares[several].sum() <= MAJORITY:
        return ""
    if len(several) == len(shares):
        return _(EVERY[shape.kind])
    return _("splits {groups}").format(groups=_named(shape, several))


def _around_rings(shape: Shape, scores: Array) -> list[str]:
    """The number of periods around the rings that explains most of a component."""
    x, y = shape.centred.T
    phases = np.arange(1, MAX_PERIODS + 1)[:, None] * np.arctan2(y, x)
    waves = np.stack([np.cos(phases), np.sin(phases)], axis=1)  # (periods, 2, n)
    parts = np.empty((MAX_PERIODS, len(shape.classes), scores.shape[1]))
    for k, label in enumerate(shape.classes):
        inside = shape.labels == label
        own, values = waves[:, :, inside], scores[inside]
        products = own @ values
        inverse = np.linalg.pinv(own @ own.transpose(0, 2, 1), hermitian=True)
        parts[:, k] = (products * (inverse @ products)).sum(axis=1)
    parts /= (scores**2).sum(axis=0)
    best = parts.sum(axis=1).argmax(axis=0)
    written = []
    for j, m in enumerate(best.tolist()):
        found = parts[m, :, j]
        if found.sum() <= MAJORITY:
            written.append("")
            continue
        rings = [k for k in shape.rings if found[k] >= MIN_SHARE]
        where = _("every ring") if len(rings) == len(shape.rings) else _named(shape, rings)
        said = (_("goes once around {rings}"), _("goes twice around {rings}"))
        text = said[m] if m < len(said) else _("goes {n} times around {rings}")
        written.append(text.format(n=m + 1, rings=where))
    return written


def _along_a_curve(shape: Shape, scores: Array) -> list[str]:
    """Whether a component varies along y = a + bx + cx² or across it."""
    assert shape.distance is not None
    x = shape.points[:, 0] - shape.points[:, 0].mean()
    d = shape.distance
    centred = scores - scores.mean(axis=0)
    across = measures.explained(np.column_stack([d, d * x, d * x * x]), centred)
    place = (x - x.min()) / (np.ptp(x) or 1.0)
    stretch = np.minimum((STRETCHES * place).astype(int), STRETCHES - 1)
    sizes = np.bincount(stretch, minlength=STRETCHES)
    there = sizes > 0
    sums = np.array([np.bincount(stretch, column, STRETCHES) for column in centred.T]).T[there]
    means = sums / sizes[there, None]
    along = (sums * means).sum(axis=0) / (centred**2).sum(axis=0)
    written = []
    for j in range(scores.shape[1]):
        if along[j] > MAJORITY:
            # The share of the way from mean to mean that goes backwards. On 100 draws of the noisy
            # parabola and polynomial kernels of degree 2 to 4 it is at most 0.022 for the first
            # component; for the second, which turns once, above 0.14 in 95 %.
            steady = measures.backward_share(means[:, j]) <= 0.05
            written.append(
                _("varies along the parabola")
                if steady
                else _("rises and falls along the parabola")
            )
        else:
            written.append(_("varies across the parabola") if across[j] > MAJORITY else "")
    return written


def _linear(points: Array, scores: Array) -> list[str]:
    """Whether a component is close to a plane, and the angle of its slope to the x axis."""
    centred = scores - scores.mean(axis=0)
    shares = measures.explained(points - points.mean(axis=0), centred)
    written = [""] * len(shares)
    # Nearly linear: no plane explains less than a twentieth of its variance.
    for j in np.flatnonzero(shares > 0.95).tolist():
        across, up = measures.slope(points, centred[:, j])
        angle = round(math.degrees(math.atan2(up, across))) % 180
        written[j] = _("nearly linear, steepest at {angle}°").format(angle=angle)
    return written


def concentrated(scores: Array) -> list[str]:
    """Whether more than half of a component's sum of squares, which is λ, is on few points."""
    squares = -np.sort(-(scores**2), axis=0)
    running = np.vstack([np.zeros(scores.shape[1]), np.cumsum(squares, axis=0)])
    at = FEW * len(scores)
    below = int(at)
    most = running[below] + (at - below) * squares[below]
    few = (most > MAJORITY * running[-1]).tolist()
    text = _("over half of λ comes from {share} % of the points").format(share=f"{100 * FEW:.0f}")
    return [text if one else "" for one in few]


def _named(shape: Shape, classes: Sequence[int]) -> str:
    """ "clusters 1 and 2" of two clusters, in the order of their labels."""
    if len(classes) == 1 or not shape.numbers:
        return listed([shape.names[k] for k in sorted(classes)])
    numbers = listed([shape.numbers[k] for k in sorted(classes)])
    return _(SEVERAL[shape.noun]).format(numbers=numbers)


def quoted(word: str) -> str:
    """A label's word in one short line, in quotation marks where it has blanks or commas."""
    short = shortened(word, 24)
    return _("“{word}”").format(word=short) if set(short) & set(" ,;.:") else short


def listed(words: Sequence[str], comma: str | None = None) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    first = (_(", ") if comma is None else comma).join(words[:-1])
    return _("{first} and {last}").format(first=first, last=words[-1])
