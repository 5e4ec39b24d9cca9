"""What a reader can set on the page "Own data": the state of Explore, with a table as its data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self
from urllib.parse import urlencode

from kpca_core import Grid, kernels
from kpca_core._support.families import Parameter
from kpca_core._support.words import N_
from views.given import SHELF
from views.pages.explore.points import Edits
from views.pages.explore.state import POINTS, ExploreState
from views.pages.table.data import (
    COLUMNS_OF_PLANE,
    OWN,
    TableSettings,
    is_prepared,
    prepared_of,
)
from views.state.catalogue import FORMS, Family, KernelSettings, kernel_choice
from views.state.declared import group, lacking
from views.state.fields import Field, Number

# Sliders reach from this part of the suggested length to as many times it.
REACH = 100.0


@dataclass(frozen=True)
class TableKernel(KernelSettings):
    """A kernel whose lengths follow from the table's.

    Parameters
    ----------
    length, size, columns
        the median distance between rows, the mean of ‖x‖², and how many columns there are
    owner
        whose the parameters are: each choice of rows has its own
    """

    length: float = 1.0
    size: float = 1.0
    columns: int = 2
    owner: str = ""

    @property
    def family(self) -> Family:
        found = super().family
        return replace(found, parameters=tuple(map(self.suggested, found.parameters)))

    def suggested(self, one: Number) -> Number:
        """Return a parameter whose default and range suit the table."""
        usual = self.at_length(self.length).get(one.name)
        if usual is None:
            return replace(one, owner=self.owner)
        reach = REACH ** abs(self.lengths[one.name].power)
        return replace(
            one,
            default=_rounded(usual),
            low=_rounded(usual / reach),
            high=_rounded(usual * reach),
            owner=self.owner,
        )

    @property
    def lengths(self) -> Mapping[str, Parameter]:
        """The parameters that follow from a length, by name."""
        family = kernels.KERNELS[self.kernel].family
        if self.form:
            family = FORMS[self.kernel].families[self.form]
        return {one.name: one for one in family.parameters if one.power}

    @property
    def dilated(self) -> tuple[Number, ...]:
        """The parameters that are lengths of distances."""
        lengths = {name for name, one in self.lengths.items() if one.measure != "norm"}
        return tuple(one for one in self.family.parameters if one.name in lengths)

    def with_length(self, length: float) -> Self:
        """Return the same kernel, or both of two, falling off at a distance."""
        values = self.at_length(length)
        found = {
            one.name: min(max(_rounded(values[one.name]), one.low), one.high)
            for one in self.family.parameters
            if one.name in values
        }
        second = self.second and self.second.with_length(length)
        return replace(self, values={**self.values, **found}, second=second)

    def at_length(self, length: float) -> dict[str, float]:
        """Return the parameters, by name, with which the kernel falls off at a distance."""
        sizes = {
            "distance": length, "sum": length * math.sqrt(self.columns), "norm": self.size**0.5,
        }  # fmt: skip
        return {
            name: (one.factor * sizes[one.measure]) ** one.power
            for name, one in self.lengths.items()
        }


def _given(state: TableState) -> dict[str, Any]:
    """Return the attributes of the kernel that follow from the table."""
    data = state.data
    found = {"choice": kernel_choice(), "combines": True, "owner": repr(data.chosen) + data.file}
    try:
        prepared = prepared_of(data)
    except (ValueError, ImportError):
        return found  # the page says what is wrong, and what is set otherwise stays
    columns = prepared.rows.X.shape[1]
    return {**found, "length": prepared.length, "size": prepared.size, "columns": columns}


@dataclass(frozen=True)
class TableState(ExploreState, page="table"):
    """Everything that the page shows; the table itself stays in the session.

    `data.file` names the reader's own table. Tokens, and what frames are asked for by, have
    that name; addresses do not: there the newest table of the session is meant.
    """

    left_out: ClassVar[str] = N_(
        "a table of your own, which points are selected and how far feature space is turned"
    )

    is_closed: ClassVar[bool] = False

    data: TableSettings = group(TableSettings)  # type: ignore[assignment]
    kernel: TableKernel = group(TableKernel, _given)
    # Rows of a table are not moved, nor drawn over; its answers are about shuffled columns.
    arrows: bool = lacking(False)
    closest: bool = lacking(False)
    chance: bool = lacking(False)
    limit: bool = lacking(False)
    points: Edits = lacking(POINTS.default)

    def own(self, one: Any) -> Any:
        """A field of Explore as this page has it: the scores stand first."""
        return replace(one, default="scores") if one.key == "view" else one

    @classmethod
    def of_address(cls, address: Mapping[str, str]) -> Self:
        return cls.of_whole({key: text for key, text in address.items() if key != "file"})

    @classmethod
    def of_whole(cls, texts: Mapping[str, str]) -> Self:
        found = dict(texts)
        if found.pop("leave_out", "") == "true":  # of links from when there was no other way
            found.setdefault("missing", "rows")
        if not {"across", "up"}.isdisjoint(found):  # of links from when this was the default
            found.setdefault("plane", COLUMNS_OF_PLANE)
        if found.get("data", OWN) == OWN:
            found.setdefault("file", SHELF.by.newest())
        return super().of_address(found)

    def whole(self) -> Mapping[str, str]:
        return super().address()

    @classmethod
    def of_query(cls, texts: Mapping[str, str]) -> Self:
        """Return the state of an address if its rows are cached; nothing is computed."""

        def value(one: Field) -> Any:
            found = one.parse(texts[one.key]) if one.key in texts else None
            return one.default if found is None else found

        if not is_prepared(TableSettings.of(value)):
            raise ValueError("The rows are not at hand.")
        return super().of_query(texts)

    def address(self) -> dict[str, str]:
        return {key: text for key, text in super().address().items() if key != "file"}

    @property
    def is_portable(self) -> bool:
        return self.data.data != OWN

    @cached_property
    def token(self) -> str:
        return urlencode({"page": self.page, **self.context, **self.texts})

    def fixed(self, one: Field) -> bool:
        """Also what this page has no control for, such as the points themselves."""
        return one.key not in self.texts or super().fixed(one)

    def grid(self, dataset: Any, samples: int | None = None) -> Grid:
        return replace(super().grid(dataset, samples), plane=dataset.plane)


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
