"""The page "Denoise": noisy points and images, and what pre-images of few components leave."""

from __future__ import annotations

from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import guarded, let_picture_arrive, settings_on_paper
from views.hosts.streamlit.widgets import current
from views.pages.denoise.downloads import draw_downloads
from views.pages.denoise.facts import draw_facts
from views.pages.denoise.live import draw_live
from views.pages.denoise.sidebar import draw_sidebar
from views.pages.denoise.state import DenoiseState
from views.words.denoise import DO, DO_OF_IMAGES, NAME, WHAT, WHAT_OF_IMAGES


def page() -> None:
    """Draw the page."""
    state = current(DenoiseState)
    what, do = (WHAT, DO) if state.points else (WHAT_OF_IMAGES, DO_OF_IMAGES)
    draw_head(state, NAME, what, do)
    if state.images is not None:
        from views.pages.denoise.images import draw_images

        draw_images(state, state.images)
    else:
        draw_live(state)
        let_picture_arrive()
        draw_sidebar(state)
        guarded(draw_downloads)(state)
        guarded(draw_facts)(state)
    settings_on_paper(state)
