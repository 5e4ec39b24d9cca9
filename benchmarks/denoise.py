"""The page "Denoise" in headless Chromium: redraws a second while a slider is dragged.

    python -m benchmarks.denoise

200 points, pointer events EVENTS times a second for SECONDS; the median of DRAGS drags of the
number of components and of the kernel's width. The page draws anew where the value changes only:
the number of components has 16 values, so that its thumb crosses the slider in SWEEP seconds, which
changes it 28 times a second, and the width's takes four times as long. Values that a hand passes
while a frame is under way are skipped, so that questions are no more than answers.
"""

from __future__ import annotations

import asyncio
import shutil
import statistics
import time
from typing import Any

from support.browser import ARGUMENTS

from benchmarks.page import DRAGS, SECONDS, follow
from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

SWEEP = 0.5
SLIDERS = {"components": (0, SWEEP), "width": (1, 4 * SWEEP)}


async def drag(
    executable: str, url: str, slider: int, sweep: float
) -> tuple[float, float, float, bool]:
    """Redraws and questions a second, median bytes of a frame, and whether it ends as it should.

    It does where the last value shown is the last one sent.
    """
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        page = await chromium.new_page(viewport={"width": 1440, "height": 900})
        sizes: list[int] = []
        questions: list[float] = []

        def watch(opened: Any) -> None:
            if opened.url.endswith("/frames"):
                opened.on("framereceived", lambda data: sizes.append(len(data)))
                opened.on("framesent", lambda _: questions.append(time.perf_counter()))

        page.on("websocket", watch)
        await page.goto(f"{url}/denoise")
        host = page.locator("[data-paints]")
        await host.wait_for()
        await page.get_by_text("The methods beside each other").wait_for()
        await asyncio.sleep(1)
        thumb = host.locator("input[type=range]").nth(slider)
        box = await thumb.bounding_box()
        y = box["y"] + box["height"] / 2
        await page.mouse.move(box["x"] + 0.2 * box["width"], y)
        await page.mouse.down()
        sizes.clear()
        questions.clear()

        def along(elapsed: float) -> tuple[float, float]:
            share = 0.05 + 0.9 * abs(elapsed / sweep % 2 - 1)
            return box["x"] + box["width"] * share, y

        rate, asked = await follow(page, host, along), len(questions) / SECONDS
        frames = [size for size in sizes if size > 100]
        sent = await thumb.get_attribute("aria-valuetext")
        await page.mouse.up()
        output = host.locator("output").nth(slider)
        for _ in range(40):
            shown = await output.inner_text()
            if shown == sent and f"={float(sent):g}" in page.url.replace(".0&", "&"):
                break
            await asyncio.sleep(0.25)
        await chromium.close()
    return rate, asked, statistics.median(frames), shown == sent


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.denoise needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    with serving(ROOT / "app.py") as (url, *_):
        for name, (slider, sweep) in SLIDERS.items():
            found = [asyncio.run(drag(executable, url, slider, sweep)) for _ in range(DRAGS)]
            rate, asked = (
                statistics.median(numbers) for numbers in list(zip(*found, strict=True))[:2]
            )
            print(f"drag of the {name}: redraws a second {verdict(rate, 20, at_least=True)}")
            print(f"    questions asked a second: {asked:.1f}")
            typical = statistics.median(size for *_, size, _ in found)
            same = all(same for *_, same in found)
            print(f"    kB of a frame: {typical / 1e3:.1f}")
            print(f"    last value shown is the last value sent: {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
