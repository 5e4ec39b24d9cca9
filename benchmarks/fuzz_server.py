"""What strangers send to a running server: on the socket for frames, and in place of the component.

Its log is read afterwards: it holds no traceback.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.fuzz_pages import TEXTS, VALUES, some_question, some_text
from benchmarks.page import ROOT, serving
from benchmarks.visitors import line, session
from views.page import UNEXPECTED

# Seconds that an answer may take.
PATIENCE = 60.0


async def to_socket(url: str, random: Random, count: int) -> None:
    """Each message is answered, or the socket is closed, and the next socket answers again."""
    left = count
    while left:
        async with line(url) as socket:
            try:
                for _ in range(min(left, random.randrange(1, 30))):
                    left -= 1
                    await asyncio.wait_for(_ask(socket, random), PATIENCE)
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code not in (1003, 1007, 1008, 1009):
                    raise


async def _ask(socket: Any, random: Random) -> None:
    kind = random.randrange(12)
    if kind == 0:
        await socket.send(random.randbytes(random.choice((0, 1, 5000))))
    elif kind == 1:
        await socket.send(random.choice(("ping", "x" * 10_000, "[" * 4000)))
    elif kind == 2:
        await socket.send(some_text(random).encode(errors="replace").decode())
    else:
        await socket.send(some_question(random).encode(errors="replace").decode())
    while (message := await socket.recv()) not in ("refused", "pong"):
        if isinstance(message, bytes):
            return


def some_value(random: Random, depth: int = 0) -> Any:
    """JSON that a component could send, or a program in its place."""
    kind = random.randrange(6)
    if kind <= 1 or depth > 3:
        return random.choice(VALUES)
    if kind == 2:
        return random.choice(TEXTS).encode(errors="replace").decode()
    if kind == 3:
        return [some_value(random, depth + 1) for _ in range(random.randrange(4))]
    keys = (
        "live", "commit", "choose", "open", "select", "values", "token", "request", "mark", "panel",
        "changes", "numbers", "width", "view", "i", "j", "points", "",
    )  # fmt: skip
    chosen = random.sample(keys, random.randrange(5))
    return {key: some_value(random, depth + 1) for key in chosen}


async def as_component(url: str, random: Random, count: int) -> None:
    """A page whose component sends nonsense is drawn all the same."""
    async with session(url) as page:
        await page.rerun({})
        for _ in range(count):
            sent = {name: some_value(random) for name in ("live", "commit", "choose", "open")}
            text = json.dumps(sent)
            message = BackMsg()
            for component in page.components:
                state = message.rerun_script.widget_states.widgets.add()
                state.id, state.json_value = component, text
                trigger = message.rerun_script.widget_states.widgets.add()
                trigger.id = f"{component}__trigger_events__"
                trigger.json_trigger_value = json.dumps([{"event": "commit", "value": sent}])
            await asyncio.wait_for(page.send(message), PATIENCE)
            assert not page.exceptions, f"{page.exceptions} after {text}"
            assert UNEXPECTED not in page.errors, f"{UNEXPECTED} after {text}"


Sender = Callable[[str, Random, int], Awaitable[None]]


def told(send: Sender, random: Random, count: int) -> None:
    """Send messages to a server of their own, and read its log."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with serving(ROOT / "app.py", log) as (url, *_):
            asyncio.run(send(url, random, count))  # type: ignore[arg-type]
        assert "Traceback" not in log.read_text(), log.read_text()[-3000:]


def _cases(send: Sender, each: int) -> Callable[[Random, int], Iterator[Any]]:
    def cases(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
        for _ in range(count // each):
            seed = random.randrange(2**32)
            yield f"{send.__name__} {seed}", lambda seed=seed: told(send, Random(seed), each)  # type: ignore[misc]

    return cases


socket_cases, component_cases = _cases(to_socket, 500), _cases(as_component, 100)
