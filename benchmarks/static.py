"""The edition without a server in headless Chromium, beside the app in the same run.

    make static && python -m benchmarks static

First: from the address to the paint of the first picture, cold, beside a page that loads the same
JavaScript and marks one element. Live: until Python has drawn the page, cold and on the second
visit, beside the app's first picture. Wait: the longest that the page did not answer until then.
Drag: redraws a second, beside the app's. All medians of three.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from support.browser import ARGUMENTS

from benchmarks.page import DRAGS, FIRST, follow
from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

FOLDER = ROOT / "build" / "static"
DRAWN = "[data-paints]"
LIVE = "document.documentElement.matches('[data-live]:not([data-waiting])')"
# The name of a page beside the edition's with the same JavaScript.
PEER = "same-bytes.html"
# Notes the longest turn of the page's own thread, and when Python's first picture is there, in ms.
WATCH = f"""
    window.longest = 0;
    let before = performance.now();
    const look = () => {{
        const now = performance.now();
        window.longest = Math.max(window.longest, now - before);
        before = now;
        if ({LIVE}) window.live ??= now; else setTimeout(look, 1);
    }};
    document.addEventListener("DOMContentLoaded", () => {{ before = performance.now(); look(); }});
"""
FEW, MANY = "", "?paper=false&per_cluster=100"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def write_peer() -> None:
    """Write a page that imports what the first page does."""
    looks = json.loads((FOLDER / "shell" / "looks.json").read_text())
    files = ["./shell/app.js", f"./modules/{looks['front']}"]
    files += [
        f"./modules/{path.name}"
        for path in FOLDER.glob("modules/*.js")
        if "plotly" not in path.name
    ]
    script = (
        f"await Promise.allSettled({json.dumps(files)}.map((one) => import(one)));"
        "document.body.dataset.paints = 1;"
    )
    html = f'<!doctype html><title>peer</title><body><script type="module">{script}</script>'
    (FOLDER / PEER).write_text(html)


async def milliseconds(context: Any, url: str, what: str) -> tuple[float, float]:
    """Return when `what` was there after a page began to load, and its longest turn."""
    page = await context.new_page()
    await page.add_init_script(FIRST.replace("DRAWN", DRAWN) + WATCH)
    await page.goto(url)
    await page.wait_for_function(f"window.{what}")
    found = await page.evaluate(f"[window.{what}, performance.timeOrigin, window.longest]")
    await page.close()
    # `FIRST` counts from 1970.
    return found[0] - (found[1] if what == "first" else 0), found[2]


async def redraws(context: Any, url: str, is_static: bool) -> float:
    page = await context.new_page()
    await page.goto(url)
    host = page.locator(DRAWN)
    await host.wait_for()
    if is_static:
        await page.wait_for_function(LIVE)
    await asyncio.sleep(2)
    box = await host.locator("input[type=range]").first.bounding_box()
    y = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + 0.3 * box["width"], y)
    await page.mouse.down()

    def along(elapsed: float) -> tuple[float, float]:
        share = 0.3 + 0.3 * abs(elapsed * 0.45 % 2 - 1)
        return box["x"] + box["width"] * share, y

    rate = await follow(page, host, along)
    await page.close()
    return rate


async def measured(executable: str, edition: str, app: str) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)

        async def anew(act: Callable[..., Any], *what: Any) -> Any:
            """Act in a context of its own: nothing is cached."""
            context = await chromium.new_context(viewport={"width": 1440, "height": 900})
            try:
                return await act(context, *what)
            finally:
                await context.close()

        async def second(context: Any, url: str) -> float:
            await milliseconds(context, url, "live")
            page = await context.new_page()
            await page.goto(url + PEER)
            await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            await page.close()
            return (await milliseconds(context, url, "live"))[0]

        runs: dict[str, list[float]] = {}
        for _ in range(DRAGS):
            found = {
                "peer": (await anew(milliseconds, edition + PEER, "first"))[0],
                "first": (await anew(milliseconds, edition, "first"))[0],
                "app": (await anew(milliseconds, app, "first"))[0],
                "second": await anew(second, edition),
            }
            found["live"], found["wait"] = await anew(milliseconds, edition, "live")
            for name, address in (("few", FEW), ("many", MANY)):
                found[f"{name} static"] = await anew(redraws, edition + address, True)
                found[f"{name} app"] = await anew(redraws, f"{app}/{address}", False)
            for name, value in found.items():
                runs.setdefault(name, []).append(value)
        report({name: statistics.median(values) for name, values in runs.items()})


def report(of: dict[str, float]) -> None:
    """Print the medians, and ratios with their bounds."""
    for name in ("first", "peer", "app", "live", "second", "wait"):
        print(f"    {name}: {of[name]:.0f} ms")
    for said, value, most in (
        ("first beside the same JavaScript", of["first"] / of["peer"], 1.5),
        ("live beside the app's first", of["live"] / of["app"], 12),
        ("live again beside it", of["second"] / of["app"], 5),
        ("longest wait, ms", of["wait"], 100),
    ):
        print(f"{said}: {verdict(value, most, at_least=False)}")
    for name, least in (("few", 40), ("many", 20)):
        rate, other = of[f"{name} static"], of[f"{name} app"]
        print(f"drag of {'90' if name == 'few' else '300'}: {verdict(rate, least, at_least=True)}")
        print(f"    beside the app's {other:.1f}: {verdict(rate / other, 0.5, at_least=True)}")


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None or not (FOLDER / "index.html").exists():
        print(f"not run: Chromium and {FOLDER.relative_to(ROOT)} (`make static`) are needed")
        return
    write_peer()
    handler = partial(Quiet, directory=str(FOLDER))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        serving(ROOT / "app.py") as (app, *_),
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        asyncio.run(measured(executable, f"http://127.0.0.1:{server.server_port}/", app))
        server.shutdown()
    (FOLDER / PEER).unlink()


if __name__ == "__main__":
    main()
