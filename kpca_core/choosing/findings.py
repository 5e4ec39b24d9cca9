"""All that is found in a table: components that stand out, what they follow, rows far from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import as_points
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import _, plural
from kpca_core.choosing.columns import Columns, columns_that_matter
from kpca_core.choosing.components import Followed, Standing, followed, parallel_analysis
from kpca_core.choosing.plots import Axes
from kpca_core.choosing.rows import Farthest, farthest_rows
from kpca_core.kernels import KernelLike


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found in a table beyond chance.

    Attributes
    ----------
    standing : Standing, of the components
    columns
        Columns, of the table without the rows that are far out; None where no component stands out:
        then none is needed
    farthest : Farthest, from the model of the components that stand out
    followed : the columns that these components follow
    """

    standing: Standing
    columns: Columns | None
    farthest: Farthest
    followed: tuple[Followed, ...]

    __repr__ = in_one_line

    @property
    def needed(self) -> tuple[int, ...]:
        """The columns (0-based) that matter, those that the components need most first."""
        if self.columns is None:
            return ()
        matter = self.columns.matter
        return tuple(int(d) for d in self.columns.ranking if matter[d])

    def plot(self, *, ax: Axes | None = None, names: Sequence[str] | None = None) -> Axes:
        """Draw `standing`, each component with the column that it follows most; return the axes.

        Parameters
        ----------
        names : of the D columns; their numbers (0-based) if None
        """
        ax = self.standing.plot(ax=ax)
        # Of one component the largest |correlation| comes first.
        for one in {one.component: one for one in reversed(self.followed)}.values():
            name = one.column if names is None else names[one.column]
            at = (one.component + 1, self.standing.eigenvalues[one.component])
            ax.annotate(f"{name} {one.correlation:+.2f}", at, (0, 3), textcoords="offset points",
                        ha="center", fontsize=7)  # fmt: skip
        columns, far = len(self.needed), len(self.farthest.far)
        title = _("{columns} needed, {rows} far out").format(
            columns=plural("{n:,} column", "{n:,} columns", columns).format(n=columns),
            rows=plural("{n:,} row", "{n:,} rows", far).format(n=far),
        )
        ax.set_title(title, fontsize=10)
        return ax


def findings(
    kernel: KernelLike,
    X: ArrayLike,
    n_components: int = 8,
    *,
    shuffles: int = 20,
    seed: int = 0,
    progress: Progress | None = None,
) -> Findings:
    """Find what a table X (n, D) shows beyond chance; the parts are those of this package.

    Parameters
    ----------
    kernel, X, n_components, shuffles, seed, progress : as of `parallel_analysis`

    Raises
    ------
    TypeError, ValueError
        as `parallel_analysis`
    """
    more: dict[str, Any] = {"seed": seed, "progress": progress}
    X = as_points(X, "X")
    standing = parallel_analysis(kernel, X, n_components, shuffles=shuffles, **more)
    count = standing.count
    farthest = farthest_rows(kernel, X, count, **more)
    columns = None
    if count:
        # Few rows far out in several columns would make these depend on one another.
        usual = np.delete(X, farthest.far, axis=0)
        columns = columns_that_matter(kernel, usual, count, shuffles=shuffles, **more)
    related = followed(standing.correlations, standing.chance, count)
    return Findings(standing, columns, farthest, tuple(related))
