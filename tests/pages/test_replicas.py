"""Two replicas behind nginx: a reader whose replica dies goes on at the other one."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

import pytest
from support.explorer import Explorer, held, until
from support.paths import ROOT
from support.server import free_port

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def replicas(tmp_path_factory):
    """The address, and the process of each replica by its port."""
    if shutil.which("nginx") is None:
        pytest.skip("nginx is not on the PATH (Debian: apt-get install nginx-light)")
    port, log = free_port(), tmp_path_factory.mktemp("replicas") / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [ROOT / "deploy" / "replicas.sh", str(port)],
            env=os.environ | {"PYTHON": sys.executable},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        until(lambda: "ready at" in log.read_text(), 60, "the replicas did not start")
        found = re.findall(r"replica (\d+) is process (\d+)", log.read_text())
        yield f"http://127.0.0.1:{port}", {int(one): int(pid) for one, pid in found}
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)


def replica_of(page: Explorer, url: str) -> int | None:
    """The port of the replica that serves this reader, None where nginx has no answer to give."""
    answer = page.tab.request.get(f"{url}/_stcore/health")
    said = answer.headers.get("x-replica", "")
    return int(said.split(",")[-1].rpartition(":")[2]) if said else None


def test_scripts_are_compressed(replicas):
    url, _ = replicas
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        page = gzip.decompress(answer.read()).decode()
    (script, *_) = re.findall(r"static/js/index[\w.-]+\.js", page)
    request.full_url = f"{url}/{script}"
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_a_reader_goes_on_at_the_other_replica(replicas, browser):
    url, processes = replicas
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    try:
        page = Explorer(context.new_page(), f"{url}/?data=rings&ring_n=150&width=0.3")
        until(lambda: replica_of(page, url) in processes, 10, "nginx has no answer to give")
        served = replica_of(page, url)
        assert served is not None
        until(lambda: replica_of(page, url) == served, 10, "the reader goes to and fro")
        with held(page, 0.4) as drag:
            drag(0.5)
        page.settle()
        until(lambda: page.address.get("width") == str(page.value), 10, "the address lags behind")
        address, titles = page.address, page.titles()

        os.kill(processes[served], signal.SIGKILL)
        others = {*processes} - {served}
        until(lambda: replica_of(page, url) in others, 10, "nginx did not take the other replica")
        paints = page.paints
        page.slider.focus()
        deadline = time.monotonic() + 20
        while page.paints == paints and time.monotonic() < deadline:
            page.tab.keyboard.press("ArrowRight")
            page.tab.wait_for_timeout(300)
        assert page.paints > paints, "the slider is dead"
        page.settle()
        until(lambda: page.address.get("width") == str(page.value), 20, "the address lags behind")
        assert page.address.keys() == address.keys()
        assert {k: v for k, v in page.address.items() if k != "width"} == {
            k: v for k, v in address.items() if k != "width"
        }
        fresh = Explorer(context.new_page(), f"{url}/?data=rings&ring_n=150&width={page.value}")
        until(lambda: fresh.titles() == page.titles(), 20, "the titles differ")
        assert page.titles() != titles

        with page.tab.expect_download() as download:
            page.tab.get_by_text("Eigenvalues CSV", exact=False).first.click()
        assert download.value.path().read_text().count("\n") > 8
    finally:
        context.close()
