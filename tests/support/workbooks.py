"""Workbooks of several sheets, as Excel and LibreOffice have them."""

from __future__ import annotations

import base64
import io
import zipfile
import zlib
from xml.sax.saxutils import escape

import openpyxl


def workbook(*sheets: tuple[str, list[list[object]]], hidden: str = "") -> bytes:
    """A workbook of named sheets, the last one in front; the one of that name is hidden."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if name == hidden else "visible"
    book.active = len(sheets) - 1
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


# A workbook of the old kind: a sheet "notes" with a word, and on "x" the table below two rows.
OLD_EXCEL = zlib.decompress(base64.b85decode(
    b"c-rk)O=uHA6#iy^@>82Msj1KkArx%2_Mmw2Qdb4-$x^*2B4}cAC@D#e5!8#-nxi0iQoIy;@ly5T4=U(QP^joZC<u"
    b"ujdlD3SXtTa~yW1vh4h`61WWHtIym>R<%-fkavp=8aqUGtQJr%6MA?T>uLHKHHf>O{cL_qbnEmbcMP_h+T3c&y^q"
    b"|d~w&_};qL%H4+Xn110BME$`bPf|3$>%bOEyPjwAt|H}L&Big)9{c|7~SkwC(Da0x3hfAZC|rI%$7SWhp25?oW-0"
    b"qGH}q1<1<<>*M&(6JZH{4TlS+1?`0g{xGS8tCXN)wlH>noMcin|3~1$sGr3G5IbKGLmT(5Y?F8`4+pBLA%D%OB0k"
    b"SXF+x-pf_cQ~TgndECKrA7Id0p0+$mNTf%OyH*_nFR$UtL1KTxs5-WJ{*<SBex3NlGc|B|DZ&lR81^Qky)fd1puJ"
    b"c6Ny4y`5wl9jr$=>LYY^FFpGC`9x~eI?t9#KFysof0uL;Hf~A=k;5xBjvQddUY57G*PX2Qu#Azjl=qExxytb=ZgZ"
    b"P!`)Hg4j4xJyjlP@o(!$9X@zM`#59zbRmFuzDuhukrX-?9_m)8^q#h`d_U*e_Z<-$E3zOn3HcTxnji0ixUKG-_2j"
    b"5b!I&eKop#538HPLfq@_N;1de}LYiv#PQ0^|Pw+tjarfO5W@^C5=kD%huPh-_VFUvwbWVbUAa9r!&uRc}4@C!Hh7"
    b"=ZGMkuFwb;(W&@tdj1Mg1@Ob9RcpMpM6d4K%3JMAe3JR?O`Cg{EZ=8nnVZm=(e)qr5GNr2eP4eI36!LTx>9h10a+"
    b"DWvt*Q9g0aJK=i4AhR|Ai8#Y4ifJNU<N;rsJ2sNkr}aY?v7Ndt0d4@vF`Fxyj@I0m$R`rT"
))  # fmt: skip
SPACES = " ".join(
    f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"'
    for one in ("office", "table", "text")
)


def open_document(
    *sheets: tuple[str, list[list[object]]], hidden: tuple[int, ...] = (), blank: int = 0
) -> bytes:
    """A workbook as LibreOffice writes it; of each sheet the rows that a filter hides, from 1.

    Parameters
    ----------
    blank : rows without a cell below the first row, as one that is repeated
    """
    written = []
    for name, rows in sheets:
        lines = [_row(row, n in hidden) for n, row in enumerate(rows, 1)]
        if blank:
            lines.insert(1, f'<table:table-row table:number-rows-repeated="{blank}"/>')
        lines.append('<table:table-row table:number-rows-repeated="1000000"/>')
        written.append(f'<table:table table:name="{name}">{"".join(lines)}</table:table>')
    body = f"<office:body><office:spreadsheet>{''.join(written)}</office:spreadsheet></office:body>"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml",
            f"<office:document-content {SPACES}>{body}</office:document-content>",
        )
    return buffer.getvalue()


def _row(cells: list[object], is_hidden: bool) -> str:
    shown = ' table:visibility="filter"' if is_hidden else ""
    return f"<table:table-row{shown}>{''.join(map(_cell, cells))}</table:table-row>"


def _cell(value: object) -> str:
    if value is None:
        return "<table:table-cell/>"
    kind = f'"float" office:value="{value}"' if isinstance(value, int | float) else '"string"'
    text = escape(str(value))
    return f"<table:table-cell office:value-type={kind}><text:p>{text}</text:p></table:table-cell>"
