"""The comparison of widths: a button, a curve with a sentence, and a button that sets the best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from kpca_core import Gaussian
from kpca_core.choosing import WidthChoice, choose_width, dilations
from kpca_core.drawing.canvas.words import readable
from views.hosting.background import INTERVAL, Background, draw_progress
from views.hosting.costs import COSTS
from views.hosting.work import Estimate
from views.pages.explore.state import COMPONENTS
from views.pages.table.data import Prepared
from views.pages.table.state import TableState
from views.shared.drawing import chart, template
from views.shared.page import guarded, plain
from views.shared.widgets import remember
from views.words.table import COMPARE, COMPARED, SET_WIDTH

# Session entry: the newest run of this session.
RUN = "widths of a table"
# How much is compared for each width, see `choose_width`.
HOW = {"n_components": 10, "shuffles": 50, "most_rows": 600}


@dataclass(eq=False)
class Widths(Background):
    """The comparison of the kernel's lengths on the rows of a table; None until it is known."""

    state: TableState
    prepared: Prepared
    found: WidthChoice | None = None

    stopped = "Stopped: the widths were not compared."

    def __post_init__(self) -> None:
        # Steps of a doubling's part, as Gaussians need them to be squared.
        factors = [one.width for one in dilations(Gaussian(1.0), number=20)]  # type: ignore[attr-defined]
        self.lengths = [self.prepared.length * factor**0.5 for factor in factors]
        self.start()

    def cost(self) -> Estimate:
        pairs = min(len(self.prepared.rows.X), HOW["most_rows"]) ** 2
        fits = len(self.lengths) * HOW["shuffles"]
        return Estimate(COSTS.shuffled_pair * pairs * fits, COSTS.pair_bytes * pairs)

    def work(self) -> None:
        kernel = self.state.kernel
        values = [
            {p.name: lengths.get((kernel.kernel, p.name), kernel.values[p.name])
             for p in kernel.family.parameters}
            for lengths in map(kernel.at_length, self.lengths)
        ]  # fmt: skip
        family = [replace(kernel, values=one).build() for one in values]
        self.found = choose_width(family, self.prepared.rows.X, progress=self.report, **HOW)


def draw_widths(state: TableState, prepared: Prepared) -> None:
    """Draw the button that asks for the comparison, or what it found for these rows."""
    if not _lengths_of(state):
        return
    run: Widths | None = st.session_state.get(RUN)
    if run is None or _key(run.state) != _key(state):
        st.button(
            COMPARE, help=COMPARED, icon=":material/query_stats:", on_click=_ask,
            args=(state, prepared), key="compare widths",
        )  # fmt: skip
        return
    st.fragment(guarded(_draw), run_every=INTERVAL if run.running else None)(run)


def _key(state: TableState) -> tuple[str, ...]:
    """What a comparison is of: the kernel but for its lengths, and the rows."""
    kernel = state.kernel
    lengths = {p.name for p in _lengths_of(state)[0]}
    rest = {name: value for name, value in kernel.values.items() if name not in lengths}
    return kernel.kernel, kernel.convention, kernel.owner, repr(rest)


def _ask(state: TableState, prepared: Prepared) -> None:
    st.session_state[RUN] = Widths(state, prepared)


def _draw(run: Widths) -> None:
    if run.running:
        draw_progress(run)
        return
    if run.trouble or run.found is None:
        st.caption(plain(run.trouble))
        return
    from kpca_core.drawing.charts.choice import width_curve

    said = readable(str(run.found))
    st.markdown(f"**{plain(said)}**")
    chart(width_curve(run.found, run.lengths, template()), "widths", said)
    if run.found.count:
        st.button(
            SET_WIDTH, icon=":material/check:", on_click=_set, args=(run,), key="set the width"
        )


def _set(run: Widths) -> None:
    assert run.found is not None
    length = run.lengths[run.found.chosen]
    values: dict[Any, Any] = {
        one: min(max(float(f"{value:.4g}"), one.low), one.high)
        for one, value in zip(*_lengths_of(run.state, length), strict=True)
    }
    remember(TableState, {**values, COMPONENTS: run.found.count})


def _lengths_of(state: TableState, length: float = 1.0) -> Any:
    """The parameters that are lengths and not fixed, and their values at a length."""
    values = state.kernel.at_length(length)
    scaled = [
        p for p in state.kernel.family.parameters
        if (state.kernel.kernel, p.name) in values and state.kernel.kernel != "sigmoid"
        and not state.fixed(p)
    ]  # fmt: skip
    return (scaled, [values[state.kernel.kernel, p.name] for p in scaled]) if scaled else ()
