"""Denoising by pre-images: noise, and the distance from what the points were before.

"Dropping this component would thus amount to noise reduction" ([S] section 5.1). The images and
their two kinds of noise are those of Mika et al. 1999. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, is_finite
from kpca_core._support.words import _
from kpca_core.grid import Region
from kpca_core.reproduction.experiment import import_datasets

if TYPE_CHECKING:
    from datasets import Dataset

RADII = (0.5, 1.0)

NOISES = ("gaussian", "speckle")


def to_rings(Y: Array, radii: Array) -> Array:
    """Distances (n,) of points (n, 2) from circles around the origin with these radii (n,)."""
    return np.abs(np.linalg.norm(Y, axis=1) - radii)


def to_parabola(Y: Array) -> Array:
    """Distances (n,) of points (x, y) from the curve y = x².

    The nearest (t, t²) is a root of 2t³ + (1 − 2y) t − x = 0, of the real ones the nearest.
    """
    p, q = 0.5 - Y[:, 1:], -0.5 * Y[:, :1]  # of t³ + p t + q
    root = np.sqrt((q / 2) ** 2 + (p / 3) ** 3 + 0j)
    # Cardano's formula, without cancellation. Real parts of complex roots are farther places.
    cubes = -q / 2 - np.where(q < 0, -root, root)
    t = cubes ** (1 / 3) * np.exp(2j * np.pi / 3 * np.arange(3))
    roots = (t - np.divide(p, 3 * t, out=np.zeros_like(t), where=t != 0)).real
    distances = np.hypot(roots - Y[:, :1], roots**2 - Y[:, 1:])
    return distances.min(axis=1)


@dataclass(frozen=True, eq=False)
class Toy:
    """Points of the plane with known noise.

    Parameters
    ----------
    points, clean : (n, 2) arrays, with noise and without
    labels : (n,) array of int
    region : ((x₀, x₁), (y₀, y₁)), holds all points
    curves : tuple of (k, 2) arrays, where the clean points come from: lines, or single places
    distances : function of points (n, 2)
        How far each is from the curve, ring or centre that it belongs to.
    """

    points: Array
    clean: Array
    labels: NDArray[np.int64]
    region: Region
    curves: tuple[Array, ...]
    distances: Callable[[Array], Array]


def toy(name: str, n: int, noise: float, seed: int) -> Toy:
    """n points of one of TOYS with noise · z, z ~ N(0, 1), added to each coordinate.

    Those of the parabola have noise in y alone. The same seed gives the same clean points and z.

    Raises
    ------
    ValueError
        for another name, and what the generators in `datasets` refuse; the message quotes it.
    ImportError
        without the folder `datasets` of the checkout
    """
    if name not in TOYS:
        raise ValueError(
            _("{argument} must be one of {choices}; got {given}.").format(
                argument="name", choices=tuple(TOYS), given=f"name={name!r}"
            )
        )
    make = TOYS[name]
    data, clean = make(n, noise, seed), make(n, 0.0, seed)
    # The region stays the same where the noise is small.
    (x0, x1), (y0, y1) = make(n, max(noise, 0.1), seed).region
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    region = (
        (min(x0, float(low[0])), max(x1, float(high[0]))),
        (min(y0, float(low[1])), max(y1, float(high[1]))),
    )
    curves, distances = _truth(name, clean, region)
    return Toy(data.X, clean.X, data.labels, region, curves, distances)


def _clusters(n: int, noise: float, seed: int) -> Dataset:
    clusters = len(_centres())
    each = -(-n // clusters)
    full: Dataset = import_datasets().gaussian_clusters(each, noise, seed=seed)
    # One point of each cluster after the other until there are n.
    rows = np.sort(np.arange(clusters * each).reshape(clusters, each).T.ravel()[:n])
    return replace(full, X=full.X[rows], labels=full.labels[rows])


def _centres() -> Array:
    return np.array(import_datasets().toy.FIGURE_4_CENTRES)


TOYS: dict[str, Callable[[int, float, int], Dataset]] = {
    "parabola": lambda n, noise, seed: import_datasets().noisy_parabola(n, noise, seed),
    "rings": lambda n, noise, seed: import_datasets().concentric_rings(n, RADII, noise, seed),
    "clusters": _clusters,
}


def _truth(
    name: str, clean: Dataset, region: Region, fine: int = 161
) -> tuple[tuple[Array, ...], Callable[[Array], Array]]:
    """Curves that the clean points come from, of `fine` points each, and the distances from them.

    A circle's chords then leave it by 0.02 % of its radius.
    """
    if name == "parabola":
        t = np.linspace(*region[0], fine)
        t = t[t**2 <= region[1][1]]
        return (np.column_stack([t, t**2]),), to_parabola
    if name == "rings":
        t = np.linspace(0, 2 * np.pi, fine)
        circle = np.column_stack([np.cos(t), np.sin(t)])
        radii = np.array(RADII)[clean.labels]
        return tuple(r * circle for r in RADII), lambda Y: to_rings(Y, radii)
    centres = _centres()
    own = centres[clean.labels]
    return tuple(centres[:, None, :]), lambda Y: np.linalg.norm(Y - own, axis=1)


def root_mean_square(distances: Array) -> float:
    """√(mean of the squares)."""
    return float(np.sqrt(np.mean(np.square(distances))))


def noisy_images(images: Array, noise: str, strength: float, seed: int) -> Array:
    """Images (n, pixels) in [−1, 1] with one of NOISES.

    "gaussian" adds strength · z, z ~ N(0, 1), to every pixel; "speckle" makes a share `strength` of
    the pixels black or white, −1 or 1 with equal chances.

    Raises
    ------
    ValueError
        for another noise, a negative strength, or a share above 1; the message quotes it.
    """
    if noise not in NOISES:
        raise ValueError(
            _("{argument} must be one of {choices}; got {given}.").format(
                argument="noise", choices=NOISES, given=f"noise={noise!r}"
            )
        )
    most = 1.0 if noise == "speckle" else np.inf
    if not (is_finite(strength) and 0 <= strength <= most):
        said = _("The strength of {noise} noise is finite and >= 0; got {strength}.")
        if noise == "speckle":
            said = _("The strength of {noise} noise is a share from 0 to 1; got {strength}.")
        raise ValueError(said.format(noise=noise, strength=repr(strength)))
    rng = np.random.default_rng(seed)
    if noise == "gaussian":
        return images + strength * rng.standard_normal(images.shape)
    spots = rng.random(images.shape) < strength
    return np.where(spots, rng.choice([-1.0, 1.0], images.shape), images)


def squared_errors(Y: Array, clean: Array) -> NDArray[np.float64]:
    """The mean squared error (n,) of each row of Y from that of the clean points, both (n, D)."""
    return np.square(Y - clean).mean(axis=1)
