"""The page as Python: a snippet that computes the same numbers with `kpca_core`."""

from __future__ import annotations

from typing import Any

from views.catalogue import RINGS, DataSettings
from views.explore.solving import SPECTRUM_LENGTH
from views.explore.state import ExploreState


def snippet(state: ExploreState) -> str:
    """Return source that computes `decomposition`, `grid` and `fields` of the page.

    Their signs are the canonical ones of a fit alone.
    """
    kernel = state.kernel.build()
    imports = ", ".join(sorted({"Grid", "fit", type(kernel).__name__}))
    centre = "" if state.centred else ", centre=False"
    call = _dataset_call(state.data)
    return f"""\
from kpca_core import {imports}
from datasets import {call.split("(")[0]}

data = {call}
decomposition = fit({kernel!r}, data.X, n_components={SPECTRUM_LENGTH}{centre})
print(decomposition.eigenvalues)    # of the centred Gram matrix
print(decomposition.variance_ratio)  # as fractions of its trace
print(decomposition.certificate)

grid = Grid.over(data.region, {state.resolution})
fields = decomposition.expansion.first({state.components}).on_grid(grid)  # (q, ny, nx)
"""


def _dataset_call(data: DataSettings) -> str:
    values: dict[str, Any] = {"seed": "paper" if data.seed is None else data.seed, **data.values}
    if data.data == RINGS:
        values["radii"] = (values.pop("inner"), values.pop("outer"))
        name = "concentric_rings"
    else:
        name = data.family.build.__name__
    arguments = ", ".join(f"{key}={value!r}" for key, value in values.items())
    return f"{name}({arguments})"
