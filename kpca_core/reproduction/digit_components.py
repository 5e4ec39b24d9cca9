"""What the leading components of digits respond to, depend on, and look like.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core.feature_space.preimage import pre_images
from kpca_core.feature_space.sensitivity import influence
from kpca_core.reproduction.digits import Recipe, decompose

if TYPE_CHECKING:
    from kpca_core.datasets import Digits

# Where along a component its pre-images are taken, in standard deviations √(λ/n).
STEPS = (-2.0, -1.0, 0.0, 1.0, 2.0)


@dataclass(frozen=True, eq=False)
class Responses:
    """The training images with the most extreme scores on each leading component."""

    eigenvalues: Array  # (q,)
    variance_ratio: Array  # (q,)
    most: Indices  # (q, count), the images with the largest scores, descending
    least: Indices  # (q, count), those with the smallest, ascending


def responses(
    digits: Digits, degree: int, n_components: int = 8, count: int = 6, *, recipe: Recipe
) -> Responses:
    """Find the `count` training images at either end of each leading component."""
    found = decompose(digits, degree, n_components, recipe)
    ranked = np.argsort(found.scores, axis=0, kind="stable").T
    most, least = ranked[:, ::-1][:, :count], ranked[:, :count]
    return Responses(found.eigenvalues, found.variance_ratio, most, least)


@dataclass(frozen=True, eq=False)
class ComponentImages:
    """Images of side² pixels for each of q components of the smoothed images.

    Parameters
    ----------
    influence : (q, side²) array
        The mean of |∂f_j/∂pixel| over the images that K was built from (Briscik et al. 2023).
    steps : (c,) array
        In standard deviations √(λ/n).
    looks : (q, c, side²) array
        Pixels as those of the data. Pre-images of the points at `steps` standard deviations from
        the mean along the component: [S] section 4.5.
    distances : (q, c) array
        ‖φ(y) − t‖, in units of the component's standard deviation: how far the image of the picture
        y is from the point t itself.
    converged : bool
        Whether all pre-images have.
    """

    influence: Array
    steps: Array
    looks: Array
    distances: Array
    converged: bool


def component_images(
    digits: Digits, degree: int, n_components: int = 8, *, recipe: Recipe
) -> ComponentImages:
    """Compute them for the kernel (x·y / side²)^degree of the table; φ(y) = φ(−y) if it is even.

    Of y and −y, which even degrees cannot tell apart, that is taken which is like the mean image.
    """
    found = decompose(digits, degree, n_components, recipe)
    q, steps, side = found.n_components, np.array(STEPS), float(digits.side)
    deviations = np.sqrt(found.variances)
    Z = (steps[None, :, None] * np.diag(deviations)[:, None, :]).reshape(-1, q)
    images = pre_images(found.expansion, Z)
    points = images.points
    if degree % 2 == 0:
        against = points @ found.expansion.points.mean(axis=0) < 0
        points = np.where(against[:, None], -points, points)
    distances = np.sqrt(np.maximum(images.objective, 0.0)).reshape(q, -1)
    return ComponentImages(
        # The inputs of the kernel are the pixels divided by the side.
        influence=influence(found.expansion).components / side,
        steps=steps,
        looks=side * points.reshape(q, len(steps), -1),
        distances=distances / deviations[:, None],
        converged=bool(images.converged.all()),
    )
