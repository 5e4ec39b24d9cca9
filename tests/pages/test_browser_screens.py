"""Every page shows the same picture on screens of several pixels a CSS pixel, and after redraws.

At most 1 % of the pixels of a canvas, without its writing and reduced to CSS pixels, may differ by
more than 48 of 255 from every pixel within one pixel's distance in the first picture.
"""

from __future__ import annotations

import pytest
from support.browser import come_to_rest
from support.paths import ROOT

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


@pytest.fixture(scope="module")
def tab(browser):
    context = browser.new_context()
    tab = context.new_page()
    tab.add_init_script(path=ROOT / "tests" / "support" / "screens.js")
    yield tab
    context.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_picture_on_every_screen(app_url, tab, page):
    devtools = tab.context.new_cdp_session(tab)
    for number, ((width, height), scheme, scale, contrast) in enumerate(LOOKS):
        devtools.send(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False},
        )
        tab.emulate_media(color_scheme=scheme, contrast=contrast)
        if number == 0:
            tab.goto(f"{app_url}/{page}")
            come_to_rest(tab)
        screen = {"width": width, "scheme": scheme, "scale": scale}
        asked = [screen, f"{width} {scheme}"]
        found = tab.evaluate("(asked) => screens.look(...asked)", asked)
        assert found["wrong"] == "", screen
