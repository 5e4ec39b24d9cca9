"""What only a browser shows of the page "Denoise": drawings under the hand, and choices in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.browser import come_to_rest
from support.explorer import Explorer, held, until

from views.pages.denoise.solving import toy_of
from views.pages.denoise.state import DenoiseState

pytestmark = pytest.mark.browser

ADDRESS = "denoise?n=60"
# The colours on the two panels, as numbers of different ones.
COLOURS = """host => [...host.shadowRoot.querySelectorAll('.plot canvas')].map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
})"""
# The commonest colour on the panel of kernel PCA, and its share.
PLAIN = """host => {
    const canvas = host.shadowRoot.querySelector('.plot canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map();
    for (const one of new Uint32Array(data.buffer)) counts.set(one, (counts.get(one) ?? 0) + 1);
    const [colour, most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one));
    return [colour, most / canvas.width / canvas.height];
}"""

# Of the chart of errors: markers outside its plot, and whether the legend reaches into it.
OUTSIDE = """() => {
    const chart = document.querySelector('.stPlotlyChart');
    const box = (node) => node.getBoundingClientRect();
    const plot = box(chart.querySelector('.nsewdrag'));
    const marks = [...chart.querySelectorAll('.points path')].map(box);
    const cut = marks.filter((mark) => mark.top < plot.top - 1 || mark.bottom > plot.bottom + 5
        || mark.left < plot.left - 1 || mark.right > plot.right + 1);
    return [marks.length, cut.length, box(chart.querySelector('.legend')).top > plot.bottom];
}"""


@pytest.fixture(scope="module")
def page(app_url, browser) -> Iterator[Explorer]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = Explorer(context.new_page(), f"{app_url}/{ADDRESS}")
    page.drawn("Denoise")
    yield page
    assert page.troubles == []
    context.close()


def titles(page: Explorer) -> list[str]:
    return page.host.locator(".plot-title").all_inner_texts()


def test_the_hand_moves_the_points_over_a_socket_of_the_pages_own(page):
    before, paints = titles(page), page.paints
    page.sent.clear()
    with held(page, 0.3) as drag:
        for step in range(8):
            drag(0.3 + 0.07 * step)
            page.tab.wait_for_timeout(30)
        until(lambda: page.paints >= paints + 2, 20, "nothing was drawn during the drag")
        assert any(url.endswith("/frames") for url in page.sent)
        assert "parabola_d" not in page.address
    until(
        lambda: page.address.get("parabola_d") == str(int(page.value)),
        20,
        "the address lags behind",
    )
    page.idle()
    assert titles(page) != before
    assert titles(page)[1] == before[1]
    kernel, linear = page.host.evaluate(COLOURS)
    assert kernel > 30
    assert linear > 5
    box = page.tab.get_by_label("Components d", exact=True).and_(
        page.tab.locator("input[type=number]")
    )
    assert int(box.input_value()) == page.value


def test_a_method_and_a_point_are_chosen_in_the_drawing(page):
    page.host.get_by_role("button", name="Ridge map").click()
    until(
        lambda: page.address.get("method") == "ridge", 20, "the method does not reach the address"
    )
    page.host.locator(".ends tr.current", has_text="Ridge map").wait_for()
    canvas = page.host.locator(".plot canvas").first
    plain, share = page.host.evaluate(PLAIN)
    assert share > 0.6, "a background before anyone chose a point"
    canvas.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.address.get("point") == "1", 20, "the point does not reach the address")
    page.host.locator("caption", has_text="Point 1,").wait_for()
    until(
        lambda: page.host.evaluate(PLAIN)[0] != plain, 20, "the objective is not behind the point"
    )
    page.idle()
    page.tab.get_by_role("button", name="Undo").click()
    until(lambda: "point" not in page.address, 20, "the choice is not undone")
    page.idle()
    assert page.address["method"] == "ridge"


def test_points_under_the_pointer_are_chosen_at_once_and_settled_when_it_is_up(page):
    data = toy_of(DenoiseState.of_address({"n": "60"}).toy)
    (x0, x1), (y0, y1) = data.region
    box = page.host.locator(".plot canvas").first.bounding_box()
    page.tab.evaluate("window.settled = []")
    page.tab.evaluate("addEventListener('kpca-settle', (event) => settled.push(event.detail))")

    def go(point: int) -> None:
        x, y = data.points[point]
        across, up = (x - x0) / (x1 - x0), (y1 - y) / (y1 - y0)
        page.tab.mouse.move(box["x"] + across * box["width"], box["y"] + up * box["height"])

    def told(point: int) -> None:
        page.host.locator("caption", has_text=f"Point {point},").wait_for()

    go(20)
    page.sent.clear()
    page.tab.mouse.down()
    told(20)
    go(40)
    told(40)
    assert all(url.endswith("/frames") for url in page.sent)
    assert "point" not in page.address
    assert page.tab.evaluate("settled.length") == 0
    page.tab.mouse.up()
    until(lambda: page.address.get("point") == "40", 20, "the point is not settled")
    assert page.tab.evaluate("settled.map(({ settings }) => settings.point)") == [40]
    page.idle()
    page.host.locator(".plot canvas").first.focus()
    for _ in range(3):
        page.tab.keyboard.press("ArrowLeft")
    told(37)
    until(lambda: page.address.get("point") == "37", 20, "the keys are not settled")
    assert page.tab.evaluate("settled.at(-1).settings.point") == 37
    page.idle()
    assert page.host.locator("canvas:focus").count() == 1
    for before in ("40", None):
        while page.address.get("point") != before:
            at = page.address.get("point")
            page.tab.get_by_role("button", name="Undo").click()
            until(lambda: page.address.get("point") != at, 20, "nothing is undone")  # noqa: B023
            page.idle()


def test_a_point_that_the_link_locks_stays(new_tab, app_url):
    tab = new_tab((1440, 900))
    tab.goto(f"{app_url}/{ADDRESS}&lock=point,method")
    locked = Explorer(tab, tab.url)
    locked.drawn("Denoise")
    locked.host.locator("caption", has_text="Point 0,").wait_for()
    button = locked.host.get_by_role("button", name="Ridge map")
    assert button.get_attribute("aria-disabled") == "true"
    locked.sent.clear()
    locked.host.locator(".plot canvas").first.focus()
    tab.keyboard.press("ArrowRight")
    button.click(force=True)
    locked.settle()
    assert locked.sent == []


def test_curves_stay_whole_where_the_window_changes_its_width(page):
    for width in (1920, 1100, 640, 320, 1440):
        page.tab.set_viewport_size({"width": width, "height": 900})
        come_to_rest(page.tab, quiet=0.6)
        marks, cut, legend_below = page.tab.evaluate(OUTSIDE)
        assert marks > 20, width
        assert (cut, legend_below) == (0, True), width


def test_an_image_comes_back_from_a_place_among_the_scores(new_tab, app_url):
    page = Explorer(new_tab(), f"{app_url}/denoise?show=scores&back=0.2,0.1")
    until(lambda: page.host.locator(".outcome").inner_text() != "", 20, "nothing is said of it")
    assert "(0.2, 0.1)" in page.host.locator(".outcome").inner_text()
    assert page.host.locator(".scores .stage canvas").bounding_box()["height"] > 300
    assert page.troubles == []
