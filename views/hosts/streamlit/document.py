"""The HTML that the server answers with: Streamlit's own, with this app's title, words and style.

Without it a browser would show Streamlit's title until the page has run, a preview of a link would
say nothing, and everything would move when the style sheet came with the first elements.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kpca_core._support.words import N_, _, browser_words, language
from views.hosts.streamlit.languages import in_language, language_of_request
from views.hosts.streamlit.places import below_app, lead, place_of
from views.hosts.streamlit.preloading import tags
from views.hosts.streamlit.private import ADDRESS, styled
from views.languages import KEY
from views.named import FIRST, PAGES, title_of

PREVIEW = "preview.png"
SHEETS = ("page.css", "waiting.css", "print.css")
# In an address, beside the settings: the drawing alone, for a frame in another page. Streamlit
# keeps this key there, and leaves it out of `st.query_params`.
EMBED, FIGURE = "embed", "figure"
# What a phone shows beside the button of the sidebar.
DRAWER = N_("Pages and settings")
STYLE = Path(__file__).parent / "style"
# A page stands right below the address of the app, and its name has no dot as those of files have.
# What it asks for is relative to that: with a slash at the end it is led to its place.
PLACE = re.compile(r"[\w-]*|[\w-]+/")
TITLE = re.compile(r"<title>[^<]*</title>")
LANGUAGE = re.compile(r'(<html\b[^>]*?)( lang="[^"]*")?>')
COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
# Of another text than the one that goes out: parts of it, or whether it has changed.
DEMANDS = (b"accept-encoding", b"range", b"if-none-match", b"if-modified-since")
VALIDATORS = ("etag", "last-modified", "accept-ranges")


class Document:
    """Writes title, description, preview and style sheet into the HTML of a page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = place_of(scope) if scope.get("method") == "GET" else None
        if page is None or not PLACE.fullmatch(page):
            return await self.app(scope, receive, send)
        if elsewhere := led_from(page, scope):
            return await elsewhere(scope, receive, send)
        base = str(Request(scope).base_url).rstrip("/") + below_app("")
        start: Message = {}
        parts: list[bytes] = []

        async def sending(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if "text/html" in Headers(raw=message["headers"]).get("content-type", ""):
                    start = message
                    return
            elif start:
                parts.append(message.get("body", b""))
                if message.get("more_body"):
                    return
                html = written(b"".join(parts).decode(), page, base, is_figure(scope))
                body = html.encode()
                headers = MutableHeaders(raw=list(start["headers"]))
                for name in VALIDATORS:
                    del headers[name]
                headers["content-length"] = str(len(body))
                headers.add_vary_header("accept-language, cookie")
                await send({**start, "headers": headers.raw})
                message = {**message, "body": body}
            await send(message)

        kept = [one for one in scope["headers"] if one[0] not in DEMANDS]
        await self.app({**scope, "headers": kept}, receive, sending)


def led_from(page: str, scope: Scope) -> Response | None:
    """Return what leads to the place of a page or to its words in another language, or None."""
    if page.endswith("/"):
        query = scope["query_string"].decode("latin-1")
        return lead(f"../{page.strip('/')}?{query}".removesuffix("?"))
    if (page or FIRST) not in PAGES or not (address := in_own_language(scope)):
        return None
    return lead(address)


def in_own_language(scope: Scope) -> str:
    """Return the address of a page in the reader's language, "" if it was asked for by that.

    A page that wrote it into the address itself would catch whoever goes back to the one without.
    """
    asked = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    own = in_language(asked, language_of_request(scope, ""))
    return f"?{urlencode(own)}" if own.get(KEY) != asked.get(KEY) else ""


def is_figure(scope: Scope) -> bool:
    """Whether a request asks for the drawing of a page alone."""
    return FIGURE in QueryParams(scope["query_string"]).getlist(EMBED)


def written(html: str, page: str, base: str, figure: bool = False) -> str:
    """Return Streamlit's HTML with what is this app's.

    Parameters
    ----------
    page
        its place below `base`
    base
        the address of the app, which ends with "/"
    figure
        whether the drawing alone is shown
    """
    title = f"<title>{escape(title_of(page))}</title>"
    html = TITLE.sub(lambda found: title, html, count=1)
    tag = language().replace("_", "-")
    kind = ' class="embed-figure"' if figure else ""
    html = LANGUAGE.sub(lambda found: f'{found[1]} lang="{tag}"{kind}>', html, count=1)
    said = {
        "og:title": title_of(page),
        "og:description": _(PAGES.get(page, PAGES[FIRST]).what),
        "og:image": base + PREVIEW,
        "og:type": "website",
    }
    named = [f'<meta name="description" content="{escape(said["og:description"])}">'] + [
        f'<meta property="{name}" content="{escape(text)}">' for name, text in said.items()
    ]
    if words := browser_words():
        # What `words.js` reads.
        text = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
        named.append(f'<script type="application/json" id="kpca-words">{text}</script>')
    named += [ADDRESS, tags(page)]
    html = html.replace("</head>", "".join(named) + "</head>", 1)
    # Streamlit puts its rules into the head: of equal ones the later ones hold.
    drawer = f":root {{ --kpca-drawer: {json.dumps(_(DRAWER), ensure_ascii=False)}; }}"
    return html.replace("</body>", f"<style>{drawer}</style>{_styles(figure)}</body>", 1)


@cache
def _styles(figure: bool) -> str:
    sheets = (*SHEETS, "embed.css") if figure else SHEETS
    texts = ((STYLE / name).read_text(encoding="utf-8") for name in sheets)
    return "".join(f"<style>{COMMENT.sub('', styled(text))}</style>" for text in texts)


async def preview(request: Request) -> FileResponse:
    """Answer with the picture that a preview of a link shows."""
    return FileResponse(STYLE / PREVIEW, headers={"cache-control": "max-age=86400"})
