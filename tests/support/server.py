"""The app as a process that a test can end and start again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from support.paths import ROOT

# As others are served, with an option that names the port to follow.
SERVE = [str(ROOT / "deploy" / "serve.sh"), "--port"]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until_healthy(url: str, process: subprocess.Popen, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"The app ended with exit code {process.returncode}.")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.01)
    raise RuntimeError(f"The app did not answer within {seconds} s.")


class Server:
    """The app, or another script of Streamlit's, on one port of this machine.

    Attributes
    ----------
    started : time.time() when it was last started
    """

    def __init__(
        self, log: Path = Path(os.devnull), script: Path | None = None, **environment: str
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        other = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port"]
        self.command = [*(SERVE if script is None else other), str(self.port)]
        self.environment = os.environ | {"PYTHON": sys.executable} | environment
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.started = time.time()
        with self.log.open("a") as output:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdout=output,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        wait_until_healthy(self.url, self.process)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(10)

    def kill(self) -> None:
        """End it without a word to its browsers."""
        self.process.kill()
        self.process.wait(10)


def reader_of(server: Server) -> int | None:
    """The process that reads files, None where there is none."""
    parent = str(server.process.pid)
    asked = ["ps", "-ww", "-o", "pid=,args=", "--ppid", parent]
    lines = subprocess.run(asked, capture_output=True, text=True).stdout.splitlines()
    found = [int(one.split()[0]) for one in lines if "spawn_main" in one]
    assert len(found) <= 1
    return found[0] if found else None
