"""The app as a process: strangers' messages, little memory, and its end."""

from __future__ import annotations

import asyncio
import signal
import sys
from random import Random

import pytest
from support.fuzz.server import as_component, own_tracebacks, to_socket
from support.server import Server
from support.visitors import HEAVIEST, Seen, answer, line, question, session

from views.pages.explore.state import ExploreState

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals are those of Linux")

HEAVY = ExploreState.of_address(HEAVIEST)
LIGHT = ExploreState.of_address({})


@pytest.fixture
def server(tmp_path):
    found = Server(tmp_path / "log")
    yield found
    found.kill()


def test_nonsense_leaves_no_traceback_of_ours_in_the_log(server):
    async def send():
        await to_socket(server.url, Random(1), 60)
        await as_component(server.url, Random(1), 40)

    asyncio.run(send())
    assert own_tracebacks(server.log.read_text()) == []


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
