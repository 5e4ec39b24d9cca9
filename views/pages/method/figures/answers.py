"""The measured answers to the questions of the page "Method": a sentence each, with its numbers."""

from __future__ import annotations

import numpy as np

from kpca_core import Polynomial
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
    return (
        f"At {angle:.1f}° the variance is {short(variance(scene.X, angle))} and the error "
        f"{short(squared_error(scene.X, angle))}; at your {scene.state.angle:g}° they are "
        f"{short(variance(scene.X, scene.state.angle))} and "
        f"{short(squared_error(scene.X, scene.state.angle))}."
    )


def lift(scene: Scene) -> str:
    return f"{monomials():,}."


def dot(scene: Scene) -> str:
    found, quadratic = scene.derivation, derived(Polynomial(2), scene.X)
    return (
        f"K̃ has {found.rank} of {len(scene.X)} with the kernel that is set, and "
        f"{quadratic.rank} with the polynomial of degree 2, which has 3 features."
    )


def gram(scene: Scene) -> str:
    K = scene.derivation.gram
    apart = K[:, None, :] - K[None, :, :]
    distance = np.abs(apart).max(axis=2) + np.diag(np.full(len(K), np.inf))
    i, j = np.unravel_index(int(distance.argmin()), distance.shape)
    values = np.abs(np.linalg.eigvalsh(K))
    rank = int((values > noise_floor(values.max(), len(K), np.abs(K).max())).sum())
    return (
        f"Now the rows of points {i + 1} and {j + 1} are most alike: they differ by at most "
        f"{short(float(distance[i, j]), 2)}. K has rank {rank} of {len(K)}."
    )


def centre(scene: Scene) -> str:
    centred, gram = scene.derivation.centred, scene.derivation.gram
    floor = 1e-12 * np.abs(centred).max()
    return (
        f"{int((centred < -floor).sum())} of the {centred.size} entries of K̃ are negative, and "
        f"{int((gram < 0).sum())} of K's."
    )


def length(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return "There is no component."
    lengths = np.sqrt(found.squared_lengths)
    return (
        f"‖α‖ is {short(float(lengths[0]))} for the first component and "
        f"{short(float(lengths[-1]))} for the last of {found.rank}."
    )


def point(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return "There is no component."
    nearest = int(np.argmin(np.sum((scene.X - scene.x) ** 2, axis=1)))
    return (
        f"At x the sum is {short(float(scene.new.values[scene.j]), 6)}; the nearest point, "
        f"{nearest + 1}, has the score {short(float(found.scores[nearest, scene.j]), 6)}."
    )


def contours(scene: Scene) -> str:
    found, j = scene.derivation, scene.j
    if not found.rank:
        return "There is no component."
    whole = scene.function.ravel()
    for terms in range(1, len(scene.X) + 1):
        missing = np.abs(partial_map(found, scene.grid, j, terms) - whole).max()
        if missing <= np.ptp(whole) / 100:
            break
    return f"With {terms} of {len(scene.X)} terms the maps differ by less than 1 % of the range."


def spectrum(scene: Scene) -> str:
    return f"{scene.derivation.rank}, of {len(scene.X)} points with 2 coordinates."


def properties(scene: Scene) -> str:
    found = scene.derivation
    if not found.rank:
        return "There is no component."
    moved = np.abs(turned_eigenvalues(scene) - found.eigenvalues).max() / found.eigenvalues[0]
    what = "stay" if moved < 1e-10 else "move"  # less is rounding
    return (
        f"Turned by {scene.state.turn:g}° the eigenvalues of this kernel {what}: by at most "
        f"{short(float(moved), 1)} of the first."
    )


def kernels(scene: Scene) -> str:
    found = scene.derivation
    share = float(found.eigenvalues[-1] / (np.abs(found.eigenvalues).max() or 1.0))
    return f"The smallest eigenvalue is {short(share, 2)} times the largest in size."


def classify(scene: Scene) -> str:
    seen = tried(scene.kernel, scene.state.task)[1]
    if not seen:
        return "There is no component."
    enough = [q for q, right in enumerate(seen, 1) if right >= SEPARATED]
    best = int(np.argmax(seen))
    if enough:
        return (
            f"With {enough[0]}: {100 * seen[enough[0] - 1]:.1f} % of unseen points are then right."
        )
    return (
        f"With none of up to {len(seen)}: at best {100 * seen[best]:.1f} % of unseen points are "
        f"right, with {best + 1}."
    )


def back(scene: Scene) -> str:
    found = derived(Polynomial(2), scene.X)
    if not found.rank:
        return "There is no component."
    kept = found.at(scene.x).values[0] ** 2
    # The squared distance of Φ(x) from the axis through the mean.
    whole = float(found.between(scene.x[None], scene.x[None])[0, 0])
    return (
        f"Φ(x) is {short(max(0.0, whole - kept) ** 0.5)} away from its own projection; the "
        "sheet itself is met where the table shows a distance of 0."
    )
