"""Sockets of an address are counted, and none is heard that does not read."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
from support.server import Server
from websockets.exceptions import InvalidStatus

from benchmarks.visitors import line
from views.hosts.streamlit import notes, sockets
from views.hosts.streamlit.sockets import Sockets, in_step, source_of


def scope_of(host: str, path: str = "/frames") -> dict:
    return {"type": "websocket", "path": path, "client": (host, 1)}


def opened(hosts: list[str], most: int, monkeypatch) -> list[bool]:
    """Whether each of these addresses is let in, while all before it stay."""
    monkeypatch.setattr(sockets, "LIMITS", replace(sockets.LIMITS, sockets=most))
    inside: list[str] = []

    async def run() -> list[bool]:
        end = asyncio.Event()

        async def app(scope, receive, send) -> None:
            inside.append(scope["client"][0])
            await end.wait()

        async def send(message) -> None:
            assert message["type"] == "websocket.close"

        counted, found, running = Sockets(app), [], []
        for host in hosts:
            before = len(inside)
            running.append(asyncio.create_task(counted(scope_of(host), None, send)))
            await asyncio.sleep(0)
            found.append(len(inside) > before)
        end.set()
        await asyncio.gather(*running)
        assert counted.open.total() == 0
        return found

    return asyncio.run(run())


def test_an_address_has_so_many_sockets_and_others_theirs(monkeypatch):
    found = opened(["1.1.1.1"] * 4 + ["1.1.1.2"], 3, monkeypatch)
    assert found == [True, True, True, False, True]


def test_all_addresses_together_have_four_times_as_many(monkeypatch):
    assert opened([f"1.1.1.{i}" for i in range(9)], 2, monkeypatch) == [True] * 8 + [False]


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_source(host, source):
    assert source_of((host, 5)) == source


def test_who_has_no_address_is_a_source():
    assert source_of(None) == ""


def test_who_does_not_read_is_not_listened_to():
    async def run() -> None:
        reads, message = asyncio.Event(), {"type": "websocket.receive", "bytes": b""}

        async def receive() -> dict:
            return message

        async def send(_) -> None:
            await reads.wait()

        receive, send = in_step(receive, send)
        sending = asyncio.create_task(send({"type": "websocket.send", "bytes": b""}))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(receive())
        await asyncio.sleep(0.1)
        assert not waiting.done()
        reads.set()
        await sending
        assert await asyncio.wait_for(waiting, 1) == message

    asyncio.run(run())


def test_a_kind_of_line_is_logged_once_in_a_while(caplog):
    notes._last.clear()
    with caplog.at_level(logging.WARNING):
        for _ in range(50):
            notes.note("a kind")
        notes.note("another")
    assert [one.getMessage() for one in caplog.records] == ["a kind (1×)", "another (1×)"]


def test_a_refusal_by_a_running_server_writes_no_error(tmp_path):
    server = Server(tmp_path / "log", KPCA_SOCKETS="2")

    async def knock() -> int:
        refused = 0
        async with line(server.url), line(server.url):
            for _ in range(20):
                try:
                    async with line(server.url):
                        pass
                except InvalidStatus as answer:
                    refused += answer.response.status_code == 403
        return refused

    try:
        assert asyncio.run(knock()) == 20
        log = server.log.read_text()
        assert log.count("too many") == 1
        assert "handshake" not in log
        assert "Traceback" not in log
    finally:
        server.kill()
