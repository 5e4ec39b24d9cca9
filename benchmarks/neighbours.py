"""The sentences of sections 6.2 and 6.3.

On how many of ten draws a sentence of [S] section 6.2 or 6.3 that the page "Neighbours" quotes
holds, and one of ours, in brackets the median of the number that decides, and where the sentence
holds. A sentence stands with its page in `kpca_core/neighbours/`, what measures it in
`tests/support/section_63.py`. Training ends in local minima on rings and clusters, hardly ever on
the parabola; a principal curve of few splines is smoother than the means of the points that project
on it; the matrix K is not needed for a Gaussian in the plane. Then section 5.2: linear machines on
components beside the nonlinear machine, errors of what is held out. Sources: docs/notation.md.
"""

from __future__ import annotations

from support.section_63 import CLAIMS, DATA, KERNEL, SEEDS, measured

from benchmarks.harness import Answer, Lines, benchmark
from datasets import builtin_digits
from kpca_core import Gaussian
from kpca_core.neighbours import classifier_errors


@benchmark
def neighbours(draws: int = SEEDS) -> Lines:
    """Each sentence on three data sets."""
    for key, claim in CLAIMS.items():
        found = {name: measured(key, name, range(draws)) for name in DATA}
        cells = [f"{name} {count} ({number:.3g})" for name, (count, number) in found.items()]
        yield Answer(
            f"{claim.place.partition(',')[0]} {key}", f"{', '.join(cells)}; {claim.number}"
        )


@benchmark
def classifiers(components: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64, 128)) -> Lines:
    """Section 5.2: linear machines on components, and the machine with the kernel itself."""
    pairs = {name: (DATA[name](0), DATA[name](1)) for name in ("rings", "clusters")}
    problems = {n: (KERNEL, a.X, a.labels, b.X, b.labels) for n, (a, b) in pairs.items()}
    digits = builtin_digits()
    width = Gaussian(float(digits.X_train.shape[1]))
    problems["digits of scikit-learn"] = (
        width, digits.X_train, digits.y_train, digits.X_test, digits.y_test
    )  # fmt: skip
    for name, problem in problems.items():
        found = classifier_errors(*problem, components)
        errors = zip(components, found.components, strict=False)
        said = ", ".join(f"{q}: {100 * error:.3g} %" for q, error in errors)
        yield Answer(
            f"5.2 {name}: errors of linear machines by the number of components, and of the "
            "machine with the kernel itself",
            f"{said}; {100 * found.machine:.3g} %",
        )
