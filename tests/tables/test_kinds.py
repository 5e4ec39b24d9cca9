"""Kinds of files, texts and Parquet, each against its right values.

A right value is the numbers of the named columns, or those of all rows that are analysed, or what
the message says.
"""

from __future__ import annotations

import base64
import datetime as dt
import decimal
import io
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.kinds import body, broken_unicode, check, npz, parquet, zipped
from support.paths import ROOT

from kpca_core.tables import read_bytes


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

TEXTS = {
    "raman shifts uneven": ("200.5,203.7,209.1,215.2,222.8,230\n" + body(X), X),
    "descending wavenumbers": ("4000,3998,3996,3994,3992,3990\n" + body(X), X),
    "years semicolon decimal comma":
     ("Land;2019;2020;2021\n" +
     "".join(f"L{i};{a:.2f};{b:.2f};{c:.2f}\n".replace(".", ",") for i, (a, b, c) in
     enumerate(X[:, :3])), X[:, :3].round(2)),
    "quoted wl names": ('"","1100","1102","1104"\n' +
     "".join(f'"{i + 1}",{a},{b},{c}\n' for i, (a, b, c) in enumerate(X[:, :3])), X[:, :3]),
    "no header increasing data": ("1,2,3\n2,4,6\n3,6,9\n", [[1, 2, 3], [2, 4, 6], [3, 6, 9]]),
    "data cumulative rows":
     ("1,5,9\n2,6,13\n1,4,8\n0,3,7\n", [[1, 5, 9], [2, 6, 13], [1, 4, 8], [0, 3, 7]]),
    "one number among names 2":
     ("name,2020,mass\na,1.5,2\nb,2.5,3\nc,1,4\n", [[1.5, 2], [2.5, 3], [1, 4]]),
    "wavelength with nm":
     ("sample;400 nm;410 nm\na;1,5;2,5\nb;3,5;4,5\n", [[1.5, 2.5], [3.5, 4.5]],
     {"columns": ["sample", "400 nm", "410 nm"]}),
    "tabs wavelengths labels last":
     ("1100\t1102\t1104\tclass\n" +
     "".join(f"{a}\t{b}\t{c}\t{'xy'[i % 2]}\n" for i, (a, b, c) in enumerate(X[:, :3])), X[:, :3]),
    "blanks wavelengths": ("400 410 420\n" + body(X[:, :3], " "), X[:, :3]),
    "thousands swiss": ("a;b\n1'234.5;2\n12'500.25;3\n870;1\n", {"a": [1234.5, 12500.25, 870]}),
    "thousands curly": ("a;b\n1’234;2\n12’500;3\n870;1\n", {"a": [1234, 12500, 870]}),
    "thousands nbsp": ("a;b\n1\u00a0234,5;2\n12\u00a0500,0;3\n870;1\n",
     {"a": [1234.5, 12500, 870]}),
    "thousands thin": ("a;b\n1\u202f234;2\n12\u202f500;3\n", {"a": [1234, 12500]}),
    "thousands blank cp1252":
     ("a;b\n1\u00a0234,5;é\n12\u00a0500,0;3\n".encode("cp1252"), {"a": [1234.5, 12500]}),
    "US with decimals": ('a,b\n"1,234.50",2\n"12,500.75",3\n"1,000,000.00",4\n',
     {"a": [1234.5, 12500.75, 1e6]}),
    "indian": ('a,b\n"12,34,567",2\n"1,00,000",3\n', {"a": [1234567, 100000]}),
    "german ints tabs": ("Stadt\tEinw\nA\t1.234\nB\t12.500\nC\t1.234.567\n",
     {"Einw": [1234, 12500, 1234567]}),
    "german ints ; with other decimal commas":
     ("Stadt;Einw;Fl\nA;1.234;1,5\nB;12.500;2,75\n", {"Einw": [1234, 12500], "Fl": [1.5, 2.75]}),
    "german mixed no evidence":
     ("Stadt;Einw\nA;1.234\nB;12.500\nC;870\n", {"Einw": [1234, 12500, 870]}),
    "decimals three digits": ("a;b\n0.123;1.234\n0.456;2.345\n", {"b": [1.234, 2.345]}),
    "ambiguous comma semicolon": ("a;b\n1,234;x\n2,345;y\n", {"a": [np.nan, np.nan]}),
    "ambiguous comma semicolon +decimal":
     ("a;b\n1,234;x\n2,345;y\n", {"a": [1.234, 2.345]}, {"decimal": ","}),
    "ambiguous comma semicolon thousands":
     ("a;b\n1,234;x\n2,345;y\n", {"a": [1234, 2345]}, {"thousands": ","}),
    "comma evid leading zero": ("a;b\n0,234;x\n2,345;y\n", {"a": [0.234, 2.345]}),
    "negatives thousands": ('a,b\n"-1,234",2\n"−12,500",3\n', {"a": [-1234, -12500]}),
    "late evidence": ("a;b\n" +
     "".join(f"{i}.{i % 10}{i % 7}{(i * 3) % 10};1\n" for i in range(1, 150)) + "1,5;2\n",
     {"b": [1] * 149 + [2]}),
    "late comma decimals":
     ("a;b\n" + "".join(f"{i};1\n" for i in range(200)) + "1,5;2\n", {"a": [*range(200), 1.5]}),
    "blank dec commas names":
     ("x y\n 0,5   1,25\n 10,5  2,5\n", {"x": [0.5, 10.5], "y": [1.25, 2.5]}),
    "blank dec commas ints mixed": ("0,1 2 3,5\n1,1 3 4,5\n", [[0.1, 2, 3.5], [1.1, 3, 4.5]]),
    "tabs dec commas": ("a\tb\n0,1\t2,5\n1,25\t3\n", {"a": [0.1, 1.25], "b": [2.5, 3]}),
    "pandas idx semicolon": (df.to_csv(sep=";", decimal=","), X[:, :3]),
    "pandas idx words": (df.set_axis([f"r{i}" for i in range(20)]).to_csv(), X[:, :3]),
    "pandas twice": ((lambda b: pd.read_csv(io.StringIO(b)).to_csv())(df.to_csv()), X[:, :3]),
    "pandas idx shuffled": (SHUFFLED.to_csv(), SHUFFLED.to_numpy()),
    "R write.csv2": ('"";"a";"b"\n"1";1,5;2\n"2";2,5;3\n"3";4,5;1\n',
     [[1.5, 2], [2.5, 3], [4.5, 1]]),
    "R write.table words":
     ('"a" "b" "kind"\n"1" 1.5 2 "p"\n"2" 2.5 3 "q"\n"5" 4.5 1 "p"\n',
     [[1.5, 2], [2.5, 3], [4.5, 1]]),
    "R tab rownames": ("mpg\tcyl\nMazda RX4\t21\t6\nDatsun 710\t22.8\t4\n",
     {"mpg": [21, 22.8], "cyl": [6, 4]}),
    "R sep , rownames": ('"mpg","cyl"\n"Mazda RX4",21,6\n"Datsun 710",22.8,4\n',
     {"mpg": [21, 22.8], "cyl": [6, 4]}),
    "parquet named idx": (NAMED, X[:, :3]),
    "index asked": (df.to_csv(), np.column_stack([range(20), X[:, :3]]), {"index": ""}),
    "index named": ("pk,a\n5,1.5\n9,2.5\n", [[1.5], [2.5]], {"index": "pk"}),
    "hash tab": ("#x\ty\n1.5\t2\n2.5\t3\n", {"x": [1.5, 2.5]}, {"columns": ["x", "y"]}),
    "hash comments many": ("# date: 2020\n# by me\n# x, y\n1,2\n3,5\n", {"x": [1, 3], "y": [2, 5]}),
    "percent comment": ("% x y\n1 2\n3 5\n", {"x": [1, 3]}),
    "hash semicolon col":
     ("#;Name;HP\n1;A;45\n2;B;60\n", {"HP": [45, 60]}, {"columns": ["#", "Name", "HP"]}),
    "hash no space number names":
     ("#1 2 3\n0.5 0.7 0.1\n0.2 0.1 0.4\n", [[0.5, 0.7, 0.1], [0.2, 0.1, 0.4]]),
    "title blank": ("My title\n\na,b\n1,2\n3,5\n", {"a": [1, 3]}),
    "pairs two cols blank": ("Date,2025\nOperator,Me\n\nx,y\n1,2\n3,4\n5,9\n", {"x": [1, 3, 5]}),
    "pairs no blank 3 cols":
     ("Date;2025\nOperator;Me\nx;y;z\n1;2;3\n3;4;5\n5;9;1\n", {"x": [1, 3, 5], "z": [3, 5, 1]}),
    "title with commas":
     ("Report, made by us, 2024, really\na,b\n1,2\n3,5\n4,4\n", {"a": [1, 3, 4]}),
    "colon pairs tabs": ("Instrument:\tX100\nSerial:\t123\nT\tV\tI\n1\t2\t3\n4\t5\t6\n7\t8\t9.5\n",
     {"T": [1, 4, 7]}),
    "skip option": ("x;y\nfoo;bar\na;b\n1;2\n3;5\n", {"a": [1, 3]}, {"skip": 2}),
    "units row refuse": ("t,v\ns,V\n1,2\n3,5\n4,7\n", {"t": [np.nan, 1, 3, 4]}),
    "many lines above": ("".join(f"line {i} of text\n" for i in range(30)) +
     "a;b;c\n1;2;3\n4;5;6\n7;8;1\n", {"a": [1, 4, 7]}),
    "quoted words blanks": ('"a b" "c"\n"x y" 1.5\n"z w" 2.5\n', {"c": [1.5, 2.5]}),
    "D exponents": ("a b\n1.0D+03 2\n-2.5d-1 3\n", {"a": [1000, -0.25]}),
    "D exponents no sep":
     ("  0.1000D+01  0.2000D+02\n  0.3000D+01  0.5000D+02\n", [[1, 20], [3, 50]]),
    "long cell": ('a,note\n1,"' + "x" * 200000 + '"\n2,"y"\n', {"a": [1, 2]}),
    "unclosed": ('a,b,c\n1,"x,2\n3,y,5\n4,z,6\n', "never closed"),
    "unclosed later quotes": ('a,b,c\n1,"x,2\n3,"y",5\n4,"z",6\n', "never closed"),
    "inches": ('a,b\n5" pipe,2\n7" pipe,3\n', {"b": [2, 3]}),
    "doubled quotes": ('a,b\n"say ""hi""",2\n"x, y",3\n', {"b": [2, 3]}),
    "enc option cp437": ("Größe,b\n1,2\n3,5\n".encode("cp437"), {},
     {"encoding": "cp437", "columns": ["Größe", "b"]}),
    "enc option cp037": ("a,b\n1,2\n3,5\n".encode("cp037"), {"a": [1, 3]}, {"encoding": "cp037"}),
    "enc unknown": ("a,b\n1,2\n", "no encoding", {"encoding": "rot13"}),
    "percent units": ("a,z\n1,10%\n2,20 %\n3,35%\n", {"z": [10, 20, 35]}, {"units": True}),
    "money units": ('a,p\n1,"$1,234.50"\n2,$3.25\n', {"p": [1234.5, 3.25]}, {"units": True}),
    "euro units": ("a;p\n1;1.234,50 €\n2;3,25 €\n", {"p": [1234.5, 3.25]}, {"units": True}),
    "cm units": ("a,p\n1,2 cm\n2,3.5 cm\n", {"p": [2, 3.5]}, {"units": True}),
    "mixed units": ("a,p\n1,2 cm\n2,3.5 m\n", {"p": [np.nan, np.nan]}, {"units": True}),
    "json": ('[{"a":1,"b":2}]', "JSON"),
    "json lines": ('{"a":1}\n{"a":2}\n', "JSON"),
    "arff": ("% c\n@RELATION iris\n@ATTRIBUTE a REAL\n@DATA\n1\n", "ARFF"),
    "svm": ("1 1:0.5 3:2\n-1 2:1\n", "svmlight"),
    "mtx": ("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 5\n", "Matrix Market"),
    "zip sheet": (zipped({"a.csv": "x,y\n1,2\n", "b.csv": "x,y\n5,6\n7,8\n"}), {"x": [5, 7]},
     {"sheet": "b.csv", "fname": "f.zip"}),
    "parquet in zip": (zipped({"f.parquet": NAMED}), X[:, :3], {"fname": "f.zip"}),
    "xlsx sheet": (BOOK.getvalue(), X[:, :3] * 2, {"sheet": "two", "fname": "f.xlsx"}),
    "xlsx no sheet": (BOOK.getvalue(), "no sheet 'three'", {"sheet": "three", "fname": "f.xlsx"}),
    "npz Y column": (npz(X=X, Y=(np.arange(20) % 3)[:, None]), X, {"fname": "f.npz"}),
    "npz data target names":
     (npz(data=X, target=np.arange(20) % 2, feature_names=np.array(list("abcdef"))), X,
     {"fname": "f.npz"}),
    "npz train test": (npz(X_train=X, y_train=np.arange(20) % 2, X_test=X[:3], y_test=np.arange(3)),
     X, {"fname": "f.npz"}),
    "npz images labels":
     (npz(images=np.zeros((5, 8, 8)), labels=np.arange(5)), r"shape \(5, 8, 8\)",
     {"fname": "f.npz"}),
    "NPY of letters beyond Unicode": (broken_unicode(), "no text", {"fname": "f.npy"}),
    "missing -9999": ("a,b\n-9999,1\n2,3\n", {"a": [-9999, 2]}),
    "empty cells": ("a,b,c\n1,,2\n,3,4\n5,6,7\n", {"a": [1, np.nan, 5], "b": [np.nan, 3, 6]}),
    "crlf blanks tails": ("a,b\r\n1,2\r\n\r\n3,5\r\n\r\n", {"a": [1, 3]}),
    "names with parens": ("x (mm),y [s]\n1,2\n3,5\n", {"x (mm)": [1, 3]}),
    "bool": ("x,on\n1,True\n3,False\n", {"on": [1, 0]}),
    "dates not label": ("d,x,y\n2020-01-01,1,2\n2020-01-02,3,5\n", [[1, 2], [3, 5]]),
    "semicolon trailing": ("a;b;\n1;2;\n3;5;\n", [[1, 2], [3, 5]]),
    "header shorter by two": ("a,b\n1,2,3,4\n3,5,6,7\n4,7,8,9\n", "cells"),
    "header longer": ("a,b,c\n1,2\n3,5\n4,6\n", "cells"),
    "pipe table": ("a|b|c\n1|2|3\n3|5|4\n", {"a": [1, 3], "c": [3, 4]}),
    "caret sep": ("a^b\n1^2\n3^5\n", {"a": [1, 3]}, {"separator": "^"}),
    "colon sep given": ("a:b\n1:2\n3:5\n", {"a": [1, 3]}, {"separator": ":"}),
    "no names forced": ("a,b\n1,2\n3,4\n", {"column 1": [np.nan, 1, 3]}, {"names": False}),
    "names forced": ("1,2\n5,6\n7,8\n", {"1": [5, 7]}, {"names": True}),
    "number words mix": ("a,b\n1,high\n2,low\n3,high\n", [[1], [2], [3]]),
    "neg paren": ('a,b\n"(1,234)",2\n"5,000",3\n', {"b": [2, 3]}),
    "plus": ("a,b\n+1.5,2\n+2.5,3\n", {"a": [1.5, 2.5]}),
    "sci": ("a,b\n1E+03,2\n1e-3,3\n", {"a": [1000, 0.001]}),
    "leading zeros": ("zip,x\n01234,2\n00501,3\n", {"x": [2, 3]}),
    "big ints": ("a,b\n12345678901234567890123,2\n5,3\n", {"a": [12345678901234567890123.0, 5]}),
    "nul in text": (b"a,b\n1,2\x00\n3,4\n", "zero bytes"),
    "fortran star": ("a b\n1.0 ********\n2.0 3.0\n", {"a": [1, 2], "b": [np.nan, 3]}),
    "mixed sep late": ("a,b\n" + "1,2\n" * 150 + "3;4\n" + "5,6\n", "line 152"),
    "late words": ("a,b\n" + "1,2\n" * 300 + "x,6\n", {"b": [2] * 300 + [6]}),
    "late float ints": ("a,b\n" + "1,2\n" * 300 + "1.5,6\n", {"a": [1] * 300 + [1.5]}),
    "wide gaps 5%":
     ("a,b,c\n" + "".join(f"{i if i % 9 else ''},{i * 2},{i % 7}\n" for i in range(60)),
     [[i, i * 2, i % 7] for i in range(60) if i % 9], {"miss": "rows"}),
    "spss style": ("  1   23.5  M\n  2   34.25 F\n 10   12.125 M\n",
     [[1, 23.5], [2, 34.25], [10, 12.125]]),
    "csv from R na": ('"","a","b"\n"1",NA,2\n"2",3,5\n"3",4,NA\n',
     {"a": [np.nan, 3, 4], "b": [2, 5, np.nan]}),
    "idx named index": ("index,a,b\n0,1.5,3\n1,2.5,4\n2,0.5,9\n", [[1.5, 3], [2.5, 4], [0.5, 9]]),
    "a counts but named": ("t,y\n0,1.5\n1,2.5\n2,0.5\n", [[0, 1.5], [1, 2.5], [2, 0.5]]),
    "idx blank floats": (",a\n0.5,1\n0.7,2\n0.9,4\n", [[0.5, 1], [0.7, 2], [0.9, 4]]),
    "excel de tab": ("Name\tWert\nä\t1.000,5\nö\t2.000,25\n".encode("cp1252"),
     {"Wert": [1000.5, 2000.25]}),
    "a byte that is not UTF-8": (b"caf\xc3\xa9,b\n1,2\n3,\xff5\n", {"b": [2, np.nan]}),
    "swiss quoted": ('c,p\nA,"1\'234"\nB,"987"\n', {"p": [1234, 987]}),
    "prefix spaces header": ("  a  b  c\n  1  2  3\n  4  5  7\n", {"a": [1, 4]}),
    "comment in middle": ("a,b\n1,2\n# note\n3,4\n5,6\n", "line 3"),
    "total footer": ("a,b\n1,2\n3,4\n5,7\nTotal: 3 rows\n", "line 5"),
    "space after semi": ("a; b; c\n1; 2; 3\n4; 5; 6,5\n", {"c": [3, 6.5]}),
    "header repeated values": ("0,0,0\n1,2,3\n4,5,7\n", [[0, 0, 0], [1, 2, 3], [4, 5, 7]]),
    "a short and a long line": ("a,b\n" + "1,2\n" * 100 + "1\n1,2,3\n", "line 102 has 1 cell"),
    "a cell behind a gap": ("a,b\n1,2\n1,2,,5\n3,4\n7,8\n", "line 3 has 4 cells"),
    "words behind a quotation": ('a,b\n"x" y,2\n"z" w,3\n', {"b": [2, 3]}),
    "quotation marks in comments": ('# by "us"\na,b\n1,2\n3,4\n', {"a": [1, 3]}),
    "a separator of lines in a cell": ("a,b\nx\u2028y,2\nz\x1cw,3\n", {"b": [2, 3]}),
    "Parquet: two indices": (TWICE, np.column_stack([V, V[::-1]])),
    "150 comments": ("# a remark\n" * 150 + "a,b\n1,2\n3,4\n5,6\n", {"a": [1, 3, 5]}),
    "another decimal sign a column":
     ("a;b\n1.5;2,5\n2.25;3,75\n", {"a": [1.5, 2.25], "b": [2.5, 3.75]}),
    "another sign, the table's given":
     ("a;b\n1.5;2,5\n;3,75\n", {"a": [1.5, np.nan], "b": [2.5, 3.75]}, {"decimal": ","}),
    "both signs in one column": ("a;b\n1.5;2\n2,5;3\n1,1;4\n", {"b": [2, 3, 4]}),
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
    yield from TEXTS.items()
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


OTHER_READINGS = {
    "2003,2001,2002\n1.5,2.5,3.5\n2.1,2.2,3\n4,5,6.1\n": (True, ["2003", "2001", "2002"]),
    "400.5,402.1,404.9\n0.5,0.4,0.3\n0.1,0.2,0.3\n": (True, ["400.5", "402.1", "404.9"]),
    "2001,2002,2003\n1.5,2.5,3.5\n2.1,2.2,3\n4,5,6.1\n": (
        False,
        [f"column {k}" for k in (1, 2, 3)],
    ),
}


@pytest.mark.parametrize("text", OTHER_READINGS)
def test_where_two_readings_are_possible_the_other_one_is_offered(text):
    value, right = OTHER_READINGS[text]
    assert "names" in dict(read_bytes(text.encode()).suggestions)
    assert [one.name for one in read_bytes(text.encode(), names=value).columns] == right
    assert not read_bytes(b"1,2\n3,1\n2,4\n1,1\n").suggestions


def test_what_has_both_decimal_signs_is_left_out_with_that_reason():
    table = read_bytes(b"a;b\n1.5;2\n2,5;3\n1.1;4\n")
    assert dict(table.left_out)["a"].startswith("numbers with another decimal sign: line 2")


def test_another_encoding_is_offered_where_it_was_recognised_by_the_letters():
    table = read_bytes("高度,重量\n1.5,2\n2.5,3\n".encode("gb18030"))
    assert "encoding" in dict(table.suggestions)


@pytest.mark.parametrize("plain", [False, True], ids=["footer encrypted", "footer plain"])
def test_an_encrypted_parquet_file_gets_a_message(plain):
    encryption = pytest.importorskip("pyarrow.parquet.encryption")

    class Keys(encryption.KmsClient):
        def __init__(self, _):
            super().__init__()

        def wrap_key(self, key, _):
            return base64.b64encode(key)

        def unwrap_key(self, key, _):
            return base64.b64decode(key)

    factory = encryption.CryptoFactory(Keys)
    properties = factory.file_encryption_properties(
        encryption.KmsConnectionConfig(),
        encryption.EncryptionConfiguration(
            footer_key="f", column_keys={"k": ["v"]}, plaintext_footer=plain
        ),
    )
    table, buffer = pa.table({"u": [1.0, 2], "v": [3.0, 4]}), io.BytesIO()
    with pq.ParquetWriter(buffer, table.schema, encryption_properties=properties) as writer:
        writer.write_table(table)
    with pytest.raises(ValueError, match=r"[Ee]ncrypted|decrypt"):
        read_bytes(buffer.getvalue(), "f.parquet")


def test_changed_files_give_tables_or_messages():
    """In a process of their own: a library that crashes is its exit code."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "support.fuzz.tables", "80"],
        capture_output=True, text=True, timeout=300,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
