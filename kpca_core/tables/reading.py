"""How a table is read: what a caller asks for, and what was understood of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kpca_core._support.words import N_, _, counted

# Closing rows, such as "Mean", that are looked for and can be left out.
MOST_CLOSING = 12
# Separators that are recognised, in the order that decides between equals, and what they are
# called; "" is any run of blanks.
SEPARATORS = {
    ",": N_("commas"), ";": N_("semicolons"), "\t": N_("tabs"), "|": N_("bars"), "": N_("blanks"),
}  # fmt: skip
DECIMALS = {".": N_("points"), ",": N_("commas")}
# What is said of a column whose numbers have another decimal sign than those of the table.
OTHER_SIGN = {".": N_("decimal points"), ",": N_("decimal commas")}
THOUSANDS = {
    "": N_("none"), ",": N_("commas"), ".": N_("points"), "'": N_("apostrophes"), " ": N_("blanks"),
}  # fmt: skip
# Encodings that are often met, by their names in Python; every other one can be named as well.
ENCODINGS = {
    "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1",
    "cp1250": "Windows-1250", "cp1251": "Windows-1251", "koi8-r": "KOI8-R",
    "cp1253": "Windows-1253",
    "gb18030": "GB18030", "big5": "Big5", "cp932": "Shift-JIS", "euc-jp": "EUC-JP",
    "euc-kr": "EUC-KR", "cp437": "DOS (437)", "mac-roman": "Mac Roman",
}  # fmt: skip


@dataclass(frozen=True)
class How:
    """What a caller of `kpca_core.tables.read_bytes` asks for; see there."""

    encoding: str = ""
    separator: str | None = None
    decimal: str = ""
    thousands: str | None = None
    skip: int | None = None
    names: bool | None = None
    index: str | None = None
    foot: int | None = None
    units: bool = False
    sheet: str = ""
    hidden: bool | None = None
    comment: str | None = None
    na_values: Any = ()
    vectors: bool = False
    transpose: bool = False

    def __post_init__(self) -> None:
        separator, thousands = self.separator, self.thousands
        if separator and not (len(separator) == 1 and separator.isascii()):
            said = _("A separator is one ASCII letter or sign; got {separator!r}.")
            raise ValueError(said.format(separator=separator))
        if self.decimal not in ("", *DECIMALS):
            raise ValueError(
                _("A decimal sign is '.' or ','; got {decimal!r}.").format(decimal=self.decimal)
            )
        if thousands is not None and thousands not in THOUSANDS:
            said = _("A thousands sign is one of , . ' or a blank; got {thousands!r}.")
            raise ValueError(said.format(thousands=thousands))
        if thousands and thousands == self.decimal:
            said = _("{thousands!r} cannot be the decimal and the thousands sign.")
            raise ValueError(said.format(thousands=thousands))
        if self.skip is not None and self.skip < 0:
            raise ValueError(_("Lines to skip are 0 or more; got {skip}.").format(skip=self.skip))
        if self.foot is not None and not 0 <= self.foot <= MOST_CLOSING:
            said = _("Closing rows are 0 to {most}; got {foot}.")
            raise ValueError(said.format(most=MOST_CLOSING, foot=self.foot))


@dataclass(frozen=True)
class Reading:
    """What was understood of a file.

    Attributes
    ----------
    kind
        What it is: "CSV", "Parquet, 3 rows".
    encoding
        Python's name of it; "" of a file that is no text, as are those below.
    separator
        a key of SEPARATORS, or another sign; None of a file that is no text.
    decimal, thousands
        The sign; thousands "" where numbers have none.
    skipped
        Lines above the names, or above the first row where there are none.
    names
        The line of the names, counted from 1, None without one.
    index
        The column that counts or names the rows, "" for none.
    units
        (column, unit) of the numbers that had one; or one of OTHER_SIGN.
    titles
        The first cells of lines above the table that are no comments.
    foot
        What the rows are called that sum up the table below it, and are left out.
    is_transposed
        Whether its rows are the columns of the file.
    """

    kind: str
    encoding: str = ""
    separator: str | None = None
    decimal: str = ""
    thousands: str = ""
    skipped: int = 0
    names: int | None = None
    index: str = ""
    units: tuple[tuple[str, str], ...] = ()
    titles: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    is_transposed: bool = False

    def __str__(self) -> str:
        said = [self.kind, *([_("transposed")] if self.is_transposed else [])]
        if self.separator is not None:
            sign = _(SEPARATORS.get(self.separator, repr(self.separator)))
            encoding = ENCODINGS.get(self.encoding, self.encoding)
            said += [
                encoding,
                _("separated by {sign}").format(sign=sign),
                _("decimal {sign}").format(sign=_(DECIMALS[self.decimal])),
            ]
        if self.thousands:
            said.append(_("{sign} between thousands").format(sign=_(THOUSANDS[self.thousands])))
        if self.decimal and self.names is None:
            above = (
                _(", the first {skipped} skipped").format(skipped=self.skipped)
                if self.skipped
                else ""
            )
            said.append(_("without a line of names{above}").format(above=above))
        elif self.decimal:
            first = self._first().format(line=self.names)
            above = (
                _(", {skipped} above it skipped").format(skipped=self.skipped)
                if self.skipped
                else ""
            )
            said.append(_("{first} has names{above}").format(first=first, above=above))
        if self.foot:
            rows = counted(len(self.foot), "{n} closing row", "{n} closing rows")
            names = ", ".join(map(repr, self.foot))
            said.append(_("{rows} left out ({names})").format(rows=rows, names=names))
        if self.index:
            said.append(_("{index!r} counts or names the rows").format(index=self.index))
        said += [
            _("{column!r} with {sign}").format(column=column, sign=_(unit))
            if unit in OTHER_SIGN.values()
            else _("{column!r} in {unit}").format(column=column, unit=unit)
            for column, unit in self.units[:8]
        ]
        return ", ".join(said)

    def _first(self) -> str:
        """What has the names."""
        if self.is_transposed:
            return _("the first column")
        if self.names == 1:
            return _("the first line")
        return _("row {line}") if self.separator is None else _("line {line}")
