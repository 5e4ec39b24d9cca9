"""The app, or a script of Streamlit's, as a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def serving(
    script: Path, log: Path = Path(os.devnull), below: str = "", **environment: str
) -> Iterator[tuple[str, float, int]]:
    """The app as others are served, or another script of Streamlit's with its configuration.

    Yields address, start time and process number. `below` is the path below which it stands.
    """
    if below:
        # Uvicorn takes no settings of Streamlit's, and `.streamlit/config.toml` is the project's.
        home = Path(tempfile.mkdtemp())
        (home / ".streamlit").mkdir()
        (home / ".streamlit" / "config.toml").write_text(f'[server]\nbaseUrlPath = "{below}"\n')
        environment["HOME"] = str(home)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    own = [str(ROOT / "deploy" / "serve.sh"), "--port"]
    other = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port"]
    started = time.perf_counter()
    with log.open("a") as output:
        process = subprocess.Popen(
            [*(own if script == ROOT / "app.py" else other), str(port)],
            cwd=ROOT,
            env=os.environ | {"PYTHON": sys.executable} | environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}{below}"
    try:
        while True:
            try:
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=1)
                break
            except OSError:
                if process.poll() is not None or time.perf_counter() - started > 30:
                    raise RuntimeError(f"{script} did not start.") from None
                time.sleep(0.01)
        yield url, started, process.pid
    finally:
        process.terminate()
        process.wait(10)
