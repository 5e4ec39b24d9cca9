"""The page "Compare": two settings on the same data, matched, with differences and angles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.datasets import Dataset
from kpca_core.drawing.canvas.pairs import Marked, pair_scene
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.words import readable
from kpca_core.drawing.scene import Detail, pack
from kpca_core.spectrum import aligned_signs
from views.pages.compare.files import angles_csv, file_name, name_of, picture_words
from views.pages.compare.solving import Compared, compared, cost_of, fitted_side, points_of
from views.pages.compare.state import CompareState, SideSettings
from views.pages.controls import points_controls, slider_of
from views.pages.explore.solving import dataset_of
from views.pages.page import Asked, Page, Seen, Shown
from views.scene import Control, Divider, Drawing, File, Folded, Scene, Words
from views.state.mark import Mark
from views.words.compare import COMPUTED, DO, NAME, NOTHING, SCALES, WHAT
from views.words.glossary import explained
from views.work import Estimate


class ComparePage(Page[CompareState, Compared]):
    """Two kernel PCAs of one data set; side A keeps its signs."""

    state, words, follows, lasts = CompareState, (NAME, WHAT, DO), True, True

    def cost(self, state: CompareState) -> Estimate:
        return cost_of(state)

    def solve(self, state: CompareState, detail: Detail | None = None) -> Compared:
        return compared(state) if detail is None else compared(state, detail.samples)

    def agreement(
        self, state: CompareState, before: CompareState, find: Callable[[CompareState], Compared]
    ) -> Array | None:
        return aligned_signs(*(fitted_side(one, one.first).scores for one in (state, before)))

    def signed(self, found: Compared, mark: Mark[CompareState]) -> Compared:
        return found.with_signs(mark.factors(len(found.first.side.eigenvalues)))

    def frame(self, shown: Shown[CompareState, Compared], asked: Asked) -> bytes:
        state, texts = shown.state, shown.state.texts
        dataset, sides = dataset_of(state.data), (state.first, state.second)
        sliders = [slider_of(state, p, float(texts[p.key]), p.key) for p in state.sliders]
        scene = pair_scene(
            shown.found.pairing, (name_of(sides[0]), name_of(sides[1])),
            (points_with(dataset, sides[0].outlier), points_with(dataset, sides[1].outlier)),
            dataset.region, sliders, **({} if asked.detail else picture_words(state)),
        )  # fmt: skip
        return pack(scene, asked.reply, asked.detail)

    def controls(self, state: CompareState, seen: Seen) -> Scene:
        yield Control(state.data.field("data"))
        yield from points_controls(state)
        for side in (state.first, state.second):
            yield Divider()
            yield from side_controls(side)
        yield Divider()
        yield Control("components")
        yield Control("one")

    def scene(self, shown: Shown[CompareState, Compared], seen: Seen) -> Scene:
        found = shown.found
        if not found.pairing.angles:
            yield Words(_(NOTHING), "info")
        yield Drawing("drawing", "pairs")
        said = (f"{n}: {one.certificate}" for n, one in zip("AB", found.sides, strict=True))
        computed = Words(readable(" · ".join(said)), "caption")
        # What does not hold stands in sight.
        yield Folded(_(COMPUTED), [computed]) if found.is_certified else computed
        terms = explained("eigenfunction", "identity of a function", "principal angles")
        yield Words(_(SCALES), "caption", help=terms)
        table = partial(angles_csv, shown.state, seen.address)
        yield File(_("Angles and partners CSV"), f"{file_name(shown.state, 'angles')}.csv", table)


def side_controls(side: SideSettings) -> Scene:
    """Yield what sets one side."""
    yield Control(side.own(side.kernel.field("kernel")))
    if side.kernel.form_choice is not None and not side.kernel.has_notations:
        yield Control(side.own(side.kernel.field("form")))
    for name in ("fitted", "centred", "outlier"):
        yield Control(side.field(name))


def points_with(dataset: Dataset, outlier: bool) -> Marked:
    """Return the points of a side; the additional one has a label of its own."""
    labels = np.asarray(dataset.labels)
    names = group_names(dataset.X, labels) or [_("data")]
    if outlier:
        labels, names = np.append(labels, labels.max() + 1), [*names, _("additional point")]
    return Marked(points_of(dataset, outlier), labels, names)


PAGE = ComparePage()
