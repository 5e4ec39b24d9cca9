"""The Matplotlib axes that the results of this package draw on."""

from __future__ import annotations

from typing import Any

from kpca_core._support.extras import needed

# Okabe & Ito's blue for what was found, vermilion for what was chosen, grey for chance.
FOUND, CHOSEN, CHANCE = "#0072b2", "#d55e00", "#9aa1ab"


def axes_or_new(ax: Any) -> Any:
    """Return `ax`, or that of a new figure where it is None.

    Raises
    ------
    ImportError
        without Matplotlib, which the extra `figures` has
    """
    if ax is not None:
        return ax
    with needed("Matplotlib", "draws what was chosen", "figures"):
        from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]


def over_lengths(ax: Any, lengths: Any, number: int) -> Any:
    """Label the axis of the kernels, and return where each stands: its length, or its number."""
    if lengths is None:
        ax.set_xlabel("kernel")
        return range(1, number + 1)
    ax.set_xscale("log")
    ax.set_xlabel("width")
    return lengths
