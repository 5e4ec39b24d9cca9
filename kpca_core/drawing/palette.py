"""The colours of every figure; those of maps are the canvas's, see `canvas.look`."""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np

from kpca_core.drawing.canvas.look import LOOK

# Opacities of the ink of secondary text and of frames.
MUTED, FRAME = LOOK["ink"]["muted"], LOOK["ink"]["frame"]

# White point and matrix of sRGB (IEC 61966-2-1).
D65 = np.array([0.95047, 1.0, 1.08883])
XYZ_TO_RGB = np.array([
    [3.2404542, -1.5371385, -0.4985314],
    [-0.969266, 1.8760108, 0.041556],
    [0.0556434, -0.2040259, 1.0572252],
])  # fmt: skip


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, in CSS; the diverging colours are defined in CIE LCh."""

    template: str  # Plotly's name of the theme
    background: str
    ink: str  # of text, as "r,g,b"
    isoline: str
    zero: str  # the zero line
    bars: tuple[str, str, str]  # eigenvalues that are shown, further ones, negative ones
    cumulative: str  # the cumulative share of the trace
    lightness: tuple[float, float]  # of the diverging colours in the middle and at the ends
    arms: tuple[tuple[float, float], tuple[float, float]]  # their (hue in °, chroma) at -1 and 1

    @classmethod
    def of(cls, theme: str, template: str, background: str, ink: str) -> Self:
        """Return the palette whose maps have the look of a theme of the canvas."""
        look = LOOK["themes"][theme]
        first, last = map(tuple, look["arms"])
        return cls(
            template, background, ink, look["isoline"], look["zeroLine"], tuple(look["bars"]),
            look["cumulative"], tuple(look["lightness"]), (first, last),
        )  # fmt: skip

    def shade(self, share: float) -> str:
        """The colour of text at an opacity of `share`."""
        return f"rgba({self.ink},{share})"

    def diverging(self, t: float) -> str:
        """The colour of t, clamped to [-1, 1]: blue below zero, neutral at it, vermilion above."""
        hue, chroma = self.arms[bool(t >= 0)]
        size = min(1.0, abs(t))
        start, end = self.lightness
        angle, height = math.radians(hue), (start + (end - start) * size**0.85 + 16) / 116
        a, b = chroma * size**0.6 * np.array([math.cos(angle), math.sin(angle)])
        f = height + np.array([a / 500, 0.0, -b / 200])
        xyz = D65 * np.where(f > 6 / 29, f**3, (f - 4 / 29) * 3 * (6 / 29) ** 2)
        linear = np.clip(XYZ_TO_RGB @ xyz, 0.0, 1.0)
        curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
        return "rgb({},{},{})".format(*np.floor(255 * curved + 0.5).astype(int))

    def diverging_scale(self, size: int, reach: float = 1.0) -> list[tuple[float, str]]:
        """`size` equally spaced stops (position in [0, 1], colour) for t in [-reach, reach]."""
        return [(p, self.diverging(reach * (2 * p - 1))) for p in np.linspace(0, 1, size).tolist()]


LIGHT = Palette.of("light", "plotly_white", "#ffffff", "31,35,40")
DARK = Palette.of("dark", "plotly_dark", "#14161a", "232,230,227")
PALETTES = {palette.template: palette for palette in (LIGHT, DARK)}


def palette_of(template: str) -> Palette:
    """Return the palette of a Plotly template, or raise a ValueError that names the known ones."""
    if template not in PALETTES:
        raise ValueError(f"template must be one of {sorted(PALETTES)}; got {template!r}")
    return PALETTES[template]
