"""How exact the eigenvalues of a fit are, measured or proven."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kpca_core._support.arrays import EPS
from kpca_core._support.markup import table
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import N_, _, in_system_language

# Rounding of a sum over rows or features, relative to the sum of the sizes
# (docs/decisions/001-rounding.md).
SUM_ROUNDING = 16 * EPS


def rounding_limit(n: int, size: float) -> float:
    """250 n ε times the spectral norm or the largest entry of an (n, n) matrix, `size`.

    LAPACK tests an eigensolver by a limit of 30 n ε ‖K̃‖; bounds of the rounding of pivoted Cholesky
    factors reach 200 n ε max K in ten dimensions. The least number above 0 is added, which every
    eigenvalue that small is rounded to a multiple of.
    """
    return 250 * n * EPS * size + math.ulp(0.0)


@dataclass(frozen=True)
class Certificate:
    """An error of the eigenvalues and the limit it is judged by.

    Parameters
    ----------
    kind : str
        What `error` was computed from; in each case rounding is included.
        "residual": ‖K̃U − UΛ‖_F.
        "trace bound": trace(E) of K = L Lᵀ + E with E ≥ 0. "separable" measures it at the rows, and
        adds the largest difference between the eigenvalues of scoresᵀ scores and λ̂.
    error : float
        |λ̂ⱼ − λⱼ| ≤ error for every eigenvalue found, λ being those of the K̃ of the exact kernel.
    limit : float
        The error that is accepted.
    """

    kind: str
    error: float
    limit: float

    __repr__ = in_one_line

    @classmethod
    def of_residual(cls, error: float, n: int, norm: float) -> Certificate:
        """The certificate of eigenpairs of an (n, n) matrix of that spectral norm."""
        return cls(N_("residual"), error, rounding_limit(n, norm))

    @classmethod
    def of_trace(cls, error: float, n: int, norm: float, accepted: float) -> Certificate:
        """The certificate of a trace bound, judged by `accepted`, and at least as a residual is.

        Parameters
        ----------
        error : float
            trace(E) and all rounding.
        n : int
            The number of rows.
        norm : float
            The spectral norm of the matrix, as far as it is known, or max |K| if that is more.
        accepted : float
            The error that the caller accepts.
        """
        return cls(N_("trace bound"), error, max(accepted, rounding_limit(n, norm)))

    @property
    def holds(self) -> bool:
        """Whether the error is within its limit; False for NaN."""
        return bool(self.error <= self.limit)

    def __str__(self) -> str:
        if self.holds:
            return _("{kind} {error:.1e} ≤ {limit:.1e}: certified").format(
                kind=_(self.kind), error=self.error, limit=self.limit
            )
        return _("{kind} {error:.1e} > {limit:.1e}: NOT certified").format(
            kind=_(self.kind), error=self.error, limit=self.limit
        )

    @in_system_language
    def _repr_html_(self) -> str:
        """What notebooks show."""
        rows = ((_("error of every λ"), f"{self.error:.2e}"), (_("limit"), f"{self.limit:.2e}"))
        title = _("Certificate: {kind}, {verdict}").format(
            kind=_(self.kind), verdict=_("holds") if self.holds else _("does NOT hold")
        )
        return table(title, rows)
