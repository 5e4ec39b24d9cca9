"""The page "Sweep" and the file that it gives away, played in headless Chromium.

    python -m benchmarks.playback

Redraws a second by requestAnimationFrame while 100 values with 8 panels play, for five seconds;
median of three. The file is opened from file:// without a network.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.page import ARGUMENTS, DRAGS, SECONDS, tab
from benchmarks.serving import ROOT, serving
from benchmarks.timing import verdict

# Redraws a second of the player within some milliseconds.
PAINTED = """async (root, milliseconds) => {
    const [before, start] = [Number(root.dataset.paints), performance.now()];
    await new Promise((done) => setTimeout(done, milliseconds));
    return (Number(root.dataset.paints) - before) / (performance.now() - start) * 1000;
}"""


def playback(chromium: Any, url: str, folder: Path) -> None:
    """Print the size of the file, and how fast page and file redraw."""
    from kpca_core.drawing.canvas.standalone import standalone
    from views.pages.sweep.origin import origin_of
    from views.pages.sweep.solving import solved
    from views.pages.sweep.state import SweepState

    file, state = folder / "sweep.html", SweepState.of_address({})
    file.write_text(standalone(solved(state, None).frames, origin_of(state)), encoding="utf-8")
    print(f"stand-alone file: MB {verdict(file.stat().st_size / 1e6, 3, at_least=False)}")
    for name, place in (("page", f"{url}/sweep"), ("file", file.as_uri())):
        with tab(chromium) as page:
            page.context.set_offline(name == "file")
            page.goto(place)
            player = page.locator(".sweep[data-paints]")
            player.wait_for()
            time.sleep(2)
            player.get_by_role("button", name="Play").click()
            rates = [float(player.evaluate(PAINTED, 1e3 * SECONDS)) for _ in range(DRAGS)]
        rate = statistics.median(rates)
        print(f"sweep played, {name}: redraws a second {verdict(rate, 55, at_least=True)}")


def main() -> None:
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        print("benchmarks.playback needs Chromium on PATH (Debian: apt-get install chromium).")
        return
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(ROOT / "app.py") as (url, *_),
    ):
        chromium = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        playback(chromium, url, Path(folder))
        chromium.close()


if __name__ == "__main__":
    main()
