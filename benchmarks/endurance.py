"""The app over a long time, with little memory, and when it is asked to stop.

    python -m benchmarks.endurance [soak [minutes]] [idle] [limited] [stop]

soak: 30 minutes of 20 sessions of mixed use: pages at random settings, slider drags, visitors that
leave and others that come. idle: what 50 sessions that do nothing hold. limited: the heaviest
pictures and pages together in a process with 4 GiB of address space. stop: SIGTERM while the
heaviest pictures, pages and a long run are computed.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from support.visitors import HEAVIEST, Seen, answer, every_page, line, question, session, some_state

from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict
from views.pages.explore.state import ExploreState

MINUTES, WARMING, SESSIONS = 30.0, 10.0, 20
# Seconds between two looks at the process, and of the time in which visitors stay, in the mean.
LOOK, STAY = 10.0, 120.0
IDLE = 50
# Tabs with the heaviest pictures, for so many seconds, in so many bytes of address space.
TABS, LIMITED, ADDRESSES = 10, 60.0, 4 * 2**30


@dataclass(frozen=True)
class Look:
    """A process at one time: MiB of memory, threads, open files."""

    minute: float
    memory: float
    threads: int
    files: int

    @classmethod
    def at(cls, pid: int, minute: float) -> Look:
        status = dict(
            row.split(":", 1) for row in Path(f"/proc/{pid}/status").read_text().splitlines()
        )
        return cls(
            minute,
            int(status["VmRSS"].split()[0]) / 1024,
            int(status["Threads"]),
            len(list(Path(f"/proc/{pid}/fd").iterdir())),
        )


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
                parameter = state.kernel.family.parameters[0]
                for request in range(random.randrange(30)):
                    share = random.random()
                    value = parameter.low + share * (parameter.high - parameter.low)
                    value = round(value) if parameter.integer else value
                    await answer(socket, seen, question(state, request, value))
                    await asyncio.sleep(0.1)
            await asyncio.sleep(random.uniform(0.5, 4.0))
    return runs + len(seen.delays)


async def soak(url: str, pid: int, minutes: float = MINUTES) -> None:
    """20 sessions of mixed use."""
    start = time.perf_counter()
    ends = start + 60 * minutes
    looks: list[Look] = []

    async def place(number: int) -> int:
        random, done = Random(number), 0
        while time.perf_counter() < ends:
            stay = random.expovariate(1 / STAY)
            done += await visit(url, random, min(ends, time.perf_counter() + stay))
        return done

    async def watch() -> None:
        while True:
            looks.append(Look.at(pid, (time.perf_counter() - start) / 60))
            if len(looks) % 6 == 1:
                print(f"    {looks[-1]}", flush=True)
            await asyncio.sleep(LOOK)

    watching = asyncio.create_task(watch())
    done = await asyncio.gather(*(place(number) for number in range(SESSIONS)))
    watching.cancel()
    later = [look for look in looks if look.minute > min(WARMING, minutes / 3)]
    slope, _ = np.polyfit([x.minute for x in later], [x.memory for x in later], 1)
    print(f"  pages and frames {sum(done)}, memory at the end {later[-1].memory:.0f} MiB")
    print(f"  slope, MiB a minute {verdict(float(slope), 1.0, at_least=False)}")
    for name in ("threads", "files"):
        first, last = (
            [getattr(look, name) for look in half]
            for half in (later[: len(later) // 2], later[len(later) // 2 :])
        )
        print(f"  {name}: at most {max(first)} in the first half, {max(last)} in the second")


async def idle(url: str, pid: int) -> None:
    """What sessions that do nothing hold, and what is left of them."""

    async def opened(stack: AsyncExitStack, count: int) -> None:
        for _ in range(count):
            page = await stack.enter_async_context(session(url))
            for name in ("", *(one for one in every_page() if one != "explore")):
                await page.rerun({}, name)

    sizes = []
    async with AsyncExitStack() as stack:
        await opened(stack, 5)  # fills the caches
    for _ in range(2):
        before = Look.at(pid, 0).memory
        async with AsyncExitStack() as stack:
            await opened(stack, IDLE)
            await asyncio.sleep(5)
            sizes.append((Look.at(pid, 0).memory - before) / IDLE)
    print(f"  an idle session, MiB {verdict(sizes[0], 5.0, at_least=False)}")
    print(f"  again, where others left {verdict(sizes[1], 1.0, at_least=False)}")


async def heaviest(url: str, number: int, seen: list[str]) -> None:
    """One tab that asks for the heaviest pictures and pages, for ever; `seen` grows by answers."""
    pages = every_page()
    async with session(url) as page, line(url) as socket:
        for request in range(10_000):
            state = ExploreState.of_address({**HEAVIEST, "seed": str(number)})
            seconds = Seen()
            text = question(state, request, 0.2 + 0.01 * request).replace('"samples": 90', '"x": 0')
            name = [*pages][(number + request) % len(pages)]
            largest = {"points": "3000", "kernel": "matern", "seed": f"{number}{request}"}
            address = {**HEAVIEST, "seed": f"{number}{request}"} if name == "explore" else largest
            await asyncio.gather(
                answer(socket, seconds, text),
                page.rerun(address, "" if name == "explore" else name),
            )
            seen += page.errors + ["refused"] * seconds.refused + ["answered"]
            assert not page.exceptions, page.exceptions


async def limited(url: str, pid: int) -> None:
    """The worst mix of tabs with 4 GiB of address space."""
    seen: list[str] = []
    tabs = [asyncio.create_task(heaviest(url, number, seen)) for number in range(TABS)]
    _, pending = await asyncio.wait(tabs, timeout=LIMITED)
    for tab in pending:
        tab.cancel()
    lost = [tab for tab in tabs if tab not in pending]
    print(f"  tabs that lost the server {verdict(len(lost), 0, at_least=False)}")
    for tab in lost[:1]:
        print(f"    {tab.exception()!r}")
    print(f"  answers {Counter(one[:90] for one in seen).most_common(5)}")
    async with session(url) as page:
        took = await page.rerun({"seed": "77"})
    print(f"  then a page takes {took:.2f} s; {Look.at(pid, 0)}")


async def stop(url: str, pid: int) -> None:
    """SIGTERM during heavy work."""
    seen: list[str] = []
    tabs = [asyncio.create_task(heaviest(url, number, seen)) for number in range(TABS)]
    await asyncio.sleep(5)
    start = time.perf_counter()
    os.kill(pid, signal.SIGTERM)
    while running(pid) and time.perf_counter() - start < 60:
        await asyncio.sleep(0.02)
    print(f"  gone after, s {verdict(time.perf_counter() - start, 5.0, at_least=False)}")
    for tab in tabs:
        tab.cancel()


def running(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


PARTS: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
    "soak": soak,
    "idle": idle,
    "limited": limited,
    "stop": stop,
}


def main() -> None:
    names = [name for name in sys.argv[1:] if name in PARTS] or list(PARTS)
    numbers = [float(text) for text in sys.argv[1:] if text not in PARTS]
    for name in names:
        log = Path(tempfile.mkstemp()[1])
        # Children inherit the limit; a smaller soft limit of our own can be raised again.
        own = resource.getrlimit(resource.RLIMIT_AS)
        if name == "limited":
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, own[1]))
        with serving(ROOT / "app.py", log) as (url, _, pid):
            resource.setrlimit(resource.RLIMIT_AS, own)
            print(f"{name}: {PARTS[name].__doc__}", flush=True)
            asyncio.run(PARTS[name](url, pid, *(numbers if name == "soak" else ())))
        tracebacks = log.read_text().count("Traceback")
        print(f"  tracebacks in the log {verdict(tracebacks, 0, at_least=False)}", flush=True)
        log.unlink() if not tracebacks else print(f"  {log}")


if __name__ == "__main__":
    main()
