"""The figures as experiments: published numbers, layout, new draws, files in print quality."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kpca_core import Gaussian, Grid, Polynomial, Sigmoid
from kpca_core.canvas import even_levels
from kpca_core.experiments import FIGURES, QUANTILES, figure, monte_carlo, run
from kpca_core.experiments.book import Paraboloid
from kpca_core.figures.layout import grid_of, has_lift, lifts, panels
from kpca_core.progress import Cancelled

ROOT = Path(__file__).resolve().parents[1]
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


def test_the_eigenvalues_of_figure_3_sum_to_1(results):
    for case, found in enumerate(results["3"].decompositions):
        assert found.variance_ratio.sum() == pytest.approx(1)
        assert len(results["3"].eigenvalues(case)) == 3


def test_the_settings_are_those_of_the_captions():
    assert [case.kernel for case in figure("3").cases] == [Polynomial(d) for d in (1, 2, 3, 4)]
    assert figure("3").cases[0].components == 3
    for name in ("4", "prml-12.17"):
        (case,) = figure(name).cases
        assert (case.kernel, case.components) == (Gaussian(0.1), 8)
        assert figure(name).region == ((-1, 1), (-0.5, 1))
    (case,) = figure("5").cases
    assert (case.kernel, case.components) == (Sigmoid(2, 1), 3)
    for name in ("4", "5"):
        assert dict(figure(name).arguments) == {"n_per_cluster": 30, "sd": 0.1}


def test_no_figure_of_that_name():
    with pytest.raises(ValueError, match=r"No figure '6'; there are 3, 4, 5, prml-12.16, prml"):
        figure("6")


def test_figure_5_shows_its_negative_eigenvalues(results):
    negative = results["5"].decompositions[0].negative
    np.testing.assert_allclose(negative[:3], [-1.464, -0.700, -0.341], atol=5e-4)
    assert results["5"].as_dict()["cases"][0]["negative"] == negative.tolist()


def test_signs_go_through_the_columns_of_figure_3(results):
    for before, after in pairwise(results["3"].decompositions):
        for j in range(min(2, before.n_components)):
            assert before.scores[:, j] @ after.scores[:, j] > 0


def test_the_same_seed_is_the_same_result():
    first, second, other = run(figure("4"), 5), run(figure("4"), 5), run(figure("4"), 6)
    np.testing.assert_array_equal(first.values, second.values)
    assert not np.array_equal(first.values, other.values)


def test_the_paraboloid_is_the_kernel_of_its_features():
    X = np.random.default_rng(0).standard_normal((20, 2))
    Y = np.random.default_rng(1).standard_normal((7, 2))
    kernel = Paraboloid()
    np.testing.assert_allclose(kernel(X, Y), kernel.features(X) @ kernel.features(Y).T)
    np.testing.assert_allclose(kernel(X, Y), X @ Y.T + np.outer((X**2).sum(1), (Y**2).sum(1)))
    np.testing.assert_allclose(kernel.diagonal(X), np.diagonal(kernel(X)))
    assert kernel.features(X).shape == (20, kernel.feature_dimension(2))
    assert repr(kernel) == "Paraboloid()"


@pytest.mark.parametrize("name", FIGURES)
def test_numbers_survive_json(results, name):
    content = json.loads(json.dumps(results[name].as_dict()))
    assert [row["ours"] for row in content["eigenvalues"]] == results[name].values.tolist()
    assert len(content["claims"]) == len(results[name].experiment.checks)
    assert content["source"]
    for row in content["eigenvalues"] if results[name].experiment.published else ():
        assert row["difference"] == row["ours"] - row["published"]


def test_new_draws_are_those_of_the_seeds():
    seen = []
    band = monte_carlo(figure("4"), 12, lambda *state: seen.append(state))
    np.testing.assert_array_equal(band.eigenvalues[7], run(figure("4"), 7).values)
    assert band.holding[7].tolist() == [claim.holds for claim in run(figure("4"), 7).claims]
    assert seen[0] == (0, 12, "new draws")
    assert seen[-1] == (12, 12, "new draws")
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


@pytest.mark.parametrize(
    ("name", "shape"), [("3", (3, 4)), ("4", (2, 4)), ("5", (1, 3)), ("prml-12.17", (2, 4))]
)
def test_panels_stand_in_the_rows_and_columns_of_the_original(results, name, shape):
    laid_out = panels(results[name], grid_of(results[name], 20))
    places = [(panel.row, panel.column) for panel in laid_out]
    assert sorted(places) == [(i, j) for i in range(shape[0]) for j in range(shape[1])]
    titles = {place: panel.title for place, panel in zip(places, laid_out, strict=True)}
    if name == "3":
        assert [titles[i, 1] for i in range(3)] == ["λ = 0.621", "λ = 0.345", "λ = 0.034"]
        missing = [panel for panel in laid_out if panel.field is None]
        assert [(panel.row, panel.column, panel.title) for panel in missing] == [
            (2, 0, "λ = 0.000")
        ]
    if name == "4":
        assert titles[1, 0] == "λ = 3.372"


def test_a_panel_is_the_eigenfunction(results):
    result, grid = results["4"], Grid.over(((-1, 1), (-0.5, 1)), 15)
    for j, panel in enumerate(panels(result, grid)):
        expected = result.decompositions[0].expansion(grid.points)[:, j].reshape(15, 15)
        np.testing.assert_allclose(panel.field, expected, atol=1e-12)
        np.testing.assert_allclose(panel.levels, even_levels(expected))
        assert panel.levels[len(panel.levels) // 2] == 0


def test_contours_lie_in_planes_across_the_principal_axis(results):
    """v₁·(Φ − mean) is the level of its contour, and the axis is as long as the scores."""
    result = results["prml-12.16"]
    for case, lift in enumerate(lifts(result, grid_of(result))):
        start, end = lift.axis
        length = np.linalg.norm(end - start)
        v = (end - start) / length
        assert length == pytest.approx(np.ptp(result.scores(case, 1)))
        mean = lift.points.mean(axis=0)
        np.testing.assert_allclose(
            (lift.points - mean) @ v, result.scores(case, 1)[:, 0], atol=1e-9
        )
        for level, line in lift.contours:
            np.testing.assert_allclose((line - mean) @ v, level, atol=0.01)
        assert len({level for level, _ in lift.contours}) >= 9


@pytest.mark.parametrize("name", FIGURES)
def test_figures_for_the_screen_have_every_panel_in_its_place(results, name):
    from kpca_core.figures import paper as figures

    result = results[name]
    figure_ = figures.of_result(result, template="plotly_dark")
    texts = [note.text for note in figure_.layout.annotations]
    laid_out = panels(result, grid_of(result, 10))
    for panel in laid_out:
        assert any(panel.title in text for text in texts)
    if has_lift(result):
        assert figure_.layout.scene2.xaxis.title.text == "x²"
        return
    for i, panel in enumerate(laid_out):
        name = "" if i == 0 else str(i + 1)
        across, up = figure_.layout[f"xaxis{name}"].domain, figure_.layout[f"yaxis{name}"].domain
        for j, other in enumerate(laid_out):
            key = "" if j == 0 else str(j + 1)
            if other.column > panel.column:
                assert figure_.layout[f"xaxis{key}"].domain[0] > across[1]
            if other.row > panel.row:
                assert figure_.layout[f"yaxis{key}"].domain[1] < up[0]


def test_the_band_marks_where_the_published_value_lies():
    from kpca_core.figures import paper as figures

    band = monte_carlo(figure("4"), 30)
    drawn = figures.band_chart(band, run(figure("4")).values)
    (published,) = [trace for trace in drawn.data if trace.name == "published"]
    low, high = band.quantiles[0], band.quantiles[-1]
    np.testing.assert_allclose(
        published.x, np.clip((np.array(FIGURE_4) - low) / (high - low), -0.12, 1.12)
    )
    np.testing.assert_array_equal(published.customdata, FIGURE_4)
    constant = figures.band_chart(monte_carlo(figure("3"), 5), run(figure("3")).values)
    assert "always 0.000" in [note.text for note in constant.layout.annotations]


def test_a_template_that_does_not_exist_is_named(results):
    from kpca_core.figures import paper as figures

    with pytest.raises(ValueError, match=r"plotly_white.*'seaborn'"):
        figures.of_result(results["4"], template="seaborn")


@pytest.mark.parametrize("name", FIGURES)
def test_a_printed_figure_is_the_same_file_in_every_run(results, name):
    from kpca_core.figures.printing import print_result

    svg = print_result(results[name], "svg")
    assert svg == print_result(results[name], "svg")
    tree = xml.etree.ElementTree.fromstring(svg)
    assert tree.tag.endswith("svg")
    assert b"<text" not in svg  # glyphs are outlines: no font is needed to read it
    assert not re.search(rb"20\d\d-\d\d-\d\d", svg)


def test_a_pdf_embeds_its_fonts_and_has_no_date(results):
    from kpca_core.figures.printing import print_result

    pdf = print_result(results["5"], "pdf")
    assert pdf.startswith(b"%PDF")
    assert b"/FontFile2" in pdf
    assert b"CreationDate" not in pdf
    assert pdf == print_result(results["5"], "pdf")


def test_a_png_has_300_dots_an_inch_and_the_colours_of_the_levels(results):
    import matplotlib.image

    from kpca_core.figures.palette import LIGHT
    from kpca_core.figures.printing import print_result

    image = matplotlib.image.imread(io.BytesIO(print_result(results["4"], "png")), format="png")
    assert image.shape[1] == 7.2 * 300
    pixels = (255 * image[..., :3]).round().astype(int) @ [65536, 256, 1]
    found = set(np.unique(pixels).tolist())
    # The middles of bands, in units of the largest level.
    for middle in (-0.9, -0.1, 0.1, 0.9):
        red, green, blue = map(int, re.findall(r"\d+", LIGHT.diverging(middle)))
        assert 65536 * red + 256 * green + blue in found


def test_only_known_formats_are_printed(results):
    from kpca_core.figures.printing import print_result

    with pytest.raises(ValueError, match="svg, pdf, png; got 'bmp'"):
        print_result(results["5"], "bmp")


HEAVY = "streamlit plotly matplotlib sklearn dask datasets"


def test_experiments_need_numpy_alone_until_they_run():
    code = (
        "import sys, kpca_core.experiments, kpca_core.figures.layout\n"
        f"print([name for name in {HEAVY.split()} if name in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("fake", "advice"),
    [
        ("None", "pip install -e ."),
        ("types.SimpleNamespace(__file__='/hub/datasets')", "Hugging Face.*/hub/datasets"),
    ],
)
def test_without_the_explorers_datasets_a_message_says_what_to_do(fake, advice):
    code = (
        f"import sys, types; sys.modules['datasets'] = {fake}\n"
        "from kpca_core.experiments import figure, run\n"
        "try: run(figure('4'))\n"
        "except ImportError as error: print(error)"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.search(advice, output.stdout)
