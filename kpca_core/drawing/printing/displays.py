"""Displays in the manner of scikit-learn: `from_estimator`, then `plot` on Matplotlib axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.choosing.plots import axes_or_new
from kpca_core.feature_space.sensitivity import Closest, Influence, closest_points, influence

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass
class InfluenceDisplay:
    """The influence of each input variable on each component, as a map of q rows and D columns.

    Parameters
    ----------
    influence : Influence
    names
        List of str, the variables.

    Attributes
    ----------
    ax_
        Matplotlib axes, after `plot`.
    figure_
        The figure that they belong to.
    """

    influence: Influence
    names: list[str]
    ax_: Axes = field(init=False)
    figure_: Any = field(init=False)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any = None, *, ax: Any = None, **kwargs: Any
    ) -> InfluenceDisplay:
        """Of a fitted `KernelPCA` at X (n, D), by default the points of its expansion; drawn."""
        found = influence(estimator.expansion_, X)
        names = _names(estimator, len(found.total))
        return cls(found, names).plot(ax=ax, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> InfluenceDisplay:
        """Draw on `ax`, or on a new figure; further arguments are those of `Axes.imshow`."""
        self.ax_ = axes_or_new(ax)
        self.figure_ = self.ax_.figure
        _draw_map(self.ax_, self.influence.components, self.names, _("mean |∂f/∂x|"), kwargs)
        return self


@dataclass
class ClosestDisplay:
    """For each component the input whose image is closest to it in direction, with the cosine.

    In the plane the inputs are marks among the points of the expansion, else rows of a map.

    Parameters
    ----------
    closest : Closest
    points : (m, D) array
        Points to draw beside them.
    names
        List of str, the variables.

    Attributes
    ----------
    ax_
        Matplotlib axes, after `plot`.
    figure_
        The figure that they belong to.
    """

    closest: Closest
    points: Any
    names: list[str]
    ax_: Axes = field(init=False)
    figure_: Any = field(init=False)

    @classmethod
    def from_estimator(
        cls, estimator: Any, closest: Closest | None = None, *, ax: Any = None, **kwargs: Any
    ) -> ClosestDisplay:
        """Draw the closest points of a fitted `KernelPCA`, or `closest` where it is given."""
        found = closest_points(estimator.expansion_) if closest is None else closest
        names = _names(estimator, found.points.shape[1])
        return cls(found, estimator.expansion_.points, names).plot(ax=ax, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> ClosestDisplay:
        """Draw on `ax`, or on a new figure; further arguments go to `scatter` or `imshow`."""
        self.ax_ = axes_or_new(ax)
        self.figure_ = self.ax_.figure
        found, cosines = self.closest.points, self.closest.cosines
        if found.shape[1] == 2:
            x, y = self.points.T
            self.ax_.scatter(x, y, s=6, color="#9aa1ab")
            self.ax_.scatter(
                found[:, 0], found[:, 1], **{"marker": "x", "color": "#d55e00", **kwargs}
            )
            for j, (x, y) in enumerate(found):
                self.ax_.annotate(f"{j + 1}: cos {cosines[j]:.2f}", (x, y))
            self.ax_.set_xlabel(self.names[0])
            self.ax_.set_ylabel(self.names[1])
            return self
        _draw_map(self.ax_, found, self.names, _("value"), kwargs, cosines)
        return self


def _names(estimator: Any, dimension: int) -> list[str]:
    names = getattr(estimator, "feature_names_in_", [f"x{d}" for d in range(dimension)])
    return [str(name) for name in names]


def _draw_map(
    ax: Any, values: Array, names: list[str], label: str, more: dict[str, Any],
    cosines: Array | None = None,
) -> None:  # fmt: skip
    """Draw values (q, D), with at most about 20 of the names of variables below them."""
    image = ax.imshow(values, **{"aspect": "auto", "cmap": "viridis", **more})
    ax.figure.colorbar(image, ax=ax, label=label)
    rows = len(values)
    columns = np.arange(0, len(names), max(1, len(names) // 20))
    ax.set_xticks(columns, [names[d] for d in columns], rotation=90 if len(names) > 8 else 0)
    notes = [""] * rows if cosines is None else [f": cos {value:.2f}" for value in cosines]
    ax.set_yticks(range(rows), [f"{j + 1}{note}" for j, note in enumerate(notes)])
    ax.set_ylabel(_("component"))
