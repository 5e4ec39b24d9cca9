"""Width and number of components by the error of pre-images of rows that were held out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, require_count, require_number
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, _, plural
from kpca_core.choosing.family import as_family
from kpca_core.choosing.plots import CHOSEN, Axes, over_lengths
from kpca_core.choosing.shuffling import rows_of, some_rows, subset
from kpca_core.choosing.tasks import Submits, computed
from kpca_core.feature_space.preimage import pre_images
from kpca_core.kernels import Kernel, KernelLike
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The error of pre-images of held-out rows, for each kernel and number of components.

    Attributes
    ----------
    kernels
        Tuple of m kernels.
    counts
        Tuple of p numbers of components, ascending.
    errors : (m, p) array
        The mean of ‖x − x̂‖² over the rows, see `held_out_errors`; NaN where a fit has fewer
        components.
    standard_errors : (m, p) array
        Of these means.
    noise : float
        The standard deviation that was taken for that of the noise; 0 for none.
    rows, of : int
        How many rows were analysed, and how many there are.
    """

    kernels: tuple[Kernel, ...]
    counts: tuple[int, ...]
    errors: Array
    standard_errors: Array
    noise: float
    rows: int
    of: int

    __repr__ = in_one_line

    @property
    def chosen(self) -> tuple[int, int]:
        """The indices of the kernel and of the number of components with the least error."""
        best = int(np.nanargmin(self.errors))
        return best // len(self.counts), best % len(self.counts)

    @property
    def kernel(self) -> Kernel:
        """The kernel chosen."""
        return self.kernels[self.chosen[0]]

    @property
    def count(self) -> int:
        """The number of components chosen."""
        return self.counts[self.chosen[1]]

    def __str__(self) -> str:
        error, deviation = self.errors[self.chosen], self.standard_errors[self.chosen]
        if self.noise:
            text = _(
                "{kernel} with {components} has the least error of held-out pre-images, "
                "{error:.3g} ± {deviation:.1g}, for noise of standard deviation "
                "{noise:.3g}{subset}."
            )
        else:
            text = _(
                "{kernel} with {components} has the least error of held-out pre-images, "
                "{error:.3g} ± {deviation:.1g}{subset}. Without a noise every further component "
                "lowers it: compare kernels with equal numbers of components, or state the noise."
            )
        number = plural("{n:,} component", "{n:,} components", self.count).format(n=self.count)
        return text.format(
            kernel=repr(self.kernel), components=number, error=error, deviation=deviation,
            noise=self.noise, subset=subset(self.rows, self.of),
        )  # fmt: skip

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the error over the width, a line for each number of components; return the axes."""
        ax, where = over_lengths(ax, self.kernels)
        for k, count in enumerate(self.counts):
            ax.plot(where, self.errors[:, k], label=str(count), linewidth=1)
        i, k = self.chosen
        ax.plot([where[i]], [self.errors[i, k]], color=CHOSEN, marker="o", linestyle="")
        ax.set(yscale="log", ylabel=_("error of held-out pre-images"))
        ax.legend(title=_("components"), fontsize=7, title_fontsize=7)
        return ax


def held_out_errors(
    kernels: KernelLike | Sequence[KernelLike],
    X: ArrayLike,
    counts: Sequence[int] = (1, 2, 3, 4, 6, 8, 12, 16),
    *,
    noise: float = 0.0,
    folds: int = 5,
    method: str = "auto",
    most_rows: int = 500,
    seed: int = 0,
    client: Submits | None = None,
    progress: Progress | None = None,
) -> HeldOut:
    """Cross-validate the error ‖x − x̂‖² of pre-images x̂, comparable across kernels.

    A fold's rows are projected on the components of the others, and x̂ is the pre-image of the
    first q scores. Without noise every component lowers the error, as it lowers that of PCA to 0.
    To choose for denoising state the noise's standard deviation σ: x is replaced by two copies
    x + √α ε and x − ε/√α with ε of that deviation, whose noises are independent; the first is
    denoised and compared with the second, for four draws of ε in pairs of opposite sign. But for a
    constant the mean is then the error to the rows without noise, for rows with (1 + α)σ². With
    α < 1/2 the error of the other copy is mostly noise, with more the choice is for noisier rows.

    Parameters
    ----------
    kernels
        a kernel, or a sequence of them such as `dilations`; none precomputed.
    X : (n, D) array
        The rows.
    counts : sequence of int
        Numbers of components.
    noise : float
        σ ≥ 0, normal and alike in all columns; `local_noise` estimates it.
    folds : int
        2 ≤ folds ≤ n.
    method : str
        Of the pre-images, as of `kpca_core.pre_images`.
    most_rows, seed, client, progress
        As of `choose_width`; a task is a kernel.

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, fewer than 4 rows, arguments out of range, and as `kpca_core.fit`

    References
    ----------
    Alam & Fukumizu 2014, of the error; Oliveira, Lei & Tibshirani 2021, of the two copies.
    """
    family = as_family(kernels)
    counts = tuple(sorted({*counts}))
    for one in counts:
        require_count("counts", one)
    if not counts:
        raise ValueError(E_("Need at least one number of components in counts; got none."))
    require_number("noise", noise)
    X = rows_of(X, 4)
    some = X[some_rows(len(X), most_rows, seed)]
    require_count("folds", folds, len(some), least=2)
    tasks = [(kernel, some, counts, float(noise), folds, method, seed) for kernel in family]
    squares = computed(_squares, tasks, client, progress, _("widths"))
    every = np.array(squares)
    errors, deviations = every.mean(axis=2), every.std(axis=2) / np.sqrt(len(some))
    if np.isnan(errors).all():
        raise ValueError(
            E_("No fit has {n} components; take fewer, or other kernels.").format(n=counts[0])
        )
    return HeldOut(family, counts, errors, deviations, float(noise), len(some), len(X))


def _squares(
    kernel: Kernel, X: Array, counts: tuple[int, ...], noise: float, folds: int, method: str,
    seed: int,
) -> Array:  # fmt: skip
    """The squared error of each row for each number of components (p, n)."""
    rng = np.random.default_rng(seed)
    parts = rng.permutation(len(X)) % folds
    added = noise * rng.standard_normal((2, *X.shape))
    copies = np.concatenate([added, -added]) if noise else np.zeros((1, *X.shape))
    found = np.full((len(counts), len(X)), np.nan)
    for k in range(folds):
        held = parts == k
        noisy = np.concatenate(list(X[held] + np.sqrt(0.5) * copies[:, held]))
        other = np.concatenate(list(X[held] - copies[:, held] / np.sqrt(0.5)))
        model = fit(kernel, X[~held], counts[-1])
        scores = model.expansion(noisy)
        for j, count in enumerate(counts):
            if count > model.n_components:
                break
            points = pre_images(model.expansion, scores[:, :count], method, start=noisy).points
            squares = np.square(points - other).sum(axis=1)
            found[j, held] = squares.reshape(len(copies), -1).mean(axis=0)
    return found
