"""Headless Chromium for benchmarks of pages, and a pointer that is a hand's."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from support.browser import ARGUMENTS

from benchmarks.harness import Missing

SECONDS, EVENTS = 5.0, 60
# What is drawn on a page; it counts its redraws.
PAINTED = "[data-paints]"
Path = Callable[[float], tuple[float, float]]


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A browser, with nothing in its cache."""
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        raise Missing("Chromium has to be on the PATH (Debian: apt-get install chromium)")
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        await browser.close()


@asynccontextmanager
async def tab(browser: Any, width: int = 1440, height: int = 900) -> AsyncIterator[Any]:
    """A tab of a profile of its own."""
    context = await browser.new_context(viewport={"width": width, "height": height})
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def along(page: Any, slider: Any, low: float, high: float, seconds: float) -> Path:
    """Take a slider's thumb; return its way from `low` to `high` and back in twice `seconds`."""
    box = await slider.bounding_box()
    y = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + low * box["width"], y)
    await page.mouse.down()

    def at(elapsed: float) -> tuple[float, float]:
        share = low + (high - low) * (1 - abs(elapsed / seconds % 2 - 1))
        return box["x"] + box["width"] * share, y

    return at


async def follow(page: Any, host: Any, at: Path, seconds: float = SECONDS) -> float:
    """Redraws a second while a pointer that is down goes where `at(seconds)` says.

    Pointer events come EVENTS times a second whether or not the page keeps up, as from a hand.
    """
    hand = await page.context.new_cdp_session(page)
    before, moves = int(await host.get_attribute("data-paints")), []
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        x, y = at(elapsed)
        event = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        moves.append(asyncio.create_task(hand.send("Input.dispatchMouseEvent", event)))
        await asyncio.sleep(max(0.0, start + len(moves) / EVENTS - time.perf_counter()))
    paints = int(await host.get_attribute("data-paints")) - before
    elapsed = time.perf_counter() - start
    await asyncio.gather(*moves)
    return paints / elapsed
