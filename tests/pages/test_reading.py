"""The process that reads what strangers send: whatever becomes of it, the server goes on."""

from __future__ import annotations

import ast
import io
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from support.breaking_reader import chatter, fails, grow, hang, kill, leave, lies, told
from support.explorer import until
from support.paths import ROOT

from datasets import usps
from kpca_core._support.progress import Cancelled
from kpca_core._support.words import speaking
from kpca_core.tables import read_bytes
from views.hosts.streamlit.reading.reader import Reader, unpacked

CSV = b"a,b\n1,2\n3,4\n"
MIB = 2**20
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory")


@pytest.fixture
def made():
    """Makes readers, and ends them."""
    found = []

    def make(**more) -> Reader:
        found.append(Reader(**more))
        return found[-1]

    yield make
    for one in found:
        one.close()


@pytest.fixture(scope="module")
def reader():
    made = Reader()
    yield made
    made.close()


def ran(number: int) -> bool:
    """Whether a process is there, and no zombie."""
    asked = ["ps", "-o", "stat=", "-p", str(number)]
    state = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def number_of(reader: Reader) -> int:
    return reader._process.pid


def test_a_table_comes_as_the_library_reads_it_in_place(reader):
    table, other = reader.read("a.csv", read_bytes, CSV, "a.csv"), read_bytes(CSV, "a.csv")
    assert table.said == other.said
    for one, two in zip(table.columns, other.columns, strict=True):
        assert (one.name, one.words) == (two.name, two.words)
        np.testing.assert_array_equal(one.values, two.values)
    first = number_of(reader)
    X = np.random.default_rng(0).standard_normal((5000, 30))
    held = io.BytesIO()
    np.save(held, X)
    table = reader.read("x.npy", read_bytes, held.getvalue())
    np.testing.assert_array_equal(np.column_stack([c.values for c in table.columns]), X)
    assert number_of(reader) == first


def test_what_the_library_says_is_said_in_the_language_of_the_question(reader):
    with pytest.raises(ValueError, match=r"^report is empty\.$"):
        reader.read("report", read_bytes, b"  ", "report")
    with pytest.raises(ValueError, match="3 rows; at most 2 are taken here"):
        reader.read("a.csv", read_bytes, CSV + b"5,6\n", "a.csv", most_rows=2)
    with speaking("zh"), pytest.raises(ValueError, match=r"a\.csv .*空"):
        reader.read("a.csv", read_bytes, b"", "a.csv")
    first = number_of(reader)
    with pytest.raises(RuntimeError, match="unexpected keyword argument 'bogus'"):
        reader.read("a.csv", read_bytes, CSV, bogus=1)
    assert number_of(reader) == first


def test_digits_come_as_they_are_read_in_place(tmp_path, monkeypatch):
    X = np.where(np.arange(20 * 256).reshape(20, 256) % 7, -1.0, 1.0)
    y = np.arange(20) % 10
    np.savez(tmp_path / "usps.npz", X_train=X, y_train=y, X_test=X[:10], y_test=y[:10])
    # As seen from the server, wherever that was started; and nothing there is imported.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "numpy.py").write_text("raise SystemExit")
    reader = Reader()
    found, expected = reader.read("usps.npz", usps, "usps.npz"), usps("usps.npz")
    for name in ("X_train", "y_train", "X_test", "y_test"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    with pytest.raises(ValueError, match="There is no file nowhere"):
        reader.read("nowhere", usps, "nowhere")
    reader.close()


@pytest.mark.parametrize(
    ("task", "given", "error", "said"),
    [
        (kill, [signal.SIGSEGV], ValueError, "reader ended with SIGSEGV; the file is damaged"),
        (kill, [signal.SIGABRT], ValueError, "reader ended with SIGABRT; the file is damaged"),
        (kill, [signal.SIGKILL], ValueError, "ended by SIGKILL, as a system does whose memory is"),
        (leave, [], ValueError, "the reader ended with code 3"),
        (hang, [], ValueError, r"^bad was not read within 1 s\."),
        pytest.param(
            grow, [], ValueError, r"Reading bad needs more than the 1\.0 GiB", marks=LINUX
        ),
        # An answer that names something to run.
        (lies, [], ValueError, r"^bad could not be read: the file is damaged\.$"),
        (fails, [], RuntimeError, "nobody foresaw this"),
    ],
    ids=["SIGSEGV", "SIGABRT", "SIGKILL", "exit", "hang", "memory", "code", "error"],
)
def test_whatever_a_file_does_is_a_message_and_the_next_one_is_read(made, task, given, error, said):
    reader = made(memory=1024 * MIB, **({"seconds": 1} if task is hang else {}))
    assert reader.read("a.csv", read_bytes, CSV).n == 2
    first = number_of(reader)
    with pytest.raises(error, match=said):
        reader.read("bad", task, *given)
    assert not (ROOT / "sprung").exists()
    assert reader.read("a.csv", read_bytes, CSV).n == 2
    assert (number_of(reader) == first) == ran(first)


def test_files_at_once_have_their_own_and_one_that_dies_takes_no_other_with_it(made):
    reader = made()

    def read(k: int) -> object:
        try:
            if k % 5 == 0:
                return reader.read("bad", kill)
            content = f"c{k},d\n{k},1\n2,3\n".encode()
            return reader.read("a.csv", read_bytes, content).columns[0].name
        except ValueError as error:
            return str(error)[:3]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(read, range(10)))
    assert found == [f"c{k}" if k % 5 else "bad" for k in range(10)]


def test_what_nobody_waits_for_is_ended_and_a_wait_can_be_given_up(made):
    reader = made(seconds=3)
    reader.read("a.csv", read_bytes, CSV)
    first, calls = number_of(reader), []

    def progress(*_) -> bool:
        calls.append(time.monotonic())
        return len(calls) < 4

    with pytest.raises(Cancelled):
        reader.read("slow", hang, progress=progress)
    assert calls[-1] - calls[0] < 2
    assert not ran(first)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(reader.read, "slow", hang)
        until(reader._lock.locked, 5, "the first file is not being read")
        with pytest.raises(Cancelled):
            reader.read("a.csv", read_bytes, CSV, progress=lambda *_: False)
        with pytest.raises(ValueError, match="slow was not read"):
            slow.result()
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_one_that_ended_while_it_waited_is_replaced(made):
    reader = made()
    reader.read("a.csv", read_bytes, CSV)
    os.kill(number_of(reader), signal.SIGKILL)
    until(lambda: not reader._process.is_alive(), 5, "it goes on")
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_what_a_library_prints_disturbs_nothing(made):
    content = bytes(range(256)) * 5000
    assert made().read("x", chatter, content).tobytes() == content


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_process_has_no_socket_of_the_server_and_few_threads(made):
    # Not closed by itself in a new process.
    with socket.create_server(("127.0.0.1", 0)) as own:
        own.set_inheritable(True)
        inode = os.fstat(own.fileno()).st_ino
        reader = made()
        with pytest.raises(ValueError, match="pandas") as said:
            reader.read("x", told)
    files, threads, loaded = ast.literal_eval(str(said.value))
    # The one socket is that to the server.
    assert len([one for one in files if "socket" in one]) == 1
    assert f"socket:[{inode}]" not in files
    assert threads == [1]
    assert loaded == ["pandas"]


PARENT = """
import time
from threading import Thread
from support import breaking_reader
from kpca_core.tables import read_bytes
from views.hosts.streamlit.reading.reader import Reader
reader = Reader(seconds=2)
reader.read("a.csv", read_bytes, b"a,b\\n1,2\\n3,4\\n")
Thread(target=lambda: reader.read("x", breaking_reader.hang), daemon=True).start()
time.sleep(0.5)
print(reader._process.pid, flush=True)
time.sleep(100)
"""


def test_the_process_ends_with_a_server_that_is_killed_while_a_file_hangs(monkeypatch):
    """Then by its own timer."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'tests'}{os.pathsep}{ROOT}")
    command = [sys.executable, "-c", PARENT]
    parent = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        number = int(parent.stdout.readline())
        assert ran(number)
    finally:
        parent.kill()
        parent.wait(10)
        parent.stdout.close()
    until(lambda: not ran(number), 15, "the reader outlives the server")


@pytest.mark.parametrize(
    "content",
    [
        *map(pickle.dumps, (os.system, Path("x"), np.load, pickle.loads, SystemExit("x"))),
        # kpca_core.tables imports Path; protocol 4 can name what a module imports.
        b"\x80\x04\x8c\x10kpca_core.tables\x8c\x04Path\x93.",
        b"\x80\x04\x8c\x10kpca_core.tables\x8c\x08Path.cwd\x93.",
        b"", b"nonsense", pickle.dumps(0)[:-1],
    ],
    ids=range(10),
)  # fmt: skip
def test_only_arrays_and_the_projects_values_are_made(content):
    with pytest.raises(pickle.UnpicklingError):
        unpacked(content)


def test_a_reader_that_cannot_start_is_a_message(made):
    reader = made()
    multiprocessing.set_executable("/bin/false")
    try:
        with pytest.raises(ValueError, match="cannot read files at the moment"):
            reader.read("a.csv", read_bytes, CSV)
    finally:
        multiprocessing.set_executable(sys.executable)
    # The next one was started with the same.
    reader.close()
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_the_main_module_is_not_run_again(made, monkeypatch, tmp_path):
    """Streamlit puts the page there: the process would import it, and Streamlit with it."""
    page = ModuleType("__main__")
    page.__file__ = str(tmp_path / "page.py")
    (tmp_path / "page.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')")
    monkeypatch.setitem(sys.modules, "__main__", page)
    assert made().read("a.csv", read_bytes, CSV).n == 2
    assert sys.modules["__main__"] is page
    assert not (tmp_path / "run").exists()
