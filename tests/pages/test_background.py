"""Work in the background of a page, and results that the server keeps."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Lock

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.explorer import until
from support.runs import run_of, runs_of

from kpca_core import Gaussian, Laplacian, fit
from kpca_core._support.progress import report
from views import remembered
from views.hosts.streamlit import background
from views.hosts.streamlit.background import Task
from views.remembered import Remembered, Weights, bytes_of
from views.scene import Words, Work
from views.work import Estimate


class ThreeSteps:
    """Work of three steps, of which the second waits for a sign."""

    def __init__(self, **more) -> None:
        self.go, self.begun, self.more = Event(), Event(), more

    def do(self, found, progress) -> None:
        for k in range(3):
            report(progress, k, 3, f"step {k}")
            found[k] = k
            self.begun.set()
            while k == 1 and not self.go.is_set():
                report(progress, k, 3, "waiting")
                self.go.wait(0.01)

    def show(self, run):
        yield Words(f"found {sorted(run.found)}" if run else "not begun")

    def work(self, token="a") -> Work:
        more = {"name": "steps", "cost": Estimate(), **self.more}
        return Work(token=token, do=self.do, show=self.show, **more)


def script() -> None:
    import streamlit as st

    from views.hosts.streamlit.background import draw_work

    def draw(scene) -> None:
        for one in scene:
            st.write(one.text)

    draw_work(st.session_state["work"], draw)


def opened(work: Work) -> AppTest:
    page = AppTest.from_function(script, default_timeout=60)
    return shown(page, work)


def shown(page: AppTest, work: Work) -> AppTest:
    page.session_state["work"] = work
    page.run()
    assert not page.exception
    return page


def said(page: AppTest) -> list[str]:
    return [one.value for one in page.markdown]


def pressed(page: AppTest, label: str) -> AppTest:
    (button,) = [one for one in page.button if one.label == label]
    return button.click().run()


def finished(page: AppTest) -> AppTest:
    run_of(page, "steps").wait(30)
    return page.run()


def test_work_is_begun_watched_stopped_and_begun_again():
    steps = ThreeSteps(start="Begin", stopped="Stopped early.")
    page = opened(steps.work())
    assert said(page) == ["not begun"]
    pressed(page, "Begin")
    assert steps.begun.wait(30)
    page.run()
    assert run_of(page, "steps").is_running
    assert [one.disabled for one in page.button if one.label == "Begin"] in ([], [True])
    pressed(page, "Stop")
    finished(page)
    assert alerts(page.warning) == ["Stopped early."]
    assert said(page) == ["found [0, 1]"], "what is known stays"
    steps.go.set()
    finished(pressed(page, "Begin"))
    assert not page.warning
    assert said(page) == ["found [0, 1, 2]"]
    assert not page.button


def test_another_choice_stops_it_and_the_choice_before_is_seen_again_at_once():
    steps = ThreeSteps()
    steps.go.set()
    page = finished(opened(steps.work()))
    (first,) = runs_of(page, "steps")
    waits = ThreeSteps()
    shown(page, waits.work("b"))
    second = runs_of(page, "steps")[-1]
    assert second.look().is_running
    shown(page, steps.work())
    assert runs_of(page, "steps") == [first]
    assert said(page) == ["found [0, 1, 2]"]
    second.wait(30)
    assert second.look().trouble == "Stopped."
    waits.go.set()
    finished(shown(page, waits.work("b")))
    assert runs_of(page, "steps")[-1] is not second


def test_what_takes_every_processor_runs_one_at_a_time(monkeypatch):
    steps = ThreeSteps(is_alone=True)
    steps.go.set()
    with background._alone.setdefault("steps", Lock()):
        runs = [Task(steps.work()) for _ in range(2)]
        until(lambda: any("another reader" in run.said for run in runs), 30, "nobody waits")
        assert all("waiting for" in run.said for run in runs)
        assert not steps.begun.is_set()
    for run in runs:
        run.wait(60)
        assert (run.look().trouble, run.found) == ("", {0: 0, 1: 1, 2: 2})


def test_a_run_whose_session_has_left_for_good_stops(monkeypatch):
    monkeypatch.setattr(background, "has_left", lambda session: True)
    run = Task(ThreeSteps().work())
    run.wait(30)
    assert not run.look().is_running
    assert not run.found
    assert "Stopped" in run.trouble


LARGE = 4 * remembered.SMALL


@dataclass(frozen=True)
class Asked:
    token: str
    size: int = LARGE


def array(asked):
    return np.zeros(asked.size // 8)


@pytest.fixture
def weights(monkeypatch):
    """For three large results."""
    found = Weights(3.5 * LARGE)
    monkeypatch.setattr(remembered, "WEIGHTS", found)
    return found


def test_of_all_caches_the_result_not_used_for_longest_goes_first(weights):
    one, two = Remembered(array, max_entries=9), Remembered(array, max_entries=9)
    one(Asked("a"))
    two(Asked("b"))
    one(Asked("c"))
    one(Asked("a"))
    two(Asked("d"))
    assert two.known(Asked("b")) is None
    assert [one.known(Asked(name)) is not None for name in "ac"] == [True, True]
    assert weights.total == 3 * LARGE


def test_what_is_replaced_dropped_or_cleared_weighs_nothing(weights):
    found = Remembered(array, max_entries=2)
    for name in "aabbcc":
        found.keep(Asked(name), array(Asked(name)))
    assert weights.total == 2 * LARGE
    found.clear()
    assert weights.total == 0


def test_arrays_are_counted_once_wherever_they_are():
    X = np.zeros((100, 10))
    assert bytes_of({"whole": X, "parts": [X[:50], (X.T, "text")]}) == X.nbytes + len("text")
    found = fit(Gaussian(1.0), np.random.default_rng(0).normal(size=(500, 3)), 8, solver="dense")
    arrays = (found.scores, found.expansion.coefficients, found.expansion.points)
    least = sum(one.nbytes for one in arrays)
    assert least <= bytes_of(found) <= least + 20_000
    assert bytes_of(np) == bytes_of(Gaussian) == 0


def test_caches_tell_kernels_and_functions_apart_by_more_than_parameters():
    class Named:
        def __init__(self, kernel):
            self.kernel, self.token = kernel, repr(kernel)

    def first(named, power):
        return named.kernel, power

    def second(named, power):
        return named.kernel, -power

    one, two = Remembered(first, max_entries=4), Remembered(second, max_entries=4)
    gaussian, laplacian = Named(Gaussian(1.0)), Named(Laplacian(1.0))
    assert one(gaussian, 2) == (Gaussian(1.0), 2)
    assert one(laplacian, 2) == (Laplacian(1.0), 2)
    assert one(gaussian, 3) == (Gaussian(1.0), 3)
    assert two(gaussian, 2) == (Gaussian(1.0), -2)
    assert one(gaussian, 2) is one(Named(Gaussian(1.0)), 2)
