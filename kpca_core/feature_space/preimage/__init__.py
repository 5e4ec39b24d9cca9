"""Pre-images: from kernel principal components back to points of the input space.

The point P φ(x) of feature space with components z has a pre-image y where φ(y) = P φ(x), which
need not exist; y* = argmin ‖φ(y) − P φ(x)‖² is taken instead ([N], [S] section 4.5). One method a
file, each an object with `needs`, `applies(kernel)` and `solver(subspace)`, a function of targets;
`target` has the algebra of feature space that they share. Sources: docs/notation.md.
"""

from __future__ import annotations

from contextlib import closing

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points
from kpca_core._support.threads import BLOCK, few_threads, map_in_order, row_slices
from kpca_core._support.words import E_, counting
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage.descent import KEPT_STEPS
from kpca_core.feature_space.preimage.distances import DistanceConstraints
from kpca_core.feature_space.preimage.exact import Exact
from kpca_core.feature_space.preimage.fixed_point import FixedPoint
from kpca_core.feature_space.preimage.minimisation import Minimisation
from kpca_core.feature_space.preimage.place import FromScores, from_scores
from kpca_core.feature_space.preimage.ridge import Ridge
from kpca_core.feature_space.preimage.structure import gaussian_multiple, is_linear
from kpca_core.feature_space.preimage.target import Method, PreImages, Subspace
from kpca_core.kernels import Kernel
from kpca_core.kernels.rows import require_dense

__all__ = [
    "METHODS", "DistanceConstraints", "Exact", "FixedPoint", "FromScores", "Method", "Minimisation",
    "PreImages", "Ridge", "Subspace", "default_method", "from_scores",
    "pre_image_points", "pre_images",
]  # fmt: skip

METHODS: dict[str, type[Method]] = {
    "exact": Exact,
    "fixed-point": FixedPoint,
    "minimisation": Minimisation,
    "distances": DistanceConstraints,
    "ridge": Ridge,
}


def default_method(kernel: Kernel) -> str:
    """Return the method of "auto", the first of these that fits.

    1. "exact" for linear kernels, where the minimum has a closed form;
    2. "fixed-point" for Gaussian kernels and their multiples, its iterations being the cheapest;
    3. "minimisation" for all other positive semidefinite kernels with a known gradient;
    4. "ridge" for the rest: callables, and indefinite kernels such as the sigmoid, for which the
       objective is no squared distance and may have no meaningful minimum.

    The least objective is the point whose image is nearest to the projection. Where the components
    hold too little of the data the projection itself is far from the truth, and a ridge map with a
    small alpha can be nearer to it (docs/measured.md, a Swiss roll).
    """
    if is_linear(kernel):
        return "exact"
    if gaussian_multiple(kernel) is not None:
        return "fixed-point"
    return "minimisation" if kernel.is_psd and kernel.has_gradient else "ridge"


def pre_images(
    expansion: Expansion,
    Z: ArrayLike,
    method: str | Method = "auto",
    *,
    start: ArrayLike | None = None,
) -> PreImages:
    """Points y with φ(y) near Σⱼ Z[i, j] Vⱼ + mean, for components V of a fit, from scores alone.

    Parameters
    ----------
    expansion : Expansion
        f, with the weights of the mean in feature space.
    Z : (n, d) array
        Scores, d ≤ q; components beyond the d first are dropped, which is what denoises. With d = 0
        all pre-images are that of the mean.
    method : str or Method
        "auto" is `default_method`; a key of `METHODS` runs that method with its defaults, an object
        such as ``Ridge(alpha=0.1)`` has other parameters.
    start : (n, D) array, optional
        Where iterations start: they end in a minimum near by, as denoising wants of the noisy
        points (Mika et al. 1999). Methods with a closed form make no use of it.

    Returns
    -------
    PreImages
        Without `start` no objective but that of "ridge" is above that of the ridge map of 300
        points, where iterations start and with which the other methods are compared.

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, an expansion without points, scores that are no finite table or
        more columns than there are components, starts of another shape, and a method that does not
        fit the kernel.

    Examples
    --------
    >>> import numpy as np
    >>> from kpca_core import Linear, fit, pre_images
    >>> X = np.random.default_rng(0).standard_normal((50, 3))
    >>> found = fit(Linear(), X, n_components=3)
    >>> np.allclose(pre_images(found.expansion, found.scores).points, X)
    True
    """
    kernel = expansion.kernel
    require_dense(expansion.points, E_("Pre-images"))
    if kernel.is_precomputed:
        raise TypeError(
            E_("A precomputed Gram matrix has no points to return to; fit with the kernel itself.")
        )
    chosen = _method(method, kernel)
    Z = finite_points(Z, "Z")
    q = expansion.coefficients.shape[1]
    if Z.shape[1] > q:
        raise ValueError(
            E_(
                "Z has {columns}; the fit has {components}. Give at most as many scores of "
                "each point."
            ).format(
                columns=counting(Z.shape[1], "{n} column", "{n} columns"),
                components=counting(q, "{n} component", "{n} components"),
            )
        )
    if not len(expansion.points):
        said = E_(
            "{kernel!r} is zero on all points that were fitted, so there is no point to return to."
        )
        raise ValueError(said.format(kernel=kernel))
    starts = None if start is None else _starts(start, (len(Z), expansion.points.shape[1]))
    n, m = len(Z), len(expansion.points)

    def solve_block(rows: slice) -> PreImages:
        return solve(subspace.targets(Z[rows], None if starts is None else starts[rows]))

    with few_threads(m * m * (q + 1)), np.errstate(over="ignore", invalid="ignore"):
        subspace = Subspace.of(expansion, range(Z.shape[1]))
        solve = chosen.solver(subspace)
        # In the plane a target may need the kernel values of all points, but most do not.
        values = m if subspace.plane is None else max(len(subspace.plane), m // 8)
        width = max(values, 2 * KEPT_STEPS * expansion.points.shape[1])
        rows = max(1, BLOCK // width)
        if rows >= n:
            return solve_block(slice(0, n))
        with closing(map_in_order(solve_block, row_slices(n, rows))) as parts:
            return PreImages.joined(list(parts))


def _starts(start: ArrayLike, shape: tuple[int, int]) -> Array:
    points = finite_points(start, "start")
    if points.shape != shape:
        said = E_("start needs a point for each row of Z, shape {needed}; got {shape}.")
        raise ValueError(said.format(needed=shape, shape=points.shape))
    return points


def pre_image_points(expansion: Expansion, Z: ArrayLike, method: str | Method = "auto") -> Array:
    """The points of `pre_images` alone, shape (n, D)."""
    return pre_images(expansion, Z, method).points


def _method(method: str | Method, kernel: Kernel) -> Method:
    if isinstance(method, str):
        name = default_method(kernel) if method == "auto" else method
        if name not in METHODS:
            said = E_("method must be one of {methods}; got method={method!r}.")
            raise ValueError(said.format(methods=("auto", *METHODS), method=method))
        method = METHODS[name]()
    if not isinstance(method, Method):
        said = E_(
            "method must be one of {methods} or such an object as Ridge(alpha=0.1); got "
            "method={method!r}."
        )
        raise TypeError(said.format(methods=("auto", *METHODS), method=method))
    if not method.applies(kernel):
        raise ValueError(
            E_(
                "{method!r} needs {needs}; got {kernel!r}. Use method='auto', which takes "
                "{default_method!r} for it."
            ).format(
                method=method,
                needs=E_(method.needs),
                kernel=kernel,
                default_method=default_method(kernel),
            )
        )
    return method
