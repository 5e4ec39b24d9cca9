"""Cached computations of the pages. Keys are strings; what is computed from goes in unhashed."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import streamlit as st

from datasets import Dataset
from kpca_core import Decomposition, Grid, Kernel, fit
from views.settings import Settings

# The spectrum always shows the decay up to here, whatever number of panels is drawn.
SPECTRUM_LENGTH = 16


@dataclass(frozen=True, eq=False)
class Picture:
    """A decomposition and its first eigenfunctions on a grid, with what they cost."""

    decomposition: Decomposition
    fields: np.ndarray
    solve_ms: float
    grid_ms: float

    def aligned_to(self, reference: Picture) -> Picture:
        """The same picture with the signs of `reference`."""
        aligned = self.decomposition.aligned_to(reference.decomposition)
        signs = np.sign(np.einsum("ij,ij->j", aligned.scores, self.decomposition.scores))[
            : len(self.fields)
        ]
        return Picture(aligned, self.fields * signs[:, None, None], self.solve_ms, self.grid_ms)


@st.cache_resource(max_entries=32, show_spinner=False)
def dataset(data_token: str, _settings: Settings) -> Dataset:
    """The data set of these settings."""
    return _settings.dataset()


@st.cache_resource(max_entries=32, show_spinner=False)
def picture(
    kernel: str,
    data_token: str,
    components: int,
    resolution: int,
    centre: bool,
    _kernel: Kernel,
    _dataset: Dataset,
) -> Picture:
    """`solved`, remembered. `kernel` is repr(_kernel)."""
    return solved(_kernel, _dataset, components, resolution, centre)


def solved(
    kernel: Kernel, dataset: Dataset, components: int, resolution: int, centre: bool
) -> Picture:
    """Fit and evaluate on the grid."""
    start = time.perf_counter()
    decomposition = fit(kernel, dataset.X, SPECTRUM_LENGTH, centre=centre)
    halfway = time.perf_counter()
    fields = decomposition.expansion.first(components).on_grid(
        Grid.over(dataset.region, resolution)
    )
    done = time.perf_counter()
    return Picture(decomposition, fields, 1e3 * (halfway - start), 1e3 * (done - halfway))


def picture_of(settings: Settings, values: dict[str, float] | None = None) -> Picture:
    """The picture of these settings, with the kernel parameters under the hand if given."""
    kernel = settings.built_kernel(values)
    return picture(
        repr(kernel),
        settings.data_token,
        settings.components,
        settings.resolution,
        settings.centre,
        kernel,
        dataset(settings.data_token, settings),
    )
