"""Screenshots of every page at every width, light and dark, on one sheet.

    python -m benchmarks.sheet [folder] [--pages explore paper] [--widths 390 1440]

writes each screenshot and, of both themes, `sheet-light.png` and `sheet-dark.png` into the folder
(`sheet` by default). PAGES and WIDTHS are also what the tests of the layout go through.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from benchmarks.chromium import ARGUMENTS
from benchmarks.serving import ROOT, serving

# Addresses below the app's own, by the name that a screenshot gets.
PAGES: Mapping[str, str] = {
    "explore": "",
    "sweep": "sweep",
    "compare": "compare",
    "neighbours": "neighbours",
    "table": "table",
    "table-wine": "table?data=wine",
    "denoise": "denoise",
    "denoise-digits": "denoise?show=digits",
    "paper": "paper",
    "paper-3": "paper?figure=3",
    "paper-5": "paper?figure=5",
    "paper-prml-12.16": "paper?figure=prml-12.16",
    "paper-prml-12.17": "paper?figure=prml-12.17",
    "digits": "digits",
    "scale": "scale",
}


@dataclass(frozen=True)
class Window:
    """A browser window in CSS pixels; at 200 % zoom it has half as many and each is two."""

    width: int
    height: int
    zoom: int = 1

    def __str__(self) -> str:
        return f"{self.width * self.zoom}" + (f" at {self.zoom}00 %" if self.zoom > 1 else "")


WINDOWS = (
    Window(320, 640),
    Window(390, 844),
    Window(640, 900),
    Window(820, 1180),
    Window(1024, 768),
    Window(1100, 800),
    Window(1280, 720),
    Window(1440, 900),
    Window(1920, 1080),
    Window(2560, 1440),
    Window(720, 450, zoom=2),
)

# Pixels of a screenshot on the sheet, and the most that it is high there.
THUMB, TALLEST, GAP = 300, 900, 12

# Whether the page has come to rest: Streamlit idle, nothing spinning, every chart drawn.
AT_REST = """() => {
    const app = document.querySelector('.stApp');
    const busy = ['stSpinner', 'stProgress', 'stSkeleton']
        .some((id) => document.querySelector(`[data-testid=${id}]`));
    const empty = [...document.querySelectorAll('.stPlotlyChart')]
        .some((chart) => !chart.querySelector('.main-svg'));
    return app?.dataset.testScriptState === 'notRunning' && !busy && !empty
        && (document.querySelector('[data-paints]')
            || document.querySelector('.stMainBlockContainer')?.innerText.trim().length > 40)
        || null;
}"""
# What changes as long as the layout does.
EXTENT = """() => JSON.stringify([...document.querySelectorAll(
    '.stElementContainer, .stMain, .main-svg, [data-testid=stMainBlockContainer]')].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x, y, width, height, node.scrollHeight].map(Math.round);
    })) + (document.querySelector('[data-paints]')?.dataset.paints ?? '')"""


def come_to_rest(tab: Any, quiet: float = 0.2, seconds: float = 90) -> None:
    """Wait until the page is drawn and has not moved for `quiet` seconds."""
    end, before = time.monotonic() + seconds, None
    while time.monotonic() < end:
        now = tab.evaluate(EXTENT) if tab.evaluate(AT_REST) else None
        if now is not None and now == before:
            return
        before = now
        time.sleep(quiet)
    raise AssertionError(f"{tab.url} did not come to rest within {seconds} s.")


@contextmanager
def chromium() -> Iterator[Any]:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        raise SystemExit(
            "benchmarks.sheet needs Chromium on PATH (Debian: apt-get install chromium)."
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        browser.close()


def whole_page(tab: Any, window: Window) -> Image.Image:
    """Return the page as if the window were as high as what it shows."""
    tab.set_viewport_size({"width": window.width, "height": window.height})
    come_to_rest(tab)
    height = tab.evaluate("document.querySelector('.stMain').scrollHeight")
    if height > window.height:
        tab.set_viewport_size({"width": window.width, "height": height})
        come_to_rest(tab)
    return Image.open(BytesIO(tab.screenshot()))


def sheet_of(rows: Mapping[str, Sequence[tuple[str, Image.Image]]]) -> Image.Image:
    """Return all screenshots on one picture: a row a page, a column a width."""
    small = {
        page: [(title, _thumbnail(image)) for title, image in images]
        for page, images in rows.items()
    }
    heights = {page: 30 + max(i.height for _, i in images) for page, images in small.items()}
    columns = max(len(images) for images in small.values())
    size = (GAP + columns * (THUMB + GAP), GAP + sum(heights.values()) + GAP * len(heights))
    sheet = Image.new("RGB", size, "#8a9099")
    draw, top = ImageDraw.Draw(sheet), GAP
    for page, images in small.items():
        for column, (title, image) in enumerate(images):
            left = GAP + column * (THUMB + GAP)
            draw.text((left, top), f"{page}, {title} px", fill="#ffffff", font_size=18)
            sheet.paste(image, (left, top + 26))
        top += heights[page] + GAP
    return sheet


def _thumbnail(image: Image.Image) -> Image.Image:
    height = round(image.height * THUMB / image.width)
    return (
        image.convert("RGB")
        .resize((THUMB, height), Image.Resampling.LANCZOS)
        .crop((0, 0, THUMB, min(height, TALLEST)))
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sheet", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("sheet"))
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    parser.add_argument("--widths", nargs="+", type=int, default=None)
    parser.add_argument("--themes", nargs="+", choices=("light", "dark"), default=["light", "dark"])
    chosen = parser.parse_args()
    windows = [w for w in WINDOWS if chosen.widths is None or w.width * w.zoom in chosen.widths]
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with serving(ROOT / "app.py") as (url, *_), chromium() as browser:
        for theme in chosen.themes:
            rows: dict[str, list[tuple[str, Image.Image]]] = {page: [] for page in chosen.pages}
            for zoom in sorted({window.zoom for window in windows}):
                context = browser.new_context(color_scheme=theme, device_scale_factor=zoom)
                for page in chosen.pages:
                    tab = context.new_page()
                    tab.goto(f"{url}/{PAGES[page]}")
                    for window in (w for w in windows if w.zoom == zoom):
                        image = whole_page(tab, window)
                        name = f"{page}-{str(window).replace(' ', '-')}-{theme}.png".replace(
                            "%", ""
                        )
                        image.save(chosen.folder / name)
                        rows[page].append((str(window), image))
                    tab.close()
                context.close()
            sheet_of(rows).save(chosen.folder / f"sheet-{theme}.png")
            print(chosen.folder / f"sheet-{theme}.png")


if __name__ == "__main__":
    main()
