"""What strangers send to the pages: addresses, and questions for frames."""

from __future__ import annotations

import json
import string
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import numpy as np

from support.visitors import every_page, some_state
from views.answer import Answers
from views.hosts.streamlit.socket import LONGEST, asked_of, tried
from views.pages.compare.state import CompareState
from views.pages.denoise.state import DenoiseState
from views.pages.explore.state import ExploreState
from views.state.settings import State
from views.stories.tours import tour_of

TEXTS = (
    "", " ", "nan", "-nan", "inf", "-Infinity", "1e999", "-1e999", "-1", "0", "-0.0", "1e-320",
    "0.1e", "1_000", "0x10", "٣", "²", "１", "true", "TRUE", "None", "null", "undefined", "[]",
    "<script>alert(1)</script>", "%00", "%s%n", "\0", "\ud800", "\u202e\u200b", "🌗" * 9, "$x^2$",
    "**bold**", "| a | b |", "`x`", "&amp;", "';--", "../../etc/passwd", "/dev/zero",
    "/" * 4000, "C:\\", "file:///etc/passwd", "a" * 10_000, "1," * 5000, "9" * 5000, "1,1,1", ",",
    "1e16", "2147483648", "9223372036854775808", "0.30000000000000004", "1.0", " 3", "3 ", "+3",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 10**400, 2**63, 0.1, -0.0, 1e308, float("nan"), float("inf"), "",
    "0.3", "nan", [], {}, [1], [[]], {"width": 0.3}, {"": {}}, [None] * 300, "x" * 3000,
)  # fmt: skip


def some_text(random: Random) -> str:
    """Nonsense, or nearly a number."""
    kind = random.randrange(4)
    if kind == 0:
        return repr(random.uniform(-3, 3) * 10.0 ** random.randrange(-320, 308))
    if kind == 1:
        return "".join(random.choices(string.printable, k=random.randrange(40)))
    return random.choice(TEXTS)


def some_address(page: type[State], random: Random, largest: int | None = None) -> dict[str, str]:
    """An address that a reader could have, with some of its texts replaced."""
    address = some_state(page, random, usual=0.7, largest=largest).address()
    keys = [*page.controls(), *page.stories(), "story", "lock", "hide", some_text(random)]
    for key in random.sample(keys, random.randrange(5)):
        address[key] = some_text(random)
    if page.stories() and random.random() < 0.3:
        address["story"] = random.choice([*page.stories()])
    if random.random() < 0.2:
        made = [some_state(page, random, usual=0.7, largest=largest).address() for _ in range(3)]
        texts = {key: some_text(random) for key in ("title", "text")}
        steps = [{"page": page.page, "settings": one, **texts} for one in made]
        address |= {"tour": tour_of({"tour": 1, "steps": steps}).packed}
        address |= {"step": str(random.randrange(5))}
    for key in ("lock", "hide"):
        if random.random() < 0.2:
            address[key] = ",".join(random.choices(keys, k=random.randrange(70)))
    return address


def read(page: type[State], address: dict[str, str]) -> None:
    """Read an address: a state comes of it, and the state's own addresses name it."""
    state = page.of_address(address)
    assert page.of_address(state.address()) == state
    assert state.token.isascii()
    assert state.token.isprintable()
    assert page.of_query(dict(parse_qsl(state.query))).query == state.query


def addresses(random: Random, count: int) -> Iterator[tuple[str, Callable[[], None]]]:
    """Addresses of all pages, read without drawing a page."""
    pages = [*every_page().values()]
    for i in range(count):
        page = pages[i % len(pages)]
        address = some_address(page, random)
        yield f"{page.page} {address}", lambda page=page, address=address: read(page, address)  # type: ignore[misc]


def some_change(random: Random) -> Any:
    """A change of a point, as a browser sends it, or with something wrong."""
    number, label = random.choice((0, 1, 89, 200, 65535)), random.choice((0, 1, 255))
    x, y = random.uniform(-2, 2), random.uniform(-2, 2)
    change: list[Any] = random.choice([[number], [number, label], [number, x, y, label]])
    if random.random() < 0.3:
        change[random.randrange(len(change))] = random.choice(VALUES)
    return random.choice(VALUES) if random.random() < 0.05 else change


def question_of(state: Any, random: Random) -> dict[str, Any]:
    """What a page's component asks or sends of its sliders and points."""
    shown = {"n": 1, "address": state.query, "signs": random.choice(["", "+-" * 8, "x"])}
    asked = {
        "n": 1,
        "page": state.page,
        "address": state.query,
        "detail": {"words": True},
        "beside": {},
    }
    if random.random() < 0.3:
        changes = [some_change(random) for _ in range(random.randrange(4))]
        asked["beside"] = {"changes": changes}
    return {**asked, "before": random.choice([shown, 0, {"n": "x"}])}


def some_question(random: Random, page: type[State] = ExploreState) -> str:
    """A question for a frame, as a page asks it, or with something wrong."""
    state = some_state(page, random, usual=0.7, largest=120)
    # Of "Denoise" only the points have sliders.
    asked = question_of(page.of_address({**state.address(), "show": "toy"}), random)
    detail = asked["detail"]
    if random.random() < 0.9:
        detail |= {"samples": random.randrange(2, 60), "deflate": random.random() < 0.5}
    kind = random.randrange(8)
    if kind <= 4:
        for part in random.sample([asked, detail], random.randrange(1, 3)):
            part[random.choice([*part])] = random.choice(VALUES)
    if kind == 5:
        asked["address"] += f"&{random.choice([*state.texts])}={some_text(random)}"
    if kind == 6:
        other = random.choice([*every_page().values()])
        asked["address"] = some_state(other, random).query
    text = json.dumps(asked)
    if random.random() < 0.2:
        place, end = sorted(random.choices(range(len(text)), k=2))
        text = text[:place] + random.choice(TEXTS) + text[end:]
    return text[:LONGEST]


def answer(answers: Answers, text: str) -> bytes | None:
    """Ask for a frame: it is refused, or every number in it is one."""
    asked = asked_of(answers, text)
    if asked is None:
        return None
    assert asked[1].cost.seconds >= 0
    frame = tried(asked[1].frame)()
    if frame is None or frame[:4] == b"\xff" * 4:
        return frame
    length = int.from_bytes(frame[:4], "little")
    header = json.loads(frame[4 : 4 + length], parse_constant=_no_number)
    for name, entry in header["arrays"].items():
        start = 4 + length + entry["offset"]
        kind = np.dtype(entry["dtype"]).newbyteorder("<")
        array = np.frombuffer(frame, kind, int(np.prod(entry["shape"])), start)
        assert np.isfinite(array).all(), name
    return frame


def _no_number(text: str) -> None:
    raise AssertionError(f"The frame holds {text}.")


def questions(random: Random, count: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Questions for frames of one browser tab, of all pages that have them."""
    answers = Answers()
    for _ in range(count):
        text = some_question(random, random.choice([ExploreState, DenoiseState, CompareState]))
        yield text, lambda text=text: answer(answers, text)  # type: ignore[misc]
