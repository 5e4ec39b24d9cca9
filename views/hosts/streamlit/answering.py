"""Answers to requests that are computed as bounded work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Hashable, Mapping
from math import inf
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core._support.words import language
from views.answer import Answers
from views.hosts.streamlit.notes import note
from views.hosts.streamlit.socket import UNREADABLE
from views.hosts.streamlit.work import LOOK, WORK, Replaced, TooMuch
from views.work import Estimate

# Below the address of the app: a page by its name, for instance `answers/sweep`.
PLACE = "answers"


async def answer(request: Request) -> Response:
    """Answer with a page's complete frame.

    Its query has `address`, itself a query, and `beside`: what no address holds, as JSON.
    """
    name, query = request.path_params["page"], request.query_params
    try:
        address = dict(parse_qsl(query.get("address", "")))
        beside = json.loads(query.get("beside", "{}"))
        if not isinstance(beside, Mapping):
            raise TypeError(f"`beside` is an object; got {json.dumps(beside)[:40]}.")
        asked = Answers().to(name, address, beside=beside, longest=inf)
    except UNREADABLE as error:
        return PlainTextResponse(str(error), 400)
    found = await answered(request, name, str(query), asked.frame, asked.cost)
    if isinstance(found, Response):
        return found
    headers = {"cache-control": "no-store"}
    return Response(found, media_type="application/octet-stream", headers=headers)


async def answered(
    request: Request, kind: str, key: Hashable, compute: Callable[[], Any], cost: Estimate
) -> Any:
    """Return what `compute` returns, or the response that says why there is nothing.

    Work ends when the reader leaves; all requests of an address count as one reader.

    Parameters
    ----------
    kind, key : name the answer: equal ones are computed once in each language
    cost : its estimate
    """
    address = request.client.host if request.client else ""
    named = (kind, key, language())
    try:
        ticket = WORK.ask(
            f"{kind} of {address}", str(id(request)), named, compute, cost, source=address
        )
    except TooMuch as error:
        return PlainTextResponse(str(error), 503)
    waiting = asyncio.wrap_future(ticket.future)
    try:
        while not waiting.done():
            await asyncio.wait({waiting}, timeout=LOOK)
            if await request.is_disconnected():
                raise Replaced
        return waiting.result()
    except (Replaced, MemoryError, asyncio.CancelledError):
        # A server that stops cancels requests: this answer ends them without a traceback.
        return Response("refused", 503)
    except UNREADABLE as error:
        note("a question was refused")
        said = str(error) if isinstance(error, ValueError) else "refused"
        return PlainTextResponse(said, 422)
    finally:
        # Else asyncio logs that the result of the dropped work was never retrieved.
        waiting.cancel()
        WORK.drop(ticket)
