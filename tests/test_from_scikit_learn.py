"""docs/from-scikit-learn.md: every name of scikit-learn's class is there, and every line runs."""

from __future__ import annotations

import inspect
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_iris
from sklearn.decomposition import KernelPCA as Theirs
from sklearn.metrics.pairwise import pairwise_kernels, rbf_kernel
from support.paths import ROOT

from kpca_core import Gaussian, KernelPCA, Polynomial

PAGE = (ROOT / "docs/from-scikit-learn.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| .* \| `(.+)` \|$", re.MULTILINE)
SECTIONS = {part.split("\n")[0]: dict(ROW.findall(part)) for part in PAGE.split("\n## ")[1:4]}
ROWS = {name: code for rows in SECTIONS.values() for name, code in rows.items()}

X = np.random.default_rng(0).random((60, 4))
Z = np.random.default_rng(1).random((7, 4))


def close(found, expected):
    return found.shape == expected.shape and bool(
        (np.abs(found - expected) <= 1e-10 * np.abs(expected).max()).all()
    )


def rbf_pair(x, y):
    """scikit-learn's way of a callable, and ours."""
    if np.ndim(x) == 1:
        return np.exp(-np.square(x - y).sum())
    return pairwise_kernels(x, y, metric=rbf_pair)


def fitted(parameters):
    parameters = {"n_components": 3, **parameters}
    return KernelPCA(**parameters).fit(X), Theirs(**parameters).fit(X)


def same(**parameters):
    a, b = fitted(parameters)
    q = len(a.eigenvalues_)
    return (
        q >= 2
        and close(a.eigenvalues_, b.eigenvalues_[:q])
        and (b.eigenvalues_[q:] <= 1e-10 * b.eigenvalues_[0]).all()
        and close(abs(a.transform(Z)), abs(b.transform(Z)[:, :q]))
    )


def same_inverse(**parameters):
    a, b = fitted(parameters)
    return close(a.inverse_transform(a.transform(Z)), b.inverse_transform(b.transform(Z)))


def warns(word, **parameters):
    with pytest.warns(UserWarning, match=f"^{word}=.* is not needed: .*") as seen:
        equal = same(**parameters)
    return equal and len(seen) == 1


OURS, THEIRS = fitted({"kernel": "rbf", "fit_inverse_transform": True, "alpha": 0.1})
NAMES = {
    **globals(),
    "csr_matrix": csr_matrix,
    "rbf_kernel": rbf_kernel,
    "ours": OURS,
    "theirs": THEIRS,
    "frame": pd.DataFrame(X, columns=list("abcd")),
}
# Attributes that versions from 1.6 on have, and those of before 1.2 that old code still names.
ATTRIBUTES = {
    "eigenvalues_", "eigenvectors_", "dual_coef_", "X_transformed_fit_", "X_fit_", "gamma_",
    "n_features_in_", "feature_names_in_", "lambdas_", "alphas_",
}  # fmt: skip


def test_no_parameter_attribute_or_method_is_missing():
    parameters = set(inspect.signature(Theirs).parameters)
    assert set(SECTIONS["Parameters"]) == parameters
    assert parameters <= set(inspect.signature(KernelPCA).parameters)
    named = THEIRS.__class__().fit(pd.DataFrame(X, columns=list("abcd")))
    public = {name for model in (THEIRS, named) for name in vars(model) if name.endswith("_")}
    assert set(SECTIONS["Attributes"]) == ATTRIBUTES | public
    methods = {
        name
        for name, _ in inspect.getmembers(Theirs, callable)
        if (not name.startswith("_") and not name.startswith("set_")) or name in ("set_params",)
    }
    assert set(SECTIONS["Methods"]) == methods | {"set_output"}


def test_defaults_are_those_of_scikit_learn():
    ours, theirs = (inspect.signature(c).parameters for c in (KernelPCA, Theirs))
    differ = {name for name in theirs if ours[name].default != theirs[name].default}
    assert differ == {"tol"}  # 0 there


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ROWS)
def test_every_line_holds(name):
    assert eval(ROWS[name], NAMES) is True


def test_the_search_of_the_page_runs():
    names: dict = {}
    code = next(
        one for one in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "search" in one
    )
    exec(code, names)
    data = load_iris()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the classifier's iterations
        search = names["search"].set_params(error_score="raise", random_state=0)
        search.fit(data.data, data.target)
    assert 0.1 <= search.best_params_["kernelpca__kernel__width"] <= 50
    assert search.best_score_ > 0.8


def test_parameters_of_kernels_that_the_page_names_are_there():
    names = set(re.findall(r"`(kernel__\w+)`", PAGE))
    assert len(names) == 4
    for name in names:
        kernel = Gaussian(0.1) if name == "kernel__width" else Gaussian(0.1) + 0.5 * Polynomial(2)
        assert name in KernelPCA(kernel).get_params()
