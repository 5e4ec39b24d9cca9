"""The colours of every figure; those of maps are the canvas's, see `canvas.look`."""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from kpca_core.drawing.canvas.look import LOOK


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, in CSS; the diverging colours are defined in CIE LCh."""

    template: str  # Plotly's name of the theme
    background: str
    ink: str  # of text, as "r,g,b"
    zero: str  # the zero line
    bars: tuple[str, str, str]  # eigenvalues that are shown, further ones, negative ones
    cumulative: str  # the cumulative share of the trace
    lightness: tuple[float, float]  # of the diverging colours in the middle and at the ends
    arms: tuple[tuple[float, float], tuple[float, float]]  # their (hue in °, chroma) at -1 and 1
    errors: tuple[str, ...]  # from the smallest error to the largest
    methods: tuple[str, ...]  # of curves

    @classmethod
    def of(cls, theme: str, template: str) -> Self:
        """Return the palette whose maps have the look of a theme of the canvas."""
        look = LOOK["themes"][theme]
        first, last = map(tuple, look["arms"])
        return cls(
            template, look["background"], look["ink"], look["zeroLine"],
            tuple(look["bars"]), look["cumulative"], tuple(look["lightness"]), (first, last),
            tuple(look["errors"]), tuple(look["methods"]),
        )  # fmt: skip

    def shade(self, share: float) -> str:
        """The colour of text at an opacity of `share`."""
        return f"rgba({self.ink},{share})"

    def diverging(self, t: float) -> str:
        """The colour of t, clamped to [-1, 1]: blue below zero, neutral at it, vermilion above."""
        hue, chroma = self.arms[bool(t >= 0)]
        size = min(1.0, abs(t))
        start, end = self.lightness
        powers, srgb, angle = LOOK["diverging"], LOOK["srgb"], math.radians(hue)
        height = (start + (end - start) * size ** powers["lightness"] + 16) / 116
        a, b = chroma * size ** powers["chroma"] * np.array([math.cos(angle), math.sin(angle)])
        f = height + np.array([a / 500, 0.0, -b / 200])
        xyz = srgb["white"] * np.where(f > 6 / 29, f**3, (f - 4 / 29) * 3 * (6 / 29) ** 2)
        linear = np.clip(np.array(srgb["fromXyz"]) @ xyz, 0.0, 1.0)
        curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
        return "rgb({},{},{})".format(*np.floor(255 * curved + 0.5).astype(int))


LIGHT, DARK = Palette.of("light", "plotly_white"), Palette.of("dark", "plotly_dark")
PALETTES = {palette.template: palette for palette in (LIGHT, DARK)}
