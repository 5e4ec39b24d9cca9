"""What the page "Explore" computes to draw over its maps and its spectrum."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kpca_core._support.words import _
from kpca_core.drawing.canvas.indefinite import NO_CLOSEST
from kpca_core.drawing.canvas.overlays import ARROWS, lattice
from kpca_core.drawing.canvas.picture import Picture
from views.costs import COSTS
from views.pages.explore.state import ExploreState
from views.work import progress

# Tables with shuffled columns: by chance one eigenvalue of 21 exceeds all of theirs.
SHUFFLES = 20


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
        return replace(picture, remark=str(error))
    return replace(picture, standing=standing)


def values_of(state: ExploreState, n: int) -> float:
    """Return how many kernel values `overlaid` takes for n points."""
    a_component = ARROWS**2 * state.arrows + COSTS.search_values * state.closest
    return n * state.components * a_component
