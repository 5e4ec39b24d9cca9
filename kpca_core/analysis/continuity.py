"""Which eigenfunction is which, from one value of a parameter to the next.

Eigenvalues give an order at every value alone. Where two of them cross along a parameter the order
swaps two functions, and within a nearly degenerate group each fit may rotate them. Here functions
are matched to those before by their overlap on the data, so that each keeps its identity.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes
from scipy.optimize import linear_sum_assignment

from kpca_core._support.arrays import Array, ratio
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_
from kpca_core.decomposition import Decomposition
from kpca_core.spectrum import aligned_signs, near_degenerate_groups

# Functions with a smaller overlap are not the same.
SAME = 0.5

# Neighbours closer than this share of the larger are rotated together onto their predecessors.
TIED = 1e-3


@dataclass(frozen=True, eq=False)
class Matching:
    """How the components of one decomposition continue those of another on the same points.

    Parameters
    ----------
    predecessors : (q,) array of int
        The component (0-based) of the reference that each continues, −1 for none. No two are equal.
    rotation : (q, q) array
        Orthogonal: `scores @ rotation` are the components with the signs and, within groups, the
        rotation that bring them nearest to their predecessors. Diagonal, ±1, outside groups.
    overlaps : (q,) array
        |cos| of the angle between each rotated component and its predecessor, 0 to 1, on the data.
    """

    predecessors: NDArray[np.int64]
    rotation: Array
    overlaps: Array

    __repr__ = in_one_line


def match(scores: Array, reference: Array, groups: Sequence[Sequence[int]] = ()) -> Matching:
    """Match components to those of another decomposition of the same points.

    The sum of cos² of the angles between matched columns is the largest possible (the assignment
    problem). Then each group is rotated as a subspace onto its predecessors (the orthogonal
    Procrustes problem), and every other component gets the sign of a positive overlap.

    Parameters
    ----------
    scores : (n, q) array
        Of the components to be matched.
    reference : (n, p) array
        Scores of those before.
    groups : sequences of 0-based indices
        Of components of which only the span is determined.

    Raises
    ------
    ValueError
        if the numbers of points differ.

    References
    ----------
    Kuhn 1955; Schönemann 1966.
    """
    if len(scores) != len(reference):
        said = E_(
            "Functions are matched on the same points; got scores of {n} and of {other_n} points."
        )
        raise ValueError(said.format(n=len(scores), other_n=len(reference)))
    own, others = _normalised(scores), _normalised(reference)
    rows, columns = linear_sum_assignment((own.T @ others) ** 2, maximize=True)
    predecessors = np.full(own.shape[1], -1, dtype=np.int64)
    predecessors[rows] = columns
    for group in map(list, groups):
        # Any order within a group is as good: that of the predecessors is kept, −1 last.
        predecessors[group] = sorted(predecessors[group], key=lambda one: (one < 0, one))
    # A component without predecessor has zeros to be compared with.
    target = np.column_stack([others, np.zeros(len(own))])[:, predecessors]
    rotation = np.diag(aligned_signs(own, target))
    for group in map(list, groups):
        rotation[np.ix_(group, group)] = orthogonal_procrustes(own[:, group], target[:, group])[0]
    overlaps = np.abs(((own @ rotation) * target).sum(axis=0))
    return Matching(predecessors, rotation, np.minimum(overlaps, 1.0))


@dataclass(frozen=True, eq=False)
class Followed:
    """A decomposition whose components have identities.

    Parameters
    ----------
    decomposition : Decomposition
        As the solver gave it: its components in the order of eigenvalues.
    identities : (q,) array of int
        Of each component; the same number before and after a crossing. Numbers count from 0 in the
        order in which functions appear, at the first value in the order of eigenvalues.
    rotation, overlaps : array
        As in `Matching`.
    """

    decomposition: Decomposition
    identities: NDArray[np.int64]
    rotation: Array
    overlaps: Array

    __repr__ = in_one_line

    @property
    def scores(self) -> Array:
        """The scores (n, q) of the components as they continue those before."""
        return self.decomposition.scores @ self.rotation


def follow(decompositions: Iterable[Decomposition]) -> Iterator[Followed]:
    """Follow eigenfunctions along a parameter: one `Followed` for each decomposition.

    A component whose predecessor overlaps less than `SAME` with it begins a new identity. Follow
    more components than are shown, so that those that return to the shown ones are recognised.
    """
    before: Followed | None = None
    known = 0
    for decomposition in decompositions:
        if before is None:
            q = decomposition.n_components
            identities, rotation, overlaps = np.arange(q), np.eye(q), np.ones(q)
        else:
            tied = near_degenerate_groups(decomposition.eigenvalues, TIED)
            found = match(decomposition.scores, before.scores, tied)
            stays = (found.predecessors >= 0) & (found.overlaps >= SAME)
            identities = np.where(stays, np.append(before.identities, -1)[found.predecessors], -1)
            begin = np.flatnonzero(~stays)
            identities[begin] = known + np.arange(len(begin))
            rotation, overlaps = found.rotation, found.overlaps
        known = max(known, int(identities.max(initial=-1)) + 1)
        before = Followed(decomposition, identities, rotation, overlaps)
        yield before


def letter(identity: int) -> str:
    """The name of an identity: A, B, …, Z, A2, B2 and so on."""
    round_, place = divmod(identity, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(round_ + 1) if round_ else "")


def _normalised(scores: Array) -> Array:
    return ratio(scores, np.sqrt((scores**2).sum(axis=0)))
