"""Tables for a running app as a browser gives them: sent to the page's place, then drawn."""

from __future__ import annotations

import asyncio
import http.client
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.visitors import Session


def put(url: str, place: str, content: bytes, file: str = "a.csv", **more: str) -> tuple[int, str]:
    """Give a file as the browser does; return the status and text of the answer.

    Parameters
    ----------
    place : the address that the page has for it, below `url`
    file : its name
    more : headers
    """
    app = urlsplit(url)
    path = f"{app.path.rstrip('/')}/{place}"
    line = http.client.HTTPConnection(app.netloc, timeout=30)
    chunked = "Transfer-Encoding" in more
    line.request(
        "PUT", f"{path}?{urlencode({'name': file})}", iter([content]) if chunked else content,
        {"Origin": url, **more}, encode_chunked=chunked,
    )  # fmt: skip
    with line.getresponse() as found:
        return found.status, found.read().decode()


async def give(url: str, drawn: Session, content: bytes, name: str) -> float:
    """Give the page "Own data", which `drawn` shows, a file; return the seconds of its run."""
    status, text = await asyncio.to_thread(put, url, drawn.place, content, name)
    if status != 204:
        raise RuntimeError(f"The file was refused: {status}, {text}")
    message = BackMsg()
    message.rerun_script.page_name = "table"
    return await drawn.send(message)
