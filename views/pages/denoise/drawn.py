"""A picture as the page "Denoise" shows it: its words, and the bytes that the component draws."""

from __future__ import annotations

from typing import Any

from datasets import FAMILIES
from kpca_core._support.words import _
from kpca_core.drawing.canvas.denoising import Denoising, denoising_frame
from kpca_core.drawing.canvas.indefinite import NO_OBJECTIVE
from kpca_core.feature_space.preimage import METHODS
from views.pages.controls import slider_of
from views.pages.denoise.origin import file_name, origin_of
from views.pages.denoise.state import LABELS, DenoiseState, obstacle
from views.pages.page import Detail
from views.words.denoise import fewer_components, method_does_not_fit


def methods_of(state: DenoiseState) -> list[dict[str, str]]:
    """Return the methods, each with the reason why it cannot be chosen, "" where it can."""
    kernel = state.toy.kernel.build()
    lacking = {name: obstacle(name, kernel) for name in METHODS}

    def why(needs: str) -> str:
        return _("Needs {needs}.").format(needs=_(needs)) if needs else ""

    return [
        {"name": name, "label": _(LABELS[name]), "why": why(needs)}
        for name, needs in lacking.items()
    ]


def notes_of(state: DenoiseState, found: Denoising) -> list[str]:
    """Return sentences on what differs from what was asked for."""
    points, notes = state.toy, [_(NO_OBJECTIVE)] if found.objective is None else []
    if points.method in METHODS and points.method != points.applied:
        needs = _(obstacle(points.method, points.kernel.build()))
        kernel = _(points.kernel.family.label)
        asked, taken = _(LABELS[points.method]), _(LABELS[points.applied])
        notes.append(method_does_not_fit(asked, needs, kernel, taken))
    if found.d < points.d:
        notes.append(fewer_components(found.d, points.d))
    return notes


def frame_of(
    state: DenoiseState,
    request: int,
    found: Denoising,
    detail: Detail | None = None,
    read: int = 0,
) -> bytes:
    """Return the frame of a picture.

    Parameters
    ----------
    state, found
        the picture, and of what
    request
        the newest request of the browser that this frame answers
    detail
        of a moving frame, None for a complete one
    read
        the number of the newest message that was read
    """
    sliders = [slider_of(state, p, state.value_of(p)) for p in state.sliders]
    reply: dict[str, Any] = {"request": request}
    if detail is None:
        reply |= {"read": read, "page": state.page, "address": state.asked}
        reply |= {"caption": origin_of(state, found).caption, "file": file_name(state, "picture")}
    return denoising_frame(
        found,
        sliders,
        methods_of(state),
        reply,
        notes=notes_of(state, found),
        truth=_(FAMILIES[state.toy.data].true_place),
        moving=detail is not None,
        deflate=detail is not None and detail.deflate,
    )
