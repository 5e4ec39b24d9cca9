"""Figures of functions. Sources: docs/notation.md."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _, plural
from kpca_core.datasets import concentric_rings, gaussian_clusters
from kpca_core.derivation import Derivation
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.marks import Bars, Entry, Line, Plot, Points
from kpca_core.drawing.sheets import Maps, Tile
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from views.pages.method.figures.example import (
    NO_COMPONENT,
    Example,
    Figure,
    axis_range,
    bar_sheet,
    data_plot,
    derived,
    map_sheet,
)
from views.pages.method.state import Labels
from views.pages.saying import indexed


def point_figure(example: Example) -> Figure:
    """A new point compared with all others, weighed and summed ([S] Figure 2)."""
    found, new, j = example.derivation, example.new, example.j
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    x, k = example.x, new.k
    largest = float(np.abs(k).max()) or 1.0
    rays = [
        Line(np.array([xi, x]), "blue", width=0.5 + 3.5 * abs(one) / largest)
        for xi, one in zip(example.X, k, strict=True)
        if abs(one) > 0.02 * largest  # thinner rays cannot be seen
    ]
    here = Points(x[None], colour="red", grip="x", names=["x"], size=7)
    total = float(new.values[j])
    return {
        "points": data_plot(
            example,
            *rays,
            here,
            title=_("Drag x"),
            said=_("{n} points, compared with x").format(n=len(k)),
            note=_("A line is as thick as k(xᵢ, x) is large."),
        ),
        "map": map_sheet(
            example,
            [(f"{indexed('f', j)}(x) = {short(example.value, 6)}", example.function)],
            at=x,
            share=0.8,
        ),
        "k": bar_sheet(new.k, "k(xᵢ, x)", "blue"),
        "centred": bar_sheet(new.centred, _("{k}, centred").format(k="k̃(xᵢ, x)"), "orange"),
        "alpha": bar_sheet(
            found.alphas[:, j], _("αᵢ of component {number}").format(number=j + 1), "green"
        ),
        "terms": bar_sheet(
            new.terms[:, j],
            "αᵢ k̃(xᵢ, x)",
            "red",
            _("Their sum is {value}").format(value=f"{indexed('f', j)}(x) = {short(total, 6)}"),
        ),
    }


def contours_figure(example: Example) -> Figure:
    """The map of a component, term by term."""
    found, j = example.derivation, example.j
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    part = partial_map(found, example.grid, j, example.state.terms)
    m = min(example.state.terms, len(example.X))
    missing = float(np.abs(part - example.function.ravel()).max())
    order = np.argsort(-np.abs(found.alphas[:, j]), kind="stable")
    titles = (_("{m} of {n} terms").format(m=m, n=len(example.X)), indexed("f", j))
    drawn = map_sheet(
        example, list(zip(titles, (example.field(part), example.function), strict=True)), share=1.6
    )
    weights = found.alphas[order, j]
    low, high = axis_range(weights)
    chosen = Plot(
        [
            Bars(weights, "green"),
            Line(np.array([[m + 0.5, low], [m + 0.5, high]]), dashed=True),
        ],
        ((0.4, len(weights) + 0.6), (low, high)),
        _("The weights α by their size"),
        _("The {m} largest of {n} weights are used").format(m=m, n=len(weights)),
        height=180,
        axes=("", ""),
        note=_("The left map misses at most {value} of the right one").format(
            value=short(missing, 2)
        ),
    )
    ringed = data_plot(example, share=0.6, rings=tuple(int(i) for i in order[:m]))
    return {"maps": drawn, "points": ringed, "weights": chosen}


def partial_map(found: Derivation, grid: Grid, j: int, terms: int) -> Array:
    """Return the sum of the terms with the largest weights at the rows of a grid."""
    centred = found.comparisons(grid.rows)[1]
    order = np.argsort(-np.abs(found.alphas[:, j]), kind="stable")[:terms]
    values: Array = found.alphas[order, j] @ centred[order]
    return values


def moons(n: int, seed: int) -> tuple[Array, Labels]:
    """Return two half circles (n, 2) that reach into one another, with noise, and their labels."""
    random = np.random.default_rng(seed)
    labels = np.arange(n) % 2
    angle = np.pi * random.random(n)
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) * np.where(labels, -1, 1)[:, None]
    return circle * 0.6 + np.outer(labels, [0.6, 0.3]) + 0.08 * random.normal(size=(n, 2)), labels


def training(task: str) -> tuple[Array, Labels]:
    """Return the points that the classifier of a task learns from, and their labels."""
    return classes(task, 60, seed=1)


def unseen(task: str) -> tuple[Array, Labels]:
    """Return the points that it is tried on, and their labels."""
    return classes(task, 420, seed=2)


def classes(task: str, n: int, seed: int) -> tuple[Array, Labels]:
    """Return points (n, 2) of the classes of a task, and their labels."""
    if task == "moons":
        return moons(n, seed)
    if task == "rings":
        drawn = concentric_rings(n, (0.5, 1.0), 0.08, seed=seed)
        return drawn.X, drawn.labels
    drawn = gaussian_clusters(n // 3, 0.2, seed=seed)
    return drawn.X, drawn.labels


@lru_cache(maxsize=32)
def tried(
    kernel: Kernel, task: str, most: int = 8
) -> tuple[list[float], list[float], list[Any], Derivation]:
    """Return the shares of learnt and of unseen points that are right, with 1 to `most` components.

    Further the classifiers with the scales of their scores, and the derivation.
    """
    from sklearn.svm import LinearSVC

    (X, y), (Z, truth) = training(task), unseen(task)
    found = derived(kernel, X)
    learnt: list[float] = []
    seen: list[float] = []
    machines: list[Any] = []
    for q in range(1, min(most, found.rank) + 1):
        # Scores are scaled to equal variance, so that the classifier does not prefer the first.
        scale = np.sqrt(found.variances[:q])
        machine = LinearSVC(C=10.0, dual=False).fit(found.scores[:, :q] / scale, y)
        learnt.append(float(machine.score(found.scores[:, :q] / scale, y)))
        seen.append(float(machine.score(found.values(Z)[:, :q] / scale, truth)))
        machines.append((machine, scale))
    return learnt, seen, machines, found


def classify_figure(example: Example) -> Figure:
    """A linear classifier on scores, its boundary in the plane, and its errors."""
    task = example.state.task
    learnt, seen, machines, found = tried(example.kernel, task)
    if not machines:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    q = min(example.state.component, len(machines))
    X, y = training(task)
    low, high = X.min(axis=0) - 0.3, X.max(axis=0) + 0.3
    region = ((float(low[0]), float(high[0])), (float(low[1]), float(high[1])))
    grid = Grid.over(region, 40)
    machine, scale = machines[q - 1]
    values = machine.decision_function(found.values(grid.rows)[:, :q] / scale)
    fields = values.reshape(len(grid.y), len(grid.x), -1).transpose(2, 0, 1)
    names = [_("boundary")]
    if len(fields) > 1:
        names = [_("class {number}").format(number=k + 1) for k in range(len(fields))]
    tiles = [Tile(name, _("Decision function, {name}").format(name=name)) for name in names]
    count, right = np.arange(1, len(seen) + 1), f"{100 * seen[q - 1]:.1f}"
    curve = Plot(
        [
            Line(np.column_stack([count, learnt]), "blue", dashed=True),
            Line(np.column_stack([count, seen]), "red", width=2),
            Points(np.array([[q, seen[q - 1]]]), colour="red"),
        ],
        ((0.7, len(seen) + 0.3), (0.3, 1.03)),
        _("Share of points that are right"),
        plural(
            "{right} per cent of unseen points right with {q} component",
            "{right} per cent of unseen points right with {q} components",
            q,
        ).format(right=right, q=q),
        height=240,
        share=0.8,
        axes=(_("components"), ""),
        ticks=[(int(k), str(k)) for k in count],
        key=[Entry(_("unseen points"), "red"), Entry(_("learnt points"), "blue", mark="dashed")],
        note=plural(
            "{q} component: {right} % of {unseen} unseen points right, {known} % of {learnt} "
            "learnt ones",
            "{q} components: {right} % of {unseen} unseen points right, {known} % of {learnt} "
            "learnt ones",
            q,
        ).format(
            q=q,
            right=right,
            unseen=len(unseen(task)[0]),
            known=f"{100 * learnt[q - 1]:.1f}",
            learnt=len(y),
        ),
    )
    boundary = Maps(
        tiles, region, fields, levels(fields), columns=len(tiles), points=X, labels=y,
        label=_("Decision functions; 0 is the boundary"), share=float(len(tiles)),
        least=190 * len(tiles),
    )  # fmt: skip
    return {"boundary": boundary, "curve": curve}
