"""How exact the eigenvalues and functions of a fit are, measured or proven."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from kpca_core._support.arrays import EPS, Array
from kpca_core._support.markup import table
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import N_, _, counted, in_system_language

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
    """An error of the eigenvalues and the limit it is judged by, and what follows for functions.

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
    functions : float or None
        The largest error/λⱼ of the functions that it covers, in which `of_axes` counts √(λ₁/λⱼ)
        times: ‖f_j(X) − sⱼ‖ ≤ functions · ‖sⱼ‖ for the values (n,) of each f_j at the rows of X,
        and its scores sⱼ. For f_j(X) = K̃u/√λ̂ and sⱼ = √λ̂ u differ by (K̃u − λ̂u)/√λ̂, and
        ‖sⱼ‖ = √λ̂. None where there is no function.
    of_axes : float
        The part of `error` that is of axes w in the columns of a factor L: with u = Lw/√λ̂ their
        residual is multiplied by L/√λ̂, of norm √(λ₁/λ̂) at most.
    """

    kind: str
    error: float
    limit: float
    functions: float | None = None
    of_axes: float = 0.0

    __repr__ = in_one_line

    @classmethod
    def of_residual(cls, error: float, n: int, norm: float) -> Certificate:
        """The certificate of eigenpairs of an (n, n) matrix of that spectral norm."""
        return cls(N_("residual"), error, rounding_limit(n, norm))

    @classmethod
    def of_trace(
        cls, error: float, n: int, norm: float, accepted: float, of_axes: float
    ) -> Certificate:
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
        of_axes : float
            The part of `error` that is of axes in the columns of a factor.
        """
        limit = max(accepted, rounding_limit(n, norm))
        return cls(N_("trace bound"), error, limit, of_axes=of_axes)

    @property
    def holds(self) -> bool:
        """Whether the error is within its limit; False for NaN."""
        return bool(self.error <= self.limit)

    def covering(self, eigenvalues: Array) -> Certificate:
        """The certificate of the functions with these eigenvalues (q,), descending, alone."""
        if not len(eigenvalues):
            return replace(self, functions=None)
        first, last = float(eigenvalues[0]), float(eigenvalues[-1])
        error = self.error + (math.sqrt(first / last) - 1.0) * self.of_axes
        return replace(self, functions=error / last)

    @property
    def digits(self) -> int | None:
        """The number of digits to which every function agrees with its scores, 0 to 15."""
        if self.functions is None:
            return None
        if not self.functions < 1:  # nor NaN
            return 0
        return math.floor(-math.log10(max(self.functions, 1e-15)))

    def __str__(self) -> str:
        if not self.holds:
            said = _("{kind} {error:.1e} > {limit:.1e}: NOT certified")
        elif self.digits is None:
            said = _("{kind} {error:.1e} ≤ {limit:.1e}: eigenvalues certified")
        else:
            said = _(
                "{kind} {error:.1e} ≤ {limit:.1e}: eigenvalues certified, functions equal "
                "scores to {digits}"
            )
        return said.format(
            kind=_(self.kind), error=self.error, limit=self.limit, digits=self._said_digits
        )

    @property
    def _said_digits(self) -> str:
        return counted(self.digits or 0, "{n} digit", "{n} digits")

    @in_system_language
    def _repr_html_(self) -> str:
        """What notebooks show."""
        equal = (_("functions equal scores to"), self._said_digits)
        rows = (
            (_("error of every λ"), f"{self.error:.2e}"),
            (_("limit"), f"{self.limit:.2e}"),
            *(() if self.digits is None else (equal,)),
        )
        title = _("Certificate: {kind}, {verdict}").format(
            kind=_(self.kind), verdict=_("holds") if self.holds else _("does NOT hold")
        )
        return table(title, rows)
