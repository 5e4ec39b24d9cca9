"""Numbers in texts: their decimal and thousands signs, units, and what is no number."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.words import N_, _
from kpca_core.tables.column import MOST_LABELS, Column, shortened, visible
from kpca_core.tables.reading import How

# Strange cells of a column whose text is kept for messages.
EXAMPLES = 50
# Letters of a number: 1 with 308 zeros is nearly the largest.
LONGEST_NUMBER = 400
# What stands for a missing value, in small letters, and as pandas looks for it.
MISSING = frozenset(("", "na", "n/a", "nan", "null", "none", "-", "?", ".", "#n/a"))
MARKS = ("", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "?", "#N/A")
BOOLEANS = {"true": 1.0, "false": 0.0}
BLANKS, APOSTROPHES = " \u00a0\u2009\u202f", "'\u2019"
SIGN, EXPONENT = r"[-+]?", r"(?:[eEdD][-+]?\d+)?"
# Dashes that word processors put for a minus, signs of full width, and those of Arabic numbers.
PLAIN = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63"), "-"),
    **{k: chr(k - 0xFEE0) for k in range(0xFF01, 0xFF5F)}, 0x066B: ".", 0x066C: ",",
}  # fmt: skip
# Accounts write negative amounts within brackets or with the minus behind.
ACCOUNTS = re.compile(r"\((?P<within>[^()]+)\)|(?P<before>[^-]*\d[^-]*)-", re.ASCII)
INDIAN = r"\d{1,2}(?:,\d\d)+,\d{3}"  # two lakh: 2,00,000
NUMBER_LIKE = re.compile(
    rf"{SIGN}(?:\d{{1,3}}(?:[{BLANKS},.{APOSTROPHES}]\d{{3}})+|{INDIAN}|\d+)"
    rf"(?:[.,]\d*)?{EXPONENT}"
    rf"|{SIGN}[.,]\d+{EXPONENT}",
    re.ASCII,
)
SIGNED = re.compile(rf"{SIGN}(?=[.,]*\d)([\d.,]*[.,][\d.,]*)({EXPONENT})", re.ASCII)
GROUPED = re.compile(rf"(?<=\d)[{BLANKS}{APOSTROPHES}](?=\d{{3}}(?!\d))")
DATE = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}([T ].*)?|\d{1,2}([-/.])\d{1,2}\3\d{2,4}( .*)?"
    r"|\d{1,2}:\d\d(:.*)?",
    re.ASCII,
)
# Several numbers in one cell, as pandas, NumPy and PostgreSQL write vectors.
ONE = r"(?:[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|nan)"
VECTOR = re.compile(rf"[\[({{]?\s*{ONE}(?:(?:\s*[,;|]\s*|\s+){ONE})+\s*[\])}}]?", re.ASCII)
NUMERIC = re.compile(rf"{NUMBER_LIKE.pattern}|{VECTOR.pattern}", re.ASCII)
# A number with what it is measured in, before it (money) or behind it.
MONEY = "$ € £ ¥ ₹ ₽ ₩ US$ R$ USD EUR GBP CHF JPY Fr. Rs."
WITH_UNIT = re.compile(
    rf"(?P<sign>{SIGN})(?P<before>{'|'.join(map(re.escape, MONEY.split()))})?\s*"
    rf"(?P<number>{SIGN}(?:\d[\d{BLANKS},.{APOSTROPHES}]*)?\d{EXPONENT})"
    r"\s*(?P<after>[^\W\d_][^\s\d]{0,7}[23]?|[%‰°€$£¥₹₽₩][^\s\d]{0,3})?",
    re.ASCII | re.IGNORECASE,
)


def plain(text: str) -> str:
    """Return a text with ASCII's digits, signs and dashes, as far as it may be a number."""
    if text.isascii():
        return text.strip()
    text = visible(text).translate(PLAIN)
    return "".join(str(unicodedata.decimal(one)) if one.isdecimal() else one for one in text)


def number_like(text: str) -> bool:
    """Whether a text may be a number, whatever its signs mean."""
    return len(text) <= LONGEST_NUMBER and bool(NUMBER_LIKE.fullmatch(plain(text)))


def is_number(cell: str) -> bool:
    """Whether a cell may be a number, or stands for a missing one."""
    return plain(cell).lower() in MISSING or number_like(cell)


def is_whole(text: str) -> bool:
    """Whether a text is a whole number without a sign between its digits."""
    return bool(re.fullmatch(rf"{SIGN}\d+", plain(text), re.ASCII))


@dataclass(frozen=True)
class Signs:
    """The decimal sign of numbers, those that may group three digits, and one that may be either.

    Cells with the last one are not read; "" for none.
    """

    decimal: str = "."
    thousands: str = BLANKS + APOSTROPHES
    unclear: str = ""

    @cached_property
    def _number(self) -> re.Pattern[str]:
        grouped = [r"\d+"]
        if self.thousands:
            grouped[:0] = [rf"\d{{1,3}}(?P<sign>[{self.thousands}])\d{{3}}(?:(?P=sign)\d{{3}})*"]
        if "," in self.thousands:
            grouped[:0] = [INDIAN]
        whole, decimal = "|".join(grouped), re.escape(self.decimal)
        return re.compile(
            rf"{SIGN}(?=[\d{decimal}]*\d)(?:{whole})?(?:{decimal}\d*)?{EXPONENT}", re.ASCII
        )

    def number(self, text: str) -> float | None:
        """Return the finite number that a plain text is, else None."""
        if len(text) > LONGEST_NUMBER or not self._number.fullmatch(text):
            return None
        if self.unclear and self.unclear in text and _roles(text)[self.unclear, "either"]:
            return None
        for sign in self.thousands:
            text = text.replace(sign, "")
        value = float(re.sub("[dD]", "e", text.replace(self.decimal, ".")))
        return value if math.isfinite(value) else None

    @property
    def other(self) -> str:
        """The sign that is not the decimal one."""
        return {",": ".", ".": ","}[self.decimal]

    def groups(self, text: str) -> str:
        """Return the thousands sign of a number, as a key of THOUSANDS, "" for none."""
        found = next((sign for sign in self.thousands if sign in text), "")
        if found and found in BLANKS + APOSTROPHES:
            return " " if found in BLANKS else "'"
        return found


def signs_of(columns: Iterable[Sequence[str]], separator: str, how: How) -> Signs:
    """Return the signs of a table's numbers from the different cells of its columns.

    A comma or point with other than three digits behind it is the decimal sign, one that comes
    twice groups thousands. Where every cell can be read in both ways, a comma between commas groups
    thousands, since cells with a decimal comma would be cut there; a point is the decimal sign; and
    in a column that also has whole numbers both group them, if zeros stand at the end.
    """
    seen: Counter[tuple[str, str]] = Counter()
    for column in columns:
        seen.update(_roles_in_column(column))
    decimal, thousands, unclear = how.decimal, how.thousands, ""
    comma, point = (_role(seen, sign, other) for sign, other in (",.", ".,"))
    if not decimal and thousands in (",", "."):
        decimal = Signs(thousands).other
    if not decimal:
        is_comma = comma == "decimal" or (point == "thousands" and comma != "thousands")
        decimal = "," if is_comma else "."
        if comma == "either" and not is_comma and thousands is None:
            unclear = "" if separator == "," or point == "decimal" else ","
    if thousands is None:
        signs = Signs(decimal)
        return replace(signs, thousands=BLANKS + APOSTROPHES + signs.other, unclear=unclear)
    return Signs(decimal, {" ": BLANKS, "'": APOSTROPHES}.get(thousands, thousands))


def _roles_in_column(column: Sequence[str]) -> Counter[tuple[str, str]]:
    """Number of cells by sign and role; "mixed" where the column also has whole numbers."""
    cells = [without_unit(cell).strip() for cell in column]
    found: Counter[tuple[str, str]] = Counter()
    for cell in cells:
        if "," in cell or "." in cell:
            found.update(_roles(cell))
    whole = any(cell.isdecimal() for cell in cells)
    for sign in ",.":
        zeros = any(cell.endswith("0") and sign in cell for cell in cells)
        if found[sign, "either"] and not found[sign, "decimal"] and whole and zeros:
            found[sign, "mixed"] += 1
    return found


def without_unit(cell: str) -> str:
    """Return the number of a cell that has a unit or is an amount of accounts; else the cell."""
    cell = plain(cell)
    if number_like(cell) or len(cell) > LONGEST_NUMBER:
        return cell
    found = WITH_UNIT.fullmatch(_signed(cell))
    return found["number"] if found else cell


def _signed(text: str) -> str:
    """A negative amount of accounts with its minus in front; any other text as it is."""
    found = ACCOUNTS.fullmatch(text)
    return f"-{(found['within'] or found['before']).strip()}" if found else text


def _role(seen: Counter[tuple[str, str]], sign: str, other: str) -> str:
    decimal, thousands = seen[sign, "decimal"], seen[sign, "thousands"]
    if decimal or thousands:
        return "decimal" if decimal >= thousands else "thousands"
    if seen[sign, "either"] and (seen[sign, "mixed"] or seen[other, "decimal"]):
        return "thousands"
    return "either" if seen[sign, "either"] else ""


def _roles(cell: str) -> Counter[tuple[str, str]]:
    """What comma and point are in a cell, as far as it is a number: decimal, thousands, either."""
    found = SIGNED.fullmatch(GROUPED.sub("", cell) if len(cell) <= LONGEST_NUMBER else "")
    if not found:
        return Counter()
    body, exponent = found[1], found[2]
    last = max(",.", key=body.rfind)
    whole, _last, digits = body.rpartition(last)
    other = {",": ".", ".": ","}[last]
    grouped = re.fullmatch(rf"[1-9]\d{{0,2}}(?:([.,])\d{{3}})(?:\1\d{{3}})*|{INDIAN}", whole)
    if other in body:
        both = grouped and other in whole and last not in whole
        return Counter({(last, "decimal"): 1, (other, "thousands"): 1} if both else {})
    if last in whole:
        several = re.fullmatch(rf"[1-9]\d{{0,2}}(?:[.,]\d{{3}})+|{INDIAN}", body)
        return Counter({(last, "thousands"): 1} if several else {})
    either = len(digits) == 3 and not exponent and re.fullmatch(r"[1-9]\d{0,2}", whole)
    return Counter({(last, "either" if either else "decimal"): 1})


def column_of(
    name: str, codes: NDArray[np.int64], texts: Sequence[str], signs: Signs, units: bool = False
) -> tuple[Column, str, str]:
    """Return a column of texts, its unit, and the sign between its thousands.

    `codes` (n,) are the indices of the rows' texts among the different `texts`, -1 for none; with
    `units` numbers with a unit, the same for all, are numbers.
    """
    stripped, shown = list(map(plain, texts)), list(map(visible, texts))
    small = [text.lower() for text in stripped]
    found = [BOOLEANS.get(a, signs.number(b)) for a, b in zip(small, stripped, strict=True)]
    values = np.array([*(np.nan if one is None else one for one in found), np.nan])
    strange = np.isnan(values) & np.array([*(one not in MISSING for one in small), False])
    note, offer, unit = "", "", ""
    rest = np.flatnonzero(strange[:-1]).tolist()
    if rest:
        note, offer, unit, numbers = _what([stripped[i] for i in rest], signs)
        if unit and units:
            values[rest], strange[rest] = numbers, False
    filled = values[codes]
    count = int(strange[codes].sum())
    is_numeric = count <= int(np.isfinite(filled).sum()) > 0
    if not is_numeric:
        # Beside words, what stands for a missing number elsewhere is a word.
        strange[:-1] |= np.array([bool(one) and one in MISSING for one in small], dtype=bool)
    thousands = next((sign for i, text in enumerate(stripped) if not np.isnan(values[i])
                      and (sign := signs.groups(text))), "")  # fmt: skip
    words: dict[str, int] = {"": 0} if (codes < 0).any() else {}
    kept = ["" if is_numeric and one in MISSING else text
            for one, text in zip(small, shown, strict=True)]  # fmt: skip
    few = len(texts) <= 4 * MOST_LABELS
    own = [words.setdefault(text, len(words)) for text in kept] if few else []
    few = few and len(words) <= MOST_LABELS
    column = Column(
        name, filled, tuple(words) if few else (),
        np.array([*own, 0], dtype=np.int16)[codes] if few else None,
        int((np.isnan(values) & ~strange)[codes].sum()), count,
        texts_of(codes, shown, np.isnan(values) if is_numeric else strange), note, offer,
    )  # fmt: skip
    return column, unit if units else "", thousands


def texts_of(
    codes: NDArray[np.int64], texts: Sequence[str], chosen: NDArray[np.bool_] | None = None
) -> tuple[tuple[str, int, int], ...]:
    """Return (text, cells, first row) of the first chosen texts that are not empty."""
    used, first, counts = np.unique(codes, return_index=True, return_counts=True)
    found = []
    for at in np.argsort(first).tolist():
        k = int(used[at])
        if k >= 0 and texts[k] and (chosen is None or chosen[k]):
            found.append((shortened(texts[k], 100), int(counts[at]), int(first[at])))
        if len(found) == EXAMPLES:
            break
    return tuple(found)


def _what(texts: Sequence[str], signs: Signs) -> tuple[str, str, str, list[float]]:
    """What texts that are no numbers hold, the option that reads it, their unit, and the numbers.

    The unit and the numbers are those of texts with one unit for all.
    """
    if all(DATE.fullmatch(text) for text in texts):
        return N_("dates"), "", "", []
    if signs.unclear and all(_roles(text)[signs.unclear, "either"] for text in texts):
        note = _("a decimal sign or thousands, which {unclear!r} may both be")
        return note.format(unclear=signs.unclear), "decimal", "", []
    if all(map(number_like, texts)):
        return N_("numbers with another decimal sign"), "", "", []
    found = [one for text in texts if (one := WITH_UNIT.fullmatch(_signed(text)))]
    units = {(one["before"] or "") + (one["after"] or "") for one in found}
    numbers = [signs.number(one["number"]) for one in found]
    known = [number for number in numbers if number is not None]
    in_accounts = any(map(ACCOUNTS.fullmatch, texts))
    if len(known) < len(texts) or len(units) != 1 or (units == {""} and not in_accounts):
        vectors = vectors_of(texts)
        note = "" if vectors is None else _("vectors of {n} numbers").format(n=vectors.shape[1])
        return note, "vectors" if note else "", "", []
    unit = units.pop()
    signed = [-number if one["sign"] == "-" else number
              for one, number in zip(found, known, strict=True)]  # fmt: skip
    note = _("numbers in {unit!r}").format(unit=unit) if unit else _("amounts as accounts write")
    return note, "units", unit or _("accounts' writing"), signed


def vectors_of(texts: Sequence[str]) -> NDArray[np.float64] | None:
    """Return the numbers (n, k) of texts that hold k > 1 each, as "[0.5, 2]"; None of others."""
    if not all(map(VECTOR.fullmatch, texts)):
        return None
    found = [re.split(r"\s*[,;|]\s*|\s+", text.strip("[](){} \n")) for text in texts]
    same = len({len(one) for one in found}) == 1
    return np.array(found, dtype=np.float64) if same else None
