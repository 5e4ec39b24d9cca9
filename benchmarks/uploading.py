"""Files for a running app as a browser gives them: sent, then named as the value of the widget."""

from __future__ import annotations

import asyncio
import http.client
import re
import secrets
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.visitors import Session


def put(
    url: str, session: str, key: str, content: bytes, file: str = "a.csv", **more: str
) -> tuple[int, str]:
    """Give a file as the browser does; return the status and text of the answer.

    Parameters
    ----------
    session, key : those of the address that it is sent to
    file : its name
    more : headers
    """
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    line.request("GET", "/_stcore/health")
    with line.getresponse() as found:
        token = re.search("_streamlit_xsrf=([^;]+)", found.headers["set-cookie"])[1]  # type: ignore[index]
        found.read()
    head = f'--B\r\nContent-Disposition: form-data; name="f"; filename="{file}"\r\n\r\n'.encode()
    headers = {
        "Content-Type": "multipart/form-data; boundary=B",
        "X-Xsrftoken": token,
        "Cookie": f"_streamlit_xsrf={token}",
    }
    body = head + content + b"\r\n--B--\r\n"
    chunked = "Transfer-Encoding" in more
    line.request(
        "PUT", f"/_stcore/upload_file/{quote(session)}/{key}", iter([body]) if chunked else body,
        headers | more, encode_chunked=chunked,
    )  # fmt: skip
    with line.getresponse() as found:
        return found.status, found.read().decode()


async def give(url: str, drawn: Session, content: bytes, name: str) -> float:
    """Give the page "Own data", which `drawn` shows, a file; return the seconds of its run."""
    key = secrets.token_hex(8)
    status, text = await asyncio.to_thread(put, url, drawn.name, key, content, name)
    if status != 204:
        raise RuntimeError(f"The file was refused: {status}, {text}")
    message = BackMsg()
    message.rerun_script.page_name = "table"
    state = message.rerun_script.widget_states.widgets.add()
    state.id = next(one for one, kind in drawn.widgets.items() if kind == "file_uploader")
    file = state.file_uploader_state_value.uploaded_file_info.add()
    file.name, file.size, file.file_id = name, len(content), key
    file.file_urls.file_id = key
    file.file_urls.upload_url = file.file_urls.delete_url = f"/upload_file/{key}"
    return await drawn.send(message)
