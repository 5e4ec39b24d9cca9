"""Files of the page "Denoise": points, arrays, figures, a Python snippet; names and origins."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.words import N_, _
from kpca_core.datasets import FAMILIES
from kpca_core.drawing.canvas.denoising import Denoising
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.words import number
from kpca_core.tables.writing import csv_text
from views.pages.denoise.solving import toy_of
from views.pages.denoise.state import NOISY, DenoiseState, Points
from views.pages.explore.origin import kernel_parts
from views.scene import Code, File, Folded, Printed, Row, Scene


def files(state: DenoiseState, found: Denoising, address: str) -> Scene:
    """Yield a row of buttons. Nothing is computed before one is pressed."""
    asked = (state, found, address)
    figure = partial(figure_printed, *asked)
    yield Row(
        [
            File(
                _("Points CSV"), f"{file_name(state, 'points')}.csv", partial(points_csv, *asked),
                "download points",
            ),
            File(
                _("All arrays NPZ"), f"{file_name(state, 'arrays')}.npz",
                partial(arrays_npz, *asked), "download arrays",
            ),
            # The canvas has a button for the picture as it stands there, as PNG.
            Printed(
                file_name(state, "figure"), figure, "download denoising", ("svg", "pdf"),
                is_menu=False,
            ),
            Folded("Python", [Code(snippet(state))], is_menu=True),
        ]
    )  # fmt: skip


def origin_of(state: DenoiseState, found: Denoising, address: str = "") -> Origin:
    """Return where a picture comes from."""
    points = state.toy
    return Origin(
        _("Denoising by kernel PCA: {data}, {kernel} kernel").format(
            data=points.data, kernel=_(points.kernel.family.label)
        ),
        {
            N_("Data"): data_call(points),
            N_("Kernel"): repr(points.kernel.build()),
            N_("Eigenvalues"): ", ".join(map(number, found.eigenvalues)) or _("none"),
            N_("Components"): str(found.d),
            N_("Method"): _("{method}, iterations start at {start}").format(
                method=found.method, start=points.option_label("start")
            ),
            FAMILIES[points.data].error: _(
                "{before} before, {after} after, {linear} by linear PCA with 1 component"
            ).format(
                before=number(found.before.curve),
                after=number(found.after.curve),
                linear=number(found.without_kernel.curve),
            ),
            N_("Converged"): _("{n} of {total}").format(
                n=int(found.images.converged.sum()), total=len(found.points)
            ),
        },
        address,
    )


def picture_words(state: DenoiseState, found: Denoising) -> dict[str, str]:
    """Return what a picture that is saved says of itself, as fields of a scene."""
    return {"caption": origin_of(state, found).caption, "file": file_name(state, "picture")}


def data_call(points: Points) -> str:
    """Return the points as Python, with `toy` of `kpca_core.reproduction.denoising`."""
    return f"toy({points.data!r}, n={points.n}, noise={points.noise!r}, seed={points.seed})"


def file_name(state: DenoiseState, what: str) -> str:
    """Return a file's name without extension.

    Such as "kpca-denoise-rings-n-200-noise-0.08-seed-0-gaussian-0.05-14-fixed-point-points".
    """
    points = state.toy
    drawn = f"{points.data}-n-{points.n}-noise-{points.noise:g}-seed-{points.seed}"
    kernel = "-".join(kernel_parts(points.kernel))
    return f"kpca-denoise-{drawn}-{kernel}-{points.d}-{points.applied}-{what}"


def points_csv(state: DenoiseState, found: Denoising, address: str = "") -> str:
    """Return one line a point; lines before the header start with "#"."""
    data = toy_of(state.toy)
    images = found.images
    header = (
        "point,label,x,y,clean_x,clean_y,denoised_x,denoised_y,linear_x,linear_y,objective,"
        "iterations,converged"
    )
    rows = (
        (
            i, label, *found.points[i], *data.clean[i], *images.points[i], *found.linear[i],
            "" if found.objective is None else images.objective[i],
            images.iterations[i], str(bool(images.converged[i])).lower(),
        )
        for i, label in enumerate(found.labels)
    )  # fmt: skip
    return origin_of(state, found, address).comments + csv_text(header.split(","), rows)


def arrays_npz(state: DenoiseState, found: Denoising, address: str = "") -> bytes:
    """Return every array of the picture under its name; "origin" holds lines of text.

    There is no array "objective" for an indefinite kernel.
    """
    data = toy_of(state.toy)
    origin = origin_of(state, found, address)
    (x0, x1), (y0, y1) = found.region
    images = found.images
    objective: dict[str, Any] = {}
    if found.objective is not None:
        ny, nx = found.objective.shape
        objective = {
            "objective": images.objective,
            "x": np.linspace(x0, x1, nx),
            "y": np.linspace(y0, y1, ny),
            "objective_of_chosen": found.objective,
        }
    legs: dict[str, Any] = {
        f"way_{name}_{k}": leg for name, way in found.ways.items() for k, leg in enumerate(way.legs)
    }
    return origin.npz(
        X=found.points,
        clean=data.clean,
        labels=found.labels,
        denoised=images.points,
        iterations=images.iterations,
        converged=images.converged,
        linear=found.linear,
        chosen=found.chosen,
        **objective,
        **legs,
    )


def figure_printed(state: DenoiseState, found: Denoising, address: str, form: str) -> bytes:
    """Return the picture in print quality, in a format of PRINTED."""
    from kpca_core.drawing.printing.figures import print_denoising

    return print_denoising(found, form, origin_of(state, found, address))


def snippet(state: DenoiseState) -> str:
    """Return source that computes the pre-images of the page and draws them."""
    points = state.toy
    kernel = points.kernel.build()
    names = ", ".join(sorted({"KernelPCA", type(kernel).__name__}))
    start = ", start=data.points" if points.start == NOISY else ""
    return f"""import matplotlib.pyplot as plt

from kpca_core import {names}
from kpca_core.reproduction.denoising import root_mean_square, toy
from kpca_core.feature_space.preimage import pre_images

data = {data_call(points)}
model = KernelPCA({kernel!r}, n_components={max(1, points.d)}).fit(data.points)
scores = model.transform(data.points)[:, :{points.d}]
found = pre_images(model.expansion_, scores, {points.applied!r}{start})
print(root_mean_square(data.distances(data.points)), "before")
print(root_mean_square(data.distances(found.points)), "after")
print(found.converged.sum(), "of", len(found.points), "converged")

figure, axes = plt.subplots()
axes.quiver(*data.points.T, *(found.points - data.points).T, angles="xy", scale_units="xy", scale=1)
axes.scatter(*data.points.T, s=9, c="white", edgecolors="black")
axes.scatter(*found.points.T, s=6, c="tab:orange")
axes.set_aspect("equal")
plt.show()
"""
