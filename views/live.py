"""The live component on the page: mounts it, follows the hand, commits on release."""

from __future__ import annotations

from typing import Any

import streamlit as st

from views.frame import frame
from views.inspect import inspect
from views.page import guarded
from views.settings import PENDING, Settings, commit
from views.solving import Picture, dataset, picture_of
from views.stream import offer, values_under_hand

KEY = "panels"
SETTLED = "last settled request"
# Streamlit finds the files through `[tool.streamlit.component]` in pyproject.toml. A script given
# as a file is attached to the page and awaited anew for every frame; this one, sent with the frame,
# loads the module once, from beside the style sheet, and from then on calls it at once.
LOADER = """
let live = null;
export default function (component) {
  if (live) return live(component);
  const { href } = component.parentElement.querySelector("link[rel=stylesheet]");
  return import(new URL("live.js", href).href).then((module) => {
    live = module.default;
    return live(component);
  });
}
"""
_component = st.components.v2.component("kpca-core.live", css="live.css", js=LOADER)


@st.fragment
@guarded
def live(settings: Settings) -> None:
    """Sliders, spectrum and eigenfunctions of `settings`.

    While a slider is dragged the component takes its frames from `views.stream`. Where that does
    not answer it sends its values as state "live", and this fragment reruns for every frame. On
    release its trigger "commit" moves the values to the sidebar.
    """
    if PENDING in st.session_state:
        st.rerun()
    request, values = _under_the_hand(settings)
    picture = picture_of(settings, values)
    if values is not None:
        picture = _continued(picture)
    st.session_state["last picture"] = picture
    data = dataset(settings.data_token, settings)
    offer(settings, data, picture)
    result = _component(
        key=KEY,
        data=frame(
            picture,
            data,
            settings,
            values or dict(settings.kernel_values),
            request,
            moving=values is not None,
        ),
        on_live_change=_nothing,
        on_commit_change=lambda: _commit(settings),
        on_open_change=_nothing,
    )
    if result.open is not None:
        inspect(settings, int(result.open["panel"]))


def _nothing() -> None:
    """Streamlit keeps only those states of a component that have a callback."""


def _under_the_hand(settings: Settings) -> tuple[int, dict[str, float] | None]:
    """The newest request number and, if the slider is away from the sidebar, its values."""
    state: Any = st.session_state.get(KEY) or {}
    live = state.get("live") or {}
    request, settled = _request_of(live), st.session_state.get(SETTLED, 0)
    if live.get("token") != settings.token or request <= settled:
        return max(request, settled), None
    return request, values_under_hand(settings, live.get("values") or {})


def _request_of(sent: dict[str, Any]) -> int:
    request = sent.get("request")
    return request if isinstance(request, int) else 0


def _continued(picture: Picture) -> Picture:
    """With the signs of the picture before, so that colours do not swap under the hand."""
    before = st.session_state.get("last picture")
    return picture if before is None else picture.aligned_to(before)


def _commit(settings: Settings) -> None:
    state: Any = st.session_state[KEY]
    sent = state.get("commit") or {}
    # What the hand did before this release is over, also if its settings come back.
    st.session_state[SETTLED] = max(_request_of(sent), _under_the_hand(settings)[0])
    commit(settings, sent.get("values") or {})
