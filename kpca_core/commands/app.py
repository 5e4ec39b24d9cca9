"""`kpca app`: the explorer in a browser, or as a folder that needs no server."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import kpca_core
from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _
from kpca_core.commands import output_path

SUMMARY = N_("open the explorer in a browser")
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


def execute(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Serve until Ctrl+C, in the place of this process; or write the folder."""
    with needed("Streamlit", N_("serves the explorer"), "app"):
        if find_spec("streamlit") is None:
            raise ModuleNotFoundError
    if options.static is None:
        _serve(options.host or "localhost", options.port)
    if options.host is not None or options.port is not None:
        parser.error(_("--static writes a folder and serves nothing: leave out --host and --port."))
    sys.path.insert(0, str(_folder()))
    from views.hosts.static.__main__ import main

    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    raise SystemExit(main(["--out", str(options.static), "--parts", str(caches / "kpca-core")]))


def _serve(host: str, asked: int | None) -> NoReturn:
    """Become Streamlit's server, which does not look for modules in the folder of the reader."""
    port = _free_port(host, asked)
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(
        host, f"[{host}]" if ":" in host else host
    )
    print(_("The explorer: http://{host}:{port} (Ctrl+C stops it)").format(host=shown, port=port))
    sys.stdout.flush()
    settings = {"server.address": host, "server.port": port, "logger.hideWelcomeMessage": "true"}
    command = ["streamlit", "run", str(_folder() / "app.py")]
    command += [f"--{name}={value}" for name, value in settings.items()]
    os.execv(sys.executable, [sys.executable, "-P", "-m", *command])


def _free_port(host: str, asked: int | None) -> int:
    """Return the port that is asked for, else the first free one from 8501 on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(8501, 8601) if asked is None else [asked]:
        try:
            socket.create_server((host, port), family=family).close()
            return port
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise OSError(
                    _("cannot listen at {host!r}, port {port}: {reason}").format(
                        host=host, port=port, reason=error.strerror
                    )
                ) from error
    raise OSError(_("port {port} is taken: name another by --port").format(port=port))


def _folder() -> Path:
    """Return the folder with `app.py` and `views`: of the checkout, or where a wheel has them."""
    library = Path(kpca_core.__file__).resolve().parent
    own = library / "_explorer"
    return own if own.is_dir() else library.parent


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(
            _("need a whole number from 1 to 65535; got {text!r}").format(text=text)
        )
    return int(text)
