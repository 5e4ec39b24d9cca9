"""One advice from three comparisons of a family of kernels: chance, other rows, held-out rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, counted
from kpca_core._support.progress import Progress
from kpca_core.analysis.noise import NEIGHBOURS, local_noise
from kpca_core.choosing.family import as_family
from kpca_core.choosing.held_out import HeldOut, held_out_errors
from kpca_core.choosing.plots import CHOSEN, FOUND, over_lengths
from kpca_core.choosing.stability import Stability, stability
from kpca_core.choosing.width import WidthChoice, choose_width
from kpca_core.feature_space.preimage import default_method
from kpca_core.kernels import Kernel


@dataclass(frozen=True, eq=False)
class Advice:
    """What speaks for each kernel of a family, and which one is advised.

    Attributes
    ----------
    choice : WidthChoice, the comparison with shuffled columns, which decides
    held_out : HeldOut, the error with `components` components, for noise that was estimated
    stabilities : tuple of m Stability; () for kernels that are not positive semidefinite
    """

    choice: WidthChoice
    held_out: HeldOut
    stabilities: tuple[Stability, ...]

    @property
    def components(self) -> int:
        """The number of components that the errors and the angles are of, 1 where none counts."""
        return max(1, self.choice.count)

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
            float(np.quantile(one.angles[:, k - 1], one.level)) if one.angles.shape[1] >= k
            else np.nan for one in self.stabilities
        ]  # fmt: skip
        return np.array(found or [np.nan] * len(self.choice.kernels))

    def __str__(self) -> str:
        choice = self.choice
        if not choice.count:
            return str(choice)
        i, m = choice.chosen, len(choice.kernels)
        best = self.held_out.chosen[0]
        text = (
            f"Take {_short(choice.kernel)} with {counted(choice.count, 'component')}: "
            f"{100 * choice.kept[i]:.0f} % of the variance in feature space is beyond "
            f"{counted(len(choice.shuffled), 'shuffle')} of the columns (p ≤ "
            f"{choice.p_values[choice.count - 1]:.2g}, the search over {counted(m, 'kernel')} "
            f"repeated in each)"
        )
        if np.isfinite(self.angles[i]):
            one = self.stabilities[i]
            text += (
                f", their span turns by at most {self.angles[i]:.0f}° in {100 * one.level:g} % of "
                f"{len(one.angles)} resamples of the rows"
            )
        what = f"pre-images of held-out rows (noise {self.held_out.noise:.2g})"
        if best == i:
            text += f", and {what} have their least error"
        elif np.isfinite(self.errors[i]):
            text += (
                f", and {what} have an error of {self.errors[i]:.3g}, the least being "
                f"{self.errors[best]:.3g} with {_short(choice.kernels[best])}"
            )
        return f"{text}. {self.limits}"

    @property
    def limits(self) -> str:
        """What the advice does not say, as sentences."""
        choice, said = self.choice, []
        if choice.rows < choice.of:
            said.append(f"It is of {choice.rows:,} of {choice.of:,} rows, drawn at random.")
        if len(choice.kernels) > 1 and choice.chosen in (0, len(choice.kernels) - 1):
            said.append("It is at an end of what was compared: look beyond.")
        if choice.count == choice.eigenvalues.shape[1]:
            said.append("All components that were computed stand out; there may be more.")
        said.append("Correlated columns are structure here, and denoising may need another width.")
        return " ".join(said)

    def plot(self, *, ax: Any = None) -> Any:
        """Draw the three curves, each over its largest value, the choice marked; return the axes.

        Structure beyond chance is best where it is high, error and angle where they are low.
        """
        ax, where = over_lengths(ax, self.choice.kernels)
        curves = {
            "structure beyond chance": self.choice.scores,
            f"held-out error, {counted(self.components, 'component')}": self.errors,
            "angle between resamples": self.angles,
        }
        for (name, values), dashes in zip(curves.items(), ("-", "--", ":"), strict=True):
            if np.isfinite(values).any():
                largest = np.nanmax(values) or 1.0
                ax.plot(where, values / largest, label=name, linestyle=dashes, color=FOUND)
        ax.axvline(where[self.choice.chosen], color=CHOSEN, linewidth=1)
        ax.set_ylabel("share of the largest")
        ax.legend(fontsize=7)
        return ax


def _short(kernel: Kernel) -> str:
    """The kernel as text, its numbers with four digits."""
    return re.sub(r"\d+\.\d+(e[+-]?\d+)?", lambda one: f"{float(one[0]):.4g}", repr(kernel))


def advise(
    kernels: Any,
    X: Any,
    n_components: int = 10,
    *,
    shuffles: int = 50,
    samples: int = 50,
    level: float = 0.05,
    most_rows: int = 500,
    seed: int = 0,
    client: Any = None,
    progress: Progress | None = None,
) -> Advice:
    """Compare kernels with shuffled columns, and by held-out rows and resamples with that number.

    The comparison with shuffles decides on kernel and number of components; error and angles are
    those of that number with every kernel. The error is for the noise of `local_noise`, of few
    rows for none, and of pre-images by the ridge map where other ones need a minimisation.

    Parameters
    ----------
    kernels, X, n_components, shuffles, level, seed, client, progress : as of `choose_width`
    samples : int, resamples of the rows, as of `stability`
    most_rows : int, of more rows as many are drawn at random

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
    k = max(1, choice.count)
    noise = local_noise(X) if len(X) >= 2 * NEIGHBOURS else 0.0
    # Of Laplacians 500 digits would take hours by minimisation.
    slow = any(default_method(kernel) == "minimisation" for kernel in family)
    method = "ridge" if slow else "auto"
    held = held_out_errors(family, X, (k,), noise=noise, method=method, client=client, **common)
    psd = family if all(kernel.is_psd for kernel in family) else ()
    stabilities = [stability(kernel, X, k, samples=samples, **common) for kernel in psd]
    return Advice(choice, held, tuple(stabilities))
