"""What strangers send to a running server as values of widgets: some that these do not have."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.fuzz.pages import TEXTS
from benchmarks.fuzz.server import PATIENCE, cases_of
from benchmarks.visitors import Session, every_page, session
from views.pages.saying import UNEXPECTED, plain

NUMBERS = (float("nan"), float("inf"), -float("inf"), 1e308, -1.0, 0.0, 1e18)
INTEGERS = (-(2**63), 2**63 - 1, 0, -1, 3)
JSON = ("", "{", "[]", "null", "1e999", '{"a":' * 3000, '{"live": 1}', '[{"event": 1}]', "NaN")


def give(value: Any, random: Random) -> None:
    """Give a widget a value of some kind."""
    text = random.choice(TEXTS).encode(errors="replace").decode()
    kind = random.choice([one.name for one in value.DESCRIPTOR.oneofs_by_name["value"].fields])
    if kind in ("trigger_value", "bool_value"):
        setattr(value, kind, random.random() < 0.5)
    elif kind in ("string_value", "json_value", "json_trigger_value"):
        setattr(value, kind, text if kind == "string_value" else random.choice(JSON))
    elif kind == "double_value":
        value.double_value = random.choice(NUMBERS)
    elif kind == "int_value":
        value.int_value = random.choice(INTEGERS)
    elif kind == "bytes_value":
        value.bytes_value = random.randbytes(9)
    elif kind == "double_array_value":
        value.double_array_value.data.extend(random.choices(NUMBERS, k=random.randrange(4)))
    elif kind == "int_array_value":
        value.int_array_value.data.extend(random.choices(INTEGERS, k=random.randrange(4)))
    elif kind == "string_array_value":
        value.string_array_value.data.extend([text] * random.randrange(4))
    else:
        getattr(value, kind).SetInParent()


async def as_widgets(url: str, random: Random, count: int) -> None:
    """A page whose widgets have impossible values is drawn all the same, or its socket closed.

    Or Streamlit, which cannot read them, says in a sentence that there was an error.
    """
    left = count
    while left > 0:
        page = random.choice([*every_page()])
        async with session(url) as drawn:
            await drawn.rerun({"data": "iris"} if page == "table" else {}, page)
            try:
                while left > 0 and not drawn.exceptions:
                    left -= 1
                    await _give(drawn, random, page)
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code not in (1007, 1008):
                    raise


async def _give(drawn: Session, random: Random, page: str) -> None:
    message, kinds = BackMsg(), drawn.widgets
    message.rerun_script.page_name = page
    for name in random.sample([*kinds], min(len(kinds), random.randrange(1, 4))):
        one = message.rerun_script.widget_states.widgets.add()
        one.id = name if random.random() < 0.95 else random.choice(("", "a", "$$ID-1-None"))
        if kinds[name] in USUAL and random.random() < 0.8:
            # Of the right kind, and still nothing that the widget offers.
            _usual(one, USUAL[kinds[name]], random)
        else:
            give(one, random)
    await asyncio.wait_for(drawn.send(message), PATIENCE)
    where = f"on {page} after {message}"
    assert all(map(_is_told, drawn.exceptions)), f"{drawn.exceptions} {where}"
    assert plain(UNEXPECTED) not in drawn.errors, f"{UNEXPECTED} {where}"


def _is_told(text: str) -> bool:
    return text.startswith(
        "This app has encountered an error. The original error message is redacted"
    )


# The kind of the values of a widget.
USUAL = {
    "selectbox": "string_value", "number_input": "int_value", "checkbox": "bool_value",
    "multiselect": "string_array_value", "text_input": "string_value",
    "button_group": "string_array_value",
}  # fmt: skip


def _usual(value: Any, kind: str, random: Random) -> None:
    while value.WhichOneof("value") != kind:
        give(value, random)


cases = cases_of(as_widgets, 40)
