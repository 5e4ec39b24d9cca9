"""The server: ``python -m views.hosts.streamlit.serving``, with options of Uvicorn."""

from __future__ import annotations

import logging
import runpy
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

APP = "app:app"
OPTIONS = (
    "--no-access-log",
    # The largest message that a page sends is an address with 300 edited points, 10 kB. Messages
    # are not compressed again: frames for slow connections are deflated where they are made, and
    # for the others it takes twice as long as to compute them.
    "--ws", "websockets-sansio", "--ws-max-size", "262144", "--ws-per-message-deflate", "false",
    # What is open when the server stops gets 3 s.
    "--timeout-graceful-shutdown", "3",
    # Proxies keep connections for their next request: for longer than Uvicorn's 5 s.
    "--timeout-keep-alive", "20",
)  # fmt: skip


def serve(*more: str) -> NoReturn:
    """Serve until the process is asked to end; later options win."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    # Streamlit sets Uvicorn's logs up: before Uvicorn, whose options are to win.
    import_module(APP.partition(":")[0])
    logging.getLogger("uvicorn.error").propagate = True
    sys.argv = ["uvicorn", APP, *OPTIONS, *more]
    runpy.run_module("uvicorn", run_name="__main__")
    raise SystemExit


if __name__ == "__main__":
    serve(*sys.argv[1:])
