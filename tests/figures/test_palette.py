"""Colours: the diverging scale, and that the canvas has the same."""

from __future__ import annotations

import json
import shutil
import subprocess

import numpy as np
import pytest
from support.paths import ROOT

from kpca_core.figures.palette import DARK, LIGHT

PALETTE_JS = ROOT / "kpca_core/canvas/assets/palette.js"


def test_the_diverging_scale_runs_from_blue_through_neutral_to_vermilion():
    positions, colours = zip(*LIGHT.diverging_scale(33), strict=True)
    rgb = np.array([colour[4:-1].split(",") for colour in colours], int)
    assert (positions[0], positions[-1]) == (0, 1)
    assert np.ptp(rgb[len(rgb) // 2]) == 0
    assert rgb[0, 2] > rgb[0, 0]
    assert rgb[-1, 0] > rgb[-1, 2]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_colours_are_those_of_the_canvas():
    script = f"""
        import {{ diverging, themeFrom }} from {json.dumps(PALETTE_JS.as_uri())};
        const t = Array.from({{ length: 81 }}, (_, i) => (i - 40) / 40);
        const theme = (background) => themeFrom({{ background }});
        console.log(JSON.stringify([["#ffffff", false], ["#14161a", true]].map(
            ([background, dark]) => [t.map((v) => diverging(v, dark)), theme(background)])));
    """
    command = ["node", "--input-type=module", "-e", script]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for palette, (colours, theme) in zip((LIGHT, DARK), json.loads(answer), strict=True):
        ours = [palette.diverging(i / 40) for i in range(-40, 41)]
        assert ours == ["rgb({},{},{})".format(*colour) for colour in colours]
        assert palette.bars == (theme["bar"], theme["paleBar"], theme["negativeBar"])
        assert palette.cumulative == theme["cumulative"]
        assert (palette.isoline, palette.zero) == (theme["isoline"], theme["zeroLine"])
