"""The page.

Pages in headless Chromium, without a graphics processor, beside an app of one line of text and a
slider in the same run. Sixty pointer events a second come for five seconds whether or not the page
keeps up; medians of three drags. A key counts from the press on the focused slider to the first
task after the paint that shows it, a start from starting the process to the paint of the first
picture, with the browser running.
"""

from __future__ import annotations

import asyncio
import math
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from support.server import Server

from benchmarks.browser import PAINTED, along, chromium, follow, tab
from benchmarks.harness import Answer, Lines, benchmark, judged

ONE_LINE = "import streamlit as st; st.markdown(f\"value {st.slider('value', 0, 1000, 500)}\")\n"
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
SLIDERS = {
    "ours": f"{PAINTED} input[type=range]",
    "one line": "[data-testid=stSlider] :is([role=slider], input[type=range])",
}
DRAWN = {"ours": PAINTED, "one line": ".stMarkdown p"}


@contextmanager
def one_line() -> Iterator[dict[str, Path | None]]:
    """The explorer and the app of one line, as `Server` takes them."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "one_line.py"
        script.write_text(ONE_LINE)
        yield {"ours": None, "one line": script}


@benchmark
def start(starts: int = 10) -> Lines:
    """From starting the process to the first picture."""

    async def started(browser: Any, script: Path | None, drawn: str) -> float:
        # Not when Playwright sees it: it looks 0, 20, 70, 170, 270, 770 ms after the load.
        async with tab(browser) as page:
            with Server(script=script) as server:
                await page.add_init_script(FIRST.replace("DRAWN", drawn))
                await page.goto(server.url)
                await page.wait_for_function("window.first")
                return float(await page.evaluate("window.first")) / 1e3 - server.started

    async def measured() -> list[list[float]]:
        found: dict[str, list[float]] = {name: [] for name in DRAWN}
        with one_line() as scripts:
            async with chromium() as browser:
                for turn in range(starts + 1):
                    for name, script in scripts.items():
                        seconds = await started(browser, script, DRAWN[name])
                        if turn:
                            found[name].append(seconds)
        return list(found.values())

    ours, peer = asyncio.run(measured())
    # Start by start: what else the machine does meanwhile touches both of a pair.
    ratio = statistics.median(one / other for one, other in zip(ours, peer, strict=True))
    yield f"ratio {judged(ratio, most=1.5)}"
    yield Answer(
        "process start to first picture, and that of an app of one line",
        f"{statistics.median(ours):.1f} and {statistics.median(peer):.1f} s, ratio {ratio:.2f} "
        f"(medians of {starts})",
    )


@benchmark
def key(presses: int = 30) -> Lines:
    """From a key on the slider to the last panel painted."""

    async def measured() -> list[float]:
        delays: list[list[float]] = [[], []]
        with one_line() as scripts, Server() as server, Server(script=scripts["one line"]) as peer:
            async with chromium() as browser, tab(browser) as page, tab(browser) as other:
                for name, one, address in (
                    ("ours", page, server.url), ("one line", other, peer.url)
                ):  # fmt: skip
                    await one.goto(address)
                    await one.wait_for_selector(DRAWN[name])
                    await asyncio.sleep(1)
                    await one.locator(SLIDERS[name]).first.focus()
                    await one.evaluate(WATCH, name)
                for press in range(presses + 3):
                    for which, one in enumerate((page, other)):
                        await one.bring_to_front()
                        await one.evaluate("window.delay = null")
                        await one.keyboard.press("ArrowRight" if press % 2 else "ArrowLeft")
                        await one.wait_for_function("window.delay !== null", timeout=10_000)
                        if press >= 3:
                            delays[which].append(float(await one.evaluate("window.delay")))
                        # The commit that follows a key is not to be in the next delay.
                        await asyncio.sleep(0.6)
        return [statistics.median(one) for one in delays]

    ours, peer = asyncio.run(measured())
    yield f"ratio {judged(ours / peer, most=2.5)}"
    yield Answer(
        "slider key to the last panel painted, and to the text of the app of one line",
        f"{ours:.0f} and {peer:.0f} ms, ratio {ours / peer:.2g} (medians of {presses})",
    )


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


def frames_of(page: Any) -> list[int]:
    """The bytes of each frame that a page gets, as they come."""
    sizes: list[int] = []

    def watch(opened: Any) -> None:
        if opened.url.endswith("/frames"):
            opened.on("framereceived", lambda data: sizes.append(len(data)))

    page.on("websocket", watch)
    return sizes


async def dragged(url: str, slow: bool) -> tuple[float, list[int], bool]:
    """Redraws a second during a drag, the bytes of its frames, and whether it settles.

    It settles if the last value shown is the last one set.
    """
    line = Line(url)
    port = await asyncio.start_server(line.connect, "127.0.0.1", 0)
    if slow:
        url = f"http://127.0.0.1:{port.sockets[0].getsockname()[1]}"
    async with port, chromium() as browser, tab(browser) as page:
        sizes = frames_of(page)
        await page.goto(url)
        await page.wait_for_selector(PAINTED)
        named = page.get_by_label("width c", exact=True)
        entry = named.and_(page.locator("input[type=number]"))
        await entry.wait_for()
        await asyncio.sleep(1)
        line.slow = slow
        host = page.locator(PAINTED)
        slider = host.locator("input[type=range]").first
        at = await along(page, slider, 0.3, 0.6, 2.2)
        sizes.clear()
        rate = await follow(page, host, at)
        frames = [size for size in sizes if size > 100]
        sent = await slider.get_attribute("aria-valuetext")
        await page.mouse.up()
        await asyncio.sleep(2)
        for _ in range(40):
            shown, typed = await host.get_attribute("data-value"), await entry.input_value()
            if settled := shown == sent and float(typed) == float(sent):
                break
            await asyncio.sleep(0.25)
    return rate, frames, settled


@benchmark
def drag(drags: int = 3) -> Lines:
    """Redraws a second while a slider is dragged, over this machine's line and over a slow one."""
    slowly = f" over {KBIT / 1000} Mbit/s, {LATENCY * 1e3:.0f} ms late both ways"
    lines = {"": (False, 50.0), slowly: (True, 4.0)}
    with Server() as server:
        for name, (slow, least) in lines.items():
            found = [asyncio.run(dragged(server.url, slow)) for _ in range(drags)]
            rate = statistics.median(rate for rate, *_ in found)
            sizes = [statistics.median(frames) / 1e3 for _, frames, _ in found]
            yield f"redraws a second {judged(rate, least=least)}"
            yield f"last value shown is the last one sent: {all(same for *_, same in found)}"
            yield Answer(
                f"complete redraws a second while dragging, of 60 events{name}",
                f"{rate:.3g}, of {statistics.median(sizes):.0f} kB",
            )


async def dragged_point(url: str) -> tuple[float, float, bool]:
    """Redraws a second while the slider and then a data point is dragged, and whether it settles.

    It settles if the address holds the last position of the pointer, in units of the data.
    """
    async with chromium() as browser, tab(browser) as page:
        await page.goto(url)
        await page.wait_for_selector(PAINTED)
        await asyncio.sleep(1)
        host = page.locator(PAINTED)
        at = await along(page, host.locator("input[type=range]").first, 0.3, 0.6, 2.2)
        slider = await follow(page, host, at)
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
        await page.mouse.move(middle[0] + reach / 2, middle[1] - reach / 2)
        said = host.locator(".editing .chosen")
        expected = await said.inner_text()
        await page.mouse.up()
        await asyncio.sleep(2)
        await page.reload()
        await page.wait_for_selector(PAINTED)
        await host.get_by_role("button", name="Edit points", exact=True).click()
        await said.focus()
        await page.keyboard.press("p")
        return slider, rate, await said.inner_text() == expected


@benchmark
def point(drags: int = 3) -> Lines:
    """Redraws a second while a data point is dragged, beside the slider in the same run."""
    many = "?paper=false&per_cluster=333"
    with Server() as server:
        for n, query, least in ((90, "", 40), (1000, many, 15)):
            found = [asyncio.run(dragged_point(f"{server.url}/{query}")) for _ in range(drags)]
            slider, rate = (
                statistics.median(one) for one in list(zip(*found, strict=True))[:2]
            )  # fmt: skip
            yield f"redraws a second {judged(rate, least=least)}"
            yield f"last position shown is the last one sent: {all(same for *_, same in found)}"
            yield Answer(
                f"complete redraws a second while one of {n:,} data points is dragged",
                f"{rate:.0f}; the slider in the same run {slider:.0f}",
            )


@benchmark
def place(drags: int = 3) -> Lines:
    """Frames a second while a place is dragged among the scores: each has another pre-image."""

    async def dragged(url: str) -> float:
        async with chromium() as browser, tab(browser) as page:
            sizes = frames_of(page)
            await page.goto(f"{url}/?view=scores&j=2&back=0,0")
            await page.wait_for_selector(PAINTED)
            await asyncio.sleep(2)
            host = page.locator(PAINTED)
            box = await host.locator(".scores .stage canvas").bounding_box()
            x, y = box["x"] + 0.55 * box["width"], box["y"] + 0.45 * box["height"]
            reach = 0.3 * box["height"]
            await page.mouse.move(x, y)
            await page.mouse.down()
            sizes.clear()
            start = time.perf_counter()
            await follow(
                page, host, lambda t: (x + reach * math.sin(2.0 * t), y + reach * math.sin(1.4 * t))
            )
            return sum(size > 100 for size in sizes) / (time.perf_counter() - start)

    with Server() as server:
        rate = statistics.median(asyncio.run(dragged(server.url)) for _ in range(drags))
    yield f"frames a second {judged(rate, least=20)}"
    yield Answer(
        "frames a second while a place is dragged among the scores of 90 points", f"{rate:.0f}"
    )


@benchmark
def denoise(drags: int = 3) -> Lines:
    """Redraws a second of the page "Denoise" while sliders are dragged, 200 points.

    It draws anew where the value changes only: the number of components has 16 values, so that its
    thumb crosses the slider in half a second, which changes it 28 times a second, and the width's
    takes four times as long. Values that a hand passes while a frame is under way are skipped, so
    that questions are no more than answers.
    """

    async def dragged(url: str, which: int, seconds: float) -> tuple[float, bool]:
        async with chromium() as browser, tab(browser) as page:
            await page.goto(f"{url}/denoise")
            host = page.locator(PAINTED)
            await host.wait_for()
            await page.get_by_text("The methods beside each other").wait_for()
            await asyncio.sleep(1)
            thumb = host.locator("input[type=range]").nth(which)
            rate = await follow(page, host, await along(page, thumb, 0.05, 0.95, seconds))
            sent = await thumb.get_attribute("aria-valuetext")
            await page.mouse.up()
            for _ in range(40):
                if settled := f"={float(sent):g}&" in f"{page.url}&".replace(".0&", "&"):
                    break
                await asyncio.sleep(0.25)
        return rate, settled

    sliders: dict[str, tuple[int, float]] = {"number of components": (0, 0.5), "width": (1, 2.0)}
    with Server() as server:
        for name, place in sliders.items():
            found = [asyncio.run(dragged(server.url, *place)) for _ in range(drags)]
            rate = statistics.median(rate for rate, _ in found)
            yield f"redraws a second {judged(rate, least=20)}"
            yield f"the address has the last value: {all(same for _, same in found)}"
            yield Answer(
                f'page "Denoise", 200 points: redraws a second while the {name} is dragged',
                f"{rate:.0f}",
            )
