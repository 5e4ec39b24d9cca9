"""What the page "Explore" computes. The results are kept for all readers, with canonical signs."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from kpca_core import Grid, Kernel, fit
from kpca_core._support.words import N_, _, worded
from kpca_core.datasets import Dataset
from kpca_core.drawing.canvas.indefinite import NO_CLOSEST
from kpca_core.drawing.canvas.overlays import ARROWS, lattice
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.subject import SPECTRUM
from views.costs import COSTS
from views.pages.explore.state import ExploreState
from views.remembered import Remembered
from views.state.catalogue import DataSettings
from views.work import Estimate, progress

# Tables with shuffled columns: by chance one eigenvalue of 21 exceeds all of theirs.
SHUFFLES = 20
# Samples an axis of the limit's functions, whose lines alone are drawn.
OF_LIMIT = 50
NO_LIMIT = N_(
    "For these points no limit is known here. One is known for the data sets points of a circle, "
    "normal points, points of a segment and corners of a square, unless points of them are edited."
)


def solve_state(state: ExploreState, samples: int | None = None) -> Picture:
    """Fit, and evaluate the functions on the grid, on at most `samples` an axis.

    ValueError where the reader's changes do not fit the data set.
    """
    data = state.points.applied(dataset_of(state.data))
    start = time.perf_counter()
    kernel = state.kernel.build()
    decomposition = fit(kernel, data.X, SPECTRUM, centre=state.centred, progress=progress())
    halfway = time.perf_counter()
    expansion, grid = decomposition.expansion.first(state.components), state.grid(data, samples)
    fields = expansion.on_grid(grid, progress())
    done = time.perf_counter()
    milliseconds = 1e3 * (halfway - start), 1e3 * (done - halfway)
    found = Picture(decomposition, fields, data.X, data.labels, data.region, *milliseconds)
    return overlaid(found, state)


def overlaid(picture: Picture, state: ExploreState) -> Picture:
    """Return the picture with what the state asks for over the maps and over the spectrum."""
    if state.chance:
        picture = _with_shuffles(picture, state.centred)
    if not (state.arrows or state.closest):
        return picture
    # What the first page shows does not wait for these modules.
    from kpca_core.feature_space.sensitivity import closest_points, gradients

    p = len(picture.fields)
    expansion = picture.decomposition.expansion.first(p)
    if state.arrows:
        flat = gradients(expansion, lattice(picture.region))
        slopes = flat.reshape(ARROWS, ARROWS, p, 2).transpose(2, 0, 1, 3)
        picture = replace(picture, slopes=slopes)
    if state.closest and not expansion.kernel.is_psd:
        picture = replace(picture, remark=f"{picture.remark} {_(NO_CLOSEST)}".strip())
    elif state.closest:
        found = closest_points(expansion)
        picture = replace(picture, closest=np.column_stack([found.points, found.cosines]))
    return picture


def _with_shuffles(picture: Picture, centred: bool) -> Picture:
    from kpca_core.choosing import parallel_analysis

    found, X = picture.decomposition, picture.points
    try:
        standing = parallel_analysis(
            found.expansion.kernel, X, found.n_components, centre=centred, shuffles=SHUFFLES,
            most_rows=len(X), progress=progress(),
        )  # fmt: skip
    except ValueError as error:
        return replace(picture, remark=worded(error))
    return replace(picture, standing=standing)


def _at_rest(state: ExploreState) -> Picture:
    """What `solved` gives; what is drawn over the maps is added to a picture that is known."""
    plain = state.without_overlays
    return solve_state(state) if plain == state else overlaid(_pictures(plain), state)


def fit_seconds(kernel: Kernel, n: int, samples: int) -> float:
    """What a fit of n points of the plane and its functions at `samples` places take on one core.

    Half of K is evaluated, it is symmetric; of kernels with a structure nothing to speak of.
    """
    structured = kernel.product_form(2) or kernel.feature_dimension(2) < n
    evaluations = 0 if structured else n * (n / 2 + samples)
    return COSTS.kernel_value * evaluations + COSTS.entry * n * (n / 4 + samples / 30)


def cost_of(state: ExploreState) -> Estimate:
    """What `solved` is expected to take, within a factor of about three."""
    kernel, n = state.kernel.build(), len(dataset_of(state.data).X) + len(state.points)
    samples = int(state.resolution) ** 2
    over_a_map = ARROWS**2 * state.arrows + COSTS.search_values * state.closest
    seconds = fit_seconds(kernel, n, samples)
    seconds += COSTS.kernel_value * n * state.components * over_a_map
    seconds += state.chance * SHUFFLES * (fit_seconds(kernel, n, 0) + COSTS.small_fit)
    return Estimate(seconds, 12.0 * n**2 + 24.0 * SPECTRUM * samples)


dataset_of: Remembered[DataSettings, Dataset] = Remembered(
    lambda data: data.build(), max_entries=32
)
_pictures: Remembered[ExploreState, Picture] = Remembered(
    _at_rest, max_entries=32, cost=cost_of, in_words=True
)


def picture_of(state: ExploreState) -> Picture:
    """Return what `solved` gives, remembered; story, locks and what is apart have no part in it."""
    return _pictures(state.problem)


def limited(picture: Picture, state: ExploreState) -> Picture:
    """Return the picture with the limit for infinitely many points, if the state asks for it."""
    if not state.limit:
        return picture
    from kpca_core.analysis.limits import LAWS, beside

    found, p = picture.decomposition, len(picture.fields)
    try:
        if state.data.data not in LAWS or state.points:
            raise ValueError(_(NO_LIMIT))
        limit = LAWS[state.data.data].limit(found.expansion.kernel, max(p, 1), state.centred)
    except ValueError as error:
        return replace(picture, remark=f"{picture.remark} {worded(error)}".strip())
    own = beside(limit, picture.points, found.scores[:, :p])
    grid = Grid.over(picture.region, min(OF_LIMIT, picture.fields.shape[1]))
    fields = own.functions(grid.rows).T.reshape(-1, len(grid.y), len(grid.x))
    return replace(picture, beside=own, limits=fields)
