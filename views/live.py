"""The live component on the page: mounts it, follows the hand, commits on release."""

from __future__ import annotations

from typing import Any

import streamlit as st

from views.frame import frame
from views.inspect import inspect
from views.page import guarded
from views.settings import PENDING, Settings, commit
from views.solving import Picture, dataset, picture_of

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

    While a slider is dragged the component sends its values as state "live" and only this
    fragment reruns; on release its trigger "commit" moves them to the sidebar.
    """
    if PENDING in st.session_state:
        st.rerun()
    request, values = _under_the_hand(settings)
    picture = picture_of(settings, values)
    if values is not None:
        picture = _continued(picture)
    st.session_state["last picture"] = picture
    result = _component(
        key=KEY,
        data=frame(
            picture,
            dataset(settings.data_token, settings),
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
    request = live.get("request")
    request = request if isinstance(request, int) else 0
    if live.get("token") != settings.token or request <= st.session_state.get(SETTLED, 0):
        return request, None
    sent = live.get("values") or {}
    values = {p.name: p.accepted(sent.get(p.name)) for p in settings.choice.parameters}
    if None in values.values():
        return request, None
    return request, values  # type: ignore[return-value]


def _continued(picture: Picture) -> Picture:
    """With the signs of the picture before, so that colours do not swap under the hand."""
    before = st.session_state.get("last picture")
    return picture if before is None else picture.aligned_to(before)


def _commit(settings: Settings) -> None:
    state: Any = st.session_state[KEY]
    # What the hand did before this release is over, also if its settings come back.
    st.session_state[SETTLED], _ = _under_the_hand(settings)
    commit(settings, (state.get("commit") or {}).get("values") or {})
