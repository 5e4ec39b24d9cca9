"""The page "Denoise": noisy points and images, and what pre-images of few components leave."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from kpca_core import Decomposition
from kpca_core._support.words import _
from kpca_core.datasets import FAMILIES
from kpca_core.drawing.canvas.denoising import Denoising, denoising_scene
from kpca_core.drawing.canvas.indefinite import NO_OBJECTIVE
from kpca_core.drawing.scene import Detail, pack
from kpca_core.feature_space.preimage import METHODS
from views.pages.controls import kernel_controls, slider_of
from views.pages.denoise.facts import facts
from views.pages.denoise.files import files, picture_words
from views.pages.denoise.solving import cost_of, picture_of, solve_state
from views.pages.denoise.state import LABELS, DenoiseState, Images, Points, obstacle
from views.pages.digit_source import source_controls
from views.pages.page import Asked, Page, Seen, Shown
from views.scene import Control, Divider, Drawing, Part, Places, Scene
from views.words.denoise import (
    DO,
    DO_OF_IMAGES,
    DO_OF_SCORES,
    NAME,
    WHAT,
    WHAT_OF_IMAGES,
    WHAT_OF_SCORES,
    fewer_components,
    method_does_not_fit,
)
from views.work import Estimate

Found: TypeAlias = Denoising | Decomposition | None


class DenoisePage(Page[DenoiseState, Found]):
    """Points of the plane under the pointer, or images of digits."""

    state, words = DenoiseState, (NAME, WHAT, DO)

    def heading(self, state: DenoiseState) -> tuple[str, str, str]:
        if state.images is None:
            return self.words
        scored = (NAME, WHAT_OF_SCORES, DO_OF_SCORES)
        return scored if state.images.scored else (NAME, WHAT_OF_IMAGES, DO_OF_IMAGES)

    def cost(self, state: DenoiseState) -> Estimate:
        return cost_of(state) if state.points is not None else Estimate()

    def solve(self, state: DenoiseState, detail: Detail | None = None) -> Found:
        if state.images is not None:
            from views.pages.denoise.images import scored

            return scored(state.images) if state.images.scored else None
        return picture_of(state) if detail is None else solve_state(state, detail.samples)

    def frame(self, shown: Shown[DenoiseState, Found], asked: Asked) -> bytes:
        state, found = shown.state, shown.found
        if isinstance(found, Decomposition):
            from views.pages.denoise.images import scored_scene

            images = scored_scene(state, found, asked.detail is not None)
            return pack(images, asked.reply, asked.detail)
        if found is None:
            raise ValueError(_("These settings are of images, not of points."))
        sliders = [slider_of(state, p, state.value_of(p)) for p in state.sliders]
        fields = [state.toy.field(name) for name in ("chosen", "method")]
        scene = denoising_scene(
            found, sliders, methods_of(state),
            fixed=[one.key for one in fields if state.fixed(one)],
            notes=notes_of(state, found), truth=FAMILIES[state.toy.data].true_place,
            **({} if asked.detail else picture_words(state, found)),
        )  # fmt: skip
        return pack(scene, asked.reply, asked.detail)

    def controls(self, state: DenoiseState, seen: Seen) -> Scene:
        yield Control("shown")
        if state.points is not None:
            yield from _points(state.points)
        if state.images is not None:
            from views.pages.denoise.images import usual_width

            yield from _images(state.images, usual_width(state.images))

    def scene(self, shown: Shown[DenoiseState, Found], seen: Seen) -> Scene:
        state, found = shown.state, shown.found
        if isinstance(found, Decomposition):
            yield Drawing("drawing", "scores")
        elif state.images is not None:
            from views.pages.denoise.images import images

            yield from images(state.images, seen.address)
        if isinstance(found, Denoising):
            yield Drawing("drawing", "denoising")
            yield Part(partial(files, state, found, seen.address))
            yield Part(partial(facts, state))


def _points(points: Points) -> Scene:
    yield Control(points.field("data"))
    yield Places([[Control(points.field("n"))], [Control(points.field("seed"))]])
    yield Divider()
    yield from kernel_controls(points.kernel)
    yield Divider()
    for name in ("method", "start", "chosen"):
        yield Control(points.field(name))


def _images(images: Images, usual: float | None) -> Scene:
    yield from source_controls(images.field("source"), images.source)
    yield Divider()
    if images.scored:
        yield Control(images.field("width"), step=1.0, suggested=usual)
        yield Places([[Control(images.field("i"))], [Control(images.field("j"))]])
        return
    for name in ("kind", "strength", "seed"):
        yield Control(images.field(name))
    yield Divider()
    yield Control(images.field("width"), step=1.0, suggested=usual)
    yield Control(images.field("image"))


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


PAGE = DenoisePage()
