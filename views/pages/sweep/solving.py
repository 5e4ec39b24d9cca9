"""What the page "Sweep" computes, kept for all readers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kpca_core._support.words import _
from kpca_core.analysis.sweep import BEYOND, Sweep, sweep
from kpca_core.drawing.canvas.sentences import Shape, describe_functions
from kpca_core.drawing.canvas.sweep_frame import sweep_scene
from kpca_core.drawing.scene import STORED, pack
from views.costs import COSTS
from views.pages.explore.solving import dataset_of, fit_seconds
from views.pages.saying import SMALL_MAP
from views.pages.sweep.origin import file_name, origin_of
from views.pages.sweep.state import SweepState
from views.remembered import Remembered
from views.work import Estimate, progress


@dataclass(frozen=True, eq=False)
class SolvedSweep:
    """A sweep, without its maps, and the bytes that are played."""

    found: Sweep
    frames: bytes


def cost_of(state: SweepState) -> Estimate:
    """What a sweep is expected to take; ValueError for a range without length."""
    m, n = len(state.grid), len(dataset_of(state.data).X)
    # Measures of the whole K: its values once more, and passes over it.
    more = (COSTS.kernel_value + 4 * COSTS.entry) * n**2
    a_value = COSTS.small_fit + fit_seconds(state.kernel_at(state.start), n, SMALL_MAP**2) + more
    maps = 5.0 * m * state.components * SMALL_MAP**2
    held = 8.0 * (4 * n**2 + 3 * (state.components + BEYOND) * n)
    return Estimate(m * a_value, held + 2 * maps)


def solve(state: SweepState) -> SolvedSweep:
    """Fit every value, and pack what the browser plays."""
    data, values = dataset_of(state.data), state.grid
    kernels = [state.kernel_at(value) for value in values]
    found = sweep(
        kernels, values.tolist(), data.X, data.labels, data.region, state.components,
        centre=state.centred, samples=SMALL_MAP,
        describe=partial(describe_functions, Shape(data.X, data.labels)), progress=progress(),
    )  # fmt: skip
    swept, origin = state.swept, origin_of(state)
    scene = sweep_scene(
        found, _(swept.label), log=swept.log, origin=origin, file=file_name(state, "sweep")
    )
    frames = pack(scene, {"page": state.page, "address": state.query}, level=STORED)
    none = np.zeros((0, state.components, SMALL_MAP, SMALL_MAP), dtype=np.float32)
    return SolvedSweep(replace(found, fields=none), frames)


# Each holds up to three megabytes: 400 values of twelve maps.
sweeps: Remembered[SweepState, SolvedSweep] = Remembered(
    solve, max_entries=16, cost=cost_of, in_words=True
)
