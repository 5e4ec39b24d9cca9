"""Colours: the diverging scale, and that the canvas has the same."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from support.processes import node

from kpca_core.drawing.palette import DARK, LIGHT


def test_the_diverging_scale_runs_from_blue_through_neutral_to_vermilion():
    rgb = np.array([LIGHT.diverging(t)[4:-1].split(",") for t in np.linspace(-1, 1, 33)], int)
    assert np.ptp(rgb[len(rgb) // 2]) == 0
    assert rgb[0, 2] > rgb[0, 0]
    assert rgb[-1, 0] > rgb[-1, 2]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_colours_are_those_of_the_canvas():
    answer = node(
        "palette.js",
        "diverging, themeFrom",
        """[["#ffffff", false], ["#14161a", true]].map(([background, dark]) => [
            Array.from({ length: 81 }, (_, i) => diverging((i - 40) / 40, dark)),
            themeFrom({ background }),
        ])""",
    )
    for palette, (colours, theme) in zip((LIGHT, DARK), answer, strict=True):
        ours = [palette.diverging(i / 40) for i in range(-40, 41)]
        assert ours == ["rgb({},{},{})".format(*colour) for colour in colours]
        assert palette.bars == (theme["bar"], theme["paleBar"], theme["negativeBar"])
        assert palette.cumulative == theme["cumulative"]
        assert (palette.isoline, palette.zero) == (theme["isoline"], theme["zeroLine"])
