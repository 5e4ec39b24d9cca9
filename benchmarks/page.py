"""The page "Explore" in headless Chromium, beside a one-line Streamlit app in the same run.

    python -m benchmarks.page

Key: from a real key press on the focused slider to the first task after the paint that shows it.
Drag: redraws a second while the pointer drags the slider for five seconds, 60 events a second, and
the bytes of a frame meanwhile; median of three. Then the same over a line that a proxy slows down:
every byte is late by LATENCY both ways, and KBIT kbit/s pass each way.
Point: the same with a data point under the pointer, for the paper's points and for 1,000.
Method: redraws a second of every step of that page while its first point is dragged, of 30 points.
Start: from starting the process to the paint of the first picture, with the browser running.
"""

from __future__ import annotations

import asyncio
import math
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from support.browser import ARGUMENTS

from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

ONE_LINE = "import streamlit as st; st.markdown(f\"value {st.slider('value', 0, 1000, 500)}\")\n"
KEYS, STARTS, DRAGS, SECONDS = 30, 10, 3, 5.0
EVENTS = 60
LATENCY, KBIT = 0.2, 1600

# Counts a change as painted in the first task after the frame that follows it.
WATCH = """
(target) => {
    const node = target === 'ours' ? document.querySelector('[data-paints]')
        : document.querySelector('.stMarkdown p');
    window.delay = null;
    let pressed = null;
    document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
        if (pressed === null) return;
        const start = pressed;
        pressed = null;
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => { window.delay = performance.now() - start; };
            channel.port2.postMessage(0);
        });
    }).observe(node, target === 'ours'
        ? { attributes: true, attributeFilter: ['data-paints'] }
        : { characterData: true, childList: true, subtree: true });
}
"""
# Notes when an element was first painted, in milliseconds since 1970.
FIRST = """
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.first = performance.timeOrigin + performance.now(); };
    const observer = new MutationObserver(() => {
        if (!document.querySelector('DRAWN')) return;
        observer.disconnect();
        requestAnimationFrame(() => port2.postMessage(0));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
"""
SLIDER = "[data-testid=stSlider] :is([role=slider], input[type=range])"
DRAWN = {"ours": "[data-paints]", "one line": ".stMarkdown p"}


@contextmanager
def tab(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    try:
        yield context.new_page()
    finally:
        context.close()


def start_ms(chromium: Any, script: Path, drawn: str) -> float:
    # Not when Playwright sees it: it looks 0, 20, 70, 170, 270, 770 ms after the page has loaded.
    with tab(chromium) as page, serving(script) as (url, started, _):
        began = 1e3 * (time.time() - (time.perf_counter() - started))
        page.add_init_script(FIRST.replace("DRAWN", drawn))
        page.goto(url)
        page.wait_for_function("window.first")
        return float(page.evaluate("window.first")) - began


def key_delay(page: Any, key: str) -> float:
    page.evaluate("window.delay = null")
    page.keyboard.press(key)
    page.wait_for_function("window.delay !== null", timeout=10_000)
    return float(page.evaluate("window.delay"))


def keys(ours: Any, peer: Any) -> tuple[float, float]:
    """Median delays in ms; the two pages take turns."""
    for name, page in (("ours", ours), ("one line", peer)):
        slider = "[data-paints] input[type=range]" if name == "ours" else SLIDER
        page.locator(slider).first.focus()
        page.evaluate(WATCH, name)
    delays: dict[int, list[float]] = {0: [], 1: []}
    for press in range(KEYS + 3):
        key = "ArrowRight" if press % 2 else "ArrowLeft"
        for which, page in enumerate((ours, peer)):
            page.bring_to_front()
            delay = key_delay(page, key)
            if press >= 3:
                delays[which].append(delay)
            # Long enough for the commit that follows a key, so that it is not in the next delay.
            time.sleep(0.6)
    return statistics.median(delays[0]), statistics.median(delays[1])


class Line:
    """A port that leads to `url`; from `slow` on every byte is LATENCY late, at KBIT kbit/s."""

    def __init__(self, url: str) -> None:
        self.target, self.slow = urlsplit(url), False

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        with suppress(OSError, asyncio.CancelledError):
            there, back = await asyncio.open_connection(self.target.hostname, self.target.port)
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(self._deliver(waiting, writer))
        free, block = loop.time(), b" "
        while block:
            try:
                block = await reader.read(1460)
            except OSError:
                block = b""
            # What the line cannot take stays in the sender's buffer.
            if self.slow:
                free = max(free, loop.time()) + len(block) / (KBIT * 125)
                await asyncio.sleep(max(0.0, free - loop.time()))
            await waiting.put((loop.time() + LATENCY * self.slow, block))
        await delivering

    @staticmethod
    async def _deliver(
        waiting: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while True:
                due, block = await waiting.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not block:
                    break
                writer.write(block)
                await writer.drain()
        writer.close()


async def follow(page: Any, host: Any, at: Callable[[float], tuple[float, float]]) -> float:
    """Redraws a second while a pointer that is down goes where `at(seconds)` says."""
    hand = await page.context.new_cdp_session(page)
    before, moves = int(await host.get_attribute("data-paints")), []
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SECONDS:
        x, y = at(elapsed)
        event = {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
        moves.append(asyncio.create_task(hand.send("Input.dispatchMouseEvent", event)))
        await asyncio.sleep(max(0.0, start + len(moves) / EVENTS - time.perf_counter()))
    paints = int(await host.get_attribute("data-paints")) - before
    elapsed = time.perf_counter() - start
    await asyncio.gather(*moves)
    return paints / elapsed


async def drag(executable: str, url: str, slow: bool) -> tuple[float, float, int, bool]:
    """Redraws a second during a drag, median and largest bytes of a frame, and whether it settles.

    Pointer events come EVENTS times a second whether or not the page keeps up, as from a hand. It
    settles if the last value shown is the last one set.
    """
    from playwright.async_api import async_playwright

    line = Line(url)
    port = await asyncio.start_server(line.connect, "127.0.0.1", 0)
    if slow:
        url = f"http://127.0.0.1:{port.sockets[0].getsockname()[1]}"
    async with port, async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        page = await chromium.new_page(viewport={"width": 1440, "height": 900})
        sizes: list[int] = []

        def watch(opened: Any) -> None:
            if opened.url.endswith("/frames"):
                opened.on("framereceived", lambda data: sizes.append(len(data)))

        page.on("websocket", watch)
        await page.goto(url)
        await page.wait_for_selector(DRAWN["ours"])
        named = page.get_by_label("width c", exact=True)
        entry = named.and_(page.locator("input[type=number]"))
        await entry.wait_for()
        await asyncio.sleep(1)
        line.slow = slow
        host = page.locator("[data-paints]")
        slider = host.locator("input[type=range]").first
        box = await slider.bounding_box()
        y = box["y"] + box["height"] / 2
        await page.mouse.move(box["x"] + 0.3 * box["width"], y)
        await page.mouse.down()
        sizes.clear()

        def along(elapsed: float) -> tuple[float, float]:
            share = 0.3 + 0.3 * abs(elapsed * 0.45 % 2 - 1)
            return box["x"] + box["width"] * share, y

        rate = await follow(page, host, along)
        frames = [size for size in sizes if size > 100]
        sent = await slider.get_attribute("aria-valuetext")
        await page.mouse.up()
        await asyncio.sleep(2)
        for _ in range(40):
            shown, typed = await host.get_attribute("data-value"), await entry.input_value()
            if shown == sent and float(typed) == float(sent):
                break
            await asyncio.sleep(0.25)
        await chromium.close()
    typical, largest = statistics.median(frames), max(frames)
    return rate, typical, largest, shown == sent and float(typed) == float(sent)


async def drag_point(executable: str, url: str) -> tuple[float, float, bool]:
    """Redraws a second while the slider and then a data point is dragged, and whether it settles.

    It settles if the address holds the last position of the pointer, in units of the data.
    """
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        page = await chromium.new_page(viewport={"width": 1440, "height": 900})
        await page.goto(url)
        await page.wait_for_selector(DRAWN["ours"])
        await asyncio.sleep(1)
        host = page.locator("[data-paints]")
        box = await host.locator("input[type=range]").first.bounding_box()
        left, wide = box["x"], box["width"]
        y = box["y"] + box["height"] / 2
        await page.mouse.move(left + 0.3 * wide, y)
        await page.mouse.down()
        slider = await follow(
            page, host, lambda t: (left + wide * (0.3 + 0.3 * abs(t * 0.45 % 2 - 1)), y)
        )
        await page.mouse.up()
        await asyncio.sleep(2)
        await host.get_by_role("button", name="Edit points", exact=True).click()
        await asyncio.sleep(1)
        picture = await host.locator(".panel canvas").first.bounding_box()
        middle = picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2
        reach = 0.35 * picture["height"]

        def around(elapsed: float) -> tuple[float, float]:
            turn = 2.0 * elapsed
            return middle[0] + reach * math.sin(turn), middle[1] - reach * math.sin(0.7 * turn)

        # A point of its own in an empty corner: the last one by number.
        corner = picture["x"] + 0.9 * picture["width"], picture["y"] + 0.1 * picture["height"]
        await page.mouse.click(*corner)
        await asyncio.sleep(2)
        await page.mouse.down()
        rate = await follow(page, host, around)
        last = middle[0] + reach / 2, middle[1] - reach / 2
        await page.mouse.move(*last)
        said = host.locator(".editing .chosen")
        expected = await said.inner_text()
        await page.mouse.up()
        await asyncio.sleep(2)
        await page.reload()
        await page.wait_for_selector(DRAWN["ours"])
        await host.get_by_role("button", name="Edit points", exact=True).click()
        await host.locator(".editing .chosen").focus()
        await page.keyboard.press("p")
        shown = await said.inner_text()
        await chromium.close()
    return slider, rate, shown == expected


def points(executable: str, url: str) -> None:
    """Measure drags of a data point, beside the slider in the same run."""
    many = "?paper=false&per_cluster=333"
    for n, query, least in ((90, "", 40), (1000, many, 15)):
        found = [asyncio.run(drag_point(executable, f"{url}/{query}")) for _ in range(DRAGS)]
        rate = statistics.median(rate for _, rate, _ in found)
        slider = statistics.median(slider for slider, *_ in found)
        print(f"point of {n}: redraws a second {verdict(rate, least, at_least=True)}")
        print(f"    the slider in the same run: {slider:.1f}")
        same = all(same for *_, same in found)
        print(f"    last position shown is the last one sent: {'yes' if same else 'NO'}")


async def derivation(executable: str, url: str) -> dict[str, float]:
    """Redraws a second of every step of the page "Method" while a point is dragged, by its name."""
    from playwright.async_api import async_playwright

    from views.pages.method.state import MethodState
    from views.pages.method.steps import ORDER

    settings = {"points": "rings", "n": "30"}
    X, _, ((x0, x1), (y0, y1)) = MethodState.of_address(settings).drawn
    across, up = (X[0, 0] - x0) / (x1 - x0), (y1 - X[0, 1]) / (y1 - y0)
    rates: dict[str, float] = {}
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        for step in ORDER:
            page = await chromium.new_page(viewport={"width": 1440, "height": 900})
            await page.goto(f"{url}/method?show={step}&points=rings&n=30")
            await page.locator("[data-shown]").first.wait_for()
            await asyncio.sleep(1)
            # The plot of the points; a step that has none follows the kernel's slider.
            plots = page.locator("canvas.movable[aria-label*=point]")
            if await plots.count():
                box = await plots.first.bounding_box()
                wide, high = box["width"] - 52, box["height"] - 32
                at = box["x"] + 40 + across * wide, box["y"] + 8 + up * high
            else:
                box = await page.locator("input[type=range]").first.bounding_box()
                at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            reach = 0.15 * box["width"]

            def along(
                elapsed: float, at: tuple[float, float] = at, reach: float = reach
            ) -> tuple[float, float]:
                return at[0] + reach * (0.5 - abs(elapsed * 0.9 % 2 - 1)), at[1]

            await page.mouse.move(*at)
            await page.mouse.down()
            rates[step] = await follow(page, page.locator(".figure[data-paints]").first, along)
            await page.mouse.up()
            await page.close()
        await chromium.close()
    return rates


def derivations(executable: str, url: str) -> None:
    """Measure the steps of the page "Method" under the hand."""
    for step, rate in asyncio.run(derivation(executable, url)).items():
        print(f"step {step}: redraws a second {verdict(rate, 20, at_least=True)}")


def drags(executable: str, url: str) -> None:
    """Measure drags over the line of this machine, and over the slow one."""
    for name, slow, least in (("", False, 50), (" over the slow line", True, 4)):
        found = [asyncio.run(drag(executable, url, slow)) for _ in range(DRAGS)]
        rate = statistics.median(rate for rate, *_ in found)
        print(f"drag{name}: redraws a second {verdict(rate, least, at_least=True)}")
        typical = statistics.median(size for _, size, _, _ in found) / 1e3
        limit = verdict(max(size for _, _, size, _ in found) / 1e3, 60, at_least=False)
        print(f"    kB of a frame: median {typical:.1f}, largest {limit}")
        same = all(same for *_, same in found)
        print(f"    last value shown is the last value sent: {'yes' if same else 'NO'}")


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.page needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        one_line = Path(folder) / "one_line.py"
        one_line.write_text(ONE_LINE)
        scripts = {"ours": ROOT / "app.py", "one line": one_line}
        chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        starts: dict[str, list[float]] = {name: [] for name in scripts}
        for measured in range(STARTS + 1):
            for name, script in scripts.items():
                elapsed = start_ms(chromium, script, DRAWN[name])
                if measured:
                    starts[name].append(elapsed)
        ours, peer = map(statistics.median, starts.values())
        # Start by start: what else the machine does meanwhile touches both of a pair.
        pairs = zip(starts["ours"], starts["one line"], strict=True)
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"start to first picture: {ours:.0f} ms, one line {peer:.0f} ms (medians)")
        print(f"    ratio {verdict(ratio, 1.5, at_least=False)}")

        with serving(scripts["ours"]) as (url, *_), serving(one_line) as (peer_url, *_):
            with tab(chromium) as page, tab(chromium) as peer_page:
                page.goto(url)
                page.wait_for_selector(DRAWN["ours"])
                peer_page.goto(peer_url)
                peer_page.wait_for_selector(DRAWN["one line"])
                time.sleep(1)
                ours, peer = keys(page, peer_page)
            print(f"key to last panel: {ours:.1f} ms, one line {peer:.1f} ms (median of {KEYS})")
            print(f"    ratio {verdict(ours / peer, 2.5, at_least=False)}")
        chromium.close()
    with serving(scripts["ours"]) as (url, *_):
        drags(executable, url)
        points(executable, url)
        derivations(executable, url)


if __name__ == "__main__":
    main()
