"""The largest eigenpairs of a symmetric matrix in memory, by LAPACK."""

from contextlib import suppress
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array


def largest_eigenpairs(A: Array, wanted: int | None) -> tuple[Array, Array]:
    """Eigenvalues, descending, and eigenvectors of A (n, n): the `wanted` largest, or all."""
    n = len(A)
    if wanted is not None and wanted < n:
        # With many copies of an eigenvalue LAPACK's subset leaves some out, or gives up.
        with suppress(np.linalg.LinAlgError):
            values, vectors = _eigh(A, subset_by_index=[n - wanted, n - 1])
            if len(values) == wanted:
                return values[::-1], vectors[:, ::-1]
    try:
        values, vectors = np.linalg.eigh(A)
    except np.linalg.LinAlgError:  # of the fastest algorithm, which gave up 1 of 5,391 matrices
        values, vectors = _eigh(A, driver="ev")
    return values[::-1], vectors[:, ::-1]


def _eigh(A: Array, **how: Any) -> tuple[Array, Array]:
    # Importing SciPy here keeps the explorer's first page, which needs none of it, fast.
    from scipy.linalg import eigh

    values, vectors = eigh(A, check_finite=False, **how)
    return values, vectors
