"""Every page in WebKitGTK, which is not made of Chromium: it says no error and is painted."""

from __future__ import annotations

import os

import pytest
from support.explorer import MARKS, until
from support.webkit import missing, webkit

pytestmark = pytest.mark.browser

# Pages below the address of the app, by their names in the sidebar.
PLACES = {name: name.lower() for name in MARKS} | {
    "Explore": "?grid=25",
    "Own data": "table?data=iris",
}
# What is asked of a page at once, shadow roots included: how many pixels a CSS pixel has, what went
# wrong, whether a text is there and no run on its way, and how many canvases there are and blank.
LOOK = """((mark) => {
    const nodes = [];
    const visit = (root) => root.querySelectorAll('*').forEach((one) => {
        nodes.push(one);
        if (one.shadowRoot) visit(one.shadowRoot);
    });
    visit(document);
    const painted = (canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const pixels = new Uint32Array(data.buffer);
        return pixels.some((pixel) => pixel !== pixels[0]);
    };
    const wrong = '[data-testid=stException], [data-testid=stAlertContentError]';
    const canvases = nodes.filter((one) => one.tagName === 'CANVAS'
        && one.clientWidth > 60 && one.width > 1);
    return {
        scale: devicePixelRatio,
        wrong: nodes.filter((one) => one.matches(wrong)).map((one) => one.innerText),
        there: nodes.some((one) => one.matches('p, h1, h2, h3') && one.textContent.includes(mark))
            && document.querySelector('.stApp')?.dataset.testScriptState === 'notRunning',
        canvases: canvases.length,
        blank: canvases.filter((one) => !painted(one)).length,
        sharp: Math.max(0, ...canvases.map((one) => one.width / one.clientWidth)),
    };
})(%r)"""


@pytest.fixture(params=[2, 1], ids=["scale 2", "scale 1"], scope="module")
def tab(request):
    if reason := missing():
        # .ci/run says so where it could not be installed, and sets this.
        if os.environ.get("CI") and not os.environ.get("KPCA_WITHOUT_WEBKIT"):
            pytest.fail(f"WebKitGTK must be tried under CI: {reason}.")
        pytest.skip(f"Pages are tried in WebKitGTK where it is: {reason}.")
    with webkit(request.param) as one:
        one.scale = request.param
        yield one


def test_every_page_is_drawn_in_webkit(app_url, tab):
    # On a screen with one pixel a CSS pixel, where Chromium's tests are, three of the ways to draw.
    names = MARKS if tab.scale > 1 else ("Explore", "Method", "Scale")
    for name in names:
        tab.goto(f"{app_url}/{PLACES[name]}")
        found = {}

        def drawn(name=name, found=found):
            found.update(tab.evaluate(LOOK % MARKS[name]))
            return found["wrong"] or (found["there"] and found["canvases"] and not found["blank"])

        try:
            until(drawn, 30, "")
        except AssertionError:
            pytest.fail(f"{name} is not drawn in WebKitGTK: {found}")
        assert found["wrong"] == [], name
        assert found["scale"] == tab.scale
        assert found["sharp"] > tab.scale - 0.1, name
