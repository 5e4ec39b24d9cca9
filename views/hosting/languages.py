"""In which language a page is: its address says so, else what was chosen here, else the browser.

The language is no setting of a page: it stands beside the settings in the address, where English
is not written.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from kpca_core._support.words import ENGLISH, language, languages, negotiated, speaking

# In addresses; and the cookie that `tools.js` keeps the choice in.
KEY, COOKIE = "lang", "kpca-language"


def language_of(asked: str, chosen: str, accepted: str) -> str:
    """Return the language of a page.

    Parameters
    ----------
    asked, chosen
        by the address and by the reader, "" for none
    accepted
        by the browser: the header Accept-Language
    """
    known = languages()
    return next((one for one in (asked, chosen) if one in known), negotiated(accepted.split(",")))


def language_of_visit() -> str:
    """Return the language of the page that this thread draws."""
    context = st.context
    accepted = context.headers.get("accept-language") or context.locale or ""
    return language_of(st.query_params.get(KEY, ""), context.cookies.get(COOKIE, ""), accepted)


def in_language(address: Mapping[str, str]) -> dict[str, str]:
    """Return an address with the language of this context: texts by key."""
    texts = {key: text for key, text in address.items() if key != KEY}
    return texts if language() == ENGLISH else {**texts, KEY: language()}


class Languages:
    """Answers every request in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        headers, asked = Headers(scope=scope), QueryParams(scope["query_string"]).get(KEY, "")
        chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        with speaking(language_of(asked, chosen, headers.get("accept-language", ""))):
            await self.app(scope, receive, send)
