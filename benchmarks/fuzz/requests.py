"""What strangers send to a running server that is no question and no message: odd requests.

Every one gets a short answer soon, or a file that the server has, and no error in its log was
raised in this project's code.
"""

from __future__ import annotations

import asyncio
import re
import string
from random import Random
from urllib.parse import quote, urlsplit

from benchmarks.fuzz.pages import TEXTS, some_text
from benchmarks.fuzz.server import PATIENCE, cases_of
from benchmarks.visitors import STYLE, every_page
from kpca_core.drawing.canvas.modules import FRONT
from views.hosts.streamlit.front import PLACE, STYLES, addresses
from views.stories import STORIES
from views.stories.thumbnails import THEMES

METHODS = ("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "get", "BREW")
ORIGINS = ("null", "http://[", "http://x:99999", "//", "file://", "http://evil.example", "\x7f", "")
# Bytes that an answer may have which is no file of the server.
SHORT = 1000
# The statuses of such an answer; 503 is that of too much work and of a server that starts.
REFUSALS = range(300, 500)
BUSY = 503


def some_path(random: Random) -> str:
    """A path with its query: one that the server has, or nearly."""
    theme, story = random.choice([*THEMES]), random.choice([*STORIES])
    paths = [
        random.choice(addresses(random.choice([*STYLES]))), f"{PLACE}/{FRONT}",
        f"stories/{theme}/{story}.png", "ready", "frames", STYLE,
        random.choice([*every_page()]), "_stcore/health", "_stcore/metrics", "metrics",
        "",
    ]  # fmt: skip
    path = random.choice(paths)
    kind = random.randrange(6)
    if kind == 0:
        place, end = sorted(random.choices(range(len(path) + 1), k=2))
        path = path[:place] + quote(some_text(random).encode(errors="replace")) + path[end:]
    elif kind == 1:
        path += random.choice("?/;#&") + quote(random.choice(TEXTS).encode(errors="replace"))
    elif kind == 2:
        path = path.partition("?")[0] + "?" + "".join(random.choices("a=&%+", k=9000))
    elif kind == 3:
        path = random.choice(("../", "..%2f", "%2e%2e/", "%00", "//", "\\")) * 3 + path
    return path


def some_request(random: Random, below: str, host: str) -> bytes:
    """The bytes of a request; the server closes the connection after its answer."""
    path = below + some_path(random) if random.random() < 0.9 else some_path(random)
    headers = {"Host": host, "Connection": "close", "Accept-Encoding": random.choice(("gzip", ""))}
    content = b""
    if random.random() < 0.2:
        headers["Host"] = random.choice(("[", "a b", "", "x" * 3000, f"{host}@evil.example"))
    if random.random() < 0.3:
        headers["Origin"] = random.choice(ORIGINS)
    if random.random() < 0.2:
        headers["X-" + random.choice(string.ascii_letters)] = "x" * random.choice((10, 9000, 10**6))
    if random.random() < 0.2:
        content = random.randbytes(random.choice((1, 5000)))
        headers["Content-Length"] = random.choice((str(len(content)), "-1", "9" * 30, "x"))
    if random.random() < 0.1:
        headers["Range"] = random.choice(("bytes=0-", "bytes=9-1", "bytes=-1", f"bytes={10**30}-"))
    lines = [f"{random.choice(METHODS)} /{path} HTTP/1.1", *map(": ".join, headers.items())]
    return "\r\n".join([*lines, "\r\n"]).encode("latin-1", "replace") + content


async def _answer(host: str, request: bytes) -> bytes:
    """What comes back; b"" where the server closes without an answer to the end."""
    reader, writer = await asyncio.open_connection(*host.split(":"), limit=2**24)
    try:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        if request.startswith(b"HEAD") or head.split()[1] in (b"204", b"304"):
            return head
        if length:
            return head + await reader.readexactly(int(length[1]))
        return head + await reader.readuntil(b"\r\n0\r\n\r\n")
    except (ConnectionError, asyncio.IncompleteReadError):
        return b""
    finally:
        writer.close()


async def to_routes(url: str, random: Random, count: int) -> None:
    """Every request is answered soon; what is refused is refused in few words."""
    answered = 0
    host = urlsplit(url).netloc
    below = urlsplit(url).path.strip("/")
    for _ in range(count):
        request = some_request(random, f"{below}/" if below else "", host)
        try:
            found = await asyncio.wait_for(_answer(host, request), PATIENCE)
        except TimeoutError:
            raise AssertionError(
                f"No answer in {PATIENCE} s to {request[:99]!r} … {request[-300:]!r}."
            ) from None
        head, _, body = found.partition(b"\r\n\r\n")
        if not head:
            continue
        answered += 1
        status = int(head.split()[1])
        where = f"{found[:300]!r} to {request[:300]!r}"
        assert status in REFUSALS or status in (200, 204, 206, BUSY), where
        assert b"Traceback" not in body or b"javascript" in head, where
        if status in REFUSALS or status == BUSY:
            assert len(body) <= SHORT, where
    # The others were closed: of those whose headers are too long there is nothing to be said.
    assert answered > count / 2, f"{answered} of {count} were answered."


cases = cases_of(to_routes, 250)
cases_below = cases_of(to_routes, 250, below="/below/here")
