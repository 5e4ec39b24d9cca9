"""Every page on screens with one, two and three pixels a CSS pixel shows the same picture, again
after a redraw and after a change of size."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from support.explorer import until

from benchmarks.sheet import come_to_rest

pytestmark = pytest.mark.browser

PAGES = (
    "?grid=25&view=space", "method", "sweep", "compare", "neighbours", "table?data=iris",
    "denoise?point=3", "paper", "digits", "scale",
)  # fmt: skip
SIZE, OTHER = (1000, 800), (1150, 760)
# Pixels of a thumbnail along a side, and the mean difference of two, of 255, up to which they show
# the same: type and lines are smoothed otherwise in finer pixels.
THUMB, SAME = 48, 4.0
READ = """(side) => {
    const found = [];
    const visit = (node) => {
        for (const one of node.querySelectorAll('*')) {
            if (one.tagName === 'CANVAS' && one.getClientRects().length) found.push(one);
            if (one.shadowRoot) visit(one.shadowRoot);
        }
    };
    visit(document);
    return found.filter((canvas) => canvas.clientWidth > 60).map((canvas) => {
        // Means of equal cells over grey: single samples would miss lines of finer pixels.
        const small = new Uint8ClampedArray(side * side * 4);
        const { width, height } = canvas;
        const whole = new OffscreenCanvas(width, height).getContext('2d');
        whole.fillStyle = '#888';
        whole.fillRect(0, 0, width, height);
        whole.drawImage(canvas, 0, 0);
        const { data } = whole.getImageData(0, 0, width, height);
        const [across, down] = [width, height].map((size) =>
            Array.from({ length: side + 1 }, (_, k) => Math.round((k * size) / side)));
        for (let row = 0; row < side; row += 1) for (let column = 0; column < side; column += 1) {
            const sums = [0, 0, 0, 0];
            let count = 0;
            for (let y = down[row]; y < down[row + 1]; y += 1) {
                for (let x = across[column]; x < across[column + 1]; x += 1) {
                    for (let k = 0; k < 4; k += 1) sums[k] += data[4 * (y * width + x) + k];
                    count += 1;
                }
            }
            sums.forEach((sum, k) => { small[4 * (row * side + column) + k] = sum / count; });
        }
        return {
            size: [canvas.clientWidth, canvas.clientHeight],
            sharp: canvas.width / canvas.clientWidth,
            pixels: btoa(String.fromCharCode(...small)),
        };
    });
}"""


class Screen:
    """A tab whose screen and window are set as a reader's are who moves it to another screen."""

    def __init__(self, tab):
        self.tab = tab
        self.devtools = tab.context.new_cdp_session(tab)

    def set(self, scale, size):
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        self.tab.wait_for_function(
            "([scale, width]) => devicePixelRatio === scale && innerWidth === width",
            arg=[scale, width],
        )

    def pictures(self):
        """The canvases in sight: sizes in CSS pixels, pixels a CSS pixel, and thumbnails."""
        found = self.tab.evaluate(READ, THUMB)
        thumbs = [np.frombuffer(base64.b64decode(one["pixels"]), np.uint8) for one in found]
        return (
            [one["size"] for one in found],
            [one["sharp"] for one in found],
            [one.astype(float) for one in thumbs],
        )

    def difference(self, first):
        """How far the worst canvas is from what it showed first; infinite for other canvases."""
        sizes, _, thumbs = self.pictures()
        if sizes != first[0]:
            return np.inf
        return max(np.abs(a - b).mean() for a, b in zip(thumbs, first[2], strict=True))

    def shows(self, first, scale, when):
        # Maps have two pixels a CSS pixel at most: more cannot be seen and cost time.
        def holds():
            sizes, sharp, _ = self.pictures()
            return sizes and self.difference(first) < SAME and min(sharp) > min(scale, 2) - 0.1

        try:
            until(holds, 60, "")
        except AssertionError:
            far, sharp = self.difference(first), min(self.pictures()[1], default=0)
            where = f"{when} at scale {scale}: {self.tab.url}"
            raise AssertionError(f"{where} differs by {far:.1f}, sharpness {sharp:.1f}") from None

    def first(self):
        """What is shown once it stands still."""
        seen = [self.pictures()]

        def still():
            seen.append(self.pictures())
            return bool(seen[-1][0]) and self.difference(seen[-2]) == 0

        until(still, 60, f"{self.tab.url} has no canvas that stands still")
        return seen[-1]

    def redraw(self):
        """Draw everything in the colours of the other theme, and anew in those of this one."""
        before = self.pictures()
        self.tab.emulate_media(color_scheme="dark")
        until(lambda: self.difference(before) > 1, 60, "nothing is drawn in the other theme")
        self.tab.emulate_media(color_scheme="light")


@pytest.fixture(scope="module")
def screen(browser):
    context = browser.new_context(
        viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=2
    )
    yield Screen(context.new_page())
    context.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_picture_on_every_screen(app_url, screen, page):
    screen.set(1, SIZE)
    screen.tab.goto(f"{app_url}/{page}")
    come_to_rest(screen.tab)
    first = screen.first()
    for scale in (2, 3):
        screen.set(scale, OTHER)
        screen.set(scale, SIZE)
        if scale == 2:
            # Maps of more than two pixels a CSS pixel are drawn with two.
            screen.shows(first, scale, "after a change of size")
        # Canvases whose size stays begin with what the picture before left.
        screen.redraw()
        screen.shows(first, scale, "after a change of size and two redraws")
