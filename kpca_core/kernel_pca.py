"""`KernelPCA`: the scikit-learn estimator, a thin shell over `fit`.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca_core._support.arrays import (
    Array,
    Indices,
    Lazy,
    Points,
    as_float_type,
    as_numbers,
    require_finite_points,
)
from kpca_core._support.one_line import joined
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, _, counted
from kpca_core.decomposition import Decomposition
from kpca_core.feature_space.preimage import Method, PreImages, Ridge, pre_images
from kpca_core.feature_space.reduced_set import ReducedSet, reduced_set
from kpca_core.feature_space.sensitivity import Biplot, Influence, biplot, gradients, influence
from kpca_core.kernels import Kernel, KernelLike
from kpca_core.kernels.nested import PREFIX, parameters, with_new_kernel
from kpca_core.kernels.rows import as_rows, is_sparse
from kpca_core.solvers import fit_silently
from kpca_core.solvers.arguments import subset_rows
from kpca_core.solvers.problem import DEFAULT_TOL
from kpca_core.solvers.scikit_learn import (
    KernelNames,
    accepts_sparse,
    chosen_solver,
    chosen_tol,
    is_precomputed,
    needless,
)
from kpca_core.solvers.streaming import MAX_LANDMARKS, PartialFit

F = TypeVar("F", bound=Callable[..., Any])


class _Where:
    """A method that there is where a check raises nothing; else its sentence is AttributeError's.

    scikit-learn's `available_if` says no more than that there is no such attribute.
    """

    def __init__(self, check: Callable[[Any], None], method: Callable[..., Any]) -> None:
        self.check, self.method = check, method

    def __get__(self, estimator: Any, owner: type | None = None) -> Any:
        if estimator is None:
            return self.method
        try:
            self.check(estimator)
        except (TypeError, ValueError) as error:
            raise AttributeError(*error.args) from error
        return self.method.__get__(estimator, owner)


def _where(check: Callable[[KernelPCA], None]) -> Callable[[F], F]:
    def conditional(method: F) -> F:
        return cast(F, _Where(check, method))

    return conditional


def _takes_blocks(estimator: KernelPCA) -> None:
    """Raise ValueError or TypeError, which say what to write, where there is no `partial_fit`."""
    if not estimator._names.resolved(1).is_psd:
        said = E_(
            "There is no partial_fit with kernel={kernel!r}, which is not known to be "
            "positive semidefinite: give all rows at once to fit, or take a kernel such as "
            "Gaussian(width=0.1)."
        )
        raise ValueError(said.format(kernel=estimator.kernel))
    if estimator.solver not in ("auto", "streaming"):
        said = E_(
            "There is no partial_fit with solver={solver!r}: leave out solver, or give all "
            "rows at once to fit."
        )
        raise ValueError(said.format(solver=estimator.solver))
    if estimator.subset is not None:
        said = E_(
            "There is no partial_fit with subset={subset!r}, since it takes all rows: leave "
            "out subset, or give all rows at once to fit."
        )
        raise ValueError(said.format(subset=estimator.subset))


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Kernel principal component analysis (Schölkopf, Smola & Müller 1998).

    All is computed in float64; as those of scikit-learn's own KernelPCA, the scores of float32
    points are returned as float32. Parameters from `gamma` on are scikit-learn's, with its meaning
    and defaults; docs/from-scikit-learn.md has each beside what it is here.

    When fewer components exist than were asked for, the existing ones are kept and a warning states
    their number; an indefinite kernel is no error, its negative eigenvalues are in
    ``decomposition_``. A warning also states where the certificate does not hold.

    Parameters
    ----------
    kernel : Kernel, callable or str
        Such as ``Gaussian(width=0.1)``; a callable is ``k(X, Y) -> (n, m)``; "precomputed" is for
        Gram matrices. scikit-learn's "linear", "poly", "rbf", "sigmoid", "cosine", "laplacian",
        "chi2", "additive_chi2" take `gamma`, `degree` and `coef0`. The parameters of a Kernel are
        searched as ``kernel__width``, those of sums, products and multiples as
        ``kernel__left__width`` and ``kernel__right__factor``.
    n_components : int, float or None
        How many components; a share 0 < s < 1 is that of the trace, see :func:`kpca_core.fit`; None
        for all with positive eigenvalue.
    centre : bool
        Subtract the mean in feature space ([S] appendix B); False is for teaching.
    solver, tol, subset, progress, max_memory
        See :func:`kpca_core.fit`; `max_memory` is in bytes, by default a quarter of what is free.
        A `tol` of 0 is scikit-learn's, and 1e-14 here.
    max_landmarks : int or None
        How many rows `partial_fit` keeps at most; None: what memory allows.
    gamma : float or None
        γ of "rbf", "poly", "sigmoid", "laplacian", "chi2"; None: 1/n_features.
    degree, coef0 : float
        Of "poly", (γ x·y + coef0)^degree, and "sigmoid", tanh(γ x·y + coef0).
    kernel_params : dict or None
        Keyword arguments of a callable.
    fit_inverse_transform : bool
        True: `inverse_transform` is by default the ridge regression of scikit-learn's, with the
        kernel of the fit and `alpha`. There is an inverse in either case.
    alpha : float
        ≥ 0, of that regression.
    eigen_solver : str
        "dense" is solver="dense"; others are not needed.
    remove_zero_eig, random_state, max_iter, iterated_power, n_jobs, copy_X
        Not needed.

    Attributes
    ----------
    eigenvalues_ : (q,) array
        Of the centred Gram matrix K̃, descending.
    eigenvectors_ : (n, q) array
        Those of K̃, of length 1, where the scores of its n rows are kept.
    explained_variance_ : (q,) array
        ``eigenvalues_ / n``, the variances in feature space ([B] eq. 12.80). scikit-learn's PCA
        divides by n − 1: with a linear kernel its `explained_variance_` is n/(n − 1) times this.
    explained_variance_ratio_ : (q,) array
        ``eigenvalues_ / trace K̃``.
    kernel_ : Kernel
        Which `kernel` became.
    gamma_ : float
        γ of a kernel given by a name of scikit-learn's.
    expansion_ : Expansion
        The components as functions.
    decomposition_ : Decomposition
        Every diagnostic.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from kpca_core import Gaussian, KernelPCA
    >>> X = load_iris().data
    >>> model = KernelPCA(Gaussian(width=5.0), n_components=2).fit(X[::2])
    >>> model.transform(X[1::2]).shape
    (75, 2)
    >>> model.get_params()["kernel__width"]
    5.0
    """

    _partial: PartialFit
    _settings: dict[str, Any]  # of the first call of `partial_fit`
    _columns: Indices | None = None  # of a precomputed matrix, those of the subset that was fitted

    def __init__(
        self,
        kernel: KernelLike = "linear",
        n_components: float | None = None,
        *,
        centre: bool = True,
        solver: str = "auto",
        tol: float = DEFAULT_TOL,
        subset: ArrayLike | None = None,
        progress: Progress | None = None,
        max_memory: float | None = None,
        max_landmarks: int | None = MAX_LANDMARKS,
        gamma: float | None = None,
        degree: float = 3,
        coef0: float = 1,
        kernel_params: dict[str, Any] | None = None,
        fit_inverse_transform: bool = False,
        alpha: float = 1.0,
        eigen_solver: str = "auto",
        remove_zero_eig: bool = False,
        random_state: int | np.random.RandomState | None = None,
        max_iter: int | None = None,
        iterated_power: int | str = "auto",
        n_jobs: int | None = None,
        copy_X: bool = True,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.centre = centre
        self.solver = solver
        self.tol = tol
        self.subset = subset
        self.progress = progress
        self.max_memory = max_memory
        self.max_landmarks = max_landmarks
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params
        self.fit_inverse_transform = fit_inverse_transform
        self.alpha = alpha
        self.eigen_solver = eigen_solver
        self.remove_zero_eig = remove_zero_eig
        self.random_state = random_state
        self.max_iter = max_iter
        self.iterated_power = iterated_power
        self.n_jobs = n_jobs
        self.copy_X = copy_X

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters by name; with `deep` those of a Kernel too, such as kernel__width."""
        found = dict(super().get_params(deep=deep))
        if deep and isinstance(self.kernel, Kernel):
            found.update({f"{PREFIX}{k}": v for k, v in parameters(self.kernel).items()})
        return found

    def set_params(self, **params: Any) -> Self:
        """Set parameters; those of a Kernel, such as kernel__width, by a new kernel in its place.

        Raises
        ------
        ValueError
            for a name that there is not, and for a parameter of a kernel that is out of range.
        """
        super().set_params(**with_new_kernel(self.kernel, params))
        return self

    @property
    def _names(self) -> KernelNames:
        return KernelNames(self.kernel, self.gamma, self.degree, self.coef0, self.kernel_params)

    def fit(self, X: Points, y: object = None) -> Self:
        """Fit to the rows of X (n, D), or to a Gram matrix (n, n) if precomputed.

        X may be a sparse matrix where the kernel is one of dot products or distances.
        """
        found, _ = self._decompose(X)
        return self._fitted(found)

    def _decompose(self, X: Any) -> tuple[Decomposition, np.dtype[Any]]:
        """The decomposition of X, and the type that scores of such points have."""
        self.__dict__.pop("_partial", None)
        X = self._points(X, reset=True, ensure_min_samples=2)
        found = fit_silently(
            self._resolved(X.shape[1]),
            X,
            self.n_components,
            centre=self.centre,
            solver=chosen_solver(self.solver, self.eigen_solver),
            tol=chosen_tol(self.tol),
            subset=self.subset,
            progress=self.progress,
            max_memory=self.max_memory,
        )
        self._columns = subset_rows(self.subset, X.shape[0]) if self._pairwise else None
        return found, X.dtype

    def _resolved(self, dimension: int) -> Kernel:
        """`kernel_` for points of so many columns; all parameters of scikit-learn's are checked."""
        check_random_state(self.random_state)
        needless(self.get_params(deep=False))
        self.kernel_ = self._names.resolved(dimension)
        self.__dict__.pop("gamma_", None)
        if isinstance(self.kernel, str):
            self.gamma_ = self._names.gamma_for(dimension)
        return self.kernel_

    def _points(self, X: Any, *, reset: bool, ensure_min_samples: int = 1) -> Any:
        """X as a table (n, D) of finite float64 or float32, csr_array if sparse."""
        if isinstance(X, Kernel):
            said = E_("X is a kernel: write KernelPCA({kernel!r}).fit(X) with the points X.")
            raise TypeError(said.format(kernel=X))
        if is_sparse(X):
            as_rows(X, "X")  # refuses what the conversion would lose
        else:
            numbers = as_numbers(X, "X")
            if numbers.ndim == 2:
                require_finite_points(numbers, "X")
        return validate_data(
            self,
            X,
            accept_sparse="csr",
            dtype=[np.float64, np.float32],
            ensure_all_finite=False,
            ensure_min_samples=ensure_min_samples,
            reset=reset,
        )

    @_where(_takes_blocks)
    def partial_fit(self, X: Points, y: object = None) -> Self:
        """Add the rows of X (n, D) to those seen since the first call.

        Of these rows only landmarks are kept, at most `max_landmarks` and what `max_memory` has
        room for, and sums over all rows in their features. The landmarks are chosen among the rows
        of the first block, so give one whose rows are like those to come. Rows that they represent
        badly add landmarks; how those represent earlier rows is not known, which the certificate in
        ``decomposition_`` counts, and a warning says where the landmarks are too few. A share as
        n_components is one of all rows so far: the number may change with every block.

        There is no such method for a kernel that is not known to be psd, for another solver
        than "auto" and "streaming", and for a subset. Blocks are dense.
        """
        if is_sparse(X):
            said = E_(
                "partial_fit takes dense blocks, and X is a sparse matrix: give X.toarray() of "
                "a block of rows, or all rows at once to fit."
            )
            raise TypeError(said)
        first = not hasattr(self, "_partial")
        X = np.asarray(self._points(X, reset=first), dtype=np.float64)
        kernel = self._resolved(X.shape[1])
        given: dict[str, Any] = {
            "centre": self.centre, "tol": chosen_tol(self.tol), "max_memory": self.max_memory,
            "max_landmarks": self.max_landmarks,
        }  # fmt: skip
        settings = {"kernel": kernel, **given}
        for name, value in () if first else settings.items():
            if value != self._settings[name]:
                said = E_(
                    "The rows so far were taken with {name}={settings!r}, not with "
                    "{name}={value!r}; give them to a new estimator (sklearn.base.clone)."
                )
                raise ValueError(said.format(name=name, settings=self._settings[name], value=value))
        with np.errstate(over="ignore", invalid="ignore"):
            partial = PartialFit.of(kernel, X, **given) if first else self._partial.extended(X)
            decomposition = partial.decomposition(self.n_components)
        self._partial, self._settings, self._columns = partial, settings, None
        return self._fitted(decomposition)

    def _fitted(self, decomposition: Decomposition, stacklevel: int = 3) -> KernelPCA:
        ignored = (*needless(self.get_params(deep=False)), self._names.ignored)
        for sentence in filter(None, (*ignored, decomposition.message)):
            warnings.warn(sentence, UserWarning, stacklevel=stacklevel)
        self.decomposition_ = decomposition
        self.expansion_ = decomposition.expansion
        self.eigenvalues_ = decomposition.eigenvalues
        self.explained_variance_ = decomposition.variances
        self.explained_variance_ratio_ = decomposition.variance_ratio
        return self

    def fit_transform(self, X: Points, y: object = None) -> NDArray[Any]:
        """The scores of the training points (n, q); the same as ``fit(X).transform(X)``."""
        found, dtype = self._decompose(X)
        self._fitted(found, stacklevel=4)  # scikit-learn wraps this method once
        return as_float_type(found.scores, dtype)

    @overload
    def transform(self, X: Lazy) -> Any: ...
    @overload
    def transform(self, X: Points) -> NDArray[Any]: ...
    def transform(self, X: Points | Lazy) -> Any:
        """f_j(X[i]) (n, q): projections on the components ([S] eq. 4.1, [B] eq. 12.82).

        A Dask array gives a lazy one of float64.
        """
        check_is_fitted(self)
        if hasattr(X, "__dask_graph__"):
            from kpca_core.distributed.dask_arrays import evaluate

            return evaluate(self.expansion_, X)
        points = self._points(X, reset=False)
        if self._columns is not None:
            points = points[:, self._columns]
        return as_float_type(self.expansion_(points), points.dtype)

    @overload
    def inverse_transform(self, Z: Lazy, method: str | Method = "auto") -> Any: ...
    @overload
    def inverse_transform(
        self, Z: ArrayLike, method: str | Method = "auto", *, start: ArrayLike | None = None
    ) -> NDArray[Any]: ...
    def inverse_transform(
        self, Z: ArrayLike | Lazy, method: str | Method = "auto", *, start: ArrayLike | None = None
    ) -> Any:
        """Points of the input space (n, D) whose images are nearest to the scores Z (n, d), d ≤ q.

        The mean in feature space is added back: ``inverse_transform(transform(X))`` is PCA's
        reconstruction for a linear kernel, and X itself, to rounding, with all components of a
        kernel with an injective map. Fewer columns than components drop the rest. How well each
        point does, and what was iterated, is what `pre_images` returns.

        Parameters
        ----------
        Z : (n, d) array
            Scores; a Dask array gives a lazy one of float64.
        method : str or Method
            "auto" is what `feature_space.preimage.default_method` names for the kernel, with
            fit_inverse_transform=True scikit-learn's ridge regression.
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
            from kpca_core.distributed.dask_arrays import invert

            if start is not None:
                raise TypeError(E_("start is for scores in memory; a lazy Z has no starts."))
            return invert(self.expansion_, Z, self._method(method))
        numbers = as_numbers(Z, "Z")
        found = self.pre_images(numbers, method, start=start)
        failed = int(np.count_nonzero(~found.converged))
        if failed:
            warnings.warn(
                _(
                    "{failed:,} of {pre_images} did not converge; the best points found are "
                    "returned. Give a method with more max_iterations or a larger tol, such "
                    "as kpca_core.feature_space.preimage.Minimisation(tol=1e-6)."
                ).format(
                    failed=failed,
                    pre_images=counted(len(found.points), "{n} pre-image", "{n} pre-images"),
                ),
                UserWarning,
                stacklevel=2,
            )
        dtype = np.float32 if numbers.dtype == np.float32 else np.float64
        return as_float_type(found.points, np.dtype(dtype), E_("Pre-images"))

    def pre_images(
        self, Z: ArrayLike, method: str | Method = "auto", *, start: ArrayLike | None = None
    ) -> PreImages:
        """`inverse_transform` with the objective of each point: `kpca_core.pre_images`."""
        check_is_fitted(self)
        return pre_images(self.expansion_, Z, self._method(method), start=start)

    def _method(self, method: str | Method) -> str | Method:
        if not (self.fit_inverse_transform and method == "auto"):
            return method
        points = len(self.expansion_.points)
        return Ridge(alpha=self.alpha, kernel=self.kernel_, intercept=False, points=points)

    def reduced_set(self, m: int, **more: Any) -> ReducedSet:
        """The same components over m points; `more` as for `reduced_set`."""
        check_is_fitted(self)
        return reduced_set(self.expansion_, m, **more)

    def influence(self, X: ArrayLike | None = None) -> Influence:
        """`kpca_core.influence` of each input variable, by default at the expansion's points."""
        check_is_fitted(self)
        return influence(self.expansion_, X)

    def gradients(self, X: ArrayLike) -> Array:
        """∂f_j/∂x_d at X[i], shape (n, q, D); see :func:`kpca_core.gradients`."""
        check_is_fitted(self)
        return gradients(self.expansion_, X)

    def biplot(self, X: ArrayLike, columns: Sequence[int | str] | None = None) -> Biplot:
        """How scores move at each row of X as one variable grows; see :func:`kpca_core.biplot`."""
        check_is_fitted(self)
        return biplot(self.expansion_, X, columns)

    @property
    def eigenvectors_(self) -> Array:
        """The eigenvectors of K̃ (n, q), of length 1: `Decomposition.eigenvectors`."""
        return self.decomposition_.eigenvectors

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    @property
    def _pairwise(self) -> bool:
        return is_precomputed(self.kernel)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        return joined(super().__repr__(N_CHAR_MAX))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """What notebooks show: scikit-learn's picture, and below it what was fitted."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle and hasattr(self, "decomposition_"):
            bundle["text/html"] += self.decomposition_._repr_html_()
        return bundle

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.input_tags.pairwise = self._pairwise
        tags.input_tags.sparse = accepts_sparse(self.kernel, self.solver)
        return tags
