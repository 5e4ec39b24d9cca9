"""The figure of step "Infinitely many points": a sample beside its limit. Sources: docs/notation.md."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kpca_core import fit
from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.limits import (
    Beside,
    Circle,
    Law,
    Limit,
    Normal,
    Segment,
    beside,
    fall,
    missed,
    slopes,
)
from kpca_core.datasets import FAMILIES
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.marks import Bars, Entry, Hidden, Line, Mark, Plot, Points
from kpca_core.drawing.sheets import Placed
from kpca_core.kernels import Kernel
from views.pages.method.figures.example import Example, Figure, axis_range
from views.pages.saying import indexed

# Components that are compared, and the places at which curves are drawn.
COMPONENTS, FINE = 8, 241
# Numbers of points of the measured fall, where fits are fast and elsewhere, and draws of each.
FAST, SLOW, DRAWS = (100, 300, 1000, 3000), (30, 100, 300, 1000), 30
# Points that are drawn at most.
SHOWN = 300
# Coordinates of a point, the density, whether K is centred, and the ends of the curves.
LAWS: dict[str, tuple[int, Law, bool, float]] = {
    "circle": (2, Circle(), True, np.pi),
    "normal": (1, Normal(0.5, 1), False, 1.6),
    "segment": (1, Segment(), False, 1.0),
}


def draw(law: str, n: int, seed: int) -> Array:
    """Return n points (n, D)."""
    X: Array = FAMILIES[law].build(n=n, seed=seed).X[:, : LAWS[law][0]]
    return X


def limit_of(law: str, kernel: Kernel) -> Limit | str:
    """Return the limit, or why there is none."""
    _columns, density, centre, _end = LAWS[law]
    try:
        return density.limit(kernel, COMPONENTS, centre)
    except ValueError as error:
        return str(error)


def sizes_of(kernel: Kernel) -> tuple[int, ...]:
    """Return the numbers of points of the measured fall."""
    is_fast = kernel.gaussian_width is not None or kernel.feature_dimension(2) < SLOW[0]
    return FAST if is_fast else SLOW


@lru_cache(maxsize=8)
def _sample(law: str, n: int, seed: int, kernel: Kernel) -> tuple[Array, Decomposition]:
    X = draw(law, n, seed)
    return X, fit(kernel, X, COMPONENTS, centre=LAWS[law][2])


@lru_cache(maxsize=16)
def measured_fall(law: str, kernel: Kernel) -> Array:
    """Return the errors (sizes, draws, q) of independent draws of points, see `limits.missed`."""
    limit, centre = limit_of(law, kernel), LAWS[law][2]
    assert isinstance(limit, Limit)
    sizes = sizes_of(kernel)
    return fall(limit, kernel, lambda n, seed: draw(law, n, seed), sizes, DRAWS, centre=centre)


def limit_figure(example: Example) -> Figure:
    """Functions, eigenvalues, and the fall of the error of one of them."""
    law, kernel = example.state.law, example.kernel
    X, found = _sample(law, example.state.many, example.state.seed, kernel)
    if not found.n_components:
        return {"functions": Plot([], ((0, 1), (0, 1)), _("There is no component."), "")}
    j = min(example.state.component, found.n_components) - 1
    limit = limit_of(law, kernel)
    if isinstance(limit, str):
        return {"functions": _functions(law, X, found, j, None, limit)}
    own = beside(limit, X, found.scores[:, :COMPONENTS])
    j = min(j, len(own.errors) - 1)
    sheets: dict[str, Placed] = {
        "functions": _functions(law, X, found, j, own, ""),
        "eigenvalues": _eigenvalues(limit, found),
        "fall": Hidden(least=300),
    }
    if example.asked:
        sheets["fall"] = _fall(limit, found, j, kernel, measured_fall(law, kernel))
    return sheets


def _functions(
    law: str, X: Array, found: Decomposition, j: int, own: Beside | None, why: str
) -> Plot:
    """Return the curves of a component along the circle or the line."""
    columns, _density, centre, end = LAWS[law]
    t = np.linspace(-end, end, FINE)
    at = t[:, None] if columns == 1 else np.column_stack([np.cos(t), np.sin(t)])
    values = found.expansion(at)[:, j]
    places = X[:SHOWN, 0] if columns == 1 else np.arctan2(X[:SHOWN, 1], X[:SHOWN, 0])
    marks: list[Mark] = [Line(np.column_stack([t, values]), "red", width=2.5)]
    name, ends, note = indexed("f", j), [values], why
    if own is not None:
        limit, group = own.functions(at)[:, j], next(g for g in own.limit.groups if j in g)
        marks.append(Line(np.column_stack([t, limit]), "teal", width=2.5, dashed=True))
        ends.append(limit)
        names = _(", ").join(own.limit.names[k] for k in group)
        note = _(
            "The limit: {names}. The difference is {error} of its size, as root mean squares over "
            "the points."
        ).format(names=names, error=short(float(own.errors[j]), 2))
    scores = found.scores[:SHOWN, j]
    marks.append(Points(np.column_stack([places, scores]), size=2.5, colour="red"))
    matrix = _("K̃, centred") if centre else _("K, not centred")
    return Plot(
        marks,
        ((-end, end), axis_range(np.concatenate([*ends, scores]))),
        _("{name} of n = {n} points, of {matrix}").format(name=name, n=len(X), matrix=matrix),
        note or name,
        height=280,
        axes=(_("angle θ") if columns == 2 else "x", ""),
        note=note,
        key=[Entry(_("n points"), "red"), Entry(_("infinitely many"), "teal", mark="dashed")],
        share=1.2,
        least=320,
    )


def _eigenvalues(limit: Limit, found: Decomposition) -> Plot:
    values, exact = found.variances[:COMPONENTS], limit.eigenvalues[:COMPONENTS]
    at = np.column_stack([np.arange(1, len(exact) + 1), exact])
    listed = [f"{short(a)} → {short(b)}" for a, b in zip(values, exact, strict=False)]
    return Plot(
        [Bars(values, "purple"), Points(at, colour="teal", size=4.5)],
        ((0.4, COMPONENTS + 0.6), axis_range(np.concatenate([values, exact]))),
        _("λⱼ/n, and the eigenvalues of T"),
        _(", ").join(listed),
        height=220,
        note=_(", ").join(listed[:3]),
        key=[Entry("λⱼ/n", "purple"), Entry(_("infinitely many"), "teal")],
        share=0.9,
        least=260,
    )


def _fall(limit: Limit, found: Decomposition, j: int, kernel: Kernel, errors: Array) -> Plot:
    """Return the medians of the errors, those of eigenvalue j heavy with its draws, and n points'."""
    at, floor, sizes = np.log10(sizes_of(kernel)), 1e-6, sizes_of(kernel)
    each = np.log10(np.maximum(errors, floor))
    medians = np.median(each, axis=1)
    mine = np.log10(max(float(missed(limit, found)[j]), floor))
    ends = np.array([1.0, np.log10(3000.0)])
    through = np.column_stack([ends, medians[:, j].mean() - (ends - at.mean()) / 2])
    cloud = np.column_stack([np.repeat(at, DRAWS), each[:, :, j].ravel()])
    low = float(min(each[:, :, j].min(), medians.min(), mine))
    high = float(max(each[:, :, j].max(), medians.max(), mine))
    return Plot(
        [
            *(Line(np.column_stack([at, one]), "purple", faint=True) for one in medians.T),
            Line(through, dashed=True),
            Points(cloud, colour="purple", size=1.8),
            Line(np.column_stack([at, medians[:, j]]), "purple", width=2.5),
            Points(np.array([[np.log10(found.n_samples), mine]]), colour="red", size=6),
        ],
        ((0.9, 3.6), (low - 0.2, high + 0.2)),
        _("Error of eigenvalue {j} in parts of it, log₁₀").format(j=j + 1),
        said_of_fall(limit, kernel, errors),
        height=260,
        axes=("n", ""),
        ticks=[(float(np.log10(one)), f"{one:,}") for one in (10, *sizes)],
        note=said_of_fall(limit, kernel, errors),
        key=[
            Entry(_("median of {draws} draws").format(draws=DRAWS), "purple"),
            Entry(_("slope −1/2"), mark="dashed"),
            Entry(_("your n"), "red"),
        ],
        share=0.9,
        least=300,
    )


def said_of_fall(limit: Limit, kernel: Kernel, errors: Array) -> str:
    """Say how the errors of the first eigenvalues fall, of equal ones that of their mean."""
    sizes = sizes_of(kernel)
    found = slopes(sizes, errors)
    parts = [
        f"{'–'.join(str(k + 1) for k in (g[0], g[-1])[: len(g)])}: {short(float(found[g[0]]), 2)}"
        for g in limit.groups[:4]
    ]
    return _(
        "Slopes from {low} to {high:,} points, of the medians of {draws} draws, by eigenvalue: "
        "{listed}. Of equal ones it is the mean's."
    ).format(low=sizes[0], high=sizes[-1], draws=DRAWS, listed=_(", ").join(parts))
