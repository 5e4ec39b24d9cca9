"""Orthonormal blocks of few columns. Sources: docs/notation.md."""

import numpy as np

from kpca_core._support.arrays import Array


def orthonormal(W: Array) -> tuple[Array, Array]:
    """W = Q R with orthonormal Q (n, b), by the Cholesky factor of WᵀW where that is safe.

    It takes half the time of Householder's reflections. QᵀQ is off by ε κ(W)²; done twice, by ε
    (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya 2015).
    """
    from scipy.linalg import lapack

    # For so few columns a call of NumPy's costs several times what LAPACK itself takes.
    R, failed = lapack.dpotrf(W.T @ W)
    diagonal = R.diagonal().tolist()
    # 1e-10, its square, is far above ε: WᵀW is not too ill-conditioned.
    if failed or not min(diagonal) > 1e-5 * max(diagonal):
        return np.linalg.qr(W)
    inverse, _ = lapack.dtrtri(R)
    return W @ inverse, R


def orthogonal_to(V: Array, Q: Array, R: Array) -> tuple[Array, Array, Array]:
    """Q', R' and C with QR = VC + Q'R', where Q' (n, b) is orthonormal and orthogonal to V.

    Rounding leaves parts of V (n, m) in Q where QR has none, and large ones where QR is nearly
    rank-deficient.

    Parameters
    ----------
    V : (n, m) array, orthonormal
    Q, R : (n, b) and (b, b) arrays, what `orthonormal` returns

    Returns
    -------
    Q', R', C : (n, b), (b, b) and (m, b) arrays
    """
    C = np.zeros((V.shape[1], Q.shape[1]))
    for _ in range(4):
        overlap = V.T @ Q
        C += overlap @ R
        Q, change = orthonormal(Q - V @ overlap)
        R = change @ R
        if np.abs(overlap).max() < 1e-9:  # its square, by which Q is now off, is below ε
            break
    return Q, R, C
