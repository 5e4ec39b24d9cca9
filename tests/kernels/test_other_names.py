"""What the messages write, where a kernel has other names of parameters or stands elsewhere."""

import re
from dataclasses import fields
from inspect import signature

import numpy as np
import pytest
from numpy import exp
from sklearn.gaussian_process import kernels as gp
from sklearn.metrics import pairwise_kernels
from support import close

import kpca_core
from kpca_core import Gaussian, Laplacian, Matern, Polynomial, RationalQuadratic, Sigmoid


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
