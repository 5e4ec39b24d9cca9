"""Work in the background that a page under test has begun."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from views.hosts.streamlit.background import RUNS, Task


def runs_of(page: AppTest, name: str) -> list[Task]:
    """The runs of a name of `views.scene.Work`, the newest last."""
    runs = page.session_state[RUNS] if RUNS in page.session_state else {}  # noqa: SIM401
    return [run for run in runs.values() if run.work.name == name]


def run_of(page: AppTest, name: str) -> Task | None:
    """The newest run of a name, None where there is none."""
    return next(reversed(runs_of(page, name)), None)
