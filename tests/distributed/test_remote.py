"""Work of the pages on a cluster: the same results, and this computer where the cluster fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("distributed", reason="no Dask: pip install 'kpca-core[distributed]'")

from distributed import LocalCluster
from streamlit.testing.v1 import AppTest
from support import cloud
from support.explorer import until
from support.paths import ROOT
from support.server import free_port

from datasets import builtin_digits
from kpca_core import Gaussian, Laplacian, fit
from kpca_core._support.progress import Cancelled, report
from kpca_core.distributed import remote
from kpca_core.distributed.remote import Cluster, NoAnswer
from kpca_core.reproduction.digits import SMALL_IMAGES, table_cells
from views.hosts.streamlit.cluster import NOTE, REMOTE, Remote
from views.hosts.streamlit.figures import PAINTED
from views.hosts.streamlit.work import WORK
from views.pages.digits.table_run import TableRun
from views.pages.scale import million
from views.pages.scale.approximations import generated
from views.pages.scale.state import ScaleState
from views.pages.table import solving
from views.pages.table.state import TableState
from views.work import Estimate

pytestmark = pytest.mark.usefixtures("five_minutes")

X = cloud(400, seed=1)
SCALE = "from views.pages.scale import page\npage()\n"
LONG = Estimate(10.0)


@pytest.fixture(scope="module")
def address(client):
    return client.scheduler.address


@pytest.fixture(scope="module")
def cluster(address):
    found = Cluster(address)
    yield found
    found.close()


@pytest.fixture
def named(monkeypatch):
    """A function that names a cluster to the pages; `asked` collects what it was asked for."""
    asked, call = [], Cluster.call

    def watched(self, function, *arguments, **more):
        asked.append(getattr(function, "__name__", ""))
        return call(self, function, *arguments, **more)

    monkeypatch.setattr(Cluster, "call", watched)

    def name(address):
        REMOTE.address = address
        return asked

    yield name
    REMOTE.close()
    vars(REMOTE).update(vars(Remote("")))


def slowly(points, progress):
    """A fit after a while; every report names the process."""
    for step in range(40):
        report(progress, step, 40, str(os.getpid()))
        time.sleep(0.05)
    return fit(Laplacian(0.5), points, 8, progress=progress)


def quickly(points, progress):
    return fit(Laplacian(0.5), points, 8, progress=progress)


def assert_same_bits(found, other):
    np.testing.assert_array_equal(found.eigenvalues, other.eigenvalues)
    np.testing.assert_array_equal(found.scores, other.scores)
    np.testing.assert_array_equal(found.expansion.coefficients, other.expansion.coefficients)


def at_work(compute, cost=LONG):
    """What `compute` gives as bounded work."""
    return WORK.ask("a test", "line", object(), compute, cost).future.result(60)


# A task


def test_a_task_gives_what_this_process_gives(cluster):
    seen = []
    found = cluster.call(slowly, X, progress=lambda *call: seen.append(call))
    assert_same_bits(found, quickly(X, None))
    assert {what for _, _, what in seen} - {str(os.getpid())}
    assert len({done for done, _, _ in seen}) > 3


def test_an_iterator_comes_whole_and_an_error_as_it_is(cluster):
    assert cluster.call(lambda progress: iter(range(3)), progress=None) == [0, 1, 2]
    X_bad = X.copy()
    X_bad[3, 1] = np.nan
    with pytest.raises(ValueError, match="row 3, column 1"):
        cluster.call(quickly, X_bad, progress=None)
    with pytest.raises(OSError, match="own"):
        cluster.call(failing, progress=None)


def failing(progress):
    raise OSError("own")


def test_a_worker_killed_in_the_middle_changes_nothing(cluster, client):
    killed = []

    def progress(done, total, what):
        if done > 5 and not killed:
            killed.append(int(what))
            os.kill(int(what), signal.SIGKILL)

    found = cluster.call(slowly, X, progress=progress)
    assert killed
    assert killed[0] not in client.run(os.getpid).values()
    assert_same_bits(found, quickly(X, None))
    client.wait_for_workers(2, timeout=60)


def test_a_task_that_is_not_wanted_ends_on_its_worker(cluster, client):
    def endless(progress):
        for step in range(10**9):
            report(progress, step, 10**9, "going on")
            time.sleep(0.02)

    def executing(dask_worker):
        return len(dask_worker.state.executing)

    with pytest.raises(Cancelled):
        cluster.call(endless, progress=lambda done, *_: done < 5)
    until(lambda: not any(client.run(executing).values()), 20, "the worker goes on")


def test_a_scheduler_that_does_not_answer_or_has_no_workers(monkeypatch):
    monkeypatch.setattr(remote, "ANSWER", 0.3)
    with pytest.raises(NoAnswer, match="does not answer"):
        Cluster(f"tcp://127.0.0.1:{free_port()}")
    monkeypatch.setattr(remote, "ANSWER", 5.0)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(NoAnswer, match="no workers"),
    ):
        Cluster(empty.scheduler_address)


# The pages


def test_a_long_run_is_the_same_on_the_cluster(named, address):
    def steps_of(where):
        asked = named(where)
        run = million.LongRun(
            Gaussian(0.3), "clusters", (1000, 20_000), lambda n: generated("clusters", n, 0),
            ScaleState.of_address({}),
        )  # fmt: skip
        run.wait(60)
        assert run.trouble == ""
        return run.steps, asked

    here, _ = steps_of("")
    there, asked = steps_of(address)
    assert asked == ["measured"] * 2
    assert REMOTE.note == ""
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.variances, other.variances)
        np.testing.assert_array_equal(one.fields, other.fields)
        assert (one.solver, one.rank, one.certificate) == (
            other.solver, other.rank, other.certificate,
        )  # fmt: skip


def test_a_table_of_digits_is_the_same_on_the_cluster(named, address):
    digits = builtin_digits()
    digits = replace(digits, X_train=digits.X_train[:300], y_train=digits.y_train[:300])
    asked = named(address)
    cells = {}
    recipe = replace(SMALL_IMAGES, degrees=(1, 2), components=(16,), costs=(10,))
    run = TableRun("token", digits, recipe, cells)
    run.wait(120)
    assert run.trouble == ""
    assert asked == ["table_cells"] * 2
    assert run.total == 2
    here = {cell.key: cell for cell in table_cells(digits, recipe=recipe)}
    assert cells.keys() == here.keys()
    assert all((cells[key].error, cells[key].C) == (here[key].error, here[key].C) for key in here)


def test_own_data_is_the_same_on_the_cluster(named, address):
    state = TableState.of_address({"data": "breast-cancer"})
    here = solving.explore.solved(state).decomposition
    asked = named(address)
    there = at_work(lambda: solving.explore.solved(state).decomposition)
    assert asked == ["fit_as_planned"]
    assert_same_bits(here, there)


def test_light_work_stays_here(named, address):
    asked = named(address)
    call = lambda: REMOTE.call(quickly, X, progress=None)  # noqa: E731
    for found in (at_work(call, Estimate()), call()):
        assert_same_bits(found, quickly(X, None))
    assert asked == []


def run_page():
    """The page "Scale" after a run."""
    page = AppTest.from_string(SCALE, default_timeout=60)
    page.query_params |= {"points": "60", "size": "10000"}
    page.session_state[PAINTED] = True
    page.run()
    page.button(key=f"{million.RUN} now").click().run()
    page.session_state[million.RUN].wait(60)
    page.run()
    assert not page.exception
    assert not page.error
    assert [step.n for step in page.session_state[million.RUN].steps] == [1000, 10_000]
    return page


def test_an_address_that_does_not_answer_gets_a_message_and_local_work(named, monkeypatch, caplog):
    monkeypatch.setattr(remote, "ANSWER", 0.3)
    address = f"tcp://127.0.0.1:{free_port()}"
    asked = named(address)
    page = run_page()
    assert [one.value for one in page.info] == [NOTE]
    assert asked == []
    # The operator reads which address that is, visitors do not; and it is tried once for both fits.
    assert sum(address in record.getMessage() for record in caplog.records) == 1
    assert address not in str(page.main)


def test_without_dask_there_is_a_message_and_local_work(named, monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "kpca_core.distributed.remote", None)
    named("tcp://127.0.0.1:1")
    page = run_page()
    assert [one.value for one in page.info] == [NOTE]


def test_a_cluster_that_is_lost_in_the_middle_is_done_without(named, tmp_path):
    script = (
        "from distributed import LocalCluster; import time\n"
        "if __name__ == '__main__':\n"
        "    cluster = LocalCluster(\n"
        "        n_workers=1, processes=False, protocol='tcp', dashboard_address=':0'\n"
        "    )\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    time.sleep(300)\n"
    )
    command = [sys.executable, "-c", script]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        named("".join(process.stdout.readline().split()))
        began = []

        def progress(done, total, what):
            if what == str(process.pid) and done > 3 and not began:
                began.append(what)
                process.kill()

        found = at_work(lambda: REMOTE.call(slowly, X, progress=progress))
        process.kill()
    assert began
    assert REMOTE.note == NOTE
    assert_same_bits(found, quickly(X, None))
