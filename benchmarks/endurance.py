"""The app over a long time, with little memory, and when it is asked to stop.

    python -m benchmarks.endurance [soak [minutes]]

soak: 30 minutes of 20 sessions of mixed use: pages at random settings, slider drags, visitors that
leave and others that come; then all leave.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.page import ROOT, serving
from benchmarks.timing import verdict
from benchmarks.visitors import Seen, answer, every_page, line, question, session, some_state
from views.explore.state import ExploreState

MINUTES, WARMING, SESSIONS = 30.0, 10.0, 20
# Seconds between two looks at the process, and of the time in which visitors stay, in the mean.
LOOK, STAY = 10.0, 120.0
IDLE = 50


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
    await idle(url, pid)


async def idle(url: str, pid: int) -> None:
    """What sessions that do nothing hold, and what is left of them."""

    async def opened(stack: AsyncExitStack) -> None:
        page = await stack.enter_async_context(session(url))
        await page.rerun({})

    sizes = []
    for _ in range(2):
        before = Look.at(pid, 0).memory
        async with AsyncExitStack() as stack:
            for _ in range(IDLE):
                await opened(stack)
            await asyncio.sleep(5)
            sizes.append((Look.at(pid, 0).memory - before) / IDLE)
    print(f"  an idle session, MiB {verdict(sizes[0], 5.0, at_least=False)}")
    print(f"  again, where others left {verdict(sizes[1], 1.0, at_least=False)}")


PARTS: dict[str, Callable[..., object]] = {"soak": soak}


def main() -> None:
    names = [name for name in sys.argv[1:] if name in PARTS] or list(PARTS)
    numbers = [float(text) for text in sys.argv[1:] if text not in PARTS]
    for name in names:
        with serving(ROOT / "app.py") as (url, _, pid):
            print(f"{name}: {PARTS[name].__doc__}", flush=True)
            asyncio.run(PARTS[name](url, pid, *numbers))


if __name__ == "__main__":
    main()
