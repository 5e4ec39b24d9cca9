"""The commands of the command line, one module each.

Each has `DESCRIPTION`, `OUTPUTS`, `add_arguments(parser)` and `execute(options)`. OUTPUTS
has the formats of the files that an option names, by its name in the options, the usual format
first. A module is imported when its command is run or explained. Options that several commands have
stand in `options`, what they stand for in `reading` and `files`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from kpca_core._support.words import N_


class Command(NamedTuple):
    """What a command does, and examples of it, as the help shows them."""

    summary: str
    examples: str


# In the order of the help.
COMMANDS: Mapping[str, Command] = {
    "figure": Command(
        N_("a figure: numbers, claims, drawing"),
        N_("""\
  kpca figure 4                          numbers, those of the original, and claims
  kpca figure 3 --out figure3.svg        also a drawing; .pdf .png .html .json likewise
  kpca figure all --out figures          every figure, as figures/figure-3.svg and so on
  kpca figure all --out figures --format pdf json
  kpca figure 4 --seed 7 --draws 1000    another draw, and how much draws differ
"""),
    ),
    "table": Command(
        N_("Table 1 of S on handwritten digits"),
        N_("""\
  kpca table 1 --data usps.npz           Table 1 of S on the USPS digits
  kpca table 1 --data builtin            the same on scikit-learn's small digits
"""),
    ),
    "fit": Command(
        N_("kernel PCA of a table"),
        N_("""\
  kpca fit data.csv --kernel 'Gaussian(0.1)' --out scores.csv
  kpca fit data.csv --label species --standardise --out figure.svg --out all.json
  kpca fit data.csv --kernel rbf --gamma 0.5 --components 0.95   scikit-learn's words
  zcat data.csv.gz | kpca fit - --json | jq .eigenvalues
"""),
    ),
    "explore": Command(
        N_("one HTML file in which a parameter is dragged, without a server"),
        N_("""\
  kpca explore data.csv --html explored.html              the width under the pointer, offline
"""),
    ),
    "project": Command(
        N_("scores of new rows by a saved fit"),
        N_("""\
  kpca fit data.csv --out model.npz      what projects new rows later:
  kpca project model.npz new.csv --out scores.csv
"""),
    ),
    "choose": Command(
        N_("which width, how many components, and whether they are noise"),
        N_("""\
  kpca choose data.csv --standardise --out choice.svg     which width, how many components
"""),
    ),
    "derive": Command(
        N_("kernel PCA of a few rows, every step"),
        N_("""\
  kpca derive few.csv --kernel 'Gaussian(0.1)' --at 0.2,0.3 --out sheet.pdf --solutions answers.pdf
"""),
    ),
    "app": Command(
        N_("open the explorer in a browser"),
        N_("""\
  kpca app                               the explorer in a browser
  kpca app --static FOLDER               the explorer as a folder that needs no server of its own
"""),
    ),
}
