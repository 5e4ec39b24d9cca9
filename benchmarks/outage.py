"""The server is killed under a hand, on every page: what is back after five seconds, what is lost.

    python -m benchmarks.outage [page …]

On each page a setting is committed; then a slider is dragged, a point moved or a box filled, and
the server dies by SIGKILL in the middle. It comes back at once, while the hand still holds, or
after ten seconds, in which the hand releases. Measured, from the first answer of the new server:
until address and control hold what was released, and until another change reaches the address.
Streamlit locks its own controls (paper, digits, scale) as long as there is no server: what a hand
does to them meanwhile is not taken, and the table says "locked".
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from benchmarks.page import ARGUMENTS
from benchmarks.serving import ROOT
from views.pages.explore.points import edits_of

# Seconds of an outage, and those in which all has to work again.
OUTAGE, ALLOWED = 10.0, 5.0
OWN = "input[type=range]:not([data-testid=stSlider] *)"


@dataclass(frozen=True)
class Case:
    """A page, a box with what is committed in it and later, and what is under the hand."""

    address: str
    box: str
    key: str
    texts: tuple[str, str]
    hand: str = OWN


CASES = {
    "explore": Case("", "Components", "components", ("6", "7")),
    "points": Case("", "Components", "components", ("6", "7"), "points"),
    "sweep": Case("sweep", "Components", "components", ("6", "7")),
    "compare": Case("compare", "Components", "components", ("4", "5")),
    "table": Case("table?data=iris", "Components", "components", ("6", "7")),
    "denoise": Case("denoise?n=60", "Seed", "seed", ("3", "4")),
    "paper": Case(
        "paper?beside=1", "Seed of the new draw", "new_draw", ("3", "4"), "Seed of the new draw"
    ),
    "digits": Case("digits", "Smoothing, pixels", "smoothing", ("0.5", "1.5"), "Smoothing, pixels"),
    "scale": Case("scale?points=90", "Seed", "seed", ("3", "4"), "[data-testid=stSlider] input"),
}


class Server:
    """The app on one port, which can be killed and started again."""

    def __init__(self, log: Path) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.url, self.log = f"http://127.0.0.1:{self.port}", log
        self.start()

    def start(self) -> None:
        with self.log.open("a") as output:
            self.process = subprocess.Popen(
                [str(ROOT / "deploy" / "serve.sh"), "--port", str(self.port)],
                env=os.environ | {"PYTHON": sys.executable},
                stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
        until(self.answers, 30)

    def answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
            return True
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


class Page:
    """One page in a browser tab."""

    def __init__(self, tab: Any, url: str, case: Case) -> None:
        self.tab, self.case, self.errors = tab, case, list[str]()
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.goto(f"{url}/{case.address}")
        self.number(case.box).wait_for(timeout=60_000)
        if case.hand == "points":
            tab.locator("[data-paints]").get_by_role("button", name="Edit points").first.click()
        tab.wait_for_load_state("networkidle")
        self.idle()

    @property
    def address(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.tab.evaluate("location.href")).query))

    def number(self, label: str) -> Any:
        box = self.tab.get_by_label(label, exact=True)
        return box.and_(self.tab.locator("input[type=number]"))

    def idle(self) -> None:
        # Twice: a run may follow another one.
        for _ in range(2):
            until(lambda: self.state() == ("CONNECTED", "notRunning"), 60)
            time.sleep(0.5)

    def state(self) -> tuple[str, str]:
        said = "e => [e.dataset.testConnectionState, e.dataset.testScriptState]"
        found = self.tab.locator("[data-test-connection-state]").first.evaluate(said)
        return found[0], found[1]

    def commit(self, text: str) -> None:
        box = self.number(self.case.box)
        box.fill(text, timeout=5000)
        box.press("Enter", timeout=5000)

    def locked(self) -> bool:
        """Whether Streamlit takes nothing from the control under the hand."""
        if self.case.hand == OWN or self.case.hand == "points":
            return False
        slider = self.tab.locator(self.case.hand)
        control = self.number(self.case.box) if self.case.hand == self.case.box else slider.first
        return bool(control.is_disabled())

    def committed(self, text: str) -> bool:
        return float(self.address.get(self.case.key, "nan")) == float(text)

    def troubles(self) -> list[str]:
        shown = self.tab.locator("[data-testid=stException], [data-testid=stAlertContentError]")
        return [*self.errors, *shown.all_inner_texts()]


class Slider:
    """A slider that a pointer drags."""

    def __init__(self, page: Page) -> None:
        self.page, self.control = page, page.tab.locator(page.case.hand).first
        self.before = page.address
        self.control.scroll_into_view_if_needed()
        self.box = self.control.bounding_box()
        share = "e => (e.value - e.min) / (e.max - e.min)"
        self.start = float(self.control.evaluate(share))
        self.to(0.0)
        page.tab.mouse.down()

    def to(self, share: float) -> None:
        across = self.start + 0.2 * share
        middle = self.box["y"] + self.box["height"] / 2
        inside = 8 + across * (self.box["width"] - 16)
        self.page.tab.mouse.move(self.box["x"] + inside, middle)

    def release(self) -> None:
        self.page.tab.mouse.up()
        self.value = self.control.evaluate("e => [e.value, e.getAttribute('aria-valuetext')]")

    def arrived(self) -> bool:
        """Whether slider and address hold what was released."""
        now = self.control.evaluate("e => [e.value, e.getAttribute('aria-valuetext')]")
        changed = {k: v for k, v in self.page.address.items() if self.before.get(k) != v}
        # What the slider says it holds; steps are counted from 0 there, in the address from 1.
        held = {(self.value[1] or "").split()[-1], str(int(float(self.value[0])) + 1)}
        return now == self.value and any(_same(a, b) for a in changed.values() for b in held)


class Point:
    """A point of Explore that a pointer drags: a new one in a corner without points."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.box = page.tab.locator("[data-paints] .panel canvas").first.bounding_box()
        self.to(0.0)
        page.tab.mouse.down()
        page.tab.mouse.up()
        until(lambda: "points" in page.address, 10)
        page.idle()
        self.before = page.address["points"]
        self.to(0.0)
        page.tab.mouse.down()

    def to(self, share: float) -> None:
        across, up = 0.9 - 0.3 * share, 0.9 - 0.2 * share
        x, y = self.box["x"] + across * self.box["width"], self.box["y"]
        self.page.tab.mouse.move(x, y + (1 - up) * self.box["height"])

    def release(self) -> None:
        self.page.tab.mouse.up()

    def arrived(self) -> bool:
        def places(text: str) -> list[Any]:
            return [place for _, place in edits_of(text).changes]

        (before,), after = places(self.before), places(self.page.address.get("points", ""))
        # By 0.3 of the width, which is 2.
        return len(after) == 1 and abs(after[0][0] - before[0] + 0.6) < 0.05


class Box:
    """A number box that is being filled; released by the key Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.control = page.number(page.case.hand)
        self.text = str(float(page.case.texts[0]) + 0.5 if "." in page.case.texts[0] else 17)
        self.control.fill(self.text)

    def to(self, share: float) -> None:
        """The text stands there already."""

    def release(self) -> None:
        # Pressed wherever the focus is, as a hand does.
        self.page.tab.keyboard.press("Enter")

    def arrived(self) -> bool:
        return self.page.committed(self.text)


def _same(text: str, other: str) -> bool:
    try:
        return float(text) == float(other)
    except ValueError:
        return text == other


def hand_of(page: Page) -> Slider | Point | Box:
    if page.case.hand == "points":
        return Point(page)
    return Box(page) if page.case.hand == page.case.box else Slider(page)


def until(holds: Callable[[], bool], seconds: float) -> float | None:
    """Seconds until it holds; None if it does not within that time."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        with suppress(Exception):  # the page may be loading anew
            if holds():
                return time.monotonic() - begun
        time.sleep(0.05)
    return None


@contextmanager
def opened(chromium: Any, server: Server, case: Case) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    try:
        yield Page(context.new_page(), server.url, case)
    finally:
        context.close()


def outage(page: Page, server: Server, long: bool) -> tuple[str, ...]:
    """Kill the server under the hand; return what a row of the table says."""
    first, second = page.case.texts
    page.commit(first)
    until(lambda: page.committed(first), 20)
    page.idle()
    hand = hand_of(page)
    for step in range(10):
        hand.to(0.05 * step)
        time.sleep(0.04)
    server.kill()
    killed = time.monotonic()
    time.sleep(0.2)
    hand.to(1.0)
    locked = False
    if long:
        time.sleep(1.0)
        locked = page.locked()
        hand.release()
        time.sleep(max(0.0, OUTAGE - (time.monotonic() - killed)))
        server.start()
        back = time.monotonic()
    else:
        server.start()
        back = time.monotonic()
        time.sleep(0.5)
        locked = page.locked()
        hand.release()
    # What the box under the hand holds takes the place of what was committed in it.
    kept = isinstance(hand, Box) or until(lambda: page.committed(first), 2 * ALLOWED) is not None
    arrived = until(hand.arrived, 0.0 if locked else 2 * ALLOWED)
    held = time.monotonic() - back if arrived is not None else None

    changed = None
    # A change that is made while the page draws itself again may be undone: a hand tries again.
    for _ in range(3):
        until(lambda: page.state()[0] == "CONNECTED", ALLOWED)
        with suppress(Exception):
            page.commit(second)
        if until(lambda: page.committed(second), ALLOWED / 2) is not None:
            changed = time.monotonic() - back
            break
    told = page.troubles()
    return (
        "10 s" if long else "short",
        "yes" if kept else "LOST",
        f"{held:.1f} s" if held is not None else "locked" if locked else "LOST",
        "DEAD" if changed is None else f"{changed:.1f} s",
        "; ".join(told)[:80] or "none",
    )


def main() -> None:
    from playwright.sync_api import sync_playwright

    executable = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if executable is None:
        print("no chromium on PATH")
        return
    log = Path(tempfile.mkstemp()[1])
    server = Server(log)
    names = [name for name in sys.argv[1:] if name in CASES] or list(CASES)
    print(f"  {'page':9}{'outage':8}{'kept':6}{'released':10}{'works':8}errors")
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
            for name in names:
                for long in (False, True):
                    with opened(chromium, server, CASES[name]) as page:
                        row = outage(page, server, long)
                    widths = (8, 6, 10, 8, 0)
                    told = "".join(f"{text:{w}}" for text, w in zip(row, widths, strict=True))
                    print(f"  {name:9}{told}", flush=True)
            chromium.close()
    finally:
        server.kill()
    tracebacks = log.read_text().count("Traceback")
    print(f"  tracebacks in the log: {tracebacks}{f', see {log}' if tracebacks else ''}")


if __name__ == "__main__":
    main()
