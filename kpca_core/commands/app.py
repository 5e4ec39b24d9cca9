"""`kpca app`: the explorer in a browser, or as a folder that needs no server."""

from __future__ import annotations

import argparse
import errno
import os
import runpy
import socket
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import NoReturn

import kpca_core
from kpca_core._support.extras import needed
from kpca_core._support.words import E_, N_, _
from kpca_core.commands.options import Usage, output_path, wrong

OUTPUTS: Mapping[str, Sequence[str]] = {}
DESCRIPTION = N_("""\
Serve the explorer on this computer, and open it in a browser where there is one. Ctrl+C stops it.
Or write it as a folder that any server of files serves: Python then runs in the reader's browser.
""")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--host", help=_("address that it listens to; localhost, this computer alone, by default")
    )
    parser.add_argument("--port", type=_port, help=_("8501 by default, or the next that is free"))
    parser.add_argument(
        "--static", type=output_path, metavar=_("FOLDER"),
        help=_(
            "write the folder instead, empty or that of an earlier time; this needs npm and a "
            "network, and keeps what it fetches in the user's folder for caches"
        ),
    )  # fmt: skip


def execute(options: argparse.Namespace) -> None:
    """Serve until Ctrl+C, or write the folder."""
    with needed("Streamlit", N_("serves the explorer"), "app"):
        if find_spec("streamlit") is None:
            raise ModuleNotFoundError
    if options.static and (options.host or options.port):
        raise Usage(E_("--static writes a folder and serves nothing: leave out --host and --port."))
    # As Streamlit does it for a script.
    sys.path.insert(0, str(_folder()))
    if options.static:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        _run("views.hosts.static", "--out", options.static, "--parts", caches / "kpca-core")
    host = options.host or "localhost"
    port = _free_port(host, options.port)
    print(_("The explorer is starting; Ctrl+C stops it."), flush=True)
    Thread(target=_open, args=(host, port), daemon=True).start()
    given = ("--host", host, "--port", port, "--log-level", "warning")
    _run("views.hosts.streamlit.serving", *given)


def _run(module: str, *arguments: object) -> NoReturn:
    """Go on as ``python -m`` with a module of the explorer."""
    sys.argv = [module, *map(str, arguments)]
    runpy.run_module(module, run_name="__main__")
    raise SystemExit


def _open(host: str, port: int) -> None:
    """Name the address once the server answers, and open it where a window can be."""
    reached = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    while True:
        try:
            socket.create_connection((reached, port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    address = f"http://{f'[{reached}]' if ':' in reached else reached}:{port}"
    print(address, flush=True)
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def _free_port(host: str, asked: int | None) -> int:
    """Return the port that is asked for, else the first free one from 8501 on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(8501, 8601) if asked is None else [asked]:
        try:
            socket.create_server((host, port), family=family).close()
            return port
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                said = E_("cannot listen at {host!r}, port {port}: {reason}")
                raise OSError(said.format(host=host, port=port, reason=error.strerror)) from error
    raise OSError(E_("port {port} is taken: name another by --port").format(port=port))


def _folder() -> Path:
    """Return the folder with `app.py` and `views`: of the checkout, or where a wheel has them."""
    library = Path(kpca_core.__file__).resolve().parent
    own = library / "_explorer"
    return own if own.is_dir() else library.parent


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise wrong(N_("need a whole number from 1 to 65535; got {text!r}"), text)
    return int(text)
