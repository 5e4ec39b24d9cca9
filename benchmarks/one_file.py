"""The file in which a parameter is dragged without a server, beside the page "Explore".

Redraws a second while the pointer drags the slider for five seconds, 60 events a second, of both
in turn at 1440 and 390 CSS pixels, and the median of three ratios; whether the titles at the value
that both begin with are the same; the bytes of the file and what it states.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.chromium import ARGUMENTS
from benchmarks.page import follow
from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

TIMES, LEAST = 3, 1.2
SIZES = ((1440, 900), (390, 844))


async def dragged(chromium: Any, url: str, size: tuple[int, int]) -> tuple[float, list[str]]:
    """Redraws a second of a page, and the titles of its maps before."""
    page = await chromium.new_page(viewport={"width": size[0], "height": size[1]})
    await page.goto(url)
    host = page.locator("[data-paints]")
    await host.wait_for()
    await asyncio.sleep(2)
    titles = await page.locator(".panel .text").all_inner_texts()
    box = await host.locator("input[type=range]").first.bounding_box()
    y = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + 0.5 * box["width"], y)
    await page.mouse.down()

    def along(elapsed: float) -> tuple[float, float]:
        return box["x"] + box["width"] * (0.5 + 0.3 * abs(elapsed * 0.45 % 2 - 1)), y

    rate = await follow(page, host, along)
    await page.mouse.up()
    await page.close()
    return rate, titles


async def compared(executable: str, url: str, file: str) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        for size in SIZES:
            found = []
            for _ in range(TIMES):
                (page, wanted), (own, titles) = [
                    await dragged(chromium, where, size) for where in (url, file)
                ]
                print(f"    Explore {page:.1f}, file {own:.1f} redraws a second", flush=True)
                found.append(own / page)
            ratio = verdict(statistics.median(found), LEAST, at_least=True)
            print(f"{size[0]} px: file over Explore {ratio}")
            print(f"    same titles at the start: {'yes' if titles == wanted else 'NO'}")
        await chromium.close()


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.one_file needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    from views.pages.explore import PAGE
    from views.pages.explore.state import ExploreState
    from views.pages.page import shown_after

    text = PAGE.explored_html(shown_after(PAGE, ExploreState.of_address({})))
    print(f"bytes of the file: {len(text.encode()):,}")
    print(f"    {text[text.index('Solved for') :].partition('</p>')[0]}")
    with tempfile.TemporaryDirectory() as folder, serving(ROOT / "app.py") as (url, _, _):
        path = Path(folder) / "explored.html"
        path.write_text(text, encoding="utf-8")
        asyncio.run(compared(executable, url, path.as_uri()))


if __name__ == "__main__":
    main()
