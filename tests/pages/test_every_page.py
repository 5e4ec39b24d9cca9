"""What every page does, over all that there are: opens, is set, refuses, speaks and gives files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.alerts import alerts
from support.edits import edits
from support.frames import decode, opened_page
from support.small import SMALL, caches
from support.told import told_by

import kpca_core
from kpca_core._support.progress import Cancelled
from kpca_core._support.words import speaking
from kpca_core.neighbours import METHODS
from views.answer import Answers, answer, files_of
from views.hosts.streamlit.widgets import NEXT, widget_of
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.limits import QUOTED
from views.named import PAGES
from views.pages.denoise import images
from views.pages.explore.points import EditsField
from views.pages.neighbours.state import MethodsField
from views.pages.page import Page, Seen, page_of, shown_after
from views.questions import asked_of, tried
from views.scene import Code, Work, every
from views.state.fields import SIMPLE, Choice, Number, Place, Several, Switch, Text
from views.state.settings import State
from views.work import working

ADDRESS = "http://explorer.test/page?width=0.2&centred=false"


@pytest.fixture(params=PAGES)
def page(request, monkeypatch) -> Page:
    monkeypatch.setattr(images, "TRAINING", 100)
    monkeypatch.setattr(images, "TEST", 10)
    return page_of(request.param)


def first(page: Page) -> State:
    return page.state.of_address(SMALL.get(page.state.page, {}))


# Settings


def texts_of(field, value) -> Iterator[str]:
    """What else a setting may be: each option, and the upper end of a range unless it is large."""
    if isinstance(field, Choice):
        yield from field.options
    elif isinstance(field, Switch):
        yield field.write(not value)
    elif isinstance(field, Number):
        high = min(field.high, max(field.low, 12)) if field.integer else field.high
        yield field.write(field.low if high == value else high)


def addresses(page: Page) -> Iterator[tuple[str, dict[str, str]]]:
    """Addresses that set every setting of a page once, also those that others bring."""
    known: set[str] = set()
    waiting = [first(page).address()]
    for address in waiting:
        for field, value in page.state.of_address(address).settings:
            if field.key in known:
                continue
            known.add(field.key)
            for text in texts_of(field, value):
                yield field.key, {**address, field.key: text}
                if isinstance(field, Choice | Switch):
                    waiting.append({**address, field.key: text})
    assert known == {*page.state.controls()}


def test_every_setting_is_taken_once_and_drawn(page):
    refused = []
    for _key, address in addresses(page):
        state = page.state.of_address(address)
        assert page.state.misread(address) == []
        assert page.state.of_address(state.address()) == state
        try:
            header, arrays = decode(answer(page.state.page, address))
        except ValueError as error:
            refused.append(str(error))
            continue
        assert header["address"] == state.address()
        assert header["scene"]
        assert not [one for one in arrays.values() if one.dtype.kind == "f" and np.isinf(one).any()]
    assert all("must ascend" in one for one in refused), "a range that does not is no range"


NONSENSE = ("<script>", "nan", "9" * 5000)


def test_nonsense_in_any_setting_is_quoted_and_falls_back(page):
    for key, shown in dict(addresses(page)).items():
        shown = {**shown, key: ""}
        usual = page.state.of_address(shown)
        (field,) = (one for one, _ in usual.settings if one.key == key)
        for text in NONSENSE:
            if not isinstance(field, SIMPLE) or field.parse(text) is not None:
                continue
            address, wrong = {**shown, key: text}, f"{key}={text[:QUOTED]}"
            assert page.state.misread(address) == [wrong]
            assert page.state.of_address(address) == usual
            with pytest.raises(ValueError, match=f"{key} cannot be") as refused:
                page.state_of(address, {})
            assert repr(text[:QUOTED]) in str(refused.value)
            with pytest.raises(ValueError, match="has no") as refused:
                answer(page.state.page, address)
            assert wrong in str(refused.value)
            asked = {"n": 1, "page": page.state.page, "address": urlencode(address)}
            assert asked_of(Answers(), json.dumps({**asked, "detail": {}})) is None
    assert page.state.misread({"story": "*x*", "unknown": "☃"}) == ["story=*x*"]


KEYS = st.lists(st.sampled_from([*METHODS]), min_size=2, max_size=6, unique=True)
# What draws the values of fields of which there is one kind a page.
OTHERS = {
    EditsField: lambda _: edits(most=20),
    MethodsField: lambda _: KEYS.map(tuple),
    Place: lambda _: st.none() | st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2),
    Text: lambda field: st.text(max_size=field.longest).filter(str.isprintable),
}


@settings(max_examples=20)
@given(data=st.data())
@pytest.mark.parametrize("name", PAGES)
def test_any_state_comes_back_from_its_address_and_its_token(name, data):
    def value(field):
        if (name, field.key) == ("table", "data"):
            return "iris"  # Widths follow from the rows, which takes time where there are many.
        if isinstance(field, Choice):
            return data.draw(st.sampled_from(list(field.options)))
        if isinstance(field, Switch):
            return data.draw(st.booleans())
        if isinstance(field, Several):
            numbers = st.lists(st.integers(1, field.high), unique=True, max_size=9)
            return data.draw(st.none() | numbers.map(sorted).map(tuple))
        if type(field) in OTHERS:
            return data.draw(OTHERS[type(field)](field))
        if not isinstance(field, Number) or (field.default is None and data.draw(st.booleans())):
            return field.default
        if field.integer:
            return data.draw(st.integers(field.low, field.high))
        return data.draw(st.floats(field.low, field.high))

    kind = page_of(name).state
    state = kind.of(value)
    assert kind.of_address(state.address()) == kind.of_whole(state.whole()) == state
    # Frames of tables follow what is at hand alone.
    assert name == "table" or kind.of_query(dict(parse_qsl(state.query))) == state
    assert state.token.isascii()
    assert kind.of_address({}).address() == {}


def test_every_control_can_be_locked_and_hidden(page):
    plain = page.state.of_address({})
    for name in page.state.controls():
        for kind in ("lock", "hide"):
            state = page.state.of_address({kind: name})
            assert state.address() == {kind: name}
            assert state.assigned
            assert page.state.of_query(dict(parse_qsl(state.query))) == state
            assert state.bare() == plain
            assert all(state.fixed(one) == (one.key == name) for one, _ in state.settings)


def controls_in(entries) -> Iterator[dict]:
    for one in entries:
        if one["block"] == "Control":
            yield one
        for place in one.get("places", [one.get("blocks", [])]):
            yield from controls_in(place)


def test_what_is_locked_is_drawn_so_and_what_is_hidden_is_not_drawn(page):
    every_control = ",".join(page.state.controls())
    small = SMALL.get(page.state.page, {})
    locked, hidden = (
        decode(answer(page.state.page, {**small, kind: every_control}))[0]
        for kind in ("lock", "hide")
    )
    assert [*controls_in(locked["controls"])]
    assert all(one["locked"] for one in controls_in(locked["controls"]))
    assert not [*controls_in(hidden["controls"])]


def test_the_other_language_has_other_words_and_the_same_numbers(page):
    name, address = page.state.page, SMALL.get(page.state.page, {})
    with speaking("zh"):
        translated, _ = decode(answer(name, address))
    plain, _ = decode(answer(name, address))
    assert translated["address"] == plain["address"]
    for one, other in zip(translated["words"], plain["words"], strict=True):
        assert one != other or not one
    assert any("\u4e00" <= sign <= "\u9fff" for sign in "".join(translated["words"]))
    assert [one["block"] for one in translated["scene"]] == [one["block"] for one in plain["scene"]]


# Frames


def test_a_frame_is_the_same_for_whoever_asks_and_names_its_picture(page):
    if type(page).frame is Page.frame:
        with pytest.raises(ValueError, match="no picture that moves"):
            Answers().to(page.state.page, {})
        return
    state = first(page)
    beside = {"step": "gram"} if page.state.page == "method" else {}
    question = {
        "n": 7, "page": page.state.page, "address": state.query, "detail": {}, "beside": beside,
    }  # fmt: skip
    n, asked = asked_of(Answers(), json.dumps(question))
    header, arrays = decode(tried(asked.frame)())
    assert n == 7
    # At rest the page draws the same, where its drawing does not ask for it.
    scene = decode(answer(page.state.page, state.address()))[1]
    at_rest = [decode(one.tobytes())[1] for key, one in scene.items() if "frame" in key]
    assert (
        page.asks
        or page.state.page == "method"
        or any(
            arrays.keys() == one.keys() and all((one[key] == arrays[key]).all() for key in arrays)
            for one in at_rest
        )
    )
    assert page.state.of_query(dict(parse_qsl(header["address"]))) == state
    assert tried(asked_of(Answers(), json.dumps(question))[1].frame)() == asked.frame()
    for wrong in (
        {"page": "nowhere"}, {"address": None}, {"address": {"width": "0.3"}}, {"n": "first"},
        {"detail": {"samples": "many"}}, {"detail": None}, {"beside": "none"},
    ):  # fmt: skip
        found = asked_of(Answers(), json.dumps({**question, **wrong}))
        assert found is None or tried(found[1].frame)() is None, wrong


# Files and code


def test_every_file_is_what_it_is_called_and_says_where_it_comes_from(page):
    shown = shown_after(page, first(page))
    for name, make in files_of(page.scene(shown, Seen(ADDRESS))):
        content = make()
        told = told_by(name, content)
        if page.state.page == "method":
            assert told, "for a class, which has its own words"
            continue
        assert ADDRESS in told, name
        assert f"kpca-core {kpca_core.__version__}" in told, name
        assert make() == content, name


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("explore", {}),
        ("explore", {"markers": "false", "convention": "sigma"}),
        ("explore", {"kernel": "sigmoid", "components": "3"}),
        ("explore", {"kernel": "matern", "data": "rings"}),
        ("explore", {"kernel": "polynomial", "data": "parabola", "centred": "false"}),
        ("explore", {"arrows": "true", "closest": "true", "chance": "true"}),
        ("explore", {"combined": "sum", "second_kernel": "linear", "weight": "0.5"}),
        ("table", {}),
        ("table", {"data": "wine", "plane": "principal", "row": "3", "kernel": "matern"}),
        ("table", {"columns": "2", "kernel": "polynomial", "centred": "false"}),
        ("table", {"data": "blobs", "plane": "principal", "j": "2", "variable": "2"}),
        ("explore", {"view": "scores", "j": "2", "variable": "0"}),
    ],
    ids=str,
)
def test_the_code_of_a_page_computes_what_it_shows(name, address, monkeypatch):
    plt.switch_backend("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    page, names = page_of(name), {}
    picture = shown_after(page, page.state.of_address({**SMALL[name], **address}))
    blocks = every(page.scene(picture, Seen()))
    source = next(one.text for one in blocks if isinstance(one, Code))
    exec(source, names)
    found = picture.found
    np.testing.assert_allclose(
        names["decomposition"].eigenvalues, found.decomposition.eigenvalues, rtol=1e-12
    )
    np.testing.assert_allclose(names["fields"], found.fields, atol=1e-12)
    assert ("arrows" in names) == ("variable" in address)
    if address.get("closest"):
        cosines = np.abs(names["closest"].cosines)
        np.testing.assert_allclose(cosines, np.abs(found.closest[:, 2]), atol=1e-9)
    names["figure"].canvas.draw()
    plt.close("all")


def test_the_work_of_a_page_stops_when_it_is_asked_to(page):
    works = [one for one in every(page.scene(shown_after(page, first(page)), Seen()))
             if isinstance(one, Work)]  # fmt: skip
    for cache in caches():
        cache.clear()
    for work in works:
        with working(lambda *_: False), pytest.raises(Cancelled):
            work.do({}, lambda *_: False)


# In Streamlit


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (ValueError("Need width > 0; got width=*-1*."), "Need width > 0; got width=*-1*."),
        (MemoryError(), "more memory than there is"),
        (KeyError("secret detail"), "Something unexpected"),
    ],
    ids=repr,
)
def test_every_trouble_is_its_message_and_the_unexpected_is_logged(
    page, trouble, said, monkeypatch, caplog
):
    def fail(*_, **__):
        raise trouble

    # What is found in the background has its cost asked for before.
    monkeypatch.setattr(type(page), "cost" if page.results is not None else "solve", fail)
    shown = opened_page(page.state.page, **SMALL.get(page.state.page, {}))
    (message,) = alerts(shown.error)
    assert said in message
    assert "secret" not in message
    assert ("secret" in caplog.text) == isinstance(trouble, KeyError)


def test_what_a_widget_is_set_to_is_in_the_address_and_undone(page):
    name = page.state.page
    shown = opened_page(name, **SMALL.get(name, {}))
    before = shown.session_state[VISITED][name].state
    kinds = ("toggle", "number_input", "selectbox", "select_slider")
    boxes = {box.key: box for kind in kinds for box in getattr(shown, kind)}
    for field, value in before.settings:
        box = boxes.get(widget_of(field))
        if box is None or box.disabled or not isinstance(field, Number | Switch | Choice):
            continue
        new = next(field.parse(one) for one in texts_of(field, value) if one != field.write(value))
        box.set_value(new).run()
        assert not shown.exception
        address = shown.session_state[VISITED][name].address
        assert address.get(field.key, field.write(field.default)) == field.write(new)
        shown.session_state[NEXT] = before
        shown.run()
        assert shown.session_state[VISITED][name].state == before
        break
    else:
        assert name in ("method", "compare"), "it is set in the drawing"
