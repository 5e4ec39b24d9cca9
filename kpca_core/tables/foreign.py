"""Files that hold no table which is read here: what they are, and what to do with them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kpca_core._support.words import N_, _

CSV, NPY, PARQUET, UNPACK = (
    N_("save the table as CSV"),
    N_("save one array of it as NPY"),
    N_("save it as Parquet"),
    N_("unpack it"),
)
PICKLE = N_("a pickle, which could run programs and is never opened")
# How files begin, what they are, and what to do.
BEGINNINGS = (
    (rb"BZh\d|\xfd7zXZ|\(\xb5/\xfd|7z\xbc\xaf|Rar!|\x04\x22M\x18",
     N_("compressed (bzip2, xz, zstd, lz4, rar or 7z)"), UNPACK),
    (rb"(?s:.{257})ustar", N_("a tar archive of files"), UNPACK),
    (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|BM(?s:.{4})\0{4}|(?s:.{128})DICM",
     N_("a picture"), N_("give numbers, such as its pixels, as NPY")),
    (rb"RIFF(?s:.{4})WAVE|OggS\0|ID3[\x02-\x04]\0|fLaC\0", N_("a sound"),
     N_("give numbers, such as its spectra, as NPY")),
    (rb"%PDF-", N_("a PDF"), CSV),
    (rb"\{\\rtf", N_("a document"), CSV),
    (rb"(?i:<!doctype html|<html|<\?xml|<table)", N_("a page of markup"), CSV),
    (rb"\x89HDF|MATLAB [57]\.\d", N_("an HDF5 or Matlab file"), NPY),
    (rb"CDF[\x01\x02\x05]|SIMPLE  =|GRIB[^\t -~]", N_("a NetCDF, FITS or GRIB file"), NPY),
    (rb"ARROW1\0|FEA1[^\t -~]|\xff{4}|ORC[^\t -~]", N_("an Arrow, Feather or ORC file"), PARQUET),
    (rb"Obj\x01", N_("an Avro file"), PARQUET),
    (rb"PARE[^\t -~]", N_("an encrypted Parquet file"), N_("save it without encryption")),
    (rb"SQLite format 3|\0\x01\0\0Standard |[\x03\x83\x8b][P-\x7f][\x01-\f][\x01-\x1f]",
     N_("a database"), CSV),
    (rb"RD[AX]\d\n|[XB]\n\0|\$FL[23]@|ASCII SPSS|<stata_dta>|[i-s][\x01\x02]\x01\0",
     N_("a file of R, SPSS or Stata"), CSV),
    (rb"HEADER RECORD\*{7}|\0{12}\xc2\xea", N_("a file of SAS"), CSV),
    (rb"\x80[\x01-\x05]|c(?:numpy|copy_?reg|builtins|__builtin__|sklearn|pandas)[\w.]*\n",
     PICKLE, CSV),
    (rb"version https://git-lfs", N_("a pointer of Git LFS that stands for the file"),
     N_("fetch the file by git lfs pull")),
    (rb"ID;P|TABLE\r?\n0,1", N_("a spreadsheet as SYLK or DIF"), CSV),
    (rb"%%MatrixMarket", N_("a Matrix Market file"),
     N_("save scipy.io.mmread(file).toarray() by np.save")),
    (rb"(?:%[^\n]*\n|\s)*(?i:@relation)\b", N_("an ARFF file"),
     N_("read it by scipy.io.arff.loadarff and save it as CSV")),
    (rb"\[+\s*[-+\d.e]+\s+[-+\d.]", N_("an array within brackets as NumPy prints it"),
     N_("save the array by np.save or np.savetxt")),
    (rb'\{\s*"(?:Title|@context)": "', N_("JSON that `kpca` has written"),
     N_("take the .csv or .npz file of the same command")),
    (rb"[\[{]\s*(?:[\[{\"]|[-\d.]+\s*,|\}|\])", "JSON",
     N_("read it by pandas.read_json and save it by to_csv")),
    (rb"(?:[-+]?[\d.]+(?:,\d+)*(?: qid:\d+)?(?: +\d+:[-+.\deE]+)+ *(?:#[^\n]*)?\n?){1,3}"
     rb"(?=[-+\d]|\Z)", N_("an svmlight file"),
     N_("read it by sklearn.datasets.load_svmlight_file and save X.toarray() by np.save")),
)  # fmt: skip
# The same of archives, by a file in them.
WITHIN = (
    (r"xl/workbook\.bin", N_("an Excel workbook of the binary kind (.xlsb)"),
     N_("save it as .xlsx or CSV")),
    (r"(?:word|ppt)/.*", N_("a document of Word or PowerPoint"), CSV),
    (r"(?:.*/)?data\.pkl", N_("a file of PyTorch, {pickle}"), NPY),
    (r"Index(?:/.*\.iwa|\.zip)", N_("a document of Apple's Numbers or Pages"),
     N_("save it as .xlsx or CSV")),
)  # fmt: skip


def check_beginning(content: bytes, name: str) -> None:
    """Raise ValueError for a file that begins as one of BEGINNINGS."""
    start = content[:2000]
    for beginning, what, do in BEGINNINGS:
        if re.match(beginning, start) or re.match(beginning, start.lstrip()):
            raise _foreign(name, _(what), do)


def check_members(members: Iterable[str], name: str) -> None:
    """Raise ValueError for an archive that holds one of WITHIN."""
    held = list(members)
    for member, what, do in WITHIN:
        if any(re.fullmatch(member, one) for one in held):
            raise _foreign(name, _(what).format(pickle=_(PICKLE)), do)


def _foreign(name: str, what: str, do: str) -> ValueError:
    said = _("{name} is {what}, not a table of text: {do}.")
    return ValueError(said.format(name=name, what=what, do=_(do)))
