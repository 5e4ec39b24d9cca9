"""What the page "Explore" computes to draw over its maps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kpca_core.drawing.canvas.indefinite import NO_CLOSEST
from kpca_core.drawing.canvas.overlays import ARROWS, lattice
from kpca_core.drawing.canvas.picture import Picture
from views.hosting.costs import COSTS
from views.pages.explore.state import ExploreState


def overlaid(picture: Picture, state: ExploreState) -> Picture:
    """Return the picture with the arrows and the closest inputs that the state asks for."""
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
        picture = replace(picture, remark=NO_CLOSEST)
    elif state.closest:
        found = closest_points(expansion)
        picture = replace(picture, closest=np.column_stack([found.points, found.cosines]))
    return picture


def values_of(state: ExploreState, n: int) -> float:
    """Return how many kernel values `overlaid` takes for n points."""
    a_component = ARROWS**2 * state.arrows + COSTS.search_values * state.closest
    return n * state.components * a_component
