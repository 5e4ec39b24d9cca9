"""The name and the description of every file of the page "Sweep"."""

from __future__ import annotations

from kpca_core._support.words import _
from kpca_core.drawing.canvas.origin import Origin
from views.pages.explore.origin import seed_of
from views.pages.explore.snippet import dataset_call, matrix_of
from views.pages.explore.solving import dataset_of
from views.pages.sweep.state import SweepState


def origin_of(state: SweepState, address: str = "") -> Origin:
    """Return from what a sweep was computed."""
    data, kernel, swept = state.data, state.kernel, state.swept
    spaced = _("{n} in equal ratios") if swept.log else _("{n} in equal steps")
    ends = state.kernel_at(state.start), state.kernel_at(state.stop)
    return Origin(
        _("Kernel PCA of {data} along {parameter}, {kernel} kernel").format(
            data=_(data.family.label).lower(),
            parameter=_(swept.label),
            kernel=_(kernel.family.label),
        ),
        {
            _("Data"): dataset_call(data),
            _("Seed"): seed_of(data),
            "n": str(len(dataset_of(data).X)),
            _("Kernels"): _("{first} to {last}").format(first=repr(ends[0]), last=repr(ends[1])),
            _("Values"): spaced.format(n=state.values),
            _("Gram matrix"): matrix_of(state.centred),
        },
        address,
    )


def file_name(state: SweepState, what: str) -> str:
    """Return a file's name without extension."""
    kernel = state.kernel
    ends = (state.swept.write(end).removesuffix(".0") for end in (state.start, state.stop))
    return "-".join(["kpca", state.data.data, kernel.kernel, state.parameter, *ends, what])
