"""Which kernel of a family: asked for, then curves, an advice, and a click that sets it.

Pages "Own data" and "Sweep" say which kernels are compared on which rows, and what a click sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from kpca_core import Kernel
from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _
from kpca_core.choosing import Advice, advise
from kpca_core.drawing.canvas.words import readable
from views.costs import COSTS
from views.hosts.streamlit.background import INTERVAL, Background, draw_progress
from views.hosts.streamlit.drawing import chart, template
from views.pages.saying import plain
from views.words.choosing import COMPARE, COMPARED, LIMITS
from views.work import Estimate

# Session entry: the newest comparison of this session.
RUN = "kernels compared"
# How many kernels are compared at most, and how: arguments of `advise`.
MANY = 20
HOW = {"n_components": 10, "shuffles": 50, "most_rows": 500}


@dataclass(frozen=True, eq=False)
class Family:
    """Kernels to compare.

    Parameters
    ----------
    key : what a comparison is of; another key needs another comparison
    kernels : gives the m kernels
    values : (m,), of the parameter that differs, as the kernel has it
    axis : what the parameter is called
    is_log : whether the axis is logarithmic
    """

    key: str
    kernels: Callable[[], Sequence[Kernel]]
    values: Sequence[float]
    axis: str
    is_log: bool = True


@dataclass(eq=False)
class Comparison(Background):
    """The comparison of kernels on the rows of X (n, D); None until it is known."""

    family: Family
    X: Array
    found: Advice | None = None

    stopped = N_("Stopped: the kernels were not compared.")

    def __post_init__(self) -> None:
        self.start()

    def cost(self) -> Estimate:
        pairs = min(len(self.X), HOW["most_rows"]) ** 2
        # Of 178 rows in 13 columns pre-images and resamples took 1.4 times as long as the shuffles.
        fits = 2 * len(self.family.values) * HOW["shuffles"]
        return Estimate(COSTS.shuffled_pair * pairs * fits, COSTS.pair_bytes * pairs)

    def work(self) -> None:
        self.found = advise(self.family.kernels(), self.X, progress=self.report, **HOW)


def draw_comparison(
    family: Family, X: Array, words: str, take: Callable[[Family, Advice], None]
) -> None:
    """Draw the button that asks for the comparison, or what it found for these kernels and rows.

    Parameters
    ----------
    words : of the button that sets the choice, in English
    take : sets the choice
    """
    run: Comparison | None = st.session_state.get(RUN)
    if run is not None and run.family.key != family.key:
        run = None
    if run is None or (run.found is None and not run.running):
        if run is not None:
            st.caption(plain(_(run.trouble)))
        st.button(
            _(COMPARE), help=_(COMPARED), icon=":material/query_stats:", on_click=_ask,
            args=(family, X), key="compare kernels",
        )  # fmt: skip
    elif run.running:
        st.fragment(draw_progress, run_every=INTERVAL)(run)
    else:
        _draw(run, words, take)


def _ask(family: Family, X: Array) -> None:
    st.session_state[RUN] = Comparison(family, X)


def _draw(run: Comparison, words: str, take: Callable[[Family, Advice], None]) -> None:
    """Draw what was found; in no fragment, whose buttons would draw nothing but the fragment."""
    assert run.found is not None
    from kpca_core.drawing.charts.choice import advice_curves

    said = readable(str(run.found))
    st.markdown(f"**{plain(said)}**")
    family = run.family
    curves = advice_curves(run.found, family.values, family.axis, template(), is_log=family.is_log)
    chart(curves, "comparison of kernels", said)
    st.caption(_(LIMITS))
    if run.found.count:
        st.button(
            _(words), icon=":material/check:", on_click=take, args=(family, run.found),
            key="set the choice",
        )  # fmt: skip
