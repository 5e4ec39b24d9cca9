"""What an operator sees of the app among Streamlit's own metrics, at /_stcore/metrics."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock

from streamlit.runtime.stats import CounterStat, GaugeStat, Stat

from views.hosting.work import WORK

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


class AppStats:
    """A provider of statistics, as Streamlit's `StatsManager` asks it."""

    @property
    def stats_families(self) -> Sequence[str]:
        return tuple(FAMILIES)

    def get_stats(self, family_names: Sequence[str] | None = None) -> Mapping[str, Sequence[Stat]]:
        """The current values of the families asked for, by default of all."""
        running, waiting = WORK.counts
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        values: dict[str, list[Stat]] = {
            "kpca_work": [
                GaugeStat("kpca_work", value, {"state": state}, help=FAMILIES["kpca_work"])
                for state, value in (("running", running), ("waiting", waiting))
            ],
            "kpca_peak_memory_bytes": [
                GaugeStat(
                    "kpca_peak_memory_bytes",
                    peak if sys.platform == "darwin" else 1024 * peak,
                    unit="bytes",
                    help=FAMILIES["kpca_peak_memory_bytes"],
                )
            ],
        }
        for name in FAMILIES.keys() - values.keys():
            values[name] = [CounterStat(name, _counts[name], help=FAMILIES[name])]
        return {name: values[name] for name in family_names or FAMILIES if name in values}
