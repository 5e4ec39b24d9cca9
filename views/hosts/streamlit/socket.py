"""Frames for whatever moves: one socket for each kind of drawing.

A browser asks by JSON ``{"n", "page", "address", "detail", "before", "beside"}`` and gets frame n:
the picture of that page at that address, in as much detail as the connection carries; a page that
`asks` gives its complete frames here, too. The address is the whole state: the server keeps nothing
between two questions that it could not compute again. What is released does not come here: it is
settled, see `messages.py`. ``assets/socket.js`` is the other side.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from itertools import count

from starlette.websockets import WebSocket, WebSocketDisconnect

from views.answer import Answers
from views.hosts.streamlit.headers import is_own
from views.hosts.streamlit.notes import note
from views.hosts.streamlit.work import WORK, Replaced, TooMuch
from views.questions import asked_of, tried

# Questions that may wait for their turn: the browser asks no more than four at once.
WAITING = 64

# Characters of a question: its address and that of the picture before take 3,000 each with the 300
# edited points that they hold; as many changes that have not settled take 10,000.
LONGEST = 16384

# Seconds that a browser may take to read a frame: a slow connection needs one; and for each byte.
READING, A_BYTE = 20.0, 2e-5
# Bytes from which on a frame is large. Frames that follow a pointer are smaller.
LARGE = 2**17

REFUSED = "refused"


async def serve(socket: WebSocket) -> None:
    """Answer each question with its frame, in the order of the questions.

    Before some frames their number and the milliseconds of work are sent as text: what passes from
    there to the frame is what the connection takes to carry it. Of a large frame its bytes follow:
    until it is there the browser hears nothing. A question that gets no frame is answered by
    "refused", "ping" by "pong" at once, whatever is being computed. Anything else closes the
    socket; work that no other reader waits for ends then.
    """
    if not is_own(socket.headers):
        await socket.close(1008)
        return
    await socket.accept()
    questions: asyncio.Queue[str] = asyncio.Queue(WAITING)
    answering = asyncio.create_task(_answer(socket, questions, Answers()))
    # A page may close while its frame is being made, or never read it.
    with suppress(WebSocketDisconnect, RuntimeError):
        await _take(socket, questions)
    if not answering.done():
        answering.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError):
        await answering


async def _take(socket: WebSocket, questions: asyncio.Queue[str]) -> None:
    """Put questions into the queue until the socket closes, or has to be closed."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        if text == "ping":
            await socket.send_text("pong")
            continue
        if text is None or len(text) > LONGEST or questions.full():
            note("a socket was closed: " + ("binary data" if text is None else "too much text"))
            await socket.close(1008)
            return
        questions.put_nowait(text)


async def _answer(socket: WebSocket, questions: asyncio.Queue[str], answers: Answers) -> None:
    """Answer questions in turn."""
    owner, address = f"frames {id(socket)}", socket.client.host if socket.client else ""
    try:
        for number in count():
            text = await questions.get()
            start, asked, answer = time.perf_counter(), asked_of(answers, text), None
            if asked is None:
                note("a question was refused")
            else:
                n, picture = asked
                with suppress(Replaced, TooMuch):
                    ticket = WORK.ask(
                        owner, str(number), picture.key or (owner, number), tried(picture.frame),
                        picture.cost, source=address,
                    )  # fmt: skip
                    answer = await asyncio.wrap_future(ticket.future)
            worked = round(1e3 * (time.perf_counter() - start))
            async with asyncio.timeout(READING + A_BYTE * len(answer or b"")):
                if answer is None:
                    await socket.send_text(REFUSED)
                else:
                    if len(answer) >= LARGE:
                        await socket.send_text(f"{n} {worked} {len(answer)}")
                    elif _is_measured(number):
                        await socket.send_text(f"{n} {worked}")
                    await socket.send_bytes(answer)
    except TimeoutError:
        note("a socket was closed: its frames are not read")
        async with asyncio.timeout(1):
            await socket.close(1008)
    except WebSocketDisconnect:
        raise
    except Exception:
        # A browser that hears nothing of a question would wait for ever.
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(1011)
        raise
    finally:
        WORK.leave(owner)


def _is_measured(number: int) -> bool:
    """Whether a frame is announced, so that its way can be measured: the first, and some later.

    Not all: on a busy page a message of its own waits as long as a frame takes to be painted.
    """
    return number < 4 or number % 8 == 0
