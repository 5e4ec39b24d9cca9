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
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.layout import approximated
from kpca_core.drawing.sheets import Maps, Tile, stacked
from kpca_core.grid import Grid
from views.pages.explore.origin import kernel_parts
from views.pages.explore.snippet import dataset_call
from views.pages.saying import indexed
from views.pages.scale.approximations import METHODS, applies
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


def maps_of(
    state: ScaleState, exact: ExactFit, results: Mapping[str, MethodResult], j: int
) -> tuple[Maps, Maps]:
    """Return function j, exact and by each method, and below each approximation its error."""
    value, field, points = exact.decomposition.eigenvalues[j], exact.fields[j], exact.dataset
    said = f"{indexed('λ', j)} = {number(value)}"
    title = _("Exact eigenfunction {number}, {said}").format(number=j + 1, said=said)
    tiles = [Tile(_("exact"), title, sentence=said)]
    fields: list[Array | None] = [field]
    errors: list[Array | None] = [None]
    for method in METHODS:
        result = results.get(method)
        if result is None:
            waits = applies(method, state.kernel.build())
            why = "" if waits else _("only Gaussian kernels")
            tiles.append(Tile(_(method), _(method), sentence=why))
            fields.append(None)
            errors.append(None)
            continue
        known = j < len(result.eigenvalues)
        value = number(result.eigenvalues[j]) if known else _("none")
        said = f"{indexed('λ̂', j)} = {value}"
        landmarks = np.zeros(len(result.points), int)
        title = _("Eigenfunction {number} by {method}, {said}").format(
            number=j + 1, method=_(method), said=said
        )
        tiles.append(Tile(_(method), title, sentence=said,
                          points=result.points, labels=landmarks))  # fmt: skip
        fields.append(result.fields[j])
        errors.append(result.errors[j])
    return approximated(
        tiles, fields, errors, exact.grid, float(np.abs(field).max()) or 1.0, points=points.X,
        labels=points.labels, shows_points=state.marked,
        groups=group_names(points.X, points.labels),
    )  # fmt: skip


def approximations_printed(
    state: ScaleState, exact: ExactFit, results: Mapping[str, MethodResult], j: int, form: str,
    *, address: str = "",
) -> bytes:  # fmt: skip
    """Return the maps of all methods, in a format of `views.scene.PRINTED`."""
    from kpca_core.drawing.printing.scale import print_approximations

    what = _("Eigenfunction {number}, exact and approximate, of {data}, {kernel} kernel")
    what = what.replace("{number}", str(j + 1))
    more = {N_("Landmarks or features"): state.landmarks}
    origin = origin_of(state, what, len(exact.dataset.X), more, address)
    return print_approximations(*maps_of(state, exact, results, j), origin, form)


def moved_printed(
    state: ScaleState, exact: ExactFit, path: Array, j: int, form: str, *, address: str = ""
) -> bytes:
    """Return the first and the last places (m, 2) of a path over function j, as a file."""
    from kpca_core.drawing.printing.figures import print_maps

    field, m = exact.fields[j], path.shape[1]
    names = (_("{m} landmarks").format(m=m), _("{m} points that moved").format(m=m))
    tiles = [
        Tile(name, points=places, labels=np.zeros(m, int))
        for name, places in zip(names, (path[0], path[-1]), strict=True)
    ]
    heights = even_levels(field)
    maps = Maps(tiles, exact.grid.region, stacked([field] * 2), stacked([heights] * 2), columns=2)
    what = _("Reduced set of {m} points over eigenfunction {number} of {data}, {kernel} kernel")
    what = what.replace("{m}", str(m)).replace("{number}", str(j + 1))
    origin = origin_of(state, what, len(exact.dataset.X), {}, address)
    return print_maps(maps, origin, form)


def functions_printed(
    state: ScaleState, fields: Array, variances: Array, grid: Grid, points: Array, n: int,
    form: str, *, address: str = "",
) -> bytes:  # fmt: skip
    """Return the functions of the long run on n points with λ/n, and some points, as a file."""
    from kpca_core.drawing.printing.figures import print_maps

    tiles = [Tile(f"{indexed('λ', j)}/n = {number(variances[j])}") for j in range(len(fields))]
    maps = Maps(
        tiles, grid.region, fields, levels(fields), columns=4, points=points,
        labels=np.zeros(len(points), int),
    )  # fmt: skip
    origin = origin_of(state, _("Kernel PCA of {data}, {kernel} kernel"), n, {}, address)
    return print_maps(maps, origin, form)
