"""Downloads of the page "Denoise": points, arrays, figures, and a Python snippet."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.words import _
from kpca_core.tables.writing import csv_text
from views.hosts.streamlit.printing import address_of, draw_files
from views.pages.denoise.origin import data_call, file_name, origin_of
from views.pages.denoise.solving import picture_of, toy_of
from views.pages.denoise.state import NOISY, DenoiseState


def draw_downloads(state: DenoiseState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed."""
    address = address_of(state)
    points, arrays = partial(points_csv, state, address), partial(arrays_npz, state, address)
    draw_files(
        (
            (_("Points CSV"), points, "points", "csv"),
            (_("All arrays NPZ"), arrays, "arrays", "npz"),
        ),
        lambda form: figure_printed(state, form, address),
        partial(file_name, state),
        "download denoising",
        snippet(state),
    )


def points_csv(state: DenoiseState, address: str = "") -> str:
    """Return one line a point; lines before the header start with "#"."""
    found, data = picture_of(state), toy_of(state.toy)
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


def arrays_npz(state: DenoiseState, address: str = "") -> bytes:
    """Return every array of the picture under its name; "origin" holds lines of text.

    Of an indefinite kernel there is no objective.
    """
    found, data = picture_of(state), toy_of(state.toy)
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


def figure_printed(state: DenoiseState, form: str, address: str = "") -> bytes:
    """Return the picture in print quality, in a format of PRINTED."""
    from kpca_core.drawing.printing.figures import print_denoising

    found = picture_of(state)
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
