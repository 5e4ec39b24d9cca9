"""Behind the proxy.

The app behind the nginx of deploy/, while strangers take what they can get: each attack in turn, on
one app with its own nginx, and what asking for health took meanwhile (judged: 95 % below 0.5 s,
none above 2 s), and the memory of app and nginx. Floods that a proxy cannot see are judged two
seconds after their end.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from support.fuzz.server import own_tracebacks
from support.server import free_port
from support.visitors import HEAVIEST, every_page, session

from benchmarks.harness import ROOT, Answer, Lines, Missing, benchmark, judged
from benchmarks.load import quantile

# Judged: seconds for health, 95 % of the answers and all of them.
USUAL, LONGEST = 0.5, 2.0
# Sockets that one address may open, see deploy/nginx.conf, and those beyond.
SOCKETS, BEYOND = 600, 400
# The statuses of sockets that were refused.
REFUSED: list[int] = []
# Tables of settings that make a page heavy.
ADDRESSES = ({}, HEAVIEST, {"data": "digits"})

# Asks for health ten times a second, until it is ended: after the answer that it waits for.
ASK = """
import signal, sys, time, urllib.request
ended = []
signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
while not ended:
    start = time.perf_counter()
    urllib.request.urlopen(sys.argv[1], timeout=60).read()
    print(time.perf_counter() - start, flush=True)
    time.sleep(0.1)
"""

Attack = Callable[[str, float], Awaitable[None]]


def _host(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return str(parts.hostname), int(parts.port or 80)


async def drips(url: str, seconds: float) -> None:
    """100 requests whose headers come byte by byte, opened again when they are closed."""
    end = time.monotonic() + seconds

    async def one() -> None:
        while time.monotonic() < end:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(*_host(url))
                writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
                while time.monotonic() < end and not writer.transport.is_closing():
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.5)
                writer.transport.abort()

    await asyncio.gather(*(one() for _ in range(100)))


async def idle(url: str, seconds: float) -> None:
    """1,000 connections that say nothing."""
    opened = [await asyncio.open_connection(*_host(url)) for _ in range(1000)]
    await asyncio.sleep(seconds)
    for _, writer in opened:
        writer.transport.abort()


async def unread(url: str, seconds: float) -> None:
    """100 readers of the largest script, 20 of pages, that never read."""
    html = (await asyncio.to_thread(urllib.request.urlopen, url)).read().decode()
    script = re.findall(r"static/js/index[\w.-]+\.js", html)[0]
    async with AsyncExitStack() as stack:
        for _ in range(100):
            _, writer = await asyncio.open_connection(*_host(url), limit=1024)
            stack.callback(writer.transport.abort)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            host = urlsplit(url).netloc
            writer.write(f"GET /{script} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 20)
        await _greedy(url, seconds, 20, 1.0, "", {})


async def _greedy(
    url: str, seconds: float, count: int, rate: float, page: str, address: dict[str, str]
) -> None:
    """Sessions that ask for a page again and again, and do not read what comes."""
    message = BackMsg()
    message.rerun_script.page_name = page
    message.rerun_script.query_string = urlencode(address)
    end = time.monotonic() + seconds

    async def one() -> None:
        address = url.replace("http", "ws") + "/_stcore/stream"
        while time.monotonic() < end:
            with suppress(websockets.ConnectionClosed, OSError, websockets.InvalidStatus):
                async with websockets.connect(
                    address, origin=url, subprotocols=["streamlit"], max_queue=1, max_size=None
                ) as line:
                    while time.monotonic() < end:
                        # Sending waits where the server does not listen any more.
                        async with asyncio.timeout(end - time.monotonic() + 0.1):
                            await line.send(message.SerializeToString())
                        await asyncio.sleep(1 / rate)
                    line.transport.abort()

    with suppress(TimeoutError):
        await asyncio.gather(*(one() for _ in range(count)))


async def heaviest(url: str) -> tuple[str, dict[str, str]]:
    """The page whose second run takes longest, and its address."""
    taken: dict[float, tuple[str, dict[str, str]]] = {}
    for page in every_page():
        for address in ADDRESSES:
            with suppress(TimeoutError):
                async with asyncio.timeout(10), session(url) as drawn:
                    await drawn.rerun(address, page)
                    taken[await drawn.rerun(address, page)] = page, address
    return taken[max(taken)]


def greedy(page: str, address: dict[str, str]) -> Attack:
    """Ten sessions that ask for ten runs of a page a second, and do not read."""
    return lambda url, seconds: _greedy(url, seconds, 10, 10.0, page, address)


async def too_many(url: str, seconds: float) -> None:
    """400 sockets more than one address may open."""
    async with AsyncExitStack() as stack:
        for _ in range(SOCKETS + BEYOND):
            try:
                address = url.replace("http", "ws") + "/frames"
                await stack.enter_async_context(websockets.connect(address, origin=url))
            except websockets.InvalidStatus as answer:
                REFUSED.append(answer.response.status_code)
        await asyncio.sleep(seconds)


async def floods(url: str, seconds: float) -> None:
    """Ten sockets that send pongs as fast as they can, and ten that send random messages."""
    end, chance = time.monotonic() + seconds, random.Random(0)

    async def one(path: str, content: Callable[[Any], Awaitable[Any]]) -> None:
        while time.monotonic() < end:
            with suppress(websockets.ConnectionClosed, OSError, websockets.InvalidStatus):
                async with websockets.connect(
                    url.replace("http", "ws") + path, origin=url, max_size=None
                ) as line:
                    while time.monotonic() < end:
                        async with asyncio.timeout(end - time.monotonic() + 0.1):
                            await content(line)
                        await asyncio.sleep(0)
                    line.transport.abort()

    async def pongs(line: Any) -> None:
        for _ in range(100):
            await line.pong(b"x" * 100)

    async def noise(line: Any) -> None:
        await line.send(chance.randbytes(chance.choice((1, 100, 200_000))))

    with suppress(TimeoutError):
        await asyncio.gather(
            *(one("/frames", pongs) for _ in range(10)),
            *(one("/_stcore/stream", noise) for _ in range(10)),
        )


def observed(url: str, attack: Attack, seconds: float) -> list[float]:
    """Seconds of each answer to a request for health during an attack."""
    command = [sys.executable, "-c", ASK, f"{url}/_stcore/health"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None, "PIPE"
        asking.stdout.readline()
        asyncio.run(attack(url, seconds))
        # The last one began during the attack.
        time.sleep(0.2)
        asking.send_signal(signal.SIGTERM)
        return [float(line) for line in asking.stdout]


def memory(pids: list[int]) -> float:
    """MiB that processes have in memory."""
    pages = 0
    for pid in pids:
        with suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _children(pid: int) -> list[int]:
    text = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    own = [int(one) for one in text.stdout.split()]
    return own + [more for one in own for more in _children(one)]


@benchmark
def proxied(seconds: float = 15.0) -> Lines:
    """Attacks on the app behind nginx, each for some seconds; needs nginx, and /proc."""
    if shutil.which("nginx") is None:
        raise Missing("nginx has to be on the PATH")
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        # nginx may work as somebody else.
        os.chmod(folder, 0o777)
        process = subprocess.Popen(
            [str(ROOT / "deploy" / "replicas.sh"), str(port), "1"], stdout=subprocess.PIPE,
            env=os.environ | {"PYTHON": sys.executable, "KPCA_LOGS": folder}, text=True,
        )  # fmt: skip
        try:
            yield from _judged(process, f"http://127.0.0.1:{port}", seconds, Path(folder))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def _judged(process: Any, url: str, seconds: float, logs: Path) -> Lines:
    app = 0
    for line in process.stdout:
        if found := re.search(r"is process (\d+)", line):
            app = int(found[1])
        if "ready at" in line:
            break
    others = [pid for pid in _children(process.pid) if pid != app]
    page, address = asyncio.run(heaviest(url))
    yield f"heaviest page: {page} at {address or 'no address'}"
    attacks: dict[str, Attack] = {
        "100 requests byte by byte": drips, "1,000 idle connections": idle,
        "readers that never read": unread,
        "ten sessions that ask for ten runs a second and never read": greedy(page, address),
        f"{BEYOND} sockets too many": too_many,
    }  # fmt: skip
    for name, attack in attacks.items():
        delays = observed(url, attack, seconds)
        refused = f"; {len(REFUSED)} refused, with {set(REFUSED)}" if attack is too_many else ""
        yield Answer(
            f"{name}: seconds for health, 95 % of the answers and the longest",
            f"{judged(quantile(delays, 0.95), most=USUAL)} and {judged(max(delays), most=LONGEST)} "
            f"of {len(delays)}; app {memory([app]):.0f} MiB, nginx {memory(others):.0f} MiB"
            f"{refused}",
        )
    asyncio.run(floods(url, seconds / 3))
    time.sleep(LONGEST)
    start = time.perf_counter()
    urllib.request.urlopen(f"{url}/_stcore/health", timeout=60).read()
    log = (logs / "1.log").read_text()
    own, every = len(own_tracebacks(log)), log.count("Traceback (most recent call last)")
    yield Answer(
        "health two seconds after a flood of pongs and of random messages",
        f"{judged(time.perf_counter() - start, most=USUAL)} s; {own} tracebacks of this project, "
        f"{every} in all",
    )
