"""Kinds of files, each against its right values or the words of its refusal.

A right value is the numbers of the named columns, or those of all rows that are analysed.
"""

from __future__ import annotations

import bz2
import datetime as dt
import decimal
import gzip
import io
import os
import pickle
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from support.kinds import body, broken_unicode, check, header, npy, npz, parquet, zipped
from support.paths import ROOT
from support.workbooks import OLD_EXCEL

from kpca_core.tables import read_bytes
from kpca_core.tables.limits import MOST_COLUMNS


class Trap:
    """What a pickle could do."""

    sprung = False

    def __reduce__(self):
        return (setattr, (Trap, "sprung", True))


def of_pandas(frame):
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    return buffer.getvalue()


X = np.random.default_rng(1).uniform(0, 1, (20, 6)).round(4)
df = pd.DataFrame(X[:, :3], columns=list("abc"))
SHUFFLED = df.sample(frac=1, random_state=0)
NAMED = of_pandas(df.set_index(pd.Index(range(100, 120), name="pk")))
V = [float(i * i) for i in range(5)]
PAIRS = pd.MultiIndex.from_tuples([(i, i * 2) for i in range(5)], names=["p", "q"])
TWICE = of_pandas(pd.DataFrame({"a": V, "b": V[::-1]}, index=PAIRS))
with pd.ExcelWriter(BOOK := io.BytesIO()) as writer:
    df.to_excel(writer, sheet_name="one", index=False)
    (df * 2).to_excel(writer, sheet_name="two", startrow=3, index=False)
PLAIN = "a,b\n1,2\n3,5\n4,4\n"
FIRST = [[1, 2], [3, 5]]
OBJECTS = np.array([Trap(), 1], object)

FILES = {
    "byte-order mark": ("\ufeff" + PLAIN, [*FIRST, [4, 4]]),
    "UTF-16 big-endian": (b"\xfe\xff" + PLAIN.encode("utf-16-be"), [*FIRST, [4, 4]]),
    "bytes that Windows-1252 leaves undefined": (b"a\x81,b\n1,2\n3,5\n", FIRST),
    "quoted decimal commas": ('a,b\n"1,5","2,5"\n"3","5,5"\n', [[1.5, 2.5], [3, 5.5]]),
    "Excel's sep=": ("sep=;\na;b\n1;2\n3;5\n", FIRST),
    "mixed line ends": ("a,b\r\n1,2\n3,5\r4,4", [*FIRST, [4, 4]]),
    "no names": ("1,2\n3,5\n", FIRST),
    "one number": ("7", [[7]]),
    "one column": ("a\n1\n2\n4\n", [[1], [2], [4]]),
    "duplicate names": ("a,a,a\n1,2,3\n3,5,4\n", [[1, 2, 3], [3, 5, 4]],
     {"columns": ["a", "a (2)", "a (3)"]}),
    "empty names": (",,\n1,2,3\n3,5,4\n", [[1, 2, 3], [3, 5, 4]]),
    "a formula as a label": ("a,kind\n1,=cmd|' /C calc'!A0\n3,+1+1\n", [[1], [3]]),
    "a line break in a name": ('"a\nb",c\n1,2\n3,5\n', FIRST, {"columns": ["a b", "c"]}),
    "times beside numbers": ("at,a\n12:30:00,1\n12:31:00,4\n", [[1], [4]]),
    "numbers of all sizes": ("a,b\n1e300,2\n-1e300,5\n2e-310,4\n",
     [[1e300, 2], [-1e300, 5], [2e-310, 4]]),
    "spaces around numbers": ("a , b\n 1 , 2\n 3, 5 \n", FIRST),
    "many columns": (body(X[:1].repeat(900, axis=1)) * 3,
     X[[0, 0, 0]].repeat(900, axis=1)),
    "NPY of one axis": (npy(X[:, 0]), X[:, :1], {"fname": "f.csv"}),
    "NPY in Fortran's order": (npy(np.asfortranarray(X)), X),
    "NPY of bytes in the other order": (npy(X.astype(">f8")), X),
    "NPY of booleans": (npy(X > 0.5), X > 0.5),
    "NPY with named fields": (npy(np.array([(1, 2.0), (3, 5.0)], "i4,f8")), FIRST),
    "NPZ of one array": (npz(things=X), X),
    "NPZ with words": (npz(X=X, kind=np.array(["p", "q"] * 10)), X),
    "gzip": (gzip.compress(PLAIN.encode()), [*FIRST, [4, 4]]),
    "a zip of one table": (zipped({"a.txt": PLAIN, "__MACOSX/._a.txt": b"x"}), [*FIRST, [4, 4]]),
    "old Excel": (OLD_EXCEL, [[1, 2.5], [3, 4.5], [0.5, 7]]),
    "raman shifts uneven": ("200.5,203.7,209.1,215.2,222.8,230\n" + body(X), X),
    "years semicolon decimal comma":
     ("Land;2019;2020;2021\n" +
     "".join(f"L{i};{a:.2f};{b:.2f};{c:.2f}\n".replace(".", ",") for i, (a, b, c) in
     enumerate(X[:, :3])), X[:, :3].round(2)),
    "quoted wl names": ('"","1100","1102","1104"\n' +
     "".join(f'"{i + 1}",{a},{b},{c}\n' for i, (a, b, c) in enumerate(X[:, :3])), X[:, :3]),
    "two years above fractions": ("2019,2020\n1.5,2.5\n2.1,2.2\n4,5.5\n",
     [[1.5, 2.5], [2.1, 2.2], [4, 5.5]]),
    "no header increasing data": ("1,2,3\n2,4,6\n3,6,9\n", [[1, 2, 3], [2, 4, 6], [3, 6, 9]]),
    "wavelength with nm":
     ("sample;400 nm;410 nm\na;1,5;2,5\nb;3,5;4,5\n", [[1.5, 2.5], [3.5, 4.5]],
     {"columns": ["sample", "400 nm", "410 nm"]}),
    "thousands blank cp1252":
     ("a;b\n1\u00a0234,5;é\n12\u00a0500,0;3\n".encode("cp1252"), {"a": [1234.5, 12500]}),
    "indian": ('a,b\n"12,34,567",2\n"1,00,000",3\n', {"a": [1234567, 100000]}),
    "german mixed no evidence":
     ("Stadt;Einw\nA;1.234\nB;12.500\nC;870\n", {"Einw": [1234, 12500, 870]}),
    "ambiguous comma semicolon": ("a;b\n1,234;x\n2,345;y\n", {"a": [np.nan, np.nan]}),
    "ambiguous comma semicolon thousands":
     ("a;b\n1,234;x\n2,345;y\n", {"a": [1234, 2345]}, {"thousands": ","}),
    "comma evid leading zero": ("a;b\n0,234;x\n2,345;y\n", {"a": [0.234, 2.345]}),
    "late evidence": ("a;b\n" +
     "".join(f"{i}.{i % 10}{i % 7}{(i * 3) % 10};1\n" for i in range(1, 150)) + "1,5;2\n",
     {"b": [1] * 149 + [2]}),
    "late comma decimals":
     ("a;b\n" + "".join(f"{i};1\n" for i in range(200)) + "1,5;2\n", {"a": [*range(200), 1.5]}),
    "pandas idx words": (df.set_axis([f"r{i}" for i in range(20)]).to_csv(), X[:, :3]),
    "pandas idx shuffled": (SHUFFLED.to_csv(), SHUFFLED.to_numpy()),
    "R write.csv2": ('"";"a";"b"\n"1";1,5;2\n"2";2,5;3\n"3";4,5;1\n',
     [[1.5, 2], [2.5, 3], [4.5, 1]]),
    "R write.table words":
     ('"a" "b" "kind"\n"1" 1.5 2 "p"\n"2" 2.5 3 "q"\n"5" 4.5 1 "p"\n',
     [[1.5, 2], [2.5, 3], [4.5, 1]]),
    "R tab rownames": ("mpg\tcyl\nMazda RX4\t21\t6\nDatsun 710\t22.8\t4\n",
     {"mpg": [21, 22.8], "cyl": [6, 4]}),
    "index asked": (df.to_csv(), np.column_stack([range(20), X[:, :3]]), {"index": ""}),
    "hash tab": ("#x\ty\n1.5\t2\n2.5\t3\n", {"x": [1.5, 2.5]}, {"columns": ["x", "y"]}),
    "hash comments many": ("# date: 2020\n# by me\n# x, y\n1,2\n3,5\n", {"x": [1, 3], "y": [2, 5]}),
    "hash no space number names":
     ("#1 2 3\n0.5 0.7 0.1\n0.2 0.1 0.4\n", [[0.5, 0.7, 0.1], [0.2, 0.1, 0.4]]),
    "pairs two cols blank": ("Date,2025\nOperator,Me\n\nx,y\n1,2\n3,4\n5,9\n", {"x": [1, 3, 5]}),
    "title with commas":
     ("Report, made by us, 2024, really\na,b\n1,2\n3,5\n4,4\n", {"a": [1, 3, 4]}),
    "colon pairs tabs": ("Instrument:\tX100\nSerial:\t123\nT\tV\tI\n1\t2\t3\n4\t5\t6\n7\t8\t9.5\n",
     {"T": [1, 4, 7]}),
    "skip option": ("x;y\nfoo;bar\na;b\n1;2\n3;5\n", {"a": [1, 3]}, {"skip": 2}),
    "units row refuse": ("t,v\ns,V\n1,2\n3,5\n4,7\n", {"t": [np.nan, 1, 3, 4]}),
    "quoted words blanks": ('"a b" "c"\n"x y" 1.5\n"z w" 2.5\n', {"c": [1.5, 2.5]}),
    "D exponents": ("a b\n1.0D+03 2\n-2.5d-1 3\n", {"a": [1000, -0.25]}),
    "long cell": ('a,note\n1,"' + "x" * 200000 + '"\n2,"y"\n', {"a": [1, 2]}),
    "unclosed later quotes": ('a,b,c\n1,"x,2\n3,"y",5\n4,"z",6\n', "never closed"),
    "inches": ('a,b\n5" pipe,2\n7" pipe,3\n', {"b": [2, 3]}),
    "doubled quotes": ('a,b\n"say ""hi""",2\n"x, y",3\n', {"b": [2, 3]}),
    "enc option cp437": ("Größe,b\n1,2\n3,5\n".encode("cp437"), {},
     {"encoding": "cp437", "columns": ["Größe", "b"]}),
    "enc unknown": ("a,b\n1,2\n", "no encoding", {"encoding": "rot13"}),
    "percent units": ("a,z\n1,10%\n2,20 %\n3,35%\n", {"z": [10, 20, 35]}, {"units": True}),
    "euro units": ("a;p\n1;1.234,50 €\n2;3,25 €\n", {"p": [1234.5, 3.25]}, {"units": True}),
    "mixed units": ("a,p\n1,2 cm\n2,3.5 m\n", {"p": [np.nan, np.nan]}, {"units": True}),
    "json": ('[{"a":1,"b":2}]', "JSON"),
    "arff": ("% c\n@RELATION iris\n@ATTRIBUTE a REAL\n@DATA\n1\n", "ARFF"),
    "svm": ("1 1:0.5 3:2\n-1 2:1\n", "svmlight"),
    "mtx": ("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 5\n", "Matrix Market"),
    "zip sheet": (zipped({"a.csv": "x,y\n1,2\n", "b.csv": "x,y\n5,6\n7,8\n"}), {"x": [5, 7]},
     {"sheet": "b.csv", "fname": "f.zip"}),
    "xlsx sheet": (BOOK.getvalue(), X[:, :3] * 2, {"sheet": "two", "fname": "f.xlsx"}),
    "xlsx no sheet": (BOOK.getvalue(), "no sheet 'three'", {"sheet": "three", "fname": "f.xlsx"}),
    "npz train test": (npz(X_train=X, y_train=np.arange(20) % 2, X_test=X[:3], y_test=np.arange(3)),
     X, {"fname": "f.npz"}),
    "npz images labels":
     (npz(images=np.zeros((5, 8, 8)), labels=np.arange(5)), r"shape \(5, 8, 8\)",
     {"fname": "f.npz"}),
    "NPY of letters beyond Unicode": (broken_unicode(), "no readable", {"fname": "f.npy"}),
    "bool": ("x,on\n1,True\n3,False\n", {"on": [1, 0]}),
    "dates not label": ("d,x,y\n2020-01-01,1,2\n2020-01-02,3,5\n", [[1, 2], [3, 5]]),
    "header longer": ("a,b,c\n1,2\n3,5\n4,6\n", [[1, 2], [3, 5], [4, 6]]),
    "caret sep": ("a^b\n1^2\n3^5\n", {"a": [1, 3]}, {"separator": "^"}),
    "no names forced": ("a,b\n1,2\n3,4\n", {"column 1": [np.nan, 1, 3]}, {"names": False}),
    "number words mix": ("a,b\n1,high\n2,low\n3,high\n", [[1], [2], [3]]),
    "neg paren": ('a,b\n"(1,234)",2\n"5,000",3\n', {"b": [2, 3]}),
    "leading zeros": ("zip,x\n01234,2\n00501,3\n", {"x": [2, 3]}),
    "big ints": ("a,b\n12345678901234567890123,2\n5,3\n", {"a": [12345678901234567890123.0, 5]}),
    "nul in text": (b"a,b\n1,2\x00\n3,4\n", "zero bytes"),
    "fortran star": ("a b\n1.0 ********\n2.0 3.0\n", {"a": [1, 2], "b": [np.nan, 3]}),
    "mixed sep late": ("a,b\n" + "1,2\n" * 150 + "3;4\n" + "5,6\n", "line 152"),
    "wide gaps 5%":
     ("a,b,c\n" + "".join(f"{i if i % 9 else ''},{i * 2},{i % 7}\n" for i in range(60)),
     [[i, i * 2, i % 7] for i in range(60) if i % 9], {"miss": "rows"}),
    "idx blank floats": (",a\n0.5,1\n0.7,2\n0.9,4\n", [[0.5, 1], [0.7, 2], [0.9, 4]]),
    "a byte that is not UTF-8": (b"caf\xc3\xa9,b\n1,2\n3,\xff5\n", {"b": [2, np.nan]}),
    "comment in middle": ("a,b\n1,2\n# note\n3,4\n5,6\n", "line 3"),
    "header repeated values": ("0,0,0\n1,2,3\n4,5,7\n", [[0, 0, 0], [1, 2, 3], [4, 5, 7]]),
    "a short and a long line": ("a,b\n" + "1,2\n" * 100 + "1\n1,2,3\n", "line 102 has 1 cell"),
    "a cell behind a gap": ("a,b\n1,2\n1,2,,5\n3,4\n7,8\n", "line 3 has 4 cells"),
    "a separator of lines in a cell": ("a,b\nx\u2028y,2\nz\x1cw,3\n", {"b": [2, 3]}),
    "Parquet: two indices": (TWICE, np.column_stack([V, V[::-1]])),
}  # fmt: skip
REFUSED = {
    "empty": ("", "is empty"),
    "blanks alone": (" \n\t\n", "is empty"),
    "names alone": ("a,b\n", "no row below"),
    "comments alone": ("# a\n# b\n", "no column of numbers"),
    "words alone": ("a,b\nx,y\nz,w\n", "no column of numbers.*line 2 has 'x'"),
    "a word among numbers": (PLAIN + "5,oops\n", "1 of 4 rows lacks.*line 5 has 'oops' in 'b'"),
    "an empty cell": ("a,b\n1,2\n3,\n4,4\n", "line 3 has nothing in 'b'"),
    "beyond the largest number": ("a,b\n1,2\n3,1e999\n4,4\n", "line 3 has '1e999'"),
    "underscores": ("a,b\n1_000,2\n3,5\n4,4\n", "line 2 has '1_000'"),
    "too many cells": ("a,b\n1,2\n3,5,6\n4,4\n", "line 3 has 3 cells instead of 2"),
    "a line after a quoted line break": ('a,n,b\n1,"x\ny",2\n3,z,?x\n4,w,4\n', "line 4 has '\\?x'"),
    "HTML": ("<!DOCTYPE html><table><tr><td>1</td></tr></table>", "markup.*CSV"),
    "a cell too long": ('a,b\n1,"' + "x" * 200_000 + "\n3,5\n", "line 2 .* is never closed"),
    "gzip that is cut off": (gzip.compress(PLAIN.encode())[:-9], "damaged.*cut off"),
    "gzip in gzip": (gzip.compress(gzip.compress(PLAIN.encode())), "another packed.*unpack"),
    "bzip2": (bz2.compress(PLAIN.encode()), "bzip2.*unpack"),
    "PDF": (b"%PDF-1.7\n1 0 obj", "PDF"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + bytes(20), "picture"),
    "broken old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "Excel.*CSV"),
    "broken Excel": (zipped({"[Content_Types].xml": b"<a/>", "xl/a.xml": b""}), "workbook.*CSV"),
    "Word": (zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": "<x/>"}), "Word"),
    "PyTorch": (zipped({"archive/data.pkl": "x"}), "PyTorch with a pickle"),
    "a pickle": (pickle.dumps(OBJECTS, 4), "pickle.*never opened"),
    "Stata": (b"\x72\x02\x01\x00\x03\x00\x06\x00\x00\x00" + bytes(99), "Stata"),
    "HDF5": (b"\x89HDF\r\n\x1a\n" + bytes(20), "HDF5"),
    "NumPy's print": (b"[[1.5 2. 3.]\n [2.5 3. 1.]\n [0.5 1. 2.]]\n", "brackets"),
    "NPY of objects": (npy(OBJECTS, allow_pickle=True), "pickle.*never"),
    "NPZ of objects": (npz(X=OBJECTS), "pickle.*never"),
    "NPY cut off": (npy(X)[:-20], "no readable array"),
    "NPY that promises too much": (header((2**40, 2)), "at most 33,554,432 numbers"),
    "NPY of many columns": (header((1, 10**9)), "1,000,000,000 columns"),
    "NPY of three axes": (npy(np.zeros((2, 3, 4))), r"shape \(2, 3, 4\).*[Rr]eshape"),
    "NPY without rows": (npy(np.zeros((0, 3))), "empty"),
    "NPY of complex numbers": (npy(X + 1j), "complex128"),
    "NPY of long texts": (npy(np.array([["x" * 500]])), "no column of numbers"),
    "NPY with NaN": (npy(np.array([[1.0, np.nan], [2, 3]])), "row 1 has nothing in 'column 2'"),
    "NPY with infinity": (npy(np.array([[1.0, np.inf], [2, 3]])), "row 1 has 'inf'"),
    "NPY with a strange header": (b"\x93NUMPY\x01\x00\x10\x00{'descr': exec()}", "no readable"),
    "NPY of an unknown version": (b"\x93NUMPY\x09\x00" + bytes(30), "no readable array"),
    "an empty zip": (zipped({}), "is empty"),
    "NPZ of many tables": (npz(p=X, q=X), "which array.*p \\(20, 6\\)"),
    "a sparse matrix": (npz(indices=[0, 2], indptr=[0, 1, 2], shape=[2, 3], data=[1.0, 2]),
     "which array.*Name one of them X"),
    "a zip alone": (b"PK\x03\x04" + bytes(40), "damaged"),
    "Parquet that is cut off": (parquet({"a": [1.0, 2.0]})[:-9], "Parquet"),
    "Parquet with gaps": (parquet({"a": [1.0, None], "b": [3, 5]}), "row 2 has nothing in 'a'"),
    "too many columns": (",".join(["1"] * (MOST_COLUMNS + 1)), "at most 20,000.*separator"),
}  # fmt: skip
ENCODED = {
    "cp1251": "Возраст;Рост\n1,5;2\n3;5,5\n",
    "koi8-r": "Возраст;Рост\n1,5;2\n3;5,5\n",
    "gb18030": "年龄,身高,体重\n1,2,3\n4,5,7\n",
    "big5": "年齡,身高,體重\n1,2,3\n4,5,7\n",
    "shift_jis": "年齢,身長,体重\n1,2,3\n4,5,7\n",
    "euc_jp": "年齢,身長,体重\n1,2,3\n4,5,7\n",
    "euc_kr": "나이,키,몸무게\n1,2,3\n4,5,7\n",
    "cp1253": "ηλικία,ύψος\n1,2\n4,5\n",
    "cp1250": "wysokość,wiek,płeć\n1,2,3\n4,5,7\n",
    "utf-16": "größe,b\n1,2\n3,5\n",
    "utf-32": "größe,b\n1,2\n3,5\n",
    "cp1252": "a,°C,µm\n1,2,3\n4,5,7\n",
    "utf-16-le": "年龄,b\n1,2\n3,5\n",
}
# Beside a column V of numbers: another one, and what is read of it, None where it is left out.
COLUMNS = {
    "half": (np.arange(5, dtype=np.float16), [0, 1, 2, 3, 4]),
    "words of numbers": (pa.array([1.5, 2.5, 1.5, 2.5, 1.5]).dictionary_encode(),
     [1.5, 2.5, 1.5, 2.5, 1.5]),
    "gaps": ([1, None, 3, 4, 5], [1, np.nan, 3, 4, 5]),
    "booleans with gaps": ([True, None, False, True, True], [1, np.nan, 0, 1, 1]),
    "uint64": (pa.array([0, 1, 2, 3, 2**63], pa.uint64()), [0, 1, 2, 3, 2.0**63]),
    "decimals": (pa.array([decimal.Decimal("1.25")] * 5, pa.decimal256(50, 2)), [1.25] * 5),
    "not finite": ([1.0, float("inf"), float("nan"), 2, 3], [1, np.nan, np.nan, 2, 3]),
    "times": ([dt.datetime(2020, 1, 1 + i) for i in range(5)], None),
    "dates": ([dt.date(2020, 1, 1)] * 5, None),
    "hours": ([dt.time(1, 2)] * 5, None),
    "durations": ([dt.timedelta(1)] * 5, None),
    "times of a zone": ([dt.datetime(2020, 1, 1 + i, tzinfo=dt.UTC) for i in range(5)], None),
    "times of a named zone": (pa.array([dt.datetime(2020, 1, 1 + i) for i in range(5)],
     pa.timestamp("us", tz="Europe/Berlin")), None),
    "nanoseconds": (pa.array([1, 2, 3, 4, 2**62], pa.timestamp("ns")), None),
    "categories": (pa.array(list("abcab")).dictionary_encode(), None),
    "nothing": (pa.nulls(5), None),
    "list of struct": ([[{"x": 1}]] * 5, None),
    "map": (pa.array([[("k", 1.0)]] * 5, pa.map_(pa.string(), pa.float64())), None),
    "fixed list": (pa.array([[1.0, 2.0]] * 5, pa.list_(pa.float64(), 2)), None),
    "large list": (pa.array([[1.0, 2.0]] * 5, pa.large_list(pa.float64())), None),
    "fixed bytes": (pa.array([b"abcd"] * 5, pa.binary(4)), None),
    "fixed bytes, no UTF-8": (pa.array([b"\xff\xfe\x00\x01"] * 5, pa.binary(4)), None),
    "bytes": ([b"\xff\xfe" + bytes([i]) for i in range(5)], None),
    "string view": (pa.array(list("abcde"), pa.string_view()), None),
    "uuid": (pa.ExtensionArray.from_storage(pa.uuid(),
     pa.array([b"0123456789abcdef"] * 5, pa.binary(16))), None),
    "tensor": (pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(pa.float64(), [2]),
     pa.array([[1.0, 2.0]] * 5, pa.list_(pa.float64(), 2))), None),
}  # fmt: skip
PARQUET = {
    "dots": (parquet({"a.b": V, "a": [{"b": 1.0}] * 5, "c.d.e": V[::-1]}),
     {"a.b": V, "c.d.e": V[::-1]}),
    "struct of the same beginning":
     (parquet({"a": [{"b": 1.0, "c": 2.0}] * 5, "a.b": V, "a.b.c": V[::-1]}),
     {"a.b": V, "a.b.c": V[::-1]}),
    "no name": (parquet({"": V, "v": V[::-1]}), {"v": V[::-1]}),
    "one name twice": (parquet(pa.Table.from_arrays([pa.array(V), pa.array(V[::-1])], ["x", "x"])),
     {"x": V, "x (2)": V[::-1]}),
    "many groups": (parquet({"v": [*range(100)], "w": ["a"] * 100}, row_group_size=7),
     {"v": [*range(100)]}),
    "no columns": (parquet(pa.table({})), "empty"),
    "no rows": (parquet({"a": pa.array([], pa.int32())}), "empty"),
    "deltas": (parquet({"v": V, "i": [*range(5)]}, use_dictionary=False,
     column_encoding={"i": "DELTA_BINARY_PACKED", "v": "BYTE_STREAM_SPLIT"}),
     {"v": V, "i": [*range(5)]}),
}  # fmt: skip


def kinds():
    yield from FILES.items()
    yield from REFUSED.items()
    for encoding, text in ENCODED.items():
        names = text.split("\n")[0].replace(";", ",").split(",")
        yield encoding, (text.encode(encoding), {}, {"columns": names})
    for name, (column, right) in COLUMNS.items():
        read = {"v": V} if right is None else {"v": V, "e": right}
        yield name, (parquet({"e": column, "v": V}), read)
    yield from PARQUET.items()


@pytest.mark.parametrize("kind", [pytest.param(case, id=name) for name, case in kinds()])
def test_a_file_gives_its_right_values_or_a_message(kind):
    content, right, *more = kind
    check(content, right, **dict(*more))
    assert not Trap.sprung


# The separator of cells, the decimal sign, and what stands between thousands.
NOTATIONS = {
    "English": (",", ".", ""), "US": (",", ".", ","), "US, tabs": ("\t", ".", ","),
    "German": (";", ",", "."), "German, tabs": ("\t", ",", "."), "French": (";", ",", "\u202f"),
    "French, Windows": (";", ",", "\u00a0"), "Swiss": (";", ".", "'"), "curly": (";", ".", "’"),
    "bars": ("|", ".", ""), "blanks": (" ", ".", ""), "blanks, German": ("   ", ",", ""),
}  # fmt: skip


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("named", [True, False])
def test_numbers_are_read_as_they_are_written(notation, named):
    separator, decimal, thousands = NOTATIONS[notation]
    draw = np.random.default_rng(len(notation))
    values = np.column_stack(
        [
            draw.integers(-(10**7), 10**7, 30),
            draw.normal(0, 5000, 30).round(2),
            draw.uniform(0, 1, 30),
        ]
    )

    def cell(value: float) -> str:
        text = f"{value:,.0f}" if value.is_integer() else f"{value:,.6f}"
        signs = str.maketrans({",": thousands, ".": decimal})
        written = text.translate(signs)
        return f'"{written}"' if separator in written else written

    lines = [separator.join("abc")] * named + [
        separator.join(map(cell, row)) for row in values.tolist()
    ]
    table = read_bytes("\n".join(lines).encode(), "f")
    np.testing.assert_allclose(table.rows(label=None).X, values, rtol=1e-12, atol=1e-6)


def test_changed_files_give_tables_or_messages():
    """In a process of their own: a library that crashes is its exit code."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "support.fuzz.tables", "80"],
        capture_output=True, text=True, timeout=300,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
