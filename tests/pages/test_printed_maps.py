"""The maps of "Scale" and the images of "Digits" as files, and where they come from."""

from __future__ import annotations

import io
import xml.etree.ElementTree
from functools import partial

import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

import kpca_core
from datasets import builtin_digits
from kpca_core.drawing.canvas.levels import log_error
from kpca_core.drawing.mosaic import components, extremes
from kpca_core.drawing.printing import digits as printing_digits
from kpca_core.drawing.printing import figures as printing
from kpca_core.drawing.printing import scale as printing_scale
from kpca_core.reproduction.digits import Recipe
from views.hosts.streamlit.figures import PAINTED
from views.pages.digits.files import origin_of_images, printed
from views.pages.scale import downloads, million
from views.pages.scale.approximations import METHODS, exact_of, generated, result_of
from views.pages.scale.state import ScaleState

ADDRESS = "http://explorer.test/scale?m=5"
STATE = ScaleState.of_address({"m": "5", "points": "60"})
SCRIPT = """
from views.hosts.streamlit.run import draw_page

draw_page({0!r})
"""


def results(state=STATE):
    return {method: result_of(state, method, int(state.landmarks)) for method in METHODS}


@pytest.fixture
def drawn(monkeypatch):
    """The Matplotlib figures that are made from here on."""
    figures = []

    def recorded(figure, *arguments):
        figures.append(figure)
        return printing.file_of(figure, *arguments)

    for module in (printing_scale, printing_digits):
        monkeypatch.setattr(module, "file_of", recorded)
    return figures


def told(data: bytes, form: str) -> str:
    if form == "png":
        with Image.open(io.BytesIO(data)) as image:
            return " ".join(map(str, image.text.values()))
    return " ".join(xml.etree.ElementTree.fromstring(data).itertext())


def prints():
    exact, address = exact_of(STATE), {"address": ADDRESS}
    step = million.solve(STATE.kernel.build(), generated("clusters", 60, 0), lambda *_: True)
    path = np.array([exact.dataset.X[:4], exact.dataset.X[4:8]])
    return {
        "approximations": partial(
            downloads.approximations_printed, STATE, exact, results(), 1, **address
        ),
        "moved": partial(downloads.moved_printed, STATE, exact, path, 1, **address),
        "functions": partial(
            downloads.functions_printed, STATE, step.fields, step.variances, step.grid,
            step.points, step.n, **address,
        ),
    }  # fmt: skip


@pytest.mark.parametrize("what", ["approximations", "moved", "functions"])
@pytest.mark.parametrize("form", ["png", "svg"])
def test_every_picture_of_scale_says_where_it_comes_from(what, form):
    make = prints()[what]
    data = make(form)
    assert data == make(form)
    for part in (
        "gaussian_clusters(seed=0, n_per_cluster=20, sd=0.1)", "60", "Gaussian(width=0.1)",
        f"kpca-core {kpca_core.__version__}", ADDRESS,
    ):  # fmt: skip
        assert part in told(data, form), part


def test_approximations_stand_beside_the_exact_function_above_their_errors(drawn):
    found = results()
    downloads.approximations_printed(STATE, exact_of(STATE), found, 1, "png")
    (figure,) = drawn
    *panels, scale = figure.axes
    assert len(panels) == 2 * (1 + len(METHODS)) - 1
    errors = [axes.images[0].get_array() for axes in panels if axes.images]
    for error, result in zip(errors, found.values(), strict=True):
        np.testing.assert_allclose(error, log_error(result.errors[1]))
    assert [text.get_text() for text in scale.get_xticklabels()] == ["10⁻⁸", "10⁻⁴", "100 %"]
    names = [text.get_text() for axes in panels for text in axes.texts]
    assert names == ["exact", *METHODS]
    # One scale for all functions.
    ends = {axes.get_title("right") for axes in panels if not axes.images}
    assert len(ends) == 1


def test_the_call_that_draws_the_points_is_that_of_the_page():
    assert downloads.data_call(STATE, 60).endswith("n_per_cluster=20, sd=0.1)")
    assert downloads.data_call(STATE, 61).endswith("n_per_cluster=21, sd=0.1), the first 61 points")
    rings = ScaleState.of_address({"data": "rings", "points": "60", "seed": "3"})
    assert downloads.data_call(rings, 60) == (
        "concentric_rings(seed=3, n=60, noise=0.05, radii=(0.5, 1.0))"
    )
    name = downloads.file_name(rings, 60, "m", "5", "component-1")
    assert name == "kpca-rings-n-60-seed-3-gaussian-0.1-m-5-component-1"


def test_images_stand_in_rows_with_their_names(drawn):
    digits = builtin_digits()
    origin = origin_of_images("Images", digits, Recipe(smoothing=0.5), 3, ADDRESS)
    images = digits.X_train[:12].reshape(2, 6, 8, 8)
    rows = extremes(images[:, :3], images[:, 3:], ("a", "b"), ("low", "high"))
    data = printed(rows, origin, "How to read it.", "png")
    assert data == printed(rows, origin, "How to read it.", "png")
    axes = drawn[0].axes[0]
    np.testing.assert_array_equal(axes.images[0].get_array().filled(np.nan), rows.blocks[0].pixels)
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a", "b"]
    assert [text.get_text() for text in axes.texts] == ["low", "high"]
    for part in (
        "Built-in digits", "1297", "(x·y / 64)^3", "0.5 pixels", "kpca-core", ADDRESS,
    ):  # fmt: skip
        assert part in told(data, "png"), part


def test_maps_of_influence_have_other_colours_than_the_images(drawn):
    influence = np.arange(18.0).reshape(2, 3, 3)
    looks = np.linspace(-1, 1, 36).reshape(2, 2, 3, 3)
    laid_out = components(influence, looks, ("1", "2"), ("mean", "more"))
    digits = builtin_digits()
    origin = origin_of_images("Images", digits, Recipe(), 2, "")
    assert printed(laid_out, origin, "words", "svg").startswith(b"<?xml")
    maps, images = drawn[0].axes[0].images
    assert maps.get_extent()[:2] == [0, 5]
    assert images.get_extent()[:2] == [8, 18]
    assert maps.get_clim() == (0, 1)
    assert images.get_clim() == (-1, 1)
    assert maps.get_cmap() != images.get_cmap()


@pytest.mark.parametrize(("name", "rows"), [("scale", 1), ("digits", 2)])
def test_the_page_offers_its_maps(name, rows):
    page = AppTest.from_string(SCRIPT.format(name), default_timeout=120)
    if name == "scale":
        page.query_params["points"] = "60"
        page.query_params["m"] = "5"
    page.session_state[PAINTED] = True
    page.run()
    assert not page.exception
    labels = [one.proto.label for one in page.get("download_button")]
    assert [label for label in labels if label.isupper()] == rows * ["SVG", "PDF", "PNG"]
