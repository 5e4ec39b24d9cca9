"""A sigmoid kernel on every page that offers it: nothing speaks of a space that is not there."""

from __future__ import annotations

import json
import re
import zlib

import pytest
from streamlit.testing.v1 import AppTest
from support.frames import decode, only_sheet, opened_page

from kpca_core import Gaussian, Linear, Polynomial
from kpca_core.drawing.canvas.aspects import feature_count
from kpca_core.drawing.canvas.indefinite import INDEFINITE
from views.pages.sweep.solving import sweeps
from views.pages.sweep.state import SweepState

PLACES = {
    "explore": [
        {},
        {"view": "space"},
        {"view": "scores"},
        {"view": "gram"},
        {"scale": "fraction"},
        {"closest": "true", "centred": "false"},
        {"data": "clusters", "per_cluster": "200", "paper": "false"},
    ],
    "own-data": [{"data": "iris"}, {"data": "iris", "view": "space", "scale": "fraction"}],
    "sweep": [{}],
    "compare": [{}],
    "neighbours": [{"methods": "kernel,kernel-ica,spectral"}],
    "denoise": [{}, {"data": "rings"}, {"clusters_d": "0", "data": "clusters"}],
}
# Words of a space, of variances in it, and of distances in it.
SPACE = re.compile(r"feature space|eature vector|of the trace|variance|Φ|objective of|NaN|nan ")
SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*%")


def shown(place: str, **query: str) -> AppTest:
    sides = ("a_kernel", "b_kernel") if place == "compare" else ("kernel",)
    name = {"own-data": "table"}.get(place, place)
    return opened_page(name, **{**dict.fromkeys(sides, "sigmoid"), **query})


def headers(page: AppTest) -> list[dict]:
    """The words of all drawings that the page has sent."""
    found = []
    for one in page.get("bidi_component"):
        content = bytes(one.proto.bytes)
        for unpack in (decode, lambda data: decode(zlib.decompress(data[4:]))):
            try:
                found.append(unpack(content)[0])
                break
            except (ValueError, KeyError, zlib.error, UnicodeDecodeError):
                continue
    return found


def words_of(page: AppTest, drawn: list[dict]) -> str:
    texts = [one.value for kind in ("title", "header", "subheader", "markdown", "caption", "info")
             for one in getattr(page, kind)]  # fmt: skip
    labels = [one.label for kind in ("toggle", "checkbox") for one in getattr(page, kind)]
    chosen = [str(one.value) for one in page.selectbox]
    return " ".join([*texts, *labels, *chosen, *(json.dumps(h, ensure_ascii=False) for h in drawn)])


CASES = [(place, query) for place, queries in PLACES.items() for query in queries]


@pytest.mark.parametrize(("place", "query"), CASES, ids=str)
def test_no_page_speaks_of_a_space_or_of_more_than_all(place, query):
    page = shown(place, **query)
    assert not page.exception
    assert not page.error
    drawn = headers(page)
    if place == "sweep":
        state = SweepState.of_address({"kernel": "sigmoid"})
        drawn.append(only_sheet(sweeps(state.problem).frames)[1])
    assert drawn, "no drawing was read"
    text = words_of(page, drawn)
    assert "igmoid" in text
    assert not SPACE.findall(text)
    assert max((float(share) for share in SHARE.findall(text)), default=0.0) <= 100
    for header in drawn:
        shares = header.get("spectrum", {}).get("cumulative", [])
        assert max(shares, default=0.0) <= 1 + 1e-9
    if place != "compare":
        assert INDEFINITE in text


@pytest.mark.parametrize(
    ("kernel", "columns", "said"),
    [
        (Polynomial(5), 64, "10,424,128 dimensions"),
        (Polynomial(5), 256, "9,525,431,552 dimensions"),
        (2.0 * Polynomial(5), 64, "10,424,128 dimensions"),
        (Linear() + Polynomial(1), 4, "at most 8 dimensions"),
        (0.5 * (Linear() * Polynomial(2)), 3, "at most 18 dimensions"),
        (Gaussian(1.0), 64, "infinitely many dimensions"),
        (Gaussian(1.0) + Polynomial(5), 64, "infinitely many dimensions"),
    ],
    ids=repr,
)
def test_feature_spaces_have_as_many_dimensions_as_is_said(kernel, columns, said):
    assert feature_count(kernel, columns) == said
