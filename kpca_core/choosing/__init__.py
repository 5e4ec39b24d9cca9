"""What can be said of a table beyond chance, and how to choose the kernel's width for it.

`choose_width` compares a family of kernels, such as `dilations`, with the same table with its
columns shuffled, and counts the components that stand out; `held_out_errors` compares them by
pre-images of rows that were held out; `stability` varies the rows; `advise` makes one advice of
these three. `influence_band` says which
columns carry the components, and `NoveltyDetector` which new rows are unlike the others. Their
results are frozen values with `plot(ax=…)`.

`findings` is the quick answer of one width: `parallel_analysis` counts its components,
`columns_that_matter` finds the columns which they need, `farthest_rows` the rows that they describe
worst, and `followed` those that one of them rises or falls with. Sources: docs/notation.md.
"""

from typing import TYPE_CHECKING, Any

from kpca_core.analysis.noise import local_noise
from kpca_core.choosing.advice import Advice, advise
from kpca_core.choosing.columns import Columns, InfluenceBand, columns_that_matter, influence_band
from kpca_core.choosing.components import Followed, Standing, followed, parallel_analysis
from kpca_core.choosing.family import dilations
from kpca_core.choosing.findings import Findings, findings
from kpca_core.choosing.held_out import HeldOut, held_out_errors
from kpca_core.choosing.rows import Farthest, farthest_rows
from kpca_core.choosing.stability import Stability, stability
from kpca_core.choosing.width import WidthChoice, choose_width

if TYPE_CHECKING:
    from kpca_core.choosing.novelty import NoveltyDetector

__all__ = [
    "Advice", "Columns", "Farthest", "Findings", "Followed", "HeldOut", "InfluenceBand",
    "NoveltyDetector", "Stability", "Standing", "WidthChoice", "advise", "choose_width",
    "columns_that_matter", "dilations", "farthest_rows", "findings", "followed", "held_out_errors",
    "influence_band", "local_noise", "parallel_analysis", "stability",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name != "NoveltyDetector":
        raise AttributeError(f"module 'kpca_core.choosing' has no attribute {name!r}")
    from kpca_core.choosing.novelty import NoveltyDetector

    return NoveltyDetector
