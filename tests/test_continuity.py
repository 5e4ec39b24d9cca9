"""Identities of eigenfunctions along a parameter: matching, crossings, groups, signs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import polygon

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.analysis.continuity import SAME, follow, letter, match

CLUSTERS = gaussian_clusters(seed="paper").X


def orthonormal(rng, n, q):
    return np.linalg.qr(rng.standard_normal((n, q)))[0]


@st.composite
def problems(draw):
    """Two sets of orthogonal columns, at times close ones, and groups of neighbours."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, q = draw(st.integers(8, 30)), draw(st.integers(1, 8))
    p = draw(st.integers(1, 8))
    own, others = orthonormal(rng, n, q), orthonormal(rng, n, p)
    if draw(st.booleans()):
        others = np.linalg.qr(own + 0.1 * rng.standard_normal((n, q)))[0][:, rng.permutation(q)]
    cuts = sorted(draw(st.sets(st.integers(1, q - 1), max_size=3))) if q > 1 else []
    groups = [tuple(range(a, b)) for a, b in pairwise([0, *cuts, q]) if b - a > 1]
    return own * rng.uniform(0.1, 10, q), others * rng.uniform(0.1, 10, others.shape[1]), groups


@given(problems())
def test_matching_is_a_permutation_and_leaves_every_subspace(problem):
    own, others, groups = problem
    found = match(own, others, groups)
    q, p = own.shape[1], others.shape[1]
    matched = found.predecessors[found.predecessors >= 0]
    assert len(matched) == min(p, q)
    assert len(set(matched.tolist())) == len(matched)
    np.testing.assert_allclose(found.rotation @ found.rotation.T, np.eye(q), atol=1e-12)
    blocks = np.eye(q, dtype=bool)
    for group in groups:
        blocks[np.ix_(group, group)] = True
    assert (found.rotation[~blocks] == 0).all()
    directions = own / np.linalg.norm(own, axis=0)
    turned = directions @ found.rotation
    np.testing.assert_allclose(turned @ turned.T, directions @ directions.T, atol=1e-12)
    kept = found.predecessors >= 0
    products = np.einsum("ij,ij->j", turned[:, kept], others[:, found.predecessors[kept]])
    assert (products >= -1e-12).all()
    assert ((found.overlaps >= 0) & (found.overlaps <= 1)).all()
    assert (found.overlaps[~kept] == 0).all()


def blocks(t):
    """K̃ of two blocks that know nothing of each other: eigenvalues 5, 3, 1 and t, t/2, t/4."""
    rng = np.random.default_rng(4)
    first, second = orthonormal(rng, 6, 3), orthonormal(rng, 6, 3)
    K = np.zeros((12, 12))
    K[:6, :6] = first @ np.diag([5.0, 3.0, 1.0]) @ first.T
    K[6:, 6:] = second @ np.diag([t, t / 2, t / 4]) @ second.T
    return fit("precomputed", K, 6, centre=False)


def test_constructed_crossings_keep_identity_exactly():
    """Seven crossings, one of them (t = 5) at a value itself, where K has a double eigenvalue."""
    values = np.linspace(0.5, 8, 31)
    steps = list(follow(blocks(t) for t in values))
    assert 5.0 in values
    assert len(steps) == 31
    expected = dict(zip("ABCDEF", (5, 3, 1, 0.5, 0.25, 0.125), strict=True))
    sides = {name: name in "ABC" for name in expected}
    for t, step in zip(values, steps, strict=True):
        assert sorted(step.identities.tolist()) == [*range(6)]
        for j, identity in enumerate(step.identities.tolist()):
            name = letter(identity)
            value = expected[name] * (1 if sides[name] else t / 0.5)
            assert step.decomposition.eigenvalues[j] == pytest.approx(value, rel=1e-12)
            other = step.scores[6:, j] if sides[name] else step.scores[:6, j]
            assert np.abs(other).max() < 1e-12
    orders = {tuple(step.identities.tolist()) for step in steps}
    assert len(orders) >= 7
    for before, after in pairwise(steps):
        first, second = (
            one.scores[:, np.argsort(one.identities)]
            / np.linalg.norm(one.scores, axis=0)[np.argsort(one.identities)]
            for one in (before, after)
        )
        np.testing.assert_allclose(first, second, atol=1e-12)


def test_degenerate_pairs_of_a_ring_do_not_flicker():
    """Every fit may rotate a pair by any angle: here each one does, and nothing of it is left."""
    rng = np.random.default_rng(0)

    def turned_at_random(width):
        found = fit(Gaussian(width), polygon(40), 8)
        Q = np.eye(8)
        for j in range(0, 8, 2):
            angle = rng.uniform(0, 2 * np.pi)
            turn = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
            Q[j : j + 2, j : j + 2] = turn
        return found.with_scores(found.scores @ Q)

    found = [turned_at_random(width) for width in np.geomspace(0.1, 10, 60)]
    assert all(one.near_degenerate == ((0, 1), (2, 3), (4, 5), (6, 7)) for one in found)
    steps = list(follow(found))
    for before, after in pairwise(steps):
        assert after.identities.tolist() == [*range(8)]
        cosines = np.einsum("ij,ij->j", before.scores, after.scores)
        cosines /= np.linalg.norm(before.scores, axis=0) * np.linalg.norm(after.scores, axis=0)
        assert cosines.min() > 1 - 1e-6


def test_no_sign_flips_and_no_identity_is_lost_over_199_steps():
    steps = list(follow(fit(Gaussian.from_gamma(g), CLUSTERS, 8) for g in np.linspace(1, 50, 200)))
    assert len(steps) == 200
    for before, after in pairwise(steps):
        assert sorted(after.identities.tolist()) == [*range(8)]
        place = {identity: j for j, identity in enumerate(before.identities.tolist())}
        previous = before.scores[:, [place[i] for i in after.identities.tolist()]]
        assert (np.einsum("ij,ij->j", previous, after.scores) > 0).all()
        assert after.overlaps.min() > 0.99


def test_a_function_that_is_exchanged_begins_a_new_identity():
    rng = np.random.default_rng(1)
    U = orthonormal(rng, 10, 4)
    K = [
        U[:, :3] @ np.diag([3, 2, 1]) @ U[:, :3].T,
        U[:, [0, 3]] @ np.diag([3, 2]) @ U[:, [0, 3]].T,
    ]
    first, second, third = follow(fit("precomputed", one, 3, centre=False) for one in (*K, K[0]))
    assert first.identities.tolist() == [0, 1, 2]
    assert second.identities.tolist() == [0, 3]
    assert second.overlaps[1] < SAME
    assert third.identities.tolist() == [0, 4, 5]
