"""Reduced sets on the page "Scale": points that move, their error and their speed against m."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
import streamlit as st

from kpca_core._support.arrays import Array
from kpca_core._support.progress import report
from kpca_core._support.threads import VALUES
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.figure_frame import Tile, maps
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.expansion import Expansion
from kpca_core.feature_space.reduced_set import reduced_set
from views.costs import COSTS
from views.hosts.streamlit.background import INTERVAL, Background, draw_progress
from views.hosts.streamlit.drawing import beside, chart, template
from views.hosts.streamlit.figures import draw_figure
from views.hosts.streamlit.page import guarded
from views.pages.saying import indexed, plain, scientific
from views.pages.scale.approximations import PANELS, ExactFit
from views.pages.scale.downloads import draw_moved
from views.pages.scale.state import COUNTS, ScaleState
from views.remembered import Remembered
from views.words.glossary import explained
from views.work import Estimate

RUN = "reduced sets"

# Points up to which all reduced sets are found at once; a larger one only where it is chosen.
MOST = 80

# Steps of a descent, at most.
STEPS = 500

PLACES = (N_("landmarks"), N_("moved points"))


@dataclass(frozen=True, eq=False)
class Reduced:
    """A reduced set of m points for the first p components.

    Parameters
    ----------
    path : (s, m, 2) array, the points on their way from the landmarks to where they end
    start, errors : (p,) arrays, ‖Vⱼ − Ṽⱼ‖² over the landmarks and over the moved points
    speed_up : float, the time that the functions took over all points, by that over these
    converged : bool
    """

    path: Array
    start: Array
    errors: Array
    speed_up: float
    converged: bool


# The reduced sets of a problem found so far, by m.
known: Remembered[ScaleState, dict[int, Reduced]] = Remembered(lambda _state: {}, max_entries=16)


@dataclass(eq=False)
class ReducedRun(Background):
    """Reduced sets of all `counts`, the first one step by step; they are added to `found`."""

    token: str
    exact: ExactFit
    counts: tuple[int, ...]
    found: dict[int, Reduced]
    path: list[Array] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start()

    def cost(self) -> Estimate:
        n = self.exact.decomposition.n_samples
        values = n * sum(self.counts)
        seconds = COSTS.descent_value * COSTS.descent_steps * values
        return Estimate(seconds, COSTS.pair_bytes * n * max(self.counts))

    def work(self) -> None:
        expansion = self.exact.decomposition.expansion.first(PANELS)
        full = _seconds(expansion, self.exact)
        for number, m in enumerate(self.counts):
            self.found[m] = self._reduced(number, m, expansion, full)

    def _reduced(self, number: int, m: int, expansion: Expansion, full: float) -> Reduced:
        path: list[Array] = []

        def stepped(points: Array, error: float) -> None:
            path.append(points)
            done = 100 * number + min(99, 100 * len(path) // STEPS)
            text = _("m = {m}, step {step}: {error}").format(
                m=m, step=len(path), error=scientific(error)
            )
            report(self.report, done, 100 * len(self.counts), text)
            if number == 0:
                self.path = thinned(path)

        result = reduced_set(expansion, m, max_iterations=STEPS, callback=stepped)
        landmarks = reduced_set(expansion, m, move=False).expansion.points
        return Reduced(
            np.array([landmarks, *thinned(path), result.expansion.points]),
            result.start,
            result.errors,
            full / _seconds(result.expansion, self.exact),
            result.converged,
        )


def thinned(path: list[Array], most: int = 60) -> list[Array]:
    """Return at most `most` of the steps of a descent, evenly spread, the last one among them."""
    if len(path) <= most:
        return list(path)
    return [path[i] for i in np.linspace(0, len(path) - 1, most).astype(int)]


def _seconds(expansion: Expansion, exact: ExactFit) -> float:
    """The least of three times of this thread that the functions take at points of the region.

    Few enough that they make at most 14 blocks of kernel values: of more, threads share the work.
    """
    low, high = np.array(exact.grid.region).T
    count = min(4000, 14 * VALUES // exact.decomposition.n_samples)
    points = np.random.default_rng(0).uniform(low, high, (count, 2))
    samples = []
    for _sample in range(3):
        begun = time.thread_time()
        expansion(points)
        samples.append(time.thread_time() - begun)
    return max(min(samples), 1e-6)


def draw_reduced_sets(state: ScaleState, exact: ExactFit, m: int, j: int) -> None:
    """Draw the section: the button or the progress of a run, the points, and the curves.

    Parameters
    ----------
    m, j
        the number of points and the component, from 0, that are chosen
    """
    st.header(_("Points that move"), anchor=False, help=explained("reduced set", "landmarks"))
    found, run = known(state.problem), st.session_state.get(RUN)
    token = state.problem.token
    if run is not None and run.token != token:
        run.stop()
        run = st.session_state[RUN] = None
    counts = tuple(c for c in COUNTS if c <= min(MOST, len(exact.dataset.X)))
    missing = tuple(c for c in dict.fromkeys((m, *counts)) if c not in found)
    if run is not None and run.running:
        st.fragment(guarded(_watch), run_every=INTERVAL)(run, exact, found, m, j, state.marked)
        return
    if run is not None and run.trouble and missing:
        st.warning(plain(_(run.trouble)))
    if missing:
        st.button(
            _("Move the points") if m not in found else _("Go on"),
            type="primary",
            icon=":material/play_arrow:",
            on_click=lambda: st.session_state.update(
                {RUN: ReducedRun(token, exact, missing, found)}
            ),
        )
    _draw(exact, found, [], m, j, state.marked)
    if m in found:
        draw_moved(state, exact, found[m].path, j)


def _watch(
    run: ReducedRun, exact: ExactFit, found: dict[int, Reduced], m: int, j: int, marked: bool
) -> None:
    """Draw the progress of a run and its results so far."""
    draw_progress(run)
    _draw(exact, found, run.path if m == run.counts[0] else [], m, j, marked)


def _draw(
    exact: ExactFit, found: dict[int, Reduced], path: list[Array], m: int, j: int, marked: bool
) -> None:
    """Draw the points on their way, and the curves of what is known; `path` is of a run."""
    from kpca_core.drawing.charts.curves import error_curves

    here = found.get(m)
    if here is None and not path:
        st.caption(
            _(
                "These landmarks are points of the data. A reduced set takes {m} points and moves "
                "them by the gradient of {sum}, where Ṽⱼ is the nearest combination of their "
                "images."
            ).format(m=m, sum="Σ ‖Vⱼ − Ṽⱼ‖²")
        )
        return
    columns = beside(3, 300, "reduced")
    with columns[0]:
        st.markdown(
            _("**{m} points on their way**, over {letter}").format(m=m, letter=indexed("f", j))
        )
        title = _("{m} points on their way from the landmarks").format(m=m)
        tile = Tile(
            _("{m} points").format(m=m), title, exact.fields[j], even_levels(exact.fields[j]),
            sentence=_("rings: landmarks; dots: points that moved"), points=exact.dataset.X,
            labels=exact.dataset.labels, path=np.array(path) if here is None else here.path,
        )  # fmt: skip
        sheet = maps([tile], exact.grid.region, 1, label=_("Reduced set"), marked=marked)
        draw_figure("reduced points", [sheet], f"{title}.")
    if here is not None:
        st.caption(_said(here, exact, m, j))
    counts = np.array(sorted(found))
    if not len(counts):
        return
    errors = [
        np.array([getattr(found[c], name)[j] for c in counts]) for name in ("start", "errors")
    ]
    n = exact.decomposition.n_samples
    fast = {
        _("measured"): np.array([found[c].speed_up for c in counts]),
        "n / m": n / counts,
    }
    curves = (
        (
            _("{error} of component {number}").format(error="‖V − Ṽ‖²", number=j + 1),
            dict(zip(map(_, PLACES), errors, strict=True)),
        ),
        (_("Speed-up of evaluating the functions"), fast),
    )
    names = zip(columns[1:], ("errors", "speed-up"), curves, strict=True)
    for column, name, (label, values) in names:
        with column:
            figure = error_curves(counts, values, m, label, template=template())
            chart(figure, f"reduced {name}", _("{curve} against m.").format(curve=label))


def _said(here: Reduced, exact: ExactFit, m: int, j: int) -> str:
    before, after = here.start[j], here.errors[j]
    n = exact.decomposition.n_samples
    said = _(
        "Component {number} over {m} of {n:,} points: squared error {before} over landmarks, "
        "{after} over the points that moved; evaluated {times:.1f} times as fast as over all "
        "points (n/m = {share:.1f})."
    ).format(
        number=j + 1, m=m, n=n, before=scientific(before), after=scientific(after),
        times=here.speed_up, share=n / m,
    )  # fmt: skip
    if here.converged:
        return said
    ended = _("The descent was ended after {steps} steps.").format(steps=STEPS)
    return f"{said} {ended}"
