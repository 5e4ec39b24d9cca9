"""Where the app stands on its server: places below its address, and answers that lead to one.

Addresses that go to a browser are relative to its page: a proxy may have the app below a path that
the server does not know.
"""

from __future__ import annotations

from html import escape
from urllib.parse import quote

import streamlit as st
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

# Characters of an address in a header. Proxies take 4 KiB of all headers of an answer, and an
# address with edited points has more.
LONGEST = 1000
UNKEPT = {"cache-control": "no-store"}


def below_app(path: str) -> str:
    """Return the path on this server of what stands below the address of the app."""
    below = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{below}/{path}" if below else f"/{path}"


def place_of(scope: Scope) -> str | None:
    """Return what is asked for below the address of the app, None for what is not below it."""
    path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
    app = below_app("")
    return path.removeprefix(app) if path.startswith(app) else None


def lead(address: str) -> Response:
    """Answer that leads to another address: by a header, or by the document where it is long."""
    address = quote(address, safe=":/%#?=@[]!$&'()*+,;")
    if len(address) <= LONGEST:
        return RedirectResponse(address, headers=UNKEPT)
    refresh = f'<meta http-equiv="refresh" content="0; url={escape(address)}">'
    return HTMLResponse(f"<!doctype html>{refresh}", headers=UNKEPT)
