"""What notebooks show of kernels, certificates, decompositions and estimators."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from sklearn import config_context

from kpca_core import Gaussian, KernelPCA, Linear, Polynomial, Sigmoid, fit
from kpca_core._support.markup import table
from kpca_core._support.words import in_system_language, language
from kpca_core.certificate import Certificate
from kpca_core.solvers.scikit_learn import KernelNames

X = np.random.default_rng(0).normal(size=(30, 2))


def texts(markup: str) -> list[str]:
    """The texts of well-formed markup."""
    return [text.strip() for text in ElementTree.fromstring(markup).itertext() if text.strip()]


@pytest.mark.parametrize(
    "kernel",
    [
        Gaussian(0.1), Polynomial(2, offset=1.0), Gaussian(0.1) + 0.5 * Linear(),
        KernelNames("chi2", None, 3, 1, None).resolved(2),
        KernelNames(lambda A, B: A @ B.T, None, 3, 1, None).resolved(2),
        KernelNames("precomputed", None, 3, 1, None).resolved(2),
    ],
    ids=lambda kernel: type(kernel).__name__,
)  # fmt: skip
def test_a_kernel_shows_how_it_is_built_and_its_formula(kernel):
    title, name, formula = texts(kernel._repr_html_())
    assert (title, name) == (repr(kernel), "k(x, y)")
    assert "\\" not in formula


def test_a_decomposition_shows_its_kernel_its_spectrum_and_its_certificate():
    found = fit(Gaussian(0.5), X, 5)
    markup = found._repr_html_()
    said = texts(markup)
    assert "Certificate: residual, holds" in texts(found.certificate._repr_html_())
    assert "does NOT hold" in Certificate("residual", 1.0, 1e-12)._repr_html_()
    assert {"Gaussian(width=0.5)", str(found.certificate), found.choice, "30"} <= set(said)
    assert f"λ3 = {found.eigenvalues[2]:.6g}" in said
    heights = [
        float(one.get("height"))
        for one in ElementTree.fromstring(markup).iter()
        if one.tag.endswith("rect")
    ]
    np.testing.assert_allclose(
        np.array(heights) / heights[0], found.eigenvalues / found.eigenvalues[0], atol=0.02
    )


def test_a_decomposition_without_components_and_an_indefinite_one_have_words_too():
    none = fit(Gaussian(1.0), np.ones((4, 2)), 2)
    assert "message" in texts(none._repr_html_())
    assert "svg" not in none._repr_html_()
    indefinite = fit(Sigmoid(2.0, 1.0), X, 5)
    assert "share of the sum of the positive eigenvalues" in texts(indefinite._repr_html_())


def test_whatever_a_text_holds_stays_text():
    hostile = '<script>alert(1)</script>&"'
    markup = table(hostile, [(hostile, hostile)])
    assert "<script" not in markup
    assert texts(markup) == [hostile] * 3


def test_an_estimator_adds_what_was_fitted_to_scikit_learns_picture():
    estimator = KernelPCA(Gaussian(0.5), 3)
    before = estimator._repr_mimebundle_()["text/html"]
    assert "sk-" in before
    assert "certificate" not in before
    estimator.fit(X)
    after = estimator._repr_mimebundle_()["text/html"]
    assert "sk-" in after
    assert after.endswith(estimator.decomposition_._repr_html_())
    with config_context(display="text"):
        assert set(estimator._repr_mimebundle_()) == {"text/plain"}


def test_a_notebook_speaks_the_language_of_its_system(monkeypatch):
    heard = in_system_language(language)
    monkeypatch.setenv("KPCA_LANGUAGE", "zh")
    assert (heard(), language()) == ("zh", "en")
    monkeypatch.setenv("KPCA_LANGUAGE", "en")
    assert heard() == "en"
