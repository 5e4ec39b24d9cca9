"""One advice from three comparisons; and that every method has a result or says why not."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from support.planted import blocks, rings

from kpca_core import Gaussian, Laplacian, Linear, Sigmoid
from kpca_core._support.progress import Cancelled
from kpca_core.choosing import (
    NoveltyDetector,
    advise,
    choose_width,
    columns_that_matter,
    dilations,
    farthest_rows,
    held_out_errors,
    influence_band,
    local_noise,
    parallel_analysis,
    stability,
)
from kpca_core.choosing.stability import RANDOM
from kpca_core.tables import builtin

X = blocks(np.random.default_rng(0), 90, 6.0, 6)
FAMILY = dilations(X=X, number=5)


@pytest.fixture(scope="module")
def found():
    return advise(FAMILY, X, 4, shuffles=20, samples=10)


def test_the_parts_are_those_of_the_methods_alone(found):
    choice = choose_width(FAMILY, X, 4, shuffles=20, most_rows=500)
    np.testing.assert_array_equal(found.choice.scores, choice.scores)
    k = found.components
    assert k == choice.count == 2
    held = held_out_errors(FAMILY, X, (k,), noise=local_noise(X))
    np.testing.assert_array_equal(found.errors, held.errors[:, 0])
    one = stability(FAMILY[1], X, k, samples=10)
    assert found.angles[1] == pytest.approx(np.quantile(one.angles[:, k - 1], 0.95))


def test_the_sentence_has_its_numbers_and_limits(found):
    said, i = str(found), found.choice.chosen
    width = found.choice.kernel.width
    assert said.startswith(f"Take Gaussian(width={width:.4g}) with 2 components: ")
    assert f"{100 * found.choice.kept[i]:.0f} % of the variance" in said
    assert "beyond 95 % of 20 shuffles of the columns (p ≤ 0.048, the search over 5 kernels" in said
    assert f"turns by at most {found.angles[i]:.0f}° in 95 % of 10 resamples" in said
    assert "pre-images of held-out rows" in said
    assert said.endswith(
        "Correlated columns are structure here, and denoising may need another width."
    )
    few = advise([Gaussian(30.0)], X, 2, shuffles=20, samples=5, most_rows=40)
    assert "It is of 40 of 90 rows" in str(few)
    assert "there may be more" in str(few)
    assert "at an end" not in str(few)
    assert "at an end" in str(
        advise([Gaussian(30.0), Gaussian(90.0)], X, 4, shuffles=20, samples=5)
    )


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_an_advice_is_not_of_what_other_rows_would_replace(name):
    """Of iris ten components of a narrow kernel are beyond chance, whose span turns by 89°."""
    table = builtin(name)
    rows = table.rows(table.usual_columns(table.label), table.label, standardise=True).X
    found = advise(dilations(X=rows, number=7), rows, shuffles=20)
    beyond = found.choice.count
    i = found.chosen
    assert found.count >= 2
    assert found.angles[i] < RANDOM
    for one, count in zip(found.stabilities, found.counts, strict=True):
        assert count == 0 or one.turns[count - 1] < RANDOM
    if name == "iris":
        assert beyond == 10
        assert found.stabilities[found.choice.chosen].turns[beyond - 1] > 80
        assert found.choice.count > found.count
    # The quick answer, of the kernel that is advised, counts as many.
    assert parallel_analysis(found.kernel, rows, found.count).count == found.count
    assert parallel_analysis(found.kernel, rows, 10).count == found.count


def test_what_is_beyond_chance_and_random_is_not_advised_but_said():
    """Narrow kernels on a ring: every component is of a few neighbours."""
    ring = rings(np.random.default_rng(5), 500)[0]
    found = advise(dilations(X=ring, number=20)[:1], ring, shuffles=20, samples=20)
    assert found.choice.count > 0
    assert found.count == 0
    assert str(found).startswith("No number of components can be advised")
    alone = parallel_analysis(found.choice.kernel, ring)
    assert alone.beyond > alone.count
    assert "other rows would give" in str(alone)


def test_noise_is_not_advised_on():
    noise = np.random.default_rng(1).standard_normal((60, 3))
    found = advise(dilations(X=noise, number=3), noise, 4, shuffles=20, samples=5)
    assert found.components == 1
    assert "may be noise" in str(found)
    assert "Take" not in str(found)


def test_a_kernel_without_a_feature_space_has_no_angles():
    found = advise([Sigmoid(0.01, 0.5), Sigmoid(0.02, 0.5)], X, 4, shuffles=20)
    assert found.stabilities == ()
    assert np.isnan(found.angles).all()
    assert "°" not in str(found)


def test_kernels_that_need_a_minimisation_are_compared_by_ridge_maps():
    family = [Laplacian(8.0), Laplacian(16.0)]
    found = advise(family, X, 4, shuffles=20, samples=5)
    k, noise = found.components, local_noise(X)
    held = held_out_errors(family, X, (k,), noise=noise, method="ridge")
    np.testing.assert_array_equal(found.errors, held.errors[:, 0])


def test_it_is_drawn_and_can_be_stopped(found):
    lines = found.plot().get_lines()
    assert lines[-1].get_xdata()[0] == found.choice.kernel.width
    np.testing.assert_allclose(lines[0].get_ydata().max(), 1.0)
    for last in (0, 25, 30):
        seen: list[int] = []

        def progress(*_, seen=seen, last=last):
            seen.append(0)
            return len(seen) <= last

        with pytest.raises(Cancelled):
            advise(FAMILY, X, 4, shuffles=20, samples=10, progress=progress)


def test_columns_and_rows_are_drawn():
    columns = columns_that_matter(Gaussian(20.0), X, 2, shuffles=5)
    bars = columns.plot().patches
    assert [bar.get_height() for bar in bars] == columns.loss.tolist()
    table = np.concatenate([X, [[40.0] * 6]])
    rows = farthest_rows(Gaussian(20.0), table, 2)
    (points,) = rows.plot().collections
    np.testing.assert_array_equal(points.get_offsets()[:, 1], rows.errors)
    assert (points.get_facecolors()[-1] != points.get_facecolors()[0]).any()


METHODS = {
    "advise": lambda X: advise(Gaussian(20.0), X, 2, shuffles=20, samples=5).errors,
    "choose_width": lambda X: choose_width(Gaussian(20.0), X, 2, shuffles=20).scores,
    "columns_that_matter": lambda X: columns_that_matter(Gaussian(20.0), X, 1).margin,
    "farthest_rows": lambda X: farthest_rows(Gaussian(20.0), X, 1).errors,
    "held_out_errors": lambda X: held_out_errors(Gaussian(20.0), X, (1,)).errors,
    "influence_band": lambda X: influence_band(Gaussian(20.0), X, 1, shuffles=20).influence,
    "local_noise": local_noise,
    "novelty": lambda X: NoveltyDetector(Gaussian(20.0)).fit(X).score_samples(X),
    "parallel_analysis": lambda X: parallel_analysis(Gaussian(20.0), X, 2).eigenvalues,
    "stability": lambda X: stability(Gaussian(20.0), X, 2, samples=5).bands,
}
TABLES = {
    "a constant column": np.column_stack([X[:40], np.ones(40)]),
    "only constant columns": np.ones((20, 3)),
    "duplicates": np.repeat(X[:12], 4, axis=0),
    "fewer rows than columns": np.random.default_rng(0).standard_normal((8, 20)),
    "two rows": X[:2],
    "one row": X[:1],
    "no row": X[:0],
    "NaN": np.where(X > 5, np.nan, X),
    "one column": X[:40, :1],
    "text": np.array([["a", "b"]] * 5),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("method", METHODS)
def test_awkward_tables_have_a_result_or_a_reason(method, table):
    values, reason = np.zeros(1), ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            values = METHODS[method](TABLES[table])
        except (ValueError, TypeError) as error:
            reason = str(error)
    assert np.isfinite(values).all()
    if reason:
        assert len(reason) > 20
        assert table not in ("a constant column", "duplicates")
    else:
        assert table not in ("NaN", "no row", "one row", "text")


@pytest.mark.parametrize(
    "call",
    [
        lambda K: advise("precomputed", K),
        lambda K: columns_that_matter("precomputed", K, 1),
        lambda K: farthest_rows("precomputed", K, 1),
        lambda K: influence_band("precomputed", K, 1),
        lambda K: parallel_analysis("precomputed", K),
    ],
)
def test_a_gram_matrix_is_refused_with_a_reason(call):
    with pytest.raises(TypeError, match="Gram matrix"):
        call(Linear()(X[:10]))
