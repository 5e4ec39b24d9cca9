"""Work in the background that a page under test has begun."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from views.hosts.streamlit.background import RUNS, Task


def runs_of(page: AppTest, name: str | None = None) -> list[Task]:
    """The runs of a name of `views.scene.Work`, the newest last; all for None."""
    runs = page.session_state[RUNS] if RUNS in page.session_state else {}  # noqa: SIM401
    return [run for run in runs.values() if name in (None, run.work.name)]


def run_of(page: AppTest, name: str) -> Task | None:
    """The newest run of a name, None where there is none."""
    return next(reversed(runs_of(page, name)), None)


def finished(page: AppTest, seconds: float = 120) -> AppTest:
    """The page once all that it has begun is done."""
    page.run()
    while running := [run for run in runs_of(page) if run.look().is_running]:
        running[0].wait(seconds)
        page.run()
    # What ended while the page was drawn is not on it.
    page.run()
    assert not page.exception
    return page
