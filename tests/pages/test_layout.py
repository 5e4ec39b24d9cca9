"""Every page at every width: no text overlaps another, nothing is cut or wider than its place."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from support.browser import PAGES, WINDOWS, come_to_rest
from support.measuring import TROUBLES

pytestmark = pytest.mark.browser

# One figure of the page "Paper" at every width, the others where the layout changes.
WHOLE = ("explore", "table-wine", "denoise", "paper", "digits", "scale")
MEASURED = {
    page: WINDOWS if page in WHOLE else [WINDOWS[k] for k in (0, 3, 4, 6)]
    for page in PAGES
    if page != "paper-prml-12.17"
}
# Its drawing of feature space has more room in wide windows.
MEASURED["paper-prml-12.16"] += WINDOWS[7:9]


@pytest.fixture
def opened(app_url, new_tab):
    def open_page(page, query=""):
        tab = new_tab()
        tab.goto(f"{app_url}/{PAGES[page]}{query}")
        come_to_rest(tab)
        return tab

    return open_page


def resized(tab, window):
    """What is wrong at this size; Plotly may draw a while after its place has changed."""
    tab.set_viewport_size({"width": window.width, "height": window.height})
    for quiet in (0.12, 1.0, 3.0):
        come_to_rest(tab, quiet=quiet)
        if not (found := tab.evaluate(TROUBLES)):
            break
    return found


WORDS_OF_MAPS = """() => [...document.querySelector('[data-paints]').shadowRoot
    .querySelectorAll('.panel')].map((panel) => {
        const box = (name) => panel.querySelector(name).getBoundingClientRect();
        return {
            sentence: box('.sentence').bottom <= box('canvas').top + 1,
            range: box('.range').bottom <= box('.title').bottom + 1,
        };
    })"""


def whole_words(tab, window):
    """Maps whose sentence or ± is cut."""
    said = tab.evaluate(WORDS_OF_MAPS)
    return [] if said == 8 * [{"sentence": True, "range": True}] else said


def staggered_sliders(tab, window):
    """Sliders that do not begin at the edges of their columns."""
    places = tab.locator(".controls .slider").evaluate_all(
        "all => all.map(node => [node.getBoundingClientRect()]"
        ".map(({ left, top }) => [left, top].map(Math.round))[0])"
    )
    in_first_row = [left for left, top in places if top == places[0][1]]
    columns = [in_first_row[k % len(in_first_row)] for k in range(len(places))]
    return [] if [left for left, _ in places] == columns else places


def hidden_on_a_laptop(tab, window):
    """What has to be scrolled to though there is room."""
    if not 1024 <= window.width <= 1440:
        return []
    return tab.locator(".stMain [data-scrolls]:not([data-scrolls=''])").all_inner_texts()


def cut_without_a_line(tab, window):
    """What is cut at its right edge, perhaps between two columns, without a line there."""
    edges = tab.locator(".stMain [data-scrolls~=right]").evaluate_all(
        "all => all.map(node => parseFloat(getComputedStyle(node).borderRightWidth))"
    )
    assert edges or window.width > 320, "nothing to look at"
    return [] if min(edges, default=3) >= 2 else edges


# Places above the lower edge of the sliders that show something else.
BESIDE_THE_BAR = """() => {
    const root = document.querySelector('[data-paints]').shadowRoot;
    const place = () => root.querySelector('.bar').getBoundingClientRect();
    const main = document.querySelector('.stMain');
    main.scrollTop += place().top + 100;
    const bar = place();
    const found = [];
    for (let x = bar.left + 1; x < bar.right; x += 9) {
        for (let y = 2; y < bar.bottom - 1; y += 3) {
            const top = document.elementFromPoint(x, y);
            const inside = root.elementFromPoint(x, y);
            const own = top.closest('.stAppHeader, .st-key-tools') || inside?.closest('.bar');
            if (!own && y < innerHeight) found.push([x, y, inside?.className ?? top.className]);
        }
    }
    main.scrollTop = 0;
    const colour = (name) => getComputedStyle(document.querySelector(name)).backgroundColor;
    if (colour('.stAppHeader') !== colour('.stApp')) found.push(colour('.stAppHeader'));
    return found.slice(0, 5);
}"""


def beside_sliders_that_stick(tab, window):
    """What shows beside or above the sliders once the page is scrolled."""
    return tab.evaluate(BESIDE_THE_BAR) if window.width in (390, 1280) else []


def cut_scene(tab, window):
    """Whether the drawing of feature space is empty or reaches its edges."""
    scene = tab.locator(".spaces canvas").first
    scene.scroll_into_view_if_needed()
    tab.wait_for_timeout(500)
    drawn = np.asarray(Image.open(BytesIO(scene.screenshot())).convert("RGB"))
    edges = np.vstack([drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]])
    empty = len(np.unique(drawn.reshape(-1, 3), axis=0)) <= 100
    return ["empty"] * empty + ["cut"] * bool((edges != 255).any())


def alone_in_the_last_row(tab, window):
    """Maps that stand alone below rows of three or more."""
    rows = tab.locator(".tiles").evaluate_all(
        "all => all.map((group) => [...group.querySelectorAll('.tile')]"
        ".map((node) => Math.round(node.getBoundingClientRect().top)))"
    )
    assert any(len(tops) == 5 for tops in rows)
    return [tops for tops in rows if tops.count(tops[0]) > 2 and tops.count(tops[-1]) == 1]


# What is looked for besides, at each width.
BESIDES = {
    "explore": [whole_words, beside_sliders_that_stick],
    "table-wine": [whole_words, beside_sliders_that_stick],
    "compare": [staggered_sliders, beside_sliders_that_stick],
    "denoise": [staggered_sliders, hidden_on_a_laptop, beside_sliders_that_stick],
    "denoise-digits": [hidden_on_a_laptop, cut_without_a_line],
    "scale": [hidden_on_a_laptop, alone_in_the_last_row],
    "paper-3": [hidden_on_a_laptop],
    "paper-prml-12.16": [cut_scene],
}


@pytest.mark.parametrize("page", MEASURED)
def test_no_text_overlaps_another_or_leaves_its_container(opened, page):
    tab, troubles = opened(page), {}
    for window in MEASURED[page]:
        troubles[str(window)] = resized(tab, window)
        for look in BESIDES.get(page, ()):
            troubles[f"{window}, {look.__name__}"] = look(tab, window)
    assert len(troubles) == len(MEASURED[page]) * (1 + len(BESIDES.get(page, ())))
    assert not {where: found for where, found in troubles.items() if found}


def test_a_finished_run_at_scale_keeps_its_tables_in_their_place(opened):
    tab = opened("scale", "?size=1000")
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("Memory is how far the process grew").wait_for()
    for window in WINDOWS[1::3]:
        assert not resized(tab, window), str(window)


def test_the_sidebar_of_a_phone_holds_its_widgets(opened):
    for page in ("digits", "scale"):
        tab = opened(page)
        resized(tab, WINDOWS[0])
        tab.get_by_test_id("stExpandSidebarButton").click()
        tab.get_by_test_id("stSidebarCollapseButton").wait_for()
        come_to_rest(tab)
        width, room = tab.get_by_test_id("stSidebarContent").evaluate(
            "node => [node.scrollWidth, node.clientWidth]"
        )
        assert 200 < width <= room, page


INJECTED = {
    "overlaps": "(([a, b]) => { b.style.translate ="
    " `0 ${a.getBoundingClientRect().top - b.getBoundingClientRect().top}px`; })"
    "(document.querySelectorAll('.stMain h2'))",
    "cut by": "Object.assign(document.querySelector('.stMain h2').style,"
    "{ width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' })",
    "px wide": "document.querySelector('.stPlotlyChart').style.cssText = "
    "'width: 3000px !important; min-width: 3000px'",
    "leaves the window": "document.querySelector('.stMain h2').style.cssText = "
    "'position: relative; left: 1200px; white-space: nowrap'",
}


def test_the_measurement_finds_what_is_broken_also_in_a_drawing(opened):
    tab = opened("scale")
    tab.wait_for_selector(".stPlotlyChart")
    come_to_rest(tab)
    assert tab.evaluate(TROUBLES) == []
    for kind, breaking in INJECTED.items():
        restore = tab.evaluate_handle(
            "[...document.querySelectorAll('.stMain h2, .stPlotlyChart')]"
            ".map((node) => [node, node.style.cssText])"
        )
        tab.evaluate(breaking)
        found = tab.evaluate(TROUBLES)
        assert any(kind in trouble for trouble in found), (kind, found)
        tab.evaluate(
            "pairs => pairs.forEach(([node, css]) => { node.style.cssText = css; })", restore
        )
        assert tab.evaluate(TROUBLES) == []
    tab = opened("explore")
    assert tab.evaluate(TROUBLES) == []
    tab.evaluate(
        """() => {
            const root = document.querySelector('[data-paints]').shadowRoot;
            const [first, second] = [...root.querySelectorAll('.panel .text')]
                .map((node) => node.getBoundingClientRect().left);
            root.querySelectorAll('.panel')[1].style.translate = `${first - second}px 0`;
        }"""
    )
    found = tab.evaluate(TROUBLES)
    assert any('"λ = 22.558"' in one and '"λ = 20.936"' in one for one in found), found
