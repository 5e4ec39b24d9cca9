"""`KernelPCA` as a scikit-learn estimator."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.gaussian_process import kernels as gp
from sklearn.linear_model import Ridge
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks
from support import cloud, histogram_intersection

from kpca_core import Gaussian, KernelPCA, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, fit


@parametrize_with_checks(
    [
        KernelPCA(),
        KernelPCA(Gaussian(1.0)),
        KernelPCA(Gaussian(2.0), n_components=2, solver="low-rank"),
        KernelPCA(Gaussian(2.0), n_components=2, solver="streaming"),
        KernelPCA(Sigmoid(0.1), n_components=2, solver="iterative"),
        KernelPCA(Polynomial(2, 1.0), n_components=1, solver="explicit"),
        KernelPCA(Sigmoid(0.1)),
        KernelPCA("precomputed"),
        KernelPCA(gp.Matern(1.0)),
        KernelPCA(Laplacian(1.0) + 0.5 * Linear(), centre=False),
        KernelPCA("rbf", gamma=0.5),
        KernelPCA("poly", n_components=2, degree=2),
        KernelPCA("cosine", n_components=0.9),
        KernelPCA("laplacian", fit_inverse_transform=True, alpha=0.1),
        KernelPCA(Gaussian(1.0), n_components=2, max_landmarks=5),
    ]
)
def test_scikit_learn_accepts_the_estimator(estimator, check):
    check(estimator)


def test_the_estimator_is_a_shell_over_fit():
    X, Z = cloud(50), cloud(7, seed=1)
    for kernel in (Gaussian(0.3), Polynomial(2), Sigmoid()):
        for centre in (True, False):
            model = KernelPCA(kernel, n_components=3, centre=centre).fit(X)
            found = fit(kernel, X, 3, centre=centre)
            np.testing.assert_array_equal(model.eigenvalues_, found.eigenvalues)
            np.testing.assert_array_equal(model.explained_variance_, found.eigenvalues / 50)
            np.testing.assert_array_equal(
                model.explained_variance_ratio_, found.eigenvalues / found.trace
            )
            np.testing.assert_array_equal(model.transform(Z), found.expansion(Z))
            assert model.expansion_ is model.decomposition_.expansion
            assert model.n_features_in_ == 2


def test_the_solver_is_handed_on():
    for solver in ("dense", "low-rank", "explicit", "streaming", "iterative"):
        model = KernelPCA(Polynomial(2), n_components=2, solver=solver).fit(cloud(50))
        assert model.decomposition_.solver == solver
    coarse = KernelPCA(Gaussian(1.0), n_components=2, solver="streaming", tol=1e-3).fit(cloud(50))
    assert 50 * 1e-8 < coarse.decomposition_.certificate.error < 50 * 1e-3  # of trace(K) = 50


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"kernel": 3.5, "n_components": -1}, TypeError, r"kernel=3\.5"),
        ({"n_components": -1}, ValueError, "n_components=-1"),
        ({"solver": "fast"}, ValueError, "solver='fast'"),
        ({"kernel": "banana"}, ValueError, r"kernel='banana'.*'rbf', .*Gaussian\(width"),
        ({"max_memory": "1 GB"}, ValueError, "max_memory='1 GB'"),
    ],
)
def test_parameters_are_checked_in_fit_and_quoted(given, error, message):
    model = KernelPCA(**given)
    with pytest.raises(error, match=message):
        model.fit(cloud(5))
    with pytest.raises(ValueError, match="3 features"):
        KernelPCA().fit(cloud(5)).transform(cloud(5, 3))


@pytest.mark.parametrize("kernel", ["precomputed", Precomputed()])
def test_cross_validation_cuts_rows_and_columns_of_a_precomputed_matrix(kernel):
    X = cloud(60)
    y = np.square(X).sum(axis=1)
    model, K = make_pipeline(KernelPCA(kernel, n_components=6), Ridge(1e-6)), Gaussian(1.0)(X)
    direct = make_pipeline(KernelPCA(Gaussian(1.0), n_components=6), Ridge(1e-6))
    expected = cross_val_score(direct, X, y, cv=3)
    np.testing.assert_allclose(cross_val_score(model, K, y, cv=3), expected, rtol=1e-8)
    assert get_tags(KernelPCA(kernel)).input_tags.pairwise
    assert not get_tags(KernelPCA(Gaussian(1.0))).input_tags.pairwise
    assert not get_tags(KernelPCA("linear")).input_tags.pairwise


@pytest.mark.parametrize("run", ["fit", "fit_transform"])
def test_missing_components_are_a_warning_with_the_message(run):
    model = KernelPCA("linear", n_components=5)
    with pytest.warns(UserWarning, match=r"n_components=5; only 2 ") as record:
        getattr(model, run)(cloud(20))
    assert str(record[0].message) == model.decomposition_.message
    assert record[0].filename == __file__
    assert model.transform(cloud(4)).shape == (4, 2)
    assert list(model.get_feature_names_out()) == ["kernelpca0", "kernelpca1"]


@pytest.mark.parametrize("kernel", [Gaussian(0.3), Linear(), Sigmoid(), "precomputed"])
def test_float32_points_are_computed_in_float64_and_have_float32_scores(kernel):
    """As those of scikit-learn's KernelPCA, and as the tag preserves_dtype says."""
    X = cloud(40).astype(np.float32)
    X = X @ X.T if kernel == "precomputed" else X
    same = X.astype(np.float64)
    model, expected = (KernelPCA(kernel, n_components=2) for _ in range(2))
    scores, exact = model.fit_transform(X), expected.fit_transform(same)
    assert exact.dtype == np.float64
    np.testing.assert_array_equal(scores, exact.astype(np.float32))
    for found in (scores, model.transform(X), expected.transform(X)):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, exact, rtol=0, atol=1e-6 * np.abs(exact).max())
    np.testing.assert_array_equal(model.eigenvalues_, expected.eigenvalues_)
    np.testing.assert_array_equal(model.decomposition_.scores, exact)
    assert model.transform(same).dtype == np.float64
    assert get_tags(model).transformer_tags.preserves_dtype == ["float64", "float32"]
    for other in (cloud(20).astype(np.float16), np.arange(40).reshape(20, 2), cloud(20) > 0):
        assert KernelPCA(Gaussian(1.0), 2).fit_transform(other).dtype == np.float64


def test_changing_the_returned_scores_does_not_change_the_model():
    X = cloud(20)
    model = KernelPCA(Gaussian(0.3), n_components=2)
    scores = model.fit_transform(X)
    expected = scores.copy()
    scores *= 0
    np.testing.assert_array_equal(model.decomposition_.scores, expected)
    np.testing.assert_allclose(model.transform(X), expected, atol=1e-12)


def test_parameters_changed_after_a_fit_do_not_reach_its_transform():
    X = cloud(30)
    for kernel, data in ((Gaussian(0.3), X), ("precomputed", Gaussian(0.3)(X))):
        for subset in (None, 20, [5, 3, 11, 20, 29]):
            model = KernelPCA(kernel, n_components=2, subset=subset).fit(data)
            expected = model.transform(data)
            model.set_params(subset=7, kernel=Linear(), centre=False, n_components=1)
            np.testing.assert_array_equal(model.transform(data), expected)


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"kernel": Sigmoid()}, r"kernel=Sigmoid\(.*all rows at once to fit, or take a kernel"),
        ({"kernel": "precomputed"}, "kernel='precomputed'.*all rows at once to fit"),
        ({"kernel": histogram_intersection}, "kernel=<function.*all rows at once to fit"),
        ({"solver": "dense"}, "solver='dense': leave out solver"),
        ({"subset": 5}, "subset=5.*leave out subset"),
        ({"kernel": 2}, r"kernel=2 is not a kernel.*write KernelPCA\(n_components=2"),
    ],
)
def test_without_partial_fit_the_error_says_what_to_write(parameters, reason):
    model = KernelPCA(n_components=1).set_params(**parameters)
    assert not hasattr(model, "partial_fit")
    with pytest.raises(AttributeError) as error:
        model.partial_fit(cloud(20))
    assert re.search(reason, str(error.value))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"centre": False}, r"with centre=True, not with centre=False; .*clone"),
        ({"kernel": "linear"}, r"Gaussian\(width=1.0\), not with kernel=Linear"),
        ({"tol": 1e-6}, "tol"),
        ({"max_memory": 1e9}, "max_memory"),
    ],
)
def test_partial_fit_does_not_go_on_with_other_parameters(changed, message):
    model = KernelPCA(Gaussian(1.0), n_components=2).partial_fit(cloud(20))
    before = {name: getattr(model, name) for name in changed}
    with pytest.raises(ValueError, match=message):
        model.set_params(**changed).partial_fit(cloud(20))
    model.set_params(**before, n_components=1).partial_fit(cloud(20))
    assert model.decomposition_.n_samples == 40
    assert model.fit(cloud(30)).partial_fit(cloud(30)).decomposition_.n_samples == 30
