"""What the browser tests share: the page as a reader meets it, a hand, a line that loses things."""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


class Explorer:
    """The page in one browser tab, and what goes wrong in it."""

    def __init__(self, tab, address: str) -> None:
        self.tab = tab
        self.troubles: list[str] = []
        self.sent: list[str] = []
        tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        tab.on("websocket", lambda line: line.on("framesent", lambda _: self.sent.append(line.url)))
        tab.goto(address)
        tab.wait_for_selector("[data-paints]", timeout=30_000)
        self.settle()

    @property
    def host(self):
        return self.tab.locator("[data-paints]")

    @property
    def slider(self):
        return self.host.locator("input[type=range]").first

    @property
    def value(self) -> float:
        return float(self.host.get_attribute("data-value"))

    @property
    def paints(self) -> int:
        return int(self.host.get_attribute("data-paints"))

    @property
    def address(self) -> dict[str, str]:
        query = urllib.parse.urlsplit(self.tab.evaluate("location.href")).query
        return dict(urllib.parse.parse_qsl(query))

    def titles(self) -> list[str]:
        found = self.host.locator(".panel .title").all_inner_texts()
        return [re.search(r"= (.*)$", text).group(1) for text in found]

    def settle(self) -> None:
        """Until nothing has been painted for a while."""
        until(lambda: self._still(), 15, "the page does not come to rest")

    def _still(self) -> bool:
        before = self.paints
        time.sleep(0.4)
        return self.paints == before

    def pixels(self) -> list[bytes]:
        """The panels' canvases as the browser holds them."""
        return self.host.evaluate(
            "host => [...host.shadowRoot.querySelectorAll('.panel canvas')]"
            ".map(canvas => canvas.toDataURL())"
        )


@contextmanager
def held(page: Explorer, share: float) -> Iterator[Callable[[float], None]]:
    """The slider held by its thumb; yields what drags it to a share of its length."""
    box = page.slider.bounding_box()
    y = box["y"] + box["height"] / 2

    def drag(to: float) -> None:
        page.tab.mouse.move(box["x"] + box["width"] * to, y)

    drag(share)
    page.tab.mouse.down()
    yield drag
    page.tab.mouse.up()


class LosesTheElement:
    """Between server and page: once armed, keeps from the page the live element of a whole run.

    Streamlit's queue loses it so where a fragment reruns before that run has been sent. What
    follows waits here for the fragment's own element, as it would have done in the queue.
    """

    def __init__(self) -> None:
        self.armed, self.lost, self.waiting = False, False, []

    def __call__(self, page) -> None:
        self.page = page
        page.connect_to_server().on_message(self.pass_on)

    def pass_on(self, data: bytes) -> None:
        message = ForwardMsg.FromString(data)
        element = message.delta.new_element.HasField("bidi_component")
        if self.armed and element:
            self.armed, self.lost = False, True
            return
        self.waiting.append(data)
        if not self.lost or element:
            self.lost = False
            for waiting in self.waiting:
                self.page.send(waiting)
            self.waiting.clear()


def until(holds: Callable[[], bool], seconds: float, message: str) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return
        time.sleep(0.03)
    raise AssertionError(message)
