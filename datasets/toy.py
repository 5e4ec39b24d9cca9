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

from kpca_core._support.families import Parameter
from kpca_core._support.words import E_, N_, _

from .dataset import Dataset, Interval, Region
from .family import DataFamily, Truth, offered
from .paper_stream import paper_clusters, paper_parabola
from .parameters import (
    Seed,
    centre_array,
    count,
    is_paper,
    radius_array,
    seed_number,
    spread,
)

CLUSTERS = N_("Three Gaussian clusters")
PARABOLA = N_("Noisy parabola")
RINGS = N_("Concentric rings")
# Points of a cluster, at most.
POINTS = 1000

FIGURE_4_CENTRES = ((-0.5, -0.2), (0.0, 0.6), (0.5, 0.0))
FIGURE_4_REGION: Region = ((-1.0, 1.0), (-0.5, 1.0))
FIGURE_3_REGION: Region = ((-1.0, 1.0), (-0.5, 1.4))
RADII = (0.5, 1.0)
# Points of a curve that is drawn.
FINE = 161


def from_centres(clean: Dataset, region: Region) -> Truth:
    """The centres, and the distances of points (n, 2) from that of their own cluster."""
    centres = np.array([clean.X[clean.labels == k][0] for k in np.unique(clean.labels)])
    own = centres[clean.labels]
    return tuple(centres[:, None, :]), lambda Y: np.asarray(np.linalg.norm(Y - own, axis=1))


@offered(
    DataFamily(
        "clusters",
        N_("Three clusters"),
        (
            Parameter(
                "n_per_cluster", N_("Points per cluster"), 30, 1, POINTS, integer=True,
                key="per_cluster",
            ),
            Parameter("sd", N_("Standard deviation"), 0.1, 0.0, 2.0, key="sd"),
        ),
        r"\mathbf{x} = \mathbf{c}_k + \mathrm{sd} \cdot \mathbf{z}",
        name=CLUSTERS,
        size="n_per_cluster",
        noise="sd",
        groups=3,
        few=9,
        paper_draw=True,
        truth=from_centres,
        true_place=N_("the true centres"),
        error=N_("RMS distance from the true centres"),
        denoised=(0.1, 2),
    )
)  # fmt: skip
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
    n_per_cluster : int
        Points of each cluster.
    sd : float
        Standard deviation of each coordinate, >= 0.
    centres : array_like
        (k, 2).
    seed : Seed
        An integer >= 0; "paper" with the other defaults gives the points of [S] Figures 4 and 5.

    Returns
    -------
    Dataset
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
    return Dataset(name, X, np.repeat(np.arange(k), n), grown(FIGURE_4_REGION, X))


def to_parabola(Y: NDArray[np.float64]) -> NDArray[np.float64]:
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
    return np.asarray(distances.min(axis=1))


def from_parabola(clean: Dataset, region: Region) -> Truth:
    """The curve y = x² within the region, and `to_parabola`."""
    t = np.linspace(*region[0], FINE)
    t = t[t**2 <= region[1][1]]
    return (np.column_stack([t, t**2]),), to_parabola


@offered(
    DataFamily(
        "parabola",
        N_("Noisy parabola"),
        (
            Parameter("n", N_("Number of points"), 100, 1, 3 * POINTS, integer=True, key="n"),
            Parameter("noise", N_("Noise"), 0.2, 0.0, 2.0, key="noise"),
        ),
        r"y = x^2 + \mathrm{noise} \cdot z",
        few=16,
        paper_draw=True,
        truth=from_parabola,
        true_place=N_("the true curve"),
        error=N_("RMS distance from the true curve"),
        denoised=(0.2, 3),
    )
)
def noisy_parabola(n: int = 100, noise: float = 0.2, seed: Seed = 0) -> Dataset:
    """x uniform in [-1, 1], y = x² + noise · z, z ~ N(0, 1) ([S] Figure 3).

    The default region is [-1, 1] x [-0.5, 1.4]: [S] Figure 3 prints the y ticks -0.5, 0, 0.5, 1 and
    no 1.5, and its points lie in -0.47 < y < 1.35. 99.8 % of the default distribution is inside.

    Parameters
    ----------
    n : int
        The number of points, >= 1.
    noise : float
        Standard deviation of y − x², >= 0.
    seed : Seed
        An integer >= 0; "paper" with the other defaults gives the points of [S] Figure 3.

    Returns
    -------
    Dataset
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
    return Dataset(PARABOLA, X, np.zeros(n, dtype=np.int64), grown(FIGURE_3_REGION, X))


def to_rings(Y: NDArray[np.float64], radii: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances (n,) of points (n, 2) from circles around the origin with these radii (n,)."""
    return np.asarray(np.abs(np.linalg.norm(Y, axis=1) - radii))


def from_rings(clean: Dataset, region: Region) -> Truth:
    """The circles, whose chords leave them by 0.02 %, and the distances from that of each point."""
    t = np.linspace(0, 2 * np.pi, FINE)
    circle = np.column_stack([np.cos(t), np.sin(t)])
    radii = np.array(RADII)
    own = radii[clean.labels]
    return tuple(r * circle for r in radii), lambda Y: to_rings(Y, own)


@offered(
    DataFamily(
        "rings",
        N_("Concentric rings"),
        (
            Parameter("n", N_("Number of points"), 200, 2, 3 * POINTS, integer=True, key="ring_n"),
            Parameter("inner", N_("Inner radius"), RADII[0], 0.01, 10.0, key="inner"),
            Parameter("outer", N_("Outer radius"), RADII[1], 0.01, 10.0, key="outer"),
            Parameter("noise", N_("Noise"), 0.05, 0.0, 2.0, key="ring_noise"),
        ),
        r"\mathbf{x} = r_k (\cos t, \sin t) + \mathrm{noise} \cdot \mathbf{z}",
        few=24,
        packed={"radii": ("inner", "outer")},
        truth=from_rings,
        true_place=N_("the true rings"),
        error=N_("RMS distance from the true rings"),
        denoised=(0.08, 14),
    )
)
def concentric_rings(
    n: int = 200,
    radii: Sequence[float] = RADII,
    noise: float = 0.05,
    seed: int = 0,
) -> Dataset:
    """Classes that no line separates: x = r (cos t, sin t) + noise · (z₁, z₂) ([C] section 1).

    Angles t are uniform, zᵢ ~ N(0, 1). The region is a square of half side
    1.05 (max(radii) + 4 noise) or more.

    Parameters
    ----------
    n : int
        The number of points, >= k; every ring has n // k, the first n % k rings one more.
    radii : sequence of float
        (k,).
    noise : float
        Standard deviation of each coordinate, >= 0.
    seed : int
        An integer >= 0; the paper has no such figure.

    Returns
    -------
    Dataset
        X (n, 2), ring after ring in the order of `radii`, with labels 0 … k - 1.

    Raises
    ------
    ValueError
        if a parameter is out of range; the message quotes it.
    """
    if is_paper(seed):
        said = E_(
            '{rings!r} has no draw in the paper; got seed="paper". The data sets with a '
            "paper draw are {paper_draws}; give an integer seed >= 0 here"
        )
        raise ValueError(said.format(rings=RINGS, paper_draws=f"{CLUSTERS!r} and {PARABOLA!r}"))
    n, circles, noise = count("n", n), radius_array(radii), spread("noise", noise)
    k = len(circles)
    if n < k:
        said = E_("Need n >= the number of rings; got n={n} with {k} radii")
        raise ValueError(said.format(n=n, k=k))
    rng = np.random.default_rng(seed_number(seed))
    labels = np.repeat(np.arange(k), n // k + (np.arange(k) < n % k))
    t = rng.uniform(0, 2 * np.pi, n)
    X = circles[labels, None] * np.column_stack([np.cos(t), np.sin(t)])
    X += noise * rng.standard_normal((n, 2))
    half = 1.05 * (float(circles.max()) + 4 * noise)
    half = _grown_interval((-half, half), np.abs(X))[1]
    return Dataset(RINGS, X, labels, ((-half, half), (-half, half)))


def grown(region: Region, X: NDArray[np.float64]) -> Region:
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
