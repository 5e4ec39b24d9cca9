"""One advice from three comparisons of a family of kernels: chance, other rows, held-out rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, Indices, as_points
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import _, plural
from kpca_core.analysis.noise import NEIGHBOURS, local_noise
from kpca_core.choosing.family import as_family
from kpca_core.choosing.held_out import HeldOut, held_out_errors
from kpca_core.choosing.plots import CHOSEN, FOUND, Axes, over_lengths
from kpca_core.choosing.stability import (
    MOST_RESAMPLED,
    RANDOM,
    RESAMPLES,
    Stability,
    stability,
    steady,
)
from kpca_core.choosing.tasks import Submits
from kpca_core.choosing.width import WidthChoice, choose_width, last_largest
from kpca_core.feature_space.preimage import default_method
from kpca_core.kernels import Kernel, KernelLike


@dataclass(frozen=True, eq=False)
class Advice:
    """What speaks for each kernel of a family, and which one is advised.

    Attributes
    ----------
    choice : WidthChoice
        The comparison with shuffled columns.
    held_out : HeldOut
        The error with `components` components, for noise that was estimated.
    stabilities
        Tuple of m Stability; () for kernels that are not positive semidefinite.
    """

    choice: WidthChoice
    held_out: HeldOut
    stabilities: tuple[Stability, ...]

    __repr__ = in_one_line

    @property
    def counts(self) -> Indices:
        """How many components stand out with each kernel (m,): the rule of `Standing.count`.

        Their p-values are at most `level`, with the search over the kernels repeated in each
        shuffle, and resamples of the rows keep their span.
        """
        return counted(self.choice, self.stabilities)

    @property
    def scores(self) -> Array:
        """What is maximised (m,): `WidthChoice.scores` of the components that stand out."""
        return self.choice.scores_by(self.counts)

    @property
    def chosen(self) -> int:
        """The index of the kernel with the largest score; of equal ones the last."""
        return last_largest(self.scores)

    @property
    def kernel(self) -> Kernel:
        """The kernel advised."""
        return self.choice.kernels[self.chosen]

    @property
    def count(self) -> int:
        """The number of components advised; 0 where none stands out with any kernel."""
        return int(self.counts[self.chosen])

    @property
    def components(self) -> int:
        """The number of components that the errors and the angles are of, 1 where none counts."""
        return max(1, self.count)

    @property
    def errors(self) -> Array:
        """`HeldOut.errors` of held-out rows (m,)."""
        return self.held_out.errors[:, 0]

    @property
    def angles(self) -> Array:
        """In degrees, by how much the span turns at most in the share `level` of resamples (m,).

        NaN where a fit has fewer components.
        """
        k = self.components
        found = [
            float(one.turns[k - 1]) if len(one.turns) >= k else np.nan for one in self.stabilities
        ]
        return np.array(found or [np.nan] * len(self.choice.kernels))

    def __str__(self) -> str:
        choice = self.choice
        if not choice.count:
            return str(choice)
        if not self.count:
            return _(
                "No number of components can be advised: eigenvalues are larger than by chance, "
                "but other rows would give other components (the span of those that count turns "
                "by more than {angle:.0f}° in more than {share:.0f} % of resamples of the rows)."
            ).format(angle=RANDOM, share=100 * (1 - self.stabilities[0].level))
        i, m = self.chosen, len(choice.kernels)
        best = self.held_out.chosen[0]
        said = [
            _(
                "Take {kernel} with {components}: {share:.0f} % of the variance in feature space "
                "is beyond {level:g} % of {shuffles} of the columns (p ≤ {p:.2g}, the search over "
                "{kernels} repeated in each)"
            ).format(
                kernel=_short(self.kernel),
                components=plural("{n:,} component", "{n:,} components", self.count).format(
                    n=self.count
                ),
                share=100 * choice.kept_by(self.counts)[i],
                level=100 * (1 - choice.level),
                shuffles=plural("{n:,} shuffle", "{n:,} shuffles", len(choice.shuffled)).format(
                    n=len(choice.shuffled)
                ),
                p=choice.every_p_value[i, self.count - 1],
                kernels=plural("{n:,} kernel", "{n:,} kernels", m).format(n=m),
            )
        ]
        if np.isfinite(self.angles[i]):
            one = self.stabilities[i]
            said.append(
                _(
                    ", their span turns by at most {angle:.0f}° in {share:g} % of {n} resamples of "
                    "the rows"
                ).format(angle=self.angles[i], share=100 * one.level, n=len(one.angles))
            )
        noise = self.held_out.noise
        if best == i:
            text = _(", and pre-images of held-out rows (noise {noise:.2g}) have their least error")
            said.append(text.format(noise=noise))
        elif np.isfinite(self.errors[i]):
            said.append(
                _(
                    ", and pre-images of held-out rows (noise {noise:.2g}) have an error of "
                    "{error:.3g}, the least being {least:.3g} with {kernel}"
                ).format(
                    noise=noise,
                    error=self.errors[i],
                    least=self.errors[best],
                    kernel=_short(choice.kernels[best]),
                )
            )
        return _("{advice}. {limits}").format(advice="".join(said), limits=self.limits)

    @property
    def limits(self) -> str:
        """What the advice does not say, as sentences."""
        choice, said = self.choice, []
        if choice.rows < choice.of:
            said.append(
                _("It is of {n:,} of {all:,} rows, drawn at random.").format(
                    n=choice.rows, all=choice.of
                )
            )
        if len(choice.kernels) > 1 and self.chosen in (0, len(choice.kernels) - 1):
            said.append(_("It is at an end of what was compared: look beyond."))
        if self.count == choice.eigenvalues.shape[1]:
            said.append(_("All components that were computed stand out; there may be more."))
        said.append(
            _("Correlated columns are structure here, and denoising may need another width.")
        )
        return " ".join(said)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the three curves, each over its largest value, the choice marked; return the axes.

        Structure beyond chance is best where it is high, error and angle where they are low.
        """
        ax, where = over_lengths(ax, self.choice.kernels)
        error = plural(
            "held-out error, {n:,} component", "held-out error, {n:,} components", self.components
        ).format(n=self.components)
        curves = {
            _("structure beyond chance"): self.scores,
            error: self.errors,
            _("angle between resamples"): self.angles,
        }
        for (name, values), dashes in zip(curves.items(), ("-", "--", ":"), strict=True):
            if np.isfinite(values).any():
                largest = np.nanmax(values) or 1.0
                ax.plot(where, values / largest, label=name, linestyle=dashes, color=FOUND)
        ax.axvline(where[self.chosen], color=CHOSEN, linewidth=1)
        ax.set_ylabel(_("share of the largest"))
        ax.legend(fontsize=7)
        return ax


def _short(kernel: Kernel) -> str:
    """The kernel as text, its numbers with four digits."""
    return re.sub(r"\d+\.\d+(e[+-]?\d+)?", lambda one: f"{float(one[0]):.4g}", repr(kernel))


def advise(
    kernels: KernelLike | Sequence[KernelLike],
    X: ArrayLike,
    n_components: int = 10,
    *,
    shuffles: int = 50,
    samples: int = RESAMPLES,
    level: float = 0.05,
    most_rows: int = MOST_RESAMPLED,
    seed: int = 0,
    client: Submits | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Compare kernels with shuffled columns, and by held-out rows and resamples with that number.

    Shuffles and resamples decide on kernel and number of components. Those components count whose
    eigenvalues are beyond chance and whose span resamples of the rows keep; the kernel is that with
    which they have most beyond chance. Error and angles are those of that number with every kernel.
    The error is for the noise of `local_noise`, of few rows for none, and of pre-images by the
    ridge map where other ones need a minimisation.

    Parameters
    ----------
    kernels, X, n_components, shuffles, level, seed, client, progress
        As of `choose_width`.
    samples : int
        Resamples of the rows, as of `stability`.
    most_rows : int
        Of more rows as many are drawn at random.

    Raises
    ------
    TypeError, ValueError
        as `choose_width` and `held_out_errors`
    """
    family = as_family(kernels)
    common: dict[str, Any] = {"most_rows": most_rows, "seed": seed, "progress": progress}
    choice = choose_width(
        family, X, n_components, shuffles=shuffles, level=level, client=client, **common
    )
    psd = family if all(kernel.is_psd for kernel in family) else ()
    q = choice.eigenvalues.shape[1]
    stabilities = tuple(stability(kernel, X, q, samples=samples, **common) for kernel in psd)
    counts = counted(choice, stabilities)
    k = max(1, int(counts[last_largest(choice.scores_by(counts))]))
    noise = local_noise(X) if len(as_points(X, "X")) >= 2 * NEIGHBOURS else 0.0
    # Of Laplacians 500 digits would take hours by minimisation.
    slow = any(default_method(kernel) == "minimisation" for kernel in family)
    method = "ridge" if slow else "auto"
    held = held_out_errors(family, X, (k,), noise=noise, method=method, client=client, **common)
    return Advice(choice, held, stabilities)


def counted(choice: WidthChoice, stabilities: Sequence[Stability]) -> Indices:
    """Return how many components of each kernel (m,) are beyond chance and kept by resamples."""
    if not stabilities:
        return choice.counts
    each = zip(stabilities, choice.counts.tolist(), strict=True)
    return np.array([steady(one.turns, count) for one, count in each], dtype=np.intp)
