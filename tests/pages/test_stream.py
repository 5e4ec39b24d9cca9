"""Frames while a slider is dragged: the same as at rest, continuous, and none for nonsense."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
import zlib
from threading import Event
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
import websockets
from starlette.websockets import WebSocketDisconnect
from streamlit.testing.v1 import AppTest
from support.explorer import until
from support.frames import decode, opened, shown

from kpca_core._support.progress import report
from views.answer import Answers
from views.hosts.streamlit import notes
from views.hosts.streamlit import socket as shared
from views.hosts.streamlit.socket import LONGEST, REFUSED, WAITING, serve
from views.hosts.streamlit.work import WORK
from views.pages.explore import solving
from views.pages.explore.state import ExploreState
from views.pages.page import FOLLOWED
from views.questions import asked_of, tried
from views.state.mark import Mark
from views.work import Estimate, progress


def question(page: AppTest, n: object = 1, before: object = "", **values: object) -> str:
    """What a browser asks that shows this page, or the picture that `before` names."""
    header, _ = shown(page)
    address = dict(parse_qsl(header["address"])) | values
    asked = {"n": n, "page": header["page"], "address": urlencode(address)}
    return json.dumps({**asked, "detail": {}, "before": before or named(header)})


def named(header: dict) -> dict[str, str]:
    """What a browser says of the picture of a frame."""
    return {name: header[name] for name in ("n", "address", "signs")}


def moving(asked: str, **detail: object) -> str:
    """The same question for a frame of less detail."""
    return json.dumps({**json.loads(asked), "detail": detail})


def answer(asked: str, answers: Answers | None = None) -> bytes | None:
    """The frame that a question gets, None where it is refused."""
    found = asked_of(answers or Answers(), asked)
    return tried(found[1].frame)() if found else None


def agreement(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Cosine of every field with its counterpart."""
    q = len(first)
    a, b = first.reshape(q, -1).astype(float), second.reshape(q, -1).astype(float)
    return (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def restored(data: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    """Header and arrays of a moving frame, its differences undone."""
    if data[:4] == b"\xff" * 4:
        data = zlib.decompress(data[4:])
    header, arrays = decode(data)
    steps = arrays["steps"]
    for axis in (1, 2):
        steps = np.cumsum(steps, axis=axis, dtype=steps.dtype)
    arrays["fields"] = (steps + 0.5) * arrays["scales"][:, None, None]
    return header, arrays


@pytest.mark.parametrize("deflate", [False, True])
def test_a_moving_frame_is_the_complete_one_to_11_bits_on_fewer_samples(deflate):
    page, hand = opened(), Answers()
    asked = question(page, 3, width=0.3)
    data = answer(moving(asked, samples=34, deflate=deflate, words=True), hand)
    header, arrays = restored(data)
    full, complete = decode(answer(asked, hand))
    assert header["moving"]
    assert header["values"] == {"width": 0.3}
    for same in ("n", "address", "signs", "titles", "legend"):
        assert header[same] == full[same]
    spectrum, whole = header["spectrum"], full["spectrum"]
    for numbers in ("values", "negative", "cumulative"):
        np.testing.assert_allclose(spectrum.pop(numbers), whole.pop(numbers), 5e-8)
    # Where it stands in its row is that of the picture before.
    assert whole.keys() - spectrum.keys() == {"share", "least"}
    assert spectrum.items() <= whole.items()
    assert arrays["fields"].shape == (8, 34, 34)
    # 99 is 3 · 33: every third sample of the complete fields.
    expected = complete["fields"][:, ::3, ::3]
    half_a_step = np.abs(expected).max(axis=(1, 2), keepdims=True) / 2048
    assert (np.abs(arrays["fields"] - expected) <= half_a_step * 1.001).all()
    # Far from all points the functions are nearly constant and nearly 0, and keep their colour.
    assert ((arrays["fields"] > 0) == (expected >= 0)).all()
    assert not {"points", "labels", "region", "controls"} & (header.keys() | arrays.keys())
    assert len(data) < 60_000


def test_a_moving_frame_never_has_more_samples_than_the_settings():
    asked = question(opened(grid="25"), width=0.3)
    for samples, expected in ((300, 25), (10**9, 25), (12, 12), (-4, 2)):
        found = answer(moving(asked, samples=samples))
        assert restored(found)[1]["steps"].shape == (8, expected, expected)


def test_a_frame_follows_the_one_under_way_before_it():
    page, hand = opened(), Answers()
    start = named(shown(page)[0])
    header = {}
    for n, width in enumerate((0.3, 0.8, 2.0), 1):
        header, _ = decode(answer(question(page, n, start, width=width), hand))
    expected = start
    for width in (0.3, 0.8, 2.0):
        expected = named(decode(answer(question(page, 1, expected, width=width)))[0])
    assert named(header) == {**expected, "n": 3}
    newer = {**named(header), "signs": "-" * 16, "n": 4}
    header, _ = decode(answer(question(page, 5, newer, width=2.0), hand))
    assert header["signs"] == "-" * 16, "the page was drawn since"


def test_no_colour_swaps_from_frame_to_frame_also_of_a_server_that_forgot_everything():
    page, hand = opened(), Answers()
    header, arrays = shown(page)
    widths = np.geomspace(0.1, 0.14, 8)
    for n, width in enumerate(widths, 1):
        before = header
        header, after = decode(answer(question(page, n, named(header), width=width), hand))
        assert (agreement(arrays["fields"], after["fields"]) > 0.9).all()
        arrays = after
    solving._pictures.clear()
    solving.dataset_of.clear()
    _, found = decode(answer(question(page, 3, named(before), width=widths[-1])))
    np.testing.assert_array_equal(found["fields"], arrays["fields"])


def test_a_frame_has_the_signs_of_the_picture_that_the_browser_shows():
    page = opened()
    _, arrays = shown(page)
    flipped = Mark(ExploreState.of_address({}), "-+" * 8).shown
    found, after = decode(answer(question(page, 1, flipped, width=0.1)))
    assert Mark.of(found, ExploreState) == Mark(ExploreState.of_address({}), "-+" * 8)
    signs = np.array([-1, 1] * 4)[:, None, None]
    np.testing.assert_allclose(after["fields"], signs * arrays["fields"], atol=1e-6)


def test_without_a_picture_before_it_a_frame_is_canonical():
    page = opened()
    known = {"address": "", "signs": "-" * 16}
    for before in ("nonsense", 7, None, {}, {**known, "signs": "x"}, {**known, "address": 3}):
        asked = {**json.loads(question(page, width=0.3)), "before": before}
        assert decode(answer(json.dumps(asked)))[0]["signs"] == ""
    asked = {**json.loads(question(page, width=0.101)), "before": known}
    assert "-" in decode(answer(json.dumps(asked)))[0]["signs"]


def test_what_takes_too_long_does_not_follow(monkeypatch):
    asked = question(opened(), width=0.3)
    for seconds, follows in ((0.99 * FOLLOWED, True), (1.01 * FOLLOWED, False)):
        cost = Estimate(seconds)
        monkeypatch.setattr("views.pages.explore.cost_of", lambda state, cost=cost: cost)
        assert (answer(asked) is not None) == follows


class Socket:
    """What `serve` needs of a connection, recorded."""

    def __init__(self, questions: list[str], origin: str | None = "http://here:8501") -> None:
        self.headers = {"host": "here:8501"} | ({"origin": origin} if origin else {})
        self.client = SimpleNamespace(host="192.0.2.7")
        self.questions = list(questions)
        self.open = sum(one != "ping" for one in questions)
        self.log: list[object] = []

    async def accept(self) -> None:
        self.log.append("accepted")

    async def close(self, code: int) -> None:
        self.log.append(code)

    async def receive(self) -> dict[str, object]:
        """The next message; the browser goes when all its questions have been answered."""
        if self.questions:
            one = self.questions.pop(0)
            return {"type": "websocket.receive", "text" if isinstance(one, str) else "bytes": one}
        # A question that is never answered fails the test; it does not stop the whole run.
        async with asyncio.timeout(60):
            while self.open > 0 and not {1008, 1011} & set(self.log):
                await asyncio.sleep(0.01)
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.log.append(text)
        self.open -= text == REFUSED

    async def send_bytes(self, data: bytes) -> None:
        self.log.append(data)
        self.open -= 1


def test_every_question_is_answered_in_turn_by_a_frame_or_refused(monkeypatch):
    asked, ask = [], WORK.ask
    monkeypatch.setattr(WORK, "ask", lambda *a, **more: asked.append(more) or ask(*a, **more))
    page = opened()
    questions = [question(page, 1, width=0.2), "ping", "nonsense", question(page, 3, width=0.4)]
    socket = Socket(questions)
    asyncio.run(serve(socket))
    accepted, pong, announced, first, second, again, third = socket.log
    # A line is tested while a frame is made.
    assert (accepted, pong) == ("accepted", "pong")
    # A complete frame is large.
    assert re.fullmatch(rf"1 \d+ {len(first)}", announced)
    assert re.fullmatch(rf"3 \d+ {len(third)}", again)
    assert decode(first)[0]["n"] == 1
    assert second == REFUSED
    assert decode(third)[0]["n"] == 3
    # Work is asked for in the name of the line's address.
    assert {"source": "192.0.2.7"} in asked


class Patient(Socket):
    """A browser that asks the next question when the one before is answered."""

    async def receive(self) -> dict[str, object]:
        while self.open > len(self.questions):
            await asyncio.sleep(0.001)
        return await super().receive()


def test_the_first_frames_and_some_later_ones_are_announced():
    page = opened()
    asked = [question(page, k, width=0.2 + 0.01 * k) for k in range(1, 11)]
    socket = Patient([moving(one, samples=34) for one in asked])
    asyncio.run(serve(socket))
    announced = [said.split() for said in socket.log[1:] if isinstance(said, str)]
    assert [int(n) for n, _worked in announced] == [1, 2, 3, 4, 9]
    frames = [decode(said)[0]["n"] for said in socket.log if isinstance(said, bytes)]
    assert frames == [*range(1, 11)]


def test_who_asks_without_waiting_or_sends_what_no_page_sends_is_cut_off():
    for sent in (["nonsense"] * (WAITING + 1), [b"\0" * 10], ["x" * (LONGEST + 1)]):
        socket = Socket([*sent, question(opened(), 1, width=0.2)])
        asyncio.run(serve(socket))
        assert socket.log == ["accepted", 1008]


def test_a_socket_whose_frames_are_not_read_is_closed(monkeypatch):
    class Full(Socket):
        async def send_bytes(self, data: bytes) -> None:
            await asyncio.sleep(3600)

    monkeypatch.setattr(shared, "READING", 0.05)
    monkeypatch.setattr(shared, "A_BYTE", 0.0)
    socket = Full([question(opened(), 1, width=0.2)])
    asyncio.run(serve(socket))
    assert socket.log[-1] == 1008


def test_an_answer_that_fails_closes_the_socket(monkeypatch):
    def failing(*_):
        raise RuntimeError("no convergence")

    monkeypatch.setattr("views.pages.explore.solve_state", failing)
    socket = Socket([moving(question(opened(), 1, width=0.2), samples=34)])
    asyncio.run(serve(socket))
    assert socket.log == ["accepted", 1011]


def test_the_work_of_a_page_that_closed_is_cancelled(monkeypatch):
    began, ended = Event(), Event()

    def endless(state, samples=None):
        began.set()
        try:
            while True:
                report(progress(), 0, 1, "solving")
                time.sleep(0.005)
        finally:
            ended.set()

    class Leaves(Socket):
        async def receive(self) -> dict[str, object]:
            if not self.questions:
                await asyncio.to_thread(began.wait, 5)
                self.open = 0
            return await super().receive()

    monkeypatch.setattr("views.pages.explore.solve_state", endless)
    asyncio.run(serve(Leaves([moving(question(opened(), 1, width=0.2), samples=34)])))
    assert ended.wait(2)
    until(lambda: WORK.counts == (0, 0), 2, "work is left")


def test_a_page_that_closes_meanwhile_is_no_error():
    class Closed(Socket):
        async def send_bytes(self, data: bytes) -> None:
            self.open = 0
            raise WebSocketDisconnect

    page = opened()
    socket = Closed([question(page, 1, width=0.2), question(page, 2, width=0.3)])
    asyncio.run(serve(socket))
    accepted, announced = socket.log
    assert accepted == "accepted"
    assert announced.startswith("1 ")


@pytest.mark.parametrize("path", ["frames", "_stcore/stream"])
def test_what_is_larger_than_any_page_sends_is_refused_while_it_arrives(app_url, path):
    taken = []

    def endless():
        for megabyte in range(60):
            yield "x" * 2**20
            taken.append(megabyte)

    async def send() -> None:
        address = app_url.replace("http", "ws")
        async with websockets.connect(f"{address}/{path}", origin=app_url, max_size=None) as line:
            with pytest.raises(websockets.ConnectionClosed):
                await line.send(endless())

    asyncio.run(send())
    # What was not yet read stands in the buffers of the connection.
    assert len(taken) < 50


def test_a_kind_of_line_is_logged_once_in_a_while(caplog):
    notes._last.clear()
    with caplog.at_level(logging.WARNING):
        for _ in range(50):
            notes.note("a kind")
        notes.note("another")
    assert [one.getMessage() for one in caplog.records] == ["a kind (1×)", "another (1×)"]
