"""The app under the load of a class.

Real sessions and sockets on one server, which the load itself shares the machine with.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
import urllib.request
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from support.server import Server
from support.visitors import HEAVIEST, Seen, answer, line, question, session

from benchmarks.harness import Answer, Lines, benchmark, judged
from views.pages.explore.state import ExploreState

EVENTS, EVERY = 10, 3.0
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


async def observed(url: str, load: Awaitable[Any]) -> str:
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
    found = [judged(quantile(one.delays, 0.95), most=0.1) for one in (health, asset)]
    return f"health {found[0]} s and a style sheet {found[1]} s in 95 %"


async def busy(pid: int) -> float:
    """Cores that a process uses, over half a second."""

    def used() -> float:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    before, start = used(), time.perf_counter()
    await asyncio.sleep(0.5)
    return (used() - before) / (time.perf_counter() - start)


def whole(state: ExploreState, request: int, value: float) -> str:
    """A question for the heaviest frame."""
    return question(state, request, value).replace('"samples": 90', '"x": 0')


@benchmark
def hands(sessions: int = 100, seconds: float = 15.0) -> Lines:
    """Hands on settings of their own, each with ten events a second."""
    kernels = ("gaussian", "laplacian", "rational-quadratic", "polynomial", "matern")
    seen = [Seen() for _ in range(sessions)]

    async def drag(url: str, i: int, together: asyncio.Barrier) -> None:
        state = ExploreState.of_address(
            {"kernel": kernels[i % len(kernels)], "seed": str(i), "per_cluster": str(30 + i % 40)}
        )
        (parameter,) = state.kernel.family.parameters[:1]
        async with session(url) as page, line(url) as socket:
            await page.rerun(state.address())
            await together.wait()  # who is alone for a while would have more
            ends = time.perf_counter() + seconds
            request = 0
            while (start := time.perf_counter()) < ends:
                request += 1
                share = 0.5 + 0.4 * ((request * 0.037 + i * 0.01) % 1)
                value = parameter.low * (parameter.high / parameter.low) ** share
                value = round(value) if parameter.integer else value
                await answer(socket, seen[i], question(state, request, value))
                await asyncio.sleep(max(0.0, start + 1 / EVENTS - time.perf_counter()))

    async def measured(url: str) -> str:
        together = asyncio.Barrier(sessions)
        every = (drag(url, i, together) for i in range(sessions))
        return await observed(url, asyncio.gather(*every))

    with Server() as server:
        beside = asyncio.run(measured(server.url))
    counts = [len(one.delays) for one in seen]
    delays = [delay for one in seen for delay in one.delays]
    yield Answer(
        f"{sessions} sessions with settings of their own, each dragging with {EVENTS} events a "
        "second",
        f"{sum(counts) / seconds:.0f} frames a second, median {statistics.median(delays):.2f} s, "
        f"95 % below {quantile(delays, 0.95):.2f} s, {sum(one.refused for one in seen)} refused; "
        f"slowest over fastest session {judged(min(counts) / max(counts), least=0.7)}; {beside}",
    )


@benchmark
def clicks(sessions: int = 50, seconds: float = 30.0) -> Lines:
    """Readers who change something every three seconds, beside one alone in the same run."""
    found: list[float] = []

    def address(i: int, step: int) -> dict[str, str]:
        return {"width": f"{0.05 * (1.1 + (i * 7 + step * 13) % 97):.4g}", "seed": str(i)}

    async def click(url: str, i: int) -> None:
        async with session(url) as page:
            await page.rerun(address(i, 0))
            await asyncio.sleep(EVERY * i / sessions)
            for step in range(1, round(seconds / EVERY)):
                took = await page.rerun(address(i, step))
                found.append(took)
                await asyncio.sleep(max(0.0, EVERY - took))

    async def measured(url: str) -> tuple[float, str]:
        async with session(url) as page:
            await page.rerun(address(0, 0))
            alone = [await page.rerun(address(0, step)) for step in range(1, 15)]
        every = (click(url, i) for i in range(sessions))
        return statistics.median(alone), await observed(url, asyncio.gather(*every))

    with Server() as server:
        one, beside = asyncio.run(measured(server.url))
    p95 = quantile(found, 0.95)
    yield Answer(
        f"{sessions} sessions that change something every {EVERY:g} s",
        f"one alone {one:.3f} s; together median {statistics.median(found):.3f} s, 95 % below "
        f"{p95:.3f} s, {judged(p95 / one, most=10)} times one's median; {beside}",
    )


@benchmark
def departed(sockets: int = 40) -> Lines:
    """Heavy questions by clients that leave at once."""

    async def measured(url: str, pid: int) -> float:
        async with AsyncExitStack() as stack:
            opened = [await stack.enter_async_context(line(url)) for _ in range(sockets)]
            for i, socket in enumerate(opened):
                state = ExploreState.of_address({**HEAVIEST, "seed": str(i)})
                await socket.send(whole(state, 1, 0.2 + 0.01 * i))
            await asyncio.sleep(0.5)
        start = time.perf_counter()
        while await busy(pid) > IDLE and time.perf_counter() - start < 200:
            pass
        return time.perf_counter() - start

    with Server() as server:
        seconds = asyncio.run(measured(server.url, server.process.pid))
    yield Answer(
        f"{sockets} heavy questions by sockets that close at once: idle again after",
        f"{judged(seconds, most=3)} s",
    )


@benchmark
def heavy(tabs: int = 10, readers: int = 5, seconds: float = 15.0) -> Lines:
    """Tabs that ask for the heaviest picture, and readers beside them."""
    seen, heaviest = [Seen() for _ in range(readers)], Seen()

    async def tab(url: str, i: int) -> None:
        state = ExploreState.of_address({**HEAVIEST, "seed": str(i)})
        async with line(url) as socket:
            for request in range(1, 10_000):
                await answer(socket, heaviest, whole(state, request, 0.2 + 0.001 * request))

    async def other(url: str, i: int) -> None:
        state = ExploreState.of_address({"seed": str(i)})
        async with line(url) as socket:
            ends, request = time.perf_counter() + seconds, 0
            while time.perf_counter() < ends:
                request += 1
                await answer(socket, seen[i], question(state, request, 0.1 + 0.003 * request))
                await asyncio.sleep(0.5)

    async def measured(url: str) -> str:
        tasks = [asyncio.create_task(tab(url, i)) for i in range(tabs)]
        await asyncio.sleep(1.0)
        beside = await observed(url, asyncio.gather(*(other(url, i) for i in range(readers))))
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)
        return beside

    with Server() as server:
        beside = asyncio.run(measured(server.url))
    delays = [delay for one in seen for delay in one.delays]
    yield Answer(
        f"{tabs} tabs that ask for the heaviest picture, and {readers} readers beside them",
        f"{len(heaviest.delays) / seconds:.2f} of these pictures a second; 95 % of the readers' "
        f"frames below {judged(quantile(delays, 0.95), most=0.5)} s; {beside}",
    )
