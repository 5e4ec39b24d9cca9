"""What can be said of a table beyond chance: components, columns and rows.

`findings` does all of it. `parallel_analysis` counts the components that stand out from the same
table with its columns shuffled, `columns_that_matter` finds the columns which they need,
`farthest_rows` the rows that they describe worst, `separations` the classes that one of them keeps
apart, and `followed` the columns that it rises or falls with. Sources: docs/notation.md.
"""

from kpca_core.choosing.components import Standing, parallel_analysis
from kpca_core.choosing.findings import Findings, classes_apart, findings
from kpca_core.choosing.meaning import Followed, Separation, followed, separations
from kpca_core.choosing.rows import Farthest, farthest_rows
from kpca_core.choosing.shuffled import Columns, columns_that_matter

__all__ = [
    "Columns", "Farthest", "Findings", "Followed", "Separation", "Standing", "classes_apart",
    "columns_that_matter", "farthest_rows", "findings", "followed", "parallel_analysis",
    "separations",
]  # fmt: skip
