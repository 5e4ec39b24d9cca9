"""What every answer of the server says to the browser, and which of Streamlit's own are private."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from views.limits import LIMITS

METRICS = "/_stcore/metrics"


class Headers:
    """Adds the headers that keep the pages from being embedded or read by strangers' pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = {
            b"content-security-policy": (
                f"frame-ancestors {LIMITS.frame_ancestors}; object-src 'none'; base-uri 'self'"
            ).encode(),
            b"x-content-type-options": b"nosniff",
            b"referrer-policy": b"same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [
                    (key, value)
                    for key, value in message.get("headers", [])
                    if key.lower() not in self.headers
                ]
                message = {**message, "headers": [*kept, *self.headers.items()]}
            await send(message)

        app = self.app
        if scope["type"] == "http" and scope["path"].endswith(METRICS) and not LIMITS.metrics:
            app = PlainTextResponse("Not found", 404)
        await app(scope, receive, sending if scope["type"] == "http" else send)
