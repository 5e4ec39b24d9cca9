"""The figure of the step "limit": a sample beside its limit. Sources: docs/notation.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from kpca_core import fit
from kpca_core._support.arrays import Array
from kpca_core._support.words import _, worded
from kpca_core.analysis.limits import (
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
from kpca_core.kernels import Kernel
from views.pages.method.figures.example import NO_COMPONENT, Example, Figure, axis_range
from views.pages.saying import indexed

# Components that are compared, places at which curves are drawn, and points at most.
COMPONENTS, FINE, SHOWN = 8, 241, 300
# Numbers of points of the measured fall, where fits are fast and elsewhere, and draws of each.
FAST, SLOW, DRAWS = (100, 300, 1000, 3000), (30, 100, 300, 1000), 30
# Coordinates of a point, the density, whether K is centred, and the ends of the curves.
LAWS: Mapping[str, tuple[int, Law, bool, float]] = {
    "circle": (2, Circle(), True, np.pi),
    "normal": (1, Normal(0.5, 1), False, 1.6),
    "segment": (1, Segment(), False, 1.0),
}


@lru_cache(maxsize=8)
def sample(law: str, n: int, seed: int, kernel: Kernel) -> tuple[Array, Decomposition]:
    """Return n points (n, D), and kernel PCA of them."""
    columns, _density, centre, _end = LAWS[law]
    X: Array = FAMILIES[law].build(n=n, seed=seed).X[:, :columns]
    return X, fit(kernel, X, COMPONENTS, centre=centre)


def limit_of(law: str, kernel: Kernel) -> Limit | str:
    """Return the limit, or why there is none."""
    try:
        return LAWS[law][1].limit(kernel, COMPONENTS, LAWS[law][2])
    except ValueError as error:
        return worded(error)


def sizes_of(kernel: Kernel) -> tuple[int, ...]:
    """Return the numbers of points at which the distance from the limit is measured."""
    is_fast = kernel.gaussian_width is not None or kernel.feature_dimension(2) < SLOW[0]
    return FAST if is_fast else SLOW


@lru_cache(maxsize=16)
def measured(law: str, kernel: Kernel) -> tuple[Array, str]:
    """Return the errors (sizes, draws, q), see `limits.fall`, and how the first ones fall."""
    limit, sizes = limit_of(law, kernel), sizes_of(kernel)
    if isinstance(limit, str):
        return np.empty(0), limit
    fitted = sample.__wrapped__
    errors = fall(limit, lambda n, seed: fitted(law, n, seed, kernel)[1], sizes, DRAWS)
    found = slopes(sizes, errors)
    parts = [
        f"{'–'.join(str(k + 1) for k in sorted({g[0], g[-1]}))}: {short(float(found[g[0]]), 2)}"
        for g in limit.groups[:4]
    ]
    said = _(
        "Slopes from {low} to {high:,} points, of the medians of {draws} draws, by eigenvalue: "
        "{listed}. Of equal ones it is the mean's."
    )
    listed = _(", ").join(parts)
    return errors, said.format(low=sizes[0], high=sizes[-1], draws=DRAWS, listed=listed)


def limit_figure(example: Example) -> Figure:
    """Functions, eigenvalues, and the fall of the error of one of them."""
    law, kernel = example.state.law, example.kernel
    (columns, _density, centre, end), limit = LAWS[law], limit_of(law, kernel)
    X, found = sample(law, example.state.many, example.state.seed, kernel)
    own = None if isinstance(limit, str) else beside(limit, X, found.scores)
    count = found.n_components if own is None else len(own.errors)
    if not count:
        return {"functions": Plot([], ((0, 1), (0, 1)), _(NO_COMPONENT), _(NO_COMPONENT))}
    j, t = min(example.state.component, count) - 1, np.linspace(-end, end, FINE)
    at = t[:, None] if columns == 1 else np.column_stack([np.cos(t), np.sin(t)])
    places = X[:SHOWN, 0] if columns == 1 else np.arctan2(X[:SHOWN, 1], X[:SHOWN, 0])
    curve, scores = found.expansion(at)[:, j], found.scores[:SHOWN, j]
    marks: list[Mark] = [
        Line(np.column_stack([t, curve]), "red", width=2.5),
        Points(np.column_stack([places, scores]), size=2.5, colour="red"),
    ]
    note = limit
    if own is not None and not isinstance(limit, str):
        other = own.functions(at)[:, j]
        marks.append(Line(np.column_stack([t, other]), "teal", width=2.5, dashed=True))
        curve = np.concatenate([curve, other])
        group = next(g for g in limit.groups if j in g)
        note = _(
            "The limit: {names}. The difference is {error} of its size, as root mean squares over "
            "the points."
        ).format(
            names=_(", ").join(limit.names[k] for k in group), error=short(float(own.errors[j]), 2)
        )
    title = _("{name} of n = {n} points, of {matrix}").format(
        name=indexed("f", j), n=len(X),
        matrix=_("K̃, centred") if centre else _("K, not centred"),
    )  # fmt: skip
    functions = Plot(
        marks, ((-end, end), axis_range(np.concatenate([curve, scores]))), title,
        f"{title}. {note}", height=280, note=str(note),
        axes=(_("angle θ") if columns == 2 else "x", ""),
        key=[Entry(_("n points"), "red"), Entry(_("infinitely many"), "teal", mark="dashed")],
        share=1.2, least=320,
    )  # fmt: skip
    if isinstance(limit, str):
        return {"functions": functions}
    return {
        "functions": functions,
        "eigenvalues": _eigenvalues(limit, found),
        "fall": _fall(limit, found, j, law) if example.asked else Hidden(share=0.9, least=300),
    }


def _eigenvalues(limit: Limit, found: Decomposition) -> Plot:
    values, exact = found.variances, limit.eigenvalues[:COMPONENTS]
    at = np.column_stack([np.arange(1, len(exact) + 1), exact])
    listed = [f"{short(a)} → {short(b)}" for a, b in zip(values, exact, strict=False)]
    return Plot(
        [Bars(values, "purple"), Points(at, colour="teal", size=4.5)],
        ((0.4, COMPONENTS + 0.6), axis_range(np.concatenate([values, exact]))),
        _("λⱼ/n, and the eigenvalues of T"), _(", ").join(listed), height=220,
        note=_("λⱼ/n → limit: {listed}").format(listed=_(", ").join(listed[:3])),
        share=0.9, least=260,
        key=[Entry("λⱼ/n", "purple"), Entry(_("infinitely many"), "teal")],
    )  # fmt: skip


def _fall(limit: Limit, found: Decomposition, j: int, law: str) -> Plot:
    """Return the medians of the errors, of eigenvalue j also its draws and that of the sample."""
    errors, said = measured(law, found.expansion.kernel)
    sizes, floor = sizes_of(found.expansion.kernel), 1e-6
    at, each = np.log10(sizes), np.log10(np.maximum(errors, floor))
    medians, mine = np.median(each, axis=1), np.log10(max(missed(limit, found)[j], floor))
    ends = np.array([1.0, np.log10(3000.0)])
    through = np.column_stack([ends, medians[:, j].mean() - (ends - at.mean()) / 2])
    cloud = np.column_stack([np.repeat(at, DRAWS), each[:, :, j].ravel()])
    every = np.concatenate([each[:, :, j].ravel(), medians.ravel(), [mine]])
    return Plot(
        [
            *(Line(np.column_stack([at, one]), "purple", faint=True) for one in medians.T),
            Line(through, dashed=True),
            Points(cloud, colour="purple", size=1.8),
            Line(np.column_stack([at, medians[:, j]]), "purple", width=2.5),
            Points(np.array([[np.log10(found.n_samples), mine]]), colour="red", size=6),
        ],
        ((0.9, 3.6), (float(every.min()) - 0.2, float(every.max()) + 0.2)),
        _("Error of eigenvalue {j} in parts of it, log₁₀").format(j=j + 1), said,
        height=260, axes=("n", ""), share=0.9, least=300,
        note=f"{said} " + _("Thin lines are the medians of the other eigenvalues."),
        ticks=[(float(np.log10(one)), f"{one:,}") for one in (10, *sizes)],
        key=[
            Entry(_("median of {draws} draws").format(draws=DRAWS), "purple"),
            Entry(_("slope −1/2"), mark="dashed"), Entry(_("your n"), "red"),
        ],
    )  # fmt: skip
