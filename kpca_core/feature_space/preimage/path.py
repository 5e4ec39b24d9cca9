"""Methods beside each other: their pre-images, their ways to one, and the objective on a grid.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.threads import few_threads
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage import pre_images
from kpca_core.feature_space.preimage.target import Method, PreImages, Subspace
from kpca_core.grid import Grid
from kpca_core.kernels.sums import kernel_sums_on_grid


@dataclass(frozen=True, eq=False)
class Way:
    """How a method came to one pre-image.

    Parameters
    ----------
    legs : tuple of (k, D) arrays
        The points that each descent passed, its start the first and its end the last; the second
        and further ones are restarts. One leg of the pre-image alone for a closed form.
    found : PreImages
        Of the one target.
    """

    legs: tuple[Array, ...]
    found: PreImages


def ways(
    expansion: Expansion, z: Array, methods: Mapping[str, Method], start: Array | None = None
) -> dict[str, Way]:
    """The ways to the pre-image of one target, by the names of methods that fit the kernel.

    Parameters
    ----------
    expansion : Expansion
        As for `pre_images`.
    z : (d,) array
        The scores of the target, d ≤ q.
    methods
        Mapping of names to methods.
    start : (D,) array, optional
        Where iterations start.
    """
    m = len(expansion.points)

    def way(method: Method) -> Way:
        legs: list[list[Array]] = []
        targets = subspace.targets(z[None], None if start is None else start[None], legs)
        images = method.solver(subspace)(targets)
        return Way(tuple(np.concatenate(leg) for leg in legs) or (images.points,), images)

    with few_threads(m * m), np.errstate(over="ignore", invalid="ignore"):
        subspace = Subspace.of(expansion, range(len(z)))
        fit = {name: one for name, one in methods.items() if one.applies(expansion.kernel)}
        return {name: way(method) for name, method in fit.items()}


def compared(
    expansion: Expansion, Z: Array, methods: Mapping[str, Method], start: Array | None = None
) -> dict[str, PreImages]:
    """The pre-images of all methods that fit the kernel, by their names.

    Parameters
    ----------
    expansion, Z, start
        As for `pre_images`.
    methods
        Mapping of names to methods.
    """
    return {
        name: pre_images(expansion, Z, method, start=start)
        for name, method in methods.items()
        if method.applies(expansion.kernel)
    }


def objective_on_grid(expansion: Expansion, z: Array, grid: Grid) -> Array:
    """‖φ(y) − t‖² for y on a grid of the plane and the target t of scores z (d,), (ny, nx)."""
    m = len(expansion.points)
    with few_threads(m * len(grid.x) * len(grid.y)), np.errstate(over="ignore", invalid="ignore"):
        subspace = Subspace.of(expansion, range(len(z)))
        targets = subspace.targets(z[None])
        sums = kernel_sums_on_grid(expansion.kernel, grid, expansion.points, targets.gamma.T)[0]
        diagonal = expansion.kernel.diagonal(grid.points).reshape(sums.shape)
        values: Array = diagonal - 2.0 * sums + targets.norms[0]
    return values
