"""The page "Sweep" without a browser: its work, its settings, its files, its line."""

from __future__ import annotations

import asyncio
import csv
import gc
import json
import re
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.explorer import until
from support.frames import decode, opened_page
from support.messages import Tab
from support.runs import run_of
from test_stream import Patient, Socket

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core._support.arrays import evenly_spread
from kpca_core._support.progress import report
from kpca_core.drawing.charts.choice import log_axis
from kpca_core.drawing.scene import Detail
from views.answer import Answers
from views.hosts.streamlit.run import SOLVING, STOPPED
from views.hosts.streamlit.socket import REFUSED, serve
from views.hosts.streamlit.work import WORK, TooMuch
from views.pages import choosing
from views.pages.page import FOLLOWED
from views.pages.sweep import PAGE, solving
from views.pages.sweep.files import file_html, sweep_csv
from views.pages.sweep.solving import cost_of, sweeps
from views.pages.sweep.state import SweepState
from views.words.sweep import NAME
from views.work import HEAVY, Estimate, progress

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
    assert sent["address"] == state.asked
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
    assert asked(again)["address"] == asked(first)["address"]
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


def question(state: SweepState, n: int = 1) -> str:
    """What the browser asks for."""
    more = {"detail": {}, "before": None, "beside": {}}
    return json.dumps({"n": n, "page": "sweep", "address": state.asked, **more})


def logged_by(work: Callable[[], Coroutine]) -> list[dict]:
    """Run something; return what asyncio logs meanwhile."""
    logged: list[dict] = []

    async def watched() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.append(context))
        await work()
        await asyncio.sleep(0.05)
        gc.collect()

    # In a thread of its own: that of browser tests has a loop already.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, watched()).result()
    return logged


def served(*sockets: Socket) -> list[dict]:
    """Serve sockets at the same time; return what asyncio logs."""

    async def serve_all() -> None:
        await asyncio.gather(*map(serve, sockets))

    return logged_by(serve_all)


def test_the_line_answers_states_and_nothing_else(monkeypatch):
    state = SweepState.of_address(FEW)
    turned = SweepState.of_address({**FEW, "from": "2", "to": "1"})
    nonsense = question(state).replace("values=50", "values=x")
    asked = [question(state), nonsense, question(turned), question(state, 2)]
    socket = Patient(asked)
    assert served(socket) == []
    frame = sweeps(state).frames
    assert socket.log[2:5] == [frame, REFUSED, REFUSED]
    assert socket.log[-1] == frame
    assert decode(frame)[0]["address"] == state.asked
    sweeps.clear()
    monkeypatch.setattr("views.hosts.streamlit.socket.LARGE", len(frame))
    again = Socket([question(state, 7)])
    served(again)
    assert again.log[2] == frame
    assert re.fullmatch(rf"7 \d+ {len(frame)}", again.log[1])


def test_however_long_it_takes_it_is_answered(monkeypatch):
    long = Estimate(1000 * FOLLOWED)
    monkeypatch.setattr("views.pages.sweep.cost_of", lambda state: long)
    state = SweepState.of_address({**FEW, "from": "0.02"})
    asked = Answers().to("sweep", dict(parse_qsl(state.asked)))
    assert asked.cost == long
    with pytest.raises(ValueError, match="too long"):
        Answers().to("sweep", dict(parse_qsl(state.asked)), detail=Detail(20))


def test_readers_who_ask_for_the_same_share_one_computation(monkeypatch):
    state = SweepState.of_address({**FEW, "from": "0.03"})
    both, solved, asked = threading.Event(), [], []
    real, ask = sweeps.compute, WORK.ask

    def slow(state):
        solved.append(state)
        assert both.wait(10)
        return real(state)

    def noted(*given, **more):
        asked.append(given)
        if len(asked) == 2:
            both.set()
        return ask(*given, **more)

    monkeypatch.setattr(sweeps, "compute", slow)
    monkeypatch.setattr(WORK, "ask", noted)
    sockets = [Socket([question(state, n)]) for n in (1, 2)]
    assert served(*sockets) == []
    assert solved == [state.problem]
    assert sockets[0].log[-1] == sockets[1].log[-1] == sweeps(state).frames
    assert asked[0][0] != asked[1][0], "each is a reader of its own"


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
    yield found
    until(lambda: WORK.counts == (0, 0), 5, "work is left")


def test_readers_who_leave_end_the_work_and_leave_nothing_in_the_log(endless):
    class Leaves(Socket):
        async def receive(self):
            if not self.questions:
                await asyncio.to_thread(endless.began.wait, 5)
                self.open = 0
            return await super().receive()

    states = [SweepState.of_address({**FEW, "from": str(0.01 + k / 1000)}) for k in range(6)]
    sockets = [Leaves([question(one)]) for one in states]
    assert served(*sockets) == []
    assert [one.log for one in sockets] == [["accepted"]] * 6


def test_a_server_that_stops_ends_a_waiting_question_without_an_error(endless):
    async def stop() -> None:
        waiting = asyncio.create_task(serve(Socket([question(SweepState.of_address(FEW))])))
        await asyncio.to_thread(endless.began.wait, 5)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting

    assert logged_by(stop) == []


def test_a_reader_with_too_much_work_is_refused(monkeypatch):
    def refuse(*given, **more):
        raise TooMuch("200 computations that you asked for wait already.")

    monkeypatch.setattr(WORK, "ask", refuse)
    sweeps.clear()
    socket = Socket([question(SweepState.of_address(FEW))])
    served(socket)
    assert socket.log == ["accepted", REFUSED]


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
