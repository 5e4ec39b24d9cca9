"""How far the pages move while they load, beside a bare Streamlit app in the same run.

    python -m benchmarks.stillness [--pages explore paper] [--widths 390 1440] [--starts 5]

Cold: with an empty cache of the browser; warm: the same address loaded again. What is measured is
the sum of all layout shifts without recent input (PerformanceObserver, "layout-shift") until no run
of the page is on its way, median and largest of the starts. Then, for the pages that have maps: the
time from the start of a cold load to the paint of the first picture, over that of Explore, and
whether Plotly's bundle was asked for before that. The bare app has a sidebar.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.chromium import ARGUMENTS
from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

BARE = """
import streamlit as st
st.set_page_config(layout="wide")
st.sidebar.slider("value", 0, 10, 5)
st.title("Bare")
st.write("text")
"""
PAGES = (
    "explore",
    "sweep",
    "compare",
    "neighbours",
    "table",
    "denoise",
    "paper",
    "digits",
    "scale",
)
HEIGHTS = {390: 844, 820: 1180, 1024: 768, 1280: 720, 1440: 900, 1920: 1080}
# What a page shows first; it may stand in a component.
PICTURES = {
    "explore": "[data-paints]",
    "paper": ".figure",
    "scale": ".figure",
    "digits": ".entries",
}
MOST, RATIO = 0.1, 1.5

WATCH = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        const own = list.getEntries().filter((entry) => !entry.hadRecentInput);
        window.shift += own.reduce((sum, entry) => sum + entry.value, 0);
    }).observe({ type: "layout-shift", buffered: true });
"""
FIRST = """
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
STATE = "document.querySelector('.stApp')?.dataset.testScriptState"


@contextmanager
def window(chromium: Any, width: int, script: str) -> Iterator[Any]:
    """A page of a profile of its own, with `script` before all others."""
    context = chromium.new_context(viewport={"width": width, "height": HEIGHTS[width]})
    try:
        page = context.new_page()
        page.add_init_script(script)
        yield page
    finally:
        context.close()


def come_to_rest(page: Any, quiet: float = 1.5, longest: float = 90.0) -> None:
    """Wait until no run of the page has been on its way for a while."""
    deadline = time.monotonic() + longest
    since = time.monotonic()
    while time.monotonic() - since < quiet:
        if page.evaluate(STATE) != "notRunning":
            since = time.monotonic()
        if time.monotonic() > deadline:
            raise TimeoutError(f"{page.url} did not come to rest within {longest} s.")
        time.sleep(0.05)


def shifts(chromium: Any, url: str, width: int) -> tuple[float, float]:
    """Sums of the layout shifts of a cold load and of a warm one."""
    with window(chromium, width, WATCH) as page:
        found = []
        for _ in range(2):
            page.goto(url)
            come_to_rest(page)
            found.append(float(page.evaluate("window.shift")))
    return found[0], found[1]


def first_picture(chromium: Any, url: str, picture: str) -> tuple[float, int]:
    """Milliseconds of a cold load to the first picture, and requests for Plotly before it."""
    with window(chromium, 1440, FIRST.replace("PICTURE", picture)) as page:
        page.goto(url)
        page.wait_for_function("window.first", timeout=90_000)
        return float(page.evaluate("window.first")), int(page.evaluate(EARLY))


def address(url: str, page: str) -> str:
    """The address of a page, "bare" for the only one of the bare app."""
    return f"{url}/{'' if page in ('explore', 'bare') else page}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", nargs="+", default=PAGES, choices=PAGES)
    parser.add_argument("--widths", nargs="+", type=int, default=[*HEIGHTS], choices=[*HEIGHTS])
    parser.add_argument("--starts", type=int, default=5)
    chosen = parser.parse_args()
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.stillness needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE)
        chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        with serving(ROOT / "app.py") as (url, *_), serving(bare) as (bare_url, *_):
            for width in chosen.widths:
                measure(chromium, {"ours": url, "bare": bare_url}, width, chosen)
            pictures(chromium, url, chosen.starts)
        chromium.close()


def measure(chromium: Any, urls: dict[str, str], width: int, chosen: argparse.Namespace) -> None:
    """Print the shifts of the bare app and of every page at this width."""
    for page in ("bare", *chosen.pages):
        url = address(urls["bare" if page == "bare" else "ours"], page)
        found = [shifts(chromium, url, width) for _ in range(chosen.starts)]
        for kind, values in zip(("cold", "warm"), zip(*found, strict=True), strict=True):
            said = (
                f"{width} px, {page}, {kind}: layout shift {statistics.median(values):.3f} (median)"
            )
            largest = verdict(max(values), MOST, at_least=False)
            print(said if page == "bare" else f"{said}, largest {largest}", flush=True)


def pictures(chromium: Any, url: str, starts: int) -> None:
    """Print how long the first picture of each page takes; the pages take turns."""
    found: dict[str, list[float]] = {page: [] for page in PICTURES}
    early = dict.fromkeys(PICTURES, 0)
    for turn in range(starts + 1):
        for page, picture in PICTURES.items():
            elapsed, requests = first_picture(chromium, address(url, page), picture)
            # The first turn computes what later ones find.
            if turn:
                found[page].append(elapsed)
                early[page] += requests
    for page, values in found.items():
        pairs = zip(values, found["explore"], strict=True)
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"{page}: first picture {statistics.median(values):.0f} ms (median)")
        print(f"    over Explore's {verdict(ratio, RATIO, at_least=False)}")
        print(f"    requests for Plotly before it {verdict(early[page], 0, at_least=False)}")


if __name__ == "__main__":
    main()
