"""The app over a long time, with little memory, and when it is asked to stop.

Sessions of mixed use are pages at random settings, slider drags, visitors that leave and others
that come. A line through memory is uncertain by as much as two runs differ.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from support.server import Server
from support.visitors import HEAVIEST, Seen, answer, every_page, line, question, session, some_state

from benchmarks.harness import Answer, Lines, benchmark, judged
from benchmarks.load import whole
from views.pages.explore.state import ExploreState

Tabs = list[asyncio.Task[None]]
# Seconds between two looks at the process, and of the time in which visitors stay, in the mean.
LOOK, STAY = 10.0, 120.0


@dataclass(frozen=True)
class Look:
    """A process at one time: MiB of memory, threads, open files."""

    minute: float
    memory: float
    threads: int
    files: int

    @classmethod
    def at(cls, pid: int, minute: float = 0.0) -> Look:
        status = dict(
            row.split(":", 1) for row in Path(f"/proc/{pid}/status").read_text().splitlines()
        )
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        memory = int(status["VmRSS"].split()[0]) / 1024
        return cls(minute, memory, int(status["Threads"]), files)


@contextmanager
def logged(bytes_of_addresses: int | None = None) -> Iterator[tuple[Server, Callable[[], int]]]:
    """A server, perhaps with little address space, and what counts the tracebacks of its log."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        # Children inherit the limit; a smaller soft limit of our own can be raised again.
        own = resource.getrlimit(resource.RLIMIT_AS)
        if bytes_of_addresses:
            resource.setrlimit(resource.RLIMIT_AS, (bytes_of_addresses, own[1]))
        try:
            server = Server(log)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, own)
        with server:
            yield server, lambda: log.read_text().count("Traceback")


async def visit(url: str, random: Random, leaves: float) -> int:
    """One visitor of mixed use until `leaves`; returns how many pages and frames it saw."""
    pages, seen, runs = every_page(), Seen(), 0
    async with session(url) as page, line(url) as socket:
        while time.perf_counter() < leaves:
            name = random.choice([*pages, *["explore"] * len(pages)])
            state = some_state(pages[name], random, usual=0.7)
            await page.rerun(state.address(), "" if name == "explore" else name)
            runs += 1
            if isinstance(state, ExploreState) and state.sliders:
                parameter = next(iter(state.kernel.dragged))
                for request in range(random.randrange(30)):
                    share = random.random()
                    value = parameter.low + share * (parameter.high - parameter.low)
                    value = round(value) if parameter.integer else value
                    await answer(socket, seen, question(state, request, value))
                    await asyncio.sleep(0.1)
            await asyncio.sleep(random.uniform(0.5, 4.0))
    return runs + len(seen.delays)


@benchmark
def soak(minutes: float = 30.0, sessions: int = 20, warming: float = 10.0) -> Lines:
    """Sessions of mixed use, leaving and coming."""
    looks: list[Look] = []

    async def measured(url: str, pid: int) -> int:
        start = time.perf_counter()
        ends = start + 60 * minutes

        async def place(number: int) -> int:
            random, done = Random(number), 0
            while time.perf_counter() < ends:
                stay = random.expovariate(1 / STAY)
                done += await visit(url, random, min(ends, time.perf_counter() + stay))
            return done

        async def watch() -> None:
            while True:
                looks.append(Look.at(pid, (time.perf_counter() - start) / 60))
                await asyncio.sleep(LOOK)

        watching = asyncio.create_task(watch())
        done = await asyncio.gather(*(place(number) for number in range(sessions)))
        watching.cancel()
        return sum(done)

    with logged() as (server, tracebacks):
        done = asyncio.run(measured(server.url, server.process.pid))
        wrong = tracebacks()
    later = [look for look in looks if look.minute >= min(warming, minutes / 3)]
    slope, _ = np.polyfit([x.minute for x in later], [x.memory for x in later], 1)
    memory = [look.memory for look in later]
    yield Answer(
        f"{sessions} sessions of mixed use for {minutes:g} minutes, leaving and coming",
        f"{done:,} pages and frames; {min(memory):.0f} to {max(memory):.0f} MiB after the first "
        f"{later[0].minute:.0f} minutes, {memory[-1]:.0f} at the end, a line through them rises by "
        f"{judged(float(slope), most=1)} MiB a minute; at most {max(x.threads for x in later)} "
        f"threads and {max(x.files for x in later)} open files; {wrong} tracebacks",
    )


async def heaviest(url: str, number: int, seen: list[str]) -> None:
    """One tab that asks for the heaviest pictures and pages, for ever; `seen` grows by answers."""
    pages = every_page()
    async with session(url) as page, line(url) as socket:
        for request in range(10_000):
            state = ExploreState.of_address({**HEAVIEST, "seed": str(number)})
            frames = Seen()
            name = [*pages][(number + request) % len(pages)]
            largest = {"points": "3000", "kernel": "matern", "seed": f"{number}{request}"}
            address = {**HEAVIEST, "seed": f"{number}{request}"} if name == "explore" else largest
            await asyncio.gather(
                answer(socket, frames, whole(state, request, 0.2 + 0.01 * request)),
                page.rerun(address, "" if name == "explore" else name),
            )
            seen += page.errors + ["refused"] * frames.refused + ["answered"]
            assert not page.exceptions, page.exceptions


def with_tabs(url: str, tabs: int, then: Callable[[Tabs, list[str]], Awaitable[Any]]) -> Any:
    """Run something beside the heaviest tabs."""

    async def measured() -> Any:
        seen: list[str] = []
        tasks = [asyncio.create_task(heaviest(url, number, seen)) for number in range(tabs)]
        found = await then(tasks, seen)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return found

    return asyncio.run(measured())


@benchmark
def limited(tabs: int = 10, seconds: float = 60.0, gib: int = 4) -> Lines:
    """The heaviest pictures and pages in a process with little address space."""

    async def lost(tasks: Tabs, seen: list[str]) -> tuple[int, str]:
        done, _ = await asyncio.wait(tasks, timeout=seconds)
        return len(done), str(Counter(one[:90] for one in seen).most_common(5))

    with logged(gib * 2**30) as (server, tracebacks):
        count, said = with_tabs(server.url, tabs, lost)
        wrong = tracebacks()
    yield said
    yield Answer(
        f"{tabs} tabs with the heaviest pictures and pages, in a process with {gib} GiB of address "
        "space",
        f"{count} tabs lose the server, {wrong} tracebacks",
    )


@benchmark
def stop(tabs: int = 10) -> Lines:
    """SIGTERM during heavy work."""
    with logged() as (server, tracebacks):

        async def ended(*_: Any) -> float:
            await asyncio.sleep(5)
            start = time.perf_counter()
            os.kill(server.process.pid, signal.SIGTERM)
            await asyncio.to_thread(server.process.wait, 60)
            return time.perf_counter() - start

        seconds = with_tabs(server.url, tabs, ended)
        wrong = tracebacks()
    yield Answer(
        f"SIGTERM while {tabs} tabs ask for the heaviest pictures and pages: gone after",
        f"{judged(seconds, most=5)} s, {wrong} tracebacks",
    )
