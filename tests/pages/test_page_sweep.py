"""The page "Sweep" without a browser: its work, its settings, its files, its route."""

from __future__ import annotations

import asyncio
import csv
import gc
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.requests import Request
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.explorer import until
from support.frames import opened_page
from support.messages import Tab
from support.runs import run_of

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core._support.arrays import evenly_spread
from kpca_core._support.progress import report
from kpca_core.drawing.charts.choice import log_axis
from views.hosts.streamlit import answering, server
from views.hosts.streamlit.run import SOLVING, STOPPED
from views.hosts.streamlit.work import WORK, TooMuch
from views.pages import choosing
from views.pages.sweep import PAGE, solving
from views.pages.sweep.files import file_html, sweep_csv
from views.pages.sweep.solving import cost_of, sweeps
from views.pages.sweep.state import SweepState
from views.words.sweep import NAME
from views.work import HEAVY, progress

FEW = {"values": "50", "components": "2"}


opened = partial(opened_page, "sweep")
RUN = SOLVING.format(page="sweep")


def finished(page: AppTest) -> AppTest:
    if (run := run_of(page, RUN)) is not None:
        run.wait(60)
    page = page.run()
    assert not page.exception
    return page


def asked(page: AppTest, name: str = "explorer.sweep"):
    """What the page has sent to a component."""
    (found,) = [one for one in page.get("bidi_component") if one.proto.component_name == name]
    return json.loads(found.proto.bytes)


def test_the_page_solves_and_names_what_is_played():
    page = finished(opened(**FEW))
    assert not page.error
    state = SweepState.of_address(FEW)
    sent = asked(page)
    assert sent["url"] == f"answers/sweep?{urlencode({'address': state.asked})}"
    assert sent["settings"]["at"] == 25
    assert sweeps.known(state) is not None
    assert [b.proto.label for b in page.get("download_button")] == [
        "Stand-alone HTML", "Eigenvalues and measures CSV",
    ]  # fmt: skip
    assert asked(page, "explorer.entrance")["name"] == NAME


def test_settings_of_the_player_need_no_new_work():
    first = finished(opened(**FEW))
    again = opened(**FEW, at="7", rate="40", end="once", axis="linear")
    assert run_of(again, RUN) is None
    assert asked(again)["url"] == asked(first)["url"]
    settings = asked(again)["settings"]
    assert (settings["at"], settings["rate"], settings["axis"]) == (7, "40", "linear")
    assert settings["locked"] == []
    locked = opened(**FEW, lock="rate", hide="at")
    assert (asked(locked)["settings"]["locked"], asked(locked)["settings"]["hidden"]) == (
        ["rate"], ["at"],
    )  # fmt: skip


@pytest.mark.parametrize("kernel", SweepState.of_address({}).kernel.choice.options)
def test_every_kernel_has_a_parameter_and_its_whole_range(kernel):
    state = SweepState.of_address({"kernel": kernel})
    values = state.grid
    assert len(values) == 100
    assert (values[0], values[-1]) == pytest.approx((state.swept.low, state.swept.high))
    steps = np.diff(np.log(values)) if state.swept.log else np.diff(values)
    np.testing.assert_allclose(steps, steps[0], rtol=1e-9)
    built = state.kernel_at(values[3])
    assert getattr(built, state.swept.name, values[3]) == pytest.approx(values[3])
    assert state.parameter not in [f.key for f, _ in state.kernel.settings if f.key != f.key]
    assert [f.key for f, _ in state.settings].count(state.parameter) == 0


def test_a_second_parameter_keeps_its_widget():
    page = finished(opened(**FEW, kernel="sigmoid", parameter="shift", kappa="1.5"))
    labels = [box.label for box in page.number_input]
    assert "scale κ" in labels
    assert "offset θ" not in labels
    assert "offset θ from" in labels


def test_a_range_without_length_is_a_message():
    page = opened(**{"from": "2", "to": "1"})
    assert not page.exception
    assert "must ascend; width c goes from 2 to 1. " in alerts(page.error)[0]


def test_points_without_a_component_are_a_message():
    page = finished(opened(**FEW, data="parabola", paper="false", n="1"))
    assert not page.error
    assert "there a component" in page.info[0].value


def test_a_run_can_be_stopped_and_started_again(monkeypatch):
    going, real = threading.Event(), solving.solve

    def slow(state):
        while not going.is_set():
            report(progress(), 1, 50, "value 2 of 50")
            threading.Event().wait(0.01)
        return real(state)

    monkeypatch.setattr(sweeps, "compute", slow)
    page = opened(**FEW, sd="0.15", paper="false")
    assert not page.get("bidi_component")[1:]
    stop = next(button for button in page.button if button.label == "Stop")
    stop.click().run()
    run_of(page, RUN).wait(20)
    page.run()
    assert alerts(page.warning) == [STOPPED]
    assert page.selectbox(key="data").value == "clusters"
    going.set()
    next(button for button in page.button if button.label == "Solve").click().run()
    assert asked(finished(page))["settings"]["at"] == 25


def test_the_table_is_the_librarys():
    state = SweepState.of_address({**FEW, "at": "9"})
    lines = sweep_csv(state, "http://explorer.test/sweep").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert "# Address: http://explorer.test/sweep" in comments
    assert any(line.startswith("# Kernels: Gaussian(width=0.001) to") for line in comments)
    rows = list(csv.DictReader(lines[len(comments) :]))
    assert len(rows) == 50
    data = gaussian_clusters(seed="paper")
    for row, width in zip(rows[::7], state.grid[::7], strict=True):
        assert float(row["width"]) == width
        own = fit(Gaussian(width), data.X, 2)
        found = [float(row["eigenvalue1"]), float(row["eigenvalue2"])]
        np.testing.assert_allclose(found, own.eigenvalues, rtol=1e-10)
        assert row["function1"].isalnum()
    assert "# n: 90" in comments
    assert '"at": 9}' in file_html(state)


def test_what_is_set_in_the_player_is_checked():
    state = SweepState.of_address(FEW)
    played = {"at": "50", "rate": "20", "end": "swing", "axis": "linear"}
    sent = Tab(state).settle({**FEW, **played})
    assert (sent.at, sent.rate, sent.end, sent.axis) == (50, "20", "swing", "linear")
    assert sent.problem == state
    for wrong in ({"at": "51"}, {"at": "0"}, {"at": "x"}, {"rate": "7"}, {"axis": "none"}):
        assert Tab(state).settle({**FEW, **wrong}) == state
    locked = SweepState.of_address({**FEW, "lock": "at"})
    assert Tab(locked).settle({**FEW, "lock": "at", "at": "3"}) == locked


def asking(state: str, **more):
    """The scope of a request for the frame of the page at an address."""
    query = urlencode({"address": state})
    return {"type": "http", "method": "GET", "path": "/", "query_string": query.encode(),
            "headers": [], "path_params": {"page": "sweep"}, **more}  # fmt: skip


def answer(address: str):

    async def receive():
        await asyncio.sleep(3600)

    # In a thread of its own: that of browser tests has a loop already.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(
            asyncio.run, server.answers(Request(asking(address), receive))
        ).result()


def test_the_route_answers_states_and_nothing_else():
    state = SweepState.of_address(FEW)
    known = answer(state.asked)
    assert known.status_code == 200
    assert known.body == sweeps(state).frames
    sweeps.clear()
    assert answer(state.asked).body == known.body
    assert answer("data=none").status_code == 400
    turned = SweepState.of_address({**FEW, "from": "2", "to": "1"})
    ascend = answer(turned.asked)
    assert (ascend.status_code, b"must ascend" in ascend.body) == (400, True)


class Endless:
    """Sweeps that are never done."""

    def __init__(self):
        self.began = threading.Event()

    def known(self, state):
        return None

    def __call__(self, state):
        self.began.set()
        while True:
            report(progress(), 0, 1, "solving")
            threading.Event().wait(0.01)


@pytest.fixture
def endless(monkeypatch):
    found = Endless()
    monkeypatch.setattr(type(PAGE), "results", found)
    monkeypatch.setattr(answering, "LOOK", 0.01)
    yield found
    until(lambda: WORK.counts == (0, 0), 5, "work is left")


def request_of(number, receive):
    address = SweepState.of_address({**FEW, "from": str(0.01 + number / 1000)}).asked
    return Request(asking(address, client=("192.0.2.7", 1000 + number)), receive)


def run_apart(work):
    """Run it in a thread of its own, as `answer`; return its answer and what asyncio would log."""
    logged = []

    async def watched():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: logged.append(context))
        found = await work()
        await asyncio.sleep(0.05)
        gc.collect()
        return found

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, watched()).result(), logged


def test_readers_who_leave_early_are_one_reader_and_leave_nothing_in_the_log(endless, monkeypatch):
    asked, ask = [], WORK.ask

    def noted(owner, line, *more, source):
        asked.append((owner, line, source))
        return ask(owner, line, *more, source=source)

    async def receive():
        if not endless.began.is_set():
            await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def leave():
        requests = [request_of(number, receive) for number in range(6)]
        return await asyncio.gather(*map(server.answers, requests))

    monkeypatch.setattr(WORK, "ask", noted)
    answers, logged = run_apart(leave)
    assert [one.status_code for one in answers] == [503] * 6
    assert logged == []
    owners, lines, sources = map(set, zip(*asked, strict=True))
    assert (len(owners), len(lines), sources) == (1, 6, {"192.0.2.7"})


def test_a_server_that_stops_ends_a_waiting_request_without_an_error(endless):
    async def never():
        await asyncio.sleep(3600)

    async def stop():
        waiting = asyncio.create_task(server.answers(request_of(0, never)))
        await asyncio.to_thread(endless.began.wait, 5)
        waiting.cancel()
        return await waiting

    answered, logged = run_apart(stop)
    assert answered.status_code == 503
    assert logged == []


def test_a_reader_with_too_much_work_is_told_so(monkeypatch):
    def refuse(*given, **more):
        raise TooMuch("200 computations that you asked for wait already.")

    monkeypatch.setattr(WORK, "ask", refuse)
    sweeps.clear()
    refused = answer(SweepState.of_address(FEW).asked)
    assert (refused.status_code, refused.body[:16]) == (503, b"200 computations")


def test_more_points_and_values_cost_more():
    costs = [
        cost_of(SweepState.of_address({"data": "rings", "ring_n": n, "values": values}))
        for n, values in (("200", "100"), ("3000", "100"), ("3000", "400"))
    ]
    assert [one.seconds for one in costs] == sorted(one.seconds for one in costs)
    assert costs[0].seconds < HEAVY < costs[2].seconds
    assert costs[0].bytes < costs[1].bytes


def test_values_are_compared_when_asked_for_and_a_click_shows_the_choice():
    page = finished(opened(**FEW))
    assert run_of(page, choosing.NAME) is None
    page = page.button(key="begin compare kernels").click().run()
    run = run_of(page, choosing.NAME)
    run.wait(120)
    assert not run.trouble
    page = page.run()
    assert not page.exception
    state = page.session_state["pages visited"]["sweep"].state
    values = state.grid[evenly_spread(50, choosing.MANY)]
    page = page.button(key="set the choice").click().run()
    shown = page.session_state["pages visited"]["sweep"].state
    chosen = values[run.found[choosing.ADVICE].chosen]
    assert shown.grid[shown.at - 1] == pytest.approx(chosen)
    assert shown.problem == state.problem
    assert run_of(page, choosing.NAME) is run


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.068, 49.9, [0.1, 0.3, 1, 3, 10, 30]),
        (2.0, 9.0, [2, 5]),
        (1e-3, 1e2, [1e-3, 1e-2, 0.1, 1, 10, 100]),
    ],
)
def test_ticks_of_a_logarithmic_axis_read_by_themselves(low, high, ticks):
    axis = log_axis(low, high)
    assert axis["tickvals"] == pytest.approx(ticks)
    assert [float(text) for text in axis["ticktext"]] == pytest.approx(ticks)


@pytest.mark.parametrize("kernel", SweepState.of_address({}).kernel.choice.options)
def test_every_kernel_of_a_sweep_can_be_compared_or_it_says_why_not(kernel):
    page = finished(opened(kernel=kernel, data="parabola", **FEW))
    page = page.button(key="begin compare kernels").click().run()
    run = run_of(page, choosing.NAME)
    run.wait(120)
    page = page.run()
    assert not page.exception
    found = run.found.get(choosing.ADVICE)
    assert found is not None or alerts(page.warning)
    if found is not None:
        assert str(found).endswith(".")
        (chart,) = page.get("plotly_chart")
        assert json.loads(chart.proto.spec)["data"]


def test_a_sweep_of_k_without_centring_is_not_compared():
    page = finished(opened(centred="false", **FEW))
    assert "begin compare kernels" not in {button.key for button in page.button}
