"""What `fit` refuses, and how it says so."""

from __future__ import annotations

import re

import numpy as np
import pytest
from support import cloud

from kpca_core import Gaussian, Linear, Polynomial, RationalQuadratic, Sigmoid, fit
from kpca_core.solvers import arguments
from kpca_core.solvers.arguments import allowed_memory


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ({"n_components": 0}, "n_components=0"),
        ({"n_components": -3}, "n_components=-3"),
        ({"n_components": 2.0}, "n_components=2.0"),
        ({"n_components": True}, "n_components=True"),
        ({"n_components": "8"}, "n_components='8'"),
        ({"solver": "arpack"}, "solver='arpack'"),
        ({"solver": None}, "solver=None"),
        ({"solver": ["dense"]}, "solver=['dense']"),
        ({"tol": 0}, "tol=0"),
        ({"tol": -1e-3}, "tol=-0.001"),
        ({"tol": 1.0}, "tol=1.0"),
        ({"tol": float("nan")}, "tol=nan"),
        ({"tol": "small"}, "tol='small'"),
    ],
)
def test_arguments_out_of_range_are_quoted(arguments, quoted):
    with pytest.raises(ValueError, match=re.escape(quoted)):
        fit(Linear(), cloud(10), **arguments)


@pytest.mark.parametrize("more", [{"progress": True}, {"centre": "yes"}])
def test_arguments_of_other_types_are_quoted(more):
    ((name, value),) = more.items()
    with pytest.raises(TypeError, match=f"{name}={value!r}"):
        fit(Linear(), cloud(10), **more)


@pytest.mark.parametrize("value", [0, -1, -0.5, np.nan, True, "1 GB", [1], 1j, np.array([1.0])])
def test_a_limit_of_memory_out_of_range_is_quoted(value):
    quoted = re.escape(f"max_memory={value!r}.")
    with pytest.raises(ValueError, match=rf"bytes > 0, or None.*{quoted}"):
        allowed_memory(value)


def test_a_limit_of_memory_is_a_number_of_bytes_or_a_quarter_of_what_is_free(monkeypatch):
    for value in (1, 1e9, np.int64(5), np.float32(2.5), np.inf):
        assert allowed_memory(value) == value
        assert type(allowed_memory(value)) is float
    monkeypatch.setattr(arguments, "free_memory", lambda: 8 * 2**30)
    assert allowed_memory(None) == 2 * 2**30


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_located(bad):
    X = cloud(10, 3)
    X[4, 2] = X[7, 0] = bad
    with pytest.raises(ValueError, match=rf"row 4, column 2: {re.escape(str(bad))}"):
        fit(Linear(), X)


@pytest.mark.parametrize("shape", [(5,), (2, 3, 4), (0, 2), (4, 0)])
def test_tables_of_the_wrong_shape_are_quoted(shape):
    with pytest.raises(ValueError, match=re.escape(f"X has shape {shape}")):
        fit(Linear(), np.ones(shape))


def test_solvers_that_a_kernel_does_not_allow_say_what_to_use():
    with pytest.raises(ValueError, match=r"finite feature map; got Gaussian\(w.*solver='auto'"):
        fit(Gaussian(1.0), cloud(10), solver="explicit")
    for solver in ("low-rank", "streaming"):
        with pytest.raises(ValueError, match=r"positive semidef.*got Sigmoid\(.*solver='auto'"):
            fit(Sigmoid(), cloud(10), solver=solver)
    for kernel, dimension in ((Gaussian(1.0), 3), (Linear(), 2), (RationalQuadratic(1.0), 1)):
        shape = re.escape(f"{kernel!r}, X of shape (10, {dimension})")
        message = rf"'separable' needs a Gaussian.*got {shape}.*'auto'"
        with pytest.raises(ValueError, match=message):
            fit(kernel, cloud(10, dimension), solver="separable")
    for kernel, q, quoted in ((Linear(), None, "n_components=None"), ("precomputed", 2, "n_comp")):
        with pytest.raises(ValueError, match=rf"'iterative' needs.*{quoted}.*solver='auto'"):
            fit(kernel, np.eye(4), q, solver="iterative")


def test_precomputed_matrices_are_square_and_symmetric():
    with pytest.raises(ValueError, match=r"square; got shape \(4, 3\)"):
        fit("precomputed", np.ones((4, 3)))
    with pytest.raises(
        ValueError, match=r"symmetric; got 2\.0 in row 0, column 2, but 6\.0 in row"
    ):
        fit("precomputed", np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize("solver", ["dense", "iterative"])
def test_functions_that_are_not_symmetric_are_refused(solver):
    with pytest.raises(ValueError, match="symmetric"):
        fit(lambda X, Y: X[:, :1] + 2 * Y[:, :1].T, cloud(10), 2, solver=solver)


@pytest.mark.parametrize(
    "solver", ["auto", "dense", "low-rank", "explicit", "streaming", "iterative"]
)
def test_overflow_is_an_error_that_says_what_to_do(solver):
    with pytest.raises(ValueError, match=r"Polynomial\(degree=200.*not finite.*Rescale"):
        fit(Polynomial(200), 1e3 * cloud(10), 2, solver=solver)


@pytest.mark.parametrize("solver", ["dense", "iterative"])
def test_a_function_that_returns_nan_is_refused(solver):
    with pytest.raises(ValueError, match="not finite"):
        fit(lambda X, Y: np.full((len(X), len(Y)), np.nan), cloud(30), 2, solver=solver)
