"""The edition without a server, built once for all tests of a run."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT

CACHE = ROOT / "build" / "static-parts"


@pytest.fixture(scope="session")
def edition(tmp_path_factory) -> Path:
    """The folder; workers of one run share it: the first makes it while the others wait."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    out, said = shared / "edition", shared / "edition-said"
    with (shared / "edition.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            command = [sys.executable, "-m", "views.hosts.static", "--out", out, "--parts", CACHE]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            assert done.returncode in (0, 2), done.stderr
            said.write_text(done.stderr if done.returncode else "")
    if missing := said.read_text():
        pytest.skip(missing)
    return out
