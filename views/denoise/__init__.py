"""The page "Denoise": noisy points and images, and what pre-images of few components leave."""

from __future__ import annotations

from views.denoise.downloads import draw_downloads
from views.denoise.facts import draw_facts
from views.denoise.live import draw_live
from views.denoise.sidebar import draw_sidebar
from views.denoise.state import DenoiseState
from views.head import draw_head
from views.page import guarded, let_picture_arrive, settings_on_paper
from views.text.denoise import DO, DO_OF_IMAGES, NAME, WHAT, WHAT_OF_IMAGES
from views.widgets import current


def page() -> None:
    """Draw the page."""
    state = current(DenoiseState)
    what, do = (WHAT, DO) if state.points else (WHAT_OF_IMAGES, DO_OF_IMAGES)
    draw_head(state, NAME, what, do)
    if state.images is not None:
        from views.denoise.images import draw_images

        draw_images(state, state.images)
    else:
        draw_live(state)
        let_picture_arrive()
        draw_sidebar(state)
        guarded(draw_downloads)(state)
        guarded(draw_facts)(state)
    settings_on_paper(state)
