"""Sockets of an address are counted, and of Streamlit's own only what pages send is passed on."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.state.common import unpack_widget_state_value

from views.hosting import notes, sockets
from views.hosting.notes import READING, Few
from views.hosting.sockets import NAMES, WIDGETS, Guard, Sockets, read, source_of
from views.shared.page import IMPOSSIBLE, message_of

EXTENSIONS = {"websocket.http.response": {}}


def scope_of(host: str, path: str = "/frames") -> dict:
    return {"type": "websocket", "path": path, "client": (host, 1), "extensions": EXTENSIONS}


def opened(hosts: list[str], most: int, monkeypatch) -> list[bool]:
    """Whether each of these addresses is let in, while all before it stay."""
    monkeypatch.setattr(sockets, "LIMITS", type("Limits", (), {"sockets": most}))
    inside: list[str] = []

    async def run() -> list[bool]:
        end = asyncio.Event()

        async def app(scope, receive, send) -> None:
            inside.append(scope["client"][0])
            await end.wait()

        async def send(message) -> None:
            assert message.get("status", 429) == 429

        counted, found, running = Sockets(app), [], []
        for host in hosts:
            before = len(inside)
            running.append(asyncio.create_task(counted(scope_of(host), None, send)))
            await asyncio.sleep(0)
            found.append(len(inside) > before)
        end.set()
        await asyncio.gather(*running)
        assert counted.open.total() == 0
        return found

    return asyncio.run(run())


def test_an_address_has_so_many_sockets_and_others_theirs(monkeypatch):
    found = opened(["1.1.1.1"] * 4 + ["1.1.1.2"], 3, monkeypatch)
    assert found == [True, True, True, False, True]


def test_all_addresses_together_have_four_times_as_many(monkeypatch):
    assert opened([f"1.1.1.{i}" for i in range(9)], 2, monkeypatch) == [True] * 8 + [False]


@pytest.mark.parametrize(
    ("host", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_is_one_source(host, source):
    assert source_of((host, 5)) == source


def test_who_has_no_address_is_a_source():
    assert source_of(None) == ""


def asked(**fields) -> dict:
    return {"type": "websocket.receive", "bytes": BackMsg(**fields).SerializeToString()}


RERUN = asked(rerun_script={"query_string": "width=0.3"})
IGNORED = [
    asked(load_git_info=True),
    asked(set_run_on_save=True),
    asked(debug_shutdown_runtime=True),
    asked(debug_disconnect_websocket=True),
    asked(backend_operation_request={"request_id": "1", "install_skills": {}}),
    asked(),
]


def given(**value) -> dict:
    """A message with a value of a component, whose triggers have names of Streamlit's own."""
    one = {"id": "$$STREAMLIT_INTERNAL_KEY_live__events", **value}
    return asked(rerun_script={"widget_states": {"widgets": [one]}})


CLOSING = [
    ({"type": "websocket.receive", "text": "hello"}, 1003),
    ({"type": "websocket.receive", "bytes": b"\xff\xff\xff"}, 1002),
    (asked(file_urls_request={"file_names": [""] * (NAMES + 1)}), 1009),
    (asked(rerun_script={"widget_states": {"widgets": [{}] * (WIDGETS + 1)}}), 1009),
    (asked(rerun_script={"widget_states": {"widgets": [{"id": "a", "int_value": 1}]}}), 1008),
    (given(json_value="{"), 1007),
    (given(json_trigger_value="[" * 100_000 + "]" * 100_000), 1007),
]


def passed(messages: list[dict]) -> tuple[dict, list[dict]]:
    """The first message that Streamlit gets of these, and what the browser is sent."""
    sent: list[dict] = []

    async def receive() -> dict:
        return messages.pop(0)

    async def send(one: dict) -> None:
        sent.append(one)

    return asyncio.run(Guard(receive, send).receive()), sent


def test_what_no_page_sends_is_left_out():
    assert passed([*IGNORED, RERUN]) == (RERUN, [])


@pytest.mark.parametrize(("wrong", "code"), CLOSING, ids=range(len(CLOSING)))
def test_what_streamlit_fails_on_closes_the_socket(wrong, code):
    found, sent = passed([wrong, RERUN])
    assert found == {"type": "websocket.disconnect", "code": code}
    assert sent == [{"type": "websocket.close", "code": code}]


@pytest.mark.parametrize("text", ["", "null", '[{"event": "release", "value": 0.3}]'])
@pytest.mark.parametrize("kind", ["json_value", "json_trigger_value"])
def test_values_of_components_are_passed_on(kind, text):
    one = given(**{kind: text})
    assert passed([one]) == (one, [])


@pytest.mark.parametrize("kind", ["stop_script", "clear_cache", "app_heartbeat"])
def test_what_pages_send_is_passed_on(kind):
    one = asked(**{kind: True})
    assert passed([one]) == (one, [])
    assert read(one)[1] == 0


def test_a_few_files_at_a_time_are_made_for_a_socket():
    file = asked(backend_operation_request={"request_id": "1", "deferred_file": {"file_id": "x"}})
    left = [dict(file) for _ in range(sockets.FILES + 20)]
    messages = [*left, RERUN]

    async def receive() -> dict:
        return messages.pop(0)

    async def run() -> int:
        guard = Guard(receive, None)
        count = 0
        while (await guard.receive()) != RERUN:
            count += 1
        return count

    assert asyncio.run(run()) == sockets.FILES


def test_who_does_not_read_gets_no_more_pages(monkeypatch):
    monkeypatch.setattr(sockets, "UNREAD", 0.02)

    async def run() -> None:
        reads = asyncio.Event()

        async def receive() -> dict:
            return RERUN

        async def send(_) -> None:
            await reads.wait()

        guard = Guard(receive, send)
        sending = asyncio.create_task(guard.send({"type": "websocket.send", "bytes": b""}))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(guard.receive())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        reads.set()
        await sending
        assert await asyncio.wait_for(waiting, 1) == RERUN

    asyncio.run(run())


@pytest.fixture
def log(caplog):
    """A logger that says little, and what it said."""
    logger = logging.getLogger("a logger of this test")
    few = Few()
    logger.addFilter(few)
    notes._last.clear()
    with caplog.at_level(logging.WARNING):
        yield logger, caplog
    logger.removeFilter(few)


def test_a_warning_that_strangers_cause_is_said_once_in_a_while(log):
    logger, caplog = log
    for i in range(50):
        logger.warning("Rejecting %s", i)
        logger.error("an error %s", i)
    said = [record.getMessage() for record in caplog.records]
    assert said[0] == "Rejecting 0"
    assert len(said) == 51


@pytest.mark.parametrize(
    ("cause", "told"), [(None, False), (ValueError(), False), (KeyError(), True)], ids=str
)
def test_a_file_that_cannot_be_had_leaves_no_traceback(log, cause, told):
    logger, caplog = log
    try:
        raise MediaFileStorageError("a file") from cause
    except MediaFileStorageError:
        logger.exception("It failed")
    assert any(record.exc_info for record in caplog.records) == told


def unreadable() -> None:
    """What Streamlit does with a component's value that is no JSON."""
    unpack_widget_state_value(WidgetState(json_value="{"))


@pytest.mark.parametrize(
    ("run", "told"),
    [(unreadable, False), (lambda: json.loads("{"), True)],
    ids=["a value of a widget", "another error"],
)
@pytest.mark.parametrize("name", READING)
def test_only_other_errors_leave_a_traceback(caplog, name, run, told):
    notes._last.clear()
    logger, few = logging.getLogger(name), Few()
    logger.addFilter(few)
    try:
        run()
    except ValueError as error:
        logger.error("Uncaught app execution", exc_info=error)
    logger.removeFilter(few)
    assert [bool(record.exc_info) for record in caplog.records] == [told]


def test_a_page_says_that_a_control_cannot_have_a_value():
    with pytest.raises(ValueError, match="property name") as caught:
        unreadable()
    assert message_of(caught.value) == IMPOSSIBLE
    assert message_of(ValueError("another")) == "another"


def test_a_file_of_the_drawing_that_does_not_exist_leaves_no_traceback(caplog):
    notes._last.clear()
    logger, few = logging.getLogger(notes.ROUTES), Few()
    logger.addFilter(few)
    for error in (FileNotFoundError("drawing.css#TRUE"), KeyError("another")):
        logger.error("Error reading bidi component asset", exc_info=error)
    logger.removeFilter(few)
    told = [bool(record.exc_info) for record in caplog.records]
    assert told == [False, True], caplog.text
