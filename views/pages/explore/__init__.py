"""The page "Explore": choose data and kernel, see the spectrum and the eigenfunctions."""

from __future__ import annotations

from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.scene import Detail
from views.pages.controls import kernel_controls, points_controls
from views.pages.explore.origin import file_name, origin_of
from views.pages.explore.picture import PicturePage
from views.pages.explore.points import MOST_IN_ADDRESS, trouble_of
from views.pages.explore.snippet import snippet
from views.pages.explore.solving import cost_of, dataset_of, picture_of, solve_state
from views.pages.explore.state import POINTS, ExploreState
from views.pages.page import Seen, Shown
from views.pages.saying import plain
from views.scene import Control, Divider, Drawing, Part, Places, Scene, Words
from views.words.entrance import DO, NAME, WHAT, edited_points
from views.work import Estimate


class ExplorePage(PicturePage[ExploreState]):
    """Points of the plane, which can be moved, added, removed and relabelled."""

    state, words = ExploreState, (NAME, WHAT, DO)
    lasts = True

    def cost(self, state: ExploreState) -> Estimate:
        return cost_of(state)

    def solve(self, state: ExploreState, detail: Detail | None = None) -> Picture:
        return picture_of(state) if detail is None else solve_state(state, detail.samples)

    def origin(self, state: ExploreState, picture: Picture, address: str = "") -> Origin:
        return origin_of(state, picture, address)

    def file_name(self, state: ExploreState, what: str) -> str:
        return file_name(state, what)

    def snippet(self, state: ExploreState) -> str:
        return snippet(state)

    def controls(self, state: ExploreState, seen: Seen) -> Scene:
        yield Control(state.data.field("data"))
        if state.points:
            said = state.points.words(len(dataset_of(state.data).X))
            many = len(state.points) > MOST_IN_ADDRESS
            yield Words(edited_points(said, many, MOST_IN_ADDRESS), "caption")
        yield from points_controls(state)
        yield from picture_controls(state)
        for name in ("arrows", "closest", "chance", "limit"):
            yield Control(name)

    def scene(self, shown: Shown[ExploreState, Picture], seen: Seen) -> Scene:
        asked = seen.asked.get(POINTS.key, "")
        if (step := shown.state.shown_step) is not None:
            asked = asked or step.settings_on(shown.state.page).get(POINTS.key, "")
        if trouble := trouble_of(asked):
            yield Words(plain(trouble), "warning")
        yield Drawing("drawing", "panels")
        yield Part(lambda: self.selected(shown, seen))
        yield from self.files(shown, seen)


def picture_controls(state: ExploreState, *, boxes: bool = False) -> Scene:
    """Yield what sets the kernel, and what is drawn.

    Parameters
    ----------
    boxes
        whether the kernel's parameters have boxes here, as where there is no drawing with sliders
    """
    yield Divider()
    yield from kernel_controls(state.kernel, state.fixed)
    for parameter in state.kernel.dragged if boxes else ():
        yield Control(parameter)
    yield Divider()
    yield Places([[Control("components")], [Control("resolution")]])
    yield Control("scale")
    yield Control("centred")


PAGE = ExplorePage()
