"""The widget in JupyterLab: redraws a second under the pointer, two widgets, and a restart.

    python -m benchmarks.notebook [--jupyter PYTHON]

PYTHON has jupyterlab and this package with its extra "notebook"; by default it is the one that
runs this. A notebook of two widgets with 300 points each is opened in Chromium, the width of the
first is dragged for five seconds with 60 pointer events a second, and the kernel is restarted.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright
from support.browser import ARGUMENTS

CODE = """\
import numpy as np
from kpca_core import Gaussian
from kpca_core.notebook import Explorer
rng = np.random.default_rng(0)
centres = np.array([[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]])
X = np.concatenate([centre + 0.1 * rng.normal(size=(100, 2)) for centre in centres])
explorer = Explorer(X, Gaussian({width}), labels=np.repeat([0, 1, 2], 100))
explorer"""
SECONDS, EVENTS = 5.0, 60
LIMIT = 120_000  # milliseconds until a page counts as broken


def notebook() -> str:
    cells = [
        {"cell_type": "code", "id": f"cell{k}", "source": CODE.format(width=width), "metadata": {},
         "outputs": [], "execution_count": None}
        for k, width in enumerate((0.1, 1.0))
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3"}
    return json.dumps(
        {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    )


@contextmanager
def lab(python: str) -> Iterator[str]:
    """Serve a folder with the notebook; the address of it."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        Path(folder, "two.ipynb").write_text(notebook())
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        server = subprocess.Popen(
            [python, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
             "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True",
             f"--ServerApp.root_dir={folder}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=1)
                    break
                except OSError:
                    time.sleep(0.2)
            yield f"http://127.0.0.1:{port}/lab/tree/two.ipynb?reset"
        finally:
            # It asks for a second signal where kernels run.
            server.kill()
            server.wait()


def paints(widget: Locator) -> int:
    return int(widget.get_attribute("data-paints") or 0)


def dragged(page: Page, widget: Locator) -> float:
    """Redraws a second while the first slider is dragged there and back."""
    box = widget.locator("input[type=range]").first.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.3 * box["width"], y)
    page.mouse.down()
    before, start = paints(widget), time.perf_counter()
    while (passed := time.perf_counter() - start) < SECONDS:
        share = 0.3 + 0.4 * abs((passed % 2) - 1)
        page.mouse.move(box["x"] + share * box["width"], y)
        time.sleep(max(0.0, 1 / EVENTS - (time.perf_counter() - start - passed)))
    redraws = (paints(widget) - before) / (time.perf_counter() - start)
    page.mouse.up()
    return redraws


def measured(page: Page, address: str, folder: Path | None) -> Iterator[tuple[str, object]]:
    page.goto(address, timeout=LIMIT)
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=LIMIT)
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=LIMIT)
    time.sleep(3)  # the menu follows the tab once that has the focus
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    widgets = page.locator("[data-paints]")
    widgets.nth(1).wait_for(timeout=LIMIT, state="attached")
    first, second = widgets.nth(0), widgets.nth(1)
    first.scroll_into_view_if_needed()
    time.sleep(1)
    if folder:
        page.screenshot(path=folder / "lab.png")
    other = second.get_attribute("data-value"), second.get_attribute("data-paints")
    yield "redraws a second", round(dragged(page, first), 1)
    time.sleep(1)
    still = other == (second.get_attribute("data-value"), second.get_attribute("data-paints"))
    yield "the other widget stood still", still
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem").filter(has_text="Restart Kernel").first.click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    said = first.get_by_role("status")
    said.wait_for(timeout=LIMIT)
    if folder:
        page.screenshot(path=folder / "restarted.png")
    yield "after a restart", said.inner_text()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jupyter", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--pictures", metavar="FOLDER", type=Path, help="for screenshots")
    options = parser.parse_args()
    with lab(options.jupyter) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        for name, value in measured(page, address, options.pictures):
            print(f"{name}: {value}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
