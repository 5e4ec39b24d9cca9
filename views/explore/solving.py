"""What the page "Explore" computes. The results are kept for all readers, with canonical signs."""

from __future__ import annotations

import time
from dataclasses import replace

from datasets import Dataset
from kpca_core import fit
from kpca_core.canvas.picture import Picture
from views.cache import ByToken
from views.catalogue import DataSettings
from views.explore.state import SCALE, ExploreState

# The spectrum always shows the decay up to here, whatever number of panels is drawn.
SPECTRUM_LENGTH = 16


def _dataset(data: DataSettings) -> Dataset:
    return data.build()


def solved(state: ExploreState, samples: int | None = None) -> Picture:
    """Fit, and evaluate the functions on the grid, on at most `samples` an axis."""
    data = dataset_of(state.data)
    start = time.perf_counter()
    decomposition = fit(state.kernel.build(), data.X, SPECTRUM_LENGTH, centre=state.centred)
    halfway = time.perf_counter()
    fields = decomposition.expansion.first(state.components).on_grid(state.grid(data, samples))
    done = time.perf_counter()
    milliseconds = 1e3 * (halfway - start), 1e3 * (done - halfway)
    return Picture(decomposition, fields, data.X, data.labels, data.region, *milliseconds)


dataset_of: ByToken[DataSettings, Dataset] = ByToken(_dataset, max_entries=32)
_pictures: ByToken[ExploreState, Picture] = ByToken(solved, max_entries=32)


def picture_of(state: ExploreState) -> Picture:
    """Return what `solved` gives, remembered; the scale of the eigenvalues has no part in it."""
    return _pictures(replace(state, scale=SCALE.default))
