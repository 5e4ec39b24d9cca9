"""The address: identities, a canonical text of the state, and links from before there were any."""

from __future__ import annotations

import urllib.parse
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.edits import edits

from kpca_core.analysis.limits import LAWS
from kpca_core.neighbours import METHODS
from views.limits import QUOTED
from views.pages.compare.state import CompareState
from views.pages.digits.state import SOURCES, DigitsState
from views.pages.explore.points import EditsField
from views.pages.explore.state import ExploreState
from views.pages.neighbours.state import MethodsField, NeighboursState
from views.pages.paper.state import PaperState
from views.pages.scale.state import SIZE, ScaleState
from views.pages.sweep.state import SweepState
from views.state.catalogue import DATA, KERNELS
from views.state.fields import Choice, Number, Place, Several, Switch, Text

PAGES = (
    ExploreState, SweepState, CompareState, NeighboursState, PaperState, DigitsState, ScaleState,
)  # fmt: skip

# Every value of a choice that addresses held before choices had identities.
OLD = {
    (ExploreState, "data"): {
        "Three clusters": "clusters",
        "Noisy parabola": "parabola",
        "Concentric rings": "rings",
    },
    (ExploreState, "kernel"): {
        "Gaussian": "gaussian",
        "Polynomial": "polynomial",
        "Linear": "linear",
        "Sigmoid": "sigmoid",
        "Laplacian": "laplacian",
        "Cosine": "cosine",
        "Rational quadratic": "rational-quadratic",
        "Matérn": "matern",
    },
    (ExploreState, "convention"): {"width c": "width", "σ": "sigma", "γ": "gamma"},
    (ExploreState, "nu"): {"1/2": "0.5", "3/2": "1.5", "5/2": "2.5"},
    (ExploreState, "grid"): {
        "25²": "25",
        "50²": "50",
        "75²": "75",
        "100²": "100",
        "150²": "150",
        "200²": "200",
    },
    (ExploreState, "scale"): {
        "λ of K̃": "eigenvalue",
        "λ / n": "variance",
        "fraction of the trace": "fraction",
    },
    (ScaleState, "data"): {
        "Three clusters": "clusters",
        "Noisy parabola": "parabola",
        "Concentric rings": "rings",
    },
    (ScaleState, "kernel"): {
        "Gaussian": "gaussian",
        "Laplacian": "laplacian",
        "Matérn": "matern",
        "Rational quadratic": "rational-quadratic",
        "Polynomial": "polynomial",
    },
    (ScaleState, "nu"): {"1/2": "0.5", "3/2": "1.5", "5/2": "2.5"},
    (ScaleState, "size"): {
        "1,000": "1000",
        "2,000": "2000",
        "5,000": "5000",
        "10,000": "10000",
        "20,000": "20000",
        "50,000": "50000",
        "100,000": "100000",
        "200,000": "200000",
        "500,000": "500000",
        "1,000,000": "1000000",
    },
    (PaperState, "figure"): {
        "Figure 3": "3",
        "Figure 4": "4",
        "Figure 5": "5",
        "PRML 12.16": "prml-12.16",
        "PRML 12.17": "prml-12.17",
    },
    (DigitsState, "digits"): {
        "Built-in digits": "builtin",
        "USPS from a file": "file",
        "USPS from openml.org": "openml",
    },
}
LINKS = [
    (page, key, old, new) for (page, key), values in OLD.items() for old, new in values.items()
]
SHOWN_WITH = {"nu": {"kernel": "matern"}}


@pytest.mark.parametrize(("page", "key", "old", "new"), LINKS)
def test_every_old_value_means_what_it_meant(page, key, old, new):
    context = SHOWN_WITH.get(key, {})
    state = page.of_address({**context, key: old})
    assert state == page.of_address({**context, key: new})
    ((field, value),) = [pair for pair in state.settings if pair[0].key == key]
    assert field.write(value) == new


def test_no_choice_of_the_time_is_left_out():
    def fields_of(page, **address):
        return {field.key: field for field, _ in page.of_address(address).settings}

    fields = {
        **{(ExploreState, key): f for key, f in fields_of(ExploreState).items()},
        (ExploreState, "nu"): fields_of(ExploreState, kernel="matern")["nu"],
        **{(ScaleState, key): f for key, f in fields_of(ScaleState).items()},
        (ScaleState, "nu"): fields_of(ScaleState, kernel="matern")["nu"],
        (PaperState, "figure"): PaperState.of_address({}).field("figure"),
        (DigitsState, "digits"): SOURCES,
    }
    for place, values in OLD.items():
        later = {"kernel": {"paraboloid"}, "data": {*LAWS}}.get(place[1], set())
        options = set(fields[place].options)
        assert set(values.values()) | (later & options) == options, place
    plain = {key for (_, key), f in fields.items() if isinstance(f, Choice)} - {k for _, k in OLD}
    # The labels of the first two are their identities; the others came later.
    assert plain == {"m", "component", "view", "combined"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "?data=Three%20clusters&kernel=Gaussian&convention=width%20c",
            {},
        ),
        (
            "?data=Noisy+parabola&paper=false&seed=7&n=60&noise=0.1&kernel=Polynomial&degree=3"
            "&offset=1.5&components=5&grid=50%C2%B2&centred=false&scale=fraction+of+the+trace",
            {
                "data": "parabola", "paper": "false", "seed": "7", "n": "60", "noise": "0.1",
                "kernel": "polynomial", "degree": "3", "offset": "1.5", "components": "5",
                "grid": "50", "centred": "false", "scale": "fraction",
            },
        ),
        (
            # As the page Paper linked: every setting, defaults too.
            "?data=Noisy+parabola&kernel=Polynomial&degree=3&offset=0.0&components=3&n=100"
            "&noise=0.2&paper=true&scale=%CE%BB+of+K%CC%83",
            {"data": "parabola", "kernel": "polynomial", "degree": "3", "components": "3"},
        ),
        (
            "?data=Concentric+rings&kernel=Gaussian&convention=%CF%83&sigma=0.7&inner=1.0&outer=2.0"
            "&ring_noise=0.1&ring_n=200&seed=0&scale=%CE%BB+%2F+n",
            {
                "data": "rings", "convention": "sigma", "sigma": "0.7", "inner": "1.0",
                "outer": "2.0", "ring_noise": "0.1", "scale": "variance",
            },
        ),
        (
            "?kernel=Mat%C3%A9rn&nu=5%2F2&length=0.5&grid=200%C2%B2",
            {"kernel": "matern", "nu": "2.5", "length": "0.5", "grid": "200"},
        ),
    ],
)  # fmt: skip
def test_an_old_link_restores_the_state_and_gets_the_new_address(old, new):
    state = ExploreState.of_address(dict(urllib.parse.parse_qsl(old[1:])))
    assert state.address() == new
    assert ExploreState.of_address(new) == state


def test_an_address_is_plain_text_that_names_the_state():
    for page in PAGES:
        state = page.of_address({})
        assert state.address() == {}
        assert page.of_asked(dict(parse_qsl(state.asked))) == state
        assert state.token.isascii()
    for data in DATA:
        for kernel in KERNELS:
            state = ExploreState.of_address({"data": data, "kernel": kernel})
            assert ExploreState.of_address(state.address()) == state


KEYS = st.lists(st.sampled_from([*METHODS]), min_size=2, max_size=6, unique=True)
# What draws the values of fields of which there is one kind a page.
OTHERS = {
    EditsField: lambda _: edits(most=20),
    MethodsField: lambda _: KEYS.map(tuple),
    Place: lambda _: st.none() | st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2),
    Text: lambda field: st.text(max_size=field.longest).filter(str.isprintable),
}


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_any_state_comes_back_from_its_address_and_its_token(data):
    def drawn(field):
        if isinstance(field, Choice):
            return data.draw(st.sampled_from(list(field.options)))
        if isinstance(field, Switch):
            return data.draw(st.booleans())
        if isinstance(field, Several):
            numbers = st.lists(st.integers(1, field.high), unique=True, max_size=9)
            return data.draw(st.none() | numbers.map(sorted).map(tuple))
        if type(field) in OTHERS:
            return data.draw(OTHERS[type(field)](field))
        if field.default is None and data.draw(st.booleans()):
            return None
        if field.integer:
            return data.draw(st.integers(field.low, field.high))
        return data.draw(st.floats(field.low, field.high))

    for page in PAGES:
        state = page.of(drawn)
        assert page.of_address(state.address()) == state
        assert page.of_asked(dict(parse_qsl(state.asked))) == state


@pytest.mark.parametrize(
    "text", ["", "abc", "nan", "inf", "1e999", "-1", "1e9", "0x10", "1,5", "None"], ids=repr
)
def test_numbers_out_of_range_or_none_at_all_are_not_read(text):
    assert Number("width", "width c", 0.1, 1e-3, 1e2).read(text) is None
    assert Number("n", "Points", 30, 1, 1000, integer=True).read(text) is None


def test_what_an_address_misstates_is_listed():
    misread = ExploreState.misread
    assert (
        misread({}) == misread({"kernel": "Matérn", "grid": "200²", "utm": "x", "width": ""}) == []
    )
    address = {"story": "nope", "kernel": "foo", "components": "99", "grid": "50"}
    assert misread(address) == ["kernel=foo", "components=99", "story=nope"]
    assert misread({"data": "rings", "width": "-5"}) == ["width=-5"]
    assert [len(one) for one in misread({"kernel": "x" * 9000})] == [len("kernel=") + QUOTED]
    for page in PAGES:
        assert page.misread({"story": "*x*"}) == ["story=*x*"]
        assert page.misread(page.of_address({"kernel": "laplacian"}).address()) == []


def test_labels_may_change_while_links_keep_working():
    translated = replace(SIZE, options={size: f"{size} Punkte" for size in SIZE.options})
    assert translated.read("5,000") == translated.read("5000") == "5000"
