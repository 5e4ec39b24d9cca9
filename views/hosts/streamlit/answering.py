"""Answers to requests that are computed as bounded work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core._support.words import language
from views.hosts.streamlit.work import LOOK, WORK, Replaced, TooMuch
from views.work import Estimate


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
    except ValueError as error:
        return PlainTextResponse(str(error), 422)
    except (Replaced, MemoryError, asyncio.CancelledError):
        # A server that stops cancels requests: this answer ends them without a traceback.
        return Response("refused", 503)
    finally:
        # Else asyncio logs that the result of the dropped work was never retrieved.
        waiting.cancel()
        WORK.drop(ticket)
