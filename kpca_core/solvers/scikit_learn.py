"""scikit-learn's names of kernels and parameters of its KernelPCA, and what they are here.

Sources: scikit-learn's `pairwise_kernels` and `KernelPCA`; docs/from-scikit-learn.md has them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import is_finite, require_number
from kpca_core._support.words import E_, N_, _
from kpca_core.kernels import Kernel, as_kernel
from kpca_core.kernels.names import NAMES, named_kernel
from kpca_core.solvers.problem import DEFAULT_TOL, DENSE_ROWS

# The defaults of the parameters that belong to kernels, and of those that no solver here needs,
# with the reason.
OF_KERNELS: dict[str, Any] = {"gamma": None, "degree": 3, "coef0": 1}
NEEDLESS = {
    "eigen_solver": (
        "auto",
        N_("every solver here finds the leading eigenpairs to a certificate; solver= names one"),
    ),
    "max_iter": (None, N_("iterations here end by a certificate")),
    "iterated_power": ("auto", N_("no randomised solver runs here")),
    "n_jobs": (
        None,
        N_("no processes are started, and threads are used where that is faster"),
    ),
    "copy_X": (True, N_("X is never changed, and the fit keeps a copy")),
}


@dataclass(frozen=True)
class KernelNames:
    """The parameters of scikit-learn's KernelPCA that make a kernel.

    Parameters
    ----------
    kernel : str, callable or Kernel
        A name that `pairwise_kernels` knows, a function of two tables, or a kernel, which carries
        its parameters.
    gamma : float or None
        γ ≥ 0; None: 1/D for D columns.
    degree, coef0 : float
        (γ x·y + coef0)^degree and tanh(γ x·y + coef0).
    kernel_params : dict or None
        Keyword arguments of a callable.
    """

    kernel: Any
    gamma: Any = None
    degree: Any = 3
    coef0: Any = 1
    kernel_params: Any = None

    def resolved(self, dimension: int) -> Kernel:
        """The kernel for points with D = `dimension` columns.

        Raises
        ------
        TypeError, ValueError
            for what is no kernel and parameters out of range or of another kernel; the message
            says what to write.
        """
        kernel, given = self.kernel, self._given
        if self.kernel_params is not None and not isinstance(self.kernel_params, dict):
            said = E_(
                "kernel_params must be a dict of keyword arguments or None; got "
                "kernel_params={kernel_params!r}."
            )
            raise TypeError(said.format(kernel_params=self.kernel_params))
        if isinstance(kernel, Kernel):
            if given:
                said = E_(
                    "{given} given beside kernel={kernel!r}, which carries its own "
                    "parameters; give them to the kernel, such as "
                    "Gaussian.from_gamma(0.5), or name it as scikit-learn does, "
                    "kernel='rbf'."
                )
                raise ValueError(said.format(given=", ".join(given), kernel=kernel))
            return kernel
        if isinstance(kernel, str):
            return self._named(kernel, self.gamma_for(dimension))
        if callable(kernel) and not isinstance(kernel, type):
            return as_kernel(
                partial(kernel, **self.kernel_params) if self.kernel_params else kernel
            )
        if kernel is None or is_finite(kernel):
            said = E_(
                "kernel={kernel!r} is not a kernel. The kernel is the first argument "
                "here, and n_components the second: write "
                "KernelPCA(n_components={kernel!r}, kernel='rbf') or "
                "KernelPCA(Gaussian(width=0.1), 2)."
            )
            raise TypeError(said.format(kernel=kernel))
        return as_kernel(kernel)

    @property
    def _given(self) -> list[str]:
        """name=value of the parameters that are not at their defaults."""
        defaults = {**OF_KERNELS, "kernel_params": None}
        values = {name: getattr(self, name) for name in defaults}
        return [f"{k}={v!r}" for k, v in values.items() if not _same(v, defaults[k])]

    @property
    def ignored(self) -> str:
        """A sentence on parameters that this kernel ignores here, as with scikit-learn; or none."""
        if isinstance(self.kernel, str):
            if self.kernel_params:
                return _(
                    "kernel_params={kernel_params!r} is for callables, and ignored with "
                    "kernel={kernel!r}; give gamma, degree and coef0 themselves."
                ).format(kernel_params=self.kernel_params, kernel=self.kernel)
        elif callable(self.kernel) and self._given:
            own = [word for word in self._given if not word.startswith("kernel_params")]
            if own:
                return _("{own} is not handed to a callable; give it as kernel_params.").format(
                    own=", ".join(own)
                )
        return ""

    def gamma_for(self, dimension: int) -> float:
        """γ, which is 1/D if None.

        Raises
        ------
        ValueError
            for a parameter that is no number, and γ < 0.
        """
        if self.gamma is not None and not (is_finite(self.gamma) and self.gamma >= 0):
            said = E_("gamma must be a number >= 0, or None for 1/n_features; got gamma={gamma!r}.")
            raise ValueError(said.format(gamma=self.gamma))
        require_number("degree", self.degree)
        if not is_finite(self.coef0):
            said = E_("coef0 must be a finite number; got coef0={coef0!r}.")
            raise ValueError(said.format(coef0=self.coef0))
        return 1.0 / dimension if self.gamma is None else float(self.gamma)

    def _named(self, name: str, gamma: float) -> Kernel:
        if name not in NAMES:
            known = ", ".join(map(repr, NAMES))
            also = (
                E_(" (scikit-learn's name of Gaussian is 'rbf')")
                if name.lower() == "gaussian"
                else ""
            )
            said = E_(
                "kernel={name!r} is none of scikit-learn's names, {known}{also}; a "
                "kernel of kpca_core, such as Gaussian(width=0.1), or a callable k(X, Y) "
                "will do as well."
            )
            raise ValueError(said.format(name=name, known=known, also=also))
        return named_kernel(name, gamma, self.degree, self.coef0)


def accepts_sparse(kernel: Any, solver: str) -> bool:
    """Whether the values of `kernel` and `solver` take sparse matrices; False for no kernel."""
    if solver in DENSE_ROWS:
        return False
    if isinstance(kernel, str):
        return kernel in NAMES and named_kernel(kernel, 1.0, 3, 1).takes_sparse
    return isinstance(kernel, Kernel) and kernel.takes_sparse


def needless(parameters: dict[str, Any]) -> list[str]:
    """A sentence for each parameter of scikit-learn's that changes nothing here.

    Raises
    ------
    ValueError
        for an alpha or eigen_solver that scikit-learn does not take, and for fit_inverse_transform
        with a precomputed Gram matrix.
    """
    alpha = parameters["alpha"]
    require_number("alpha", alpha)
    if parameters["fit_inverse_transform"] and is_precomputed(parameters["kernel"]):
        said = E_(
            "fit_inverse_transform=True needs points to return to, and a precomputed Gram "
            "matrix has none; fit with the kernel itself."
        )
        raise ValueError(said)
    solver = parameters["eigen_solver"]
    if solver not in ("auto", "dense", "arpack", "randomized"):
        said = E_(
            "eigen_solver must be 'auto', 'dense', 'arpack' or 'randomized', as "
            "scikit-learn's; got eigen_solver={solver!r}. solver= names a solver of "
            "kpca_core."
        )
        raise ValueError(said.format(solver=solver))
    found = [
        _("{name}={value!r} is not needed: {reason}.").format(
            name=name, value=parameters[name], reason=_(reason)
        )
        for name, (default, reason) in NEEDLESS.items()
        if not _same(parameters[name], default) and (name, solver) != ("eigen_solver", "dense")
    ]
    if alpha != 1.0 and not parameters["fit_inverse_transform"]:
        found.append(
            _(
                "alpha={alpha!r} is that of scikit-learn's inverse_transform; set "
                "fit_inverse_transform=True to have that one."
            ).format(alpha=alpha)
        )
    return found


def is_precomputed(kernel: object) -> bool:
    if isinstance(kernel, str):
        return kernel == "precomputed"
    return isinstance(kernel, Kernel) and kernel.is_precomputed


def chosen_solver(solver: str, eigen_solver: str) -> str:
    """`solver`, or "dense" where scikit-learn's parameter names that."""
    return "dense" if solver == "auto" and eigen_solver == "dense" else solver


def chosen_tol(tol: Any) -> Any:
    """`tol`, with DEFAULT_TOL for scikit-learn's 0, which means as exact as possible."""
    return DEFAULT_TOL if is_finite(tol) and tol == 0 else tol


def _same(value: Any, default: Any) -> bool:
    if isinstance(default, bool):
        return isinstance(value, (bool, np.bool_)) and bool(value) is default
    if default is None or isinstance(default, str):
        return isinstance(value, type(default)) and value == default
    return is_finite(value) and bool(value == default)
