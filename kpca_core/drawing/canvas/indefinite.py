"""What is shown and said of an indefinite kernel, in one place for every page, file and command.

Its values are not inner products in any space ([S] appendix C). So there are no variances and no
distances in one: shares are those of the positive eigenvalues, views of features show scores, and
nothing states a distance. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kpca_core._support.words import N_, _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel

T = TypeVar("T")

INDEFINITE = N_("This kernel is indefinite: its values are not inner products in any space.")
UNKNOWN = N_(
    "This kernel is not known to be positive semidefinite: its values may not be inner products in "
    "any space."
)
SHARES = N_("Shares are of the sum of the positive eigenvalues.")
NO_SHARES = N_(
    "No shares: only the leading eigenvalues were computed, and the sum of all positive ones is "
    "not known."
)
NO_CLOSEST = N_("No closest inputs: without inner products there is no angle to an eigenvector.")
NO_OBJECTIVE = N_(
    "This kernel is indefinite: its values are not inner products in any space. So there is no "
    "objective: points come back from their scores by a ridge map, which is learned from all "
    "points."
)

NO_DISTANCES = N_(
    "This kernel is indefinite: its values are not inner products in any space. So what components "
    "leave out is no squared distance, and none is drawn."
)


def measured_in_space(kernel: Kernel, measure: Callable[[], T]) -> T | None:
    """Return what `measure` finds of distances in feature space, such as what components leave out.

    None for a kernel that has no such space: there the same formulas give numbers below 0.
    """
    return measure() if kernel.is_psd else None


def describe_indefinite(found: Decomposition) -> str:
    """Return what is said of the kernel of a fit; "" where it is positive semidefinite."""
    kernel = found.expansion.kernel
    if kernel.is_psd:
        return ""
    known = len(found.negative) or kernel.is_indefinite
    return _(INDEFINITE) if known else _(UNKNOWN)


def whole_of(kernel: Kernel) -> str:
    """Return what shares are of, in English: "trace", or "positive eigenvalues"."""
    return N_("trace") if kernel.is_psd else N_("positive eigenvalues")


def note(found: Decomposition) -> str:
    """Return what a reader of the shares should know; "" for a positive semidefinite kernel."""
    said = describe_indefinite(found)
    if not said:
        return ""
    if found.positive_trace is None:
        return _("{first} {second}").format(first=said, second=_(NO_SHARES))
    negative = f"{float(found.negative.sum()):.4g}".replace("-", "−")
    return _(
        "{kernel} Shares are of the sum of the positive eigenvalues, {positive}; the negative ones "
        "add up to {negative}."
    ).format(kernel=said, positive=f"{found.positive_trace:.4g}", negative=negative)
