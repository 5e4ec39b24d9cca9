"""The measured answers to the questions of the page "Method": a sentence each, with its numbers."""

from __future__ import annotations

import numpy as np

from kpca_core import Polynomial
from kpca_core._support.words import _
from kpca_core.analysis.measures import squared_error, variance
from kpca_core.drawing.canvas.words import short
from kpca_core.spectrum import numerical_rank
from views.pages.method.figures.example import Example, derived
from views.pages.method.figures.functions import partial_map, tried
from views.pages.method.figures.limit import measured
from views.pages.method.figures.plane import (
    meetings,
    monomials,
    principal_angles,
)
from views.pages.method.figures.properties import counted, turned_eigenvalues

# Change of eigenvalues, as a share of the first, below which it is rounding.
TURNED = 1e-10
# The share of points right from which classes count as separated.
SEPARATED = 0.99


def line(example: Example) -> str:
    angle = principal_angles(example.X)[0]
    own = example.state.angle
    return _(
        "At {angle:.1f}° the variance is {variance} and the error {error}; at your {own:g}° they "
        "are {own_variance} and {own_error}."
    ).format(
        angle=angle,
        variance=short(variance(example.X, angle)),
        error=short(squared_error(example.X, angle)),
        own=own,
        own_variance=short(variance(example.X, own)),
        own_error=short(squared_error(example.X, own)),
    )


def lift(example: Example) -> str:
    return f"{monomials():,}."


def dot(example: Example) -> str:
    found, quadratic = (
        derived(kernel, example.X, False) for kernel in (example.kernel, Polynomial(2))
    )
    return _(
        "K has {rank} of {n} with the kernel that is set, and {quadratic} with the polynomial of "
        "degree 2, which has 3 features."
    ).format(rank=found.rank + len(found.negative), n=len(example.X), quadratic=quadratic.rank)


def gram(example: Example) -> str:
    K = example.derivation.gram
    apart = K[:, None, :] - K[None, :, :]
    distance = np.abs(apart).max(axis=2) + np.diag(np.full(len(K), np.inf))
    i, j = np.unravel_index(int(distance.argmin()), distance.shape)
    rank = numerical_rank(
        np.abs(example.derivation.gram_eigenvalues), example.derivation.gram_floor
    )
    different = len(np.unique(example.X, axis=0))
    return _(
        "Now the rows of points {first} and {second} are most alike: they differ by at most "
        "{value}. K has rank {rank}; of the {n} points {different} are different."
    ).format(
        first=i + 1,
        second=j + 1,
        value=short(float(distance[i, j]), 2),
        rank=rank,
        n=len(K),
        different=different,
    )


def centre(example: Example) -> str:
    centred, gram = example.derivation.centred, example.derivation.gram
    floor = 1e-12 * np.abs(centred).max()
    return _("{centred} of the {size} entries of K̃ are negative, and {gram} of K's.").format(
        centred=int((centred < -floor).sum()), size=centred.size, gram=int((gram < 0).sum())
    )


def square(example: Example) -> str:
    if not example.derivation.rank:
        return _("There is no component.")
    found = example.shifted
    return _(
        "At {t} both sides of K̃²a = λK̃a differ by {squared} of their length, those of K̃a = λa by "
        "{plain}, and the map moves by at most {moved} of its largest value."
    ).format(
        t=short(example.state.null), squared=short(found.squared, 2),
        plain=short(found.plain, 2), moved=short(found.projection, 2),
    )  # fmt: skip


def length(example: Example) -> str:
    found = example.derivation
    if not found.rank:
        return _("There is no component.")
    lengths = np.sqrt(found.squared_lengths)
    return _("‖α‖ is {first} for the first component and {last} for the last of {rank}.").format(
        first=short(float(lengths[0])), last=short(float(lengths[-1])), rank=found.rank
    )


def point(example: Example) -> str:
    found = example.derivation
    if not found.rank:
        return _("There is no component.")
    nearest = int(np.argmin(np.sum((example.X - example.x) ** 2, axis=1)))
    return _("At x the sum is {sum}; the nearest point, {nearest}, has the score {score}.").format(
        sum=short(float(example.new.values[example.j]), 6),
        nearest=nearest + 1,
        score=short(float(found.scores[nearest, example.j]), 6),
    )


def contours(example: Example) -> str:
    found, j = example.derivation, example.j
    if not found.rank:
        return _("There is no component.")
    whole = example.function.ravel()
    for terms in range(1, len(example.X) + 1):
        missing = np.abs(partial_map(found, example.grid, j, terms) - whole).max()
        if missing <= np.ptp(whole) / 100:
            break
    return _("With {terms} of {n} terms the maps differ by less than 1 % of the range.").format(
        terms=terms, n=len(example.X)
    )


def spectrum(example: Example) -> str:
    found = example.derivation
    return _("{both} in all: {said}.").format(
        both=found.rank + len(found.negative), said=counted(example)
    )


def properties(example: Example) -> str:
    found = example.derivation
    if not found.rank:
        return _("There is no component.")

    def moved(angle: float) -> float:
        change = np.abs(turned_eigenvalues(example, angle) - found.eigenvalues).max()
        return float(change / found.eigenvalues[0])

    # Turned by 90° every kernel of the page compares the same numbers.
    every = {angle: moved(angle) for angle in range(5, 90, 5)}
    most = max(every, key=lambda angle: every[angle])
    if every[most] < TURNED:
        return _(
            "This kernel's stay: turned by any of 5°, 10°, … 85° they change by at most {value} of "
            "the first."
        ).format(value=short(every[most], 1))
    return _(
        "This kernel's move: most at {most}°, by {value} of the first; at your {angle:g}° by {own}."
    ).format(
        most=most,
        value=short(every[most], 2),
        angle=example.state.turn,
        own=short(moved(example.state.turn), 2),
    )


def limit(example: Example) -> str:
    return measured(example.state.law, example.kernel)[1]


def kernels(example: Example) -> str:
    found = example.derivation
    values = found.gram_eigenvalues
    share = float(values[-1] / (np.abs(values).max() or 1.0))
    said = _("The lowest eigenvalue of K is {value}, {share} times the largest in size: {verdict}.")
    verdict = (
        _("it belongs to the kernel")
        if values[-1] < -found.gram_floor
        else _("no negative eigenvalue beyond rounding")
    )
    return said.format(value=short(float(values[-1]), 4), share=short(share, 2), verdict=verdict)


def classify(example: Example) -> str:
    seen = tried(example.kernel, example.state.task)[1]
    if not seen:
        return _("There is no component.")
    enough = [q for q, right in enumerate(seen, 1) if right >= SEPARATED]
    best = int(np.argmax(seen))
    if enough:
        return _("With {q}: {right:.1f} % of unseen points are then right.").format(
            q=enough[0], right=100 * seen[enough[0] - 1]
        )
    return _(
        "With none of up to {most}: at best {right:.1f} % of unseen points are right, with {q}."
    ).format(most=len(seen), right=100 * seen[best], q=best + 1)


def back(example: Example) -> str:
    found = derived(Polynomial(2), example.X)
    if not found.rank:
        return _("There is no component.")
    own = short(float(found.at(example.x).values[0]))
    said = _("The line does not meet it. At x {function} is {own}.")
    if met := [short(one) for one in meetings(found)]:
        said = _(
            "Where {function} is {values}: so for all x of those contours. At your x {function} is "
            "{own}."
        )
    return said.format(function="f₁(x)", values=_(" or ").join(met), own=own)
