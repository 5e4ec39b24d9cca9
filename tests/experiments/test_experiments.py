"""The figures as experiments: published numbers, settings, signs, new draws, imports."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import numpy as np
import pytest

from kpca_core._support.progress import Cancelled
from kpca_core.reproduction import FIGURES, QUANTILES, figure, monte_carlo, run

FIGURE_3 = [0.709, 0.291, 0, 0.621, 0.345, 0.034, 0.570, 0.395, 0.026, 0.552, 0.418, 0.021]
FIGURE_4 = [22.558, 20.936, 4.648, 3.988, 3.372, 2.956, 2.760, 2.211]


@pytest.fixture(scope="module")
def results():
    return {name: run(experiment) for name, experiment in FIGURES.items()}


@pytest.mark.parametrize(("name", "published"), [("3", FIGURE_3), ("4", FIGURE_4)])
def test_published_eigenvalues_to_the_printed_digit(results, name, published):
    result = results[name]
    assert [round(float(value), 3) for value in result.values] == published
    assert list(result.experiment.published) == published
    assert result.agrees
    assert not run(figure(name), seed=0).agrees


def test_figure_5_shows_its_negative_eigenvalues(results):
    negative = results["5"].decompositions[0].negative
    np.testing.assert_allclose(negative[:3], [-1.464, -0.700, -0.341], atol=5e-4)
    assert results["5"].as_dict()["cases"][0]["negative"] == negative.tolist()


def test_signs_go_through_the_columns_of_figure_3(results):
    for before, after in pairwise(results["3"].decompositions):
        for j in range(min(2, before.n_components)):
            assert before.scores[:, j] @ after.scores[:, j] > 0


@pytest.mark.parametrize("name", FIGURES)
def test_numbers_survive_json(results, name):
    content = json.loads(json.dumps(results[name].as_dict()))
    assert [row["ours"] for row in content["eigenvalues"]] == results[name].values.tolist()
    assert len(content["claims"]) == len(results[name].experiment.checks)
    assert content["source"]
    published = results[name].experiment.published
    assert [row["published"] for row in content["eigenvalues"] if "published" in row] == list(
        published
    )
    assert [row["difference"] for row in content["eigenvalues"] if "difference" in row] == [
        ours - value for ours, value in zip(results[name].values, published, strict=bool(published))
    ]


def test_new_draws_are_those_of_the_seeds():
    reports = []
    band = monte_carlo(figure("4"), 12, lambda *state: reports.append(state))
    np.testing.assert_array_equal(band.eigenvalues[7], run(figure("4"), 7).values)
    assert band.holding[7].tolist() == [claim.holds for claim in run(figure("4"), 7).claims]
    assert reports[0] == (0, 12, "new draws")
    assert reports[-1] == (12, 12, "new draws")
    assert band.quantiles.shape == (len(QUANTILES), 8)
    assert (np.diff(band.quantiles, axis=0) >= 0).all()
    np.testing.assert_allclose(band.below, (band.eigenvalues < FIGURE_4).mean(axis=0))
    np.testing.assert_allclose(band.claim_shares, band.holding.mean(axis=0))


def test_the_paper_is_a_draw_like_others():
    """Each of the published eigenvalues lies within the range of 200 new draws."""
    for name in ("3", "4"):
        band = monte_carlo(figure(name), 200)
        low, high = band.eigenvalues.min(axis=0), band.eigenvalues.max(axis=0)
        published = np.array(figure(name).published)
        assert ((low - 5e-4 <= published) & (published <= high + 5e-4)).all()
    assert monte_carlo(figure("5"), 3).below.shape == (0,)


def test_new_draws_can_be_cancelled_and_must_be_some():
    with pytest.raises(Cancelled):
        monte_carlo(figure("5"), 10, lambda done, total, what: done < 3)
    for draws in (0, True, 2.0):
        with pytest.raises(ValueError, match=re.escape(f"draws={draws!r}")):
            monte_carlo(figure("5"), draws)
    with pytest.raises(ValueError, match=f"No figure '6'; there are {', '.join(FIGURES)}"):
        figure("6")
