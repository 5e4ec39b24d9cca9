"""UMAP with its library, with a stand-in for it, and without it."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import numpy as np
import pytest
from sklearn.manifold import trustworthiness

from datasets import gaussian_clusters
from kpca_core.neighbours import OFFERS, UMAP

CLUSTERS = gaussian_clusters(n_per_cluster=15, sd=0.05, seed=0)


@pytest.fixture
def given(monkeypatch):
    """What the stand-in for the library was given."""
    asked = {}

    class Model:
        def __init__(self, **arguments):
            asked.update(arguments)

        def fit_transform(self, X):
            asked["X"] = X
            return np.float32(X[:, : asked["n_components"]])

    module = ModuleType("umap")
    module.UMAP, module.__spec__ = Model, ModuleSpec("umap", None)
    monkeypatch.setitem(sys.modules, "umap", module)
    return asked


def test_the_library_gets_the_settings_and_the_seed(given):
    X = CLUSTERS.X
    assert OFFERS["umap"].is_installed
    found = UMAP(neighbours=20, distance=0.3, iterations=50).fit(X.tolist(), 2, 7)
    assert {key: given[key] for key in given if key != "X"} == {
        "n_components": 2, "n_neighbors": 20, "min_dist": 0.3, "n_epochs": 50, "random_state": 7,
        "n_jobs": 1,
    }  # fmt: skip
    assert found.scores.dtype == np.float64
    assert found.last.step == 50
    expected = trustworthiness(X, np.float32(X).astype(float), n_neighbors=20)
    assert found.last.value == pytest.approx(expected)
    assert found.functions is None
    UMAP().fit(X[:10], 2)
    assert given["n_neighbors"] == 10


def test_without_the_library_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    assert not OFFERS["umap"].is_installed
    with pytest.raises(ImportError, match=r"umap-learn, .* not installed: pip install '"):
        UMAP().fit(CLUSTERS.X, 2)
    with pytest.raises(ValueError, match=r"at most 1 .*q=2"):
        UMAP().fit(CLUSTERS.X[:3], 2)
    monkeypatch.setattr("sys.platform", "emscripten")
    with pytest.raises(ImportError, match=r"umap-learn, .* runs in a browser\. On a computer: pip"):
        UMAP().fit(CLUSTERS.X, 2)
