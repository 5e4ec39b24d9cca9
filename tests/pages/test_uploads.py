"""How much of readers' tables the server holds, of all sessions together."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.requests import Request
from support.server import Server
from support.visitors import give, put, session

from views.hosts.streamlit import uploads
from views.hosts.streamlit.uploads import FULL, Held, Place, upload


class Given:
    def __init__(self, content: bytes) -> None:
        self.content, self.made = content, {}


def test_tables_are_held_up_to_a_bound_and_each_is_counted_once():
    held, first = Held(100), Given(b"x" * 60)
    assert held.add(first)
    assert held.add(Given(first.content))
    assert not held.add(Given(b"y" * 41))
    assert held.expect(40)
    assert not held.expect(1)
    held.arrived(40)
    assert held.expect(39)


def test_what_was_made_of_a_table_goes_where_others_need_the_room():
    held = Held(2000)
    old, used, new = (Given(bytes([i])) for i in range(3))
    for one in (old, used, new):
        held.add(one)
        one.made["rows"] = np.zeros(100)
        held.weigh(one)
        held.use(used)
    assert (old.made, len(used.made), len(new.made)) == ({}, 1, 1)
    new.made["rows"] = np.zeros(1000)
    held.weigh(new)
    assert (used.made, len(new.made)) == ({}, 1)


@pytest.fixture
def here(monkeypatch):
    """The place of a page that is open, and what its server answers to a request there."""
    found = Place()
    monkeypatch.setattr(uploads, "LIMITS", dataclasses.replace(uploads.LIMITS, upload=10))
    monkeypatch.setattr(uploads, "HELD", Held(25))

    def put(*parts: bytes, at=found, name="a.csv", origin="http://here"):
        """Status and text of the answer to a request whose body comes in parts."""
        left = [*parts]

        async def receive():
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        scope = {
            "type": "http",
            "method": "PUT",
            "headers": [(b"host", b"here"), (b"origin", origin.encode())],
            "query_string": urlencode({"name": name}).encode(),
            "path_params": {"key": at.key},
        }
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(asyncio.run, upload(Request(scope, receive))).result()
        said = json.loads(answer.body)["refusal"] if answer.body else ""
        return answer.status_code, said

    return found, put


def test_what_is_sent_to_a_place_waits_there_for_its_page(here):
    place, put = here
    assert put(b"a,b\n1,2", name="Häuser & Co.csv") == (204, "")
    found = place.take()
    assert (found.name, found.content) == ("Häuser & Co.csv", b"a,b\n1,2")
    assert place.take() is None


def test_a_newer_table_takes_the_place_of_one_that_waits(here):
    place, put = here
    for content in (b"1" * 10, b"2" * 10, b"3" * 10):
        assert put(content)[0] == 204
    assert place.take().content == b"3" * 10


@pytest.mark.parametrize("parts", [[b"x" * 11], [b"x" * 6] * 2], ids=["at once", "in parts"])
def test_a_table_is_refused_from_the_first_byte_too_many(here, parts):
    place, put = here
    status, said = put(*parts)
    assert status == 413
    assert "more than the" in said
    assert place.take() is None
    assert uploads.HELD.expect(25), "nothing of it is held"


def test_tables_of_all_sessions_together_are_bounded(here):
    _, put = here
    others = [Place() for _ in range(3)]
    assert [put(bytes([k]) * 10, at=one)[0] for k, one in enumerate(others)] == [204, 204, 413]
    assert put(b"x" * 6) == (413, FULL)
    del others[0]
    gc.collect()
    assert put(b"x" * 6)[0] == 204


def test_a_place_goes_with_its_session_and_other_sites_find_none(here):
    _, put = here
    assert put(b"1", origin="http://elsewhere") == (403, uploads.FOREIGN)
    gone = SimpleNamespace(key=Place().key)
    gc.collect()
    assert put(b"1", at=gone) == (404, uploads.GONE)


def test_one_table_of_a_page_is_on_its_way_at_a_time(here):
    place, put = here
    place.is_coming = True
    assert put(b"1") == (429, uploads.BUSY)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_running_server_draws_what_it_was_given_and_refuses_the_rest(tmp_path):
    server = Server(tmp_path / "log", KPCA_UPLOAD="2M")

    async def visit() -> None:
        async with session(server.url) as page:
            await page.rerun({}, "table")
            large = await asyncio.to_thread(put, server.url, page.place, b"x" * (2**21 + 1))
            assert large[0] == 413
            await give(server.url, page, b"a,b\n1,2\n3,5\n4,4\n", "data.csv")
            assert not page.errors + page.exceptions
            assert any(text.startswith("| a | b |") for text in page.texts)

    try:
        asyncio.run(visit())
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()
