"""What the browser tests share: a page in the browser, a pointer, a line that loses messages."""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

# How much slower a machine with many jobs is: what holds at once costs no wait.
BUSY = 4
# Samples an axis of a panel.
SIGNS = 40
READ_SIGNS = """(host, size) =>
    [...(host.shadowRoot ?? host).querySelectorAll('.panel canvas')].map((canvas) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
        const sign = (s, t) => {
            const x = Math.floor(s * width), y = Math.floor((1 - t) * height);
            const [red, , blue] = data.subarray(4 * (y * width + x));
            return Math.abs(red - blue) < 12 ? '0' : red > blue ? '+' : '-';
        };
        const steps = Array.from({ length: size }, (_, i) => (i + 0.5) / size);
        return steps.map((t) => steps.map((s) => sign(s, t)).join('')).join('');
    })"""


# A text that only this page has.
MARKS = {
    "Explore": "Each map is one component that kernel PCA found, as a function over the plane",
    "Method": "Kernel PCA from two points to a contour map",
    "Own data": "Kernel PCA of a table: each row stands where its scores put it",
    "Denoise": "What dropping components does",
    "Paper": "What the text says, measured",
    "Digits": "What the leading components respond to",
    "Scale": "Fewer landmarks, or features",
    "Sweep": "How the eigenvalues of kernel PCA, and the eigenfunctions",
    "Neighbours": "What section 6.3 of",
    "Compare": "The eigenfunctions of kernel PCA for two settings A and B",
}


class Explorer:
    """The page in one browser tab, and what goes wrong in it."""

    def __init__(self, tab, address: str) -> None:
        self.tab = tab
        self.troubles: list[str] = []
        self.sent: list[str] = []
        tab.on("pageerror", lambda error: self.troubles.append(str(error)))
        tab.on("websocket", lambda line: line.on("framesent", lambda _: self.sent.append(line.url)))
        tab.goto(address)
        tab.wait_for_selector("[data-paints]")
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
        found = self.host.locator(".panel .text").all_inner_texts()
        return [re.search(r"= (.*)$", text).group(1) for text in found]

    def settle(self, quiet: float = 0.2) -> None:
        """Until nothing has been painted for a while."""
        until(lambda: self._still(quiet), 15, "the page does not come to rest")

    def _still(self, quiet: float) -> bool:
        before = self.paints
        time.sleep(quiet)
        return self.paints == before

    def signs(self) -> np.ndarray:
        return signs_of(self.host)

    def type_into(self, label: str, text: str):
        """Fill a number box once no run of the page is on its way that would fill it, too."""
        box = self.tab.get_by_label(label, exact=True).and_(self.tab.locator("input[type=number]"))
        box.wait_for()
        self.tab.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
        box.fill(text)
        box.press("Enter")
        return box

    def turn_to(self, name: str) -> None:
        """Follow the sidebar's link to a page, and wait until it has been drawn."""
        self.tab.get_by_test_id("stPageLink").get_by_text(name, exact=True).click()
        self.drawn(name)

    def drawn(self, name: str) -> None:
        """Wait until the page of this name has been drawn, and no run is on its way."""
        self.tab.get_by_text(MARKS[name]).first.wait_for()
        if name == "Explore":
            self.tab.wait_for_selector("[data-paints]")
        self.idle()

    def idle(self) -> None:
        """Wait until no run of the page is on its way."""
        self.tab.locator("[data-test-script-state=notRunning]").first.wait_for(
            state="attached", timeout=60_000
        )

    def pixels(self) -> list[bytes]:
        """The panels' canvases as the browser holds them."""
        return self.host.evaluate(
            "host => [...host.shadowRoot.querySelectorAll('.panel canvas')]"
            ".map(canvas => canvas.toDataURL())"
        )


def signs_of(host) -> np.ndarray:
    """Signs of the fields by the colours on screen (panels, SIGNS, SIGNS), row 0 below.

    Orange is positive, blue negative; 0 where neither is clear: zero lines, points.
    """
    # As text: so many numbers take a tenth of a second from the browser.
    panels = host.evaluate(READ_SIGNS, SIGNS)
    signs = [["-0+".index(sign) - 1 for sign in panel] for panel in panels]
    return np.reshape(signs, (-1, SIGNS, SIGNS))


def agreement(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Share of the samples where both signs are clear that have the same, a panel; −1 to 1."""
    both = (first != 0) & (second != 0)
    assert (both.sum(axis=(1, 2)) > SIGNS**2 / 20).all(), "hardly any colours to compare"
    return (first * second).sum(axis=(1, 2)) / both.sum(axis=(1, 2))


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
    """Between server and page: once armed, keeps from the page the component of a whole run.

    Streamlit's queue can lose it so where one run follows another closely. What follows waits here
    for the next run's element, as it would have done in the queue.
    """

    def __init__(self, component: str = "kpca-core.live") -> None:
        self.component = component
        self.armed, self.lost, self.waiting = False, False, []

    def __call__(self, page) -> None:
        self.page = page
        page.connect_to_server().on_message(self.pass_on)

    def pass_on(self, data: bytes) -> None:
        message = ForwardMsg.FromString(data)
        element = message.delta.new_element.bidi_component.component_name == self.component
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
    """Wait until something holds: so many seconds of a machine of its own, of a busy one more."""
    deadline = time.monotonic() + BUSY * seconds
    while time.monotonic() < deadline:
        if holds():
            return
        time.sleep(0.03)
    raise AssertionError(message)


def lands(page: Explorer, address: dict[str, str], seconds: float = 15) -> None:
    """The address becomes this one."""
    until(lambda: page.address == address, seconds, f"the address did not become {address}")


def tool(page: Explorer, name: str):
    """The button of that name."""
    return page.tab.get_by_role("button", name=name, exact=True)
