"""Files that hold no table which is read here: what they are, and what to do with them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kpca_core._support.words import E_, N_

CSV = N_("save the table as CSV")
NPY = N_("save one array of numbers by np.save")
UNPACK = N_("unpack it")
PANDAS = N_("read it in its own program, or by pandas, and save the table as CSV")
# What files are, what to do, and how they begin.
BEGINNINGS = (
    (N_("compressed (bzip2, xz, zstd, lz4, rar or 7z), or a tar archive"), UNPACK,
     rb"BZh\d|\xfd7zXZ|\(\xb5/\xfd|7z\xbc\xaf|Rar!|\x04\x22M\x18|(?s:.{257})ustar"),
    (N_("a picture or a sound"), NPY,
     rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|BM(?s:.{4})\0{4}|(?s:.{128})DICM"
     rb"|RIFF(?s:.{4})WAVE|OggS\0|ID3[\x02-\x04]\0|fLaC\0"),
    (N_("a PDF"), CSV, rb"%PDF-"),
    (N_("a document or a page of markup"), CSV,
     rb"\{\\rtf|(?i:<!doctype html|<html|<\?xml|<table)"),
    (N_("an HDF5, Matlab, NetCDF, FITS or GRIB file"), NPY,
     rb"\x89HDF|MATLAB [57]\.\d|CDF[\x01\x02\x05]|SIMPLE  =|GRIB[^\t -~]"),
    (N_("an Arrow, Feather, ORC, Avro or encrypted Parquet file"), N_("save it as Parquet"),
     rb"ARROW1\0|FEA1[^\t -~]|\xff{4}|ORC[^\t -~]|Obj\x01|PARE[^\t -~]"),
    (N_("a file of R, SPSS, Stata, SAS or a database"), PANDAS,
     rb"RD[AX]\d\n|[XB]\n\0|\$FL[23]@|ASCII SPSS|<stata_dta>|[i-s][\x01\x02]\x01\0"
     rb"|HEADER RECORD\*{7}|\0{12}\xc2\xea|SQLite format 3|\0\x01\0\0Standard "
     rb"|[\x03\x83\x8b][P-\x7f][\x01-\f][\x01-\x1f]"),
    (N_("a pickle, which could run programs and is never opened"), CSV,
     rb"\x80[\x01-\x05]|c(?:numpy|copy_?reg|builtins|__builtin__|sklearn|pandas)[\w.]*\n"),
    (N_("a pointer of Git LFS that stands for the file"), N_("fetch the file by git lfs pull"),
     rb"version https://git-lfs"),
    (N_("an array within brackets as NumPy prints it"), NPY, rb"\[+\s*[-+\d.e]+\s+[-+\d.]"),
    (N_("JSON that `kpca` has written"), N_("take the .csv or .npz file of the same command"),
     rb'\{\s*"(?:Title|@context)": "'),
    (N_("JSON"), N_("read it by pandas.read_json and save it by to_csv"),
     rb"[\[{]\s*(?:[\[{\"]|[-\d.]+\s*,|\}|\])"),
    (N_("a Matrix Market, ARFF or svmlight file, or a spreadsheet as SYLK or DIF"),
     N_("read it by SciPy, scikit-learn or a spreadsheet program, and save the table as CSV"),
     rb"%%MatrixMarket|(?:%[^\n]*\n|\s)*(?i:@relation)\b|ID;P|TABLE\r?\n0,1"
     rb"|(?:[-+]?[\d.]+(?:,\d+)*(?: qid:\d+)?(?: +\d+:[-+.\deE]+)+ *(?:#[^\n]*)?\n?){1,3}"
     rb"(?=[-+\d]|\Z)"),
)  # fmt: skip
# The same of archives, by a file in them.
WITHIN = (
    (N_("an Excel workbook of the binary kind (.xlsb)"), CSV, r"xl/workbook\.bin"),
    (N_("a document of Word, PowerPoint, Pages or Numbers"), CSV,
     r"(?:word|ppt)/.*|Index(?:/.*\.iwa|\.zip)"),
    (N_("a file of PyTorch with a pickle, which could run programs and is never opened"), NPY,
     r"(?:.*/)?data\.pkl"),
)  # fmt: skip


def check_beginning(content: bytes, name: str) -> None:
    """Raise ValueError for a file that begins as one of BEGINNINGS."""
    start = content[:2000]
    for what, do, beginning in BEGINNINGS:
        if re.match(beginning, start) or re.match(beginning, start.lstrip()):
            raise _foreign(name, what, do)


def check_members(members: Iterable[str], name: str) -> None:
    """Raise ValueError for an archive that holds one of WITHIN."""
    held = list(members)
    for what, do, member in WITHIN:
        if any(re.fullmatch(member, one) for one in held):
            raise _foreign(name, what, do)


def _foreign(name: str, what: str, do: str) -> ValueError:
    said = E_("{name} is {what}, not a table of text: {do}.")
    return ValueError(said.format(name=name, what=E_(what), do=E_(do)))
