"""Certificates of drawn problems against references in more digits: which of them are false.

A certificate is false if it holds while an eigenvalue errs by more than `certificate.error`, and by
more than the reference may err itself.
"""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from kpca_core import Decomposition
from support.drawn_problems import DrawnProblem, draw
from support.references import Reference, differences, reference

# Up to so many rows the reference has 50 digits, in which 30 rows take 0.2 s; up to so many it has
# all eigenvalues, in long doubles, and beyond so many more than were asked for.
DECIMAL_ROWS, ALL_VALUES, GUARDS = 30, 80, 8
# Functions are judged where λ exceeds this fraction of the largest and its neighbours are this
# fraction of λ away; a wrong one differs by more than its rounding and this fraction of its range.
LARGE, APART, WRONG_FUNCTION = 1e-4, 1e-3, 1e-8
# An eigenvalue that is not returned, though asked for, is missed where it exceeds ‖K̃‖ times the
# first and the rounding of K times the second.
MISSED, MISSED_ROUNDINGS = 1e-11, 4.0
# What errors say that leave a problem to another solver, or its kernel values to other data.
REFUSALS = ("cannot solve this", "is not finite")


@dataclass(frozen=True)
class Verdict:
    """What became of one problem.

    Parameters
    ----------
    text : str, the problem
    solver : str, that ran; "" if none did
    holds : bool, the certificate
    certificate : str
    error : float, the largest |λ̂ − λ|, of eigenvalues returned, in small problems negative ones too
    ratio : float, the largest |λ̂ − λ| / certificate.error
    uncertain : bool, the ratio is above 1, but not by more than the reference may err
    gross : bool, the error exceeds certificate.limit too
    missed : float, the largest eigenvalue that was asked for, exists and was not returned, or 0
    functions : float, the largest error of a function relative to its range; NaN if not judged
    functions_limit : float, what rounding explains of it
    relative : float, error / the largest eigenvalue
    width : float, certificate.error in units of n times the rounding of a kernel value
    trouble : str, the exception, if any
    seconds : float, of the fit
    """

    text: str
    solver: str = ""
    holds: bool = False
    certificate: str = ""
    error: float = math.nan
    ratio: float = math.nan
    uncertain: bool = False
    gross: bool = False
    missed: float = 0.0
    functions: float = math.nan
    functions_limit: float = math.nan
    relative: float = math.nan
    width: float = math.nan
    trouble: str = ""
    seconds: float = 0.0

    @property
    def false(self) -> bool:
        """Whether the certificate holds and is wrong."""
        return self.holds and not self.uncertain and not self.ratio <= 1.0

    @property
    def wrong_functions(self) -> bool:
        """Whether a certified function errs by more than rounding explains."""
        return self.holds and self.functions > self.functions_limit


def judge(problem: DrawnProblem) -> Verdict:
    """Fit a drawn problem and compare it with its reference."""
    start = time.perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            found = problem.solve()
    except Exception as reason:
        refused = isinstance(reason, ValueError) and any(word in str(reason) for word in REFUSALS)
        kind = "refused" if refused else f"FAILED with {type(reason).__name__}"
        return Verdict(str(problem), trouble=f"{kind}: {reason}")
    return compared(problem, found, time.perf_counter() - start)


def reference_of(problem: DrawnProblem) -> Reference:
    """The reference of a drawn problem, with some more eigenvalues than it asks for."""
    n, q = len(problem.X), problem.n_components
    wanted = None if q is None or n <= ALL_VALUES else q + GUARDS
    return reference(
        problem.kernel, problem.X, wanted, centre=problem.centre, decimals=n <= DECIMAL_ROWS
    )


def compared(problem: DrawnProblem, found: Decomposition, seconds: float) -> Verdict:
    """The verdict on what a solver found."""
    exact, q = reference_of(problem), found.n_components
    certificate = found.certificate
    errors, uncertainty = differences(found.eigenvalues, exact.values), exact.uncertainty[:q]
    if len(exact.values) == len(problem.X):
        negative = differences(found.negative, exact.values[::-1])
        errors = np.concatenate([errors, negative])
        uncertainty = np.concatenate([uncertainty, exact.uncertainty[: len(negative)]])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(errors == 0, 0.0, errors / certificate.error)
    excess = errors - certificate.error - uncertainty
    largest = float(np.abs(exact.values).max(initial=0.0))
    requested = len(problem.X) if problem.n_components is None else problem.n_components
    left = exact.values[q:requested].astype(float).max(initial=0.0)
    # Of an indefinite kernel the reference may lack the negative part.
    norm = max(largest, float(np.abs(found.negative).max(initial=0.0)))
    floor = MISSED * norm + MISSED_ROUNDINGS * exact.rounding
    functions, limit = _function_error(problem, found, exact)
    return Verdict(
        text=str(problem),
        solver=found.solver,
        holds=certificate.holds,
        certificate=str(certificate),
        error=float(errors.max(initial=0.0)),
        ratio=float(ratios.max(initial=0.0)),
        uncertain=bool((ratios > 1).any() and (excess <= 0).all()),
        gross=bool((errors > certificate.limit + uncertainty).any()),
        missed=float(left) if left > floor else 0.0,
        functions=functions,
        functions_limit=limit,
        relative=float(errors.max(initial=0.0)) / (largest or 1.0),
        width=certificate.error / (exact.rounding or 1.0),
        seconds=seconds,
    )


def _function_error(
    problem: DrawnProblem, found: Decomposition, exact: Reference
) -> tuple[float, float]:
    """The largest error of a judged function relative to its range, and what rounding explains."""
    values = exact.values.astype(float)
    q = min(found.n_components, len(values) - 1)
    if q == 0 or problem.kernel.is_precomputed:
        return math.nan, math.nan
    gaps = np.abs(np.diff(values))
    gap = np.minimum(gaps[:q], np.concatenate([[np.inf], gaps[: q - 1]]))
    with np.errstate(divide="ignore"):
        noise = exact.rounding / np.minimum(gap, np.abs(values[:q]))
    judged = np.flatnonzero(
        (values[:q] > LARGE * values[0]) & (gap > APART * values[:q]) & (noise < 1e-3)
    )
    if len(judged) == 0:
        return math.nan, math.nan
    expected, ours = exact.functions(problem.Z, q), found.expansion(problem.Z)[:, :q]
    scores = exact.scores(q)
    signs = np.where((found.scores[:, :q] * scores).sum(axis=0) < 0, -1.0, 1.0)
    extent = np.maximum(np.abs(scores).max(axis=0), np.abs(expected).max(axis=0))
    errors = (np.abs(ours * signs - expected).max(axis=0) / extent)[judged]
    # The rounding of K turns eigenvectors by `noise`.
    limits = WRONG_FUNCTION + noise[judged]
    worst = int(np.argmax(errors / limits))
    return float(errors[worst]), float(limits[worst])


def judged(number: int, largest: int) -> Verdict:
    """The verdict on the problem of that number."""
    with threadpool_limits(limits=1, user_api="blas"):
        return judge(draw(number, largest))


def trouble(verdict: Verdict) -> str:
    """What is wrong, in words; empty if nothing is."""
    found = f"{verdict.solver}, {verdict.certificate}"
    if verdict.trouble.startswith("FAILED"):
        return f"{verdict.text}\n    {verdict.trouble}"
    if verdict.false:
        return (
            f"{verdict.text}\n    FALSE: |λ̂ − λ| = {verdict.error:.1e}, {verdict.ratio:.3g} times "
            f"its bound{' and beyond its limit' * verdict.gross}; {found}"
        )
    if verdict.holds and verdict.missed:
        return f"{verdict.text}\n    MISSED λ = {verdict.missed:.1e}; {found}"
    if verdict.wrong_functions:
        return (
            f"{verdict.text}\n    FUNCTIONS err by {verdict.functions:.1e} of their range "
            f"(limit {verdict.functions_limit:.1e}); {found}"
        )
    return ""
