"""Without a server.

The edition that `make static` writes, in headless Chromium, beside the app in the same run. First:
from the address to the paint of the first picture, cold, beside a page that loads the same
JavaScript and marks one element. Live: until Python has drawn the page, cold and on the second
visit, beside the app's first picture. Wait: the longest that the page did not answer until then.
Drag: redraws a second, beside the app's. All medians of three.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from support.server import Server

from benchmarks.browser import PAINTED, along, chromium, follow, tab
from benchmarks.harness import ROOT, Answer, Lines, Missing, benchmark, judged
from benchmarks.page import FIRST

FOLDER = ROOT / "build" / "static"
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
ADDRESSES = {"90": "", "300": "?paper=false&per_cluster=100"}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def write_peer() -> None:
    """Write a page that imports what the first page does."""
    looks = json.loads((FOLDER / "shell" / "looks.json").read_text())
    modules = [path.name for path in FOLDER.glob("modules/*.js") if "plotly" not in path.name]
    files = ["./shell/app.js", *(f"./modules/{name}" for name in (looks["front"], *modules))]
    script = (
        f"await Promise.allSettled({json.dumps(files)}.map((one) => import(one)));"
        "document.body.dataset.paints = 1;"
    )
    html = f'<!doctype html><title>peer</title><body><script type="module">{script}</script>'
    (FOLDER / PEER).write_text(html)


async def milliseconds(page: Any, url: str, what: str) -> tuple[float, float]:
    """Return when `what` was there after a page began to load, and its longest turn."""
    await page.add_init_script(FIRST.replace("DRAWN", PAINTED) + WATCH)
    await page.goto(url)
    await page.wait_for_function(f"window.{what}")
    found = await page.evaluate(f"[window.{what}, performance.timeOrigin, window.longest]")
    # `FIRST` counts from 1970.
    return found[0] - (found[1] if what == "first" else 0), found[2]


async def again(page: Any, url: str) -> float:
    """When Python has drawn the page on the second visit."""
    await milliseconds(page, url, "live")
    await page.goto(url + PEER)
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    second = await page.context.new_page()
    return (await milliseconds(second, url, "live"))[0]


async def redraws(page: Any, url: str, is_static: bool) -> float:
    await page.goto(url)
    host = page.locator(PAINTED)
    await host.wait_for()
    if is_static:
        await page.wait_for_function(LIVE)
    await asyncio.sleep(2)
    at = await along(page, host.locator("input[type=range]").first, 0.3, 0.6, 2.2)
    return await follow(page, host, at)


async def measured(edition: str, app: str, rounds: int) -> dict[str, float]:
    runs: dict[str, list[float]] = {}
    async with chromium() as browser:

        async def anew(act: Any, *what: Any) -> Any:
            async with tab(browser) as page:
                return await act(page, *what)

        for _ in range(rounds):
            found = {
                "peer": (await anew(milliseconds, edition + PEER, "first"))[0],
                "first": (await anew(milliseconds, edition, "first"))[0],
                "app": (await anew(milliseconds, app, "first"))[0],
                "second": await anew(again, edition),
            }
            found["live"], found["wait"] = await anew(milliseconds, edition, "live")
            for n, address in ADDRESSES.items():
                found[n] = await anew(redraws, edition + address, True)
                found[f"{n} app"] = await anew(redraws, f"{app}/{address}", False)
            for name, value in found.items():
                runs.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in runs.items()}


@benchmark
def static(rounds: int = 3) -> Lines:
    """The edition without a server beside the app."""
    if not (FOLDER / "index.html").exists():
        raise Missing(f"{FOLDER.relative_to(ROOT)} has to be there (`make static`)")
    write_peer()
    files = partial(Quiet, directory=str(FOLDER))
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server, Server() as app:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        of = asyncio.run(measured(f"http://127.0.0.1:{server.server_port}/", app.url, rounds))
        server.shutdown()
    (FOLDER / PEER).unlink()
    yield Answer(
        "first picture, and that of a page with the same JavaScript",
        f"{of['first']:.0f} and {of['peer']:.0f} ms, {judged(of['first'] / of['peer'], most=1.5)}",
    )
    for name, key, most in (("cold", "live", 12), ("second visit", "second", 5)):
        yield Answer(
            f"Python has drawn the page, {name}, and the app's first picture",
            f"{of[key]:.0f} and {of['app']:.0f} ms, {judged(of[key] / of['app'], most=most)}",
        )
    yield Answer("longest that the page did not answer", f"{judged(of['wait'], most=100)} ms")
    for n, least in (("90", 40), ("300", 20)):
        ratio = judged(of[n] / of[f"{n} app"], least=0.5)
        yield Answer(
            f"redraws a second while a slider is dragged, {n} points, and of the app",
            f"{judged(of[n], least=least)} and {of[f'{n} app']:.1f}, {ratio}",
        )
