"""Kernels as values: how they add, what they refuse, and their names and texts."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from inspect import signature

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy import exp
from sklearn.gaussian_process import kernels as gp
from sklearn.metrics import pairwise_kernels
from support import SHIPPED, close, histogram_intersection

import kpca_core
from kpca_core import (
    CallableKernel,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Product,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    Sum,
)
from kpca_core.kernels import as_kernel
from kpca_core.kernels.parsing import parse_kernel


def test_the_types_of_the_algebra():
    a, b = Gaussian(1.0), Linear()
    assert type(a + b) is Sum
    assert type(a * b) is Product
    assert type(2 * a) is type(a * 2) is Scaled
    assert 2 * a == a * 2.0 == Scaled(2.0, a)
    assert isinstance(np.float64(2) * a, Scaled)
    for operation in (
        lambda: a + 1,
        lambda: 1 + a,
        lambda: a * "2",
        lambda: a * [1, 2],
        lambda: a - b,
        lambda: a / 2,
    ):
        with pytest.raises(TypeError):
            operation()


def test_a_combination_is_positive_when_both_parts_are():
    assert all(k.is_psd for k in SHIPPED if not isinstance(k, Sigmoid))
    assert (Gaussian(1.0) + Linear()).is_psd
    assert (Gaussian(1.0) * Linear()).is_psd
    assert not (Gaussian(1.0) + Sigmoid()).is_psd
    assert not (Sigmoid() * Gaussian(1.0)).is_psd
    assert not (2 * Sigmoid()).is_psd
    assert not CallableKernel(histogram_intersection).is_psd


# Parameters


@pytest.mark.parametrize("value", [0, 0.0, -1.5, math.inf, -math.inf, math.nan, None, "wide", True])
@pytest.mark.parametrize(
    ("make", "parameter"),
    [
        (Gaussian, "width"),
        (Gaussian.from_sigma, "sigma"),
        (Gaussian.from_gamma, "gamma"),
        (Laplacian, "width"),
        (RationalQuadratic, "length"),
        (lambda value: RationalQuadratic(1.0, value), "alpha"),
        (Matern, "length"),
        (Sigmoid, "scale"),
        (lambda value: Scaled(value, Linear()), "factor"),
    ],
)
def test_parameters_that_are_not_positive_are_quoted(make, parameter, value):
    with pytest.raises(ValueError, match=re.escape(f"{parameter}={value!r}")):
        make(value)


@pytest.mark.parametrize(
    ("make", "error", "quoted"),
    [
        (lambda: Polynomial(0), ValueError, "degree=0"),
        (lambda: Polynomial(-2), ValueError, "degree=-2"),
        (lambda: Polynomial(2.5), ValueError, "degree=2.5"),
        (lambda: Polynomial(True), ValueError, "degree=True"),
        (lambda: Polynomial("2"), ValueError, "degree='2'"),
        (lambda: Polynomial(math.inf), ValueError, "degree=inf"),
        (lambda: Polynomial(2, -0.5), ValueError, "offset=-0.5"),
        (lambda: Polynomial(2, math.nan), ValueError, "offset=nan"),
        (lambda: Sigmoid(1.0, math.inf), ValueError, "offset=inf"),
        (lambda: Matern(1.0, 2.0), ValueError, "nu=2.0"),
        (lambda: RationalQuadratic(1.0, 1e308), ValueError, "length=1.0 and alpha=1e+308"),
        (lambda: RationalQuadratic(1e60, 1e260), ValueError, "length=1e+60 and alpha=1e+260"),
        (lambda: RationalQuadratic(1e-9, 1e-290), ValueError, "length=1e-09 and alpha=1e-290"),
        (lambda: Gaussian.from_sigma(1e200), ValueError, "sigma=1e+200"),
        (lambda: Gaussian.from_sigma(1e-200), ValueError, "sigma=1e-200"),
        (lambda: Gaussian.from_gamma(1e-310), ValueError, "gamma=1e-310"),
        (lambda: -2 * Linear(), ValueError, "factor=-2.0"),
        (lambda: Linear() * 0, ValueError, "factor=0.0"),
        (lambda: Sum(Linear(), 3), TypeError, "3"),
        (lambda: Product("x", Linear()), TypeError, "'x'"),
        (lambda: Scaled(2.0, "linear"), TypeError, "'linear'"),
        (lambda: CallableKernel(3), TypeError, "3"),
        (lambda: as_kernel(3.5), TypeError, "3.5"),
        (lambda: as_kernel(None), TypeError, "None"),
        (lambda: as_kernel(Gaussian), TypeError, "Gaussian"),
        (lambda: Linear()(np.ones(3)), ValueError, "X has shape (3,)"),
        (
            lambda: Linear()(np.ones((3, 2)), np.ones((2, 2, 2))),
            ValueError,
            "Y has shape (2, 2, 2)",
        ),
        (
            lambda: Linear()(np.ones((3, 2)), np.ones((4, 3))),
            ValueError,
            "X has 2 columns and Y has 3",
        ),
    ],
)
def test_what_is_refused_is_quoted(make, error, quoted):
    with pytest.raises(error, match=re.escape(quoted)):
        make()


def norm2(x):
    return x @ x


@pytest.mark.parametrize(
    ("kernel", "given", "formula"),
    [
        (Gaussian, {"sigma": 1.5}, lambda x, y, sigma: exp(-norm2(x - y) / (2 * sigma**2))),
        (Gaussian, {"length_scale": 1.5}, gp.RBF),
        (Gaussian, {"gamma": np.float64(0.7)}, "rbf"),
        (Gaussian, {"c": 3}, lambda x, y, c: exp(-norm2(x - y) / c)),
        (Laplacian, {"gamma": 0.7}, "laplacian"),
        (Laplacian, {"sigma": 0.7}, lambda x, y, sigma: exp(-abs(x - y).sum() / sigma)),
        (Laplacian, {"length_scale": 2}, lambda x, y, length_scale:
            exp(-abs(x - y).sum() / length_scale)),
        (RationalQuadratic, {"length_scale": 0.7, "alpha": 2.0}, gp.RationalQuadratic),
        (Matern, {"length_scale": 0.7, "nu": 2.5}, gp.Matern),
        (Polynomial, {"gamma": 0.5, "degree": 3, "coef0": 2.0}, "poly"),
        (Polynomial, {"d": 2, "offset": 1.0}, lambda x, y, d, offset: (x @ y + offset) ** d),
        (Sigmoid, {"gamma": 0.5, "coef0": -0.2}, "sigmoid"),
        (Sigmoid, {"kappa": 0.5, "theta": -0.2}, lambda x, y, kappa, theta:
            np.tanh(kappa * (x @ y) + theta)),
    ],
)  # fmt: skip
def test_parameters_of_other_libraries_say_what_to_write(kernel, given, formula):
    """The kernel that the message writes has the values of the one that was meant."""
    said = f"takes {fields(kernel)[0].name}.*, not {next(iter(given))}"
    with pytest.raises(TypeError, match=said) as error:
        kernel(**given)
    written = eval(re.search(r"write (.+)\.$", str(error.value))[1], vars(kpca_core.kernels))
    X = np.random.default_rng(4).standard_normal((5, 3))
    if isinstance(formula, str):
        meant = pairwise_kernels(X, metric=formula, filter_params=True, **given)
    elif isinstance(formula, type):
        meant = formula(**given)(X)
    else:
        meant = [[formula(x, y, **given) for y in X] for x in X]
    close(written(X), np.array(meant))


def test_a_parameter_that_is_missing_stands_as_its_letter():
    with pytest.raises(TypeError, match=re.escape("write gamma**3 * Polynomial(3, 1 / gamma).")):
        Polynomial(3, coef0=1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'banana'"):
        Gaussian(banana=1)
    assert list(signature(Gaussian).parameters) == ["width"]


@pytest.mark.parametrize("table", [np.eye(3), [[1.0, 2.0], [3.0]], "frame"])
def test_arguments_in_the_wrong_order_say_the_right_one(table):
    if isinstance(table, str):
        table = pytest.importorskip("pandas").DataFrame(np.eye(3))
    with pytest.raises(TypeError, match=r"write fit\(Gaussian\(width=2.0\), X\)"):
        kpca_core.fit(table, Gaussian(2.0))
    with pytest.raises(TypeError, match=r"write fit\('linear', X\)"):
        kpca_core.fit(table, "linear")
    with pytest.raises(TypeError, match="The kernel comes before the points"):
        kpca_core.KernelPCA(table).fit(np.eye(3))
    with pytest.raises(TypeError, match=r"write KernelPCA\(Gaussian\(width=2.0\)\).fit\(X\)"):
        kpca_core.KernelPCA().fit(Gaussian(2.0))


# Names


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("rbf", "Gaussian.from_gamma"),
        ("gaussian", "Gaussian(width)"),
        ("poly", "gamma**degree * Polynomial(degree, coef0 / gamma)"),
        ("polynomial", "gamma**degree * Polynomial(degree, coef0 / gamma)"),
        ("sigmoid", "Sigmoid("),
        ("laplacian", "Laplacian("),
        ("cosine", "Cosine()"),
        ("banana", "Gaussian(width=0.1)"),
    ],
)
def test_other_names_say_what_to_write_instead(name, instead):
    with pytest.raises(ValueError, match=re.escape(instead)) as error:
        as_kernel(name)
    assert f"kernel={name!r}" in str(error.value)


# Texts


POSITIVE = st.floats(1e-6, 1e6)
SIMPLE = st.one_of(
    POSITIVE.map(Gaussian), st.just(Linear()), st.builds(Polynomial, st.integers(1, 9), POSITIVE)
)
ANY = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda c, k: c * k, POSITIVE, inner),
    ),
    max_leaves=5,
)


@given(ANY)
def test_what_repr_writes_is_read(kernel):
    assume(len(repr(kernel)) <= 500)
    assert parse_kernel(repr(kernel)) == kernel


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("Gaussian(0.1)", Gaussian(0.1)),
        (" Gaussian.from_sigma(2) ", Gaussian(8.0)),
        ("Gaussian.from_gamma(gamma=4)", Gaussian(0.25)),
        ("Gaussian(1e-1) + 0.5 * Linear()", Gaussian(0.1) + 0.5 * Linear()),
        ("2 * (Matern(1, nu=2.5) * Linear())", 2 * (Matern(1, 2.5) * Linear())),
        ("Polynomial(2, offset=+1)", Polynomial(2, 1)),
    ],
)
def test_what_people_write_is_read(text, kernel):
    assert parse_kernel(text) == kernel


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no kernel"),
        ("Gaussian", "'Gaussian' is no kernel"),
        ("Gaussian(0.1", "is no kernel; write such as"),
        ("Gausian(1)", "no kernel 'Gausian'; there are Gaussian"),
        ("Gaussian(-1)", "width=-1"),
        ("Gaussian()", "missing 1 required"),
        ("Gaussian(width=1, sigma=2)", r"write Gaussian\.from_sigma\(2\)\.$"),
        ("Gaussian('1')", "\"'1'\" is no kernel"),
        ("Gaussian(True)", "'True' is no kernel"),
        ("Gaussian(*[1])", "write the numbers"),
        ("Gaussian(**{'width': 1})", "write the numbers"),
        ("Gaussian(Linear())", "width=Linear"),
        ("Gaussian(1) - Linear()", "is no kernel"),
        ("-Linear()", "added and multiplied only"),
        ("0 * Linear()", "factor"),
        ("Gaussian(1) + 2", "is no kernel: a kernel is added"),
        ("3", "a number, not a kernel"),
        ("Polynomial(2.5)", "degree=2.5"),
        ("__import__('os').system('true')", "There is no kernel"),
        ("Gaussian.__init__(1)", "There is no kernel"),
        ("Gaussian(1).__class__", "is no kernel"),
        ("(lambda: 1)()", "There is no kernel"),
        ("[Gaussian(1) for _ in '1'][0]", "is no kernel"),
        ("(" * 200 + "1" + ")" * 200, "no kernel|a number"),
        ("9" * 600, "at most 500 letters"),
        ("Gaussian(1); Linear()", "is no kernel"),
        ("2 ** 9999999999", "is no kernel"),
    ],
)  # fmt: skip
def test_other_texts_get_a_message_that_quotes_them(text, message):
    with pytest.raises((ValueError, TypeError), match=message):
        parse_kernel(text)
