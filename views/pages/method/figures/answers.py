"""The measured answers to the questions of the page "Method": a sentence each, with its numbers."""

from __future__ import annotations

import numpy as np

from kpca_core import Polynomial
from kpca_core._support.words import _
from kpca_core.drawing.canvas.words import short
from kpca_core.spectrum import noise_floor
from views.pages.method.figures.functions import partial_map, tried
from views.pages.method.figures.plane import (
    monomials,
    principal_angles,
    squared_error,
    variance,
)
from views.pages.method.figures.properties import turned_eigenvalues
from views.pages.method.figures.scene import Scene, derived

# The share of points right from which classes count as separated.
SEPARATED = 0.99


def line(scene: Scene) -> str:
    angle = principal_angles(scene.X)[0]
    own = scene.state.angle
    return _(
        "At {angle:.1f}° the variance is {variance} and the error {error}; at your {own:g}° they "
        "are {own_variance} and {own_error}."
    ).format(
        angle=angle,
        variance=short(variance(scene.X, angle)),
        error=short(squared_error(scene.X, angle)),
        own=own,
        own_variance=short(variance(scene.X, own)),
        own_error=short(squared_error(scene.X, own)),
    )


def lift(scene: Scene) -> str:
    return f"{monomials():,}."


def dot(scene: Scene) -> str:
    found, quadratic = (derived(kernel, scene.X, False) for kernel in (scene.kernel, Polynomial(2)))
    return _(
        "K has {rank} of {n} with the kernel that is set, and {quadratic} with the polynomial of "
        "degree 2, which has 3 features."
    ).format(rank=found.rank, n=len(scene.X), quadratic=quadratic.rank)


def gram(scene: Scene) -> str:
    K = scene.derivation.gram
    apart = K[:, None, :] - K[None, :, :]
    distance = np.abs(apart).max(axis=2) + np.diag(np.full(len(K), np.inf))
    i, j = np.unravel_index(int(distance.argmin()), distance.shape)
    values = np.abs(np.linalg.eigvalsh(K))
    rank = int((values > noise_floor(values.max(), len(K), np.abs(K).max())).sum())
    return _(
        "Now the rows of points {first} and {second} are most alike: they differ by at most "
        "{value}. K has rank {rank} of {n}."
    ).format(first=i + 1, second=j + 1, value=short(float(distance[i, j]), 2), rank=rank, n=len(K))


def centre(scene: Scene) -> str:
    centred, gram = scene.derivation.centred, scene.derivation.gram
    floor = 1e-12 * np.abs(centred).max()
    return _("{centred} of the {size} entries of K̃ are negative, and {gram} of K's.").format(
        centred=int((centred < -floor).sum()), size=centred.size, gram=int((gram < 0).sum())
    )


def length(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return _("There is no component.")
    lengths = np.sqrt(found.squared_lengths)
    return _("‖α‖ is {first} for the first component and {last} for the last of {rank}.").format(
        first=short(float(lengths[0])), last=short(float(lengths[-1])), rank=found.rank
    )


def point(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return _("There is no component.")
    nearest = int(np.argmin(np.sum((scene.X - scene.x) ** 2, axis=1)))
    return _("At x the sum is {sum}; the nearest point, {nearest}, has the score {score}.").format(
        sum=short(float(scene.new.values[scene.j]), 6),
        nearest=nearest + 1,
        score=short(float(found.scores[nearest, scene.j]), 6),
    )


def contours(scene: Scene) -> str:
    found, j = scene.derivation, scene.j
    if not found.rank:
        return _("There is no component.")
    whole = scene.function.ravel()
    for terms in range(1, len(scene.X) + 1):
        missing = np.abs(partial_map(found, scene.grid, j, terms) - whole).max()
        if missing <= np.ptp(whole) / 100:
            break
    return _("With {terms} of {n} terms the maps differ by less than 1 % of the range.").format(
        terms=terms, n=len(scene.X)
    )


def spectrum(scene: Scene) -> str:
    return _("{rank}, of {n} points with 2 coordinates.").format(
        rank=scene.derivation.rank, n=len(scene.X)
    )


def properties(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return _("There is no component.")
    moved = np.abs(turned_eigenvalues(scene) - found.eigenvalues).max() / found.eigenvalues[0]
    said = _(
        "Turned by {angle:g}° the eigenvalues of this kernel move: by at most {value} of the first."
    )
    if moved < 1e-10:  # less is rounding
        said = _(
            "Turned by {angle:g}° the eigenvalues of this kernel stay: by at most {value} of the "
            "first."
        )
    return said.format(angle=scene.state.turn, value=short(float(moved), 1))


def kernels(scene: Scene) -> str:
    found = scene.derivation
    share = float(found.eigenvalues[-1] / (np.abs(found.eigenvalues).max() or 1.0))
    return _("The smallest eigenvalue is {share} times the largest in size.").format(
        share=short(share, 2)
    )


def classify(scene: Scene) -> str:
    seen = tried(scene.kernel, scene.state.task)[1]
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


def back(scene: Scene) -> str:
    found = derived(Polynomial(2), scene.X)
    if not found.rank:
        return _("There is no component.")
    kept = found.at(scene.x).values[0] ** 2
    # The squared distance of Φ(x) from the axis through the mean.
    whole = float(found.between(scene.x[None], scene.x[None])[0, 0])
    return _(
        "Φ(x) is {distance} away from its own projection; the sheet itself is met where the table "
        "shows a distance of 0."
    ).format(distance=short(max(0.0, whole - kept) ** 0.5))
