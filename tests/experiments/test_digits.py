"""Table 1: the published numbers, the recipe, the classifiers against their definition."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize
from support import centred
from support.paths import PAPER_TEXT, USPS, needs

from datasets import Digits, usps
from kpca_core._support.progress import Cancelled
from kpca_core.reproduction.digits import (
    COMPONENTS,
    DEGREES,
    PAPER,
    PUBLISHED,
    Cell,
    Recipe,
    agreement,
    component_scores,
    decompose,
    smoothed,
    table_cells,
)
from kpca_core.reproduction.hyperplanes import Hyperplanes, growing_gram, validated_cost

RECIPE = Recipe((1, 2), (2, 4, 8, 64), examples=40, smoothing=0.0, costs=(1, 10))


@pytest.fixture(scope="module")
def tiny():
    """Images of 4×4: three classes, each a blurred pattern with noise."""
    rng = np.random.default_rng(1)
    patterns = np.array([[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]])[:, :, None].repeat(4, 2)
    y = rng.integers(0, 3, 90)
    X = np.clip(1.6 * patterns[y] - 0.8 + 0.4 * rng.standard_normal((90, 4, 4)), -1, 1)
    X = X.reshape(90, 16)
    return Digits("tiny", X[:60], y[:60], X[60:], y[60:], 4)


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@needs(PAPER_TEXT)
def test_the_published_table_is_that_of_the_text():
    table = PAPER_TEXT.read_text().split("Table 1: Test Error Rates")[1].split("Note:")[0]
    words = " ".join(table.split())
    assert " ".join(map(str, COMPONENTS)) in words
    for degree in DEGREES:
        column = [PUBLISHED.get((degree, q)) for q in COMPONENTS]
        assert f"{degree} {' '.join('N.A.' if e is None else str(e) for e in column)}" in words


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"degrees": ()}, r"degrees > 0 and at least one; got degrees=\(\)"),
        ({"components": (0, 4)}, r"got components=\(0, 4\)"),
        ({"costs": (-1.0,)}, r"got costs=\(-1\.0,\)"),
        ({"validation": 1.0}, r"validation=1\.0"),
        ({"examples": 1}, "examples=1"),
        ({"smoothing": -0.5}, r"smoothing=-0\.5"),
    ],
)
def test_a_recipe_refuses_what_makes_no_table(changed, message):
    with pytest.raises(ValueError, match=message):
        replace(PAPER, **changed)


def test_a_table_whole_and_in_pieces(tiny):
    reports = []
    cells = list(table_cells(tiny, recipe=RECIPE, progress=lambda *state: reports.append(state)))
    total = len(RECIPE.cells(4))
    assert [cell.key for cell in cells] == RECIPE.cells(4)
    assert all(cell.published is None and cell.seconds > 0 for cell in cells)
    assert agreement(cells) is None
    published = [Cell(1, 32, 9.4, 9.6, 1.0, 0.0), Cell(2, 32, 9.4, 8.8, 1.0, 0.0)]
    found = agreement([*published, Cell(1, 512, None, None, None, 0.0)])
    assert (found.cells, found.mean, found.largest) == pytest.approx((2, 0.4, 0.6))
    assert (reports[0], reports[-1][:2]) == ((0, total, "degree 1"), (total, total))
    whole = {cell.key: (cell.error, cell.C) for cell in cells}
    # No more than 40 examples, hence fewer than 40 components.
    assert whole[2, 64] == (None, None)
    known = [one for key, one in whole.items() if key != (2, 64)]
    assert all(0 <= error <= 15 and C in RECIPE.costs for error, C in known)
    skip = {(1, 4), (2, 2), (2, 8)}
    rest = table_cells(tiny, recipe=RECIPE, skip=skip, workers=1)
    assert {cell.key: (cell.error, cell.C) for cell in rest} == {
        key: value for key, value in whole.items() if key not in skip
    }
    (single,) = table_cells(tiny, recipe=RECIPE, degrees=[2], components=[8])
    assert (single.error, single.C) == whole[2, 8]
    with pytest.raises(Cancelled, match="2 of 7 done"):
        list(table_cells(tiny, recipe=RECIPE, progress=lambda done, *_: done < 2))


def test_smoothing_is_a_gaussian_with_background_outside():
    image = np.full((1, 16, 16), -1.0)
    image[0, 8, 8] = 1.0
    image = image.reshape(1, 256)
    smooth = smoothed(image, 0.75).reshape(16, 16)
    t = np.arange(-8, 8)
    profile = np.exp(-(t**2) / (2 * 0.75**2))
    profile[np.abs(t) > 3] = 0
    profile /= profile.sum()
    np.testing.assert_allclose(smooth, 2 * np.outer(profile, profile) - 1, atol=1e-12)
    np.testing.assert_array_equal(smoothed(image, 0.0), image)


def test_scores_are_those_of_the_papers_kernel(tiny):
    """K from the first images alone, f from the centred eigenproblem written out."""
    recipe = replace(RECIPE, examples=25)
    found = decompose(tiny, 2, 5, recipe)
    scores = np.vstack(component_scores(tiny, 2, 5, recipe))
    assert scores.shape == (90, 5)
    X, M = np.vstack([tiny.X_train, tiny.X_test]), 25
    K = (X @ X[:M].T / 16) ** 2
    values, vectors = np.linalg.eigh(centred(K[:M]))
    values, vectors = values[::-1][:5], vectors[:, ::-1][:, :5]
    centred_rows = K - K.mean(axis=1, keepdims=True) - K[:M].mean(axis=0) + K[:M].mean()
    expected = centred_rows @ vectors / np.sqrt(values)
    signs = np.sign(np.einsum("ij,ij->j", expected, scores))
    np.testing.assert_allclose(found.eigenvalues, values, rtol=1e-10)
    np.testing.assert_allclose(scores, signs * expected, atol=1e-9)


def test_the_gram_matrix_grows():
    F = np.random.default_rng(0).standard_normal((600, 12))
    for q, K in zip((1, 5, 12), growing_gram(F, (1, 5, 12)), strict=True):
        np.testing.assert_allclose(K, F[:, :q] @ F[:, :q].T, atol=1e-12)


def test_hyperplanes_minimise_the_hinge_loss(pool):
    """Against the primal problem, written out, with its kink smoothed by 1e-4."""
    rng = np.random.default_rng(3)
    F, C = rng.standard_normal((40, 2)), 0.7
    y = (F[:, 0] + 0.5 * rng.standard_normal(40) > 0).astype(int)
    scale = np.sqrt(np.mean(np.sum(F**2, axis=1)))
    planes = Hyperplanes.fit(F @ F.T, F, y, C, pool)

    def primal(p, kink):
        margin = 1 - (2 * y - 1) * (F / scale @ p[:2] + p[2])
        hinge = np.where(kink, np.hypot(margin, 1e-4) / 2 + margin / 2, np.maximum(0, margin))
        return p[:2] @ p[:2] / 2 + C * hinge.sum()

    ours = np.append(planes.normals[:, 1] * scale, planes.offsets[1])
    best = minimize(primal, ours, args=(True,), method="BFGS", options={"gtol": 1e-8}).x
    assert primal(ours, False) <= primal(best, False) * (1 + 1e-3)
    np.testing.assert_allclose(ours, best, atol=5e-3)
    np.testing.assert_allclose(planes.normals[:, 0], -planes.normals[:, 1], atol=1e-12)


def test_validation_chooses_the_least_error_and_of_equal_ones_the_first(pool):
    """With C near 0 nothing is learned: of unequal classes the larger one is chosen always."""
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1], [80, 120])
    F = rng.standard_normal((200, 2)) * 0.3 + np.where(y, 1.0, -1.0)[:, None]
    order = rng.permutation(200)
    F, y = F[order], y[order]
    calls, costs = [], (1e-6, 1.0)
    chosen = validated_cost(F @ F.T, F, y, 150, costs, pool, lambda: calls.append(1))
    assert chosen == 1.0
    assert len(calls) == len(costs)
    assert validated_cost(F @ F.T, F, y, 150, (1.0, 2.0), pool, lambda: None) == 1.0


@needs(USPS)
def test_the_first_entries_of_usps():
    """Degree 1 with 32 components: within a point of the published 9.6."""
    (cell,) = table_cells(
        usps(USPS), recipe=replace(PAPER, costs=(5,)), degrees=[1], components=[32]
    )
    assert cell.published == 9.6
    assert abs(cell.difference) <= 1.0
