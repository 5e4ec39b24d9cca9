"""What one connection may take: silence, headers, frames, and answers that nobody reads."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from views.hosting import connections
from views.hosting.connections import OTHER_FILES, Connections, guard, open_files

OPENING = (
    "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
)
LARGE = b"x" * 2**24


class App:
    """Answers a request with LARGE once it has all of it, and a socket with as much."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            if scope["path"] == "/large":
                await send({"type": "websocket.send", "bytes": LARGE})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            self.left.set()
            return
        while (await receive()).get("more_body"):
            pass
        large = scope["path"] == "/large"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": LARGE if large else b"here"})


@asynccontextmanager
async def serving(most=1000):
    """A guarded server; yields its port, all connections and its app."""
    app = App()
    config = uvicorn.Config(app, lifespan="off", log_level="warning", ws="websockets-sansio")
    server = uvicorn.Server(config)
    everyone = guard(config)
    everyone.most = most
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    running = [asyncio.create_task(one) for one in (server.serve([listener]), everyone.watch())]
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()[1], everyone, app
    finally:
        server.should_exit = server.force_exit = True
        await running[0]
        running[1].cancel()


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Every wait is short."""
    for name, seconds in (("REQUEST", 0.3), ("PART", 0.3), ("READER", 0.3), ("LOOK", 0.05)):
        monkeypatch.setattr(connections, name, seconds)


async def said(port: int, text: str, later: bytes = b"") -> bytes:
    """All that comes back until the server closes the connection, after an answer `later`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.encode())
    try:
        async with asyncio.timeout(4):
            head = await reader.readuntil(b"\r\n\r\n") if later else b""
            writer.write(later)
            return head + await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.transport.abort()


def against(attack, **more):
    """Run an attack on a server of its own."""

    async def run():
        async with serving(**more) as (port, everyone, app):
            return await attack(port, everyone, app)

    return asyncio.run(run())


@pytest.mark.parametrize(
    "headers",
    [f"X-Long: {'x' * 9000}\r\n", "".join(f"X-{i}: 1\r\n" for i in range(200))],
    ids=["a long line", "many lines"],
)
def test_a_socket_with_too_long_headers_is_refused_in_few_words(headers):
    answer = against(lambda port, *_: said(port, f"{OPENING}{headers}\r\n"))
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert answer.endswith(b"its headers are too long or broken.\n")
    assert len(answer) < 300


@pytest.mark.parametrize(
    "start",
    [
        "",
        "GET / HTTP/1.1\r\nHost: a\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
    ],
    ids=["nothing", "half a request", "half a body"],
)
def test_who_does_not_say_what_is_wanted_is_left(start):
    assert against(lambda port, *_: said(port, start)) == b""


def test_a_second_request_that_does_not_end_is_left_too():
    first = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    answer = against(lambda port, *_: said(port, first, b"GET / HTTP/1.1\r\n"))
    assert answer.count(b"200 OK") == 1


@pytest.mark.parametrize(
    "request_",
    ["GET /large HTTP/1.1\r\nHost: a\r\n\r\n", f"{OPENING}\r\n".replace("/", "/large", 1)],
)
def test_who_does_not_read_is_left_with_all_that_waits(request_):
    async def attack(port, everyone, app):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.transport.pause_reading()
        writer.write(request_.encode())
        async with asyncio.timeout(5):
            while not everyone.unread:
                await asyncio.sleep(0.01)
            while everyone.open:
                await asyncio.sleep(0.01)
            if "Upgrade" in request_:
                await app.left.wait()
        writer.transport.abort()

    against(attack)


def test_what_waits_for_all_readers_together_is_bounded(monkeypatch):
    monkeypatch.setattr(connections, "READER", 60.0)
    monkeypatch.setattr(connections, "UNREAD", 2.5 * len(LARGE))

    async def attack(port, everyone, app):
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]
        for _, writer in lines:
            writer.transport.pause_reading()
            writer.write(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        await asyncio.sleep(0.5)
        held = sum(one.transport.get_write_buffer_size() for one in everyone.open)
        answer = await said(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        for _, writer in lines:
            writer.transport.abort()
        return held, answer

    held, answer = against(attack)
    assert len(LARGE) < held <= 2.5 * len(LARGE)
    assert b"200 OK" in answer


def masked(kind: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=True)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (masked(Opcode.PING) * 5000, 1008),
        (masked(Opcode.TEXT, b"{}") * 5000, 1008),
        (masked(Opcode.TEXT, b"x", fin=False) + masked(Opcode.CONT, b"x", fin=False) * 990, 1009),
        (masked(Opcode.TEXT, b"\xff\xfe"), 1007),
    ],
    ids=["pings", "messages", "parts", "no text"],
)
def test_a_socket_that_sends_what_no_page_does_is_closed(frames, code, caplog, monkeypatch):
    monkeypatch.setattr(connections, "PARTS", 900)
    with caplog.at_level(logging.WARNING):
        answer = against(lambda port, *_: said(port, f"{OPENING}\r\n", frames))
    assert b"\x88" in answer
    close = answer[answer.rindex(b"\x88") + 2 :]
    assert int.from_bytes(close[:2]) == code
    assert not any(record.exc_info for record in caplog.records)


def test_a_message_of_five_megabytes_in_the_parts_of_a_browser_arrives():
    part = b"x" * 2**17
    frames = [masked(Opcode.TEXT, part, fin=False)]
    frames += [masked(Opcode.CONT, part, fin=False)] * 38 + [masked(Opcode.CONT, part)]
    close = masked(Opcode.CLOSE, (1000).to_bytes(2))
    sent = b"".join([*frames, close])
    answer = against(lambda port, *_: said(port, f"{OPENING}\r\n", sent))
    assert answer.endswith((1000).to_bytes(2))


def test_where_there_are_too_many_the_oldest_that_says_nothing_goes(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST", 60.0)

    async def attack(port, everyone, app):
        lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(9)]
        while len(everyone.open) < 5:
            await asyncio.sleep(0.01)
        answer = await said(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        ends = [reader.at_eof() or reader.exception() is not None for reader, _ in lines]
        for _, writer in lines:
            writer.transport.abort()
        return answer, ends

    answer, ends = against(attack, most=5)
    assert b"200 OK" in answer
    assert ends == [True] * 5 + [False] * 4


def test_files_are_left_for_what_asyncio_accepts_at_once():
    async def guarded() -> tuple[Connections, uvicorn.Config]:
        config = uvicorn.Config(App(), backlog=10**6)
        return guard(config), config

    everyone, config = asyncio.run(guarded())
    assert everyone.most + config.backlog + OTHER_FILES <= open_files()


def test_that_no_connection_can_be_accepted_is_told_in_a_line(caplog):
    async def refused() -> None:
        guard(uvicorn.Config(App()))
        message = "socket.accept() out of system resource"
        error = OSError(24, "Too many open files")
        for _ in range(100):
            asyncio.get_running_loop().call_exception_handler(
                {"message": message, "exception": error}
            )

    with caplog.at_level(logging.WARNING):
        asyncio.run(refused())
    assert len(caplog.records) <= 1
    assert not any(record.exc_info for record in caplog.records)


def test_sockets_of_another_protocol_stay_as_they_are():
    """Uvicorn has several, and which one a server takes depends on what is installed."""

    class Other(asyncio.Protocol):
        pass

    async def guarded():
        config = uvicorn.Config(App(), ws=Other, log_level="warning")
        guard(config)
        return config.ws_protocol_class

    assert asyncio.run(guarded()) is Other
