"""How a table is read: what a caller asks for, and what was understood of a file."""

from __future__ import annotations

from dataclasses import dataclass

# Separators that are recognised, in the order that decides between equals, and what they are
# called; "" is any run of blanks.
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", "": "blanks"}
DECIMALS = {".": "points", ",": "commas"}
# What is said of a column whose numbers have another decimal sign than those of the table.
OTHER_SIGN = {".": "decimal points", ",": "decimal commas"}
THOUSANDS = {"": "none", ",": "commas", ".": "points", "'": "apostrophes", " ": "blanks"}
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
    units: bool = False
    sheet: str = ""

    def __post_init__(self) -> None:
        separator, thousands = self.separator, self.thousands
        if separator and not (len(separator) == 1 and separator.isascii()):
            raise ValueError(f"A separator is one ASCII letter or sign; got {separator!r}.")
        if self.decimal not in ("", *DECIMALS):
            raise ValueError(f"A decimal sign is '.' or ','; got {self.decimal!r}.")
        if thousands is not None and thousands not in THOUSANDS:
            raise ValueError(f"A thousands sign is one of , . ' or a blank; got {thousands!r}.")
        if thousands and thousands == self.decimal:
            raise ValueError(f"{thousands!r} cannot be the decimal and the thousands sign.")
        if self.skip is not None and self.skip < 0:
            raise ValueError(f"Lines to skip are 0 or more; got {self.skip}.")


@dataclass(frozen=True)
class Reading:
    """What was understood of a file.

    Attributes
    ----------
    kind : what it is: "CSV", "Parquet, 3 rows"
    encoding : Python's name of it; "" of a file that is no text, as are those below
    separator : a key of SEPARATORS, or another sign; None of a file that is no text
    decimal, thousands : the sign; thousands "" where numbers have none
    skipped : lines above the names, or above the first row where there are none
    names : the line of the names, counted from 1, None without one
    index : the column that counts or names the rows, "" for none
    units : (column, unit) of the numbers that had one; or one of OTHER_SIGN
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

    def __str__(self) -> str:
        said = [self.kind]
        if self.separator is not None:
            sign = SEPARATORS.get(self.separator, repr(self.separator))
            encoding = ENCODINGS.get(self.encoding, self.encoding)
            said += [encoding, f"separated by {sign}", f"decimal {DECIMALS[self.decimal]}"]
        if self.thousands:
            said.append(f"{THOUSANDS[self.thousands]} between thousands")
        if self.decimal and self.names is None:
            above = f", the first {self.skipped} skipped" if self.skipped else ""
            said.append(f"without a line of names{above}")
        elif self.decimal:
            first = "the first line" if self.names == 1 else f"line {self.names}"
            above = f", {self.skipped} above it skipped" if self.skipped else ""
            said.append(f"{first} has names{above}")
        if self.index:
            said.append(f"{self.index!r} counts or names the rows")
        said += [
            f"{column!r} {'with' if unit in OTHER_SIGN.values() else 'in'} {unit}"
            for column, unit in self.units[:8]
        ]
        return ", ".join(said)
