"""Runs of pages take turns: few at once, the newest of a session, and others while one waits."""

from __future__ import annotations

import time
from threading import Event, Lock, Thread

import pytest
from support.explorer import until

from views.hosts.streamlit import turns
from views.hosts.streamlit.turns import paused, turn
from views.hosts.streamlit.work import Work


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
def work(monkeypatch):
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


def test_as_many_pages_draw_at_once_as_there_are_workers(work):
    pages = Pages()
    for k in range(8):
        pages.draw(f"session {k}")
    until(lambda: pages.now == 2, 20, "no page is drawn")
    time.sleep(0.1)
    assert pages.most == 2
    pages.finish()
    assert sorted(pages.drawn) == [f"session {k}" for k in range(8)]
    assert pages.most == 2
    until(lambda: work[0].counts == (0, 0), 20, "a turn is left over")


def test_a_run_that_is_overtaken_leaves_its_place_to_the_next_one(work):
    found, overtaken = work
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


def test_others_draw_while_a_page_waits(work):
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


def test_what_draws_no_page_takes_no_turn(work, monkeypatch):
    monkeypatch.setattr(turns, "session", lambda: "")
    with turn(), paused():
        assert work[0].counts == (0, 0)
