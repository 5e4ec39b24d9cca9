"""Each sentence of [S] section 6.3 that the page "Neighbours" quotes, measured: `make bench`.

A sentence is measured on three data sets with ten seeds each; the table says on how many of the ten
it holds, as `Sentence.counts` in the files of the methods, and the median of the number that
decides.
Then [S] section 5.2: linear machines on components beside the nonlinear machine.
Sources: docs/notation.md.
"""

from __future__ import annotations

from support.section_63 import CLAIMS, DATA, KERNEL, SEEDS, measured

from datasets import builtin_digits
from kpca_core import Gaussian
from kpca_core._support.arrays import Array
from kpca_core.neighbours import classifier_errors


def main() -> None:
    print(f"of {SEEDS} seeds: holds (median)    " + "".join(f"{name:>18}" for name in DATA))
    for key, claim in CLAIMS.items():
        found = [measured(key, name, range(SEEDS)) for name in DATA]
        cells = "".join(f"{f'{count} ({number:.3g})':>18}" for count, number in found)
        print(f"{claim.place[:5]} {key:<24}{cells}   {claim.number}", flush=True)
    print("\n[S] 5.2, errors held out: linear machines on 1 … 128 components | nonlinear machine")
    for name, (kernel, train, test) in problems().items():
        found = classifier_errors(kernel, *train, *test, (1, 2, 4, 8, 16, 32, 64, 128))
        errors = " ".join(f"{error:.3f}" for error in found.components)
        print(f"{name:<12}{errors} | {found.machine:.3f}", flush=True)


def problems() -> dict[str, tuple[Gaussian, tuple[Array, Array], tuple[Array, Array]]]:
    """Kernel, points and labels to fit, and those held out."""
    pairs = {name: (DATA[name](0), DATA[name](1)) for name in ("rings", "clusters")}
    found = {n: (KERNEL, (a.X, a.labels), (b.X, b.labels)) for n, (a, b) in pairs.items()}
    digits = builtin_digits()
    width = Gaussian(float(digits.X_train.shape[1]))
    found["digits"] = (
        width, (digits.X_train, digits.y_train), (digits.X_test, digits.y_test)
    )  # fmt: skip
    return found


if __name__ == "__main__":
    main()
