"""Back from a place among the scores: what point has these scores on a few components?

The place z on the components J stands for the point t = μ + Σ z_j V_j over J of feature space. Its
scores on all other components are 0, as those of the mean are; without centring μ is left out. The
pre-image is y = argmin ‖φ(y) − t‖² ([S] section 4.5). Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage.exact import Exact
from kpca_core.feature_space.preimage.fixed_point import FixedPoint
from kpca_core.feature_space.preimage.minimisation import Minimisation
from kpca_core.feature_space.preimage.start import nearest_points
from kpca_core.feature_space.preimage.structure import gaussian_multiple, is_linear
from kpca_core.feature_space.preimage.target import PreImages, Subspace
from kpca_core.kernels.rows import require_dense

# Descents of a thorough search begin at so many points of the expansion: half of them those whose
# images are nearest to t, the others evenly spread.
STARTS = 16
# Under the pointer descents end with steps of this part of the points' spread, below a pixel.
QUICK = {"tol": 5e-4, "max_iterations": 60}


@dataclass(frozen=True, eq=False)
class FromScores:
    """The pre-image of a place among the scores.

    Parameters
    ----------
    point : (D,) array
        y.
    objective : float
        ‖φ(y) − t‖².
    target, image : float
        ‖t‖² and ‖φ(y)‖² = k(y, y), of the kernel of the expansion: a linear part that is far from
        the origin of the data is counted from their mean (`LinearAbout`).
    converged : bool
        The descent that ended in y came to its tolerance.
    """

    point: Array
    objective: float
    target: float
    image: float
    converged: bool

    __repr__ = in_one_line

    @property
    def is_near(self) -> bool:
        """Whether φ(y) and t are no farther apart than either is from the origin."""
        rounding = 1e-12 * max(self.target, self.image)
        return self.objective <= max(min(self.target, self.image), rounding)


def from_scores(
    expansion: Expansion, components: Sequence[int], z: Sequence[float], *, thorough: bool = True
) -> FromScores:
    """Find the point y whose image is nearest to t = μ + Σ z_j V_j, over the named components.

    Parameters
    ----------
    expansion : Expansion
        f, with the weights of the mean in feature space.
    components : sequence of int
        Which, from 0; all others have the score 0.
    z : sequence of float
        The score on each, in units of the scores of the fit.
    thorough : bool
        Descend from many points of the expansion, to full accuracy, and take the best end; else
        from the better one of ridge map and nearest point, until steps are small.

    Raises
    ------
    TypeError, ValueError
        for a sparse fit, a kernel that is not positive semidefinite or has no known gradient,
        components that there are not, and scores that are not finite or whose t is beyond float64.

    Examples
    --------
    >>> import numpy as np
    >>> from kpca_core import Linear, fit
    >>> from kpca_core.feature_space.preimage import from_scores
    >>> X = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 1.0]])
    >>> found = fit(Linear(), X)
    >>> np.allclose(from_scores(found.expansion, (0, 1), found.scores[2]).point, X[2])
    True
    """
    kernel, q, m = expansion.kernel, expansion.coefficients.shape[1], len(expansion.points)
    require_dense(expansion.points, E_("Pre-images"))
    if not kernel.is_psd:
        said = E_(
            "This kernel is not positive semidefinite, so ‖φ(y) − t‖² is no squared distance, "
            "and there is no pre-image."
        )
        raise ValueError(said)
    if not kernel.has_gradient:
        said = E_("This kernel has no known gradient to descend along, so there is no pre-image.")
        raise ValueError(said)
    if not set(components) <= {*range(q)} or len({*components}) != len(components):
        said = E_("Components are different numbers from 0 to {last}; got {components}.")
        raise ValueError(said.format(last=q - 1, components=list(components)))
    place = np.asarray(z, float)
    if place.shape != (len(components),) or not (np.abs(place) < 1e100).all():
        said = E_("A place has a score below 1e100 for each of {n} components; got {z}.")
        raise ValueError(said.format(n=len(components), z=place.tolist()))
    with few_threads(m * m * (len(components) + 1)), np.errstate(over="ignore", invalid="ignore"):
        return _descended(Subspace.of(expansion, components), place, thorough)


def _descended(subspace: Subspace, place: Array, thorough: bool) -> FromScores:
    kernel, target = subspace.kernel, subspace.targets(place[None])
    kind = FixedPoint if gaussian_multiple(kernel) is not None else Minimisation
    method = Exact() if is_linear(kernel) else kind(restarts=0, **({} if thorough else QUICK))  # type: ignore[arg-type]
    solve = method.solver(subspace)
    found = solve(target)
    if thorough and not is_linear(kernel):
        near = nearest_points(target, STARTS // 2)[0]
        rows = np.union1d(near, evenly_spread(len(subspace.points), STARTS - len(near)))
        starts = subspace.points[rows]
        ends = solve(subspace.targets(np.tile(place, (len(starts), 1)), starts))
        best = np.argsort(ends.objective)[:1]  # NaN last
        found = found.better(PreImages(*(field[best] for field in vars(ends).values())))
    image = float(kernel.diagonal(found.points)[0])
    objective, norm = float(found.objective[0]), float(target.norms[0])
    return FromScores(found.points[0], objective, norm, image, bool(found.converged[0]))
