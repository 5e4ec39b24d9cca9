"""Frames for a moving hand: the same as at rest, continuous, and none for what nobody shows."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from frames import decode, shown
from starlette.websockets import WebSocketDisconnect
from streamlit.testing.v1 import AppTest

from views import stream
from views.stream import MOST_OFFERS, Stream, offer, serve

ROOT = Path(__file__).resolve().parents[1]


def opened(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in query.items():
        page.query_params[key] = value
    return page.run()


def question(page: AppTest, request: object = 1, **values: object) -> str:
    header, _ = shown(page)
    return json.dumps({"token": header["token"], "request": request, "values": values})


def agreement(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Cosine of every field with its counterpart."""
    q = len(first)
    a, b = first.reshape(q, -1).astype(float), second.reshape(q, -1).astype(float)
    return (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def test_under_the_hand_is_what_the_page_shows_at_rest():
    header, arrays = decode(Stream().answer(question(opened(), 7, width=0.3)))
    settled, expected = shown(opened(width="0.3"))
    assert header["request"] == 7
    assert header["titles"] == settled["titles"]
    assert header["region"] == settled["region"]
    assert [control["value"] for control in header["controls"]] == [0.3]
    np.testing.assert_allclose(np.abs(agreement(arrays["fields"], expected["fields"])), 1)
    np.testing.assert_allclose(np.abs(arrays["fields"]), np.abs(expected["fields"]), atol=1e-6)
    np.testing.assert_array_equal(arrays["points"], expected["points"])


def test_no_colour_swaps_from_frame_to_frame():
    page = opened()
    hand = Stream()
    _, arrays = shown(page)
    for request, width in enumerate(np.geomspace(0.1, 0.14, 8), 1):
        _, after = decode(hand.answer(question(page, request, width=float(width))))
        assert (agreement(arrays["fields"], after["fields"]) > 0.9).all()
        arrays = after


def test_the_first_frame_follows_the_picture_on_the_page():
    page = opened()
    token = shown(page)[0]["token"]
    settings, data, picture = stream._offers[token]
    flipped = dataclasses.replace(
        picture,
        decomposition=picture.decomposition.with_signs(-np.ones(16)),
        fields=-picture.fields,
    )
    offer(settings, data, flipped)
    _, arrays = decode(Stream().answer(question(page, width=0.1)))
    np.testing.assert_allclose(arrays["fields"], -picture.fields, atol=1e-6)


@pytest.mark.parametrize(
    "change",
    [
        {"token": "settings that no page shows"},
        {"values": {}},
        {"values": {"width": -1}},
        {"values": {"width": "0.3"}},
        {"values": {"width": float("nan")}},
        {"values": None},
        {"request": "first"},
        {"token": ["a", "list"]},
    ],
    ids=str,
)
def test_what_is_not_to_be_had_is_refused(change):
    asked = json.loads(question(opened(), width=0.3))
    assert Stream().answer(json.dumps(asked)) is not None
    assert Stream().answer(json.dumps({**asked, **change})) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '"width"'])
def test_what_is_no_question_is_refused(text):
    assert Stream().answer(text) is None


def test_offers_are_bounded_and_the_oldest_goes():
    page = opened()
    settings, data, picture = stream._offers[shown(page)[0]["token"]]
    for seed in range(MOST_OFFERS):
        values = {**settings.data_values, "seed": seed}
        offer(dataclasses.replace(settings, data_values=values), data, picture)
    assert len(stream._offers) == MOST_OFFERS
    assert Stream().answer(question(page, width=0.3)) is None
    page.run()
    assert Stream().answer(question(page, width=0.3)) is not None


class Socket:
    """What `serve` needs of a connection, recorded."""

    def __init__(self, questions: list[str], origin: str | None = "http://here:8501") -> None:
        self.headers = {"host": "here:8501"} | ({"origin": origin} if origin else {})
        self.questions = questions
        self.log: list[object] = []

    async def accept(self) -> None:
        self.log.append("accepted")

    async def close(self, code: int) -> None:
        self.log.append(code)

    async def iter_text(self):
        for text in self.questions:
            yield text

    async def send_text(self, text: str) -> None:
        self.log.append(text)

    async def send_bytes(self, data: bytes) -> None:
        self.log.append(data)


def test_every_question_is_answered_in_turn_by_a_frame_or_by_itself():
    page = opened()
    questions = [question(page, 1, width=0.2), "nonsense", question(page, 3, width=0.4)]
    socket = Socket(questions)
    asyncio.run(serve(socket))
    accepted, first, second, third = socket.log
    assert accepted == "accepted"
    assert decode(first)[0]["request"] == 1
    assert second == "nonsense"
    assert decode(third)[0]["request"] == 3


def test_a_page_that_closes_meanwhile_is_no_error():
    class Closed(Socket):
        async def send_bytes(self, data: bytes) -> None:
            raise WebSocketDisconnect

    page = opened()
    socket = Closed([question(page, 1, width=0.2), question(page, 2, width=0.3)])
    asyncio.run(serve(socket))
    assert socket.log == ["accepted"]


@pytest.mark.parametrize("origin", ["http://elsewhere:8501", "http://here", "null", None], ids=str)
def test_other_sites_get_no_frames(origin):
    socket = Socket([question(opened(), width=0.3)], origin)
    asyncio.run(serve(socket))
    assert socket.log == [1008]
