"""The name and the description (settings, address) of every file of the page "Denoise"."""

from __future__ import annotations

from kpca_core.drawing.canvas.denoising import Denoising
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.words import number
from views.pages.denoise.state import START, TRUTHS, DenoiseState, Points
from views.pages.explore.origin import kernel_parts


def origin_of(state: DenoiseState, found: Denoising, address: str = "") -> Origin:
    """Return where a picture comes from."""
    points = state.toy
    return Origin(
        f"Denoising by kernel PCA: {points.data}, {points.kernel.family.label} kernel",
        {
            "Data": data_call(points),
            "Kernel": repr(points.kernel.build()),
            "Eigenvalues": ", ".join(map(number, found.eigenvalues)) or "none",
            "Components": str(found.d),
            "Method": f"{found.method}, iterations start at {START.options[points.start]}",
            f"RMS distance from {TRUTHS[points.data]}": f"{number(found.before.curve)} before, "
            f"{number(found.after.curve)} after, {number(found.without_kernel.curve)} by linear "
            "PCA with 1 component",
            "Converged": f"{int(found.images.converged.sum())} of {len(found.points)}",
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
