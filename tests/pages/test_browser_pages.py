"""Every page in a browser: still while it loads, whole at every width, by ear, on paper, Chinese.

Each state of a page is loaded once, and looked at in turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from support.axe import IS_DARK, violations
from support.browser import come_to_rest
from support.measuring import TROUBLES

from views.named import FIRST, PAGES

pytestmark = pytest.mark.browser

DESK, PHONE = (1440, 900), (390, 844)
# The last is 1,440 × 900 at 200 % zoom.
WINDOWS = ((320, 640), PHONE, (820, 1180), (1024, 768), (1280, 720), (720, 450))
# States of a page that together show its parts, below its own address.
STATES = {
    "explore": ("", "?kernel=sigmoid&components=16"),
    "method": ("?steps=point,gram",),
    "table": ("", "?data=wine"),
    "denoise": ("", "?show=digits"),
    "paper": ("", "?figure=3"),
}
SECTIONS = ["Learn", "Use", "Sources"]
# What a page shows first, before Plotly is fetched; it may stand in a component.
PICTURES = {
    "explore": "[data-paints]", "paper": ".figure", "scale": ".figure", "digits": ".entries",
}  # fmt: skip
WATCH = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        const own = list.getEntries().filter((entry) => !entry.hadRecentInput);
        window.shift += own.reduce((sum, entry) => sum + entry.value, 0);
    }).observe({ type: "layout-shift", buffered: true });
    const find = () => document.querySelector("PICTURE") ?? [...document.querySelectorAll("*")]
        .find((node) => node.shadowRoot?.querySelector("PICTURE[data-paints]"));
    const look = () => {
        if (!find()) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.first = performance.now());
        return requestAnimationFrame(() => port2.postMessage(0));
    };
    requestAnimationFrame(look);
"""
EARLY = """performance.getEntriesByType("resource")
    .filter((one) => /plotly/i.test(one.name) && one.startTime < window.first).length"""


@dataclass
class Visit:
    """A page in a tab with an empty cache, and what the server refused it."""

    name: str
    tab: Any
    url: str
    query: str | None = None
    refused: list[tuple[int, str]] = field(default_factory=list)

    def open(self, query: str, size: tuple[int, int] = DESK) -> None:
        """Load the page and wait until it stands, unless it is there."""
        if self.query == query:
            return
        self.query = query
        self.resize(size)
        self.tab.goto(f"{self.url}/{'' if self.name == FIRST else self.name}{query}")
        come_to_rest(self.tab, quiet=0.4)

    def resize(self, size: tuple[int, int]) -> None:
        self.tab.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.fixture(scope="module", params=PAGES)
def visit(request, app_url, browser):
    context = browser.new_context(device_scale_factor=1)
    found = Visit(request.param, context.new_page(), app_url)
    found.tab.on(
        "response",
        lambda one: one.status >= 400 and found.refused.append((one.status, one.url)),
    )
    found.tab.add_init_script(WATCH.replace("PICTURE", PICTURES.get(found.name, "body")))
    yield found
    assert found.refused == []
    context.close()


def states(name: str) -> tuple[str, ...]:
    return STATES.get(name, ("",))


def test_it_stands_still_has_an_outline_and_axe_finds_nothing(visit):
    visit.open(states(visit.name)[0])
    tab = visit.tab
    assert tab.evaluate("window.shift") <= 0.12
    assert visit.name not in PICTURES or tab.evaluate(EARLY) == 0, "Plotly came first"
    visit.open(states(visit.name)[-1 if visit.name in ("table", "paper") else 0])
    assert_outline(tab, PAGES[visit.name].title)
    assert violations(tab) == []
    tab.keyboard.press("t")
    tab.wait_for_function(IS_DARK)
    visit.resize(PHONE)
    come_to_rest(tab)
    assert violations(tab) == []
    tab.keyboard.press("t")
    tab.wait_for_function(f"!({IS_DARK})")


def assert_outline(tab, title):
    """The page has its title, its landmarks, its links and its headings."""
    assert tab.title() == f"{title} · Kernel PCA explorer"
    assert tab.evaluate("document.documentElement.lang") == "en"
    for landmark in ("main", "nav", "header"):
        assert tab.locator(landmark).count() == 1, landmark
    links = tab.get_by_role("navigation", name="Pages", exact=True)
    links.wait_for()
    assert links.get_by_role("link").all_inner_texts() == [one.title for one in PAGES.values()]
    assert links.get_by_test_id("stCaptionContainer").all_inner_texts() == SECTIONS
    # A locator also finds the headings inside components.
    levels = tab.locator("h1, h2, h3, h4, h5, h6").evaluate_all(
        "all => all.filter((node) => node.checkVisibility()).map((node) => Number(node.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


WORDS_OF_MAPS = """() => [...document.querySelector('[data-paints]').shadowRoot
    .querySelectorAll('.panel')].filter((panel) => {
        const box = (name) => panel.querySelector(name).getBoundingClientRect();
        return box('.sentence').bottom > box('canvas').top + 1
            || box('.range').bottom > box('.title').bottom + 1;
    }).map((panel) => `the words of "${panel.innerText}" are cut`)"""
# Places above the lower edge of the sliders, once the page is scrolled, that show something else.
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
            if (!own && y < innerHeight) found.push(`${x} ${y} ${inside?.className}`);
        }
    }
    main.scrollTop = 0;
    return found.slice(0, 5);
}"""
# Maps that stand alone below rows of three or more.
ALONE = """() => [...document.querySelectorAll('*')]
    .flatMap((node) => [...(node.shadowRoot ?? node).querySelectorAll('.tiles')])
    .map((group) => [...group.querySelectorAll('.tile')]
        .map((node) => Math.round(node.getBoundingClientRect().top)))
    .filter((tops) => tops.filter((top) => top === tops[0]).length > 2
        && tops.filter((top) => top === tops.at(-1)).length === 1)
    .map((tops) => `a map stands alone: ${tops}`)"""
# What is looked for besides, by page; sliders stick to the top where a window is as wide.
BESIDES = {"explore": (WORDS_OF_MAPS,), "scale": (ALONE,)}
STICKY, STICKS = ("explore", "compare", "denoise"), (PHONE, (1280, 720))


def test_no_text_overlaps_another_or_leaves_its_container(visit):
    for query in sorted(states(visit.name), key=lambda one: one != visit.query):
        visit.open(query)
        for window in WINDOWS:
            visit.resize(window)
            looks = (TROUBLES, *BESIDES.get(visit.name, ()))
            if query == "" and window in STICKS and visit.name in STICKY:
                looks += (BESIDE_THE_BAR,)
            # Plotly may draw a while after its place has changed.
            for quiet in (0.12, 1.0, 3.0):
                come_to_rest(visit.tab, quiet=quiet)
                if not (found := [one for look in looks for one in visit.tab.evaluate(look)]):
                    break
            assert not found, (query, window)


def test_paper_has_no_sidebar_whole_drawings_and_the_settings(visit):
    tab = visit.tab
    visit.resize(DESK)
    come_to_rest(tab)
    hidden = tab.locator(".on-paper")
    assert hidden.is_hidden()
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert tab.locator(".stSidebar").is_hidden()
    assert tab.get_by_role("button", name="Presenter mode").is_hidden()
    said = hidden.inner_text()
    assert re.match(r"Kernel PCA explorer\. \w+.*: .*\.$", said), said
    for drawn in tab.locator(".main-svg, [data-paints] canvas").all():
        box = drawn.bounding_box()
        if box and box["width"]:
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 1045
    tab.emulate_media(media="null")
    tab.evaluate("window.dispatchEvent(new Event('afterprint'))")


# All text that is shown, also in shadow roots and in what is for screen readers, one piece a line;
# code, formulas and inputs have none that is the page's.
VISIBLE = """() => {
    const found = [];
    const skip = "script, style, code, pre, .katex, math, textarea, noscript, option[lang], "
        + "[data-testid=stIconMaterial], [data-testid=stHeaderActionElements], "
        + ".material-symbols-rounded";
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return found.push(node.textContent);
        if (node.matches?.(skip)) return;
        if (node.nodeType === Node.ELEMENT_NODE) {
            const style = getComputedStyle(node);
            if (style.display === "none" || style.visibility === "hidden") return;
            for (const side of ["::before", "::after"]) {
                const { content } = getComputedStyle(node, side);
                if (/^"/.test(content)) found.push(content);
            }
            for (const name of ["aria-label", "title", "placeholder", "alt"]) {
                found.push(node.getAttribute(name) ?? "");
            }
        }
        for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
    };
    walk(document.body);
    return found.map((text) => text.trim()).filter(Boolean);
}"""
# What stays in every language: people, titles of their works, programs, formats, keys, notation.
NAMES = (
    "Schölkopf", "Smola", "Müller", "Bishop", "Neural Computation",
    "Nonlinear component analysis as a kernel eigenvalue problem",
    "Pattern Recognition and Machine Learning", "Mercer", "Cholesky", "Hebb", "Sanger", "Nyström",
    "Abramowitz & Stegun", "Rasmussen & Williams", "Van Trees", "Williams",
    "Matérn", "Gram", "Sigmoid", "PCA", "SNE", "UMAP", "USPS", "OpenML", "scikit-learn", "Matlab",
    "Python", "python -m benchmarks neighbours", "Ctrl", "Delete", "Esc", "Escape", "Shift",
    "Home", "Page Down", "Page Up", "argmax", "English",
    "Language", "tanh", "HTML", "JSON", "CSV", "NPZ", "NPY", "TSV", "SVG", "PDF", "PNG", "Excel",
    "xlsx", "xls", "LibreOffice", "ods", "Parquet", "csv", "zip",
)  # fmt: skip
# Code: kernels as they are built, settings of addresses, methods of the library.
CODE = re.compile(r"\b(\w+\(.*?\)|\w+=\S+|fixed-point)")
# What Streamlit says of its own widgets to screen readers, and the names of its icons.
STREAMLIT = re.compile(
    "Choose an option|Choose options|Clear all|Decrement|Increment|Help( for .*)?|Open|Remove .*"
    "|Selected values|Sidebar|Expand sidebar|Skip to main content|upload"
    "|(check_circle|arrow_.*)( icon)?"
)
# Columns and labels of the table that is shown.
IRIS = re.compile("setosa|versicolor|virginica|(sepal|petal) (length|width)|load_iris|label")


def english_in(texts):
    left = [one for one in texts if not STREAMLIT.fullmatch(one)]
    for name in sorted(NAMES, key=len, reverse=True):
        left = [one.replace(name, "") for one in left]
    left = [IRIS.sub("", CODE.sub("", one)) for one in left]
    return sorted({one for one in left if re.search("[A-Za-z]{3}", one)})


def test_no_english_is_left_in_chinese(visit):
    tab = visit.tab
    visit.open("?data=iris&lang=zh" if visit.name == "table" else "?lang=zh", PHONE)
    assert visit.name == "table" or tab.evaluate("window.shift") <= 0.12
    visit.resize(DESK)
    come_to_rest(tab)
    assert not english_in(tab.evaluate(VISIBLE))
    # The views of Explore, and editing and selecting points.
    for k in range(6 if visit.name == "explore" else 0):
        tab.locator(".views .switch").nth(k).click()
        come_to_rest(tab)
        assert not english_in(tab.evaluate(VISIBLE))


def test_the_drawer_of_a_phone_holds_its_widgets_and_closes(app_url, new_tab):
    tab = new_tab(PHONE)
    tab.goto(f"{app_url}/scale")
    for name in ("digits", "explore"):
        come_to_rest(tab)
        tab.get_by_test_id("stExpandSidebarButton").click()
        tab.get_by_test_id("stSidebarCollapseButton").wait_for()
        come_to_rest(tab)
        width, room = tab.get_by_test_id("stSidebarContent").evaluate(
            "node => [node.scrollWidth, node.clientWidth]"
        )
        assert 200 < width <= room
        place = PAGES[name].title
        tab.get_by_role("navigation", name="Pages").get_by_role("link", name=place).click()
        tab.wait_for_function("title => document.title.startsWith(title)", arg=place)
        # It slides out.
        tab.wait_for_function(
            "document.querySelector('.stSidebar').getBoundingClientRect().right <= 1"
        )
