"""The name and the description of every file of the page "Sweep"."""

from __future__ import annotations

from kpca_core.drawing.canvas.origin import Origin
from views.pages.explore.snippet import dataset_call, matrix_of
from views.pages.explore.solving import dataset_of
from views.pages.sweep.state import SweepState


def origin_of(state: SweepState, address: str = "") -> Origin:
    """Return from what a sweep was computed."""
    data, kernel, swept = state.data, state.kernel, state.swept
    ratio = "equal ratios" if swept.log else "equal steps"
    return Origin(
        f"Kernel PCA of {data.family.label.lower()} along {swept.label}, "
        f"{kernel.family.label} kernel",
        {
            "Data": dataset_call(data),
            "Seed": "the paper's own draw" if data.seed is None else str(data.seed),
            "n": str(len(dataset_of(data).X)),
            "Kernels": f"{state.kernel_at(state.start)!r} to {state.kernel_at(state.stop)!r}",
            "Values": f"{state.values} in {ratio}",
            "Gram matrix": matrix_of(state.centred),
        },
        address,
    )


def file_name(state: SweepState, what: str) -> str:
    """Return a file's name without extension."""
    kernel = state.kernel
    ends = (state.swept.write(end).removesuffix(".0") for end in (state.start, state.stop))
    return "-".join(["kpca", state.data.data, kernel.kernel, state.parameter, *ends, what])
