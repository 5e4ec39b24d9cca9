"""Two decompositions of the same points side by side: matched functions and principal angles.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import subspace_angles

from kpca_core._support.arrays import Array
from kpca_core._support.one_line import in_one_line
from kpca_core.analysis.continuity import SAME, TIED, Matching, match
from kpca_core.spectrum import near_degenerate_groups


def principal_angles(scores: Array, others: Array) -> list[Array]:
    """The principal angles between the spans of the first 1, 2, … score columns, in degrees.

    Parameters
    ----------
    scores, others : (n, q) and (n, p) arrays, with independent columns

    Returns
    -------
    list of arrays (1,), (2,), … up to (min(p, q),), each descending, 0 to 90 degrees

    References
    ----------
    Björck & Golub 1973, by `scipy.linalg.subspace_angles`.
    """
    most = min(scores.shape[1], others.shape[1])
    return [np.degrees(subspace_angles(scores[:, :k], others[:, :k])) for k in range(1, most + 1)]


@dataclass(frozen=True, eq=False)
class Side:
    """What a comparison needs of a kernel PCA.

    Parameters
    ----------
    eigenvalues : (q,) array, descending
    scores : (n, q) array, on the points that both sides have
    fields : (q, ny, nx) array, the functions on a grid that both sides have
    """

    eigenvalues: Array
    scores: Array
    fields: Array

    __repr__ = in_one_line

    def with_signs(self, signs: Array) -> Side:
        """Return the side with its functions multiplied by these signs (q,)."""
        return Side(self.eigenvalues, self.scores * signs, self.fields * signs[:, None, None])


@dataclass(frozen=True, eq=False)
class Pairing:
    """The functions of a second side, matched to those of a first one.

    Parameters
    ----------
    first, second : Side, the second with the signs and rotations that bring it nearest to the first
    matching : Matching, of the second side's functions; predecessors are those of the first
    angles : list of arrays, as of `principal_angles`
    """

    first: Side
    second: Side
    matching: Matching
    angles: list[Array]

    __repr__ = in_one_line

    @property
    def partners(self) -> list[int]:
        """For each function of the first side that of the second, −1 where the overlap is small."""
        found = [-1] * len(self.first.eigenvalues)
        for j, i in enumerate(self.matching.predecessors.tolist()):
            if i >= 0 and self.matching.overlaps[j] >= SAME:
                found[i] = j
        return found

    @property
    def differences(self) -> Array:
        """First minus second (q, ny, nx), function by function; NaN without a partner."""
        none = np.full(self.first.fields.shape[1:], np.nan)
        pairs = zip(self.first.fields, self.partners, strict=True)
        found = [none if j < 0 else field - self.second.fields[j] for field, j in pairs]
        return np.array(found).reshape(self.first.fields.shape)


def paired(first: Side, second: Side) -> Pairing:
    """Match the functions of two sides by their overlap on the data; see `continuity.match`.

    Raises
    ------
    ValueError
        if the numbers of points differ.
    """
    tied = near_degenerate_groups(second.eigenvalues, TIED)
    found = match(second.scores, first.scores, tied)
    turned = Side(
        second.eigenvalues,
        second.scores @ found.rotation,
        np.tensordot(found.rotation.T, second.fields, axes=1),
    )
    return Pairing(first, turned, found, principal_angles(first.scores, turned.scores))
