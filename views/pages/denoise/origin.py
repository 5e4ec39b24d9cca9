"""The name and the description (settings, address) of every file of the page "Denoise"."""

from __future__ import annotations

from datasets import FAMILIES
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.denoising import Denoising
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.words import number
from views.pages.denoise.state import DenoiseState, Points
from views.pages.explore.origin import kernel_parts


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
                method=found.method, start=points.said("start")
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
