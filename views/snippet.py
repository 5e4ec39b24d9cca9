"""The page as Python: a snippet that computes the same numbers with `kpca_core`."""

from __future__ import annotations

from views.catalogue import DATA
from views.settings import Settings
from views.solving import SPECTRUM_LENGTH


def snippet(settings: Settings) -> str:
    """Source that defines `decomposition`, `grid` and `fields` as the page shows them."""
    kernel = settings.built_kernel()
    imports = ", ".join(sorted({"Grid", "fit", type(kernel).__name__}))
    call = _dataset_call(settings)
    return f"""\
from kpca_core import {imports}
from datasets import {call.split("(")[0]}

data = {call}
decomposition = fit({kernel!r}, data.X, n_components={SPECTRUM_LENGTH}{_centre(settings)})
print(decomposition.eigenvalues)    # of the centred Gram matrix
print(decomposition.variance_ratio)  # as fractions of its trace
print(decomposition.certificate)

grid = Grid.over(data.region, {settings.resolution})
fields = decomposition.expansion.first({settings.components}).on_grid(grid)  # (q, ny, nx)
"""


def _centre(settings: Settings) -> str:
    return "" if settings.centre else ", centre=False"


def _dataset_call(settings: Settings) -> str:
    values = dict(settings.data_values)
    if settings.data == "Concentric rings":
        values["radii"] = (values.pop("inner"), values.pop("outer"))
        name = "concentric_rings"
    else:
        name = DATA[settings.data].build.__name__
    arguments = ", ".join(f"{key}={value!r}" for key, value in values.items())
    return f"{name}({arguments})"
