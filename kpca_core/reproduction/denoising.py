"""Denoising by pre-images: noise, and the distance from what the points were before.

"Dropping this component would thus amount to noise reduction" ([S] section 5.1). The images and
their two kinds of noise are those of Mika et al. 1999. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, is_finite
from kpca_core._support.words import E_
from kpca_core.grid import Region

NOISES = ("gaussian", "speckle")


@dataclass(frozen=True, eq=False)
class Toy:
    """Points of the plane with known noise.

    Parameters
    ----------
    points, clean
        (n, 2) arrays, with noise and without.
    labels : (n,) array of int
    region
        ((x₀, x₁), (y₀, y₁)), holds all points.
    curves
        Tuple of (k, 2) arrays, where the clean points come from: lines, or single places.
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
    """n points of one of `datasets.WITH_NOISE`, noise · z, z ~ N(0, 1), added to each coordinate.

    Those of the parabola have noise in y alone. The same seed gives the same clean points and z.

    Raises
    ------
    ValueError
        for another name, and what the generators in `datasets` refuse; the message quotes it.
    """
    from kpca_core.datasets import WITH_NOISE

    if name not in WITH_NOISE:
        said = E_("{argument} must be one of {choices}; got {given}.")
        raise ValueError(
            said.format(argument="name", choices=tuple(WITH_NOISE), given=f"name={name!r}")
        )
    make = WITH_NOISE[name].drawn
    data, clean = make(n, seed, noise), make(n, seed, 0.0)
    # The region stays the same where the noise is small.
    (x0, x1), (y0, y1) = make(n, seed, max(noise, 0.1)).region
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    region = (
        (min(x0, float(low[0])), max(x1, float(high[0]))),
        (min(y0, float(low[1])), max(y1, float(high[1]))),
    )
    curves, distances = WITH_NOISE[name].truth(clean, region)
    return Toy(data.X, clean.X, data.labels, region, curves, distances)


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
        said = E_("{argument} must be one of {choices}; got {given}.")
        raise ValueError(said.format(argument="noise", choices=NOISES, given=f"noise={noise!r}"))
    most = 1.0 if noise == "speckle" else np.inf
    if not (is_finite(strength) and 0 <= strength <= most):
        said = E_("The strength of {noise} noise is finite and >= 0; got {strength}.")
        if noise == "speckle":
            said = E_("The strength of {noise} noise is a share from 0 to 1; got {strength}.")
        raise ValueError(said.format(noise=noise, strength=repr(strength)))
    rng = np.random.default_rng(seed)
    if noise == "gaussian":
        return images + strength * rng.standard_normal(images.shape)
    spots = rng.random(images.shape) < strength
    return np.where(spots, rng.choice([-1.0, 1.0], images.shape), images)


def squared_errors(Y: Array, clean: Array) -> NDArray[np.float64]:
    """The mean squared error (n,) of each row of Y from that of the clean points, both (n, D)."""
    values: Array = np.square(Y - clean).mean(axis=1)
    return values
