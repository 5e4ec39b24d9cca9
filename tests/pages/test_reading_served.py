"""Files that end the process which reads them, on a running server: everybody else goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from random import Random

import pytest
from support.explorer import until
from support.fuzz.tables import as_tables
from support.paths import ROOT
from support.server import Server, reader_of
from support.visitors import give, session

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

CRASH = ROOT.parent / "shared" / "cases" / "histogram.parquet"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("reading") / "log")
    yield made
    # One that was stopped and not continued would outlive the server.
    if number := reader_of(made):
        os.kill(number, signal.SIGKILL)
    made.kill()
    text = made.log.read_text()
    assert "Traceback" not in text


def csv(who: int, number: int) -> bytes:
    rows = [f"{k},{who * k + number}" for k in range(8)]
    return "\n".join([f"name{who}x{number},b", *rows]).encode()


def test_nobody_sees_anothers_table(server):
    """Four sessions that give tables at once, again and again."""

    async def visit(who: int) -> None:
        async with session(server.url) as drawn:
            await drawn.rerun({}, "table")
            for number in range(5):
                await give(server.url, drawn, csv(who, number), "data.csv")
                assert not drawn.errors + drawn.exceptions
                (first,) = [text for text in drawn.texts if text.startswith("| name")]
                assert first.startswith(f"| name{who}x{number} | b |")

    async def all_of_them() -> None:
        await asyncio.gather(*map(visit, range(1, 5)))

    asyncio.run(all_of_them())


def test_a_reader_that_is_killed_is_a_message_and_the_next_file_is_read(server):
    async def give_two() -> None:
        async with session(server.url) as first, session(server.url) as second:
            for one in (first, second):
                await one.rerun({}, "table")
            until(lambda: reader_of(server) is not None, 20, "no reader was started")
            await give(server.url, first, csv(1, 0), "data.csv")
            number = reader_of(server)
            os.kill(number, signal.SIGSTOP)
            reading = asyncio.create_task(give(server.url, first, csv(1, 1), "data.csv"))
            await asyncio.sleep(0.5)
            assert not reading.done()
            # Meanwhile others get their pages, also one with pictures.
            assert await second.rerun({"data": "iris"}, "table") < 20
            assert not second.errors
            os.kill(number, signal.SIGSEGV)
            os.kill(number, signal.SIGCONT)
            await reading
            assert "the reader ended with SIGSEGV; the file is damaged" in read(first.errors)
            assert reader_of(server) not in (None, number)
            await give(server.url, second, csv(2, 0), "data.csv")
            assert not second.errors

    asyncio.run(give_two())
    assert "the reader of files ended with SIGSEGV" in server.log.read_text()


def test_broken_files_of_all_kinds_leave_the_server_as_it_was(server):
    asyncio.run(as_tables(server.url, Random(11), 40))
    assert server.process.poll() is None


@pytest.mark.skipif(not CRASH.exists(), reason="needs ../shared/cases/histogram.parquet")
def test_a_library_that_aborts_leaves_the_server_as_it_was(server):
    async def give_it() -> None:
        async with session(server.url) as drawn:
            await drawn.rerun({}, "table")
            await give(server.url, drawn, CRASH.read_bytes(), "histogram.parquet")
            assert "histogram.parquet" in read(drawn.errors)
            await give(server.url, drawn, csv(1, 1), "data.csv")
            assert not drawn.errors

    asyncio.run(give_it())
    assert server.process.poll() is None


def read(errors: list[str]) -> str:
    return " ".join(errors).replace("\\", "").replace("\N{WORD JOINER}", "")
