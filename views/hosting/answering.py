"""Answers to requests that are computed as bounded work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from views.hosting.work import LOOK, WORK, Estimate, Replaced, TooMuch


async def answered(
    request: Request, kind: str, key: Hashable, compute: Callable[[], Any], cost: Estimate
) -> Any:
    """Return what `compute` returns, or the response to send in its place.

    Work ends where the reader leaves; all requests of an address are one reader.

    Parameters
    ----------
    kind, key : name the answer: what is asked for under equal ones is computed once
    cost : what it is expected to take
    """
    address = request.client.host if request.client else ""
    try:
        ticket = WORK.ask(
            f"{kind} of {address}", str(id(request)), (kind, key), compute, cost, source=address
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
        # Cancelled where the server stops: an answer then ends the request without a traceback.
        return Response("refused", 503)
    finally:
        # Else asyncio logs that nobody looked at how the dropped work ended.
        waiting.cancel()
        WORK.drop(ticket)
