"""What the displays of this package's results have in common; they draw on Matplotlib axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kpca_core._support.extras import needed
from kpca_core._support.words import _
from kpca_core.choosing.family import lengths
from kpca_core.kernels import Kernel

if TYPE_CHECKING:
    import matplotlib.axes

Axes: TypeAlias = "matplotlib.axes.Axes"

# Okabe & Ito's blue for what was found, vermilion for what was chosen, grey for chance.
FOUND, CHOSEN, CHANCE = "#0072b2", "#d55e00", "#9aa1ab"


def axes_or_new(ax: Axes | None) -> Axes:
    """Return `ax`, or that of a new figure where it is None."""
    if ax is not None:
        return ax
    with needed("Matplotlib", "draws what was chosen", "figures"):
        from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]


def over_lengths(ax: Axes | None, family: Sequence[Kernel]) -> tuple[Axes, Any]:
    """Return `axes_or_new` and where each kernel stands: at its length, or at its number."""
    ax, where = axes_or_new(ax), lengths(family)
    if where is None:
        ax.set(xlabel=_("kernel"))
        return ax, range(1, len(family) + 1)
    ax.set(xscale="log", xlabel=_("width"))
    return ax, where


def coloured(chosen: Any) -> list[str]:
    """Return a colour for each value: CHOSEN or FOUND."""
    colours: list[str] = np.where(chosen, CHOSEN, FOUND).tolist()
    return colours
