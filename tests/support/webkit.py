"""WebKitGTK for tests: its driver speaks the W3C WebDriver protocol, JSON over HTTP."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from support.server import free_port

NEEDS = ("WebKitWebDriver", "Xvfb")
PACKAGES = "webkit2gtk-driver xvfb"
# A browser without a graphics processor, on a screen of its own.
PLAIN = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1"}
SCREEN = "2880x1800x24"
# Seconds that a start, and an answer, take on a busy machine.
PATIENCE = 120


def missing() -> str:
    """Return why there is no WebKitGTK here, "" where there is one."""
    lacking = [name for name in NEEDS if shutil.which(name) is None]
    named = " and ".join(lacking)
    return f"no {named} on PATH (Debian: apt-get install {PACKAGES})" if lacking else ""


class Tab:
    """The one tab of a session."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.session = ""
        # Without options the driver starts the browser that it was built with, in automation.
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {}}})
        self.session = f"/session/{made['sessionId']}"

    def ask(self, method: str, place: str, said: dict[str, Any] | None = None) -> Any:
        """Send a command; returns its value."""
        body = None if said is None else json.dumps(said).encode()
        kind = {"Content-Type": "application/json"}
        address = f"{self.server}{self.session}{place}"
        asked = urllib.request.Request(address, body, kind, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {place}: {error.read().decode()}") from None

    def goto(self, address: str) -> None:
        self.ask("POST", "/url", {"url": address})

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self.ask("POST", "/execute/sync", {"script": f"return {expression}", "args": []})


def _ready(server: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{server}/status", timeout=5):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError(f"WebKitWebDriver did not answer; exit code {process.poll()}")


@contextmanager
def webkit(scale: int) -> Iterator[Tab]:
    """A tab of WebKitGTK on a screen with so many pixels a CSS pixel."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    driver = None
    try:
        with os.fdopen(read) as numbers:
            display = f":{numbers.readline().strip()}"
        port = free_port()
        environment = os.environ | PLAIN | {"DISPLAY": display, "GDK_SCALE": str(scale)}
        driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env=environment, stderr=subprocess.DEVNULL
        )
        server = f"http://127.0.0.1:{port}"
        _ready(server, driver)
        tab = Tab(server)
        yield tab
        tab.ask("DELETE", "")
    finally:
        for process in (driver, screen):
            if process is not None:
                process.terminate()
                process.wait(10)
