"""What work is expected to take, in one place: the coefficients of every `Estimate`.

They class work as light, heavy or long, where a factor of three does not matter;
docs/decisions/101-costs.md says how they were measured.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Costs:
    """Seconds on one core, bytes, and numbers of steps.

    Parameters
    ----------
    kernel_value : seconds for a value of the slowest kernel, a Matérn's
    entry : seconds for what else an entry of K or a sample of a grid takes
    small_fit : seconds for a fit of few points, whatever else it takes
    search_values : kernel values for the input closest to a component, for each point
    pair, pair_bytes : seconds and bytes for each pair of rows that are fitted
    shuffled_pair : seconds for each pair of rows that are fitted again with shuffled columns
    gaps : seconds for the search for the largest gap between eigenvalues over 25 widths
    preimage, preimage_pair : seconds for the pre-image of a point, and for each pair of points
    minimised : times as long pre-images by minimisation take
    descent_value, descent_steps : seconds for a kernel value and its derivatives in one step of a
        descent, and the usual number of steps
    row, row_bytes : seconds and bytes for each row of a fit of very many
    neighbour_pair_bytes : bytes for each pair of points of a neighbour of kernel PCA
    made_bytes : bytes of what is made of a table, for each byte of its file
    digits_bytes : bytes of what is read from a file of digits at once
    digits_table, digits_table_bytes : seconds and bytes for the table of all digits
    """

    kernel_value: float = 1.5e-8
    entry: float = 2e-8
    small_fit: float = 6e-3
    search_values: int = 600
    pair: float = 1e-7
    pair_bytes: float = 40.0
    shuffled_pair: float = 2e-8
    gaps: float = 2.0
    preimage: float = 6e-5
    preimage_pair: float = 3e-7
    minimised: int = 3
    descent_value: float = 4e-8
    descent_steps: int = 150
    row: float = 4e-5
    row_bytes: float = 2200.0
    neighbour_pair_bytes: float = 64.0
    made_bytes: float = 8.0
    digits_bytes: float = 6e8
    digits_table: float = 400.0
    digits_table_bytes: float = 1.4e9


COSTS = Costs()
