"""Every page in WebKitGTK, which is not made of Chromium: it says no error and is painted."""

from __future__ import annotations

import os

import pytest
from support.explorer import MARKS, until
from support.webkit import missing, webkit

from kpca_core.drawing.canvas.standalone import figure_page
from kpca_core.drawing.layout import of_result, origin_of
from kpca_core.reproduction import figure, run

pytestmark = pytest.mark.browser

SCALE = 2
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


@pytest.fixture(scope="module")
def tab():
    if reason := missing():
        # .ci/run says so where it could not be installed, and sets this.
        if os.environ.get("CI") and not os.environ.get("KPCA_WITHOUT_WEBKIT"):
            pytest.fail(f"WebKitGTK must be tried under CI: {reason}.")
        pytest.skip(f"Pages are tried in WebKitGTK where it is: {reason}.")
    # Chromium's tests have one pixel a CSS pixel.
    with webkit(SCALE) as one:
        yield one


def test_every_page_is_drawn_in_webkit(app_url, tab):
    for name in MARKS:
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
        assert found["scale"] == SCALE
        assert found["sharp"] > SCALE - 0.1, name


def test_a_file_of_its_own_is_drawn_in_webkit_from_a_disk(tab, tmp_path):
    result = run(figure("prml-12.16"))
    path = tmp_path / "figure.html"
    path.write_text(figure_page(of_result(result), origin_of(result)), encoding="utf-8")
    tab.goto(path.as_uri())
    found = {}

    def drawn():
        found.update(tab.evaluate(LOOK % ""))
        return found["canvases"] >= 4 and not found["blank"]

    try:
        until(drawn, 30, "")
    except AssertionError:
        pytest.fail(f"The file is not drawn in WebKitGTK: {found}")
