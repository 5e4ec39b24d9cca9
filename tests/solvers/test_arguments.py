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
    ("name", "value", "error"),
    [
        *(("n_components", value, ValueError) for value in (0, -3, 2.0, True, "8")),
        *(("solver", value, ValueError) for value in ("arpack", None, ["dense"])),
        *(("tol", value, ValueError) for value in (0, -1e-3, 1.0, float("nan"), "small")),
        *(("max_memory", value, ValueError) for value in (0, -0.5, np.nan, True, "1 GB", 1j)),
        ("progress", True, TypeError),
        ("centre", "yes", TypeError),
    ],
)
def test_arguments_out_of_range_are_quoted(name, value, error):
    with pytest.raises(error, match=re.escape(f"{name}={value!r}")):
        fit(Linear(), cloud(10), **{name: value})


def test_a_limit_of_memory_is_a_number_of_bytes_or_a_quarter_of_what_is_free(monkeypatch):
    for value in (1, 1e9, np.int64(5), np.float32(2.5), np.inf):
        assert allowed_memory(value) == value
        assert type(allowed_memory(value)) is float
    monkeypatch.setattr(arguments, "free_memory", lambda: 8 * 2**30)
    assert allowed_memory(None) == 2 * 2**30


OF_KERNELS = [
    ("explicit", Gaussian(1.0), 2, r"finite feature map; got Gaussian\(w.*solver='auto'"),
    ("low-rank", Sigmoid(), 2, r"positive semidef.*got Sigmoid\(.*solver='auto'"),
    ("streaming", Sigmoid(), 2, r"positive semidef.*got Sigmoid\(.*solver='auto'"),
    ("separable", Linear(), 2, r"'separable' needs a Gaussian.*got Linear\(\), X of shape \(10, 1"),
    ("separable", RationalQuadratic(1.0), 2, "'separable' needs a Gaussian.*'auto'"),
    ("iterative", Linear(), None, "'iterative' needs.*n_components=None.*solver='auto'"),
    ("iterative", "precomputed", 2, "'iterative' needs.*n_comp.*solver='auto'"),
    *((solver, Polynomial(200), 2, r"Polynomial\(degree=200.*not finite.*Rescale") for solver in (
        "auto", "dense", "low-rank", "explicit", "streaming", "iterative")),
]  # fmt: skip


@pytest.mark.parametrize(("solver", "kernel", "q", "message"), OF_KERNELS)
def test_what_a_solver_cannot_solve_is_said_with_what_to_do(solver, kernel, q, message):
    X = np.eye(10) if kernel == "precomputed" else 1e3 * cloud(10, 1)
    with pytest.raises(ValueError, match=message):
        fit(kernel, X, q, solver=solver)


@pytest.mark.parametrize(
    ("kernel", "X", "message"),
    [
        *(("linear", np.ones(shape), re.escape(f"X has shape {shape}")) for shape in (
            (5,), (2, 3, 4), (0, 2), (4, 0))),
        ("precomputed", np.ones((4, 3)), r"square; got shape \(4, 3\)"),
        ("precomputed", np.arange(9.0).reshape(3, 3),
         r"symmetric; got 2\.0 in row 0, column 2, but 6\.0 in row"),
    ],
)  # fmt: skip
def test_tables_and_matrices_of_other_forms_are_quoted(kernel, X, message):
    with pytest.raises(ValueError, match=message):
        fit(kernel, X)
