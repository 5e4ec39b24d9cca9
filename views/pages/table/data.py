"""The data of the page "Own data": the choices for a table, and the rows that follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from kpca_core import Gaussian
from kpca_core._support.arrays import Array, Labels
from kpca_core._support.words import N_, _, language
from kpca_core.analysis.projection import Projection, agreeing, projected
from kpca_core.grid import Plane, Region
from kpca_core.tables import BUILTIN, Rows, Table, builtin, read_bytes
from kpca_core.tables.limits import MOST_COLUMNS
from kpca_core.tables.workbook import sheets_of
from kpca_core.widths import gaussian_at, median_distance
from views.costs import COSTS
from views.given import SHELF, Upload, upload_of
from views.limits import LIMITS
from views.pages.table.read_as import READ_AS, arguments, counted_by
from views.remembered import Remembered
from views.state.catalogue import SEED, Family
from views.state.declared import choice, number, parameters, setting, several, switch, text
from views.state.fields import Choice, Number
from views.state.settings import Settings
from views.work import Estimate, progress

T = TypeVar("T")

OWN = "own"

DATA = Choice(
    "data", N_("Data"), {OWN: N_("Your own table"), **{k: one.label for k, one in BUILTIN.items()}},
    owner="table",
)  # fmt: skip
N = Number("n", N_("Rows"), 300, 10, LIMITS.table_rows, integer=True)
NOISE = Number("noise", N_("Noise"), None, 0.0, 5.0)
# What is done with gaps unless the reader says so.
USUAL = "usual"
# Rows with gaps are left out unasked up to this share of all; of more gaps are filled.
FEW_GAPS = 0.05
# Planes that are kept of a table.
MOST_PLANES = 8
AGREEING, COLUMNS_OF_PLANE, PRINCIPAL = "agreeing", "columns", "principal"


@dataclass(frozen=True, eq=False)
class Prepared:
    """A table, its rows, and the lengths that a kernel's parameters follow from.

    Parameters
    ----------
    length : the median distance between rows
    size : the mean of ‖x‖²
    """

    table: Table
    rows: Rows
    length: float
    size: float
    planes: dict[Any, Projection] = field(default_factory=dict)

    @property
    def usual_kernel(self) -> Gaussian:
        """The Gaussian whose width is the squared median distance between rows."""
        return gaussian_at(self.length)

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are analysed, counted from 0; names are unique within a table."""
        places = {column.name: j for j, column in enumerate(self.table.columns)}
        return tuple(places[name] for name in self.rows.names)


@dataclass(frozen=True, eq=False)
class Shown:
    """What is analysed and drawn, with the attributes that `datasets.Dataset` has, too."""

    X: Array
    labels: Labels
    region: Region
    projection: Projection
    prepared: Prepared

    @property
    def plane(self) -> Plane | None:
        return self.projection.plane


@dataclass(frozen=True)
class TableSettings(Settings):
    """A table, and what is chosen of it.

    `file` is the secret name of the reader's own. Columns count from 1; None stands for what the
    table suggests, `label` 0 for none, `row` 0 for the mean, `colour` 0 for the labels.
    """

    private: ClassVar[bool] = True

    data: str = setting(DATA)
    # Not a control: the name of what the session gave.
    file: str = text("", 64, when=lambda s: s.data == OWN)
    drawn: Mapping[str, Any] = parameters(lambda s: s.drawn_fields)
    read_as: Mapping[str, Any] = parameters(lambda s: READ_AS if s.data == OWN else ())
    columns: tuple[int, ...] | None = several(N_("Columns"), MOST_COLUMNS)
    label: int | None = number(N_("Label column"), None, 0, MOST_COLUMNS, integer=True)
    standardise: bool = switch(
        N_("Standardise"), True,
        N_(
            "Shift and scale each column to mean 0 and standard deviation 1, so that no unit "
            "outweighs the others."
        ),
    )  # fmt: skip
    # How missing values are handled; by default `way_with_gaps` decides.
    missing: str = choice(
        N_("Where numbers are missing"),
        {
            USUAL: N_("As suggested"), "rows": N_("Leave out rows"),
            "columns": N_("Leave out columns"), "median": N_("Fill in the column's median"),
        },
    )  # fmt: skip
    plane: str = choice(
        N_("Maps show the plane"),
        {
            AGREEING: N_("whose slices agree best"), COLUMNS_OF_PLANE: N_("of two columns"),
            PRINCIPAL: N_("of the first two principal components"),
        },
    )  # fmt: skip
    across: int | None = number(N_("Across"), None, 1, MOST_COLUMNS, integer=True)
    up: int | None = number(N_("Up"), None, 1, MOST_COLUMNS, integer=True)
    row: int = number(N_("Through row"), 0, 0, LIMITS.table_rows, integer=True)
    # The column that colours the scores.
    colour: int | None = number(
        N_("Colour of the scores"), None, 0, MOST_COLUMNS, integer=True, apart=True
    )

    def consistent(self) -> Self:
        of_two = self.plane == COLUMNS_OF_PLANE
        across, up = (self.across, self.up) if of_two else (None, None)
        return replace(self, columns=self.columns or None, across=across, up=up)

    def own(self, one: Any) -> Any:
        return one if one.key in ("data", "file") else replace(one, owner=self.owner)

    @property
    def drawn_fields(self) -> tuple[Number, ...]:
        """The settings of a set that is drawn."""
        chosen = BUILTIN.get(self.data)
        if chosen is None or chosen.draws is None:
            return ()
        return N, replace(NOISE, default=chosen.noise), SEED

    @property
    def owner(self) -> str:
        """The owner of the settings of columns: the table."""
        return f"{self.data} {self.file}".strip()

    @property
    def family(self) -> Family:
        """What readers call the table."""
        name = upload_of(self.file).name if self.data == OWN else _(BUILTIN[self.data].label)
        return Family(name, builtin, "")

    @property
    def chosen(self) -> tuple[Any, ...]:
        """What the rows depend on."""
        rows = (self.columns, self.label, self.standardise, self.missing)
        read_as = tuple(self.read_as.values())
        return (self.data, tuple(self.drawn.values()), read_as, *rows)

    def label_of(self, table: Table) -> int | None:
        """Return the column of labels, counted from 0, None for none."""
        if self.label is None:
            return table.label
        return self.label - 1 if 0 < self.label <= len(table.columns) else None

    def columns_of(self, table: Table) -> tuple[int, ...]:
        """Return the columns that are analysed, counted from 0."""
        if self.columns is None:
            return table.usual_columns(self.label_of(table))
        return tuple(j - 1 for j in self.columns)

    def way_with_gaps(self, table: Table) -> str:
        """Return what is done where numbers are missing: "rows", "columns" or "median"."""
        if self.missing != USUAL:
            return self.missing
        lost = table.missing_costs(self.present(table))["rows"]
        return "rows" if lost <= FEW_GAPS * table.n else "median"

    def present(self, table: Table) -> tuple[int, ...]:
        """Return the columns that are chosen, as far as the table has them, counted from 0."""
        return tuple(j for j in self.columns_of(table) if j < len(table.columns))

    def colour_of(self, table: Table) -> int | None:
        """Return the column that colours the scores, counted from 0; None where labels do."""
        j = (self.colour or 0) - 1
        return j if 0 <= j < len(table.columns) and table.columns[j].is_numeric else None

    def pair(self, prepared: Prepared) -> tuple[int, int]:
        """Return the places of the two columns of the plane among those that are analysed.

        Where one is not set, or not among them, it is the first that is left, of those that vary.
        """
        table, columns = prepared.table, prepared.columns
        places = {
            name: columns.index(j - 1)
            for name, j in (("across", self.across), ("up", self.up))
            if j and j - 1 in columns
        }
        for name in ("across", "up"):
            left = [k for k in range(len(columns)) if k not in places.values()]
            varying = (k for k in left if table.columns[columns[k]].varies)
            places.setdefault(name, next(varying, (left or [0])[0]))
        return places["across"], places["up"]

    def build(self) -> Shown:
        """Return the points, from what is kept of the table."""
        prepared = prepared_of(self)
        key = (self.plane, self.across, self.up, self.row, language())
        if key not in prepared.planes:
            if len(prepared.planes) >= MOST_PLANES:
                prepared.planes.clear()
            prepared.planes[key] = self._projected(prepared)
        found, rows = prepared.planes[key], prepared.rows
        return Shown(rows.X, rows.labels, found.region, found, prepared)

    def _projected(self, prepared: Prepared) -> Projection:
        rows, row = prepared.rows, self.row - 1 if self.row else None
        if self.plane == AGREEING:
            # Of the usual kernel whatever kernel is set: while it changes no row moves.
            return agreeing(rows, prepared.usual_kernel, row=row)
        if self.plane == PRINCIPAL:
            return projected(rows, principal=True, row=row)
        return projected(rows, *self.pair(prepared), row=row)


def table_of(data: TableSettings) -> Table:
    """Return the table, read once; ValueError where it cannot be read."""
    if data.data != OWN:
        return _tables(_Named(data, repr((data.data, [*data.drawn.values()]))))
    upload = upload_of(data.file)
    return _kept(
        upload, ("read", tuple(data.read_as.values()), language()), lambda: _read(upload, data)
    )


def sheets_in(data: TableSettings) -> tuple[str, ...]:
    """Return the names of the sheets of the reader's workbook, or of the files in the .zip."""
    upload = upload_of(data.file)
    if not upload.content.startswith(b"PK"):
        return ()
    try:
        found = _kept(
            upload, ("sheets",),
            lambda: SHELF.by.read(upload.name, sheets_of, upload.content, progress=progress()),
        )  # fmt: skip
    except ValueError:
        return ()
    return found


def prepared_of(data: TableSettings) -> Prepared:
    """Return the rows that are chosen, made once; ValueError where they cannot be analysed."""
    if data.data != OWN:
        return _rows(_Named(data, repr(data.chosen)))
    upload = upload_of(data.file)
    key = ("rows", data.chosen, language())
    if key not in upload.made:
        table_of(data)  # by itself, since files are read by work of their own
    make = lambda: _prepare(data)  # noqa: E731
    return _kept(upload, key, make)


def is_prepared(data: TableSettings) -> bool:
    """Whether `prepared_of` returns at once: the rows are cached, or the table is gone."""
    if data.data != OWN:
        return _rows.known(_Named(data, repr(data.chosen))) is not None
    upload = SHELF.by.known(data.file)
    return upload is None or ("rows", data.chosen, language()) in upload.made


def _read(upload: Upload, data: TableSettings) -> Table:
    if upload.trouble:
        raise ValueError(upload.trouble)
    table: Table = SHELF.by.read(
        upload.name, read_bytes, upload.content, upload.name, progress=progress(),
        most_rows=LIMITS.table_rows, **arguments(data.read_as),
    )  # fmt: skip
    return counted_by(table, data.read_as)


def _prepare(data: TableSettings) -> Prepared:
    table = table_of(data)
    rows = table.rows(
        data.present(table),
        data.label_of(table),
        standardise=data.standardise,
        missing=data.way_with_gaps(table),
    )
    with np.errstate(over="ignore", invalid="ignore"):
        length = median_distance(rows.X)
        size = float(np.square(rows.X).sum(axis=1).mean())
    # Distances that overflow give no width.
    lengths = (one if np.isfinite(one) and 0 < one < 1e100 else 1.0 for one in (length, size))
    return Prepared(table, rows, next(lengths), next(lengths))


def _cost(upload: Upload, key: Any) -> Estimate:
    return Estimate(
        bytes=COSTS.made_bytes * len(upload.content), apart=key[0] in ("read", "sheets")
    )


def _kept(upload: Upload, key: Any, make: Callable[[], T]) -> T:
    """Return a result derived from a table, or raise its error."""
    made: T = SHELF.by.made(upload, key, make, _cost(upload, key))
    return made


@dataclass(frozen=True)
class _Named:
    """What a result is remembered by: `token`."""

    data: TableSettings
    token: str


def _draw(named: _Named) -> Table:
    return builtin(named.data.data, **named.data.drawn)


_tables: Remembered[_Named, Table] = Remembered(_draw, max_entries=8, in_words=True)
_rows: Remembered[_Named, Prepared] = Remembered(
    lambda named: _prepare(named.data), max_entries=16, in_words=True
)
