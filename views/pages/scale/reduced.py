"""Reduced sets on the page "Scale": points that move, their error and their speed against m."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import VALUES
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.sheets import Maps, Tile
from kpca_core.expansion import Expansion
from kpca_core.feature_space.reduced_set import reduced_set
from views.costs import COSTS
from views.pages.saying import indexed, scientific
from views.pages.scale.approximations import PANELS, ExactFit
from views.pages.scale.downloads import file_name, moved_printed
from views.pages.scale.state import COUNTS, ScaleState
from views.remembered import Remembered
from views.scene import Chart, Figure, Places, Printed, Row, Run, Scene, Words, Work
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


def run_counts(
    exact: ExactFit, counts: tuple[int, ...], known: dict[int, Reduced], found: dict[str, Any],
    ask: Progress,
) -> None:  # fmt: skip
    """Add the reduced sets of all counts to those known; `found` gets the way of the first one."""
    expansion = exact.decomposition.expansion.first(PANELS)
    full = _seconds(expansion, exact)

    def note(number: int, path: list[Array], error: float) -> None:
        done = 100 * number + min(99, 100 * len(path) // STEPS)
        text = _("m = {m}, step {step}: {error}").format(
            m=counts[number], step=len(path), error=scientific(error)
        )
        report(ask, done, 100 * len(counts), text)
        if number == 0:
            found["path"] = thinned(path)
            found["m"] = counts[0]

    for number, m in enumerate(counts):
        known[m] = _reduced(m, exact, expansion, full, partial(note, number))


def _reduced(
    m: int, exact: ExactFit, expansion: Expansion, full: float,
    note: Callable[[list[Array], float], None],
) -> Reduced:  # fmt: skip
    """Find a reduced set; `full` is the time of all points, `note` gets the way at each step."""
    path: list[Array] = []

    def stepped(points: Array, error: float) -> None:
        path.append(points)
        note(path, error)

    result = reduced_set(expansion, m, max_iterations=STEPS, callback=stepped)
    landmarks = reduced_set(expansion, m, move=False).expansion.points
    return Reduced(
        np.array([landmarks, *thinned(path), result.expansion.points]),
        result.start,
        result.errors,
        full / _seconds(result.expansion, exact),
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


def reduced_sets(state: ScaleState, exact: ExactFit, m: int, j: int, address: str) -> Scene:
    """Yield the section: the button or the progress of a run, the points, and the curves.

    Parameters
    ----------
    m, j
        the number of points and the component, from 0, that are chosen
    """
    terms = explained("reduced set", "landmarks")
    yield Words(_("Points that move"), "title", help=terms)
    found, n = known(state.problem), exact.decomposition.n_samples
    counts = tuple(c for c in COUNTS if c <= min(MOST, len(exact.dataset.X)))
    missing = tuple(c for c in dict.fromkeys((m, *counts)) if c not in found)

    def seen(run: Run | None) -> Scene:
        way = run.found if run is not None and run.is_running else {}
        yield from _drawn(
            exact, found, way.get("path", []) if way.get("m") == m else [], m, j, state
        )
        if m in found and not way:
            printed = partial(moved_printed, state, exact, found[m].path, j, address=address)
            name = file_name(state, state.n, "reduced", str(m), f"component-{j + 1}")
            yield Row([Printed(name, printed)])

    if not missing:
        yield from seen(None)
        return
    values = COSTS.descent_value * COSTS.descent_steps * n * sum(missing)
    yield Work(
        RUN, state.problem.token, Estimate(values, COSTS.pair_bytes * n * max(missing)),
        partial(run_counts, exact, missing, found), seen, again=True, primary=True,
        start=_("Move the points") if m not in found else _("Go on"), icon=":material/play_arrow:",
    )  # fmt: skip


def _drawn(
    exact: ExactFit, found: dict[int, Reduced], path: list[Array], m: int, j: int, state: ScaleState
) -> Scene:
    """Yield the points on their way, and the curves of what is known; `path` is of a run."""
    here = found.get(m)
    if here is None and not path:
        text = _(
            "These landmarks are points of the data. A reduced set takes {m} points and moves "
            "them by the gradient of {sum}, where Ṽⱼ is the nearest combination of their "
            "images."
        ).format(m=m, sum="Σ ‖Vⱼ − Ṽⱼ‖²")
        yield Words(text, "caption")
        return
    charts = [*_charts(exact, found, m, j)]
    places = [_way(exact, here, path, m, j, state), *([one] for one in charts)]
    yield Places([*places, *[[]] * (3 - len(places))], "reduced", 300)
    if here is not None:
        yield Words(_describe(here, exact, m, j), "caption")


def _way(
    exact: ExactFit, here: Reduced | None, path: list[Array], m: int, j: int, state: ScaleState
) -> Scene:
    letter = indexed("f", j)
    yield Words(_("**{m} points on their way**, over {letter}").format(m=m, letter=letter))
    title = _("{m} points on their way from the landmarks").format(m=m)
    tile = Tile(
        _("{m} points").format(m=m), title,
        sentence=_("rings: landmarks; dots: points that moved"),
        path=np.array(path) if here is None else here.path,
    )  # fmt: skip
    fields = exact.fields[j : j + 1]
    sheet = Maps(
        [tile], exact.grid.region, fields, levels(fields), label=_("Reduced set"),
        points=exact.dataset.X, labels=exact.dataset.labels, shows_points=state.marked,
    )  # fmt: skip
    yield Figure("reduced points", [sheet], f"{title}.")


def _charts(exact: ExactFit, found: dict[int, Reduced], m: int, j: int) -> Scene:
    """Yield errors and speed against the counts that are known."""
    known_sets = dict(sorted(found.items()))
    counts, n = np.array([*known_sets]), exact.decomposition.n_samples
    if not len(counts):
        return
    errors = [
        np.array([getattr(one, name)[j] for one in known_sets.values()])
        for name in ("start", "errors")
    ]
    fast = {
        _("measured"): np.array([one.speed_up for one in known_sets.values()]),
        "n / m": n / counts,
    }
    label = _("{error} of component {number}").format(error="‖V − Ṽ‖²", number=j + 1)
    curves = {
        "errors": (label, dict(zip(map(_, PLACES), errors, strict=True))),
        "speed-up": (_("Speed-up of evaluating the functions"), fast),
    }
    for name, (label, values) in curves.items():
        figure = partial(_curves, counts, values, m, label)
        yield Chart(f"reduced {name}", figure, _("{curve} against m.").format(curve=label))


def _curves(counts: Array, values: dict[str, Array], m: int, label: str, template: str) -> Any:
    from kpca_core.drawing.charts.curves import error_curves

    return error_curves(counts, values, m, label, template=template)


def _describe(here: Reduced, exact: ExactFit, m: int, j: int) -> str:
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
