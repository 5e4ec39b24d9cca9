"""Points of laws for which kernel PCA of infinitely many points is known in closed form.

`kpca_core.analysis.limits.LAWS` has the eigenfunctions, by the identity of the family. The first
points of a larger data set are those of a smaller one with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.families import Parameter
from kpca_core._support.words import N_

from .dataset import Dataset, Region
from .family import DataFamily, offered
from .parameters import count, seed_number
from .toy import POINTS, grown

MOST = 3 * POINTS
DOCUMENTATION = """{what}

    Parameters
    ----------
    n : int
        The number of points, >= 1.
    seed : int
        An integer >= 0.

    Returns
    -------
    Dataset
        X (n, 2); all labels are 0.

    Raises
    ------
    ValueError
        if a parameter is out of range; the message quotes it.
    """
Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]


def _offered(
    identity: str, label: str, formula: str, region: Region, what: str, draw: Draw
) -> Callable[..., Dataset]:
    """Return a generator with its family; the region holds MOST points or more of the seed."""

    def generator(n: int = 100, seed: int = 0) -> Dataset:
        n = count("n", n)
        X = draw(np.random.default_rng(seed_number(seed)), max(n, MOST))
        return Dataset(label, X[:n], np.zeros(n, dtype=np.int64), grown(region, X))

    generator.__name__ = generator.__qualname__ = identity
    generator.__doc__ = DOCUMENTATION.format(what=what)
    parameter = Parameter("n", N_("Number of points"), 100, 10, MOST, log=True, integer=True)
    return offered(DataFamily(identity, label, (parameter,), formula, noise=""))(generator)


def _on_circle(rng: np.random.Generator, m: int) -> NDArray[np.float64]:
    t = rng.uniform(0, 2 * np.pi, m)
    return np.column_stack([np.cos(t), np.sin(t)])


circle = _offered(
    "circle", N_("Points of a circle"), r"\mathbf{x} = (\cos t, \sin t)",
    ((-1.3, 1.3), (-1.3, 1.3)), "x = (cos t, sin t) with angles t uniform in [0, 2π).", _on_circle,
)  # fmt: skip
normal = _offered(
    "normal", N_("Normal points"), r"\mathbf{x} = \tfrac{1}{2} \mathbf{z}",
    ((-1.6, 1.6), (-1.6, 1.6)), "x = (z₁, z₂) / 2 with independent zᵢ ~ N(0, 1).",
    lambda rng, m: rng.normal(0.0, 0.5, (m, 2)),
)  # fmt: skip
segment = _offered(
    "segment", N_("Points of a segment"), r"\mathbf{x} = (x_1, 0)",
    ((-1.3, 1.3), (-0.5, 0.5)), "x = (x₁, 0) with x₁ uniform in [−1, 1].",
    lambda rng, m: np.column_stack([rng.uniform(-1, 1, m), np.zeros(m)]),
)  # fmt: skip
corners = _offered(
    "corners", N_("Corners of a square"), r"\mathbf{x} = (\pm 1, \pm 1)",
    ((-1.5, 1.5), (-1.5, 1.5)), "x = (±1, ±1), each of the four corners as likely as the others.",
    lambda rng, m: rng.choice([-1.0, 1.0], (m, 2)),
)  # fmt: skip
