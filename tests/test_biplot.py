"""Arrows of a biplot: finite differences, PCA's loadings, and kinks, where there is no arrow."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from support import COMBINED, SHIPPED, histogram_intersection, label

from kpca_core import (
    Cosine,
    Gaussian,
    KernelPCA,
    Linear,
    Polynomial,
    biplot,
    fit,
)
from kpca_core.tables.rows import standardised

WINE = load_wine(as_frame=True).data
KNOWN = [one for one in SHIPPED + COMBINED if one.has_gradient]


def moved(X, d, by):
    return X + by * np.eye(X.shape[1])[d]


@pytest.mark.parametrize("dimension", [2, 5, 10])
@pytest.mark.parametrize("kernel", KNOWN, ids=label)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32 - 1))
def test_arrows_are_central_differences_away_from_kinks(kernel, dimension, seed):
    rng = np.random.default_rng(seed)
    spread = 0.7 / np.sqrt(dimension)
    X = spread * rng.standard_normal((30, dimension))
    f = fit(kernel, X, 3).expansion
    at = X[:8] + 0.2 * spread * rng.uniform(0.5, 1.0, (8, dimension))
    # Steps that reach no kink: none of a kernel here lies where no coordinate is near a point's.
    far = np.abs(at[:, None] - X).min(axis=(1, 2)) > 3e-4
    found, step = biplot(f, at[far]), 1e-4
    assert not np.isnan(found.arrows).any()
    arrows = np.concatenate([found.arrows, found.at_centre[None]])
    rows = np.vstack([at[far], found.centre])
    smooth = np.abs(found.centre - X).min() > 3e-4
    for d in range(dimension):
        near, distant = (f(moved(rows, d, k * step)) - f(moved(rows, d, -k * step)) for k in (1, 2))
        expected = (8 * near - distant) / (12 * step)
        off = np.abs(arrows[..., d] - expected)
        assert off[: None if smooth else -1].max() <= 1e-6 * np.nanmax(np.abs(arrows))


@pytest.mark.parametrize("offset", [0.0, 1e5])
@pytest.mark.parametrize("kernel", [Linear(), 2.0 * Linear(), Polynomial(1, 0.5)], ids=label)
def test_of_the_linear_kernel_they_are_the_loadings_of_pca(kernel, offset):
    X = standardised(WINE.to_numpy())
    loadings = PCA(5).fit(X).components_
    X += offset  # of which scikit-learn's own loadings lose digits
    found = biplot(fit(kernel, X, 5).expansion, X)
    size = np.sqrt(kernel.unscaled[0])
    signs = np.sign((found.at_centre * loadings).sum(axis=1))[:, None]
    for arrows in (*found.arrows, found.at_centre):
        np.testing.assert_allclose(arrows, size * signs * loadings, rtol=0, atol=1e-10)


def bent(f, X, d, step):
    """How much slopes on both sides of X differ along coordinate d, and their mean, both (n,)."""
    ahead, behind = (f(moved(X, d, by)) for by in (step, -step))
    bend = np.abs(ahead - 2 * f(X) + behind) / step
    return bend.max(axis=1), np.abs(ahead - behind).max(axis=1) / (2 * step)


@pytest.mark.parametrize("kernel", KNOWN, ids=label)
def test_there_is_no_arrow_where_both_sides_differ_and_one_everywhere_else(kernel):
    rng = np.random.default_rng(3)
    P = np.vstack([rng.normal(0, 0.5, (12, 3)), [[-0.9, 0.4, 0.7], [0.9, -0.4, -0.7]]])
    f = fit(kernel, P, 2).expansion
    shared, zero = rng.normal(0, 0.5, (4, 3)), np.zeros((1, 3))
    shared[:, 1] = P[:4, 1]
    X = np.vstack([P, shared, zero, rng.normal(0, 0.5, (6, 3))])
    found, floor = biplot(f, X).arrows, 1e-7 * (1 + np.abs(f(X)).max())
    for d in range(3):
        (bend, slope), (wide, _) = (bent(f, X, d, step) for step in (1e-6, 1e-5))
        # Of smooth functions the bend falls with the step, at a kink it stays; at 0 a cosine jumps.
        kinks = ((wide < 3 * bend) & (bend > floor)) | (slope > 1e3)
        np.testing.assert_array_equal(np.isnan(found[:, :, d]).any(axis=1), kinks)


def test_at_the_mean_of_standardised_rows_a_cosine_has_no_derivative_though_it_is_not_quite_zero():
    X = standardised(WINE.to_numpy())
    assert 0 < np.abs(X.mean(axis=0)).max() < 1e-14
    found = biplot(fit(Cosine(), X, 2).expansion, X, [0])
    assert np.isnan(found.at_centre).all()
    assert np.isfinite(found.arrows).all()


def test_columns_have_the_names_of_a_data_frame():
    model = KernelPCA(Gaussian(20.0), n_components=3).fit(WINE)
    whole, some = model.biplot(WINE), model.biplot(WINE, ["hue", 0])
    assert whole.names == tuple(WINE.columns)
    assert some.names == ("hue", "alcohol")
    hue = whole.names.index("hue")
    np.testing.assert_array_equal(some.arrows, whole.arrows[:, :, [hue, 0]])
    np.testing.assert_array_equal(some.at_centre, whole.at_centre[:, [hue, 0]])
    np.testing.assert_array_equal(whole.centre, WINE.mean(axis=0))
    assert model.biplot(WINE.to_numpy(), [2, "x1"]).names == ("x2", "x1")
    assert "\n" not in repr(whole)
    # Of columns of another order the names lead, as they do where a frame has been cut.
    assert biplot(model.expansion_, pd.DataFrame(np.ones((2, 13)))).names[:2] == ("0", "1")


def test_what_has_no_arrows_is_said():
    f = fit(Gaussian(1.0), np.eye(3), 2).expansion
    for wrong in ([3], ["hue"], [-1]):
        with pytest.raises(ValueError, match=rf"no column {wrong[0]!r}; the names are 'x0', 'x1'"):
            biplot(f, np.eye(3), wrong)
    unknown, given = (
        fit(k, np.eye(3), 2).expansion for k in (histogram_intersection, "precomputed")
    )
    for error, message, over, rows in (
        (ValueError, "at least 1 row", f, np.empty((0, 3))),
        (ValueError, "NaN", f, [[np.nan, 1.0, 2.0]]),
        (TypeError, "no known gradient", unknown, np.eye(3)),
        (TypeError, "precomputed", given, np.eye(3)),
    ):
        with pytest.raises(error, match=message):
            biplot(over, rows)
