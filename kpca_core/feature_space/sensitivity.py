"""Which input variables a component depends on, and which input looks most like it.

Gradients of the functions f_j and their mean size over the data, as in KPCA-IG (Briscik et al.
2023); the arrows of a biplot, the tangents of the curves s ↦ f(x + s e_k) in the plane of the
scores (Reverter et al. 2014); and, for each eigenvector, the input whose image is closest to it in
direction, among all points or in a family with few parameters ([S] section 4.4). Sources:
docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import (
    EPS,
    Array,
    Indices,
    as_points,
    evenly_spread,
    finite_points,
    ratio,
    require_columns,
)
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import in_blocks, row_slices, rows_held
from kpca_core._support.words import E_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage.descent import KEPT_STEPS, minimise
from kpca_core.feature_space.preimage.start import POINTS
from kpca_core.feature_space.preimage.target import Subspace
from kpca_core.kernels.base import require_psd
from kpca_core.kernels.rows import require_dense
from kpca_core.kernels.sums import kernel_sums

# Points from which the search for the closest direction starts, those of largest cosine first.
STARTS = 8

# Starts are chosen among at most POINTS of the data, moved this number of times as far from their
# mean: polynomials may have their maxima outside of the data.
REACHES = (1.0, 2.0, 4.0)

# Steps from the best of the starts, which is clear after KEPT_STEPS from each.
MAX_ITERATIONS = 200


def gradients(expansion: Expansion, X: ArrayLike) -> Array:
    """∂f_j/∂x_d at X[i], shape (n, q, D), for X (n, D).

    Where a kernel has a kink the subgradient 0 is taken for it, see `Kernel.gradient_sum`.

    Raises
    ------
    TypeError, ValueError
        if the kernel's gradient is not known, or X is no finite table with as many columns as the
        fit had.
    """
    kernel, P, A = expansion.kernel, expansion.points, expansion.coefficients
    require_dense(expansion.points, E_("Gradients"))
    X = finite_points(X, "X")
    if kernel.is_precomputed:
        said = E_("A precomputed Gram matrix has no gradient; fit with the kernel itself.")
        raise TypeError(said)
    require_columns(X, P.shape[1])
    q, dimension = A.shape[1], X.shape[1]

    def block(rows: Array) -> Array:
        return kernel.gradient_sums(rows, P, A).reshape(len(rows), q * dimension)

    flat = in_blocks(block, X, q * dimension, rows_held(len(P)))
    return flat.reshape(len(X), q, dimension)


@dataclass(frozen=True, eq=False)
class Influence:
    """The influence of each input variable.

    Parameters
    ----------
    components : (q, D) array
        The mean of |∂f_j/∂x_d| over the data; of a linear kernel the sizes of PCA's loadings.
    total : (D,) array
        The mean of ‖∂f/∂x_d‖, over all q components together.
    """

    components: Array
    total: Array

    __repr__ = in_one_line

    @property
    def ranking(self) -> Indices:
        """The variables (0-based) in the order of `total`, the most influential first."""
        return np.argsort(-self.total, kind="stable")


def influence(expansion: Expansion, X: ArrayLike | None = None) -> Influence:
    """The influence of each variable on each component at X (n, D), by default the fit's points.

    The f_j change per unit of a variable; standardise the data to compare variables of different
    units. Of a fit whose expansion runs over landmarks give the data, which these do not represent.
    All components count alike: leave out those of noise, `expansion.first(q)`. Of two clusters in
    four of eight variables, with noise of the same size in all, the four others had the least
    influence on the first component in 200 of 200 draws, on the first three in 17.

    Raises
    ------
    TypeError, ValueError
        as `gradients`, and for an X without rows.

    References
    ----------
    Briscik et al. 2023.
    """
    require_dense(expansion.points, E_("Gradients"))
    X = as_points(expansion.points if X is None else X, "X")
    require_rows(X)
    q, dimension = expansion.coefficients.shape[1], X.shape[1]
    sums, total = np.zeros((q, dimension)), np.zeros(dimension)
    for rows in row_slices(len(X), rows_held(q * dimension)):
        slopes = gradients(expansion, X[rows])
        sums += np.abs(slopes).sum(axis=0)
        total += np.linalg.norm(slopes, axis=1).sum(axis=0)
    return Influence(sums / len(X), total / len(X))


def require_rows(X: Array) -> None:
    """Raise ValueError for X (n, D) without rows."""
    if len(X) == 0:
        said = E_("X has shape {shape}; a mean over the data needs at least 1 row.")
        raise ValueError(said.format(shape=X.shape))


@dataclass(frozen=True, eq=False)
class Biplot:
    """How the scores move when one variable alone grows; of a linear kernel PCA's loadings.

    Parameters
    ----------
    arrows : (n, q, d) array
        ∂f_j/∂x_c at X[i] for the chosen variables c, per unit of the data as they are given; NaN
        where the kernel has a kink, `Kernel.kinks`: scores move one way as x_c grows and another
        as it falls.
    centre : (D,) array
        The mean row of X.
    at_centre : (q, d) array
        The same there.
    names : tuple of str
        Of the chosen variables.
    """

    arrows: Array
    centre: Array
    at_centre: Array
    names: tuple[str, ...]

    __repr__ = in_one_line


def biplot(
    expansion: Expansion, X: ArrayLike, columns: Sequence[int | str] | None = None
) -> Biplot:
    """∂f_j/∂x_c at the rows of X (n, D) and at their mean, for the columns c; None for all D.

    Columns have a number from 0, and a name: that of a data frame X, else "x0", "x1", …

    Raises
    ------
    TypeError, ValueError
        as `influence`, and for a column that there is not.

    References
    ----------
    Reverter et al. 2014.
    """
    known, X = getattr(X, "columns", None), as_points(X, "X")
    names = [f"x{d}" for d in range(X.shape[1])] if known is None else [*map(str, known)]
    places: dict[int | str, int] = {name: d for d, name in enumerate(names)}
    places |= {d: d for d in range(len(names))}
    wanted = range(len(names)) if columns is None else columns
    if wrong := [one for one in wanted if one not in places]:
        said = E_("There is no column {column!r}; the names are {names}.")
        raise ValueError(said.format(column=wrong[0], names=", ".join(map(repr, names[:8]))))
    require_rows(X)
    chosen, centre = np.array([places[one] for one in wanted], dtype=np.intp), X.mean(axis=0)
    arrows = tangents(expansion, np.vstack([X, centre]), chosen)
    return Biplot(arrows[:-1], centre, arrows[-1], tuple(names[d] for d in chosen))


def tangents(expansion: Expansion, X: Array, columns: Indices) -> Array:
    """`Biplot.arrows` at X (n, D) for the columns with these numbers from 0."""
    q, m = expansion.coefficients.shape[1], len(expansion.points)
    found = np.empty((len(X), q, len(columns)))
    for rows in row_slices(len(X), rows_held(max(q * X.shape[1], m))):
        slopes = gradients(expansion, X[rows])[:, :, columns]
        kinks = expansion.kernel.kinks(X[rows], expansion.points)[:, None, columns]
        found[rows] = np.where(kinks, np.nan, slopes)
    return found


@dataclass(frozen=True, eq=False)
class Closest:
    """For each component the input found whose image is closest to it in direction.

    Parameters
    ----------
    points : (q, D) array
        The inputs.
    cosines : (q,) array
        ⟨φ(x), Vⱼ⟩ / (‖φ(x)‖ ‖Vⱼ‖), of the size of 1 where ±Vⱼ is a multiple of an image; negative
        where −Vⱼ is the closer one, since an eigenvector has no sign of its own.
    parameters : (q, p) array
        Those of the family; the points themselves without one.
    """

    points: Array
    cosines: Array
    parameters: Array

    __repr__ = in_one_line


def closest_points(expansion: Expansion) -> Closest:
    """The points of input space whose images are closest in direction to the components.

    L-BFGS on the cosine from STARTS points where it is large, in and around the data; the best end
    is taken. It need not be the largest of all maxima. Directions are those of the expansion's own
    kernel: of a linear one far from the origin x is counted from the mean (`LinearAbout`).

    Raises
    ------
    TypeError, ValueError
        if the kernel's gradient is not known, or it is not known to be psd.
    """
    cosine = _Cosine.of(expansion)
    starts = _separate_starts(cosine)
    q, dimension = starts.shape[1:]
    component = np.arange(q)
    ends = _ascended(
        cosine, starts.reshape(-1, dimension), np.tile(component, len(starts)), KEPT_STEPS
    ).reshape(starts.shape)
    sizes = np.abs(cosine(ends.reshape(-1, dimension), np.tile(component, len(starts)))[0])
    best = ends[sizes.reshape(starts.shape[:2]).argmax(axis=0), component]
    points = _ascended(cosine, best, component, MAX_ITERATIONS)
    return Closest(points, cosine(points, component)[0], points)


def _ascended(cosine: _Cosine, X: Array, component: Indices, steps: int) -> Array:
    """Where |cosine| of X[i] with the component component[i] is largest nearby, (n, D)."""
    sign, spread = np.sign(cosine(X, component)[0]), cosine.subspace.spread

    def objective(rows: Indices, Y: Array) -> tuple[Array, Array]:
        values, slopes = cosine(Y, component[rows])
        return -sign[rows] * values, -sign[rows, None] * slopes

    ends, *_counts = minimise(
        objective,
        X,
        first=lambda values, slopes: np.full(len(values), 0.1 * spread),
        tol=1e-9 * spread,
        rounding=lambda rows, X: np.full(len(X), 8 * EPS),
        unit=spread,
        max_iterations=steps,
    )
    return ends


def _separate_starts(cosine: _Cosine) -> Array:
    """Points (s, q, D), s ≤ STARTS: for each component different ones of large cosine."""
    P = cosine.subspace.points
    some = P[evenly_spread(len(P), POINTS)]
    best = P[np.abs(cosine.at_points()).argmax(axis=0)]  # of all points
    middle = P.mean(axis=0)
    moved = [middle + reach * (some - middle) for reach in REACHES]
    candidates = np.unique(np.concatenate(moved), axis=0)
    order = np.argsort(-np.abs(cosine.values(candidates)), axis=0, kind="stable")
    return np.concatenate([best[None], candidates[order[: STARTS - 1]]])


def closest_in_family(
    expansion: Expansion, family: Callable[[Array], ArrayLike], starts: ArrayLike
) -> Closest:
    """As `closest_points` among the inputs family(θ) alone ([S] section 4.4).

    "The parameters can be, for example, group parameters, which determine the amount of
    translation": `translations`.

    Parameters
    ----------
    family : callable
        θ (p,) ↦ x (D,), differentiable; its derivative is taken by differences.
    starts : (s, p) array
        Values of θ; those of the largest cosines are where the search begins. The range of each
        parameter among them is taken for its unit, of a single value its size.

    Raises
    ------
    TypeError, ValueError
        as `closest_points`, and where starts or the family's inputs are not finite or of another
        shape.
    """
    from scipy.optimize import minimize

    cosine = _Cosine.of(expansion)
    dimension = expansion.points.shape[1]
    thetas = finite_points(starts, "starts")
    if thetas.size == 0:
        said = E_("starts has shape {shape}; give at least 1 value of θ.")
        raise ValueError(said.format(shape=thetas.shape))

    def inputs(parameters: Array) -> Array:
        X = np.array([np.asarray(family(theta), dtype=np.float64) for theta in parameters])
        if X.shape != (len(parameters), dimension) or not np.isfinite(X).all():
            raise ValueError(
                E_(
                    "family must return {dimension} finite numbers for every θ; got an array "
                    "of shape {shape} for θ = {parameters}."
                ).format(dimension=dimension, shape=X.shape[1:], parameters=parameters[0].tolist())
            )
        return X

    units = np.ptp(thetas, axis=0)
    units = np.where(units > 0, units, np.abs(thetas).max(axis=0))
    units[units == 0] = 1.0

    def objective(scaled: Array, component: Indices, sign: float) -> float:
        return -sign * float(cosine(inputs(scaled[None] * units), component)[0][0])

    X = inputs(thetas)
    found = []
    for j in range(len(cosine.lengths)):
        values = cosine(X, np.full(len(X), j))[0]
        component, best = np.array([j]), (-1.0, thetas[0])
        for start in np.argsort(-np.abs(values))[:STARTS]:
            how = component, np.sign(values[start])
            end = minimize(objective, thetas[start] / units, how, "BFGS", jac="3-point")
            best = max(best, (-float(end.fun), end.x * units), key=lambda pair: pair[0])
        found.append(best[1])
    parameters = np.array(found).reshape(-1, thetas.shape[1])
    points = inputs(parameters) if len(parameters) else np.empty((0, dimension))
    return Closest(points, cosine(points, np.arange(len(points)))[0], parameters)


def translations(image: ArrayLike) -> Callable[[Array], Array]:
    """The family (dy, dx) ↦ the image (h, w) moved by so many pixels, flattened to (h·w,).

    Between pixels it is interpolated by cubic splines; from outside 0 comes in.
    """
    from scipy.ndimage import shift

    picture = as_points(image, "image")
    return lambda theta: np.ravel(shift(picture, theta, order=3, mode="constant", cval=0.0))


@dataclass(frozen=True, eq=False)
class _Cosine:
    """⟨φ(x), Vⱼ⟩ / (‖φ(x)‖ ‖Vⱼ‖) and its gradient."""

    subspace: Subspace
    lengths: Array  # ‖Vⱼ‖ (q,)

    @classmethod
    def of(cls, expansion: Expansion) -> _Cosine:
        kernel = expansion.kernel
        require_dense(expansion.points, E_("Closest points"))
        need = E_("so its components have no direction in a feature space")
        require_psd(kernel, E_(" on points, {need}.").format(need=need))
        subspace = Subspace.of(expansion)
        return cls(subspace, np.sqrt(np.diagonal(subspace.gram)[:-1]))

    def at_points(self) -> Array:
        """At the points of the expansion, shape (m, q)."""
        lengths = np.sqrt(self.subspace.diagonal)[:, None] * self.lengths
        return ratio(self.subspace.sections[:, :-1], lengths)

    def values(self, X: Array) -> Array:
        """At X (n, D) for all components, shape (n, q)."""
        kernel, P = self.subspace.kernel, self.subspace.points
        sums = kernel_sums(kernel, X, P, self.subspace.weights[:, :-1])
        lengths = np.sqrt(np.maximum(kernel.diagonal(X), 0.0))[:, None] * self.lengths
        return ratio(sums, lengths)

    def __call__(self, X: Array, component: Indices) -> tuple[Array, Array]:
        """At X[i] for the component with index component[i], (n,) and (n, D); 0 where φ(x) is."""
        kernel, P = self.subspace.kernel, self.subspace.points
        weights = self.subspace.weights[:, component] / self.lengths[component]
        sums = np.einsum("ij,ji->i", kernel.gram(X, P), weights)
        slopes = kernel.gradient_sum(X, P, weights.T)
        inverse = ratio(1.0, kernel.diagonal(X))
        values = sums * np.sqrt(inverse)
        slopes -= (0.5 * sums * inverse)[:, None] * kernel.diagonal_gradient(X)
        return values, slopes * np.sqrt(inverse)[:, None]
