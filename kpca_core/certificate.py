"""How exact the eigenvalues of a fit are, measured or proven."""

from __future__ import annotations

from dataclasses import dataclass

from kpca_core.arrays import EPS


def rounding_limit(n: int, size: float) -> float:
    """100 n ε times the spectral norm or the largest entry of an (n, n) matrix, `size`.

    The rounding of the entries of a Gram matrix can move eigenvalues by a tenth of that, and an
    eigensolver is tested by a limit of 30 n ε ‖K̃‖ in LAPACK.
    """
    return 100 * n * EPS * size


@dataclass(frozen=True)
class Certificate:
    """An error of the eigenvalues and the limit it is judged by.

    Parameters
    ----------
    kind : str
        "residual": error = max_j ‖K̃u_j − λ_j u_j‖₂ and limit = 30 n ε ‖K̃‖, as LAPACK's own tests
        judge an eigensolver; "iterative" takes max |K| in place of ‖K̃‖ where that is larger.
        "trace bound": error = trace(E) of K = L Lᵀ + E with E ≥ 0, so that λ̂ ≤ λ ≤ λ̂ + error for
        every eigenvalue λ of K̃. "separable" measures trace(E) at the rows, and adds the largest
        difference between the eigenvalues of scoresᵀ scores and λ̂.
        "mean residual": error = trace(E)/n = the mean of k(x, x) − ‖φ̂(x)‖² over all n points, so
        that λ̂ ≤ λ ≤ λ̂ + n·error.
    error, limit : float, in units of the kernel's values
    """

    kind: str
    error: float
    limit: float

    @classmethod
    def of_residual(cls, error: float, n: int, norm: float) -> Certificate:
        """The certificate of eigenpairs of an (n, n) matrix of that spectral norm."""
        return cls("residual", error, rounding_limit(n, norm))

    @property
    def holds(self) -> bool:
        """Whether the error is within its limit; False for NaN."""
        return bool(self.error <= self.limit)

    def __str__(self) -> str:
        if self.holds:
            return f"{self.kind} {self.error:.1e} ≤ {self.limit:.1e}: certified"
        return f"{self.kind} {self.error:.1e} > {self.limit:.1e}: NOT certified"
