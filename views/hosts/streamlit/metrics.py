"""What an operator sees of the app, at /metrics."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from threading import Lock

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from views.hosts.streamlit.work import WORK
from views.limits import LIMITS

TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
FAMILIES = {
    "kpca_work": "computations that run or wait",
    "kpca_frames": "frames sent",
    "kpca_frame_milliseconds": "milliseconds from question to frame, in all",
    "kpca_refusals": "questions that got no frame",
    "kpca_peak_memory_bytes": "the largest memory of the process so far",
}

_counts: Counter[str] = Counter()
_lock = Lock()


def count(family: str, by: int = 1) -> None:
    """Add to one of FAMILIES."""
    with _lock:
        _counts[family] += by


async def metrics(_: Request) -> PlainTextResponse:
    """Answer with the current values in the text format of OpenMetrics."""
    if not LIMITS.metrics:
        return PlainTextResponse("Not found", 404)
    running, waiting = WORK.counts
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gauges = {
        "kpca_work": {'{state="running"}': running, '{state="waiting"}': waiting},
        "kpca_peak_memory_bytes": {"": peak if sys.platform == "darwin" else 1024 * peak},
    }
    lines = []
    for name, text in FAMILIES.items():
        kind = "gauge" if name in gauges else "counter"
        values = gauges.get(name, {"_total": _counts[name]})
        lines += [f"# TYPE {name} {kind}", f"# HELP {name} {text}"]
        lines += [f"{name}{suffix} {value}" for suffix, value in values.items()]
    return PlainTextResponse("\n".join([*lines, "# EOF", ""]), media_type=TYPE)
