"""Files of the page "Sweep": the player as a file of its own, and a table."""

from __future__ import annotations

import math

from kpca_core.analysis.continuity import letter
from kpca_core.drawing.canvas.standalone import standalone
from kpca_core.tables.writing import csv_text
from views.pages.sweep.origin import origin_of
from views.pages.sweep.solving import sweeps
from views.pages.sweep.state import SweepState


def file_html(state: SweepState, address: str = "") -> str:
    """Return the player with everything that it needs, for browsers without a server."""
    return standalone(sweeps(state.problem).frames, origin_of(state, address), state.at)


def sweep_csv(state: SweepState, address: str = "") -> str:
    """Return a row for each value: parameter, measures, eigenvalues, and the functions' letters.

    Lines before the header start with "#".
    """
    found = sweeps(state.problem).found
    numbers = range(1, found.eigenvalues.shape[1] + 1)
    header = [
        state.parameter, "effective_rank", "cumulative_share", "separation", "linear_alignment",
        *(f"eigenvalue{j}" for j in numbers), *(f"function{j}" for j in numbers),
    ]  # fmt: skip
    rows = (
        [
            *(one if math.isfinite(one) else "" for one in (value, *measures, *own)),
            *("" if i < 0 else letter(i) for i in identities),
        ]
        for value, *measures, own, identities in zip(
            found.values,
            found.effective_rank,
            found.cumulative,
            found.separation,
            found.linear_alignment,
            found.eigenvalues.tolist(),
            found.identities.tolist(),
            strict=True,
        )
    )
    return origin_of(state, address).comments + csv_text(header, rows)
