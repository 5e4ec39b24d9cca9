"""Kernels of all lengths on the rows of a table, to be compared."""

from __future__ import annotations

from dataclasses import replace

from kpca_core import Gaussian, Kernel
from kpca_core._support.words import _
from kpca_core.choosing import Advice, dilations
from views.pages.choosing import MANY, Family, comparison
from views.pages.table.data import Prepared
from views.pages.table.state import TableState
from views.scene import Scene
from views.state.fields import Number
from views.words.choosing import SET_WIDTH


def widths(state: TableState, prepared: Prepared) -> Scene:
    """Yield the comparison of the kernel's lengths, if it has any."""
    if not (scaled := _scaled(state)):
        return
    # Steps of a doubling's part, as Gaussians need them to be squared.
    factors = [one.width for one in dilations(Gaussian(1.0), number=MANY)]  # type: ignore[attr-defined]
    lengths = [prepared.length * factor**0.5 for factor in factors]
    values = [_value_at(state, scaled, length) for length in lengths]
    family = Family(
        _key(state, scaled), lambda: [_kernel_at(state, scaled, one) for one in values], values,
        _(scaled.label),
    )  # fmt: skip

    def take(found: Advice) -> TableState:
        value = float(f"{values[found.chosen]:.4g}")
        within = min(max(value, scaled.low), scaled.high)
        kernel = replace(state.kernel, values={**state.kernel.values, scaled.name: within})
        return replace(state, kernel=kernel, components=found.count)

    yield from comparison(family, prepared.rows.X, SET_WIDTH, take)


def _value_at(state: TableState, scaled: Number, length: float) -> float:
    """The parameter with which the kernel falls off at a distance."""
    return state.kernel.at_length(length)[scaled.name]


def _kernel_at(state: TableState, scaled: Number, value: float) -> Kernel:
    kernel = state.kernel
    return replace(kernel, values={**kernel.values, scaled.name: value}).build()


def _key(state: TableState, scaled: Number) -> str:
    """What a comparison is of: the kernel but for its length, and the rows."""
    kernel = state.kernel
    rest = {key: text for key, text in kernel.texts.items() if key != scaled.key}
    return repr((kernel.owner, rest))


def _scaled(state: TableState) -> Number | None:
    """The parameter that is a length, if the kernel has one that is not fixed."""
    return next((one for one in state.kernel.dilated if not state.fixed(one)), None)
