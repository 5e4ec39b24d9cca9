"""Mergeable moments: the algebra of count, mean and scatter."""

from __future__ import annotations

from functools import reduce

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kpca_core.solvers.linalg.moments import Moments

BRIEF = settings(max_examples=100, derandomize=True)


@st.composite
def blocks(draw, count=3):
    """Blocks of rows of one width, about an offset that may be large beside their spread."""
    width, seed = draw(st.integers(1, 5)), draw(st.integers(0, 2**32 - 1))
    rng, offset = np.random.default_rng(seed), draw(st.sampled_from([0.0, 1.0, 1e4]))
    sizes = [draw(st.integers(1, 40)) for _ in range(count)]
    return [offset + rng.standard_normal((size, width)) for size in sizes]


def assert_same(found, expected, rows):
    """To rounding of sums over the rows: ε n max|f|² in the scatter."""
    size = np.abs(rows).max()
    assert found.count == expected.count
    np.testing.assert_allclose(found.mean, expected.mean, rtol=0, atol=1e-14 * size)
    np.testing.assert_allclose(
        found.scatter, expected.scatter, rtol=1e-12, atol=1e-14 * size * len(rows)
    )


@BRIEF
@given(blocks())
def test_merging_is_associative_and_commutative(parts):
    a, b, c = map(Moments.of, parts)
    rows = np.vstack(parts)
    assert_same(a.merge(b).merge(c), a.merge(b.merge(c)), rows)
    assert_same(a.merge(b), b.merge(a), rows)


@BRIEF
@given(blocks(count=5))
def test_merged_moments_are_those_of_all_rows(parts):
    rows = np.vstack(parts)
    merged = reduce(Moments.merge, map(Moments.of, parts))
    assert_same(merged, Moments.of(rows), rows)
    assert_same(reduce(Moments.merge, [Moments.of(row[None, :]) for row in rows]), merged, rows)
    centred = rows - rows.mean(axis=0)
    np.testing.assert_allclose(merged.scatter, centred.T @ centred, rtol=1e-9, atol=1e-7)
    np.testing.assert_allclose(merged.uncentred, rows.T @ rows, rtol=1e-12)


@BRIEF
@given(blocks(count=2), st.integers(0, 3))
def test_padded_moments_are_those_of_rows_with_columns_of_0(parts, more):
    a, b = parts
    wider = np.pad(a, ((0, 0), (0, more)))
    r = wider.shape[1]
    assert_same(Moments.of(a).padded(r), Moments.of(wider), a)
    merged = Moments.of(a).merge(Moments.of(b)).padded(r)
    assert_same(Moments.of(a).padded(r).merge(Moments.of(b).padded(r)), merged, np.vstack(parts))


def test_the_scatter_keeps_its_digits_far_from_the_origin():
    """Σ f fᵀ − n μ μᵀ would lose all of them here."""
    rng = np.random.default_rng(0)
    small = rng.integers(-8, 9, (300, 2)) / 8.0
    near, far = (Moments.of(part) for part in (small, small + 2.0**30))
    np.testing.assert_allclose(far.scatter, near.scatter, rtol=1e-12)
    halves = Moments.of(small[:100] + 2.0**30).merge(Moments.of(small[100:] + 2.0**30))
    np.testing.assert_allclose(halves.scatter, near.scatter, rtol=1e-6)
