"""What Chromium is started with, and a page at rest."""

from __future__ import annotations

import time
from typing import Any

# The last list of the command line is the one that holds: those that Playwright names, and before
# them the two pages that Chromium draws anew behind the address bar of every window, which no test
# sees: a fifth to a third of the processor time of a load of this app.
_OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
    "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    f"--disable-features={','.join(_OFF)}",
]  # fmt: skip

# Whether the page has come to rest: Streamlit idle, nothing spinning, every chart drawn.
AT_REST = """() => {
    const app = document.querySelector('.stApp');
    const busy = ['stSpinner', 'stProgress', 'stSkeleton']
        .some((id) => document.querySelector(`[data-testid=${id}]`));
    const empty = [...document.querySelectorAll('.stPlotlyChart')]
        .some((chart) => !chart.querySelector('.main-svg'));
    return app?.dataset.testScriptState === 'notRunning' && !busy && !empty
        && (document.querySelector('[data-paints]')
            || document.querySelector('.stMainBlockContainer')?.innerText.trim().length > 40)
        || null;
}"""
# What changes as long as the layout does.
EXTENT = """() => JSON.stringify([...document.querySelectorAll(
    '.stElementContainer, .stMain, .main-svg, [data-testid=stMainBlockContainer]')].map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x, y, width, height, node.scrollHeight].map(Math.round);
    })) + (document.querySelector('[data-paints]')?.dataset.paints ?? '')"""


def come_to_rest(tab: Any, quiet: float = 0.2, seconds: float = 90) -> None:
    """Wait until the page is drawn and has not moved for `quiet` seconds."""
    end, before = time.monotonic() + seconds, None
    while time.monotonic() < end:
        now = tab.evaluate(EXTENT) if tab.evaluate(AT_REST) else None
        if now is not None and now == before:
            return
        before = now
        time.sleep(quiet)
    raise AssertionError(f"{tab.url} did not come to rest within {seconds} s.")
