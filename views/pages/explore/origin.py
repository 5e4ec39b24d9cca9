"""The name and the description (settings, address) of every file of the page "Explore"."""

from __future__ import annotations

import re

from kpca_core._support.words import _
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.overlays import overlay_legend
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import number
from views.pages.explore.snippet import dataset_call, matrix_of
from views.pages.explore.solving import dataset_of
from views.pages.explore.state import ExploreState
from views.state.catalogue import FORMS, WEIGHT, DataSettings, KernelSettings


def origin_of(state: ExploreState, picture: Picture, address: str = "") -> Origin:
    """Return where a picture comes from.

    Parameters
    ----------
    state, picture
        the settings, and what was computed from them
    address
        of the page with these settings, "" where it is not known
    """
    found, data, kernel = picture.decomposition, state.data.family, state.kernel
    values = ", ".join(number(value) for value in found.eigenvalues[: len(picture.fields)])
    return Origin(
        _("Kernel PCA of {subject}, {kernel} kernel").format(
            subject=_(data.label).lower(), kernel=kernel.label
        ),
        {
            _("Data"): data_call(state),
            _("Seed"): seed_of(state.data),
            "n": str(found.n_samples),
            _("Kernel"): repr(kernel.build()),
            _("Gram matrix"): matrix_of(state.centred),
            _("Eigenvalues"): values or _("none"),
            **(
                {_("Over the maps"): over}
                if (over := overlay_legend(picture).rstrip(".。"))
                else {}
            ),
        },
        address,
    )


def data_call(state: ExploreState) -> str:
    """Return the data set as Python, and in words what the reader has changed of its points."""
    call = dataset_call(state.data)
    if not state.points:
        return call
    changes = state.points.words(len(dataset_of(state.data).X))
    return _("{call}, edited: {changes}").format(call=call, changes=changes)


def seed_of(data: DataSettings) -> str:
    """Return the seed of a data set in words."""
    return _("the paper's own draw") if data.seed is None else str(data.seed)


def file_name(state: ExploreState, what: str) -> str:
    """Return a file's name without extension, such as "kpca-clusters-gaussian-0.1-eigenvalues"."""
    data = state.data
    parts = ["kpca", data.data]
    if data.seed is not None:
        parts.append(f"seed-{data.seed}")
    for p in data.family.parameters:
        if data.values[p.name] != p.default:
            parts += [_plain(p.name), _plain(p.write(data.values[p.name]))]
    if state.points:
        parts.append("edited")
    centring = [] if state.centred else ["uncentred"]
    return "-".join([*parts, *kernel_parts(state.kernel), *centring, what])


def kernel_parts(kernel: KernelSettings) -> list[str]:
    """Return what stands for a kernel in a file's name, such as "gaussian" and "0.1"."""
    values = [_plain(p.write(kernel.values[p.name])) for p in kernel.family.parameters]
    forms = FORMS.get(kernel.kernel)
    is_plain = forms is None or (forms.notations and kernel.form == forms.default)
    form = [] if is_plain else [kernel.form]
    return [kernel.kernel, *form, *values, *second_parts(kernel)]


def second_parts(kernel: KernelSettings) -> list[str]:
    """Return what stands for a second kernel in a file's name: "sum", "0.5" and "linear"."""
    if kernel.second is None:
        return []
    weight = [_plain(WEIGHT.write(kernel.weight))] if kernel.combined == "sum" else []
    return [kernel.combined, *weight, *kernel_parts(kernel.second)]


def _plain(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z.-]", "-", text).removesuffix(".0")
