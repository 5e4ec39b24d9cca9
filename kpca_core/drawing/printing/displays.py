"""A display in the manner of scikit-learn: `from_estimator`, then `plot` on Matplotlib axes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core._support.words import _
from kpca_core.choosing.plots import axes_or_new
from kpca_core.feature_space.sensitivity import Influence, influence

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
        names = getattr(estimator, "feature_names_in_", [f"x{d}" for d in range(len(found.total))])
        return cls(found, list(map(str, names))).plot(ax=ax, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> InfluenceDisplay:
        """Draw on `ax`, or on a new figure; further arguments are those of `Axes.imshow`."""
        self.ax_ = axes_or_new(ax)
        self.figure_ = self.ax_.figure
        values, names = self.influence.components, self.names
        image = self.ax_.imshow(values, **{"aspect": "auto", "cmap": "viridis", **kwargs})
        self.figure_.colorbar(image, ax=self.ax_, label=_("mean |∂f/∂x|"))
        # At most about 20 of the names.
        columns = np.arange(0, len(names), max(1, len(names) // 20))
        turn = 90 if len(names) > 8 else 0
        self.ax_.set_xticks(columns, [names[d] for d in columns], rotation=turn)
        self.ax_.set_yticks(range(len(values)), [f"{j + 1}" for j in range(len(values))])
        self.ax_.set_ylabel(_("component"))
        return self
