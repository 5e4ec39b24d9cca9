"""How much of readers' tables the server holds, of all sessions together."""

from __future__ import annotations

import asyncio
import gc
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from support.server import Server

from benchmarks.uploading import put
from benchmarks.visitors import session
from views.hosting import uploads
from views.hosting.uploads import FILES, FULL, OWN_FULL, Held
from views.pages.table import store


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


def test_a_table_whose_session_has_left_is_not_counted():
    held = Held(100)
    assert held.add(Given(b"x" * 60))
    gc.collect()
    assert held.expect(100)


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
def kept(monkeypatch):
    """What a session keeps, in place of Streamlit's."""
    monkeypatch.setattr(store, "st", SimpleNamespace(session_state={}))
    monkeypatch.setattr(store, "HELD", Held(10))


@pytest.mark.usefixtures("kept")
def test_a_table_for_which_there_is_no_room_is_told_of():
    assert store.upload_of(store.keep("a", b"1,2\n3,4\n")).trouble == ""
    found = store.upload_of(store.keep("b", b"5,6\n7,8\n"))
    assert (found.trouble, found.content) == (FULL, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="benchmarks read /proc")
def test_files_that_no_page_takes_are_refused_beyond_the_bounds(tmp_path):
    server = Server(tmp_path / "log", KPCA_UPLOAD="2M", KPCA_UPLOADS="7M")
    megabyte = b"x" * 2**20

    async def give() -> None:
        async with session(server.url) as first, session(server.url) as second:
            for page in (first, second):
                await page.rerun({}, "table")
            names = [page.name for page in (first, second)]

            async def given(who: int, name: str, size: float, **more: str) -> tuple[int, str]:
                content = megabyte * int(size) or b"1"
                return await asyncio.to_thread(put, server.url, names[who], name, content, **more)

            assert [(await given(0, f"a{i}", 1))[0] for i in range(4)] == [204] * 4
            assert await given(0, "a4", 2) == (413, OWN_FULL)
            assert [(await given(1, f"b{i}", 1))[0] for i in range(2)] == [204] * 2
            assert await given(1, "b2", 2, **{"Transfer-Encoding": "chunked"}) == (413, FULL)
            assert await given(1, "b2", 2) == (413, FULL)
            found = [(await given(1, f"c{i}", 0))[0] for i in range(FILES)]
            assert found == [204] * (FILES - 2) + [413] * 2

    try:
        asyncio.run(give())
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


def test_what_came_for_a_session_that_has_ended_is_removed(monkeypatch):
    known, removed = {"here"}, []
    server = SimpleNamespace(
        _session_mgr=SimpleNamespace(get_session_info=lambda one: one if one in known else None),
        uploaded_file_mgr=SimpleNamespace(remove_session_files=removed.append),
    )
    runtime = SimpleNamespace(exists=lambda: True, get_instance=lambda: server)
    monkeypatch.setattr(uploads, "runtime", runtime)
    for name in ("here", "gone"):
        uploads._remove_left(name)
    assert removed == ["gone"]
