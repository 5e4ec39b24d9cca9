"""Every method with every kernel: an answer that holds, or a message that says why not."""

from __future__ import annotations

import re
from dataclasses import fields

import numpy as np
import pytest

from datasets import gaussian_clusters, noisy_parabola
from kpca_core import Cosine, Gaussian, Linear, Sigmoid, fit
from kpca_core.kernels import KERNELS, CallableKernel
from kpca_core.neighbours import METHODS, with_kernel

WITH_KERNEL = [key for key, one in METHODS.items() if "kernel" in {f.name for f in fields(one)}]
TANH = Sigmoid(2.0, 1.0)
CLUSTERS = gaussian_clusters(n_per_cluster=10, seed=0)
SPACE = {"kernel-hebbian", "power", "kernel-kmeans"}


@pytest.mark.parametrize("q", [1, 3])
@pytest.mark.parametrize("identity", KERNELS)
@pytest.mark.parametrize("key", WITH_KERNEL)
def test_every_method_answers_for_every_kernel_or_says_why_not(key, identity, q):
    X, kernel = CLUSTERS.X, KERNELS[identity].family.usual
    said, found = "", None
    try:
        found = with_kernel(key, kernel).fit(X, q, 1)
    except ValueError as error:
        said = str(error)
    if found is None:
        assert repr(kernel) in said
        assert re.search(r"-\d", said)
        assert not kernel.is_psd or key == "spectral"
        return
    assert kernel.is_psd or key not in SPACE
    assert 1 <= found.scores.shape[1] <= q
    assert np.isfinite(found.scores).all()
    assert np.isfinite(found.last.value)
    if found.functions is not None:
        scale = np.abs(found.scores).max()
        assert np.abs(found.functions(X) - found.scores).max() < 1e-6 * scale
    if found.reconstruct is not None:
        assert np.isfinite(found.reconstruct(X[:3] + 0.1)).all()


@pytest.mark.parametrize("key", sorted(SPACE))
def test_what_needs_inner_products_quotes_the_eigenvalues(key):
    X = CLUSTERS.X
    K = TANH(X)
    J = np.eye(len(X)) - 1 / len(X)
    values = np.linalg.eigvalsh(J @ K @ J)
    said = (
        rf"no inner products.*{re.escape(repr(TANH))}.* from {values[0]:.3g} to {values[-1]:.3g}\."
    )
    with pytest.raises(ValueError, match=said):
        with_kernel(key, TANH).fit(X, 1)


@pytest.mark.parametrize("key", sorted(SPACE))
def test_a_kernel_that_is_no_inner_product_elsewhere_may_be_one_on_the_points(key):
    """Of a callable the Gram matrix decides."""
    plain, called = Gaussian(0.1), CallableKernel(lambda X, Y: Gaussian(0.1)(X, Y))
    assert not called.is_psd
    expected, found = (with_kernel(key, one).fit(CLUSTERS.X, 2, 1) for one in (plain, called))
    assert np.allclose(found.scores, expected.scores, atol=1e-9)


@pytest.mark.parametrize("key", sorted(SPACE))
def test_points_whose_images_are_one_are_refused(key):
    X = np.arange(1.0, 9.0)[:, None] * [1.0, 2.0]
    with pytest.raises(ValueError, match="the same to this kernel"):
        with_kernel(key, Cosine()).fit(X, 2)


def test_kernel_pca_of_an_indefinite_kernel_names_no_distance():
    found = with_kernel("kernel", TANH).fit(CLUSTERS.X, 3)
    values = fit(TANH, CLUSTERS.X, 3, solver="dense")
    assert found.objective == "sum of the eigenvalues that are left out"
    assert found.last.value == pytest.approx(values.trace - values.eigenvalues.sum())
    assert "feature space" in with_kernel("kernel", Gaussian(0.1)).fit(CLUSTERS.X, 3).objective


@pytest.mark.parametrize("key", ["power", "kernel-hebbian"])
def test_no_feature_is_rounding_noise(key):
    X = noisy_parabola(seed=0).X
    found = with_kernel(key, Linear()).fit(X, 3)
    assert found.scores.shape[1] == 2
    assert np.abs(found.functions(X) - found.scores).max() < 1e-7
