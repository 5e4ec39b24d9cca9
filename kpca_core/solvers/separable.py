"""The solver "separable": Gaussian kernels in one or two dimensions, O(n) with a small constant.

Kernel PCA is PCA of the tensor features Φ(x) = φ(x₁) ⊗ φ(x₂). One pass over the rows yields their
scatter as an operator on a lattice of Chebyshev nodes (`plane.lattice`), whose eigenproblem does
not depend on n any more, and a second pass yields the scores.
"""

from dataclasses import replace
from functools import reduce

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_, _
from kpca_core.certificate import SUM_ROUNDING, Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Gaussian
from kpca_core.kernels.plane.coordinates import belongs_to
from kpca_core.kernels.plane.lattice import LatticeScatter, LatticeSums, over_rows
from kpca_core.kernels.plane.tensor_features import MAX_NODES, TensorFeatures, contract
from kpca_core.solvers.linalg.feature_pca import FeaturePCA, PrincipalAxes, scatter_axes
from kpca_core.solvers.problem import ALL_POINTS, DEFAULT_TOL, WHOLE_LIMIT, Cost, HandOver, Problem

# Components with an eigenvalue below this fraction of the trace are left to other solvers.
SMALLEST_SHARE = 1e-6

# The largest cosine between the scores of two components at the rows.
LARGEST_COSINE = 1e-9


class Separable:
    """Right for Gaussian kernels in the plane: the eigenproblem has some hundred unknowns."""

    name = "separable"
    needs = N_(
        "a Gaussian kernel (or a sum or product of such), points of which one or two columns vary, "
        "and a number of components"
    )

    def applies(self, problem: Problem) -> bool:
        """Whether at most two coordinates vary, the kernel is Gaussian in them, and q is given."""
        found = problem.coordinates
        return (
            found is not None
            and problem.n_components is not None
            and belongs_to(problem.kernel.product_form(found.dimension), Gaussian)
        )

    def cost(self, problem: Problem) -> Cost:
        """Seconds for two passes over the rows, and for the lattice."""
        return Cost(0.02 + 5e-6 * problem.n, problem.table_bytes)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest eigenpairs of K̃; hands over where they are not as exact as elsewhere."""
        with few_threads(problem.factor_work):
            return self._solve(problem)

    def _solve(self, problem: Problem) -> Decomposition | HandOver:
        coordinates, q, n = problem.coordinates, problem.n_components, problem.n
        assert coordinates is not None, self.needs
        assert q is not None, self.needs
        points, trace = coordinates.points, float(problem.diagonal.sum())
        features = TensorFeatures.around(problem.kernel, points, dimension=coordinates.dimension)
        if features is None:
            return HandOver(
                E_("kernel too narrow for {max_nodes} nodes an axis").format(max_nodes=MAX_NODES)
            )
        most = WHOLE_LIMIT if problem.named else min(WHOLE_LIMIT, 2 * n)
        if len(features) > most:
            return HandOver(E_("{n:,} features > {most:,}").format(n=len(features), most=most))
        tol = min(problem.tol, DEFAULT_TOL)
        scatter = LatticeScatter.of(
            features, points, tol, centre=problem.centre, progress=problem.progress
        )
        axes = scatter_axes(scatter, n, q, trace / n)
        if len(axes.eigenvalues) < q or axes.eigenvalues[-1] < SMALLEST_SHARE * trace:
            return HandOver(
                E_("λ of component {q} < {smallest_share:.0e} of the trace").format(
                    q=q, smallest_share=SMALLEST_SHARE
                )
            )
        found, residual_trace = _scores(problem, features, scatter, axes)
        squares = found.scores.T @ found.scores
        root = np.sqrt(axes.eigenvalues)
        cosine = np.abs(squares / np.outer(root, root) - np.eye(q)).max()
        if not cosine <= LARGEST_COSINE:  # nor NaN
            return HandOver(
                E_("cosine {cosine:.0e} > {largest_cosine:.0e} between scores").format(
                    cosine=cosine, largest_cosine=LARGEST_COSINE
                )
            )
        of_axes = axes.error + SUM_ROUNDING * trace
        apart = float(np.abs(np.linalg.eigvalsh(squares)[::-1] - axes.eigenvalues).max())
        error = residual_trace + apart + of_axes + n * problem.rounding
        norm = max(trace / n, float(axes.eigenvalues.max(initial=0.0)))
        # Re-orthogonalise the scores: dividing by λⱼ amplifies leakage from component 1 by λ₁/λⱼ.
        mixing = np.linalg.inv(np.linalg.cholesky(squares)).T * root
        found = replace(found, scores=found.scores @ mixing)
        return Decomposition(
            eigenvalues=found.eigenvalues,
            scores=found.scores,
            expansion=_expansion(problem, features, scatter, found),
            trace=found.trace + residual_trace,
            negative=np.empty(0),
            rank=None,
            requested=q,
            solver=self.name,
            certificate=Certificate.of_trace(
                error, n, norm, problem.tol * scatter.trace(), of_axes
            ),
            n_samples=n,
        )


def _scores(
    problem: Problem, features: TensorFeatures, scatter: LatticeScatter, axes: PrincipalAxes
) -> tuple[FeaturePCA, float]:
    """The scores of all rows, and trace(E) of the features that are kept, measured at the rows."""
    assert problem.coordinates is not None
    points, n = problem.coordinates.points, problem.n
    offsets = -scatter.mean @ axes.axes
    M, scores = scatter.matrices(axes.axes), np.empty((n, len(offsets)))

    def score(block: slice) -> Array:
        factors = features.factors(*points[block].T)
        scores[block] = contract(M, factors) + offsets
        return np.concatenate([(G**2 @ (F**2).T).ravel() for F, G in factors])

    norms = reduce(np.add, over_rows(score, n, problem.progress, _("scores of all rows")))
    if problem.centre:
        scores -= scores.mean(axis=0)
    residual_trace = max(float(problem.diagonal.sum() - norms[scatter.kept].sum()), 0.0)
    return FeaturePCA(**vars(axes), scores=scores, mean=scatter.mean), residual_trace


def _expansion(
    problem: Problem, features: TensorFeatures, scatter: LatticeScatter, found: FeaturePCA
) -> Expansion:
    """f(x) = Σᵢ k(x, xᵢ) f(xᵢ)/λ + b over the points, or over the lattice if they are many.

    In the plane grids are evaluated through the lattice in any case.
    """
    coordinates = problem.coordinates
    assert coordinates is not None
    values = scatter.lattice_weights * scatter.functions(found.axes)
    coefficients = values.reshape(len(values), -1).T / found.eigenvalues
    lattice = LatticeSums(problem.kernel, features.middle, *scatter.nodes, coefficients)
    if problem.n <= max(ALL_POINTS, scatter.lattice_weights.size) or _far_from_origin(features):
        expansion = problem.expansion_over_points(found)
    else:
        nodes = coordinates.lift(lattice.points)
        mean = scatter.lattice_weights.ravel() / problem.n if problem.centre else None
        expansion = Expansion(problem.kernel, nodes, coefficients, found.offsets, mean_weights=mean)
    in_the_plane = problem.X.shape[1] == 2 and coordinates.dimension == 2
    return replace(expansion, evaluator=lattice) if in_the_plane else expansion


def _far_from_origin(features: TensorFeatures) -> bool:
    """Whether absolute coordinates of the nodes lose digits: |middle| > 8 half sides."""
    halves = [axis.half for axis in features.terms[0]]
    return bool(np.abs(features.middle).max() > 8.0 * max(halves))
