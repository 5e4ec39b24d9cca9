"""Which kernel of a family: asked for, then curves, an advice, and a click that sets it.

Pages "Own data" and "Sweep" say which kernels are compared on which rows, and what a click sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kpca_core import Kernel
from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _
from kpca_core.choosing import Advice, advise
from kpca_core.drawing.canvas.words import readable
from views.costs import COSTS
from views.pages.saying import plain
from views.scene import Action, Chart, Run, Scene, Words, Work
from views.state.settings import State
from views.words.choosing import COMPARE, COMPARED, LIMITS
from views.work import Estimate

# The name of the work, and of what it finds.
NAME, ADVICE = "compare kernels", "advice"
# How many kernels are compared at most, and how: arguments of `advise`.
MANY = 20
HOW: dict[str, Any] = {"n_components": 10, "shuffles": 50, "most_rows": 500}
STOPPED = N_("Stopped: the kernels were not compared.")


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


def comparison(
    family: Family, X: Array, words: str, take: Callable[[Advice], State | None]
) -> Scene:
    """Yield the comparison of kernels on the rows of X (n, D), which a reader asks for.

    Parameters
    ----------
    words : of the button that sets the choice, in English
    take : returns the state with the choice, None where it cannot be set
    """

    def compare(found: dict[str, Any], progress: Progress) -> None:
        found[ADVICE] = advise(family.kernels(), X, progress=progress, **HOW)

    def show(run: Run | None) -> Scene:
        found = run.found.get(ADVICE) if run is not None else None
        return () if found is None else _advice(family, found, words, take)

    yield Work(
        NAME, family.key, _cost(family, len(X)), compare, show, start=_(COMPARE), stopped=STOPPED,
        help=_(COMPARED), icon=":material/query_stats:",
    )  # fmt: skip


def _cost(family: Family, n: int) -> Estimate:
    pairs = min(n, HOW["most_rows"]) ** 2
    # Of 178 rows in 13 columns pre-images and resamples took 1.4 times as long as the shuffles.
    fits = 2 * len(family.values) * HOW["shuffles"]
    return Estimate(COSTS.shuffled_pair * pairs * fits, COSTS.pair_bytes * pairs)


def _advice(
    family: Family, found: Advice, words: str, take: Callable[[Advice], State | None]
) -> Scene:
    """Yield what a comparison has found."""

    def curves(template: str) -> Any:
        from kpca_core.drawing.charts.choice import advice_curves

        return advice_curves(found, family.values, family.axis, template, is_log=family.is_log)

    said = readable(str(found))
    yield Words(f"**{plain(said)}**")
    yield Chart("comparison of kernels", curves, said)
    yield Words(_(LIMITS), "caption")
    if found.count:
        yield Action(_(words), lambda: take(found), key="set the choice", icon=":material/check:")
