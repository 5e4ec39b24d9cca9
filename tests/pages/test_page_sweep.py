"""The page "Sweep" without a browser: its work, its settings, its files, its line."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.frames import opened_page
from test_stream import Socket

from kpca_core.drawing.scene import Detail
from views.answer import Answers
from views.hosts.streamlit.socket import serve
from views.hosts.streamlit.work import WORK
from views.pages.page import FOLLOWED
from views.pages.sweep.solving import sweeps
from views.pages.sweep.state import SweepState
from views.work import Estimate

FEW = {"values": "50", "components": "2"}


opened = partial(opened_page, "sweep")


def asked(page: AppTest, name: str = "explorer.sweep"):
    """What the page has sent to a component."""
    (found,) = [one for one in page.get("bidi_component") if one.proto.component_name == name]
    return json.loads(found.proto.bytes)


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


def question(state: SweepState, n: int = 1) -> str:
    """What the browser asks for."""
    more = {"detail": {}, "before": None, "beside": {}}
    return json.dumps({"n": n, "page": "sweep", "address": state.query, **more})


def served(*sockets: Socket) -> list[dict]:
    """Serve sockets at the same time; return what asyncio logs."""
    logged: list[dict] = []

    async def serve_all() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.append(context))
        await asyncio.gather(*map(serve, sockets))
        await asyncio.sleep(0.05)
        gc.collect()

    # In a thread of its own: that of browser tests has a loop already.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, serve_all()).result()
    return logged


def test_however_long_it_takes_it_is_answered(monkeypatch):
    long = Estimate(1000 * FOLLOWED)
    monkeypatch.setattr("views.pages.sweep.cost_of", lambda state: long)
    state = SweepState.of_address({**FEW, "from": "0.02"})
    asked = Answers().to("sweep", dict(parse_qsl(state.query)))
    assert asked.cost == long
    with pytest.raises(ValueError, match="too long"):
        Answers().to("sweep", dict(parse_qsl(state.query)), detail=Detail(20))


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
