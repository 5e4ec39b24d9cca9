"""The data of the page "Own data": the choices for a table, and the rows that follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from kpca_core import Gaussian
from kpca_core._support.arrays import Array, Labels
from kpca_core._support.progress import Cancelled
from kpca_core._support.words import N_, _, language
from kpca_core.analysis.projection import Projection, agreeing, projected
from kpca_core.grid import Plane, Region
from kpca_core.tables import BUILTIN, Rows, Table, builtin
from kpca_core.tables.limits import MOST_COLUMNS
from kpca_core.widths import gaussian_at, median_distance
from views.hosting.cache import ByToken, asked
from views.hosting.costs import COSTS
from views.hosting.limits import LIMITS
from views.hosting.reading.reader import READER
from views.hosting.uploads import HELD
from views.hosting.work import Estimate, Replaced, at_work, progress
from views.pages.table.read_as import READ_AS, arguments, counted_by
from views.pages.table.store import MOST_KEPT, Upload, known, upload_of
from views.shared.page import message_of
from views.state.catalogue import Family
from views.state.settings import Choice, Field, Number, Settings, Several, Switch, Text

OWN = "own"

DATA = Choice(
    "data", N_("Data"), {OWN: N_("Your own table"), **{k: one.label for k, one in BUILTIN.items()}},
    owner="table",
)  # fmt: skip
# Not a control: the name of what the session gave.
FILE = Text("file", "", 64)
N = Number("n", N_("Rows"), 300, 10, LIMITS.table_rows, integer=True)
NOISE = Number("noise", N_("Noise"), None, 0.0, 5.0)
SEED = Number("seed", N_("Seed"), 0, 0, 2**31 - 1, integer=True)
COLUMNS = Several("columns", N_("Columns"), MOST_COLUMNS)
LABEL = Number("label", N_("Label column"), None, 0, MOST_COLUMNS, integer=True)
STANDARDISE = Switch(
    "standardise", N_("Standardise"), True,
    N_(
        "Shift and scale each column to mean 0 and standard deviation 1, so that no unit outweighs "
        "the others."
    ),
)  # fmt: skip
# What is done where numbers are missing; as `way_with_gaps` says unless the reader does.
USUAL = "usual"
MISSING = Choice(
    "missing", N_("Where numbers are missing"),
    {
        USUAL: N_("As suggested"), "rows": N_("Leave out rows"),
        "columns": N_("Leave out columns"), "median": N_("Fill in the column's median"),
    },
)  # fmt: skip
# Rows with gaps are left out unasked up to this share of all; of more gaps are filled.
FEW_GAPS = 0.05
# The column that colours the scores, counted from 1; 0: the labels do.
COLOUR = Number("colour", N_("Colour of the scores"), None, 0, MOST_COLUMNS, integer=True)
AGREEING, COLUMNS_OF_PLANE, PRINCIPAL = "agreeing", "columns", "principal"
PLANE = Choice(
    "plane", N_("Maps show the plane"),
    {
        AGREEING: N_("whose slices agree best"), COLUMNS_OF_PLANE: N_("of two columns"),
        PRINCIPAL: N_("of the first two principal components"),
    },
)  # fmt: skip
ACROSS = Number("across", N_("Across"), None, 1, MOST_COLUMNS, integer=True)
UP = Number("up", N_("Up"), None, 1, MOST_COLUMNS, integer=True)
ROW = Number("row", N_("Through row"), 0, 0, LIMITS.table_rows, integer=True)


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

    Parameters
    ----------
    data, file
        identity in DATA; the secret name of the reader's own
    drawn
        (N, NOISE, SEED) of a set that is drawn, else ()
    read_as
        values of READ_AS, of the reader's own, else ()
    columns, label, across, up
        columns counted from 1, None for what the table suggests; label 0: none
    standardise
    missing : identity in MISSING
    plane, row
        identity in PLANE; the row that it passes, counted from 1, 0 for the mean
    colour : the column that colours the scores, counted from 1; None or 0 for the labels
    """

    private: ClassVar[bool] = True

    data: str
    file: str
    drawn: tuple[Any, ...]
    read_as: tuple[Any, ...]
    columns: tuple[int, ...] | None
    label: int | None
    standardise: bool
    missing: str
    plane: str
    across: int | None
    up: int | None
    row: int
    colour: int | None

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        """Return the settings that `value(field)` gives, see `State.of`."""
        data = value(DATA)
        file = value(FILE) if data == OWN else ""
        empty = cls(data, file, (), (), None, None, True, USUAL, PLANE.default, None, None, 0, None)
        found = [value(one) for one in empty.fields]
        drawn, rest = found[: len(empty.drawn_fields)], found[len(empty.drawn_fields) :]
        count = len(READ_AS) if data == OWN else 0
        columns, *others = rest[count:]
        chosen = dict(zip(OTHERS, others, strict=True))
        if chosen["plane"] != COLUMNS_OF_PLANE:
            chosen |= {"across": None, "up": None}
        return replace(
            empty,
            drawn=tuple(drawn),
            read_as=tuple(rest[:count]),
            columns=tuple(columns) if columns else None,
            **chosen,
        )

    @property
    def drawn_fields(self) -> tuple[Field, ...]:
        """The settings of a set that is drawn."""
        chosen = BUILTIN.get(self.data)
        if chosen is None or chosen.draws is None:
            return ()
        return tuple(replace(one, owner=self.owner) for one in (N, self.noise, SEED))

    @property
    def noise(self) -> Number:
        return replace(NOISE, default=BUILTIN[self.data].noise)

    @property
    def owner(self) -> str:
        """The owner of the settings of columns: the table."""
        return f"{self.data} {self.file}".strip()

    @property
    def fields(self) -> tuple[Field, ...]:
        """The settings besides DATA and FILE, in the order of the page."""
        read_as: tuple[Field, ...] = READ_AS if self.data == OWN else ()
        rest = (
            *read_as, COLUMNS, LABEL, STANDARDISE, MISSING, PLANE, ACROSS, UP, ROW,
            COLOUR,
        )  # fmt: skip
        owned = (replace(one, owner=self.owner) for one in rest)  # type: ignore[type-var]
        return (*self.drawn_fields, *owned)

    def field(self, one: Any) -> Any:
        """Return this table's own setting under the key of `one`."""
        return next(mine for mine in self.fields if mine.key == one.key)

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        values = (
            *self.drawn, *self.read_as, self.columns, *(getattr(self, name) for name in OTHERS),
        )  # fmt: skip
        file = ((FILE, self.file),) if self.data == OWN else ()
        return ((DATA, self.data), *file, *zip(self.fields, values, strict=True))

    @property
    def family(self) -> Family:
        """What readers call the table."""
        name = upload_of(self.file).name if self.data == OWN else _(BUILTIN[self.data].label)
        return Family(name, builtin, "")

    @property
    def chosen(self) -> tuple[Any, ...]:
        """What the rows depend on."""
        rows = (self.columns, self.label, self.standardise, self.missing)
        return (self.data, self.drawn, self.read_as, *rows)

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
            if len(prepared.planes) >= MOST_KEPT:
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


OTHERS = ("label", "standardise", "missing", "plane", "across", "up", "row", "colour")


def table_of(data: TableSettings) -> Table:
    """Return the table, read once; ValueError where it cannot be read."""
    if data.data != OWN:
        return _tables(_Named(data, repr((data.data, data.drawn))))
    upload = upload_of(data.file)
    return _kept(upload, ("read", data.read_as, language()), lambda: _read(upload, data))


def sheets_in(data: TableSettings) -> tuple[str, ...]:
    """Return the names of the sheets of the reader's workbook, or of the files in the .zip."""
    upload = upload_of(data.file)
    if not upload.content.startswith(b"PK"):
        return ()
    try:
        found: tuple[str, ...] = _kept(
            upload, ("sheets",),
            lambda: READER.read("sheets", upload.name, upload.content, progress=progress()),
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
    upload = known(data.file)
    return upload is None or ("rows", data.chosen, language()) in upload.made


def _read(upload: Upload, data: TableSettings) -> Table:
    if upload.trouble:
        raise ValueError(upload.trouble)
    table: Table = READER.read(
        "table", upload.name, upload.content, progress=progress(), most_rows=LIMITS.table_rows,
        **arguments(data.read_as),
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


def _kept(upload: Upload, key: Any, make: Callable[[], Any]) -> Any:
    """Return a result derived from a table, or raise its error; a new one is bounded work."""
    found = upload.made.get(key)
    if found is None:

        def tried() -> Any:
            try:
                return make()
            except (Cancelled, Replaced):
                raise
            except Exception as error:
                expected = isinstance(error, ValueError | ImportError)
                return error if expected else ValueError(message_of(error))

        line = f"table {key[0]}"
        # A newer choice of the same kind replaces the older one.
        found = tried() if at_work() else asked(line, (id(upload), key), tried, _cost(upload, key))
        for old in [one for one in upload.made if one[0] == key[0]]:
            upload.made.pop(old, None)
        upload.made[key] = found
        HELD.weigh(upload)
    HELD.use(upload)
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


@dataclass(frozen=True)
class _Named:
    """What a result is remembered by: `token`."""

    data: TableSettings
    token: str


def _draw(named: _Named) -> Table:
    drawn = dict(zip(("n", "noise", "seed"), named.data.drawn, strict=False))
    return builtin(named.data.data, **drawn)


_tables: ByToken[_Named, Table] = ByToken(_draw, max_entries=8, in_words=True)
_rows: ByToken[_Named, Prepared] = ByToken(
    lambda named: _prepare(named.data), max_entries=16, in_words=True
)
