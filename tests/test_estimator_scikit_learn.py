"""`KernelPCA` by scikit-learn's names, in its searches and compositions."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn import decomposition as sk
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import pairwise_kernels, polynomial_kernel, rbf_kernel
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from support import cloud

from kpca_core import (
    CallableKernel,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    Polynomial,
    Sigmoid,
    pre_images,
)
from kpca_core.feature_space.reduced_set import reduced_set
from kpca_core.feature_space.sensitivity import gradients, influence
from kpca_core.kernels.nested import parameters, with_parameters

IRIS, SPECIES = load_iris(return_X_y=True)
SHARES = IRIS / IRIS.sum(axis=1, keepdims=True)  # rows of positive numbers


def same(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def theirs(X, kernel, gamma=None, degree=3, coef0=1, q=3):
    """scikit-learn's, of the Gram matrix, for all names that `pairwise_kernels` has."""
    gamma = 1 / X.shape[1] if gamma is None else gamma
    more = {"gamma": gamma, "degree": degree, "coef0": coef0, "filter_params": True}
    K = pairwise_kernels(X, metric=kernel, **more)
    return sk.KernelPCA(q, kernel="precomputed").fit(K), pairwise_kernels(X[:9], X, kernel, **more)


NAMED = [
    *(("rbf", {"gamma": g}) for g in (None, 0.01, 3.0, np.float32(0.5), 2)),
    *(("laplacian", {"gamma": g}) for g in (None, 0.7)),
    *(("chi2", {"gamma": g}) for g in (None, 0.7)),
    ("additive_chi2", {}),
    ("linear", {"gamma": 5.0}),
    ("cosine", {"degree": 2}),
    ("poly", {}),
    ("polynomial", {"gamma": 0.25, "degree": 2, "coef0": 0}),
    ("poly", {"gamma": 2.0, "degree": 1, "coef0": 7.5}),
    ("poly", {"degree": np.int64(5), "coef0": np.float64(0.5)}),
    ("poly", {"degree": 2.5}),
    ("poly", {"coef0": -0.1}),
    ("sigmoid", {"gamma": 1e-3, "coef0": 0.1}),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("kernel", "given"), NAMED, ids=str)
def test_names_and_parameters_mean_what_they_mean_to_scikit_learn(kernel, given):
    X = SHARES
    model = KernelPCA(kernel=kernel, n_components=3, **given).fit(X)
    expected, new = theirs(X, kernel, **given)
    q = len(model.eigenvalues_)
    assert q >= 2
    same(model.eigenvalues_, expected.eigenvalues_[:q])
    same(model.gamma_, given.get("gamma") or 0.25)
    np.testing.assert_allclose(
        np.abs(model.transform(X[:9])), np.abs(expected.transform(new)[:, :q]),
        rtol=0, atol=1e-9 * np.sqrt(expected.eigenvalues_[0]),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "kernel"),
    [
        ({"kernel": "rbf", "gamma": 0.25}, Gaussian(4.0)),
        ({"kernel": "rbf"}, Gaussian(4.0)),
        ({"kernel": "poly", "gamma": 0.5}, 0.125 * Polynomial(3, 2.0)),
        ({"kernel": "poly", "gamma": 1.0, "degree": 2, "coef0": 0}, Polynomial(2)),
        ({"kernel": "sigmoid", "gamma": 0.5}, Sigmoid(0.5, 1.0)),
        ({"kernel": "laplacian", "gamma": 0.5}, Laplacian(2.0)),
        ({"kernel": "linear"}, Linear()),
        ({"kernel": Gaussian(3.0)}, Gaussian(3.0)),
        ({"kernel": rbf_kernel}, CallableKernel(rbf_kernel)),
    ],
)
def test_the_kernel_that_it_became_is_an_attribute(given, kernel):
    assert KernelPCA(n_components=2, **given).fit(IRIS).kernel_ == kernel


def test_keyword_arguments_of_a_callable():
    given = {"gamma": 0.3, "degree": 2, "coef0": 0.5}
    model = KernelPCA(polynomial_kernel, n_components=2, kernel_params=given).fit(IRIS)
    same(model.eigenvalues_, sk.KernelPCA(2, kernel="poly", **given).fit(IRIS).eigenvalues_)
    assert clone(model).kernel_params == given
    with pytest.raises(TypeError, match="gama"):
        KernelPCA(rbf_kernel, kernel_params={"gama": 0.3}).fit(IRIS)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"kernel": 2}, TypeError, r"n_components the second: write KernelPCA\(n_components=2,"),
        ({"kernel": None}, TypeError, "n_components the second"),
        ({"kernel": Gaussian}, TypeError, "is not a kernel"),
        ({"kernel": "RBF"}, ValueError, r"kernel='RBF' is none of .*'rbf'"),
        ({"kernel": Gaussian(1.0), "gamma": 0.5}, ValueError, r"gamma=0\.5 given beside .*carries"),
        ({"kernel": Gaussian(1.0), "degree": 2, "coef0": 0}, ValueError, "degree=2, coef0=0 given"),
        ({"kernel": Linear(), "kernel_params": {"a": 1}}, ValueError, "kernel_params=.* given bes"),
        ({"kernel": rbf_kernel, "kernel_params": [1]}, TypeError, r"kernel_params=\[1\]"),
        ({"kernel": "rbf", "gamma": "scale"}, ValueError, "None for 1/n_features; got gamma='sca"),
        ({"kernel": "rbf", "gamma": -1.0}, ValueError, r"gamma=-1\.0"),
        ({"kernel": "rbf", "gamma": 0}, ValueError, "same for all points.*gamma > 0"),
        ({"kernel": "poly", "degree": 0}, ValueError, "same for all points.*degree >= 1"),
        ({"kernel": "poly", "degree": "3"}, ValueError, "degree='3'"),
        ({"kernel": "poly", "coef0": np.nan}, ValueError, "coef0=nan"),
        ({"alpha": -1}, ValueError, "alpha=-1"),
        ({"eigen_solver": "lobpcg"}, ValueError, "eigen_solver='lobpcg'.*solver= names"),
        ({"random_state": "a"}, ValueError, "'a'"),
        ({"kernel": "precomputed", "fit_inverse_transform": True}, ValueError, "matrix has none"),
    ],
)
def test_what_has_no_meaning_is_refused_in_fit_with_what_to_write(given, error, message):
    model = KernelPCA(**given)
    for run in (model.fit, model.fit_transform):
        with pytest.raises(error, match=message):
            run(IRIS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kernel": "rbf", "kernel_params": {"gamma": 1}}, "ignored with kernel='rbf'; give gamma"),
        ({"kernel": rbf_kernel, "gamma": 1.0}, r"gamma=1\.0 is not handed to a callable"),
        ({"alpha": 0.1}, r"alpha=0\.1 .*fit_inverse_transform=True"),
        ({"eigen_solver": "randomized"}, "eigen_solver='randomized' is not needed"),
        ({"n_jobs": -1}, "n_jobs=-1 is not needed"),
        ({"copy_X": False}, "copy_X=False is not needed"),
        ({"max_iter": 100}, "max_iter=100 is not needed"),
        ({"iterated_power": 3}, "iterated_power=3 is not needed"),
    ],
)
def test_what_changes_nothing_is_one_warning_at_the_callers_line(given, message):
    for run in (lambda m: m.fit(IRIS), lambda m: m.fit_transform(IRIS)):
        with pytest.warns(UserWarning, match=message) as seen:
            run(KernelPCA(**{"n_components": 2, **given}))
        assert [record.filename for record in seen] == [__file__]


@pytest.mark.filterwarnings("error")
def test_the_defaults_of_scikit_learn_pass_silently():
    defaults = sk.KernelPCA().get_params()
    KernelPCA(**{**defaults, "n_components": 2}).fit(IRIS)
    KernelPCA(n_components=2, random_state=np.random.RandomState(0), remove_zero_eig=True).fit(IRIS)


def test_dense_of_scikit_learn_is_the_dense_solver():
    model = KernelPCA("linear", n_components=2, eigen_solver="dense").fit(IRIS)
    assert model.decomposition_.solver == "dense"
    named = KernelPCA("linear", 2, eigen_solver="dense", solver="explicit").fit(IRIS)
    assert named.decomposition_.solver == "explicit"


# Parameters of kernels


NESTED = Gaussian(1.0) + 0.5 * Polynomial(2, 1.0)


def test_parameters_of_kernels_are_named_as_their_fields():
    assert parameters(NESTED) == {
        "left": Gaussian(1.0), "left__width": 1.0,
        "right": 0.5 * Polynomial(2, 1.0), "right__factor": 0.5,
        "right__kernel": Polynomial(2, 1.0), "right__kernel__degree": 2,
        "right__kernel__offset": 1.0,
    }  # fmt: skip
    changed = with_parameters(NESTED, {"left__width": 3.0, "right__kernel": Linear()})
    assert changed == Gaussian(3.0) + 0.5 * Linear()
    both = with_parameters(NESTED, {"right": 2.0 * Gaussian(1.0), "right__kernel__width": 9.0})
    assert both == Gaussian(1.0) + 2.0 * Gaussian(9.0)
    assert Gaussian(1.0) + 0.5 * Polynomial(2, 1.0) == NESTED
    with pytest.raises(ValueError, match=r"Gaussian\(width=1.0\) has no parameter 'gamma'"):
        with_parameters(Gaussian(1.0), {"gamma": 1})
    with pytest.raises(ValueError, match=r"width is 1\.0, which has no parameters"):
        with_parameters(Gaussian(1.0), {"width__x": 1})


def test_set_params_puts_a_new_kernel_in_the_place_of_the_old_one():
    kernel = Gaussian(1.0)
    model = KernelPCA(kernel, n_components=2)
    copy = clone(model)
    assert copy.set_params(kernel__width=9.0, n_components=3) is copy
    assert (copy.kernel, copy.n_components) == (Gaussian(9.0), 3)
    assert model.kernel is kernel == Gaussian(1.0)
    assert model.set_params(kernel=Polynomial(2), kernel__degree=5).kernel == Polynomial(5)
    for other in (KernelPCA(kernel), KernelPCA("rbf")):
        with pytest.raises(ValueError, match=r"kernel__gamma|no parameter 'gamma'"):
            other.set_params(kernel__gamma=2.0)
    with pytest.raises(ValueError, match="widht"):
        model.set_params(widht=1)
    assert KernelPCA("linear").get_params(deep=True)["kernel"] == "linear"
    deep, shallow = (KernelPCA(NESTED).get_params(deep=deep) for deep in (True, False))
    assert deep.items() >= shallow.items()
    assert set(deep) - set(shallow) == {f"kernel__{name}" for name in parameters(NESTED)}


def test_a_search_by_width_is_one_over_kernels():
    pipeline = make_pipeline(StandardScaler(), KernelPCA(Gaussian(1.0), 4), LogisticRegression())
    widths = [0.5, 4.0, 30.0]
    grids = (
        {"kernelpca__kernel__width": widths},
        {"kernelpca__kernel": [Gaussian(width) for width in widths]},
        {"kernelpca__kernel": ["rbf"], "kernelpca__gamma": [1 / width for width in widths]},
    )
    scores = [
        GridSearchCV(pipeline, grid, cv=3, error_score="raise")
        .fit(IRIS, SPECIES)
        .cv_results_["mean_test_score"]
        for grid in grids
    ]
    np.testing.assert_array_equal(scores[0], scores[1])
    np.testing.assert_array_equal(scores[0], scores[2])
    assert len(set(scores[0])) > 1
    assert pipeline[1].kernel == Gaussian(1.0)


# Landmarks of partial_fit, and what was hidden in modules


def test_partial_fit_keeps_a_stated_number_of_landmarks():
    X = np.random.default_rng(0).standard_normal((600, 6))
    exact = KernelPCA(Gaussian(12.0), 4).fit(X).eigenvalues_
    errors = []
    for most in (50, 150, None):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            model = KernelPCA(Gaussian(12.0), 4, max_landmarks=most).partial_fit(X)
            model.partial_fit(X[:100])
            model = KernelPCA(Gaussian(12.0), 4, max_landmarks=most).partial_fit(X)
        found = model.decomposition_
        error = np.abs(model.eigenvalues_ - exact).max()
        assert error <= found.certificate.error
        assert found.certificate.holds is (most is None)
        assert len(seen) == 3 * (most is not None)
        assert all("max_landmarks" in str(record.message) for record in seen)
        assert len(found.expansion.points) <= (most or 600)
        errors.append(error)
    assert errors[0] > 10 * errors[1] > 100 * errors[2]
    assert KernelPCA().max_landmarks == 1000
    with pytest.raises(ValueError, match="max_landmarks=0"):
        KernelPCA(max_landmarks=0).partial_fit(X)


def test_methods_reach_what_modules_have():
    X = cloud(60, 3)
    model = KernelPCA(Gaussian(2.0), n_components=3).fit(X)
    f, Z = model.expansion_, model.transform(X[:5])
    np.testing.assert_array_equal(model.pre_images(Z).points, pre_images(f, Z).points)
    np.testing.assert_array_equal(model.inverse_transform(Z), model.pre_images(Z).points)
    np.testing.assert_array_equal(model.reduced_set(9).errors, reduced_set(f, 9).errors)
    assert len(model.reduced_set(9, move=False).expansion.points) == 9
    np.testing.assert_array_equal(model.influence().total, influence(f).total)
    np.testing.assert_array_equal(model.influence(X[:9]).total, influence(f, X[:9]).total)
    np.testing.assert_array_equal(model.gradients(X[:4]), gradients(f, X[:4]))
    U = model.eigenvectors_
    np.testing.assert_allclose(U.T @ U, np.eye(3), atol=1e-10)
    blocks = KernelPCA(Gaussian(2.0), n_components=3).partial_fit(X)
    assert not hasattr(blocks, "eigenvectors_")
    assert not hasattr(KernelPCA(Gaussian(2.0), n_components=3, subset=30).fit(X), "eigenvectors_")
