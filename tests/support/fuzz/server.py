"""What strangers send to a running server: on its socket, and in place of the component."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg

from support.fuzz.pages import TEXTS, VALUES, question_of, some_question, some_text
from support.paths import ROOT
from support.visitors import every_page, line, session
from views.pages.compare.state import CompareState
from views.pages.denoise.state import DenoiseState
from views.pages.explore.state import ExploreState
from views.pages.saying import UNEXPECTED, plain
from views.state.settings import State

# Seconds that an answer may take.
PATIENCE = 60.0
# Bytes of a message for which the server closes the connection, see deploy/serve.sh.
LARGEST = 262_144
# The pages that ask for frames.
FOLLOWED: tuple[type[State], ...] = (ExploreState, DenoiseState, CompareState)
# What components send, and the name in the page of one that is there once all is drawn.
SENT = ("settled", "pages", "theme")
LAST = {"explore": "panels", "denoise": "denoising", "sweep": "player", "compare": "pairs"}


async def to_socket(url: str, random: Random, count: int) -> None:
    """Each message is answered, or the socket is closed, and the next socket answers again."""
    left = count
    while left:
        page = random.choice(FOLLOWED)
        async with line(url) as socket:
            try:
                for _ in range(min(left, random.randrange(1, 30))):
                    left -= 1
                    await asyncio.wait_for(_ask(socket, random, page), PATIENCE)
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code not in (1003, 1007, 1008, 1009):
                    raise


async def _ask(socket: Any, random: Random, page: type[State]) -> None:
    kind = random.randrange(12)
    if kind == 0:
        await socket.send(random.randbytes(random.choice((0, 1, 5000))))
    elif kind == 1:
        await socket.send(random.choice(("ping", "x" * 10_000, "[" * 4000)))
    elif kind == 2:
        await socket.send(some_text(random).encode(errors="replace").decode())
    else:
        await socket.send(some_question(random, page).encode(errors="replace").decode())
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
        "commit", "choose", "open", "select", "values", "token", "n", "before", "signs", "panel",
        "changes", "numbers", "width", "view", "i", "j", "points", "", "count", "at", "rate", "end",
        "axis", "method", "point", "address", "keys", "beside", "whole", "turn",
        "step", "tour", "steps", "settings", "page", "file", "editing",
    )  # fmt: skip
    chosen = random.sample(keys, random.randrange(5))
    return {key: some_value(random, depth + 1) for key in chosen}


def some_sent(random: Random, page: type[State]) -> dict[str, Any]:
    """What the components of a page send: nonsense, or nearly what they would."""
    sent = {name: some_value(random) for name in SENT}
    first: Any = page.of_address({})
    if random.random() < 0.5:
        asked = question_of(first, random) if hasattr(first, "sliders") else {}
        asked |= {"token": first.token, "count": 1, "at": "7", "rate": "20", "method": "ridge"}
        asked |= {"numbers": [0, 7, 2**16 - 1], "panel": 2}
        asked |= {"n": random.randrange(9), "page": page.page, "keys": ["width"]}
        asked |= {"address": dict(first.address()), "beside": {"tour": {"file": "{}"}}}
        for key in random.sample([*asked], random.randrange(3)):
            asked[key] = some_value(random)
        sent |= dict.fromkeys(random.sample(SENT, random.randrange(1, 4)), asked)
    return sent


async def _open(drawn: Any, page: type[State]) -> None:
    """Draw a page until its last component is there: a sweep is solved in the background."""
    drawn.components.clear()
    async with asyncio.timeout(PATIENCE):
        while True:
            await drawn.rerun({}, page.page)
            if any(one.endswith(LAST.get(page.page, "")) for one in drawn.components):
                return
            await asyncio.sleep(0.2)


async def as_component(url: str, random: Random, count: int) -> None:
    """A page whose components send nonsense is drawn all the same."""
    pages = every_page()
    async with session(url) as drawn:
        for number in range(count):
            if number % 10 == 0:
                page = pages[random.choice([*LAST, *LAST, *pages])]
                await _open(drawn, page)
            sent = some_sent(random, page)
            text = json.dumps(sent)
            message = BackMsg()
            message.rerun_script.page_name = page.page
            for component in drawn.components:
                state = message.rerun_script.widget_states.widgets.add()
                state.id, state.json_value = component, text
                trigger = message.rerun_script.widget_states.widgets.add()
                trigger.id = f"{component}__trigger_events__"
                events = [{"event": name, "value": value} for name, value in sent.items()]
                trigger.json_trigger_value = json.dumps(events)
            if message.ByteSize() >= LARGEST:
                continue
            await asyncio.wait_for(drawn.send(message), PATIENCE)
            where = f"on {page.page} after {text}"
            assert not drawn.exceptions, f"{drawn.exceptions} {where}"
            assert plain(UNEXPECTED) not in drawn.errors, f"{UNEXPECTED} {where}"


def own_tracebacks(log: str) -> list[str]:
    """The tracebacks of a log whose error was raised in this project's code."""
    found = re.findall(
        r"^.*Traceback \(most recent call last\):\n(?:  .*\n|\n)*", log, re.MULTILINE
    )
    last = [re.findall(r'^  File "([^"]+)"', one, re.MULTILINE)[-1:] for one in found]
    return [
        one for one, place in zip(found, last, strict=True)
        if place and Path(place[0]).is_relative_to(ROOT) and ".venv" not in place[0]
    ]  # fmt: skip
