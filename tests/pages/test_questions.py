"""Questions that a component sends through Streamlit: which is the newest, and when one is over."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from views.state import questions
from views.state.questions import Questions

ASKED = Questions("picture")


@pytest.fixture
def session(monkeypatch):
    state: dict = {}
    monkeypatch.setattr(questions, "st", SimpleNamespace(session_state=state))
    return state


def test_a_question_belongs_to_the_settings_that_it_names(session):
    assert ASKED.newest("a=1") == (0, {})
    question = {"request": 4, "token": "a=1", "values": {"d": 2}}
    session["picture"] = {"live": question}
    assert ASKED.newest("a=1") == (4, question)
    assert ASKED.newest("a=2") == (4, {})
    assert Questions("another").newest("a=1") == (0, {})


def test_what_was_asked_for_before_a_release_is_over(session):
    session["picture"] = {"live": {"request": 4, "token": "a=1"}}
    ASKED.end(6, "a=1")
    assert ASKED.newest("a=1") == (6, {})
    session["picture"]["live"] = {"request": 7, "token": "a=1"}
    assert ASKED.newest("a=1")[1] == {"request": 7, "token": "a=1"}


def test_nonsense_is_no_request(session):
    session["picture"] = {"live": {"request": "first", "token": "a=1"}}
    ASKED.end("last", "a=1")
    assert ASKED.newest("a=1") == (0, {})
