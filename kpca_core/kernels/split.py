"""Squared distances from matrix products of split coordinates, right also where points are close.

About a point m, a row is split into x − m = h + l, h a multiple of a power of two with about BITS
bits for ‖x − m‖. Then

    ‖x − y‖² = [‖h‖² + ‖h′‖² − 2 h·h′] + [2 h·l + ‖l‖² + 2 h′·l′ + ‖l′‖² − 2 (h + l)·l′ − 2 l·h′].

Where ‖x − m‖ and ‖y − m‖ are within a factor of two all sums in the first bracket are integers of
at most 53 bits in units of a power of two, so that it cancels without an error, in whatever order a
matrix product takes (K. Ozaki, T. Ogita, S. Oishi, S. M. Rump: Error-free transformations of matrix
multiplication, Numerical Algorithms 59, 2012, use the same). Other pairs have
‖x − y‖² ≥ (‖x − m‖² + ‖y − m‖²)/8, and nothing to cancel. The second bracket is smaller by
√D 2^(1 − BITS).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array

# With 24 all sums of the first bracket stay below 2^52: ‖h‖ ≤ 2^24 and twice that of the other.
BITS = 24


@dataclass(frozen=True, eq=False)
class SplitRows:
    """The rows of X (n, D) about a point, split.

    Parameters
    ----------
    high, low : (n, D) arrays, h and l
    squares : (n,) array, ‖h‖²
    rest : (n,) array, 2 h·l + ‖l‖²
    """

    high: Array
    low: Array
    squares: Array
    rest: Array

    @classmethod
    def of(cls, X: Array, middle: Array) -> SplitRows:
        """Split X − middle, which is not rounded (D. E. Knuth's sum of two numbers)."""
        found = X - middle
        minus = found - X
        error = (X - (found - minus)) - (middle + minus)
        _, exponents = np.frexp(np.sqrt(np.einsum("ij,ij->i", found, found)))
        unit = np.ldexp(1.0, exponents - BITS)[:, None]
        high = np.rint(found / unit) * unit
        low = (found - high) + error
        squares, both, rest = (
            np.einsum("ij,ij->i", *pair) for pair in ((high, high), (high, low), (low, low))
        )
        return cls(high, low, squares, 2.0 * both + rest)

    def distances(self, other: SplitRows, out: Array) -> None:
        """Write the squared distances of these rows from those of `other` (m, D) to `out` (n, m).

        Where they are at least `least_fraction` of ‖x − m‖² + ‖y − m‖² they are right to 32 units
        of roundoff, mostly to 1 or 2; what is closer may have any sign.
        """
        one = np.ones(len(self.high))
        first, second = other._right
        np.matmul(np.column_stack((-2.0 * self.high, self.squares, one)), first, out=out)
        total = -2.0 * (self.high + self.low)
        out += np.column_stack((total, -2.0 * self.low, self.rest, one)) @ second

    @cached_property
    def _right(self) -> tuple[Array, Array]:
        """The right factors of both brackets, (D + 2, n) and (2 D + 2, n)."""
        one = np.ones(len(self.high))
        first = np.column_stack((self.high, one, self.squares))
        return first.T, np.column_stack((self.low, self.high, one, self.rest)).T


def least_fraction(dimension: int) -> float:
    """The fraction of ‖x − m‖² + ‖y − m‖² down to which split distances are right.

    The second bracket errs by (2 √(2 D) + 4) u times its terms, for the unit roundoff u, and these
    sum up to at most 4 √D 2^(1 − BITS) times ‖x − m‖² + ‖y − m‖².
    """
    return dimension * 2.0**-BITS
