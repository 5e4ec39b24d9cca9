"""`KernelPCA`: the scikit-learn estimator, a thin shell over `fit`.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca_core.arrays import Array, Indices, as_numbers, counted, require_finite_points
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Precomputed, as_kernel
from kpca_core.preimage import Method, pre_images
from kpca_core.progress import Progress
from kpca_core.solvers import fit_silently
from kpca_core.solvers.arguments import subset_rows
from kpca_core.solvers.streaming import PartialFit


def _takes_blocks(estimator: KernelPCA) -> bool:
    """Whether there is `partial_fit`; scikit-learn chains the reason to its AttributeError."""
    if not as_kernel(estimator.kernel).is_psd:
        raise ValueError(f"partial_fit needs a psd kernel; got kernel={estimator.kernel!r}.")
    if estimator.solver not in ("auto", "streaming"):
        raise ValueError(f"partial_fit is streaming; got solver={estimator.solver!r}.")
    if estimator.subset is not None:
        raise ValueError(f"partial_fit takes all rows; got subset={estimator.subset!r}.")
    return True


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Kernel principal component analysis (Schölkopf, Smola & Müller 1998).

    All is computed in float64; as those of scikit-learn's own KernelPCA, the scores of float32
    points are returned as float32.

    When fewer components exist than were asked for, the existing ones are kept and a warning states
    their number; an indefinite kernel is no error, its negative eigenvalues are in
    ``decomposition_``. A warning also states where the certificate does not hold.

    Parameters
    ----------
    kernel : Kernel, callable, "linear" or "precomputed"
        Such as ``Gaussian(width=0.1)``; a callable is ``k(X, Y) -> (n, m)``.
    n_components : int or None, how many components; None for all with positive eigenvalue
    centre : bool, subtract the mean in feature space ([S] appendix B); False is for teaching
    solver, tol, subset, progress, max_memory
        See :func:`kpca_core.fit`; `max_memory` is in bytes, by default a quarter of what is free.

    Attributes
    ----------
    eigenvalues_ : (q,) array, of the centred Gram matrix K̃, descending
    explained_variance_ : (q,) array
        eigenvalues_ / n, the variances in feature space ([B] eq. 12.80).
    explained_variance_ratio_ : (q,) array, eigenvalues_ / trace K̃
    expansion_ : Expansion, the components as functions
    decomposition_ : Decomposition, every diagnostic
    """

    _partial: PartialFit
    _settings: dict[str, Any]  # of the first call of `partial_fit`
    _columns: Indices | None = None  # of a precomputed matrix, those of the subset that was fitted

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
        max_memory: float | None = None,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.centre = centre
        self.solver = solver
        self.tol = tol
        self.subset = subset
        self.progress = progress
        self.max_memory = max_memory

    def fit(self, X: Any, y: Any = None) -> KernelPCA:
        """Fit to the rows of X (n, D), or to a Gram matrix (n, n) if precomputed."""
        found, _ = self._decompose(X)
        return self._fitted(found)

    def _decompose(self, X: Any) -> tuple[Decomposition, np.dtype[Any]]:
        """The decomposition of X, and the type that scores of such points have."""
        self.__dict__.pop("_partial", None)
        X = self._points(X, reset=True, ensure_min_samples=2)
        found = fit_silently(
            self.kernel,
            X,
            self.n_components,
            centre=self.centre,
            solver=self.solver,
            tol=self.tol,
            subset=self.subset,
            progress=self.progress,
            max_memory=self.max_memory,
        )
        self._columns = subset_rows(self.subset, len(X)) if self._pairwise else None
        return found, X.dtype

    def _points(self, X: Any, *, reset: bool, ensure_min_samples: int = 1) -> Any:
        """X as a table (n, D) of finite float64 or float32."""
        numbers = as_numbers(X, "X")
        if numbers.ndim == 2:
            require_finite_points(numbers, "X")
        return validate_data(
            self,
            X,
            dtype=[np.float64, np.float32],
            ensure_all_finite=False,
            ensure_min_samples=ensure_min_samples,
            reset=reset,
        )

    @available_if(_takes_blocks)
    def partial_fit(self, X: Any, y: Any = None) -> KernelPCA:
        """Add the rows of X (n, D) to those seen since the first call; none of them is kept.

        The landmarks are chosen among the rows of the first block, so give one whose rows are like
        those to come. Rows that they represent badly add landmarks, within `max_memory`; how those
        represent earlier rows is not known, which the certificate in ``decomposition_`` counts.
        There is no such method for a kernel that is not known to be psd, for another solver
        than "auto" and "streaming", and for a subset.
        """
        first = not hasattr(self, "_partial")
        X = np.asarray(self._points(X, reset=first), dtype=np.float64)
        kernel = as_kernel(self.kernel)
        given: dict[str, Any] = {
            "centre": self.centre, "tol": self.tol, "max_memory": self.max_memory,
        }  # fmt: skip
        settings = {"kernel": kernel, **given}
        for name, value in () if first else settings.items():
            if value != self._settings[name]:
                raise ValueError(
                    f"The rows so far were taken with {name}={self._settings[name]!r}, not with "
                    f"{name}={value!r}; give them to a new estimator (sklearn.base.clone)."
                )
        with np.errstate(over="ignore", invalid="ignore"):
            partial = PartialFit.of(kernel, X, **given) if first else self._partial.extended(X)
            decomposition = partial.decomposition(self.n_components)
        self._partial, self._settings, self._columns = partial, settings, None
        return self._fitted(decomposition)

    def _fitted(self, decomposition: Decomposition, stacklevel: int = 3) -> KernelPCA:
        if decomposition.message:
            warnings.warn(decomposition.message, UserWarning, stacklevel=stacklevel)
        self.decomposition_ = decomposition
        self.expansion_ = decomposition.expansion
        self.eigenvalues_ = decomposition.eigenvalues
        self.explained_variance_ = decomposition.variances
        self.explained_variance_ratio_ = decomposition.variance_ratio
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """The scores of the training points (n, q); the same as ``fit(X).transform(X)``."""
        found, dtype = self._decompose(X)
        self._fitted(found, stacklevel=4)  # scikit-learn wraps this method once
        return _as_type(found.scores, dtype)

    def transform(self, X: Any) -> Any:
        """f_j(X[i]) (n, q): projections on the components ([S] eq. 4.1, [B] eq. 12.82).

        A Dask array gives a lazy one of float64.
        """
        check_is_fitted(self)
        if hasattr(X, "__dask_graph__"):
            from kpca_core.dask_arrays import evaluate

            return evaluate(self.expansion_, X)
        X = self._points(X, reset=False)
        if self._columns is not None:
            X = X[:, self._columns]
        return _as_type(self.expansion_(X), X.dtype)

    def inverse_transform(self, Z: Any, method: str | Method = "auto", *, start: Any = None) -> Any:
        """Points of the input space (n, D) whose images are nearest to the scores Z (n, d), d ≤ q.

        The mean in feature space is added back: ``inverse_transform(transform(X))`` is PCA's
        reconstruction for a linear kernel, and X itself, to rounding, with all components of a
        kernel with an injective map. Fewer columns than components drop the rest. How well each
        point does, and what was iterated, is in :func:`kpca_core.preimage.pre_images`.

        Parameters
        ----------
        Z : (n, d) array, scores; a Dask array gives a lazy one of float64
        method : str or Method
            "auto" is what :func:`kpca_core.preimage.default_method` names for the kernel.
        start : (n, D) array, optional
            Where iterations start, such as the noisy points to denoise; not with a Dask array.

        Raises
        ------
        NotFittedError, TypeError, ValueError
            if it is not fitted or was to a precomputed matrix, and as `pre_images`.

        Warns
        -----
        UserWarning
            where iterations have not converged.
        """
        check_is_fitted(self)
        if hasattr(Z, "__dask_graph__"):
            from kpca_core.dask_arrays import invert

            if start is not None:
                raise TypeError("start is for scores in memory; a lazy Z has no starts.")
            return invert(self.expansion_, Z, method)
        numbers = as_numbers(Z, "Z")
        found = pre_images(self.expansion_, numbers, method, start=start)
        failed = int(np.count_nonzero(~found.converged))
        if failed:
            warnings.warn(
                f"{failed:,} of {counted(len(found.points), 'pre-image')} did not converge; the "
                "best points found are returned. Give a method with more max_iterations or a "
                "larger tol, such as kpca_core.preimage.Minimisation(tol=1e-6).",
                UserWarning,
                stacklevel=2,
            )
        dtype = np.float32 if numbers.dtype == np.float32 else np.float64
        return _as_type(found.points, np.dtype(dtype), "Pre-images")

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    @property
    def _pairwise(self) -> bool:
        return isinstance(self.kernel, Precomputed) or str(self.kernel) == "precomputed"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.input_tags.pairwise = self._pairwise
        return tags


def _as_type(values: Array, dtype: np.dtype[Any], name: str = "Scores") -> Any:
    """The values as float64 or float32.

    Raises
    ------
    ValueError
        if they are beyond the range of float32.
    """
    largest = np.abs(values).max(initial=0.0)
    if largest > np.finfo(dtype).max:
        raise ValueError(
            f"{name} of up to {largest:.3g} are beyond the range of {dtype}; give float64 numbers."
        )
    return values.astype(dtype)
