"""Every page shows the same picture on screens with one, two and three pixels a CSS pixel, again
after redraws and after a change of size and back.

Each page is loaded once and moved along five screens, see `screens_of`: at 1440 x 900 in one theme,
at 390 x 844 in the other, and back. Every second page begins in the dark.
"""

from __future__ import annotations

import pytest
from support.screens import DESK, PAGES, Look, Screen, screens_of

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.standalone import figure_page
from kpca_core.drawing.sheets import Maps, Tile

pytestmark = pytest.mark.browser

REST = Look(DESK, "light", 2)
# Faults that drawings had or could have, as scripts that bring them into a page that is drawn well.
FAULTS = {
    "a transform that is set on top of what the picture before left": """() => {
        const { prototype } = CanvasRenderingContext2D;
        prototype.setTransform = prototype.transform;
        prototype.restore = () => {};
    }""",
    "points without the scale of the screen": """() => {
        const { prototype } = CanvasRenderingContext2D;
        const own = prototype.drawImage;
        prototype.drawImage = function small(image, x, y, width, height) {
            own.call(this, image, x, y, width / 2, height / 2);
        };
    }""",
    "no isolines": """() => {
        const { prototype } = CanvasRenderingContext2D;
        prototype.stroke = () => {};
    }""",
    "a number of pixels that is forgotten": """() =>
        Object.defineProperty(window, 'devicePixelRatio', { get: () => 1 })""",
}
# Of a picture of 40 x 40 grey pixels with a black line; where the line is, and of which colour.
LINED = """([places, colour]) => {
    const lined = (row, level) => {
        const pixels = new Uint8Array(3 * 40 * 40).fill(128);
        if (row !== null) pixels.fill(level, 3 * 40 * row, 3 * 40 * (row + 1));
        return { width: 40, height: 40, pixels };
    };
    const [first, second] = places;
    return screens.apart(lined(first, 0), lined(second, colour));
}"""


@pytest.fixture(scope="module")
def screen(browser):
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    yield Screen(context.new_page())
    context.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_picture_on_every_screen(app_url, screen, page):
    looks = screens_of(list(PAGES).index(page))
    screen.open(f"{app_url}/{PAGES[page]}", looks[0])
    for look in looks:
        assert screen.look(look)["wrong"] == "", look


@pytest.fixture(scope="module")
def figure(tmp_path_factory):
    """The address of a file with two maps."""
    data = gaussian_clusters(seed="paper")
    fields = fit(Gaussian(0.1), data.X, 2).expansion.on_grid(Grid.over(data.region, 60))
    tiles = [Tile(str(j), str(j)) for j in range(len(fields))]
    sheet = Maps(
        tiles, data.region, fields, levels(fields), columns=2, label="maps", points=data.X,
        labels=data.labels,
    )  # fmt: skip
    file = tmp_path_factory.mktemp("figure") / "maps.html"
    file.write_text(figure_page([sheet], Origin("Maps", {}, "")), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_drawing_is_found(screen, figure, name):
    looks = [REST, REST._replace(scheme="dark"), REST]
    screen.set(REST)
    screen.tab.goto(figure)
    assert [screen.look(one)["wrong"] for one in looks] == ["", "", ""]
    screen.tab.evaluate(FAULTS[name])
    screen.look(looks[1], seconds=0)
    wrong = screen.look(REST, seconds=0)["wrong"]
    assert "is apart" in wrong or "pixels are shown" in wrong, wrong


@pytest.mark.parametrize(
    ("places", "colour", "share"),
    [
        ((10, 10), 0, 0), ((10, 11), 0, 0), ((10, 12), 0, 1 / 40), ((10, None), 0, 1 / 40),
        ((None, 10), 0, 1 / 40), ((10, 10), 48, 0), ((10, 10), 49, 1 / 40),
    ],
)  # fmt: skip
def test_a_pixel_is_looked_for_beside_its_place(screen, places, colour, share):
    assert screen.tab.evaluate(LINED, [places, colour]) == pytest.approx(share)
