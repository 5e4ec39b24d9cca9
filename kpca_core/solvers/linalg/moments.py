"""Mergeable moments of feature columns: count, mean, scatter.

Kernel PCA with an explicit feature map needs nothing else of the data, so blocks in memory, blocks
one after the other and the workers of a cluster all reduce to `Moments.merge`. Sources:
docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array


@dataclass(frozen=True, eq=False)
class Moments:
    """Moments of rows f of r numbers.

    Parameters
    ----------
    count : int
        n, the number of rows.
    mean : (r,) array
        μ.
    scatter : (r, r) array
        Σ (f − μ)(f − μ)ᵀ.
    """

    count: int
    mean: Array
    scatter: Array

    @classmethod
    def of(cls, F: Array) -> Moments:
        """The moments of the rows of F (n, r), n ≥ 1."""
        mean = F.mean(axis=0)
        centred = F - mean
        return cls(len(F), mean, centred.T @ centred)

    def merge(self, other: Moments) -> Moments:
        """The moments of both sets of rows together (Chan, Golub & LeVeque 1983)."""
        count = self.count + other.count
        difference = other.mean - self.mean
        weight = self.count * other.count / count
        return Moments(
            count,
            self.mean + difference * (other.count / count),
            self.scatter + other.scatter + weight * np.outer(difference, difference),
        )

    def padded(self, r: int) -> Moments:
        """The moments of the same rows in r columns, of which the further ones are 0."""
        more = r - len(self.mean)
        return Moments(self.count, np.pad(self.mean, (0, more)), np.pad(self.scatter, (0, more)))

    @property
    def uncentred(self) -> Array:
        """Σ f fᵀ (r, r), the scatter about the origin."""
        return self.scatter + self.count * np.outer(self.mean, self.mean)
