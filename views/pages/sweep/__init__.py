"""The page "Sweep": one parameter of the kernel over a range, solved, followed and played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from kpca_core._support.arrays import evenly_spread
from kpca_core._support.words import _
from kpca_core.choosing import Advice
from views.pages.choosing import MANY, Family, comparison
from views.pages.controls import kernel_controls, points_controls
from views.pages.explore.solving import dataset_of
from views.pages.page import Asked, Page, Seen, Shown
from views.pages.sweep.files import file_html, sweep_csv
from views.pages.sweep.origin import file_name
from views.pages.sweep.solving import SolvedSweep, cost_of, sweeps
from views.pages.sweep.state import PLAYED, SweepState
from views.scene import Control, Divider, Drawing, File, Places, Row, Scene, Words
from views.words.choosing import SHOW_VALUE
from views.words.glossary import explained
from views.words.sweep import DO, NAME, NOTHING, PRECISION, TROUBLE, WHAT
from views.work import Estimate


class SweepPage(Page[SweepState, SolvedSweep]):
    """A sweep is solved once; what its player sets needs no further work."""

    state, words, results, asks = SweepState, (NAME, WHAT, DO), sweeps, True

    def cost(self, state: SweepState) -> Estimate:
        return cost_of(state)

    def frame(self, shown: Shown[SweepState, SolvedSweep], asked: Asked) -> bytes:
        return shown.found.frames

    def controls(self, state: SweepState, seen: Seen) -> Scene:
        yield Control(state.data.field("data"))
        yield from points_controls(state)
        yield Divider()
        yield from kernel_controls(state.kernel, state.fixed)
        if len(state.field("parameter").options) > 1:
            yield Control("parameter")
        for parameter in state.kernel.family.parameters:
            if parameter.key != state.parameter:
                yield Control(parameter)
        yield Places([[Control("start")], [Control("stop")]])
        yield Divider()
        for name in ("values", "components", "centred"):
            yield Control(name)

    def scene(self, shown: Shown[SweepState, SolvedSweep], seen: Seen) -> Scene:
        state = shown.state
        if not np.isfinite(shown.found.found.eigenvalues).any():
            yield Words(_(NOTHING), "info")
            return
        yield Drawing("sweep", "player", {"settings": played(state), "trouble": _(TROUBLE)})
        terms = explained(
            "identity of a function", "near-degenerate", "effective rank", "alignment",
            "separation",
        )  # fmt: skip
        yield Words(_(PRECISION), "caption", help=terms)
        if state.centred:  # shuffles are
            yield from values_compared(state)
        name = file_name(state, "sweep")
        yield Row([
            File(
                _("Stand-alone HTML"), f"{name}.html", partial(file_html, state, seen.address),
                help=_("Slider, charts and maps in one file that needs no server and no network."),
            ),
            File(
                _("Eigenvalues and measures CSV"), f"{name}.csv",
                partial(sweep_csv, state, seen.address),
            ),
        ])  # fmt: skip


def played(state: SweepState) -> dict[str, object]:
    """Return what the player is set to, and what of it cannot be changed or is not seen."""
    return {
        **{name: state.texts[name] for name in PLAYED},
        "at": state.at or (int(state.values) + 1) // 2,
        "locked": [name for name in PLAYED if name in state.lock],
        "hidden": [name for name in PLAYED if name in state.hide],
    }


def values_compared(state: SweepState) -> Scene:
    """Yield the comparison of values of the parameter, some where there are many."""
    chosen = evenly_spread(int(state.values), MANY)
    values, swept = state.grid[chosen].tolist(), state.swept
    family = Family(
        state.problem.token, lambda: [state.kernel_at(value) for value in values], values,
        _(swept.label), swept.log,
    )  # fmt: skip

    def take(found: Advice) -> SweepState | None:
        is_free = not state.fixed(state.field("at"))
        return replace(state, at=int(chosen[found.chosen]) + 1) if is_free else None

    yield from comparison(family, dataset_of(state.data).X, SHOW_VALUE, take)


PAGE = SweepPage()
