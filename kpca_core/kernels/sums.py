"""Weighted sums of kernel values, Σᵢ A[i, j] k(·, P[i]), at points and on grids.

The structure of the kernel decides how: sums and multiples part by part, kernels with few features
through these, kernels that are a product over the coordinates through `plane`, any other one block
by block.
"""

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.threads import BLOCK, VALUES, in_blocks, row_slices, rows_held
from kpca_core.grid import Grid, Plane
from kpca_core.kernels import Gaussian, Kernel, Product, Scaled, Sum
from kpca_core.kernels.plane.tensor_features import TensorFeatures, axis_values, sums_of_products
from kpca_core.kernels.rows import SparseRows

# Building tensor features takes as long as this number of multiplications, a kernel value as 8.
SETUP_WORK = 10**7

# Columns (features of one factor times functions) up to which a product kernel is faster through
# them than point by point.
MAX_COLUMNS = 100


def kernel_sums(
    kernel: Kernel, X: Array, P: Array, A: Array, progress: Progress | None = None
) -> Array:
    """K(X, P) A, shape (n, q), for X (n, D), P (m, D), A (m, q), in blocks of bounded memory.

    `progress` is called where kernel values are computed block by block.
    """
    if isinstance(kernel, Sum):
        left, right = (kernel_sums(k, X, P, A, progress) for k in (kernel.left, kernel.right))
        return left + right
    if isinstance(kernel, Scaled):
        return kernel.factor * kernel_sums(kernel.kernel, X, P, A, progress)
    # (n + m) M features of the points, or n m kernel values.
    few = kernel.feature_dimension(P.shape[1]) * (len(X) + len(P)) < len(X) * len(P)
    sparse = isinstance(P, SparseRows)
    if not sparse and few and kernel.lists_features(P.shape[1]):
        return feature_sums(kernel, X, kernel.features(P).T @ A)
    if not sparse and X.shape[1] == P.shape[1] == 2 and 8 * len(X) * len(P) >= SETUP_WORK:
        features = TensorFeatures.around(kernel, X, P)
        if features is not None and len(features) <= len(P):
            return features.functions(X, features.weights(P, A))
    # Rows that a cache holds, or more where P has many columns: what is done with P for each block,
    # such as its norms, then takes little beside the products.
    m, dimension = max(1, len(P)), P.shape[1]
    rows = max(1, VALUES // m, min(2 * dimension, BLOCK // m))
    return in_blocks(lambda part: kernel(part, P) @ A, X, A.shape[1], rows, progress)


def feature_sums(kernel: Kernel, X: Array, W: Array) -> Array:
    """Φ(X) W, shape (n, q), for a kernel with M features Φ and W (M, q), in blocks."""
    return in_blocks(lambda part: kernel.features(part) @ W, X, W.shape[1], rows_held(len(W)))


def kernel_sums_on_grid(
    kernel: Kernel, grid: Grid, P: Array, A: Array, progress: Progress | None = None
) -> Array:
    """Σᵢ A[i, j] k(·, P[i]) on the grid, shape (q, ny, nx), for P (m, D) and A (m, q).

    D is 2, or that of the grid's plane. `progress` is that of `kernel_sums`.
    """
    if isinstance(kernel, Sum):
        left = kernel_sums_on_grid(kernel.left, grid, P, A, progress)
        return left + kernel_sums_on_grid(kernel.right, grid, P, A, progress)
    if isinstance(kernel, Scaled):
        return kernel.factor * kernel_sums_on_grid(kernel.kernel, grid, P, A, progress)
    if grid.plane is not None and isinstance(kernel, Gaussian):
        return _gaussian_sums_on_plane(kernel, grid, grid.plane, P, A, progress)
    if grid.plane is None and isinstance(kernel, Product):
        for smooth, few in ((kernel.left, kernel.right), (kernel.right, kernel.left)):
            listed = few.feature_dimension(2) * A.shape[1] <= MAX_COLUMNS and few.lists_features(2)
            if smooth.product_form(2) and listed:
                return _sums_times_features(smooth, few, grid, P, A)
    if grid.plane is not None or not kernel.product_form(2) or kernel.feature_dimension(2) < len(P):
        return grid.fields(kernel_sums(kernel, grid.rows, P, A, progress))
    return _sums_of_form(kernel, grid, P, A)


def _sums_of_form(kernel: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    """The sums on a grid of the plane by a kernel's product form."""
    size = len(grid.x) * len(grid.y)
    if size * A.size >= SETUP_WORK:
        features = TensorFeatures.around(kernel, grid.corners, P)
        if features is not None and len(features) <= size / 2:
            return features.functions_on_grid(grid.x, grid.y, features.weights(P, A))
    values = np.zeros((A.shape[1], len(grid.y), len(grid.x)))
    for rows in row_slices(len(P), rows_held(max(len(grid.x), len(grid.y)))):
        for factor, kernel_1d in kernel.product_form(2):
            across = axis_values(kernel_1d, grid.x, P[rows, 0])
            up = axis_values(kernel_1d, grid.y, P[rows, 1])
            values += sums_of_products(factor * across, up, A[rows])
    return values


def _sums_times_features(smooth: Kernel, few: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    """The sums of k = k₁ k₂ with k₂(x, p) = Ψ(x)·Ψ(p): Σₜ Ψₜ(x) Σᵢ A[i, j] Ψₜ(P[i]) k₁(x, P[i])."""
    at_points = few.features(P)
    columns = (at_points[:, :, None] * A[:, None, :]).reshape(len(P), -1)
    sums = kernel_sums_on_grid(smooth, grid, P, columns)
    sums = sums.reshape(at_points.shape[1], -1, len(grid.y), len(grid.x))
    on_grid = few.features(grid.points).T.reshape(-1, len(grid.y), len(grid.x))
    values: Array = np.einsum("tqyx,tyx->qyx", sums, on_grid)
    return values


def _gaussian_sums_on_plane(
    kernel: Gaussian, grid: Grid, plane: Plane, P: Array, A: Array, progress: Progress | None
) -> Array:
    """The sums on the grid of a plane in D dimensions, for P (m, D).

    A Gaussian of a point of the plane and P[i] is that of the point and P[i]'s projection, times
    exp(−d²/c) of its distance d from the plane: a sum of the plane.
    """
    near = plane.coordinates(P)
    weights = np.exp(np.square(P - plane.lift(near)).sum(axis=1) / -kernel.width)
    # With one column nothing depends on t, which is 0 at every point.
    flat = Grid(grid.x, grid.y if plane.axes[1].any() else np.zeros(1))
    values = kernel_sums_on_grid(kernel, flat, near, weights[:, None] * A, progress)
    return values if len(flat.y) > 1 else np.repeat(values, len(grid.y), axis=1)
