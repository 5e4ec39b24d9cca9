"""The app under the load of a class: real sessions and real sockets on one server of this machine.

    python -m benchmarks.load [hands] [clicks] [departed] [heavy]

hands: 100 sessions with settings of their own, each dragging with 10 events a second. clicks: 50
sessions that each change something every 3 seconds, beside one alone in the same run. departed: 40
heavy questions by sockets that close at once. heavy: ten tabs that ask for the heaviest picture
again and again, and what five others with light ones notice of it.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from support.visitors import HEAVIEST, Seen, answer, line, question, session

from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict
from views.pages.explore.state import ExploreState

HANDS, EVENTS, SECONDS = 100, 10, 15.0
CLICKERS, EVERY, CLICKING = 50, 3.0, 30.0
DEPARTED, TABS, OTHERS = 40, 10, 5
# A process that used less of a core than this since the last look does nothing.
IDLE = 0.05


# A file of a drawing, below the address of the app.
STYLE = "_stcore/bidi-components/kpca-core.live/drawing.css"


def quantile(values: Sequence[float], share: float) -> float:
    return (
        sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")
    )


async def observe(url: str, path: str, seen: Seen) -> None:
    """Ask for a file ten times a second, for ever."""

    def fetch() -> None:
        urllib.request.urlopen(f"{url}/{path}", timeout=60).read()

    while True:
        start = time.perf_counter()
        await asyncio.to_thread(fetch)
        seen.delays.append(time.perf_counter() - start)
        await asyncio.sleep(0.1)


async def observed(url: str, load: Awaitable[Any]) -> tuple[Seen, Seen]:
    """Run a load; return what asking for health and for a style sheet took meanwhile."""
    health, asset = Seen(), Seen()
    watching = [
        asyncio.create_task(observe(url, "_stcore/health", health)),
        asyncio.create_task(observe(url, STYLE, asset)),
    ]
    try:
        await load
    finally:
        for task in watching:
            task.cancel()
    return health, asset


async def busy(pid: int) -> float:
    """Cores that a process uses, over half a second."""

    def used() -> float:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    before, start = used(), time.perf_counter()
    await asyncio.sleep(0.5)
    return (used() - before) / (time.perf_counter() - start)


async def hands(url: str, pid: int) -> None:
    """100 hands on 100 different settings."""
    kernels = ("gaussian", "laplacian", "rational-quadratic", "polynomial", "matern")
    seen, together = [Seen() for _ in range(HANDS)], asyncio.Barrier(HANDS)

    async def drag(i: int) -> None:
        state = ExploreState.of_address(
            {"kernel": kernels[i % len(kernels)], "seed": str(i), "per_cluster": str(30 + i % 40)}
        )
        (parameter,) = state.kernel.family.parameters[:1]
        async with session(url) as page, line(url) as socket:
            await page.rerun(state.address())
            await together.wait()  # who is alone for a while would have more
            ends = time.perf_counter() + SECONDS
            request = 0
            while (start := time.perf_counter()) < ends:
                request += 1
                share = 0.5 + 0.4 * ((request * 0.037 + i * 0.01) % 1)
                value = parameter.low * (parameter.high / parameter.low) ** share
                value = round(value) if parameter.integer else value
                await answer(socket, seen[i], question(state, request, value))
                await asyncio.sleep(max(0.0, start + 1 / EVENTS - time.perf_counter()))

    health, asset = await observed(url, asyncio.gather(*(drag(i) for i in range(HANDS))))
    counts = [len(one.delays) for one in seen]
    delays = [delay for one in seen for delay in one.delays]
    print(
        f"  frames a second {sum(counts) / SECONDS:.0f}, median {statistics.median(delays):.2f} s, "
        f"p95 {quantile(delays, 0.95):.2f} s, refused {sum(one.refused for one in seen)}"
    )
    print(f"  slowest / fastest session {verdict(min(counts) / max(counts), 0.7, at_least=True)}")
    for name, one in (("health", health), ("asset", asset)):
        print(f"  {name} p95, s {verdict(quantile(one.delays, 0.95), 0.1, at_least=False)}")


async def clicks(url: str, pid: int) -> None:
    """50 readers who change something every 3 s."""

    def address(i: int, step: int) -> dict[str, str]:
        return {"width": f"{0.05 * (1.1 + (i * 7 + step * 13) % 97):.4g}", "seed": str(i)}

    async with session(url) as page:
        await page.rerun(address(0, 0))
        alone = [await page.rerun(address(0, step)) for step in range(1, 15)]
    found: list[float] = []

    async def click(i: int) -> None:
        async with session(url) as page:
            await page.rerun(address(i, 0))
            await asyncio.sleep(EVERY * i / CLICKERS)
            for step in range(1, round(CLICKING / EVERY)):
                took = await page.rerun(address(i, step))
                found.append(took)
                await asyncio.sleep(max(0.0, EVERY - took))

    health, asset = await observed(url, asyncio.gather(*(click(i) for i in range(CLICKERS))))
    p95, one = quantile(found, 0.95), statistics.median(alone)
    print(
        f"  one alone, median {one:.3f} s; {CLICKERS} together, median "
        f"{statistics.median(found):.3f} s, p95 {p95:.3f} s"
    )
    print(f"  p95 / one's median {verdict(p95 / one, 10, at_least=False)}")
    for name, seen in (("health", health), ("asset", asset)):
        print(f"  {name} p95, s {verdict(quantile(seen.delays, 0.95), 0.1, at_least=False)}")


async def departed(url: str, pid: int) -> None:
    """40 heavy questions by clients that leave."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(line(url)) for _ in range(DEPARTED)]
        for i, socket in enumerate(sockets):
            state = ExploreState.of_address({**HEAVIEST, "seed": str(i)})
            await socket.send(question(state, 1, 0.2 + 0.01 * i).replace('"samples": 90', '"x": 0'))
        await asyncio.sleep(0.5)
    start = time.perf_counter()
    while await busy(pid) > IDLE and time.perf_counter() - start < 200:
        pass
    print(f"  idle again after, s {verdict(time.perf_counter() - start, 3.0, at_least=False)}")


async def heavy(url: str, pid: int) -> None:
    """Ten heaviest tabs, and five readers beside them."""
    seen, heaviest = [Seen() for _ in range(OTHERS)], Seen()

    async def tab(i: int) -> None:
        state = ExploreState.of_address({**HEAVIEST, "seed": str(i)})
        async with line(url) as socket:
            for request in range(1, 10_000):
                text = question(state, request, 0.2 + 0.001 * request)
                await answer(socket, heaviest, text.replace('"samples": 90', '"x": 0'))

    async def other(i: int) -> None:
        state = ExploreState.of_address({"seed": str(i)})
        async with line(url) as socket:
            ends, request = time.perf_counter() + SECONDS, 0
            while time.perf_counter() < ends:
                request += 1
                await answer(socket, seen[i], question(state, request, 0.1 + 0.003 * request))
                await asyncio.sleep(0.5)

    tabs = [asyncio.create_task(tab(i)) for i in range(TABS)]
    await asyncio.sleep(1.0)
    health, _ = await observed(url, asyncio.gather(*(other(i) for i in range(OTHERS))))
    for task in tabs:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tabs)
    delays = [delay for one in seen for delay in one.delays]
    print(f"  heaviest pictures a second {len(heaviest.delays) / SECONDS:.2f}")
    print(f"  others' p95, s {verdict(quantile(delays, 0.95), 0.5, at_least=False)}")
    print(f"  health p95, s {verdict(quantile(health.delays, 0.95), 0.1, at_least=False)}")


PARTS: dict[str, Callable[[str, int], Awaitable[None]]] = {
    "hands": hands,
    "clicks": clicks,
    "departed": departed,
    "heavy": heavy,
}


def main() -> None:
    names = [name for name in sys.argv[1:] if name in PARTS] or list(PARTS)
    for name in names:
        with serving(ROOT / "app.py") as (url, _, pid):
            print(f"{name}: {PARTS[name].__doc__}", flush=True)
            asyncio.run(PARTS[name](url, pid))


if __name__ == "__main__":
    main()
