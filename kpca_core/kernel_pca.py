"""`KernelPCA`: the scikit-learn estimator, a thin shell over `fit`."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel, Precomputed, as_kernel
from kpca_core.kernels.base import Array
from kpca_core.progress import Progress
from kpca_core.solvers import fit
from kpca_core.solvers.arguments import subset_rows
from kpca_core.solvers.streaming import Stream


def _takes_blocks(estimator: KernelPCA) -> bool:
    kernel = estimator.kernel
    return kernel == "linear" or (isinstance(kernel, Kernel) and kernel.positive)


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Kernel principal component analysis (Schölkopf, Smola & Müller 1998).

    Parameters
    ----------
    kernel : a kernel such as ``Gaussian(width=0.1)``, a callable ``k(X, Y) -> (n, m)``,
        ``"linear"`` or ``"precomputed"``
    n_components : how many components, or None for all with positive eigenvalue
    centre : subtract the mean in feature space (S appendix B); False is for teaching
    solver, tol, subset, progress : see :func:`kpca_core.fit`

    Attributes
    ----------
    eigenvalues_ : (q,) of the centred Gram matrix K̃, descending
    explained_variance_ : (q,) eigenvalues_ / n, the variances in feature space (B 12.80)
    explained_variance_ratio_ : (q,) eigenvalues_ / trace K̃
    expansion_ : the components as functions, an :class:`~kpca_core.Expansion`
    decomposition_ : the :class:`~kpca_core.Decomposition` with every diagnostic

    When fewer components exist than were asked for, the existing ones are kept and a warning
    says how many; an indefinite kernel is no error, its negative part is in ``decomposition_``.
    A warning also says when the eigenvalues are less exact than ``tol``.
    """

    _stream: Stream

    def __init__(
        self,
        kernel: Any = "linear",
        n_components: int | None = None,
        *,
        centre: bool = True,
        solver: str = "auto",
        tol: float = 1e-14,
        subset: Any = None,
        progress: Progress | None = None,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.centre = centre
        self.solver = solver
        self.tol = tol
        self.subset = subset
        self.progress = progress

    def fit(self, X: Any, y: Any = None) -> KernelPCA:
        """Fit to the rows of X (n, D), or to a Gram matrix (n, n) if precomputed."""
        self.__dict__.pop("_stream", None)
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        decomposition = fit(
            self.kernel,
            X,
            self.n_components,
            centre=self.centre,
            solver=self.solver,
            tol=self.tol,
            subset=self.subset,
            progress=self.progress,
        )
        return self._fitted(decomposition)

    @available_if(_takes_blocks)
    def partial_fit(self, X: Any, y: Any = None) -> KernelPCA:
        """Add the rows of X (n, D) to those seen since the first call; none of them is kept.

        The first block chooses the landmarks, so give one that speaks for the data; the certificate
        in ``decomposition_`` is the mean residual over all rows so far. Only positive kernels have
        this method.
        """
        first = not hasattr(self, "_stream")
        X = validate_data(self, X, dtype=np.float64, reset=first)
        kernel = as_kernel(self.kernel)
        if not first and kernel != self._stream.landmarks.kernel:
            raise ValueError(
                f"The rows so far were taken with {self._stream.landmarks.kernel!r}, not with "
                f"kernel={kernel!r}; a new kernel needs a new estimator (sklearn.base.clone)."
            )
        with np.errstate(over="ignore", invalid="ignore"):
            if first:
                stream = Stream.begun(kernel, X, self.tol, centre=self.centre)
            else:
                stream = self._stream.extended(X)
            decomposition = stream.decomposition(self.n_components)
        self._stream = stream
        return self._fitted(decomposition)

    def _fitted(self, decomposition: Decomposition) -> KernelPCA:
        if decomposition.message:
            warnings.warn(decomposition.message, UserWarning, stacklevel=3)
        self.decomposition_ = decomposition
        self.expansion_ = decomposition.expansion
        self.eigenvalues_ = decomposition.eigenvalues
        self.explained_variance_ = decomposition.variances
        self.explained_variance_ratio_ = decomposition.variance_ratio
        return self

    def fit_transform(self, X: Any, y: Any = None, **params: Any) -> Array:
        """The scores of the training points (n, q); the same as ``fit(X).transform(X)``."""
        return self.fit(X).decomposition_.scores

    def transform(self, X: Any) -> Any:
        """f_j(X[i]) (n, q): projections on the components (S 4.1, B 12.82).

        A Dask array gives a lazy one.
        """
        check_is_fitted(self)
        if hasattr(X, "__dask_graph__"):
            from kpca_core.distributed import transform

            return transform(self, X)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if self.subset is not None and self.__sklearn_tags__().input_tags.pairwise:
            X = X[:, subset_rows(self.subset, X.shape[1])]
        return self.expansion_(X)

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, Precomputed) or (
            isinstance(self.kernel, str) and isinstance(as_kernel(self.kernel), Precomputed)
        )
        return tags
