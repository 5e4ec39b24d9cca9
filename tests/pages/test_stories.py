"""Stories, tours and tasks: files, links, what is told and measured, what a lecturer changes."""

from __future__ import annotations

import io
import json
import random
import re
from base64 import urlsafe_b64encode
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from streamlit.testing.v1 import AppTest
from support import comparison_measures, neighbour_measures, story_measures
from support.messages import Tab
from support.tours import EVIL, WALK, entries, made, packed, step

from kpca_core import Linear, fit
from views.entrance import page_data, story_data
from views.hosts.streamlit.widgets import EDITING, TROUBLE
from views.pages.compare.solving import compared
from views.pages.compare.state import CompareState
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.neighbours.state import NeighboursState
from views.pages.page import page_of
from views.stories import FOLDER, STORIES, TASKS, measures, read_stories, read_story
from views.stories.goals import MOST, Goal, found_of, goals_of, measures_of
from views.stories.measures import MEASURES, PER_CENT
from views.stories.thumbnails import THEMES, thumbnail
from views.stories.tours import (
    CONTEXT,
    LONGEST_TEXT,
    MOST_IN_FILE,
    MOST_IN_LINK,
    PAGES,
    entries_of,
    tour_of,
    tour_of_file,
    unpacked,
)

texts = st.text(max_size=200)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
some_step = st.fixed_dictionaries(
    {
        "page": st.sampled_from([*PAGES]),
        "title": texts,
        "text": st.text(max_size=1200),
        "settings": st.dictionaries(st.sampled_from(["data", "width", "grid", *CONTEXT]), texts),
    }
)
some_entries = st.fixed_dictionaries(
    {
        "tour": st.just(1),
        "title": texts,
        "hidden": st.lists(st.sampled_from([*PAGES, "nowhere"])),
        "steps": st.lists(some_step, min_size=1, max_size=5),
    }
)


@given(some_entries)
@settings(deadline=None, max_examples=60)
def test_a_tour_survives_link_and_file(sent):
    tour = tour_of(sent)
    assert tour_of(entries_of(tour)) == tour
    for indent in (None, 2):
        assert tour_of_file(json.dumps(entries_of(tour), indent=indent)) == tour
    if tour.is_short:
        assert len(tour.address) == len(tour.packed) <= MOST_IN_LINK
        assert unpacked(tour.packed) == tour
        assert tour.packed.replace("-", "").replace("_", "").isalnum()
        assert tour.packed.isascii()
    else:
        with pytest.raises(ValueError, match="more than 6000 characters"):
            unpacked(tour.packed)
    assert len(tour.steps) == len(sent["steps"])
    for one in tour.steps:
        assert not set(one.settings) & set(CONTEXT)
        assert all(text.isprintable() for text in one.settings.values())
        assert len(one.text) <= LONGEST_TEXT
        assert one.title.encode() is not None


@given(json_values | st.fixed_dictionaries({"tour": st.just(1), "steps": st.lists(json_values)}))
@settings(deadline=None, max_examples=60)
def test_what_describes_no_tour_is_refused_and_never_an_error(sent):
    with suppress(ValueError):
        tour = tour_of(sent)
        assert tour_of(entries_of(tour)) == tour


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda b: urlsafe_b64encode(b).decode()))
@settings(deadline=None, max_examples=60)
def test_hostile_text_in_a_link_is_refused(text):
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(text)
    state = ExploreState.of_address({"tour": text, "width": "0.2"})
    assert state.address() == {"width": "0.2"}
    said = ExploreState.misread({"tour": text, "width": "0.2"})
    assert len(said) == (1 if text else 0)


@given(st.integers(0, len(WALK.packed) - 1), st.characters(codec="ascii"))
@settings(deadline=None, max_examples=60)
def test_a_link_with_one_wrong_character_is_refused_or_the_same(place, character):
    damaged = WALK.packed[:place] + character + WALK.packed[place + 1 :]
    for text in (damaged, WALK.packed[:place]):
        with suppress(ValueError):
            assert unpacked(text) == WALK


@pytest.mark.parametrize(
    "data",
    [b" " * 4_000_000, b"[" * 100_000, b"1" * 5000, b"\xff\xfe", b"null", b'{"tour":1}', b""],
    ids=["a bomb", "nested", "a long number", "no text", "null", "no steps", "nothing"],
)
def test_what_unpacks_to_something_else_is_refused(data):
    text = packed(data)
    assert len(text) <= MOST_IN_LINK
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(text)
    with pytest.raises(ValueError, match="more than 6000"):
        unpacked(WALK.packed + "A" * MOST_IN_LINK)
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(packed(WALK.json.encode()) + "AAAA")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"tour": 2, "steps": []}, "form 2; this version reads form 1"),
        ({"tour": 1, "steps": []}, "one or more steps"),
        (entries(step(), 7), "Step 2 of the tour is no step"),
        (entries({"page": ["explore"]}), "on no page of these: ['explore']"),
        (entries(step("admin")), "on no page of these: 'admin'"),
        (entries(*[step(text="☃" * 1000, points="x" * 4000)] * 20), f"at most {MOST_IN_FILE}"),
    ],
)
def test_a_refusal_says_why(sent, said):
    with pytest.raises(ValueError, match="tour") as error:
        tour_of(sent)
    assert said in str(error.value)


def test_texts_lose_what_cannot_be_shown_and_nothing_else():
    tour = made(step(title="a\nb\x00\x1b\ud800c", text=f"one\ntwo\r\t{EVIL}"), title=" T ")
    assert (tour.title, tour.steps[0].title) == ("T", "abc")
    assert tour.steps[0].text == f"one\ntwo{EVIL}"


ROOT = Path(__file__).resolve().parents[2]


def test_an_address_within_a_tour_says_what_differs_from_the_step():
    address = {"tour": WALK.packed, "step": "2"}
    state = ExploreState.of_address(address)
    assert state.kernel.values == {"width": 2.0}
    assert (state.data.data, state.address(), state.told) == ("rings", address, WALK)
    changed = ExploreState.of_address({**address, "width": "0.1"})
    assert changed.address() == {**address, "width": "0.1"}
    assert changed.reset() == state != changed
    assert changed.bare().address() == {"data": "rings", "grid": "25"}
    assert ExploreState.of_address({"tour": WALK.packed}).address() == {"tour": WALK.packed}


@pytest.mark.parametrize("number", ["0", "4", "-1", "1.5", "²", "x", "100", ""])
def test_a_step_that_there_is_not_is_quoted_and_the_first_is_shown(number):
    address = {"tour": WALK.packed, "step": number}
    state = ExploreState.of_address(address)
    assert state.step == 1
    assert state.address() == {"tour": WALK.packed}
    assert ExploreState.misread(address) == [f"step={number}"]


def long_tour():
    texts = ("".join(map(chr, range(33 + k, 900 + k))) for k in range(0, 9000, 900))
    return made(*[step(text=text) for text in texts])


def test_a_tour_too_long_for_a_link_is_known_while_a_session_holds_it():
    long = long_tour()
    assert not long.is_short
    assert long.address == long.name
    state = ExploreState.of_address({"tour": long.address, "step": "2"})
    assert state.address() == {"tour": long.name, "step": "2"}
    name = long.name
    del long, state
    assert "open its file" in ExploreState.misread({"tour": name})[0]


def opened(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= query
    page.run()
    assert not page.exception
    assert not page.error
    return page


def entrance_of(page: AppTest) -> dict:
    (found,) = [
        one.proto.bytes
        for one in page.get("bidi_component")
        if one.proto.component_name == "explorer.entrance"
    ]
    return json.loads(found)


def links_of(page: AppTest) -> list[str]:
    return [one.proto.label for one in page.get("page_link")]


@pytest.mark.parametrize(
    ("tour", "said"),
    [
        ("x", "cut off or damaged"),
        ("A" * 7000, "more than 6000 characters"),
        ("<script>alert(1)</script>", "cut off or damaged"),
        ("~0123456789abcdef", "open its file"),
        (packed(json.dumps(entries(step("admin"))).encode()), "cut off or damaged"),
    ],
)
def test_a_broken_tour_is_a_message(tour, said):
    page = opened(tour=tour)
    (warning,) = page.warning
    assert said in warning.value.replace("\\", "")
    assert entrance_of(page)["story"] is None
    assert "Scale" in links_of(page)


def test_a_step_with_unknown_values_is_a_message():
    tour = made(step(kernel="n*pe", points="1.bad"))
    page = opened(tour=tour.packed)
    warnings = [one.value.replace("\\", "").replace("\N{WORD JOINER}", "") for one in page.warning]
    assert any(text.startswith("Step 1 has kernel=n*pe: unknown") for text in warnings), warnings
    assert any(text.startswith("The edited points") for text in warnings), warnings


class Lecturer(Tab):
    """Whoever changes the tour of a page Explore."""

    def __init__(self, **address: str) -> None:
        super().__init__(ExploreState.of_address(address))

    def edit(self, **tour: object) -> ExploreState:
        state = self.settle(beside={"tour": tour})
        assert isinstance(state, ExploreState)
        return state


def test_a_lecturer_makes_a_tour_step_by_step():
    hand = Lecturer(data="rings")
    first = entries(step(data="rings"))
    seen = {"tour": entries({"title": ""}), "step": 1, "view": True}
    state = hand.edit(**seen)
    assert state.address() == {"tour": tour_of(first).packed}
    assert hand.visit.afresh, "as its readers will see it"
    second = entries(step(data="rings"), step(width="0.3"), title="T", hidden=["scale"])
    state = hand.edit(tour=second, step=1)
    assert state.tour.hidden == ("scale",)
    assert hand.settle({**state.address(), "step": "2"}).kernel.values == {"width": 0.3}
    swapped = {**second, "steps": second["steps"][::-1]}
    assert hand.edit(tour=swapped, step=1).kernel.values == {"width": 0.3}
    assert hand.settle(state.address()).tour.steps[0].settings == {"data": "rings"}
    hand.settle({**state.address(), "step": "2"})
    assert hand.edit(tour={**second, "steps": []}).address() == {"width": "0.3"}
    hand.settle({"width": "0.3", "j": "3"})
    seen = {"tour": entries({"title": ""}), "step": 1, "view": True}
    assert hand.edit(**seen).tour.steps[0].settings == {"width": "0.3", "j": "3"}
    assert hand.settle(beside={"editing": True}) == hand.visit.state
    assert hand.run.session_state[EDITING]


def test_what_is_no_tour_changes_nothing_and_says_why():
    hand = Lecturer(width="0.3")
    wrong = ({"tour": 5}, {"tour": {"tour": 9}}, {"file": "{"}, {"file": "[]"}, {"step": 1})
    for sent in (*wrong, {"view": 1}):
        assert hand.edit(**sent).address() == {"width": "0.3"}
        assert hand.run.session_state[TROUBLE].startswith("Th")
    assert hand.edit(file=WALK.json).address() == {"tour": WALK.packed}


def test_a_browser_gives_back_a_tour_that_no_link_holds():
    long = long_tour()
    name, sent = long.name, entries_of(long)
    del long
    page = opened(tour=name, step="2", width="0.3")
    assert entrance_of(page)["editor"]["lost"] == name
    hand = Lecturer(width="0.3")
    hand.visit.lost = {"tour": name, "step": "2", "width": "0.3"}
    state = hand.edit(tour=sent, step=1)
    assert (state.tour.name, state.step) == (name, 2)
    assert state.address() == {"tour": name, "step": "2", "width": "0.3"}


WORDS = dict(
    zip(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
        range(2, 11),
        strict=True,
    )
)
# A number in digits, not one that is part of a name such as x₁ or of a figure; or in words.
NUMBER = re.compile(rf"[−-]?\d+(?:[.,]\d+)*|\b(?:{'|'.join(WORDS)})\b")
NAMES = re.compile(r"Figure \d+|√\d")
TOLD = [one for one in STORIES.values() if not one.is_task]
STEPS = [(one, k) for one in TOLD for k in range(1, len(one.steps) + 1)]
CLAIMS = [(one, k, claim) for one, k in STEPS for claim in one.steps[k - 1].claims]


def name_of(one):
    return getattr(one, "name", one if isinstance(one, int) else None)


def texts_of(sentence):
    """The numbers in a sentence, in digits as Python writes them."""
    found = NUMBER.findall(NAMES.sub("", sentence))
    return [str(WORDS.get(one, one)).replace("−", "-") for one in found]


def numbers_of(sentence):
    return [float(one) for one in texts_of(sentence)]


# Goals of tasks have these, too.
SHARED = vars(measures)
# The states of the pages that have stories, what is shown of them, and what can be said of that.
PAGES = {
    "explore": (ExploreState, picture_of, SHARED | vars(story_measures)),
    "compare": (CompareState, compared, SHARED | vars(comparison_measures)),
    "neighbours": (NeighboursState, lambda state: state, SHARED | vars(neighbour_measures)),
}


def settings_of(step):
    return PAGES[step.page][0].of_address(step.settings)


def state_of(story, step=1):
    return PAGES[story.page][0].of_address({"story": story.name, "step": str(step)})


@pytest.mark.parametrize(("story", "k"), STEPS, ids=name_of)
def test_a_step_is_a_state_and_its_link_is_short(story, k):
    step = story.steps[k - 1]
    assert re.fullmatch(r"[a-z0-9-]{1,40}", story.name)
    assert 20 < len(step.text) < 420
    assert step.text.count(". ") <= 3
    bare = settings_of(step)
    assert bare.address() == dict(step.settings), "a setting is default, misspelt or out of range"
    state = state_of(story, k)
    assert state.bare() == bare
    assert state.address() == {"story": story.name} | ({"step": str(k)} if k > 1 else {})
    assert (state.told, state.shown_step) == (story, step)
    if k == story.cover:
        maps = len(state.methods) if story.page == "neighbours" else state.components
        assert 1 <= story.panel <= maps
    if step.page == "explore":
        assert picture_of(state).decomposition.certificate.holds
    others = [page for name, (page, _, _) in PAGES.items() if name != story.page]
    assert all(story.name not in page.stories() for page in others)


@pytest.mark.parametrize(("story", "k", "claim"), CLAIMS, ids=name_of)
def test_what_a_sentence_says_is_so(story, k, claim):
    assert_so(story.steps[k - 1], claim)


def test_the_example_for_lecturers_is_a_story(tmp_path):
    text = (FOLDER.parents[1] / "docs/adding.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    _, story = read_story(path)
    (step,) = story.steps
    assert ExploreState.of_address(step.settings).address() == dict(step.settings)
    assert step.claims
    for claim in step.claims:
        assert_so(step, claim)


def assert_so(step, claim):
    """What the claim says stands in the text and is what its measure gives."""
    assert claim["says"] in step.text
    if "setting" in claim:
        arguments, found = {}, float(settings_of(step).texts[claim["setting"]])
    else:
        special = {"says", "measure", "with", "number", "above", "below", "equals"}
        page, find, known = PAGES[step.page]
        state = page.of_address(claim["with"]) if "with" in claim else settings_of(step)
        arguments = {key: value for key, value in claim.items() if key not in special}
        found = float(known[claim["measure"]](find(state), **arguments))
    compared = {"above": found.__gt__, "below": found.__lt__, "equals": found.__eq__}
    bounds = {key: claim[key] for key in compared if key in claim}
    assert all(compared[key](bound) for key, bound in bounds.items()), found
    # What is not measured, a bound or an argument must not stand in the sentence.
    known = {float(one) for one in (*arguments.values(), *bounds.values())}
    known |= {float(one) for one in claim.get("with", {}).values() if NUMBER.fullmatch(one)}
    said = [n for n in numbers_of(claim["says"]) if n not in known]
    if bounds:
        assert said == []
    else:
        (number,) = [str(claim["number"])] if "number" in claim else texts_of(claim["says"])
        assert f"{found:.{len(number.partition('.')[2])}f}" == number
        assert set(said) <= {float(number)}


@pytest.mark.parametrize(("story", "k"), STEPS, ids=name_of)
def test_no_number_is_without_a_claim(story, k):
    step = story.steps[k - 1]
    rest = NAMES.sub("", step.text)
    for claim in step.claims:
        rest = rest.replace(NAMES.sub("", claim["says"]), " … ")
    assert NUMBER.findall(rest) == [], "a number, in digits or in words, that no claim says"


def test_settings_of_other_kernels_do_not_come_from_the_story():
    state = ExploreState.of_address({"story": "too-narrow", "kernel": "laplacian", "decay": "2"})
    assert state.kernel.values == {"width": 2.0}
    assert state.address() == {"story": "too-narrow", "kernel": "laplacian", "decay": "2.0"}
    assert state.reset() == state_of(STORIES["too-narrow"])
    back = ExploreState.of_address({"story": "too-narrow", "width": "0.1"})
    assert back.kernel.values == {"width": 0.1}
    assert back.address() == {"story": "too-narrow", "width": "0.1"}
    assert ExploreState.of_address({"story": "none", "width": "0.2"}).address() == {"width": "0.2"}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("title = ", "broken.toml"),
        ('title = "a"', "'text'"),
        ('title="a"\ntext="b"\npanel=1\nplace="x"\nclaims=[]\n[settings]', "'x'"),
    ],
)
def test_a_file_that_is_no_story_is_named(tmp_path, content, named):
    path = tmp_path / "broken.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(named)) as error:
        read_story(path)
    assert "broken.toml" in str(error.value)


def test_a_lecturer_adds_a_file(tmp_path):
    text = (FOLDER / "rings.toml").read_text(encoding="utf-8")
    for name, place in (("second", 2), ("first", 1)):
        (tmp_path / f"{name}.toml").write_text(text.replace("place = 60", f"place = {place}"))
    assert list(read_stories(tmp_path)) == ["first", "second"]


@pytest.mark.parametrize("theme", THEMES)
def test_thumbnails_are_small_pictures_of_the_panel(theme):
    data = thumbnail("figure-4", theme)
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "PNG"
    width, height = picture.size
    assert (width, height) == (144, 108)
    assert len(data) < 4000
    pixels = np.asarray(picture).astype(int)
    positive = pixels[..., 0] > pixels[..., 2]
    field = picture_of(ExploreState.of_address({})).fields[0]
    sampled = field[::-1][np.linspace(0, 99, height).astype(int)]
    sampled = sampled[:, np.linspace(0, 99, width).astype(int)]
    clear = (np.abs(sampled) > 0.1 * np.abs(field).max()) & (np.ptp(pixels, axis=2) > 16)
    assert clear.mean() > 0.3
    assert (positive == (sampled > 0))[clear].mean() > 0.99


@pytest.mark.parametrize("story", TOLD, ids=name_of)
def test_every_story_has_a_thumbnail_of_many_colours(story):
    with Image.open(io.BytesIO(thumbnail(story.name, "light"))) as picture:
        assert 100 < max(picture.size) <= 144
        assert len(picture.convert("RGB").getcolors(144 * 144)) >= 3


GAP = {"measure": "gap", "component": 3, "at_least": 10}
# A task whose settings reach nothing, and what does.
RINGS = made({**step(title="Rings", data="rings", grid="25"), "goals": [GAP]}, title="By hand")
SOLVED = {"tour": RINGS.packed, "kernel": "polynomial"}


def state_of_task(task, **settings):
    return page_of(task.page).state.of_address({"story": task.name, **settings})


def told(state):
    """What the entrance says of each goal."""
    return story_data(state)["goals"]["told"]


def reached(state):
    found = page_of(state.page).solve(state)
    return [isinstance(value := found_of(one, found), float) and one.reached(value)
            for one in state.goals]  # fmt: skip


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda one: one.name)
def test_a_task_is_solved_by_its_solution_and_not_by_its_first_view(task):
    (one,) = task.steps
    page = page_of(task.page).state
    for chosen in (one.settings, one.solution):
        assert page.of_address(chosen).address() == dict(chosen), "default or misspelt"
    first = state_of_task(task)
    assert not all(reached(first))
    assert not all(goal["reached"] for goal in told(first))
    solved = page.of_address({**one.solution}).in_context_of(first)
    assert all(reached(solved))
    # What leads there is sent to nobody.
    sent = [story_data(first), page_data(first, *page_of(task.page).words), entries_of(task)]
    assert '"solution"' not in json.dumps(sent)
    # The link names what differs from the first view.
    again = page.of_address(solved.address())
    assert all(goal["reached"] for goal in told(again))


def test_a_link_states_what_is_measured_and_the_page_measures_anew():
    state = ExploreState.of_address({**SOLVED, "measured": "22.1271"})
    assert state.address() == {**SOLVED, "measured": "22.1271"}
    (one,) = told(state)
    assert one["reached"]
    assert one["measured"] == "22.1271"
    assert one["verdict"] == (
        f"The link states 22.1271{PER_CENT}; with its settings the page measures "
        f"22.1271{PER_CENT}: reached."
    )
    (other,) = told(ExploreState.of_address({**SOLVED, "measured": "22.1"}))
    assert other["verdict"].replace(PER_CENT, " %") == (
        "The link states 22.1 %; with its settings the page measures 22.13 %: reached. The two "
        "differ."
    )
    assert "measured" not in state.bare().address()
    assert "measured" not in state.query
    assert state.problem == state.bare().problem
    # Whoever hands in the settings of the step is not said to have changed them.
    unchanged = ExploreState.of_address({"tour": RINGS.packed, "measured": "-60"})
    assert story_data(unchanged)["changed"] == ""
    assert story_data(state)["changed"] != ""


CHEAP = [
    ("explore", "share", {"component": 1}), ("explore", "above_share", {"percent": 10}),
    ("explore", "correlation", {"component": 2, "column": 1}),
    ("method", "line_error", {}), ("method", "gram_entry", {"row": 1, "column": 2}),
]  # fmt: skip


def test_tampered_values_are_told_as_not_reached():
    """200 links: a goal that the page's own measurement misses, and a statement that reaches it."""
    draw = random.Random(49)
    for _ in range(200):
        page, name, arguments = draw.choice(CHEAP)
        settings = {"per_cluster": "5", "width": f"{10 ** draw.uniform(-2, 1):.3g}"}
        if page == "method":
            settings = {"angle": f"{draw.uniform(1, 179):.1f}"}
        found = page_of(page).solve(page_of(page).state.of_address(settings))
        value = float(MEASURES[name].find(found, **arguments))
        above = draw.random() < 0.5
        wanted = value + (1 if above else -1) * draw.uniform(0.01, 1) * (1 + abs(value))
        goal = {"measure": name, **arguments, "at_least" if above else "at_most": wanted}
        tour = made({**step(page, **settings), "goals": [goal]})
        stated = wanted + (1 if above else -1) * draw.uniform(0, 5)
        address = {"tour": tour.packed, "measured": f"{stated:.4g}"}
        (one,) = told(page_of(page).state.of_address(address))
        assert not one["reached"]
        assert one["verdict"].endswith("not reached. The two differ."), one
        assert float(one["measured"]) == pytest.approx(value, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("text", ["x", "nan", "inf", "1,2", "", ",", "9" * 5000, "1e999"])
def test_what_is_no_statement_of_these_goals_is_quoted_and_left_out(text):
    state = ExploreState.of_address({**SOLVED, "measured": text})
    assert state.measured == ()
    assert state.address() == SOLVED
    misread = ExploreState.misread({**SOLVED, "measured": text})
    assert [one[:9] for one in misread] == (["measured="] if text else [])
    assert ExploreState.of_address({"measured": "1"}).address() == {}


def test_what_cannot_be_measured_says_why():
    goals = [GAP, {"measure": "correlation", "component": 1, "column": 7, "at_least": 0.5}]
    tour = made({**step(data="rings", kernel="linear"), "goals": goals})
    first, second = told(ExploreState.of_address({"tour": tour.packed, "measured": "99,1"}))
    assert first["said"] == "cannot be measured: with these settings there are 2 components"
    assert first["verdict"] == (
        f"The link states 99{PER_CENT}; the page cannot measure it here: not reached."
    )
    assert second["said"] == "cannot be measured: the data have 2 columns"
    assert (first["measured"], first["reached"]) == ("", False)
    images = made({**step("denoise", show="digits"),
                   "goals": [{"measure": "preimage_error", "at_most": 5}]})  # fmt: skip
    (one,) = told(page_of("denoise").state.of_address({"tour": images.packed}))
    assert one["said"] == "cannot be measured: there is no picture of these settings yet"
    away = page_of("sweep").state.of_address({"tour": RINGS.packed})
    assert story_data(away)["away"]
    assert story_data(away)["goals"]["told"] == []


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({}, "list of at most"),
        ([GAP] * (MOST + 1), "list of at most"),
        ([3], "no measure None; it has share, cumulative_share"),
        ([{**GAP, "measure": "nope"}], "no measure 'nope'; it has share, cumulative_share"),
        ([{**GAP, "measure": "m" * 9000}], "no measure 'mmmm"),
        ([{**GAP, "measure": "line_error"}], "no measure 'line_error'"),
        ([{"measure": "gap", "component": 3}], "one of the entries at_least, at_most, equals"),
        ([{**GAP, "at_most": 3}], "one of the entries at_least, at_most, equals"),
        ([{**GAP, "colour": 3}], "The measure gap has no 'colour'"),
        ([{**GAP, "component": 17}], "component is a number from 1 to 16; got 17"),
        ([{**GAP, "component": True}], "from 1 to 16; got True"),
        (
            [{**GAP, "at_least": float("nan")}],
            "at_least is a number from -1e[+]09 to 1e[+]09; got nan",
        ),
        (
            [{**GAP, "at_least": "9" * 9000}],
            "at_least is a number from -1e[+]09 to 1e[+]09; got '999",
        ),
        ([{**GAP, "at_least": 10**400}], "at_least is a number from -1e[+]09 to 1e[+]09; got 1000"),
    ],
)
def test_what_is_no_goal_is_quoted(sent, why):
    with pytest.raises(ValueError, match=why) as error:
        goals_of(sent, "explore")
    assert len(str(error.value)) < 600
    with pytest.raises(ValueError, match=f"Step 1 of the tour: .*{why}"):
        tour_of(entries({**step(), "goals": sent}))


# Measures


@pytest.mark.parametrize("page", ["explore", "table", "method", "denoise", "compare"])
def test_measures_of_a_page_give_numbers_or_say_why(page):
    address = {"table": {"data": "iris"}, "explore": {"data": "rings"}}.get(page, {})
    state = page_of(page).state.of_address(address)
    found = page_of(page).solve(state)
    assert measures_of(page)
    for name, one in measures_of(page).items():
        goal = Goal(name, tuple((f.name, f.default) for f in one.arguments), "at_least", 0.0)
        value = found_of(goal, found)
        assert isinstance(value, float) or "this needs points of two classes" in value, name
        assert one.said(dict(goal.arguments)).strip()


def test_the_widest_gap_is_of_components_that_there_are():
    fitted = SimpleNamespace(scores=np.array([[0.0, 0.0], [1.0, 4.0], [2.0, 5.0], [3.0, 3.0]]))
    found = SimpleNamespace(decomposition=fitted, labels=np.array([0, 0, 1, 1]))
    said = {}
    for first, last in ((1, 16), (16, 1), (1, 1), (3, 4)):
        goal = Goal("widest_gap", (("first", first), ("last", last)), "at_least", 0.0)
        said[first, last] = found_of(goal, found)
    assert said[1, 16] == said[16, 1] == said[1, 1] == pytest.approx(100 / 3)
    assert said[3, 4] == "with these settings there are 2 components"


def test_what_would_keep_a_frame_waiting_is_not_measured():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(1200, 2))
    for labels, X, name in (
        (np.arange(1200) % 3, scores, "separating_arc"),
        (np.arange(600) % 100, scores, "separating_arc"),
        (np.arange(1200) % 3, rng.normal(size=(1200, 200)), "linear_agreement"),
    ):
        fitted = SimpleNamespace(scores=scores[: len(labels)])
        picture = SimpleNamespace(decomposition=fitted, labels=labels, data=X)
        goal = Goal(name, (("component", 1),) * (name != "separating_arc"), "at_least", 0.0)
        assert "too many data" in found_of(goal, picture)


def test_measures_do_not_depend_on_signs():
    picture = page_of("explore").solve(ExploreState.of_address({"data": "rings"}))
    signs = np.where(np.arange(picture.decomposition.n_components) % 2, 1.0, -1.0)
    other = picture.with_signs(signs)
    for name, one in measures_of("explore").items():
        given = {field.name: field.default for field in one.arguments}
        assert one.find(other, **given) == pytest.approx(one.find(picture, **given)), name


def test_measures_agree_with_their_definitions():
    explore, method = page_of("explore"), page_of("method")
    linear = explore.solve(ExploreState.of_address({"data": "parabola", "kernel": "linear"}))
    X, find = linear.points, {name: one.find for name, one in MEASURES.items()}
    values = np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]
    assert find["share"](linear, 1) == pytest.approx(100 * values[0] / values.sum())
    assert find["cumulative_share"](linear, 2) == pytest.approx(100)
    assert find["above_share"](linear, 10) == (values > 0.1 * values.sum()).sum()
    assert find["linear_agreement"](linear, 1) == pytest.approx(1)
    score = fit(Linear(), X, 2).scores[:, 0]
    assert find["correlation"](linear, 1, 2) == pytest.approx(
        abs(np.corrcoef(score, X[:, 1])[0, 1])
    )
    assert find["unexplained"](linear, 1) == pytest.approx(0, abs=1e-8)
    example = method.solve(method.state.of_address({"points": "rings", "n": "12", "angle": "30"}))
    K = example.kernel(example.X)
    assert find["gram_entry"](example, 2, 5) == pytest.approx(K[1, 4])
    v = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6)])
    Z = example.X - example.X.mean(axis=0)
    rest = (Z**2).sum() - ((Z @ v) ** 2).sum()
    least = (Z**2).sum() - np.linalg.svd(Z)[1][0] ** 2
    assert find["line_error"](example) == pytest.approx(100 * rest / least)
