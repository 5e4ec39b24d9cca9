"""Links from before choices had identities, and what is no state: nothing of it is lost."""

from __future__ import annotations

import urllib.parse
from dataclasses import replace

import pytest

from views.limits import QUOTED
from views.named import PAGES
from views.pages.explore.state import ExploreState
from views.pages.page import page_of
from views.pages.scale.state import SIZE
from views.state.fields import Choice

# Every value of a choice that addresses held before choices had identities, by key.
OLD = {
    "data": {"Three clusters": "clusters", "Noisy parabola": "parabola",
             "Concentric rings": "rings"},
    "kernel": {"Gaussian": "gaussian", "Polynomial": "polynomial", "Linear": "linear",
               "Sigmoid": "sigmoid", "Laplacian": "laplacian", "Cosine": "cosine",
               "Rational quadratic": "rational-quadratic", "Matérn": "matern"},
    "convention": {"width c": "width", "σ": "sigma", "γ": "gamma"},
    "nu": {"1/2": "0.5", "3/2": "1.5", "5/2": "2.5"},
    "grid": {f"{size}²": str(size) for size in (25, 50, 75, 100, 150, 200)},
    "scale": {"λ of K̃": "eigenvalue", "λ / n": "variance", "fraction of the trace": "fraction"},
    "size": {"1,000": "1000", "20,000": "20000", "1,000,000": "1000000"},
    "figure": {"Figure 3": "3", "Figure 4": "4", "Figure 5": "5", "PRML 12.16": "prml-12.16",
               "PRML 12.17": "prml-12.17"},
    "digits": {"Built-in digits": "builtin", "USPS from a file": "file",
               "USPS from openml.org": "openml"},
}  # fmt: skip
WITH = {"explore": [*OLD][:6], "scale": ["data", "kernel", "nu", "size"], "paper": ["figure"],
        "digits": ["digits"]}  # fmt: skip


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in WITH for key in WITH[name]])
def test_every_old_value_means_what_it_meant(name, key):
    page = page_of(name).state
    shown = {"kernel": "matern"} if key == "nu" else {}
    (field,) = (one for one, _ in page.of_address(shown).settings if one.key == key)
    offered = {old: new for old, new in OLD[key].items() if new in field.options}
    # Scale offers kernels of which low rank is something to look at.
    assert len(offered) == len(OLD[key]) or (name, key) == ("scale", "kernel")
    for old, new in offered.items():
        state = page.of_address({**shown, key: old})
        assert state == page.of_address({**shown, key: new})
        assert state.texts[key] == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
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
    ],
)  # fmt: skip
def test_an_old_link_restores_the_state_and_gets_the_new_address(old, new):
    state = ExploreState.of_address(dict(urllib.parse.parse_qsl(old[1:])))
    assert state.address() == new
    assert ExploreState.of_address(new) == state


def test_what_an_address_misstates_is_listed():
    misread = ExploreState.misread
    for right in ({}, {"kernel": "Matérn", "grid": "200²", "utm": "x", "width": ""}):
        assert misread(right) == []
    address = {"story": "nope", "kernel": "foo", "components": "99", "grid": "50"}
    assert misread(address) == ["kernel=foo", "components=99", "story=nope"]
    assert misread({"data": "rings", "width": "-5"}) == ["width=-5"]
    assert [len(one) for one in misread({"kernel": "x" * 9000})] == [len("kernel=") + QUOTED]


def test_labels_may_change_while_links_keep_working():
    translated = replace(SIZE, options={size: f"{size} Punkte" for size in SIZE.options})
    assert translated.parse("5,000") == translated.parse("5000") == "5000"


def test_equal_keys_of_a_page_are_one_setting_wherever_they_occur():
    for name in PAGES:
        page, seen, waiting, known = page_of(name).state, {}, [{}], set()
        for address in waiting:
            found = page.of_address(address).settings
            assert len({one.key for one, _ in found}) == len(found)
            for one, _ in found:
                assert seen.setdefault((one.owner, one.key), one) == one
                if one.key not in known and isinstance(one, Choice):
                    known.add(one.key)
                    waiting += [{**address, one.key: option} for option in one.options]
