"""The app as a process: strangers' messages, little memory, and its end."""

from __future__ import annotations

import asyncio
import ctypes
import signal
import socket
import sys
from random import Random

import pytest
import uvicorn
from support.processes import python
from support.server import Server

from benchmarks.fuzz.server import as_component, to_socket
from benchmarks.load import HEAVIEST
from benchmarks.visitors import Seen, answer, line, question, session
from views.hosting.server import GRACE, set_up
from views.pages.explore.state import ExploreState

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="benchmarks read /proc")

HEAVY = ExploreState.of_address(HEAVIEST)
LIGHT = ExploreState.of_address({})


ALLOCATE = """
import ctypes, threading
from views.hosting.server import return_memory
{call}
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
everyone = threading.Barrier(12)

def allocate():
    everyone.wait()
    for _ in range(100):
        library.malloc(ctypes.c_size_t(5000))
    everyone.wait()

threads = [threading.Thread(target=allocate) for _ in range(12)]
for one in threads: one.start()
for one in threads: one.join()
library.malloc_stats()
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="needs glibc")
def test_threads_share_few_arenas():
    before = python(ALLOCATE.format(call=""), MALLOC_ARENA_MAX="")
    after = python(ALLOCATE.format(call="return_memory()"))
    assert after.returncode == 0, after.stderr
    assert before.stderr.count("Arena ") > 2 >= after.stderr.count("Arena ")


@pytest.fixture
def server(tmp_path):
    found = Server(tmp_path / "log")
    yield found
    found.kill()


def test_nonsense_leaves_no_traceback_in_the_log(server):
    async def send():
        await to_socket(server.url, Random(1), 60)
        await as_component(server.url, Random(1), 40)

    asyncio.run(send())
    assert "Traceback" not in server.log.read_text()


def test_work_beyond_the_memory_gets_a_message_and_the_server_goes_on(tmp_path):
    server = Server(tmp_path / "log", KPCA_MEMORY="100M")

    async def asked() -> None:
        seen = Seen()
        async with session(server.url) as page, line(server.url) as asking:
            await answer(asking, seen, question(HEAVY, 1, 0.3))
            assert seen.refused == 1
            await page.rerun(HEAVY.address())
            assert any("all work on this server may take 100 MiB" in said for said in page.errors)
            await answer(asking, seen, question(LIGHT, 2, 0.4))
            assert len(seen.delays) == 1
            await page.rerun(LIGHT.address())
            assert not page.errors

    try:
        asyncio.run(asked())
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


def test_it_stops_when_it_is_asked_to_during_heavy_work(server):
    async def asked() -> int:
        async with session(server.url) as page, line(server.url) as asking:
            await page.rerun({})
            await asking.send(question(HEAVY, 1, 0.3).replace('"samples": 90', '"x": 0'))
            await asyncio.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            return await asyncio.to_thread(server.process.wait, 30)

    assert asyncio.run(asked()) in (0, -signal.SIGTERM)
    assert "Traceback" not in server.log.read_text()


def test_it_waits_a_few_seconds_when_it_stops_and_its_connections_send_at_once():
    async def nothing(scope, receive, send) -> None:
        pass

    server = uvicorn.Server(uvicorn.Config(nothing, lifespan="off", log_level="critical"))
    assert server.config.timeout_graceful_shutdown is None
    # As Streamlit opens it: without the name of a protocol, so that asyncio leaves it as it is.
    listener = socket.socket(socket.AF_INET)
    listener.bind(("127.0.0.1", 0))

    async def connected() -> int:
        running = asyncio.create_task(server.serve([listener]))
        await set_up(server)
        with socket.create_connection(listener.getsockname()):
            while not server.server_state.connections:
                await asyncio.sleep(0.01)
            (connection,) = server.server_state.connections
            accepted = connection.transport.get_extra_info("socket")
            option = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        server.should_exit = True
        await running
        return option

    assert asyncio.run(connected()) == 1
    assert server.config.timeout_graceful_shutdown == GRACE <= 5
