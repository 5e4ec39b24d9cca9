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
CRASH = ROOT.parent / "shared" / "cases" / "histogram.parquet"
MIB = 2**20


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
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True)
    return bool(state.stdout.strip()) and not state.stdout.startswith("Z")


def number_of(reader: Reader) -> int:
    return reader._process.pid


def same(table, other) -> None:
    assert table.said == other.said
    for one, two in zip(table.columns, other.columns, strict=True):
        assert (one.name, one.words) == (two.name, two.words)
        np.testing.assert_array_equal(one.values, two.values)


def test_a_table_comes_as_the_library_reads_it_in_place(reader):
    same(reader.read("a.csv", read_bytes, CSV, "a.csv"), read_bytes(CSV, "a.csv"))
    first = number_of(reader)
    X = np.random.default_rng(0).standard_normal((5000, 30))
    held = io.BytesIO()
    np.save(held, X)
    table = reader.read("x.npy", read_bytes, held.getvalue())
    np.testing.assert_array_equal(np.column_stack([c.values for c in table.columns]), X)
    assert number_of(reader) == first


def test_what_the_library_says_is_said(reader):
    with pytest.raises(ValueError, match=r"^report is empty\.$"):
        reader.read("report", read_bytes, b"  ", "report")
    with pytest.raises(ValueError, match="3 rows; at most 2 are taken here"):
        reader.read("a.csv", read_bytes, CSV + b"5,6\n", "a.csv", most_rows=2)
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
    ("by", "said"),
    [
        ("SIGSEGV", "ended with SIGSEGV; the file is damaged"),
        ("SIGABRT", "ended with SIGABRT; the file is damaged"),
        ("SIGBUS", "ended with SIGBUS; the file is damaged"),
        ("SIGKILL", "was ended by SIGKILL, as a system does whose memory is used up"),
    ],
)
def test_a_signal_ends_the_reader_and_a_new_one_reads_on(made, by, said):
    reader = made()
    assert reader.read("a.csv", read_bytes, CSV).n == 2
    first = number_of(reader)
    with pytest.raises(ValueError, match=f"^bad could not be read: the reader {said}"):
        reader.read("bad", kill, getattr(signal, by))
    assert not ran(first)
    assert ran(number_of(reader))
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_an_exit_is_told_too(made):
    with pytest.raises(ValueError, match="the reader ended with code 3"):
        made().read("bad", leave)


@pytest.mark.skipif(not CRASH.exists(), reason="needs ../shared/cases/histogram.parquet")
def test_a_library_that_aborts_is_a_message(reader):
    try:
        found = reader.read(
            "histogram.parquet", read_bytes, CRASH.read_bytes(), "histogram.parquet"
        )
    except ValueError as error:
        assert "histogram.parquet" in str(error)  # noqa: PT017
    else:
        pytest.fail(f"{found} came of a file with a damaged footer")
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_a_hang_is_ended_by_the_clock(made):
    reader = made(seconds=1)
    reader.read("a.csv", read_bytes, CSV)
    start = time.monotonic()
    with pytest.raises(ValueError, match=r"^slow was not read within 1 s\."):
        reader.read("slow", hang)
    assert 0.9 < time.monotonic() - start < 5
    assert reader.read("a.csv", read_bytes, CSV).n == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory")
def test_what_grows_is_stopped_by_the_bound_of_memory(made):
    reader = made(memory=1024 * MIB)
    with pytest.raises(ValueError, match=r"Reading bomb needs more than the 1\.0 GiB"):
        reader.read("bomb", grow)
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_two_at_once_have_their_own(reader):
    def read(k: int) -> tuple[str, float]:
        table = reader.read(f"{k}.csv", read_bytes, f"c{k},d\n{k},1\n2,3\n".encode())
        return table.columns[0].name, float(table.columns[0].values[0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, range(40))) == [(f"c{k}", float(k)) for k in range(40)]


def test_one_that_dies_takes_no_other_with_it(made):
    reader = made()

    def read(k: int) -> object:
        try:
            if k % 3 == 0:
                return reader.read("bad", kill)
            content = f"c{k},d\n{k},1\n2,3\n".encode()
            return reader.read("a.csv", read_bytes, content).columns[0].name
        except ValueError as error:
            return str(error)[:3]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(read, range(6)))
    assert found == ["bad", "c1", "c2", "bad", "c4", "c5"]


def test_what_nobody_waits_for_is_ended(made):
    reader = made()
    reader.read("a.csv", read_bytes, CSV)
    first, calls = number_of(reader), []

    def progress(*_) -> bool:
        calls.append(time.monotonic())
        return len(calls) < 4

    with pytest.raises(Cancelled):
        reader.read("slow", hang, progress=progress)
    assert calls[-1] - calls[0] < 2
    assert not ran(first)
    assert reader.read("a.csv", read_bytes, CSV).n == 2


def test_a_wait_for_another_file_can_be_given_up(made):
    reader = made(seconds=3)
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(reader.read, "slow", hang)
        until(reader._lock.locked, 5, "the first file is not being read")
        with pytest.raises(Cancelled):
            reader.read("a.csv", read_bytes, CSV, progress=lambda *_: False)
        with pytest.raises(ValueError, match="slow was not read"):
            slow.result()


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
import sys, time
from threading import Thread
from support import breaking_reader
from kpca_core.tables import read_bytes
from views.hosts.streamlit.reading.reader import Reader
reader = Reader(seconds=2)
reader.read("a.csv", read_bytes, b"a,b\\n1,2\\n3,4\\n")
if sys.argv[1]:
    Thread(target=lambda: reader.read("x", breaking_reader.hang), daemon=True).start()
time.sleep(0.5)
print(reader._process.pid, flush=True)
time.sleep(100)
"""


@pytest.mark.parametrize("task", ["", "hang"])
def test_the_process_ends_with_the_server(task, monkeypatch):
    """Also where the server is killed, and while a file hangs: then by its own timer."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'tests'}{os.pathsep}{ROOT}")
    command = [sys.executable, "-c", PARENT, task]
    parent = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        number = int(parent.stdout.readline())
        assert ran(number)
    finally:
        parent.kill()
        parent.wait(10)
        parent.stdout.close()
    until(lambda: not ran(number), 15, "the reader outlives the server")


def test_an_answer_that_names_something_to_run_is_refused(made):
    reader = made()
    with pytest.raises(ValueError, match=r"^trap could not be read: the file is damaged\.$"):
        reader.read("trap", lies)
    assert not (ROOT / "sprung").exists()
    assert reader.read("a.csv", read_bytes, CSV).n == 2


@pytest.mark.parametrize(
    "value", [os.system, Path("x"), np.load, pickle.loads, subprocess.Popen, SystemExit("x")]
)
def test_only_arrays_and_the_projects_values_are_made(value):
    with pytest.raises(pickle.UnpicklingError, match="names"):
        unpacked(pickle.dumps(value))


@pytest.mark.parametrize("path", ["Path", "Path.cwd"])
def test_names_inside_modules_are_no_way_out(path):
    # kpca_core.tables imports Path; protocol 4 can name what a module imports.
    length = bytes([len(path)])
    with pytest.raises(pickle.UnpicklingError, match="names"):
        unpacked(b"\x80\x04\x8c\x10kpca_core.tables\x8c" + length + path.encode() + b"\x93.")


@pytest.mark.parametrize("content", [b"", b"nonsense", pickle.dumps(0)[:-1]])
def test_what_is_no_pickle_is_no_answer(content):
    with pytest.raises(pickle.UnpicklingError):
        unpacked(content)


def test_what_nobody_foresaw_goes_on(made):
    reader = made()
    with pytest.raises(RuntimeError, match="nobody foresaw this"):
        reader.read("x", fails)
    assert reader.read("a.csv", read_bytes, CSV).n == 2


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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory")
def test_it_answers_in_the_language_of_the_question(made):
    said = r"读取 bomb 需要的内存超过允许的 1\.0 GiB"
    with speaking("zh"), pytest.raises(ValueError, match=said):
        made(memory=1024 * MIB).read("bomb", grow)


def test_what_is_wrong_with_a_file_is_told_in_the_language_of_the_question(reader):
    with speaking("zh"), pytest.raises(ValueError, match=r"a\.csv .*空"):
        reader.read("a.csv", read_bytes, b"", "a.csv")
