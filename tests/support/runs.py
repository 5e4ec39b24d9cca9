"""Work in the background that a page under test has begun."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from views.hosts.streamlit.background import RUNS, Task


def run_of(page: AppTest, name: str) -> Task | None:
    """The newest run of a name of `views.scene.Work`, None where there is none."""
    runs = page.session_state[RUNS] if RUNS in page.session_state else {}  # noqa: SIM401
    return next((one for one in reversed(runs.values()) if one.work.name == name), None)
