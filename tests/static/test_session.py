"""A reader's session without a server: the pages of the app, and what is set on them."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest
from support.frames import decode
from support.golden import STATES

from kpca_core._support.words import ENGLISH, speak
from kpca_core.drawing.scene import Detail
from views.answer import answer, files_of
from views.given import SHELF, Shelf
from views.hosts.static.session import Session
from views.limits import Limits
from views.named import PAGES
from views.pages.page import Seen, page_of, shown_after
from views.pages.saying import plain
from views.words.neighbours import MEASURE

# What these addresses ask for takes minutes, or is not drawn for the first view.
LONG = {"digits", "scale"}
LINKS = [
    (page, address)
    for page, states in STATES.items()
    for address in states.values()
    if page not in LONG
]


class Reader:
    """Asks a session as a browser does."""

    def __init__(self, language=ENGLISH, **more):
        self.reports = []
        self.session = Session(language, lambda text: self.reports.append(json.loads(text)), **more)
        self.n, self.page, self.header, self.arrays = 0, "explore", {}, {}

    def ask(self, what, content=b"", **more):
        return self.session.answer(json.dumps({"ask": what, **more}), content)

    def open(self, page, address=None, **more):
        self.page = page
        asked = {"came": True, "message": None, "theme": "light", "root": "https://here/", **more}
        answered = self.ask("page", page=page, address=address or {}, **asked)
        self.header, self.arrays = decode(answered)
        return self.header

    def settle(self, settings, page=None, address=None, **beside):
        """Set values as the browser's list of states does, and draw the page again."""
        self.n += 1
        before = self.header["head"]["shown"]["address"]
        address = before | settings if address is None else address
        keys = [key for key in {**before, **address} if before.get(key) != address.get(key)]
        message = {
            "n": self.n, "page": page or self.page, "address": address, "keys": keys,
            "beside": beside,
        }  # fmt: skip
        return self.open(self.page, self.header["address"], came=False, message=message)

    def control(self, key):
        (found,) = (one for one in every(self.header["controls"]) if one.get("key") == key)
        return found

    def part(self, what, key, **more):
        return decode(self.ask(what, key=key, **more))[0]

    def frames(self):
        return [unpacked(one.tobytes()) for name, one in self.arrays.items() if "frame" in name]


def unpacked(data):
    return zlib.decompress(data[4:]) if data[:4] == b"\xff" * 4 else data


def every(entries):
    """Yield all entries, also those within others."""
    for one in entries:
        yield one
        for name in ("blocks", "place", "shown", "controls"):
            yield from every(one.get(name) or ())
        for place in one.get("places") or ():
            yield from every(place)


def of_kind(header, block, **named):
    return [
        one
        for one in every([*header["scene"], *header["controls"]])
        if one["block"] == block and all(one.get(key) == value for key, value in named.items())
    ]


@pytest.fixture
def reader(monkeypatch):
    # What is given goes with the test.
    monkeypatch.setattr(SHELF, "by", Shelf())
    yield Reader()
    speak(ENGLISH)


def shown_by_the_app(page, address):
    """Return the app's header and arrays; where a page fails its message alone."""
    try:
        return decode(answer(page, address))
    except ValueError as error:
        said = {"block": "Words", "text": plain(str(error)), "kind": "error"}
        return {"scene": [said], "controls": []}, {}


@pytest.mark.parametrize(("page", "address"), LINKS)
def test_a_link_shows_what_the_app_shows(page, address, reader):
    header = reader.open(page, address, first=True)
    assert "trouble" not in header
    usual = page_of(page).state.of_address(address)  # an old link is read and written anew
    assert header["address"] == usual.address()
    known, arrays = shown_by_the_app(page, usual.address())
    assert of_kind(known, "Words", kind="error") == of_kind(header, "Words", kind="error")
    # What is played is no part of the app's scene until it is drawn.
    assert {unpacked(one.tobytes()) for one in arrays.values()} <= {*reader.frames()}
    assert [one["block"] for one in known["scene"]] == [one["block"] for one in header["scene"]]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_begins(page, reader):
    header = reader.open(page)
    assert header["title"].startswith(PAGES[page].title)
    assert header["head"]["shown"]["page"] == page
    assert [link["page"] for _title, links in header["links"] for link in links] == [*PAGES]
    assert not of_kind(header, "Words", kind="error")


def test_a_control_sets_what_follows(reader):
    reader.open("explore")
    header = reader.settle({"components": "3"}, control=True)
    assert header["address"] == {"components": "3"}
    assert decode(reader.frames()[0])[1]["fields"].shape[0] == 3


def test_signs_follow_the_picture_before_until_a_page_is_reset(reader):
    reader.open("explore", {"width": "0.1"})
    for width in ("0.3", "0.4"):
        reader.settle({"width": width})
    assert "-" in decode(reader.frames()[0])[0]["signs"]
    reader.settle({}, address=reader.header["head"]["reset"], whole=True)
    assert "-" not in decode(reader.frames()[0])[0]["signs"]
    reader.settle({"width": "0.101"}, before={"address": "width=0.1", "signs": "-" * 16})
    assert decode(reader.frames()[0])[0]["signs"] == "-" * 16


def test_another_page_is_turned_to_and_keeps_what_was_set(reader):
    reader.open("explore")
    turned = reader.settle({}, page="compare", address={"data": "rings"}, turn=True)
    assert turned["turn"] == ["compare", {"data": "rings"}]
    assert reader.open(*turned["turn"])["address"] == {"data": "rings"}
    links = {one["page"]: one["address"] for _t, all_ in reader.header["links"] for one in all_}
    assert links["compare"] == {"data": "rings"}


def test_what_an_address_misstates_is_said(reader):
    header = reader.open("explore", {"kernel": "nonsense"})
    assert header["address"] == {}
    assert "nonsense" in header["notes"][0]["text"]


def test_a_value_that_fails_leaves_the_controls(reader):
    header = reader.open("sweep", {"from": "3.0", "to": "2.0"})
    assert of_kind(header, "Words", kind="error")
    assert reader.control("from")["value"] == "3.0"


def test_frames_follow_the_pointer(reader):
    question = {
        "n": 7, "page": "explore", "address": "width=0.2", "detail": {"samples": 20},
        "before": None, "beside": {},
    }  # fmt: skip
    header, arrays = decode(reader.ask("frame", question=question))
    assert (header["n"], header["address"]) == (7, "width=0.2")
    _known, fields = decode(answer("explore", "width=0.2", detail=Detail(20)))
    np.testing.assert_array_equal(arrays["steps"], fields["steps"])
    assert reader.ask("frame", question=question | {"address": "width=nonsense"}) == b""
    assert reader.ask("frame", question={}) == b""


def test_files_are_those_of_the_app(reader):
    header = reader.open("compare")
    (file,) = of_kind(header, "File")[:1]
    state = page_of("compare").state.of_address({})
    seen = Seen("https://here/compare")
    known = dict(files_of(page_of("compare").scene(shown_after(page_of("compare"), state), seen)))
    assert reader.ask("file", key=file["key"]).decode() == known[file["name"]]()
    (printed, *_rest) = of_kind(reader.open("explore"), "Printed")[0]["files"]
    assert printed["needs"] == "print"
    assert b"<svg" in reader.ask("file", key=printed["key"])


def test_an_action_leads_to_a_state(reader):
    header = reader.open("table")
    (example,) = of_kind(header, "Action")
    target = example.get("then") or reader.part("act", example["key"])
    assert target["page"] == "table"
    assert reader.settle({}, address=target["address"])["address"] == {"data": "iris"}
    assert of_kind(reader.header, "Drawing")


def test_work_is_done_once_for_a_state(reader):
    header = reader.open("neighbours")
    work = of_kind(header, "Work", start=MEASURE)[0]
    seen = reader.part("work", work["key"])
    assert {one["key"] for one in reader.reports} >= {work["key"]}
    again = of_kind(reader.open("neighbours"), "Work", start=MEASURE)[0]
    assert [one["block"] for one in again["shown"]] == [one["block"] for one in seen["entries"]]
    assert not again["begins"]


def test_work_beyond_the_memory_is_not_begun(reader, monkeypatch):
    monkeypatch.setattr("views.hosts.static.session.MEMORY", 10.0)
    (work,) = of_kind(reader.open("scale"), "Work")[:1]
    assert "GB of memory" in reader.part("work", work["key"])["trouble"]


def test_a_table_that_is_given_is_shown(reader):
    reader.open("table")
    rows = np.random.default_rng(1).normal(size=(40, 3)).round(3)
    content = "\n".join(["a,b,c", *(",".join(map(str, row)) for row in rows)]).encode()
    given = decode(reader.ask("give", content, page="table", name="own.csv"))[0]
    header = reader.settle({}, address=given["address"])
    assert of_kind(header, "Drawing")
    assert "file" not in header["address"]
    assert "own.csv" in json.dumps(header, ensure_ascii=False)


def test_a_table_that_is_too_large_or_none_is_said(reader, monkeypatch):
    reader.open("table")
    given = decode(reader.ask("give", b"\0\1\2", page="table", name="own.xyz"))[0]
    header = reader.settle({}, address=given["address"])
    assert "own.xyz" in of_kind(header, "Words", kind="error")[0]["text"].replace("\\", "")
    monkeypatch.setattr("views.hosts.static.session.LIMITS", Limits.of({"KPCA_UPLOAD": "1M"}))
    large = reader.ask("give", bytes(2**20 + 1), page="table", name="own.csv")
    assert "1 MB" in decode(large)[0]["trouble"]


def test_a_page_speaks_the_reader_s_language():
    reader = Reader("zh", usual="en")
    header = reader.open("compare")
    assert header["address"] == {"lang": "zh"}
    assert header["head"]["name"] == "两组设置并列"
    assert Reader("zh").open("compare")["address"] == {"lang": "zh"}
    assert Reader("en", usual="zh").open("compare")["address"] == {"lang": "en"}
    speak(ENGLISH)


@pytest.mark.parametrize(
    "asked",
    ["nonsense", "{}", "[]", '{"ask": "bake"}', '{"ask": "page", "page": "x"}', '{"ask": "file"}'],
)
def test_nonsense_is_answered(asked, reader):
    assert decode(reader.session.answer(asked))[0]["trouble"]
