"""The three toy data sets on which kernel PCA is usually explained ([S] 5.1, [C] section 1).

With an integer seed the numbers come from `numpy.random.default_rng(seed)`: the same seed gives
the same data. With seed="paper" they come from the generator of the 1998 program (`paper_stream`),
also for parameters other than the paper's.

Each data set has a default region. Where points lie outside of it, that side moves outwards to the
next multiple of 0.1, so that the region contains every point.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.dataset import Dataset, Interval, Region
from datasets.paper_stream import paper_clusters, paper_parabola
from datasets.parameters import (
    Seed,
    centre_array,
    count,
    is_paper,
    radius_array,
    seed_number,
    spread,
)
from kpca_core._support.words import N_, _

CLUSTERS = N_("Three Gaussian clusters")
PARABOLA = N_("Noisy parabola")
RINGS = N_("Concentric rings")
PAPER_DRAWS = (CLUSTERS, PARABOLA)

FIGURE_4_CENTRES = ((-0.5, -0.2), (0.0, 0.6), (0.5, 0.0))
FIGURE_4_REGION: Region = ((-1.0, 1.0), (-0.5, 1.0))
FIGURE_3_REGION: Region = ((-1.0, 1.0), (-0.5, 1.4))


def gaussian_clusters(
    n_per_cluster: int = 30,
    sd: float = 0.1,
    centres: ArrayLike = FIGURE_4_CENTRES,
    seed: Seed = 0,
) -> Dataset:
    """k round normal clusters: x = centre + sd · (z₁, z₂), zᵢ ~ N(0, 1) ([S] Figures 4 and 5).

    The default region is that of [S] Figure 4.

    Parameters
    ----------
    n_per_cluster, sd
    centres : (k, 2)
    seed
        An integer >= 0; "paper" with the other defaults gives the points of [S] Figures 4 and 5.

    Returns
    -------
    X (k · n_per_cluster, 2), cluster after cluster, with labels 0 … k - 1.

    Raises
    ------
    ValueError
        if a parameter is out of range; the message quotes it.
    """
    n, sd, centres = count("n_per_cluster", n_per_cluster), spread("sd", sd), centre_array(centres)
    k = len(centres)
    if is_paper(seed):
        X = paper_clusters(n, sd, centres)
    else:
        z = np.random.default_rng(seed_number(seed)).standard_normal((k, n, 2))
        X = (centres[:, None, :] + sd * z).reshape(-1, 2)
    name = CLUSTERS if k == 3 else _("Gaussian clusters ({k})").format(k=k)
    return Dataset(name, X, np.repeat(np.arange(k), n), _grown(FIGURE_4_REGION, X))


def noisy_parabola(n: int = 100, noise: float = 0.2, seed: Seed = 0) -> Dataset:
    """x uniform in [-1, 1], y = x² + noise · z, z ~ N(0, 1) ([S] Figure 3).

    The default region is [-1, 1] x [-0.5, 1.4]: [S] Figure 3 prints the y ticks -0.5, 0, 0.5, 1 and
    no 1.5, and its points lie in -0.47 < y < 1.35. 99.8 % of the default distribution is inside.

    Parameters
    ----------
    n, noise
    seed
        An integer >= 0; "paper" with the other defaults gives the points of [S] Figure 3.

    Returns
    -------
    X (n, 2); all labels are 0.

    Raises
    ------
    ValueError
        if a parameter is out of range; the message quotes it.
    """
    n, noise = count("n", n), spread("noise", noise)
    if is_paper(seed):
        X = paper_parabola(n, noise)
    else:
        rng = np.random.default_rng(seed_number(seed))
        x = rng.uniform(-1, 1, n)
        X = np.column_stack([x, x**2 + noise * rng.standard_normal(n)])
    return Dataset(PARABOLA, X, np.zeros(n, dtype=np.int64), _grown(FIGURE_3_REGION, X))


def concentric_rings(
    n: int = 200,
    radii: Sequence[float] = (0.5, 1.0),
    noise: float = 0.05,
    seed: int = 0,
) -> Dataset:
    """Classes that no line separates: x = r (cos t, sin t) + noise · (z₁, z₂) ([C] section 1).

    Angles t are uniform, zᵢ ~ N(0, 1). The region is a square of half side
    1.05 (max(radii) + 4 noise) or more.

    Parameters
    ----------
    n
        The number of points, >= k; every ring has n // k, the first n % k rings one more.
    radii : (k,)
    noise
    seed
        An integer >= 0; the paper has no such figure.

    Returns
    -------
    X (n, 2), ring after ring in the order of `radii`, with labels 0 … k - 1.

    Raises
    ------
    ValueError
        if a parameter is out of range; the message quotes it.
    """
    if is_paper(seed):
        raise ValueError(
            _(
                '{rings!r} has no draw in the paper; got seed="paper". The data sets with a '
                "paper draw are {paper_draws}; give an integer seed >= 0 here"
            ).format(rings=RINGS, paper_draws=" and ".join(map(repr, PAPER_DRAWS)))
        )
    n, circles, noise = count("n", n), radius_array(radii), spread("noise", noise)
    k = len(circles)
    if n < k:
        raise ValueError(
            _("Need n >= the number of rings; got n={n} with {k} radii").format(n=n, k=k)
        )
    rng = np.random.default_rng(seed_number(seed))
    labels = np.repeat(np.arange(k), n // k + (np.arange(k) < n % k))
    t = rng.uniform(0, 2 * np.pi, n)
    X = circles[labels, None] * np.column_stack([np.cos(t), np.sin(t)])
    X += noise * rng.standard_normal((n, 2))
    half = 1.05 * (float(circles.max()) + 4 * noise)
    half = _grown_interval((-half, half), np.abs(X))[1]
    return Dataset(RINGS, X, labels, ((-half, half), (-half, half)))


def _grown(region: Region, X: NDArray[np.float64]) -> Region:
    """The region, larger where points lie outside of it."""
    return _grown_interval(region[0], X[:, 0]), _grown_interval(region[1], X[:, 1])


def _grown_interval(interval: Interval, values: NDArray[np.float64]) -> Interval:
    low, high = interval
    least, most = float(values.min()), float(values.max())
    # 10 * least may round up to a whole number, hence min and max.
    if least < low:
        low = min(float(np.floor(10 * least)) / 10, least)
    if most > high:
        high = max(float(np.ceil(10 * most)) / 10, most)
    return low, high
