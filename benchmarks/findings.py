"""Fifteen findings of a first visit, looked for in a browser at five widths, light and dark.

    python -m benchmarks.findings [--only stage ...] [--pictures FOLDER]

Each finding is a fault that a visitor met once; a line says for how many of the ten windows it is
gone, and where not, what was seen. With `--pictures` the screen of every window is kept.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.chromium import ARGUMENTS
from benchmarks.serving import ROOT, serving
from benchmarks.stillness import EARLY, FIRST, MOST, PICTURES, WATCH, come_to_rest

WINDOWS = ((390, 844), (820, 1180), (1024, 768), (1280, 720), (1440, 900))
SCHEMES = ("light", "dark")
SOURCES = ("paper", "digits", "scale")
MAPS = """host => [...host.shadowRoot.querySelectorAll('.panel')].filter((one) => !one.hidden)
    .map((one) => {
        const { x, y, width, height } = one.querySelector('canvas').getBoundingClientRect();
        return { x, y, width, height };
    })"""
# The smallest type of what is seen, and every text that is seen.
LETTERS = """() => {
    const found = [];
    const look = (node) => {
        if (node.shadowRoot) look(node.shadowRoot);
        for (const child of node.childNodes) {
            if (child.nodeType === 1) look(child);
            const parent = child.parentElement;
            if (child.nodeType !== 3 || !child.data.trim() || !parent) continue;
            const range = new Range();
            range.selectNodeContents(child);
            const { width, height, x, y } = range.getBoundingClientRect();
            const seen = parent.checkVisibility({ visibilityProperty: true })
                && getComputedStyle(parent).clipPath === 'none';
            if (seen && width && height && x >= 0 && y >= 0 && y < innerHeight)
                found.push([parseFloat(getComputedStyle(parent).fontSize), child.data.trim()]);
        }
    };
    look(document.body);
    return found;
}"""

# All words of the page, of drawings, too.
WORDS = """() => {
    const silent = "style, script, noscript, select";
    const parts = (node) => [node.shadowRoot, ...node.childNodes].filter(Boolean);
    const words = (node) => {
        if (node.nodeType === 3) return node.data;
        return node.matches?.(silent) ? "" : parts(node).map(words).join(" ");
    };
    return words(document.body).replace(/[\\s\\u2060]+/g, " ");
}"""


class Window(NamedTuple):
    """A browser's window of its own: `open` gives a page of the app in it once it is drawn."""

    context: Any
    url: str
    size: tuple[int, int]

    def open(self, path: str = "", script: str = "") -> Any:
        page = self.context.new_page()
        if script:
            page.add_init_script(script)
        page.goto(f"{self.url}/{path}")
        come_to_rest(page, quiet=0.6)
        return page

    def explore(self, query: str = "") -> tuple[Any, Any]:
        """The page Explore and the element that holds its drawing."""
        page = self.open(query)
        page.wait_for_selector("[data-paints]", timeout=60_000)
        return page, page.locator("[data-paints]")


Finding = Callable[[Window], str | None]


def waited(true: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether it becomes true within this time."""
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def selected(host: Any) -> list[int]:
    return [int(text) for text in host.locator(".chosen .number").all_inner_texts()]


def address(page: Any) -> dict[str, str]:
    query = urllib.parse.urlsplit(page.evaluate("location.href")).query
    return dict(urllib.parse.parse_qsl(query))


def feature_space(window: Window) -> str | None:
    """The one lesson of feature space cannot be shown: component 3 separates the rings."""
    page, host = window.explore("?data=rings&kernel=polynomial&view=space")
    if selected(host) != [3]:
        return f"selected {selected(host)}"
    how = host.locator(".space .how").inner_text()
    if "coloured by component 3" not in how:
        return how
    host.locator(".panel").first.click()
    if not waited(lambda: "coloured by component 1" in host.locator(".space .how").inner_text()):
        return "a click on map 1 does not reach feature space"
    return None if address(page).get("j") == "1" else f"address {address(page)}"


def one_component(window: Window) -> str | None:
    """Map, bar and arrow keys select different things."""
    page, host = window.explore("?view=scores")
    host.locator(".panel").nth(4).click()
    if not waited(lambda: selected(host) == [5]):
        return "a click on a map does not select"
    host.locator(".spectrum canvas").focus()
    page.keyboard.press("ArrowLeft")
    if not waited(lambda: selected(host) == [4]):
        return "the arrow keys of the bars do not select"
    how = host.locator(".scores .how").inner_text()
    return None if "4" in how else how


def enlarged(window: Window) -> str | None:
    """Enlarging a map does not enlarge it."""
    page, host = window.explore("?j=2&large=true")
    if not waited(lambda: len(host.evaluate(MAPS)) == 1):
        return f"{len(host.evaluate(MAPS))} maps"
    box = host.evaluate(MAPS)[0]
    if min(box["width"], box["height"]) < 0.6 * min(window.size):
        return f"{box['width']:.0f} × {box['height']:.0f}"
    within = [host.locator("input[type=range]").first.bounding_box(), box]
    if any(one["y"] + one["height"] > window.size[1] for one in within):
        return "map or slider is below the window"
    page.keyboard.press("Escape")
    return None if waited(lambda: len(host.evaluate(MAPS)) == 8) else "Escape does not close it"


def stage(window: Window) -> str | None:
    """Presenter mode makes the maps smaller, and its type cannot be read from the last row."""
    page, host = window.explore()
    before = max(min(box["width"], box["height"]) for box in host.evaluate(MAPS))
    page.keyboard.press("f")
    if not waited(lambda: len(host.evaluate(MAPS)) <= 4):
        return "all maps are there"
    time.sleep(0.5)
    maps = host.evaluate(MAPS)
    least = min(min(box["width"], box["height"]) for box in maps)
    if least <= before:
        return f"maps of {least:.0f} px, {before:.0f} on the page"
    if max(box["y"] + box["height"] for box in maps) > window.size[1]:
        return "a map is below the window"
    small = [text for size, text in page.evaluate(LETTERS) if size < 18]
    return f"small: {small[:3]}" if small else None


def clicker(window: Window) -> str | None:
    """A clicker does nothing where no story was chosen."""
    page, _ = window.explore()
    page.keyboard.press("PageDown")
    begun = waited(lambda: address(page).get("story") == "why-kernels", 20)
    return None if begun else f"address {address(page)}"


def table(rows: np.ndarray) -> str:
    names = ",".join(f"c{number}" for number in range(1, rows.shape[1] + 1))
    lines = [",".join("" if np.isnan(x) else f"{x:.4f}" for x in row) for row in rows]
    return "\n".join([names, *lines])


def uploaded(window: Window, rows: np.ndarray) -> Any:
    page = window.open("table")
    page.locator(".st-key-gift input[type=file]").set_input_files(
        {"name": "rows.csv", "mimeType": "text/csv", "buffer": table(rows).encode()}
    )
    page.locator("[data-paints]").first.wait_for(timeout=60_000)
    come_to_rest(page)
    return page


def clusters(gaps: float = 0.0) -> np.ndarray:
    random = np.random.default_rng(7)
    centres = 4 * random.normal(size=(3, 10))
    rows = centres[random.integers(3, size=200)] + random.normal(size=(200, 10))
    rows[random.random(rows.shape) < gaps] = np.nan
    return rows


def own_colours(window: Window) -> str | None:
    """Own data shows colours that contradict the scores, without a word."""
    page = uploaded(window, clusters())
    seen = page.evaluate(WORDS).lower()
    missing = [word for word in ("slices:", "correlation", "sign differs for") if word not in seen]
    return f"no word of {missing}" if missing else None


def gaps(window: Window) -> str | None:
    """Five per cent of gaps in ten columns are an error."""
    page = uploaded(window, clusters(gaps=0.05))
    alerts = [text for text in page.get_by_test_id("stAlert").all_inner_texts() if text.strip()]
    seen = page.evaluate(WORDS)
    return None if "Where numbers are missing" in seen else f"no choice for gaps: {alerts}"


def noise(window: Window) -> str | None:
    """Noise shows handsome maps without a word."""
    page = uploaded(window, np.random.default_rng(3).normal(size=(300, 10)))
    seen = page.evaluate(WORDS)
    return None if "None of the components stands out" in seen else "nothing says that it is noise"


def reload(window: Window) -> str | None:
    """A reload loses the table."""
    page = uploaded(window, clusters())
    page.reload()
    kept = page.locator("[data-paints]").first
    try:
        kept.wait_for(timeout=60_000)
    except Exception:
        return "nothing is drawn after a reload"
    return None if "rows.csv" in page.evaluate(WORDS) else "the file's name is gone"


def still(window: Window) -> str | None:
    """Pages jump while they load."""
    jumps = []
    for path in ("", "method", "sweep", "compare", "neighbours", "table", "denoise", *SOURCES):
        page = window.open(path, WATCH)
        shift = float(page.evaluate("window.shift"))
        if shift > MOST:
            jumps.append(f"{path or 'explore'} {shift:.2f}")
        page.close()
    return ", ".join(jumps) or None


def early(window: Window) -> str | None:
    """Plotly is loaded before the first picture."""
    for path in SOURCES:
        page = window.open(path, FIRST.replace("PICTURE", PICTURES[path]))
        page.wait_for_function("window.first", timeout=90_000)
        if page.evaluate(EARLY):
            return path
        page.close()
    return None


def groups(window: Window) -> str | None:
    """Pages cannot be found on a phone."""
    page, _ = window.explore()
    opener = page.get_by_test_id("stExpandSidebarButton")
    if opener.is_visible():
        opener.click()
    links = page.get_by_role("navigation", name="Pages")
    links.wait_for()
    heads = links.get_by_test_id("stCaptionContainer").all_inner_texts()
    return None if heads == ["Learn", "Use", "Sources"] else f"groups {heads}"


def wide_bars(window: Window) -> str | None:
    """A spectrum with two bars stretches over a thousand pixels."""
    _, host = window.explore("?kernel=linear")
    drawn = host.locator(".spectrum canvas").evaluate("""canvas => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        const columns = new Set();
        for (let i = 0; i < data.length; i += 4) {
            const [red, green, blue, alpha] = data.subarray(i, i + 4);
            if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60)
                columns.add((i / 4) % width);
        }
        return columns.size / devicePixelRatio;
    }""")
    return None if drawn < 400 else f"bars of {drawn:.0f} px in all"


def cut(window: Window) -> str | None:
    """Something is cut, or the page is wider than its window (the Matérn formula, for one)."""
    paths = ("?kernel=matern", "method", "sweep", "compare", "neighbours", "denoise", *SOURCES)
    wide = []
    for path in paths:
        page = window.open(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > window.size[0]:
            wide.append(f"{path} {width} px")
        page.close()
    return ", ".join(wide) or None


def homes(window: Window) -> str | None:
    """A parameter is set in two places on opposite edges."""
    page, host = window.explore()
    slider = host.locator("input[type=range]").first.bounding_box()
    box = host.get_by_role("spinbutton", name="width c").bounding_box()
    elsewhere = page.locator(".stSidebar").get_by_label("width c").count()
    if elsewhere:
        return "a second one in the sidebar"
    apart = abs(slider["y"] - box["y"]) + max(0, box["x"] - slider["x"] - slider["width"])
    return None if apart < 120 else f"{apart:.0f} px apart"


FINDINGS: tuple[Finding, ...] = (
    feature_space, one_component, enlarged, stage, clicker, own_colours, gaps, noise, reload, still,
    early, groups, wide_bars, cut, homes,
)  # fmt: skip


def looked_for(finding: Finding, window: Window, pictures: Path | None, scheme: str) -> str | None:
    """What is seen of a finding; nothing where it is gone."""
    try:
        seen = finding(window)
        if pictures and window.context.pages:
            name = f"{finding.__name__}-{window.size[0]}-{scheme}.png"
            window.context.pages[-1].screenshot(path=pictures / name)
        return seen
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [finding.__name__ for finding in FINDINGS]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--pictures", type=Path)
    chosen = parser.parse_args()
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.findings needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    from playwright.sync_api import sync_playwright

    if chosen.pictures:
        chosen.pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving(ROOT / "app.py") as (url, *_):
        chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        for finding in FINDINGS:
            if finding.__name__ in chosen.only:
                report(finding, chromium, url, chosen.pictures)
        chromium.close()


def report(finding: Finding, chromium: Any, url: str, pictures: Path | None) -> None:
    """Print for how many of the windows a finding is gone, and what was seen in the others."""
    seen = {}
    for size, scheme in itertools.product(WINDOWS, SCHEMES):
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
        )
        found = looked_for(finding, Window(context, url, size), pictures, scheme)
        if found:
            seen[f"{size[0]} {scheme}"] = found
        context.close()
    count = len(WINDOWS) * len(SCHEMES)
    said = (finding.__doc__ or "").strip()
    print(f"{said}\n    {finding.__name__}: gone in {count - len(seen)} of {count}", flush=True)
    for window, what in seen.items():
        print(f"    {window}: {what}", flush=True)


if __name__ == "__main__":
    main()
