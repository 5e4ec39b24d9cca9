"""Every page shows the same picture on screens of several pixels a CSS pixel, and after redraws."""

from __future__ import annotations

import numpy as np
import pytest
from support.browser import come_to_rest
from support.explorer import until

pytestmark = pytest.mark.browser

# Addresses below the app's own.
PAGES = (
    "?grid=25&view=space", "method", "sweep", "compare", "neighbours", "table?data=iris",
    "denoise?point=3", "paper", "digits", "scale",
)  # fmt: skip
# A window, the colours that the reader prefers, the pixels of a CSS pixel; and a contrast, of which
# Streamlit reads nothing, and with which the browser tells pages of another scale.
LOOKS = (
    ((1440, 900), "light", 2, "more"),
    ((390, 844), "dark", 3, "no-preference"),
    ((1440, 900), "light", 1, "more"),
)
# How many pixels of a CSS pixel the canvases have, and what they show, in few pixels over grey.
# Maps have two pixels a CSS pixel at most: more cannot be seen and cost time.
CANVASES = """(scale) => {
    const found = [];
    const visit = (root) => root.querySelectorAll('*').forEach((one) => {
        if (one.shadowRoot) visit(one.shadowRoot);
        if (one.tagName !== 'CANVAS' || one.clientWidth <= 60) return;
        const small = new OffscreenCanvas(48, 36).getContext('2d');
        small.imageSmoothingQuality = 'high';
        small.fillStyle = '#808080';
        small.fillRect(0, 0, 48, 36);
        small.drawImage(one, 0, 0, 48, 36);
        const wanted = one.closest('.cell') ? Math.min(2, scale) : scale;
        found.push({
            isSharp: Math.abs(one.width / one.clientWidth - wanted) < 0.1,
            pixels: [...small.getImageData(0, 0, 48, 36).data],
        });
    });
    visit(document);
    return found;
}"""


@pytest.fixture(scope="module")
def tab(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_picture_on_every_screen(app_url, tab, page):
    devtools, first = tab.context.new_cdp_session(tab), np.array([])
    for number, ((width, height), scheme, scale, contrast) in enumerate(LOOKS):
        devtools.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False},
        )
        tab.emulate_media(color_scheme=scheme, contrast=contrast)
        if number == 0:
            tab.goto(f"{app_url}/{page}")
        come_to_rest(tab)
        drawn: list[dict] = []

        def is_sharp(scale=scale, drawn=drawn) -> bool:
            drawn[:] = tab.evaluate(CANVASES, scale)
            return bool(drawn) and all(one["isSharp"] for one in drawn)

        def shown(drawn=drawn) -> np.ndarray:
            return np.array([one["pixels"] for one in drawn], dtype=int)

        until(is_sharp, 20, f"a canvas is not sharp at scale {scale}")
        if number == 0:
            first = shown()
    # At most 2 % of the pixels are another colour than in the first picture.
    alike = lambda: is_sharp() and (np.abs(shown() - first) > 48).mean() < 0.02  # noqa: E731
    until(alike, 20, "another picture")
