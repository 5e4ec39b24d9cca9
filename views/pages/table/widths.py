"""Kernels of all lengths on the rows of a table, for the comparison of `views.shared.choosing`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kpca_core import Gaussian, Kernel
from kpca_core._support.words import _
from kpca_core.choosing import Advice, dilations
from views.pages.table.data import Prepared
from views.pages.table.state import TableState
from views.shared.choosing import MANY, Family, draw_comparison
from views.shared.widgets import remember
from views.words.choosing import SET_WIDTH


def draw_widths(state: TableState, prepared: Prepared) -> None:
    """Draw the comparison of the kernel's lengths, if it has any."""
    if not _lengths_of(state):
        return
    # Steps of a doubling's part, as Gaussians need them to be squared.
    factors = [one.width for one in dilations(Gaussian(1.0), number=MANY)]  # type: ignore[attr-defined]
    lengths = [prepared.length * factor**0.5 for factor in factors]
    family = Family(
        _key(state), lambda: _kernels(state, lengths), lengths,
        _("distance at which the kernel falls off"),
    )  # fmt: skip

    def take(compared: Family, found: Advice) -> None:
        length = compared.lengths[found.choice.chosen]
        values: dict[Any, Any] = {
            one: min(max(float(f"{value:.4g}"), one.low), one.high)
            for one, value in zip(*_lengths_of(state, length), strict=True)
        }
        remember(TableState, {**values, state.field("components"): found.choice.count})

    draw_comparison(family, prepared.rows.X, SET_WIDTH, take)


def _kernels(state: TableState, lengths: list[float]) -> list[Kernel]:
    kernel = state.kernel
    values = [
        {p.name: at.get((kernel.kernel, p.name), kernel.values[p.name])
         for p in kernel.family.parameters}
        for at in map(kernel.at_length, lengths)
    ]  # fmt: skip
    return [replace(kernel, values=one).build() for one in values]


def _key(state: TableState) -> str:
    """What a comparison is of: the kernel but for its lengths, and the rows."""
    kernel = state.kernel
    lengths = {p.name for p in _lengths_of(state)[0]}
    rest = {name: value for name, value in kernel.values.items() if name not in lengths}
    return repr((kernel.kernel, kernel.convention, kernel.owner, rest))


def _lengths_of(state: TableState, length: float = 1.0) -> Any:
    """The parameters that are lengths and not fixed, and their values at a length."""
    values = state.kernel.at_length(length)
    scaled = [
        p for p in state.kernel.family.parameters
        if (state.kernel.kernel, p.name) in values and state.kernel.kernel != "sigmoid"
        and not state.fixed(p)
    ]  # fmt: skip
    return (scaled, [values[state.kernel.kernel, p.name] for p in scaled]) if scaled else ()
