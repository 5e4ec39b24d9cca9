"""What Chromium is started with in tests and benchmarks."""

from __future__ import annotations

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
