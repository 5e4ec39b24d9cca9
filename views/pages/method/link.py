"""The link from a point of "Explore" to its derivation."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from kpca_core.datasets import WITH_NOISE
from kpca_core.drawing.canvas.picture import Picture
from views.pages.method.state import DIGITS, MOST, MOVED, MethodState
from views.pages.method.state import X as X_FIELD
from views.state.catalogue import KernelSettings, kernel_choice


def link_to(state: Any, picture: Picture, row: int) -> str:
    """Return the address of step "A new point" for a point of a picture, "" where it has no room.

    The page holds few points, of the catalogue's data, and one kernel without conventions.
    """
    X = picture.points
    if not (3 <= len(X) <= MOST and picture.table is None and state.data.data in WITH_NOISE):
        return ""
    if state.kernel.second is not None:
        return ""
    places = [(round(float(x), DIGITS), round(float(y), DIGITS)) for x, y in X]
    kernel = {one.key: one.write(value) for one, value in state.kernel.settings}
    if state.kernel.has_notations:
        usual = KernelSettings.of_kernel(kernel_choice(), state.kernel.build())
        kernel = {one.key: one.write(value) for one, value in usual.settings} if usual else {}
    texts = {
        "points": state.data.data, "n": str(len(X)), "show": "point",
        "moved": MOVED.write([(i, *xy) for i, xy in enumerate(places)]),
        "x": X_FIELD.write(((0, *places[row]),)), "j": str(min(8, state.j or 1)), **kernel,
    }  # fmt: skip
    found = MethodState.of_address(texts)
    # An address with too many moved points would be read as one without.
    return f"method?{urlencode(found.address())}" if found.moved else ""
