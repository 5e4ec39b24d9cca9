"""Comparison of what solvers find with references of more digits than doubles have."""

from __future__ import annotations

import pytest

from support.references import HAS_LONG_DOUBLE, differences

needs_long_doubles = pytest.mark.skipif(
    not HAS_LONG_DOUBLE, reason="long doubles have no more digits than doubles on this machine"
)
# An eigenvalue may differ from its reference by this fraction of the largest.
AGREES = 1e-13


def assert_meets(found, exact, uncertainty=0.0, certified=True):
    """Every eigenvalue of a fit is that of `exact` (p,), descending, within its certificate.

    uncertainty: what the reference itself may err by.
    certified: whether the certificate has to hold; where it does, AGREES is demanded too.
    """
    error = float(differences(found.eigenvalues, exact).max(initial=0.0))
    certificate, largest = found.certificate, float(abs(exact[0]))
    assert error <= certificate.error + uncertainty, (
        f"{found.solver} errs by {error:.1e}, but states {certificate}"
    )
    assert certificate.holds or not certified, f"{found.solver}: {certificate}"
    assert not certificate.holds or error <= AGREES * largest + uncertainty, (
        f"{found.solver} errs by {error / largest:.1e} of the largest eigenvalue"
    )
