"""Bounded work: who waits, for how long, and what is cancelled; runs of pages take turns."""

from __future__ import annotations

import time
from threading import Event, Lock, Thread

import pytest
from support.explorer import until

from kpca_core._support.progress import report
from views.hosts.streamlit import turns
from views.hosts.streamlit.turns import paused, turn
from views.hosts.streamlit.work import KINDS, Replaced, TooMuch, Work
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


def test_a_question_asked_again_while_the_first_answer_is_being_cancelled(work, steps):
    first = ask(work, steps, "same")
    steps.wait_for(1)
    work.drop(first)
    again = ask(work, steps, "same")
    steps.go.set()
    assert again.future.result(5) == "same"


class Ended(BaseException):
    """What Streamlit ends a run with."""


class Session:
    """In place of `st.session_state`: whether this run has been overtaken."""

    def __init__(self) -> None:
        self.overtaken: set[str] = set()

    def __contains__(self, _) -> bool:
        if turns.session() in self.overtaken:
            raise Ended
        return False


@pytest.fixture
def drawing(monkeypatch):
    """Two workers, sessions named by their threads, and those that have been overtaken."""
    from threading import current_thread

    found, session = Work(2, 1e9), Session()
    monkeypatch.setattr(turns, "WORK", found)
    monkeypatch.setattr(turns, "LOOK", 0.01)
    monkeypatch.setattr(turns, "session", lambda: current_thread().name)
    monkeypatch.setattr(turns.st, "session_state", session)
    return found, session.overtaken


class Pages:
    """Threads that draw pages, and how many do at once."""

    def __init__(self) -> None:
        self.now, self.most, self.drawn = 0, 0, []
        self.end, self._lock, self.threads = Event(), Lock(), []

    def draw(self, name: str, inside=lambda: None) -> Thread:
        def run() -> None:
            try:
                with turn(), turn():
                    with self._lock:
                        self.now += 1
                        self.most = max(self.most, self.now)
                        self.drawn.append(name)
                    inside()
                    self.end.wait(20)
                    with self._lock:
                        self.now -= 1
            except Ended:
                pass

        thread = Thread(target=run, name=name, daemon=True)
        self.threads.append(thread)
        thread.start()
        return thread

    def finish(self) -> None:
        self.end.set()
        for one in self.threads:
            one.join(20)
            assert not one.is_alive()


def test_as_many_pages_draw_at_once_as_there_are_workers(drawing):
    pages = Pages()
    for k in range(8):
        pages.draw(f"session {k}")
    until(lambda: pages.now == 2, 20, "no page is drawn")
    time.sleep(0.1)
    assert pages.most == 2
    pages.finish()
    assert sorted(pages.drawn) == [f"session {k}" for k in range(8)]
    assert pages.most == 2
    until(lambda: drawing[0].counts == (0, 0), 20, "a turn is left over")


def test_a_run_that_is_overtaken_leaves_its_place_to_the_next_one(drawing):
    found, overtaken = drawing
    pages = Pages()
    for name in ("first", "second"):
        pages.draw(name)
    until(lambda: pages.now == 2, 20, "no page is drawn")
    waiting = pages.draw("greedy")
    until(lambda: found.counts == (2, 1), 20, "it does not wait")
    overtaken.add("greedy")
    waiting.join(20)
    assert not waiting.is_alive()
    overtaken.clear()
    pages.draw("later")
    until(lambda: found.counts == (2, 2), 20, "it does not wait")
    pages.draw("greedy")
    time.sleep(0.1)
    assert found.counts == (2, 2)
    pages.finish()
    assert sorted(pages.drawn) == ["first", "greedy", "later", "second"]
    until(lambda: found.counts == (0, 0), 20, "a turn is left over")


def test_others_draw_while_a_page_waits(drawing):
    pages, answer = Pages(), Event()

    def wait() -> None:
        with paused():
            answer.wait(20)

    for name in ("first", "second"):
        pages.draw(name, wait)
    pages.draw("third")
    until(lambda: "third" in pages.drawn, 20, "nobody else draws")
    answer.set()
    pages.finish()
