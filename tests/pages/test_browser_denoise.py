"""What only a browser shows of the page "Denoise": drawings under the hand, and choices in them."""

from __future__ import annotations

import pytest
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


def titles(page: Explorer) -> list[str]:
    return page.host.locator(".plot-title").all_inner_texts()


def test_the_hand_moves_the_points_and_a_method_and_a_point_are_chosen(app_url, new_tab):
    page = Explorer(new_tab(), f"{app_url}/{ADDRESS}")
    page.drawn("Denoise")
    before, paints = titles(page), page.paints
    page.sent.clear()
    with held(page, 0.3) as drag:
        for step in range(8):
            drag(0.3 + 0.07 * step)
            page.tab.wait_for_timeout(30)
        until(lambda: page.paints >= paints + 2, 20, "nothing was drawn during the drag")
        assert any(url.endswith("/frames") for url in page.sent)
        assert "parabola_d" not in page.address
    wanted = lambda: page.address.get("parabola_d") == str(int(page.value))  # noqa: E731
    until(wanted, 20, "the address lags behind")
    page.idle()
    assert titles(page) != before
    assert titles(page)[1] == before[1]
    kernel, linear = page.host.evaluate(COLOURS)
    assert kernel > 30
    assert linear > 5

    page.host.get_by_role("button", name="Ridge map").click()
    until(lambda: page.address.get("method") == "ridge", 20, "the method is not in the address")
    page.host.locator(".ends tr.current", has_text="Ridge map").wait_for()
    plain, share = page.host.evaluate(PLAIN)
    assert share > 0.6, "a background before anyone chose a point"

    data = toy_of(DenoiseState.of_address({"n": "60"}).toy)
    (x0, x1), (y0, y1) = data.region
    box = page.host.locator(".plot canvas").first.bounding_box()
    page.tab.evaluate("window.settled = []")
    page.tab.evaluate("addEventListener('kpca-settle', (event) => settled.push(event.detail))")

    def go(point: int) -> None:
        x, y = data.points[point]
        across, up = (x - x0) / (x1 - x0), (y1 - y) / (y1 - y0)
        page.tab.mouse.move(box["x"] + across * box["width"], box["y"] + up * box["height"])

    # Points under the pointer are chosen at once, and settled when it is up.
    go(20)
    page.tab.mouse.down()
    page.host.locator("caption", has_text="Point 20,").wait_for()
    go(40)
    page.host.locator("caption", has_text="Point 40,").wait_for()
    assert "point" not in page.address
    assert page.tab.evaluate("settled.length") == 0
    page.tab.mouse.up()
    until(lambda: page.address.get("point") == "40", 20, "the point is not settled")
    assert page.tab.evaluate("settled.map(({ settings }) => settings.point)") == [40]
    until(lambda: page.host.evaluate(PLAIN)[0] != plain, 20, "no objective behind the point")
    page.idle()
    page.tab.get_by_role("button", name="Undo").click()
    until(lambda: "point" not in page.address, 20, "the choice is not undone")
    page.idle()
    assert page.address["method"] == "ridge"
    assert page.troubles == []
