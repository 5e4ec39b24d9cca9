"""The stories: every file is valid, and every number in its sentences is computed here."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from PIL import Image
from support import comparison_measures, neighbour_measures, story_measures

from views.pages.compare.solving import compared
from views.pages.compare.state import CompareState
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.neighbours.state import NeighboursState
from views.stories import FOLDER, STORIES, measures, read_stories, read_story
from views.stories.thumbnails import THEMES, thumbnail

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


def test_every_file_is_a_story():
    assert {path.stem for path in FOLDER.glob("*.toml")} == {*STORIES}
    assert len({story.title for story in STORIES.values()}) == len(STORIES)


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


def test_one_of_the_first_three_components_separates_the_rings_linearly():
    """Today's default does not, and the story says which kernel does."""
    story = picture_of(state_of(STORIES["rings"]))
    usual = picture_of(ExploreState.of_address({"data": "rings"}))
    gaps = [[measures.gap(one, j) for j in (1, 2, 3)] for one in (story, usual)]
    assert max(gaps[0]) > 10
    assert max(gaps[1]) < 0


def test_the_overlap_of_nested_intervals_is_the_inner_one():
    """One interval within the other: what a shift would have to be to part them is more."""
    linear = picture_of(state_of(STORIES["rings-linear"]))
    for j in (1, 2):
        values = linear.decomposition.scores[:, j - 1]
        inner, outer = (values[linear.labels == k] for k in (0, 1))
        assert outer.min() < inner.min()
        assert inner.max() < outer.max()
        shared = 100 * np.ptp(inner) / np.ptp(outer)
        assert story_measures.overlap(linear, j) == pytest.approx(shared)
        assert shared < -measures.gap(linear, j)


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


def test_there_is_no_other_thumbnail():
    with pytest.raises(KeyError):
        thumbnail("../server", "light")
    with pytest.raises(KeyError):
        thumbnail("figure-4", "blue")
