"""One advice from three comparisons; and that every method has a result or says why not."""

from __future__ import annotations

import numpy as np
import pytest
from support.planted import blocks, rings

from kpca_core import Gaussian, Laplacian, Sigmoid
from kpca_core.choosing import (
    advise,
    choose_width,
    dilations,
    held_out_errors,
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
