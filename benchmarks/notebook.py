"""In JupyterLab.

A notebook of two widgets with 300 points each is opened in Chromium, the width of the first is
dragged for five seconds with 60 pointer events a second, and the kernel is restarted. The kernel
answers within 4 ms, 3 of which are work; Jupyter's server and the browser's connection take about
50, which two questions at a time fill.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.server import free_port

from benchmarks.browser import PAINTED, along, chromium, follow, tab
from benchmarks.harness import Answer, Lines, Missing, benchmark

CODE = """\
import numpy as np
from kpca_core import Gaussian
from kpca_core.notebook import Explorer
rng = np.random.default_rng(0)
centres = np.array([[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]])
X = np.concatenate([centre + 0.1 * rng.normal(size=(100, 2)) for centre in centres])
explorer = Explorer(X, Gaussian({width}), labels=np.repeat([0, 1, 2], 100))
explorer"""
LIMIT = 120_000  # milliseconds until a page counts as broken


def two_widgets() -> str:
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
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "two.ipynb").write_text(two_widgets())
        port = free_port()
        server = subprocess.Popen(
            [python, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
             "--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True",
             f"--ServerApp.root_dir={folder}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            for _ in range(300):
                if server.poll() is not None:
                    raise Missing(f"{python} has to have JupyterLab: --jupyter PYTHON")
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


async def measured(address: str) -> tuple[float, bool, str]:
    """Redraws a second, whether the other widget stood still, and what a restart makes it say."""
    async with chromium() as browser, tab(browser) as page:
        await page.goto(address, timeout=LIMIT)
        await page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=LIMIT)
        idle = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
        await page.wait_for_selector(idle, timeout=LIMIT)
        await asyncio.sleep(3)  # the menu follows the tab once that has the focus
        await page.get_by_role("menuitem", name="Run", exact=True).click()
        await page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        first, second = (page.locator(PAINTED).nth(k) for k in (0, 1))
        await second.wait_for(timeout=LIMIT, state="attached")
        await first.scroll_into_view_if_needed()
        await asyncio.sleep(1)

        async def state() -> list[str]:
            return [await second.get_attribute(f"data-{name}") for name in ("value", "paints")]

        before = await state()
        at = await along(page, first.locator("input[type=range]").first, 0.3, 0.7, 1.0)
        rate = await follow(page, first, at)
        await page.mouse.up()
        await asyncio.sleep(1)
        still = before == await state()
        await page.get_by_role("menuitem", name="Kernel", exact=True).click()
        restart = page.get_by_role("menuitem").filter(has_text="Restart Kernel")
        await restart.first.click()
        await page.locator(".jp-Dialog .jp-mod-accept").click()
        said = first.get_by_role("status")
        await said.wait_for(timeout=LIMIT)
        return rate, still, await said.inner_text()


@benchmark
def notebook(jupyter: str = sys.executable) -> Lines:
    """Redraws a second under the pointer, two widgets, and a restart; `--jupyter` is a Python.

    It has jupyterlab and this package with its extra "notebook".
    """
    with lab(jupyter) as address:
        rate, still, restarted = asyncio.run(measured(address))
    yield f"the other widget stood still: {still}; after a restart: {restarted}"
    yield Answer(
        "JupyterLab, 300 points, two widgets: redraws a second while a slider is dragged, of 60 "
        "events",
        f"{rate:.0f}",
    )
