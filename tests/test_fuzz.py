"""Nonsense for everything that takes input, drawn from a seed; what it found."""

from __future__ import annotations

import asyncio
import os
import re
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from support.fuzz import core, pages, troubles
from support.visitors import every_page

from datasets import usps
from kpca_core import Gaussian, KernelPCA, Linear, Matern, Polynomial, RationalQuadratic
from views.hosts.streamlit.headers import Headers
from views.hosts.streamlit.widgets import NEXT, _read_widgets, visit_of, widget_of
from views.pages.explore.state import ExploreState


@pytest.mark.parametrize(
    ("cases", "count"),
    [
        (pages.addresses, 400),
        (pages.questions, 150),
        (core.cases, 1000),
    ],
)
def test_nonsense_gets_messages(cases, count):
    assert list(troubles(cases(Random(7), count))) == []


# What was found


@pytest.mark.parametrize("make", [Matern, RationalQuadratic])
@pytest.mark.parametrize("length", [1e300, 1e-300])
def test_lengths_whose_squares_are_no_numbers(make, length):
    with pytest.raises(ValueError, match=re.escape(f"got length={length!r}. Rescale")):
        make(length)


def test_a_polynomial_of_a_degree_beyond_all_lists_counts_features_that_it_cannot_list():
    high = Polynomial(10**300)
    assert high.feature_dimension(1) == 1
    assert high.feature_dimension(2) == 10**300 + 1
    assert (high + Linear()).feature_dimension(2) == 10**300 + 3
    assert (Gaussian(1.0) + high).feature_dimension(2) == np.inf
    assert (high * Gaussian(1.0)).feature_dimension(30) == np.inf
    for kernel in (high, high + Linear(), 2.0 * high, Linear() * high):
        assert not kernel.lists_features(2)
    with pytest.raises(ValueError, match=r"features of 2 columns.*Gram matrix"):
        high.features(np.zeros((3, 2)))


def test_scores_beyond_float32_are_not_infinite():
    X = np.random.default_rng(0).standard_normal((30, 2)).astype(np.float32) + 3
    with pytest.raises(ValueError, match="beyond the range of float32; give float64"):
        KernelPCA(Polynomial(100), 2).fit_transform(X)


@pytest.mark.filterwarnings("ignore:Asked for n_components")
def test_there_is_no_way_back_to_points_of_which_none_is_kept():
    model = KernelPCA(Linear() * Gaussian(1.0), 2).partial_fit(np.zeros((20, 1)))
    assert model.expansion_.points.shape == (0, 1)
    with pytest.raises(ValueError, match="no point to return to"):
        model.inverse_transform(np.zeros((1, 0)))


def test_places_where_no_digits_can_be(tmp_path):
    os.mkfifo(tmp_path / "usps")
    (tmp_path / "usps.npz").symlink_to("usps.npz")
    (tmp_path / "usps.h5").mkdir()
    own = [tmp_path, *(tmp_path / name for name in ("usps", "usps.npz", "usps.h5"))]
    devices = ("/dev/zero", "/dev/tty", "/dev/null", "/proc/self/mem", "/proc/self/environ")
    for place in (*own, *devices, "", "\0", "a" * 5000, "a/" * 3000, "~", "\udc80", "//", "."):
        with pytest.raises(ValueError, match=r"\w{3}"):
            usps(place)


@pytest.fixture
def session(monkeypatch):
    """What a session holds, in place of Streamlit's."""
    found = {}
    for module in ("views.hosts.streamlit.widgets", "views.hosts.streamlit.messages"):
        monkeypatch.setattr(f"{module}.st", SimpleNamespace(session_state=found))
    return found


def test_values_that_a_widget_does_not_offer_are_not_read(session):
    state = ExploreState.of_address({})
    wrong = {"scale": "Linear axis", "components": 10**18, "width": float("nan"), "centred": "on"}
    fields = {one.key: one for one, _ in state.settings}
    assert set(wrong) <= set(fields)
    visit = visit_of(ExploreState)
    for key, value in wrong.items():
        session[widget_of(fields[key])] = value
    _read_widgets(visit, state)
    assert visit.values == {}
    session[widget_of(fields["components"])] = 5
    _read_widgets(visit, state)
    assert visit.values == {widget_of(fields["components"]): 5}


NO_MESSAGES = ([1], "x", 3, {}, {"n": [], "keys": [1], "address": "nan"})


@pytest.mark.parametrize("sent", NO_MESSAGES)
def test_components_that_send_nonsense_change_nothing(session, sent):
    from views.hosts.streamlit.messages import take_messages

    pages = every_page()
    session["tools"] = {"settled": sent, "pages": sent}
    visit_of(pages["compare"]).state = pages["compare"].of_address({})
    assert take_messages("compare") is None
    assert NEXT not in session


@pytest.mark.parametrize(("kind", "answer"), [("http", 400), ("websocket", 1008)])
@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("/_stcore/stream", b"http://["),
        ("/_stcore/bidi-components/kpca-core.live/" + "9" * 256, b"http://a"),
        ("/a" * 2000, b"http://a"),
    ],
)
def test_requests_on_which_streamlit_would_fail_reach_nothing(kind, answer, path, origin):
    sent = []

    async def reached(*_):
        raise AssertionError

    async def send(message):
        sent.append(message)

    scope = {"type": kind, "path": path, "headers": [(b"origin", origin)]}
    asyncio.run(Headers(reached)(scope, None, send))
    assert answer in sent[0].values()
