"""The page as Python: a snippet that computes and draws the same with `kpca_core`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kpca_core import Kernel
from kpca_core._support.words import _
from kpca_core.datasets import FAMILIES
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.canvas.subject import SPECTRUM
from views.pages.explore.points import Edits
from views.pages.explore.state import ExploreState
from views.state.catalogue import DataSettings

ARROWS = """
places = lattice(data.region)
for panel, slopes in zip(axes.flat, gradients(expansion, places).transpose(1, 2, 0)):
    panel.quiver(*places.T, *slopes, angles="xy", pivot="mid")
"""
CLOSEST = """
closest = closest_points(expansion)
print(closest.cosines)  # of the angles between the eigenvectors and the images of these points
for panel, point in zip(axes.flat, closest.points):
    panel.scatter(*point, marker="X", c="black", edgecolors="white")
"""
CHANCE = """
standing = parallel_analysis({kernel!r}, data.X, {length}{centre}, most_rows=len(data.X))
print(standing)                      # what stands out from shuffled columns
standing.plot()
"""
EDITED = """\
data = edited(data, {{  # a point's x, y and label, its label alone, or None: it is removed
{changes}}})
"""
PANELS = """\
columns = max(1, min(4, len(fields)))
lines = max(1, -(-len(fields) // columns))
figure, axes = plt.subplots(
    lines, columns, figsize=(3 * columns, 3 * lines), squeeze=False, layout="constrained"
)
for panel in axes.flat[len(fields) :]:
    panel.set_visible(False)
for panel, field, value in zip(axes.flat, fields, decomposition.eigenvalues):
    levels = (np.abs(field).max() or 1.0) * np.arange(-5, 6) / 6
    panel.contourf(grid.x, grid.y, field, levels, cmap="RdBu_r", extend="both")"""
POINTS = """\
    panel.scatter(*data.X.T, c=data.labels, s=9, cmap="gray", edgecolors="black", linewidths=0.5)
"""
SHARES = "print(decomposition.variance_ratio)  # the same divided by its trace\n"
# The trace has negative eigenvalues in it, which shares must not have.
NEGATIVE = """\
print(decomposition.negative)        # this kernel {is_not} positive semidefinite
print(decomposition.shares)          # of the sum of all positive eigenvalues, NaN if not known
"""


BIPLOT = """
# How fast the scores move as a column grows: (rows, q, columns), NaN where the kernel has a kink.
at, pair = {at}, {pair}
arrows = biplot(decomposition.expansion, at{columns}).arrows
plt.figure()
for column in np.moveaxis(arrows, 2, 0) if max(pair) < decomposition.n_components else ():
    plt.quiver(*decomposition.expansion(at)[:, pair].T, *column[:, pair].T, angles="xy")
"""


def arrows_lines(state: ExploreState, X: str, numbers: Sequence[int]) -> str:
    """Return source that draws the page's arrows for data X of these columns, "" without any."""
    if state.variable not in (0, *numbers):
        return ""
    pair = [one - 1 for one in View("scores", state.i, state.j or 1).pair]
    columns = f", [{[*numbers].index(state.variable)}]" if state.variable else ""
    at = X if state.variable else f"{X}.mean(axis=0, keepdims=True)"
    return BIPLOT.format(at=at, columns=columns, pair=pair)


def snippet(state: ExploreState) -> str:
    """Return source that computes `decomposition`, `grid` and `fields` of the page, and draws them.

    Their signs are the canonical ones of a fit alone.
    """
    kernel = state.kernel.build()
    arrows = arrows_lines(state, "data.X", (1, 2))
    used_of = {"Grid", "fit", *names_of(kernel), *(["biplot"] if arrows else [])}
    imports = ", ".join(sorted(used_of))
    centre = "" if state.centred else ", centre=False"
    matrix = (
        "K̃, the centred Gram matrix"
        if state.centred
        else "K, the Gram matrix, which is not centred"
    )
    is_not = "is not" if kernel.is_indefinite else "is not known to be"
    shares = SHARES if kernel.is_psd else NEGATIVE.format(is_not=is_not)
    closest = state.closest and kernel.is_psd
    lines = ["from kpca_core.drawing.canvas.overlays import lattice\n"] if state.arrows else []
    if state.chance:
        lines.append("from kpca_core.choosing import parallel_analysis\n")
    used = ["closest_points"] * closest + ["gradients"] * state.arrows
    if used:
        lines.append(f"from kpca_core.feature_space.sensitivity import {', '.join(used)}\n")
    chance = CHANCE.format(kernel=kernel, length=SPECTRUM, centre=centre) * state.chance
    points = POINTS if state.markers else ""
    over = (ARROWS if state.arrows else "") + (CLOSEST if closest else "")
    call, edits = dataset_call(state.data), ""
    names = [call.split("(")[0]]
    if state.points:
        edits, names = EDITED.format(changes=_listed(state.points)), sorted([*names, "edited"])
    return f"""\
import matplotlib.pyplot as plt
import numpy as np

from kpca_core import {imports}
from kpca_core.datasets import {", ".join(names)}
{"".join(lines)}
data = {call}
{edits}decomposition = fit({kernel!r}, data.X, n_components={SPECTRUM}{centre})
print(decomposition.eigenvalues)     # of {matrix}
{shares}print(decomposition.certificate)     # how exact they are
{chance}
# The first eigenfunctions on a grid, (q, ny, nx). Each is determined up to its sign: here its score
# of largest size is positive, while the page keeps the signs of the picture before.
grid = Grid.over(data.region, {state.resolution})
expansion = decomposition.expansion.first({state.components})
fields = expansion.on_grid(grid)

{PANELS}
    panel.contour(grid.x, grid.y, field, levels, colors="black", linewidths=0.5)  # negative: dashed
    if field.min() < 0 < field.max():
        panel.contour(grid.x, grid.y, field, [0.0], colors="black", linewidths=1.5)
{points}    panel.set(title=f"λ = {{value:.3f}}", aspect="equal")
    panel.set(xlim=grid.region[0], ylim=grid.region[1])
{over}{arrows}plt.show()
"""


def names_of(kernel: Kernel) -> set[str]:
    """Return the names that the kernel's text has, such as {"Gaussian", "Linear"} of their sum."""
    return set(re.findall(r"\b([A-Z]\w*)\(", repr(kernel)))


def matrix_of(centred: bool) -> str:
    """Say whose eigenvalues are shown."""
    return _("K̃, centred") if centred else _("K, not centred")


def _listed(points: Edits) -> str:
    return "".join(f"    {number}: {change!r},\n" for number, change in points.changes)


def dataset_call(data: DataSettings) -> str:
    """Return the call that draws the points, as Python."""
    family = FAMILIES[data.data]
    values = {"seed": "paper" if data.seed is None else data.seed, **family.arguments(data.values)}
    arguments = ", ".join(f"{key}={value!r}" for key, value in values.items())
    return f"{family.generator}({arguments})"
