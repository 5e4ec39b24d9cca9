"""The figures of the paper and the book as experiments: settings, published numbers, claims.

    from kpca_core.reproduction import figure, monte_carlo, run
    result = run(figure("4"))          # on the paper's own points; run(figure("4"), seed=7) anew
    result.values                      # the eigenvalues, beside figure("4").published
    [claim.holds for claim in result.claims]
    monte_carlo(figure("4")).quantiles # how the eigenvalues vary over 1,000 new draws

Sources: docs/notation.md.
"""

from types import MappingProxyType

from kpca_core._support.words import E_
from kpca_core.reproduction.experiment import (
    QUANTILES,
    Band,
    Case,
    Claim,
    Experiment,
    Result,
    monte_carlo,
    run,
)
from kpca_core.reproduction.figures import (
    FIGURE_3,
    FIGURE_4,
    FIGURE_5,
    PRML_12_16,
    PRML_12_17,
)

__all__ = [
    "FIGURES", "QUANTILES", "Band", "Case", "Claim", "Experiment", "Result",
    "figure", "monte_carlo", "run",
]  # fmt: skip

_IN_ORDER = (FIGURE_3, FIGURE_4, FIGURE_5, PRML_12_16, PRML_12_17)
FIGURES = MappingProxyType({experiment.name: experiment for experiment in _IN_ORDER})


def figure(name: str) -> Experiment:
    """The experiment of that name: "3", "4", "5", "prml-12.16" or "prml-12.17"."""
    try:
        return FIGURES[name]
    except KeyError:
        said = E_("No figure {name}; there are {names}.")
        raise ValueError(said.format(name=repr(name), names=", ".join(FIGURES))) from None
