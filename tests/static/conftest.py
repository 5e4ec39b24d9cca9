"""The edition without a server, built once for all tests of the same sources."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from support.paths import ROOT

CACHE = ROOT / "build" / "static-parts"
EDITIONS = ROOT / "build" / "editions"


def sum_of_sources() -> str:
    """Return a name for what the edition is built of."""
    found = sha256()
    for folder in ("kpca_core", "datasets", "views"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(f"{path}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


@pytest.fixture(scope="session")
def edition() -> Path:
    """The folder; the first that needs it makes it while the others wait."""
    EDITIONS.mkdir(parents=True, exist_ok=True)
    out = EDITIONS / sum_of_sources()
    with (EDITIONS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "files.json").exists():
            for old in EDITIONS.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
                elif old.suffix == ".npz":
                    old.unlink()
            command = [sys.executable, "-m", "views.hosts.static", "--out", out, "--parts", CACHE]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            if done.returncode == 2:
                pytest.skip(done.stderr)
            assert done.returncode == 0, done.stderr
    return out
