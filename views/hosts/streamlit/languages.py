"""The language of a visit and of a request, as `views.languages` says."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from kpca_core._support.words import speaking
from views.languages import KEY, language_of, with_language

# The cookie that `tools.js` keeps the choice in.
COOKIE = "kpca-language"


def language_of_visit(asked: str | None = None) -> str:
    """Return the language of the page that this thread draws, or of one that asks for `asked`."""
    context = st.context
    accepted = context.headers.get("accept-language") or context.locale or ""
    asked = st.query_params.get(KEY, "") if asked is None else asked
    return language_of(asked, context.cookies.get(COOKIE, ""), accepted)


def language_of_request(scope: Scope, asked: str) -> str:
    """Return the language of the answer to a request whose address asks for `asked`."""
    headers = Headers(scope=scope)
    chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    return language_of(asked, chosen, headers.get("accept-language", ""))


def in_language(address: Mapping[str, str], unasked: str = "") -> dict[str, str]:
    """Return an address with the language of this context: texts by key.

    Parameters
    ----------
    address
        texts by key
    unasked
        the reader's language where no address says one; by default that of the visit
    """
    return with_language(address, unasked or language_of_visit(""))


class Languages:
    """Answers every request in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        asked = QueryParams(scope["query_string"]).get(KEY, "")
        with speaking(language_of_request(scope, asked)):
            await self.app(scope, receive, send)
