"""Centring in feature space, for a Gram matrix.

Feature columns are centred by subtracting their mean (`solvers.linalg.feature_pca`), products with
K by subtracting the mean of each column (`solvers.gram.CentredGram`); for new points centring is
part of the coefficients and offsets of an `Expansion`. Sources: docs/notation.md.
"""

import numpy as np

from kpca_core._support.arrays import Array


def centre_gram(K: Array) -> Array:
    """K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ, with every entry of 1ₙ equal to 1/n ([B] eq. 12.85, [S] eq. B.3).

    K (n, n), symmetric, is overwritten and returned.
    """
    trace = np.trace(K)
    means = K.mean(axis=0)
    K -= means[None, :]
    K -= (means - means.mean())[:, None]
    if np.trace(K) < 1e-3 * trace:
        # K was nearly constant: rounding errors of its entries, constant along rows, are visible
        # beside those of K̃, which are less than a thousandth as large as K's.
        K -= K.mean(axis=0)[None, :]
        K -= K.mean(axis=1)[:, None]
    return K
