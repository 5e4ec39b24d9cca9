"""The maps of the page "Scale" in print quality, and the description of every file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _
from kpca_core.datasets import FAMILIES
from kpca_core.drawing.canvas.levels import even_levels, levels
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.words import number
from kpca_core.grid import Grid
from views.pages.explore.origin import kernel_parts
from views.pages.explore.snippet import dataset_call
from views.pages.saying import indexed
from views.pages.scale.state import ScaleState
from views.state.catalogue import DATA, DataSettings

if TYPE_CHECKING:
    from views.pages.scale.approximations import ExactFit, MethodResult


def origin_of(
    state: ScaleState, what: str, n: int, more: Mapping[str, str], address: str
) -> Origin:
    """Return the description of a file of n generated points.

    Parameters
    ----------
    what : title, with {data} and {kernel} in braces
    more : further entries
    """
    return Origin(
        what.format(data=_(DATA[state.data].label).lower(), kernel=_(state.kernel.family.label)),
        {
            N_("Data"): data_call(state, n),
            N_("Seed"): str(state.seed),
            "n": str(n),
            N_("Kernel"): repr(state.kernel.build()),
            **more,
        },
        address,
    )


def data_call(state: ScaleState, n: int) -> str:
    """Return the call that draws the points, as Python; see `approximations.generated`."""
    family = FAMILIES[state.data]
    call = dataset_call(DataSettings(state.data, False, state.seed, family.sized(n)))
    if n % family.groups == 0:
        return call
    return _("{call}, the first {n} points").format(call=call, n=n)


def file_name(state: ScaleState, n: int, *what: str) -> str:
    """Return a file's name without extension: data, kernel, parameters, and what it shows."""
    parts = ["kpca", state.data, f"n-{n}", f"seed-{state.seed}", *kernel_parts(state.kernel)]
    return "-".join([*parts, *what])


def approximations_printed(
    state: ScaleState, exact: ExactFit, results: Mapping[str, MethodResult], j: int, form: str,
    *, address: str = "",
) -> bytes:  # fmt: skip
    """Return the maps of all methods, in a format of `views.scene.PRINTED`."""
    from kpca_core.drawing.printing.scale import Column, print_approximations

    dataset, value = exact.dataset, exact.decomposition.eigenvalues[j]
    title = f"{indexed('λ', j)} = {number(value)}"
    points, labels = dataset.X, np.asarray(dataset.labels)
    columns = [Column(_("exact"), title, exact.fields[j], None, points, labels)]
    for method, result in results.items():
        values, first = result.eigenvalues, np.zeros(len(result.points), dtype=int)
        found = number(values[j]) if j < len(values) else _("none")
        title = f"{indexed('λ̂', j)} = {found}"
        columns.append(
            Column(_(method), title, result.fields[j], result.errors[j], result.points, first)
        )
    what = _("Eigenfunction {number}, exact and approximate, of {data}, {kernel} kernel")
    what = what.replace("{number}", str(j + 1))
    more = {N_("Landmarks or features"): state.landmarks}
    origin = origin_of(state, what, len(dataset.X), more, address)
    return print_approximations(columns, exact.grid, origin, form)


def moved_printed(
    state: ScaleState, exact: ExactFit, path: Array, j: int, form: str, *, address: str = ""
) -> bytes:
    """Return the first and the last places (m, 2) of a path over function j, as a file."""
    from kpca_core.drawing.layout import Panel
    from kpca_core.drawing.printing.figures import print_functions

    field = exact.fields[j]
    m = path.shape[1]
    heights, names = (
        even_levels(field),
        (
            _("{m} landmarks").format(m=m),
            _("{m} points that moved").format(m=m),
        ),
    )
    panels = [
        Panel(0, k, name, field, heights, points=places)
        for k, (name, places) in enumerate(zip(names, (path[0], path[-1]), strict=True))
    ]
    what = _("Reduced set of {m} points over eigenfunction {number} of {data}, {kernel} kernel")
    what = what.replace("{m}", str(m)).replace("{number}", str(j + 1))
    origin = origin_of(state, what, len(exact.dataset.X), {}, address)
    none = np.zeros(0, dtype=int)
    return print_functions(panels, exact.grid, np.empty((0, 2)), none, origin, form)


def functions_printed(
    state: ScaleState, fields: Array, variances: Array, grid: Grid, points: Array, n: int,
    form: str, *, address: str = "",
) -> bytes:  # fmt: skip
    """Return the functions of the long run on n points with λ/n, and some points, as a file."""
    from kpca_core.drawing.layout import Panel
    from kpca_core.drawing.printing.figures import print_functions

    panels = [
        Panel(*divmod(j, 4), f"{indexed('λ', j)}/n = {number(variances[j])}", field, heights)
        for j, (field, heights) in enumerate(zip(fields, levels(fields), strict=True))
    ]
    origin = origin_of(state, _("Kernel PCA of {data}, {kernel} kernel"), n, {}, address)
    labels = np.zeros(len(points), dtype=int)
    return print_functions(panels, grid, points, labels, origin, form)
