"""Sweeps: what they measure, where functions meet, and what they refuse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support import centred, cloud

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Linear, Sigmoid, fit
from kpca_core._support.progress import Cancelled
from kpca_core.analysis.measures import effective_rank, linear_alignment
from kpca_core.analysis.sweep import Meeting, meetings, regimes, sweep

DATA = gaussian_clusters(seed="paper")
WIDTHS = np.geomspace(1e-3, 1e2, 60)


def swept(widths=WIDTHS, data=DATA, q=8, **more):
    kernels = [Gaussian(width) for width in widths]
    return sweep(kernels, widths, data.X, data.labels, data.region, q, samples=20, **more)


@pytest.fixture(scope="module")
def found():
    return swept()


@pytest.mark.parametrize("i", [0, 30, 59])
def test_spectra_maps_and_measures_are_those_of_the_fits(found, i):
    kernel = Gaussian(WIDTHS[i])
    own = fit(kernel, DATA.X, 16)
    values = found.eigenvalues[i, : own.n_components]
    np.testing.assert_allclose(values, own.eigenvalues, rtol=1e-10)
    assert np.isnan(found.eigenvalues[i, own.n_components :]).all()
    assert found.cumulative[i] == pytest.approx(own.variance_ratio[:8].sum(), rel=1e-10)
    # Maps up to their signs.
    maps = own.expansion.first(8).on_grid(Grid.over(DATA.region, 20))
    signs = np.sign((maps * found.fields[i]).sum(axis=(1, 2)))
    largest = np.abs(maps).max(axis=(1, 2), keepdims=True)
    assert (np.abs(found.fields[i] - maps * signs[:, None, None]) / largest).max() < 1e-5
    K, X = centred(kernel(DATA.X)), DATA.X - DATA.X.mean(axis=0)
    values, linear = np.linalg.eigvalsh(K), X @ X.T
    rank = values.sum() ** 2 / (values**2).sum()
    assert found.effective_rank[i] == pytest.approx(rank, rel=1e-10)
    cosine = (K * linear).sum() / np.linalg.norm(K) / np.linalg.norm(linear)
    assert found.linear_alignment[i] == pytest.approx(cosine, rel=1e-10)


@pytest.mark.parametrize("unit", [1e-170, 1e-90, 1.0, 1e90, 1e150])
def test_measures_of_a_matrix_whatever_its_unit(unit):
    """The rank counts equal eigenvalues; the alignment is 1 for a linear kernel alone."""
    X, H = cloud(20, 3), centred(np.eye(12))
    assert effective_rank(3.0 * unit * H) == pytest.approx(11)
    assert effective_rank(unit * np.ones((12, 12))) == pytest.approx(1)
    assert effective_rank(np.zeros((3, 3))) == 0
    assert linear_alignment(2.0 * X @ X.T, unit * X) == pytest.approx(1)
    assert linear_alignment(unit * X @ X.T, X) == pytest.approx(1)
    assert linear_alignment(-X @ X.T, X) == pytest.approx(-1)
    assert linear_alignment(unit * np.eye(20), X) < 0.9
    assert linear_alignment(np.zeros((20, 20)), X) == 0


def test_both_ends_of_the_widths_are_named(found):
    """Below, every point is orthogonal to every other; above, the kernel is linear."""
    ends = {one.kind: one for one in regimes(found)}
    assert set(ends) == {"identity", "linear"}
    assert ends["identity"].first == 0
    assert ends["linear"].last == 59
    assert ends["identity"].peak == pytest.approx(found.effective_rank[0] / 89)
    assert ends["linear"].peak > 0.999
    assert regimes(swept(np.geomspace(0.05, 0.5, 5))) == []


def test_a_linear_kernel_is_linear_and_not_centred_ranks_reach_n():
    kernels = [Linear(), 2.0 * Linear()]
    own = sweep(kernels, [1.0, 2.0], DATA.X, DATA.labels, DATA.region, 4, samples=5)
    (one,) = regimes(own)
    assert (one.kind, one.first, one.last) == ("linear", 0, 1)
    # Of four functions that were asked for two exist.
    assert np.isfinite(own.eigenvalues).sum(axis=1).tolist() == [2, 2]
    assert (own.identities[:, 2:] == -1).all()
    assert not own.fields[:, 2:].any()
    narrow = swept(np.array([1e-6, 2e-6]), centre=False)
    assert narrow.full_rank == 90
    np.testing.assert_allclose(narrow.effective_rank, 90, rtol=1e-3)


def made_of(values, **more):
    """A sweep with these eigenvalues, by identity."""
    values = np.array(values, dtype=float)
    order = np.argsort(-values, axis=1)
    m, q = values.shape
    base = swept(np.geomspace(1, 2, 2))
    return replace(
        base, values=np.arange(1.0, m + 1), eigenvalues=np.take_along_axis(values, order, 1),
        identities=order, fields=np.zeros((m, q, 2, 2), np.float32), **more,
    )  # fmt: skip


def test_a_crossing_is_found_where_the_eigenvalues_are_equal():
    t = np.linspace(0, 1, 11)
    first, second = 4 * np.exp(-t), 2 * np.exp(t)
    (one,) = meetings(made_of(np.column_stack([first, second])))
    assert one.crosses
    assert one.identities == (0, 1)
    assert one.at == pytest.approx(10 * np.log(2) / 2, rel=1e-9)
    assert one.eigenvalue == pytest.approx(np.sqrt(8), rel=1e-9)


def test_an_avoided_crossing_is_the_least_distance_of_a_pair_that_parts_again():
    t = np.linspace(-1, 1, 21)
    half = np.sqrt(t**2 + 0.02**2)
    values = np.column_stack([3 + half, 3 - half])
    (one,) = meetings(made_of(values))
    assert one == Meeting(10.0, pytest.approx(3), (0, 1), pytest.approx(0.04 / 3.02))
    assert meetings(made_of(values[:11])) == []
    far = np.column_stack([3 + 10 * half, 3 - 10 * half])
    assert meetings(made_of(np.maximum(far, 0.1))) == []


def test_a_kernel_with_negative_eigenvalues():
    kernels = [Sigmoid(scale, 1.0) for scale in (1.0, 2.0, 3.0)]
    own = sweep(kernels, [1, 2, 3], DATA.X, DATA.labels, DATA.region, 8, samples=5)
    assert not own.is_psd
    assert np.isnan(own.effective_rank).all()
    for i, kernel in enumerate(kernels):
        whole = fit(kernel, DATA.X, None)
        share = whole.eigenvalues[:8].sum() / whole.eigenvalues.sum()
        assert own.cumulative[i] == pytest.approx(share, rel=1e-9)
    finite = own.eigenvalues[np.isfinite(own.eigenvalues)]
    assert (finite > 0).all()


@pytest.mark.parametrize("values", [[1.0], [2.0, 1.0], [1.0, 1.0], [1.0, np.nan], [1, 2, 3]])
def test_values_must_ascend_and_have_kernels(values):
    kernels = [Gaussian(1.0)] * min(2, len(values))
    with pytest.raises(ValueError, match=f"ascending values.* {len(kernels)} kernels"):
        sweep(kernels, values, DATA.X, DATA.labels, DATA.region)


def test_a_sweep_can_be_cancelled():
    seen = []

    def progress(done, total, what):
        seen.append((done, total, what))
        return done < 3

    with pytest.raises(Cancelled):
        swept(progress=progress)
    assert seen[-1] == (3, 60, "value 4 of 60")
