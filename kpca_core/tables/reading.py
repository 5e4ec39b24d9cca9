"""How a table is read: what a caller asks for, and what was understood of a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kpca_core._support.words import E_, N_, _, counted

# Closing rows, such as "Mean", that are looked for and can be left out.
MOST_CLOSING = 12
# Separators that are recognised, in the order that decides between equals, and what they are
# called; "" is any run of blanks.
SEPARATORS = {
    ",": N_("commas"), ";": N_("semicolons"), "\t": N_("tabs"), "|": N_("bars"), "": N_("blanks"),
}  # fmt: skip
DECIMALS = {".": N_("points"), ",": N_("commas")}
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
        separator = self.separator or ","
        for fits, said in (
            (len(separator) == 1 and separator.isascii(),
             N_("A separator is one ASCII letter or sign; got {separator!r}.")),
            (self.decimal in ("", *DECIMALS), N_("A decimal sign is '.' or ','; got {decimal!r}.")),
            (self.thousands in (None, *THOUSANDS),
             N_("A thousands sign is one of , . ' or a blank; got {thousands!r}.")),
            (not self.thousands or self.thousands != self.decimal,
             N_("{thousands!r} cannot be the decimal and the thousands sign.")),
            ((self.skip or 0) >= 0, N_("Lines to skip are 0 or more; got {skip}.")),
            (0 <= (self.foot or 0) <= MOST_CLOSING,
             N_("Closing rows are 0 to {most}; got {foot}.")),
        ):  # fmt: skip
            if not fits:
                raise ValueError(E_(said).format(most=MOST_CLOSING, **vars(self)))


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
        (column, unit) of the numbers that had one.
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
    foot: tuple[str, ...] = ()
    is_transposed: bool = False

    def __str__(self) -> str:
        said = [self.kind, *([_("transposed")] if self.is_transposed else [])]
        if self.separator is not None:
            sign = _(SEPARATORS.get(self.separator, repr(self.separator)))
            said += [
                ENCODINGS.get(self.encoding, self.encoding),
                _("separated by {sign}").format(sign=sign),
                _("decimal {sign}").format(sign=_(DECIMALS[self.decimal])),
            ]
        if self.thousands:
            said.append(_("{sign} between thousands").format(sign=_(THOUSANDS[self.thousands])))
        if self.decimal:
            said.append(self._said_of_names())
        if self.foot:
            rows = counted(len(self.foot), "{n} closing row", "{n} closing rows")
            names = ", ".join(map(repr, self.foot))
            said.append(_("{rows} left out ({names})").format(rows=rows, names=names))
        if self.index:
            said.append(_("{index!r} counts or names the rows").format(index=self.index))
        for column, unit in self.units[:8]:
            said.append(_("{column!r} in {unit}").format(column=column, unit=unit))
        return ", ".join(said)

    def _said_of_names(self) -> str:
        """What has the names of the columns, and what stands above."""
        n = self.skipped
        if self.names is None:
            above = _(", the first {skipped} skipped").format(skipped=n) if n else ""
            return _("without a line of names{above}").format(above=above)
        first = _("row {line}") if self.separator is None else _("line {line}")
        if self.is_transposed or self.names == 1:
            first = _("the first column") if self.is_transposed else _("the first line")
        above = _(", {skipped} above it skipped").format(skipped=n) if n else ""
        return _("{first} has names{above}").format(
            first=first.format(line=self.names), above=above
        )
