"""Bounded work: who waits, for how long, and what is cancelled."""

from __future__ import annotations

import time
from concurrent.futures import Future
from threading import Event, Lock

import pytest
from support.explorer import until

from kpca_core._support.progress import report
from views.hosts.streamlit.cache import ask_and_wait
from views.hosts.streamlit.work import KINDS, WORK, Replaced, Ticket, TooMuch, Work
from views.limits import LIMITS
from views.work import LIGHT, Estimate, progress

HEAVY, QUICK, LONG = Estimate(10 * LIGHT, 1.0), Estimate(0.0), Estimate(60.0)
GIB = 2.0**30


@pytest.fixture
def work():
    return Work(workers=2, memory=GIB)


class Steps:
    """Computations that wait for a sign, and what ran."""

    def __init__(self):
        self.go, self.lock = Event(), Lock()
        self.began, self.ended = [], []
        self.now, self.most = 0, 0

    def __call__(self, name):
        def compute():
            with self.lock:
                self.began.append(name)
                self.now += 1
                self.most = max(self.most, self.now)
            try:
                while not self.go.is_set():
                    report(progress(), 0, 1, "waiting")
                    time.sleep(0.005)
            finally:
                with self.lock:
                    self.now -= 1
                    self.ended.append(name)
            return name

        return compute

    def wait_for(self, count):
        until(lambda: len(self.began) >= count, 5, f"{count} computations did not begin")


@pytest.fixture
def steps():
    found = Steps()
    yield found
    found.go.set()


def ask(work, steps, name, owner="a", line=None, cost=HEAVY, key=None, **more):
    return work.ask(owner, line or name, key or name, steps(name), cost, **more)


def test_no_more_heavy_work_runs_at_once_than_there_are_workers(work, steps):
    tickets = [ask(work, steps, str(i), owner=str(i)) for i in range(12)]
    steps.wait_for(2)
    time.sleep(0.1)
    assert work.counts == (2, 10)
    steps.go.set()
    assert [ticket.future.result(5) for ticket in tickets] == [str(i) for i in range(12)]
    assert steps.most == 2
    assert work.counts == (0, 0)


def test_light_work_does_not_wait_behind_heavy_work(work, steps):
    for i in range(12):
        ask(work, steps, str(i))
    steps.wait_for(2)
    light = work.ask("b", "frame", "light", lambda: "there", QUICK)
    assert light.future.result(5) == "there"


def test_long_work_leaves_workers_for_the_heavy(work, steps):
    for i in range(4):
        ask(work, steps, f"long {i}", cost=LONG)
    steps.wait_for(1)
    ask(work, steps, "heavy")
    steps.wait_for(2)
    assert sorted(steps.began) == ["heavy", "long 0"]


def test_readers_take_turns(work, steps):
    crowd = [ask(work, steps, f"a{i}", owner="a") for i in range(10)]
    steps.wait_for(2)
    guest = ask(work, steps, "guest", owner="b")
    assert work.place(guest) <= 1
    assert work.place(crowd[-1]) == 8
    steps.go.set()
    for ticket in (*crowd, guest):
        ticket.future.result(5)
    assert steps.began.index("guest") <= 3


def test_equal_questions_are_computed_once_for_all_who_ask(work, steps):
    tickets = [ask(work, steps, "same", owner=str(i)) for i in range(30)]
    steps.go.set()
    assert [ticket.future.result(5) for ticket in tickets] == ["same"] * 30
    assert steps.began == ["same"]


def test_an_answer_for_many_is_cancelled_only_when_the_last_has_gone(work, steps):
    first, second = (ask(work, steps, "same", owner=owner) for owner in "ab")
    steps.wait_for(1)
    work.drop(first)
    with pytest.raises(Replaced):
        first.future.result(1)
    assert steps.ended == []
    work.drop(second)
    until(lambda: steps.ended == ["same"], 2, "the work for nobody goes on")


def test_a_newer_question_takes_the_place_of_one_that_waits(work, steps):
    running = [ask(work, steps, str(i), owner="a", line="page") for i in range(1)]
    ask(work, steps, "other", owner="b")
    steps.wait_for(2)
    older = ask(work, steps, "older", owner="a", line="page")
    newer = ask(work, steps, "newer", owner="a", line="page")
    with pytest.raises(Replaced):
        older.future.result(1)
    steps.go.set()
    assert running[0].future.result(5) == "0"
    assert newer.future.result(5) == "newer"
    assert "older" not in steps.began


def test_an_interrupting_question_cancels_what_runs(work, steps):
    running = ask(work, steps, "running", line="page")
    steps.wait_for(1)
    newer = ask(work, steps, "newer", line="page", interrupt=True)
    with pytest.raises(Replaced):
        running.future.result(1)
    until(lambda: "running" in steps.ended, 2, "it was not cancelled")
    steps.go.set()
    assert newer.future.result(5) == "newer"


def test_the_work_of_a_reader_who_left_ends_soon(work, steps):
    for i in range(40):
        ask(work, steps, str(i), owner="gone")
    stays = ask(work, steps, "stays", owner="here")
    steps.wait_for(2)
    work.leave("gone")
    until(lambda: work.counts[1] == 0, 2, "work of a reader who left still waits")
    steps.go.set()
    assert stays.future.result(5) == "stays"
    assert len(steps.began) <= 4


def test_troubles_reach_all_who_asked_and_the_workers_go_on(work):
    def trouble():
        raise ValueError("no such kernel: 'x'")

    for _ in range(5):
        with pytest.raises(ValueError, match="no such kernel: 'x'"):
            work.ask("a", "page", "trouble", trouble, HEAVY).future.result(5)
    assert work.ask("a", "page", "fine", lambda: 1, HEAVY).future.result(5) == 1


def test_running_work_keeps_within_the_memory_and_large_work_is_not_starved(work, steps):
    large = Estimate(1.0, 0.7 * GIB)
    first = ask(work, steps, "first", owner="a", cost=large)
    steps.wait_for(1)
    second = ask(work, steps, "second", owner="b", cost=large)
    small = [ask(work, steps, str(i), owner="c", cost=Estimate(1.0, 0.1 * GIB)) for i in range(5)]
    time.sleep(0.1)
    assert steps.began == ["first"]
    steps.go.set()
    for ticket in (first, second, *small):
        ticket.future.result(5)
    assert steps.began.index("second") <= 2


def test_what_never_fits_is_refused_with_what_to_reduce(work, steps):
    with pytest.raises(TooMuch, match=r"needs about 2\.0 GiB.*1\.0 GiB.*fewer points"):
        ask(work, steps, "huge", cost=Estimate(1.0, 2 * GIB))
    assert work.counts == (0, 0)


def test_a_hundred_readers_with_forty_questions_each_leave_nothing_behind(work):
    tickets = [work.ask(f"reader {i % 100}", "frame", i, lambda: None, QUICK) for i in range(4000)]
    answered = 0
    for ticket in tickets:
        try:
            ticket.future.result(5)
            answered += 1
        except Replaced:
            pass
    assert answered >= 100
    until(lambda: work.counts == (0, 0), 5, "work is left")
    assert not work._jobs
    until(lambda: not any(work._queues[kind] for kind in KINDS), 5, "owners are left")


def test_one_address_fills_its_own_places_only(work, steps):
    for i in range(2 + LIMITS.waiting_each):
        ask(work, steps, str(i), owner=f"line {i}", source="192.0.2.7")
        if i == 1:
            steps.wait_for(2)
    with pytest.raises(
        TooMuch, match=f"{LIMITS.waiting_each} computations that you asked for wait"
    ):
        ask(work, steps, "more", owner="another line", source="192.0.2.7")
    assert not work.busy
    guest = ask(work, steps, "guest", owner="b")
    steps.go.set()
    assert guest.future.result(5) == "guest"


def test_light_work_is_not_refused_because_heavy_work_waits(work, steps):
    for i in range(2 + LIMITS.waiting):
        ask(work, steps, str(i), owner=str(i))
        if i == 1:
            steps.wait_for(2)
    assert work.busy
    with pytest.raises(TooMuch, match=f"{LIMITS.waiting} computations wait already"):
        ask(work, steps, "more", owner="b")
    assert work.ask("b", "frame", "light", lambda: "there", QUICK).future.result(5) == "there"


class Late(Future):
    """An answer that comes between the end of a wait and the look whether it is there."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def result(self, timeout=None):
        if not self.done():
            if isinstance(self.answer, Exception):
                self.set_exception(self.answer)
            else:
                self.set_result(self.answer)
            raise TimeoutError
        return super().result(timeout)


@pytest.mark.parametrize("answer", [5, TimeoutError("the cluster did not answer")])
def test_an_answer_that_comes_at_the_end_of_a_wait_is_taken(monkeypatch, answer):
    ticket = Ticket("owner", "line", Late(answer), None)
    monkeypatch.setattr(WORK, "ask", lambda *given: ticket)
    monkeypatch.setattr(WORK, "drop", lambda dropped: None)
    if isinstance(answer, Exception):
        with pytest.raises(TimeoutError, match="the cluster did not answer"):
            ask_and_wait("line", "key", lambda: None, LIGHT)
    else:
        assert ask_and_wait("line", "key", lambda: None, LIGHT) == answer


def test_places_count_what_begins_before(work, steps):
    tickets = [ask(work, steps, f"{owner}{i}", owner=owner) for i in range(4) for owner in "abc"]
    steps.wait_for(2)
    places = sorted(work.place(ticket) for ticket in tickets)
    assert places == [0, 0, *range(10)]
    running = [ticket for ticket in tickets if ticket._job.running]
    assert [work.place(ticket) for ticket in running] == [0, 0]


def test_a_question_asked_again_while_the_first_answer_is_being_cancelled(work, steps):
    first = ask(work, steps, "same")
    steps.wait_for(1)
    work.drop(first)
    again = ask(work, steps, "same")
    steps.go.set()
    assert again.future.result(5) == "same"


def test_a_time_out_leaves_the_work_running(work, steps):
    ticket = ask(work, steps, "slow")
    with pytest.raises(TimeoutError):
        ticket.future.result(0.05)
    steps.go.set()
    assert ticket.future.result(5) == "slow"
