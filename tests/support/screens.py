"""Every page on screens with one, two and three pixels a CSS pixel, light and dark.

Pictures of one size and theme must agree: at most 1 % of the pixels of a canvas, without its
writing and reduced to CSS pixels, may differ by more than 48 of 255 from every pixel within one
pixel's distance in the first of these pictures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from support.browser import come_to_rest

# Addresses below the app's own.
PAGES = {
    "explore": "?grid=25&view=space",
    "method": "method",
    "sweep": "sweep",
    "compare": "compare",
    "neighbours": "neighbours",
    "table": "table?data=iris",
    "denoise": "denoise?point=3",
    "paper": "paper",
    "digits": "digits",
    "scale": "scale",
}
SCRIPT = Path(__file__).with_suffix(".js")
DESK, PHONE = (1440, 900), (390, 844)
SCHEMES = ("light", "dark")
# Streamlit reads nothing of this setting, and the browser tells pages of another scale with it.
CONTRASTS = ("no-preference", "more")


class Look(NamedTuple):
    """A window, the colours that the reader prefers, and the pixels of a CSS pixel."""

    size: tuple[int, int]
    scheme: str
    scale: int


def screens_of(turn: int) -> list[Look]:
    """Return a short way with redraws and a change of size; every second begins in the dark.

    Maps are drawn twice on one bitmap in each window: at scale 3 they have two pixels a CSS pixel,
    as at scale 2.
    """
    first, second = SCHEMES[:: 1 if turn % 2 == 0 else -1]
    return [
        *(Look(DESK, first, scale) for scale in (2, 3)),
        *(Look(PHONE, second, scale) for scale in (3, 2)),
        Look(DESK, first, 1),
    ]


class Screen:
    """A tab that is moved from screen to screen."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab
        self.devtools = tab.context.new_cdp_session(tab)
        self.moves = 0
        tab.add_init_script(path=SCRIPT)

    def set(self, look: Look) -> None:
        (width, height), scheme, scale = look
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        self.moves += 1
        self.tab.emulate_media(color_scheme=scheme, contrast=CONTRASTS[self.moves % 2])

    def look(self, look: Look, **patience: float) -> dict[str, Any]:
        """Say what is wrong with the picture, and how far it is from the first of its kind."""
        self.set(look)
        (width, _), scheme, scale = look
        wanted = {"width": width, "scheme": scheme, "scale": scale}
        asked = [wanted, f"{width} {scheme}", *patience.values()]
        found: dict[str, Any] = self.tab.evaluate("(asked) => screens.look(...asked)", asked)
        return found

    def open(self, address: str, look: Look) -> None:
        """Load a page; pictures of the one before are forgotten."""
        self.set(look)
        self.tab.goto(address)
        come_to_rest(self.tab)
