"""Kernel PCA along one parameter: spectra, functions that keep their identity, and measures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _
from kpca_core.analysis.continuity import Followed, follow
from kpca_core.analysis.measures import between_classes, effective_rank, linear_alignment
from kpca_core.decomposition import Decomposition
from kpca_core.grid import Grid, Region
from kpca_core.kernels.base import Kernel
from kpca_core.solvers import fit
from kpca_core.solvers.centring import centre_gram
from kpca_core.spectrum import RANK_TOLERANCE

# Components that are followed beyond those that are shown.
BEYOND = 8

# From this share of n − 1 on the effective rank says that K̃ is nearly the identity, and from this
# alignment on that kernel PCA is nearly linear PCA.
IDENTITY, LINEAR = 0.75, 0.99

# Neighbours that come closer than this share of the larger without crossing, and part again to
# twice that distance on both sides, avoid a crossing.
CLOSE = 0.05
# Describes each function in a sentence, from its scores and the near-degenerate groups.
Describe = Callable[[Array, Sequence[Sequence[int]]], list[str]]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Kernel PCA of n points for m values of one parameter.

    Parameters
    ----------
    values : (m,) array
        Of the parameter, ascending.
    eigenvalues : (m, Q) array
        Descending; NaN where fewer exist.
    identities : (m, Q) array of int
        Of the functions, in the order of their eigenvalues; see `analysis.continuity.Followed`.
        −1 where there is none.
    near_degenerate : (m, Q) array of bool
        Whether a component belongs to such a group.
    fields : (m, q, g, g) array of float32
        The first q functions on a grid, with the signs and rotations of the functions followed;
        0 where there is none.
    effective_rank : (m,) array
        Of K̃, see `measures.effective_rank`; NaN where the kernel is not psd: negative
        eigenvalues would count against the others.
    linear_alignment : (m,) array
        Of K̃, see `kpca_core.analysis.measures.linear_alignment`.
    cumulative : (m,) array
        Sum of the first q of `Decomposition.shares`; NaN where not known.
    separation : (m,) array
        Share of the scores' sum of squares that the means of the classes explain,
        `kpca_core.analysis.measures.between_classes`; NaN where there is one class.
    full_rank : int
        n − 1, or n where K is not centred: the largest effective rank.
    points : (n, 2) array
        The rows.
    labels : (n,) array
        Their classes.
    region : Region
        ((x0, x1), (y0, y1)), that the grid covers.
    uncertain : tuple of str
        The messages of fits that miss their tolerance.
    sentences : tuple of lists of str
        What `describe` says of the first q functions at each value; empty without it.
    is_psd : bool
        Whether all kernels are.
    """

    values: Array
    eigenvalues: Array
    identities: NDArray[np.int64]
    near_degenerate: NDArray[np.bool_]
    fields: NDArray[np.float32]
    effective_rank: Array
    linear_alignment: Array
    cumulative: Array
    separation: Array
    full_rank: int
    points: Array
    labels: Labels
    region: Region
    uncertain: tuple[str, ...] = ()
    sentences: tuple[list[str], ...] = ()
    is_psd: bool = True

    __repr__ = in_one_line

    @property
    def shown(self) -> int:
        """q, how many functions are shown at every value."""
        return int(self.fields.shape[1])


def sweep(
    kernels: Sequence[Kernel],
    values: Sequence[float],
    X: Array,
    labels: Labels,
    region: Region,
    n_components: int = 8,
    *,
    centre: bool = True,
    samples: int = 48,
    describe: Describe | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Fit each kernel to the same points of the plane and follow the eigenfunctions.

    Parameters
    ----------
    kernels, values
        One kernel for each value of the parameter, values ascending.
    X, labels, region
        Points (n, 2), their classes (n,), and what the grid covers.
    n_components : int
        q, how many functions are evaluated.
    centre : bool
        As in `fit`.
    samples : int
        g, of the grid along each axis.
    describe : Describe or None
        Called at each value with the scores (n, p) of the first p ≤ q functions, and the groups of
        near-degenerate ones.
    progress : Progress or None
        Called before each fit.

    Raises
    ------
    ValueError
        unless there are as many kernels as values, at least two, and the values ascend
    """
    along = np.asarray(values, dtype=np.float64)
    if len(kernels) != len(along) or len(along) < 2 or not (np.diff(along) > 0).all():
        said = E_(
            "A sweep needs ascending values, at least 2, and a kernel for each; got {n} "
            "kernels and values {values!r}."
        )
        raise ValueError(said.format(n=len(kernels), values=values))
    grid, reference = Grid.over(region, samples), X - X.mean(axis=0) if centre else X
    m, Q, q = len(along), n_components + BEYOND, n_components
    eigenvalues, identities = np.full((m, Q), np.nan), np.full((m, Q), -1)
    near = np.zeros((m, Q), dtype=bool)
    fields = np.zeros((m, q, samples, samples), dtype=np.float32)
    measured = np.full((4, m), np.nan)
    uncertain: dict[str, None] = {}
    sentences: list[list[str]] = []

    def fits() -> Iterator[Decomposition]:
        for i, kernel in enumerate(kernels):
            report(progress, i, m, _("value {i} of {m}").format(i=i + 1, m=m))
            yield fit(kernel, X, Q, centre=centre)

    for i, found in enumerate(follow(fits())):
        d = found.decomposition
        count = d.n_components
        eigenvalues[i, :count], identities[i, :count] = d.eigenvalues, found.identities
        for group in d.near_degenerate:
            near[i, list(group)] = True
        drawn = first_fields(found, min(q, count), grid)
        fields[i, : len(drawn)] = drawn
        if describe:
            sentences.append(describe(found.scores[:, :q], d.near_degenerate))
        gram = kernels[i].gram_matrix(X)
        if centre:
            gram = centre_gram(gram)
        share = float(d.shares[:q].sum()) if count else np.nan
        rank = effective_rank(gram) if kernels[i].is_psd else np.nan
        parted = np.nan
        if count and len(np.unique(labels)) > 1:
            parted = between_classes(d.scores[:, :q], labels)
        measured[:, i] = rank, linear_alignment(gram, reference), share, parted
        if not d.certificate.holds:
            uncertain[d.message] = None
    ranks, alignments, shares, separations = measured
    return Sweep(
        values=along,
        eigenvalues=eigenvalues,
        identities=identities,
        near_degenerate=near,
        fields=fields,
        effective_rank=ranks,
        linear_alignment=alignments,
        cumulative=shares,
        separation=separations,
        full_rank=len(X) - centre,
        points=X,
        labels=labels,
        region=region,
        uncertain=tuple(uncertain),
        sentences=tuple(sentences),
        is_psd=all(kernel.is_psd for kernel in kernels),
    )


def first_fields(found: Followed, q: int, grid: Grid) -> Array:
    """Return the first q functions followed on a grid (q, ny, nx); a group may reach beyond q."""
    if q == 0:
        return np.zeros((0, len(grid.y), len(grid.x)))
    reach = int(np.flatnonzero(found.rotation[:, :q].any(axis=1)).max()) + 1
    values = found.decomposition.expansion.first(reach).on_grid(grid)
    return np.tensordot(found.rotation[:reach, :q].T, values, axes=1)


@dataclass(frozen=True)
class Meeting:
    """Two functions whose eigenvalues cross, or nearly do.

    Parameters
    ----------
    at : float
        Number of the value, counted from 0: between two of them where they cross.
    eigenvalue : float
        Where they meet, or the mean of the two.
    identities : tuple[int, int]
        The two, the one with the larger eigenvalue before first.
    gap : float
        0 where they cross, else the smallest (λⱼ − λⱼ₊₁)/λⱼ.
    """

    at: float
    eigenvalue: float
    identities: tuple[int, int]
    gap: float

    @property
    def crosses(self) -> bool:
        """Whether the order changes."""
        return self.gap == 0


def meetings(found: Sweep) -> list[Meeting]:
    """Crossings and avoided crossings in which one of the functions shown takes part, by place."""
    return sorted([*_crossings(found), *_avoided(found)], key=lambda one: one.at)


def _crossings(found: Sweep) -> Iterator[Meeting]:
    for i in range(len(found.values) - 1):
        before, after = ({int(k): j for j, k in enumerate(found.identities[n]) if k >= 0}
                         for n in (i, i + 1))  # fmt: skip
        common = [k for k in before if k in after]
        for a, b in combinations(common, 2):
            shown = min(before[a], before[b], after[a], after[b]) < found.shown
            if after[a] < after[b] or not shown:
                continue
            (a0, a1), (b0, b1) = (
                np.log([found.eigenvalues[i, before[k]], found.eigenvalues[i + 1, after[k]]])
                for k in (a, b)
            )
            apart = (a0 - b0) + (b1 - a1)
            t = (a0 - b0) / apart if apart > 0 else 0.5
            yield Meeting(i + t, float(np.exp(a0 + t * (a1 - a0))), (a, b), 0.0)


def _avoided(found: Sweep) -> Iterator[Meeting]:
    """The least distances of neighbours that keep their order."""
    upper, lower = found.eigenvalues[:, :-1], found.eigenvalues[:, 1:]
    gaps = 1 - lower / upper
    for j in range(min(found.shown, gaps.shape[1])):
        pairs = found.identities[:, j : j + 2]
        changes = np.flatnonzero((np.diff(pairs, axis=0) != 0).any(axis=1)) + 1
        for run in np.split(np.arange(len(gaps)), changes):
            own = gaps[run, j]
            if not np.isfinite(own).all() or (pairs[run[0]] < 0).any():
                continue
            least = int(own.argmin())
            parts = min(own[: least + 1].max(), own[least:].max()) >= 2 * own[least]
            if RANK_TOLERANCE < own[least] < CLOSE and parts:
                i = int(run[least])
                a, b = (int(k) for k in pairs[run[0]])
                middle = float(found.eigenvalues[i, j : j + 2].mean())
                yield Meeting(float(i), middle, (a, b), float(own[least]))


@dataclass(frozen=True)
class Regime:
    """Neighbouring values at which K̃ is nearly the identity, or nearly linear.

    Parameters
    ----------
    kind : str
        "identity" or "linear".
    first, last : int
        Numbers of the values, counted from 0.
    peak : float
        The largest effective rank over the largest possible, or alignment with linear PCA, in it.
    at : int
        Number of the value with the peak.
    """

    kind: str
    first: int
    last: int
    peak: float
    at: int


def regimes(found: Sweep) -> list[Regime]:
    """Where the effective rank is `IDENTITY` of the largest or more, or the alignment `LINEAR`."""
    shares = found.effective_rank / max(1, found.full_rank)
    pairs: Any = (("identity", shares, IDENTITY), ("linear", found.linear_alignment, LINEAR))
    regions = []
    for kind, figures, least in pairs:
        inside = np.flatnonzero(figures >= least)
        for run in np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1):
            if len(run):
                at = int(run[figures[run].argmax()])
                regions.append(Regime(kind, int(run[0]), int(run[-1]), float(figures[at]), at))
    return regions
