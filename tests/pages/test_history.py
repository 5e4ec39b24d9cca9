"""Locked and hidden controls, and settings that another one contradicts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.frames import shown

from views.hosts.streamlit import run
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.pages.explore.state import ExploreState
from views.state.mark import Mark
from views.visits import Pictures

ROOT = Path(__file__).resolve().parents[2]


def opened(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= {"grid": "25", **query}
    page.run()
    assert not page.exception
    assert not page.error
    return page


def test_reset_leaves_what_is_locked_or_hidden():
    state = ExploreState.of_address(
        {"width": "0.5", "components": "3", "data": "rings", "lock": "width", "hide": "data"}
    )
    assert state.reset().address() == {
        "width": "0.5", "data": "rings", "lock": "width", "hide": "data",
    }  # fmt: skip
    assert ExploreState.of_address({"width": "0.5"}).reset() == ExploreState.of_address({})


@pytest.mark.parametrize("address", [{}, {"story": "too-wide"}], ids=["first view", "story"])
def test_reset_draws_the_picture_of_a_page_just_opened(address):
    page = opened(**address)
    canonical = shown(page)[1]["fields"]
    state = ExploreState.of_address({"grid": "25", **address})
    page.session_state[run.PICTURES] = Pictures({"explore": Mark(state, 16 * "-")})
    np.testing.assert_array_equal(np.sign(shown(page.run())[1]["fields"]), -np.sign(canonical))
    page.session_state[VISITED]["explore"].afresh = True
    np.testing.assert_array_equal(shown(page.run())[1]["fields"], canonical)


def test_locked_widgets_are_disabled_and_hidden_ones_are_not_there():
    page = opened(width="0.5", lock="width,kernel,centred", hide="data,seed")
    assert page.toggle(key="centred").disabled
    assert page.toggle(key="centred").label == "Centred (locked by the link)"
    assert page.selectbox(key="kernel").disabled
    assert page.selectbox(key="convention").disabled, "another convention would change the width"
    assert "data" not in [one.key for one in page.selectbox]
    assert not page.number_input(key="components").disabled
    (slider,) = shown(page)[0]["controls"]
    assert (slider["value"], slider["locked"]) == (0.5, True)
    assert shown(opened(hide="width"))[0]["controls"] == []
    assert "width=0.5" in shown(page)[0]["address"]


def test_a_locked_draw_of_the_paper_locks_its_parameters():
    page = opened(lock="paper")
    assert page.toggle(key="clusters paper").disabled
    assert page.number_input(key="per_cluster").disabled
    assert not opened(lock="paper", paper="false").number_input(key="per_cluster").disabled


def test_the_papers_own_draw_has_the_papers_own_parameters():
    for address in ({"per_cluster": "60"}, {"paper": "true", "sd": "0.2"}):
        state = ExploreState.of_address(address)
        assert state.data.seed == 0
        assert state.address()["paper"] == "false"
    page = opened()
    page.number_input(key="per_cluster").set_value(60).run()
    assert page.toggle(key="clusters paper").value is False
    assert len(shown(page)[1]["points"]) == 180
    (told,) = [one.value for one in page.caption if "paper's own draw" in one.value]
    assert "points per cluster 30, standard deviation 0.1" in told
    page.toggle(key="clusters paper").set_value(True).run()
    assert page.number_input(key="per_cluster").value == 30
    assert not [one for one in page.caption if "paper's own draw" in one.value]
    assert len(shown(page)[1]["points"]) == 90


def _length(page):
    (control,) = (one for one in shown(page)[0]["controls"] if one["name"] == "length")
    return control["value"]


def test_data_sets_and_kernels_keep_their_own_values_under_shared_names():
    page = opened(paper="false", seed="7", kernel="matern", length="0.7")
    page.selectbox(key="data").select("rings").run()
    page.selectbox(key="kernel").select("rational-quadratic").run()
    assert page.number_input(key="rings seed").value == 0
    assert _length(page) == 0.3
    page.number_input(key="rings seed").set_value(9).run()
    page.selectbox(key="data").select("clusters").run()
    page.selectbox(key="kernel").select("matern").run()
    assert page.number_input(key="clusters seed").value == 7
    assert _length(page) == 0.7
    page.selectbox(key="data").select("rings").run()
    assert page.number_input(key="rings seed").value == 9


def changed_early():
    """A page whose widget holds a reader's change as soon as the session knows the widget."""
    import streamlit as st

    from views.hosts.streamlit.widgets import current, take_early_changes
    from views.pages.explore.state import ExploreState
    from views.state.fields import widget_of

    state = current(ExploreState)
    (field,) = (one for one, _ in state.settings if one.key == "components")
    st.session_state[widget_of(field)] = 3
    st.write(f"drawn with {state.components}")
    take_early_changes()


def test_a_change_that_a_new_session_finds_in_a_widget_counts():
    """As where a reader changes a page that a restarted server has not drawn to the end."""
    page = AppTest.from_function(changed_early)
    page.query_params["components"] = "5"
    page.run()
    assert not page.exception
    assert page.query_params["components"] == "3"
    assert [one.value for one in page.markdown] == ["drawn with 3"]
