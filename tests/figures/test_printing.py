"""Files in print quality: the same in every run, with their fonts, in the colours of the levels."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree

import matplotlib.axes
import matplotlib.image
import numpy as np
import pytest
from matplotlib import font_manager
from PIL import Image

import kpca_core
from kpca_core._support.words import letters, speaking
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing import faces
from kpca_core.drawing.printing.figures import print_result
from kpca_core.reproduction import FIGURES, run


@pytest.fixture(scope="module")
def results():
    return {name: run(experiment) for name, experiment in FIGURES.items()}


@pytest.mark.parametrize("name", FIGURES)
def test_a_printed_figure_is_the_same_file_in_every_run(results, name):
    svg = print_result(results[name], "svg")
    assert svg == print_result(results[name], "svg")
    tree = xml.etree.ElementTree.fromstring(svg)
    assert tree.tag.endswith("svg")
    assert b"<text" not in svg  # glyphs are outlines: no font is needed to read it
    assert not re.search(rb"20\d\d-\d\d-\d\d", svg)


def test_a_pdf_embeds_its_fonts_and_has_no_date(results):
    pdf = print_result(results["5"], "pdf")
    assert pdf.startswith(b"%PDF")
    assert b"/FontFile2" in pdf
    assert b"CreationDate" not in pdf
    assert pdf == print_result(results["5"], "pdf")


def test_a_png_has_300_dots_an_inch_and_the_colours_of_the_levels(results):
    image = matplotlib.image.imread(io.BytesIO(print_result(results["4"], "png")), format="png")
    assert image.shape[1] == 7.2 * 300
    pixels = (255 * image[..., :3]).round().astype(int) @ [65536, 256, 1]
    found = set(np.unique(pixels).tolist())
    # The middles of bands, in units of the largest level.
    for middle in (-0.9, -0.1, 0.1, 0.9):
        red, green, blue = map(int, re.findall(r"\d+", LIGHT.diverging(middle)))
        assert 65536 * red + 256 * green + blue in found


def test_only_known_formats_are_printed(results):
    with pytest.raises(ValueError, match="svg, pdf, png; got 'bmp'"):
        print_result(results["5"], "bmp")


@pytest.mark.parametrize("name", ["3", "5"])
def test_a_printed_figure_says_where_it_comes_from(results, name):
    address = f"http://explorer.test/paper?figure={name}"
    svg = print_result(results[name], "svg", address).decode()
    with Image.open(io.BytesIO(print_result(results[name], "png", address))) as image:
        png = image.text
    assert png["Address"] == address
    assert png["Seed"] == "the paper's own draw"
    for text in (address, "seed='paper'", f"kpca-core {kpca_core.__version__}"):
        assert text in " ".join(xml.etree.ElementTree.fromstring(svg).itertext())
    for case in results[name].experiment.cases:
        assert repr(case.kernel) in png["Kernel"]
    for value in results[name].values:
        assert f"{value:.3f}" in png["Eigenvalues"]


def test_a_font_of_the_system_writes_what_the_figures_own_lacks():
    with speaking("zh"):
        if faces.printable_language() != "zh":
            pytest.skip("no font here can write Chinese; fonts-wqy-microhei has one")
        own, further = faces.families()
    assert own == "DejaVu Sans"
    path = font_manager.findfont(further)
    assert letters("zh") <= faces._letters_of(path) | faces._letters_of(font_manager.findfont(own))
    assert faces.families() == [own]
