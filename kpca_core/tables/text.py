"""Tables of text, CSV and its relatives, read by pandas with what is wrong in which line."""

from __future__ import annotations

import codecs
import csv
import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, N_, _
from kpca_core.tables.column import Column, refused
from kpca_core.tables.columns import UNNAMED, number_column, table_of_columns, word_columns
from kpca_core.tables.foreign import check_beginning
from kpca_core.tables.layout import (
    Layout,
    filled,
    laid_out,
    rows_of,
    without_comments,
    without_empty_rows,
)  # fmt: skip
from kpca_core.tables.limits import check_shape
from kpca_core.tables.numbers import MARKS, Signs, signs_of, texts_of
from kpca_core.tables.reading import ENCODINGS, MOST_CLOSING, How, Reading
from kpca_core.tables.table import Table

# Cells of columns whose texts are read together.
CELLS = 2**22
# Rows below a table that sum it up: what their first cell is called, and how many are looked for.
CLOSING = re.compile(
    r"(?:grand |column )?(?:means?|averages?|avg|totals?|sums?|medians?|std|sd|st\. ?dev|stdev|min"
    r"|max|minimum|maximum|count|standard deviation|variance|sem|rsd|cv)\s*(?:\(?%\)?)?[.:]?"
    r"|(?:mittelwert|mittel|durchschnitt|summe|gesamt|insgesamt|standardabweichung|stabw\.?|varianz"
    r"|anzahl|moyenne|somme|[ée]cart[- ]type|m[ée]diane?|promedio|media|mediana|suma|desviaci[óo]n"
    r"(?: est[áa]ndar)?|desv\.?(?: est\.?)?|totale|totaal|gemiddelde|итого|всего|среднее)[.:]?"
    r"|合计|总计|总和|平均值?|均值|小计|中位数|标准差|合計|平均|標準偏差|평균|합계",
    re.IGNORECASE,
)
# Signs that stand alone in Western texts; detectors take them for letters of East Asia.
WESTERN = re.compile(rb"[\x00-\x7f\x80\x85\x91-\x97\xa0\xa3\xa7\xb0-\xb3\xb5\xb7\xbd]*")


def decoded(content: bytes, name: str, encoding: str = "") -> tuple[bytes, str]:
    """Return a text in UTF-8 with lines that end in \\n, and the encoding of the file.

    The given one, or the one that is recognised: by a byte-order mark or the zeros of UTF-16,
    UTF-8 where all bytes are that, else what Firefox would take it for.
    """
    encoding = encoding or _encoding(content, name)
    if encoding != "ascii":
        content = _decode(content, name, encoding).encode("utf-8", "replace")
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content, "utf-8" if encoding == "ascii" else encoding


def _decode(content: bytes, name: str, encoding: str) -> str:
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        said = E_(
            "There is no encoding {encoding!r} of text; name one as Python does, such as {six}."
        )
        raise refused(said, encoding=encoding, six=", ".join([*ENCODINGS][:6])) from None
    except UnicodeError as error:
        line = content.count(b"\n", 0, getattr(error, "start", 0)) + 1
        said = E_("Line {line} of {name} is not {known}. Choose another encoding.")
        known = ENCODINGS.get(encoding, encoding)
        raise refused(said, line=line, name=name, known=known) from None


def _encoding(content: bytes, name: str) -> str:
    start = content[:1000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if len(start) >= 4 and max(even, odd) > len(start) / 4 and min(even, odd) == 0:
        return "utf-16-le" if odd else "utf-16-be"
    if b"\0" in content:
        said = E_("{name} is no text: it holds zero bytes. Save the table as CSV.")
        raise refused(said, name=name)
    if content.isascii() or _is_text(content, "utf-8"):
        return "ascii" if content.isascii() else "utf-8"
    known = "cp1252" if WESTERN.fullmatch(content) else _detected(content)
    # Windows' form of Shift-JIS has all letters of the other.
    known = codecs.lookup(known).name.replace("_", "-").replace("shift-jis", "cp932")
    return next((one for one in (known, "cp1252") if _is_text(content, one)), "latin-1")


def _detected(content: bytes) -> str:
    with needed("chardetng-py", E_("recognises encodings"), "tables"):
        from chardetng_py import detect
    return str(detect(content, allow_utf8=False))


def _is_text(content: bytes, encoding: str) -> bool:
    try:
        return bool(content.decode(encoding))
    except UnicodeDecodeError:
        return False


def read_text(content: bytes, name: str, how: How, progress: Progress | None) -> Table:
    """Read a table of text; see `kpca_core.tables.read`."""
    with needed("pandas", E_("reads tables"), "tables"):
        import pandas as pd
    data, encoding = decoded(content, name, how.encoding)
    check_beginning(data, name)
    if how.comment:
        data = without_comments(data, how.comment)
    report(progress, 1, 4, _("reading lines"))
    layout = laid_out(data, name, how)
    data = without_empty_rows(data, layout.separator)
    ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))
    below = len(ends) + (not data.endswith(b"\n")) - layout.above
    check_shape(name, (below, layout.width))
    if how.transpose:
        return _transposed(data, name, how, layout, encoding, progress)
    if not layout.rows:
        above = E_("a line of names and no row below it") if layout.names else E_("no row")
        raise refused(E_("{name} has {above}."), name=name, above=above)
    try:
        at = int(ends[layout.above - 1]) + 1 if layout.above else 0
        return _read(data, name, how, layout, at, below, encoding, progress)
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        # Where a quotation mark is never closed, this says in which line.
        all(rows_of(data, layout.above, layout.separator, name))
        said = E_("{name} cannot be read as a table: {error}")
        raise refused(said, name=name, error=error) from None


def _transposed(data: bytes, name: str, how: How, layout: Layout, encoding: str,
                progress: Progress | None) -> Table:  # fmt: skip
    """The table whose rows are the columns of the file."""
    width = layout.width
    below = [row for _line, row in rows_of(data, layout.above, layout.separator, name)]
    rows = [*([layout.names] if layout.names else []), *below]
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter="\t", lineterminator="\n")
    writer.writerows(zip(*((*row, *[""] * width)[:width] for row in rows), strict=True))
    turned = replace(
        how, encoding="utf-8", separator="\t", skip=0, comment="", transpose=False,
        names=how.names if how.names is not None else True if layout.names else None,
    )  # fmt: skip
    table = read_text(buffer.getvalue().encode(), name, turned, progress)
    reading = replace(
        table.reading, kind=_kind(layout), encoding=encoding, separator=layout.separator,
        skipped=layout.skipped, is_transposed=True,
    )  # fmt: skip
    return replace(table, reading=reading, place=N_("column"))


def _read(data: bytes, name: str, how: How, layout: Layout, at: int, below: int,
          encoding: str, progress: Progress | None) -> Table:  # fmt: skip
    def frame_of(columns: Sequence[int], **more: Any) -> Any:
        import pandas as pd

        file = io.BytesIO(data)
        file.seek(at)
        # The default of pandas 3.1 is exact; of earlier releases only this one is.
        if tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
            more["float_precision"] = "round_trip"
        with warnings.catch_warnings():
            # Of columns that hold texts in some parts of a file, and numbers in others.
            warnings.simplefilter("ignore", pd.errors.DtypeWarning)
            return pd.read_csv(
                file, sep=layout.separator or r"\s+", header=None, names=range(layout.width),
                usecols=columns, index_col=False, skipinitialspace=b'"' in data,
                keep_default_na=False, engine="c", encoding="utf-8", **more,
            )  # fmt: skip

    every = range(layout.width)
    signs = signs_of(zip(*layout.rows, strict=True), layout.separator, how)
    frame = frame_of(every, decimal=signs.decimal, na_values=MARKS)
    report(progress, 2, 4, _("reading numbers"))
    sure = _signs_of_all(frame, layout, how, signs)
    if sure != signs:
        frame, signs = frame_of(every, decimal=sure.decimal, na_values=MARKS), sure
    lines, uneven = _lines(data, layout, at, below, frame, name)
    foot = _foot(frame, how.foot)
    n = len(lines) - len(foot)
    uneven = {row: cells for row, cells in uneven.items() if row < n}
    # Columns where numbers are missing or are not all.
    rest = [j for j in every if frame[j].dtype.kind not in "biu" and not _is_whole(frame[j])]
    texts = _texts(frame_of, rest, n)
    columns: list[Column] = []
    units: list[tuple[str, str]] = []
    thousands = ""
    for j, given in enumerate(layout.names or [f"column {j + 1}" for j in every]):
        report(progress, 2 * layout.width + j, 3 * layout.width, _("reading columns"))
        called = given if given.strip() else f"Unnamed: {j}"
        cells = next(texts) if j in rest else frame[j]
        found, unit, sign = _columns(called, frame[j][:n], cells[:n], [*uneven], signs, how)
        columns += found
        check_shape(name, (n, len(columns)))
        units += [(given, unit)] if unit else []
        thousands = thousands or sign
    while columns[1:] and columns[-1].missing == n and UNNAMED.fullmatch(columns[-1].name):
        columns.pop()
    reading = Reading(
        _kind(layout), encoding, layout.separator, signs.decimal, thousands, layout.skipped,
        layout.names_line, units=tuple(units), foot=foot,
    )  # fmt: skip
    asked = []
    if signs.unclear:
        text = _("{unclear!r} may be the decimal sign or stand between thousands: choose which.")
        asked.append(("decimal", text.format(unclear=signs.unclear)))
    return table_of_columns(
        name, reading, columns, how, lines=lines[:n], uneven=tuple(uneven.items()), asked=asked
    )


def _kind(layout: Layout) -> str:
    return "TSV" if layout.separator == "\t" else "CSV" if layout.separator else "text"


def _is_whole(found: Any) -> bool:
    """Whether pandas read a finite number in every row of a column."""
    return found.dtype.kind == "f" and bool(np.isfinite(found.to_numpy()).all())


def _texts(frame_of: Callable[..., Any], columns: Sequence[int], n: int) -> Iterator[Any]:
    """The cells of columns as texts, one column after the other; a few are read together."""
    several = max(1, CELLS // max(1, n))
    for k in range(0, len(columns), several):
        found = frame_of(columns[k : k + several], dtype=str, na_filter=False)
        yield from (found[j] for j in columns[k : k + several])


def _signs_of_all(frame: Any, layout: Layout, how: How, signs: Signs) -> Signs:
    """The signs by the cells of every column that pandas found no numbers in."""
    cells: list[Sequence[str]] = [list(one) for one in zip(*layout.rows, strict=True)]
    texts = [j for j, kind in enumerate(frame.dtypes) if kind.kind not in "biuf"]
    for j in texts:
        cells[j] = frame[j].drop_duplicates().dropna().astype(str).tolist()
    return signs_of(cells, layout.separator, how) if texts else signs


def _lines(
    data: bytes, layout: Layout, at: int, below: int, frame: Any, name: str
) -> tuple[Any, dict[int, int]]:
    """The line of each row, and the rows with more or fewer cells than there are columns."""
    n, width, separator = len(frame), layout.width, layout.separator
    full = below == n and b'"' not in data and not frame.isna().to_numpy().any()
    if separator and full and data.count(separator.encode(), at) == (width - 1) * n:
        # No cell is missing and none is left: each line has as many as there are columns.
        return np.arange(n) + layout.above + 1, {}
    lines, uneven = [], {}
    for i, (line, row) in enumerate(rows_of(data, layout.above, separator, name)):
        lines.append(line)
        if len(row) < width or (len(row) > width and filled(row) > width):
            uneven[i] = len(row)
    if len(lines) != n:
        said = E_(
            "{name} has {n:,} lines of which {read:,} are read: a quotation mark may be open. "
            "Remove the quotation marks."
        )
        raise refused(said, name=name, n=len(lines), read=n)
    return np.array(lines), uneven


def _foot(frame: Any, asked: int | None) -> tuple[str, ...]:
    """The words of the closing rows that sum up a table, by their names; or as many as asked."""
    rows = frame.iloc[max(0, len(frame) - MOST_CLOSING) :].astype(object).to_numpy()
    firsts = [next((str(c).strip() for c in row if c == c and str(c).strip()), "") for row in rows]
    if asked is not None:
        return tuple(firsts[len(firsts) - min(asked, len(frame) - 1) :])
    at = len(firsts)
    while at > 1 and CLOSING.fullmatch(firsts[at - 1]):
        at -= 1
    return () if set(firsts[at:]) & set(firsts[:at]) else tuple(firsts[at:])


def _columns(name: str, found: Any, texts: Any, uneven: Sequence[int], signs: Signs,
             how: How) -> tuple[list[Column], str, str]:  # fmt: skip
    """A column as pandas read it; its texts where it holds more than numbers."""
    import pandas as pd

    if found.dtype.kind in "iuf":
        values = found.to_numpy(dtype=np.float64, copy=True)
        if not np.isinf(values).any():
            gaps = np.isnan(values)
            gaps[uneven] = False
            values[uneven] = np.nan
            column = number_column(name, values)
            if not gaps.any():
                return [column], "", ""
            codes, different = pd.factorize(texts.str.strip())
            marks = texts_of(np.where(gaps, codes, -1), list(map(str, different)))
            return [replace(column, texts=marks)], "", ""
    # Numbers in some parts of the file, or beyond 64 bits; or words that pandas takes for nothing.
    codes, different = pd.factorize(texts)
    codes[uneven] = -1
    return word_columns(name, codes, list(map(str, different)), signs, how)
