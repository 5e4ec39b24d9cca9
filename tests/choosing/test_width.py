"""The width by parallel analysis: spectra along a family, p-values, and what is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import matplotlib as mpl
import numpy as np
import pytest
from support.planted import clusters

from kpca_core import (
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.choosing import choose_width, dilations, parallel_analysis
from kpca_core.choosing.spectra import spectra
from kpca_core.choosing.width import WidthChoice

mpl.use("Agg")

X = np.random.default_rng(0).standard_normal((150, 3))
KERNELS = [
    Gaussian(2.0), Laplacian(1.5), Matern(1.2, nu=1.5), RationalQuadratic(0.8), Linear(),
    Polynomial(3, offset=1.0), Gaussian(1.0) + 0.5 * Linear(), Gaussian(1.0) * Polynomial(2),
    Cosine(), Sigmoid(0.1, -0.2),
]  # fmt: skip


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_spectra_along_a_family_are_those_of_fits(kernel):
    family = dilations(kernel, number=5)
    values, traces = spectra(family, X, 6)
    for one, row, trace in zip(family, values, traces, strict=True):
        found = fit(one, X, 6)
        expected = np.zeros(6)
        expected[: found.n_components] = found.eigenvalues
        floor = 1e-6 * np.abs(one.diagonal(X)).sum()
        np.testing.assert_allclose(row, expected, rtol=1e-3, atol=floor)
        assert trace == pytest.approx(found.trace, rel=1e-4)


@pytest.mark.parametrize("kernel", KERNELS[:8] + KERNELS[9:], ids=repr)
def test_a_dilated_kernel_is_the_kernel_of_shrunk_points(kernel):
    shrunk = X[:20] / np.sqrt(3.0)
    expected = kernel(shrunk)
    if isinstance(kernel, Sigmoid):
        expected = Sigmoid(0.1 / 3.0, -0.2)(X[:20])
    np.testing.assert_allclose(kernel.dilated(3.0)(X[:20]), expected, rtol=1e-12)


def test_families_reach_from_narrow_to_wide_by_doublings():
    family = dilations(Gaussian(2.0))
    widths = [kernel.width for kernel in family]
    assert len(family) == 30
    assert Gaussian(2.0) in family
    assert widths == sorted(widths)
    assert widths[3:] == [2 * width for width in widths[:-3]]
    assert (widths[0], widths[-1]) == pytest.approx((2 / 2 ** (20 / 3), 16.0), rel=1e-3)
    assert len(dilations(Gaussian(2.0), number=10)) == 10
    assert dilations(Cosine()) == (Cosine(),)
    assert dilations(X=X, number=1)[0].width == pytest.approx(
        np.median(((X[:, None] - X) ** 2).sum(axis=2)[np.triu_indices(150, 1)]), rel=1e-3
    )
    with pytest.raises(ValueError, match="factor=0"):
        Gaussian(1.0).dilated(0)
    with pytest.raises(ValueError, match="number=0"):
        dilations(Gaussian(1.0), number=0)


def planted(seed=0, n=120):
    return clusters(np.random.default_rng(seed), n, 7.0, 8)


@pytest.fixture(scope="module")
def chosen():
    table = planted()
    return choose_width(dilations(X=table, number=6), table)


def test_clusters_are_counted_and_the_result_is_frozen(chosen):
    assert chosen.count == 2
    assert chosen.kernel == chosen.kernels[chosen.chosen]
    assert chosen.resolution == 1 / 51
    np.testing.assert_allclose(chosen.p_values[:2], 1 / 51)
    assert (np.diff(chosen.p_values) >= 0).all()
    assert chosen.scores.argmax() == chosen.chosen
    assert "2 components stand out, p ≤ 0.02 (50 shuffles" in str(chosen)
    with pytest.raises(FrozenInstanceError):
        chosen.level = 0.5


def test_structure_is_found_and_noise_is_none_in_most_draws():
    """20 draws of noise at 5 % give 5 or more once in 400 times, and p-values are conservative."""
    right = noise = 0
    for seed in range(20):
        table = np.random.default_rng([1, seed]).standard_normal((40, 4))
        how = {"shuffles": 19, "seed": seed}
        noise += choose_width(dilations(X=table, number=4), table, 4, **how).count == 0
        if seed < 5:
            rows = planted(seed, 60)
            right += choose_width(dilations(X=rows, number=4), rows, **how).count == 2
    assert noise >= 16
    assert right >= 4


def test_p_values_repeat_the_search_for_every_shuffle():
    """A shuffle that stands out at another width counts against the table."""
    family = (Gaussian(1.0), Gaussian(2.0))
    own = np.array([[9.0], [10.0]])
    shuffled = np.random.default_rng(0).normal([[8.0], [8.0]], 0.1, (40, 2, 1))
    shuffled[:5, 0] += 30.0
    found = WidthChoice(family, own, shuffled, np.full(2, 20.0), np.full(2, 20.0), 0.05, 9, 9)
    assert found.chosen == 1
    alone = WidthChoice(
        family[1:], own[1:], shuffled[:, 1:], np.full(1, 20.0), np.full(1, 20.0), 0.05, 9, 9
    )
    assert alone.p_values[0] == 1 / 41
    assert found.p_values[0] >= alone.p_values[0]


def test_one_kernel_is_judged_as_by_the_quick_answer():
    """The same shuffles and p-values, of eigenvalues to 1e-3 and of fits."""
    for table in (planted(n=60), np.random.default_rng(4).standard_normal((60, 4))):
        one = choose_width(Gaussian(9.0), table, 4, shuffles=20)
        quick = parallel_analysis(Gaussian(9.0), table, 4)
        np.testing.assert_allclose(one.shuffled[:, 0], quick.shuffled, rtol=1e-5)
        np.testing.assert_array_equal(one.p_values, quick.p_values)
        assert one.count == quick.beyond == one.counts[0]


def test_what_stands_out_at_any_width_is_counted():
    """The kernel chosen is one of those with components, however much another one keeps."""
    family = (Gaussian(1.0), Gaussian(2.0))
    shuffled = np.random.default_rng(0).normal([[8.0], [8.0]], [[0.1], [3.0]], (40, 2, 1))
    found = WidthChoice(
        family, np.array([[9.0], [13.0]]), shuffled, np.full(2, 20.0), np.full(2, 20.0), 0.05, 9, 9
    )
    assert found.counts.tolist() == [1, 0]
    assert (found.chosen, found.count) == (0, 1)
    assert "1 component stands out" in str(found)


def test_results_follow_from_the_seed_wherever_they_are_computed(chosen):
    table = planted()
    with ThreadPoolExecutor(2) as pool:
        other = choose_width(chosen.kernels, table, client=pool)
    np.testing.assert_array_equal(other.shuffled, chosen.shuffled)
    assert (
        choose_width(chosen.kernels[:2], table, seed=1).shuffled != chosen.shuffled[:, :2]
    ).any()


def test_many_rows_are_analysed_in_part_and_more_than_are_held_by_other_solvers(monkeypatch):
    table = planted(n=300)
    some = choose_width(Gaussian(9.0), table, most_rows=100)
    assert (some.rows, some.of) == (100, 300)
    assert "100 of 300 rows at random" in str(some)
    family = dilations(Gaussian(18.0), number=3)
    held = spectra(family, table, 4)
    monkeypatch.setattr("kpca_core.choosing.spectra.MOST_HELD", 100)
    for one, other in zip(held, spectra(family, table, 4), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-3)


def test_advice_names_its_limits():
    table = planted()
    narrow = choose_width([Gaussian(9.0), Gaussian(200.0), Gaussian(400.0)], table, 1)
    assert "there may be more" in str(narrow)
    wide = choose_width(dilations(Gaussian(0.5), number=3), table)
    assert "a linear kernel may do" in str(wide)
    noise = np.random.default_rng(0).standard_normal((60, 4))
    assert "may be noise" in str(choose_width(Gaussian(8.0), noise))
