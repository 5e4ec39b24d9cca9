"""Points under the hand: their text in the address, the state, frames, files, and nonsense."""

from __future__ import annotations

import base64
import json
import math
import urllib.parse
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.edits import edits
from support.files import files
from support.frames import decode, opened, shown
from test_stream import answer

from datasets import edited, gaussian_clusters
from kpca_core import Gaussian, fit
from views.hosts.streamlit import run
from views.pages.explore import points
from views.pages.explore.points import (
    HEADER,
    KEPT,
    MOST_IN_ADDRESS,
    Edits,
    edits_of,
)
from views.pages.explore.state import ExploreState
from views.state.mark import Mark

DATA = gaussian_clusters(seed="paper")
CHANGES = [[3], [5, 2], [90, 0.1, 0.2, 1], [4, 0.12345678, 0.5, 0], [91, 5.0, -7.0, 2]]
EDITS = Edits().with_changes(CHANGES, DATA)


def edited_state(points: Edits = EDITS) -> ExploreState:
    return ExploreState.of_address({"points": points.text})


def many(count: int) -> Edits:
    rng = np.random.default_rng(0)
    (x0, x1), (y0, y1) = DATA.region
    places = zip(rng.uniform(x0, x1, count), rng.uniform(y0, y1, count), strict=True)
    found = Edits()
    sent = [[i, float(x), float(y), int(rng.integers(3))] for i, (x, y) in enumerate(places)]
    for start in range(0, count, MOST_IN_ADDRESS):
        found = found.with_changes(sent[start : start + MOST_IN_ADDRESS], DATA)
    return found


@given(st.lists(st.sampled_from([*CHANGES, [5, 0], [90], [91, 1], [92], [92, 1], [4]]), max_size=8))
def test_the_same_changes_again_change_nothing(sent):
    once = Edits().with_changes(sent, DATA)
    last = {number: change for change in sent for number in change[:1]}
    settled = [change for change in sent if change is last[change[0]]]
    assert once.with_changes(settled, DATA) == once


def test_changes_say_what_becomes_of_a_point():
    assert dict(EDITS.changes) == {
        3: None, 4: (0.1235, 0.5, 0), 5: 2, 90: (0.1, 0.2, 1), 91: (1.0, -0.5, 2),
    }  # fmt: skip
    assert EDITS.words(90) == "1 moved, 2 added, 1 relabelled, 1 removed"


@pytest.mark.parametrize(
    "sent",
    [
        [[0.5]], [["0"]], [[-1]], [[True]], [[2**16]], [[0, 256]], [[0, 1.5]], [[0, 1, 2]],
        [[0, math.nan, 0, 0]], [[0, math.inf, 0, 0]], [[0, "1", 0, 0]], [[0, 0, 0, 0, 0]],
        [[i] for i in range(90)], [[0, 0, 0, 0]] * (MOST_IN_ADDRESS + 1), [7], 7,
    ],
    ids=lambda sent: str(sent)[:30],
)  # fmt: skip
def test_what_is_no_change_is_refused(sent):
    with pytest.raises((ValueError, TypeError)):
        Edits().with_changes(sent, DATA)


@given(edits())
@settings(deadline=None)
def test_changes_come_back_from_their_text(changes):
    text = changes.text
    assert edits_of(text) == changes
    assert edits_of(text).text == text
    assert text.replace(".", "").replace("-", "").replace("_", "").isalnum() or not text


def packed(decimals: int, count: int, columns: bytes) -> str:
    data = zlib.compress(HEADER.pack(decimals, count) + columns)
    return "1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


BAD = {
    "nonsense": "nonsense",
    "NaN": "nan",
    "a later version": "2.abc",
    "not base64": "1.%%%",
    "no stream": "1.AAAA",
    "a stream that ends early": many(50).text[:-8],
    "a stream that was changed": many(50).text.replace(many(50).text[60:64], "AAAA"),
    "no change": packed(4, 0, b""),
    "too few columns": packed(4, 2, b"\0\0"),
    "too many columns": packed(4, 1, bytes(40)),
    "a kind that is none": packed(4, 1, b"\1\0\7\0"),
    "the same point twice": packed(4, 2, b"\0\0\0\0" + bytes(4)),
    "too many decimals": packed(40, 1, b"\0\0\2\0" + bytes(8)),
    "huge values": packed(0, 1, b"\0\0\2\0" + b"\0\0\0\x7f" * 2),
    "too many points": packed(0, 301, b"\1" * 301 + bytes(301) + bytes(602)),
    "a bomb": packed(0, 1, bytes(10**6)),
    "points that this server does not hold": "here.AAAAAAAAAAAAAAAAAAAAAAAA",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_bad_address_gets_a_message_and_the_data_set(text):
    with pytest.raises(ValueError, match=r"cannot be read: .+ shown without them"):
        edits_of(text)
    assert ExploreState.of_address({"points": text}).points == Edits()


def test_the_page_says_what_is_wrong_with_an_address():
    page = opened(points="1.AAAA", width="0.3")
    (warning,) = page.warning
    assert "damaged" in warning.value
    assert not page.exception
    assert not page.error
    assert len(shown(page)[1]["points"]) == 90
    page.run()
    assert not page.warning


@pytest.mark.browser
def test_an_address_is_quoted_as_text(app_url, new_tab):
    asked, tab = [], new_tab()
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(f"{app_url}/?points=![](//16843009/)www.a.example")
    alert = tab.get_by_test_id("stAlert")
    alert.get_by_text("![](//16843009/)").wait_for()
    assert alert.locator("img, a").count() == 0
    hosts = {urllib.parse.urlsplit(url).hostname for url in asked}
    assert hosts - {None} == {"127.0.0.1"}


def test_changes_that_do_not_fit_the_data_set_get_a_message():
    page = opened(points=EDITS.text, per_cluster="1", paper="false")
    (error,) = page.error
    assert "There is no point 3 among 3" in error.value
    assert not page.exception


def test_a_link_that_locks_the_points_offers_no_editing():
    assert shown(opened())[0]["edit"]["next"] == 90
    assert shown(opened(lock="points"))[0]["edit"] is None
    state = ExploreState.of_address({"lock": "points"})
    _, arrays = decode(answer(asked(state, CHANGES)))
    assert len(arrays["points"]) == 90


def test_more_points_than_an_address_holds_stay_on_the_server_and_the_page_says_so(monkeypatch):
    lot = many(MOST_IN_ADDRESS + 1)
    state = ExploreState.of_address({})
    state = type(state)(**{**vars(state), "points": lot})
    address = state.address()
    assert address["points"].startswith("here.")
    assert ExploreState.of_address(address) == state
    page = opened(**address)
    assert not page.warning
    assert any("only this session keeps them" in caption.value for caption in page.caption)
    monkeypatch.setattr(points, "MOST_KEPT", len(lot))
    KEPT.put(many(MOST_IN_ADDRESS + 2))
    assert lot.text not in KEPT._known
    assert ExploreState.of_address(address) == state, "it is shown here"
    KEPT._known.clear()
    KEPT._held.clear()
    (warning,) = opened(**address).warning
    assert "stay in the session" in warning.value


def asked(state: ExploreState, changes: list, n: int = 1, **more: object) -> str:
    known = {"n": n, "page": "explore", "address": state.query, "detail": more}
    return json.dumps({**known, "before": Mark(state).shown, "beside": {"changes": changes}})


def test_selected_points_are_listed_with_their_scores_and_outlive_edits():
    page = opened(points=EDITS.text, components="3")
    assert shown(page)[0]["selected"] == []
    state = edited_state()
    kept = {"selected": (state.data.token, (2, 3, 4, 90, 4000))}
    page.session_state[run.KEPT] = {"explore": kept}
    page.run()
    # Point 3 has been removed: the others stand in rows of their own.
    data, rows = edited(DATA, dict(EDITS.changes)), [2, 3, 89]
    assert shown(page)[0]["selected"] == [2, 3, 4, 90, 4000]
    (said,) = [one.value for one in page.markdown if "points selected" in one.value]
    assert said.startswith("**3 points selected**")
    (table,) = [one.value for one in page.markdown if one.value.startswith("| point")]
    scores = fit(Gaussian(0.1), data.X, 8).scores
    for line, row in zip(table.splitlines()[2:], rows, strict=True):
        number, label, *cells = line.strip("| ").split(" | ")
        assert (number, label) == (str(row), f"cluster {data.labels[row] + 1}")
        found = [abs(float(cell.replace("−", "-"))) for cell in cells]
        expected = [*data.X[row], *scores[row, :3]]
        np.testing.assert_allclose(found, np.abs(expected), atol=6e-4)
    lines = files(state, kept=kept)["selected.csv"]().splitlines()
    assert [line.split(",")[0] for line in lines if line[:1].isdigit()] == ["2", "3", "89"]
    page.selectbox(key="data").set_value("rings").run()
    assert not [one for one in page.markdown if "points selected" in one.value]
