"""Kinds of files that were read as other tables without a word: each against its right values.

A right value is the numbers of the named columns, or those of all rows that are analysed, or what
the message says.
"""

from __future__ import annotations

import base64
import datetime as dt
import decimal
import io
import subprocess
import sys
import zipfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.paths import ROOT

from kpca_core.tables import read_bytes

CASES = []


def case(name, content, right, *, names=None, fname="f.csv", miss="refuse", **options):
    content = content.encode() if isinstance(content, str) else content
    CASES.append(pytest.param(content, right, names, fname, miss, options, id=name))


def parquet(name, columns, right, **how):
    buffer = io.BytesIO()
    table = columns if isinstance(columns, pa.Table) else pa.table(columns)
    pq.write_table(table, buffer, **how)
    case(f"Parquet: {name}", buffer.getvalue(), right, fname="f.parquet")


def broken_unicode():
    buffer = io.BytesIO()
    np.save(buffer, np.array([(1.0, "abc")] * 9, [("a", "<f8"), ("b", "<U3")]))
    return buffer.getvalue().replace("b".encode("utf-32-le"), b"\xff\xff\xff\x7f")


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def zipped(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, content in members.items():
            file.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def body(X, separator=","):
    return "".join(separator.join(f"{v:.4f}" for v in row) + "\n" for row in X)


rng = np.random.default_rng(1)
# names that are numbers
X = rng.uniform(0, 1, (20, 6)).round(4)
case("raman shifts uneven", "200.5,203.7,209.1,215.2,222.8,230\n" + body(X), X)
case("descending wavenumbers", "4000,3998,3996,3994,3992,3990\n" + body(X), X)
case(
    "years semicolon decimal comma",
    "Land;2019;2020;2021\n"
    + "".join(
        f"L{i};{a:.2f};{b:.2f};{c:.2f}\n".replace(".", ",") for i, (a, b, c) in enumerate(X[:, :3])
    ),
    X[:, :3].round(2),
)
case("years only ints", "2018,2019,2020\n5,7,9\n3,4,4\n8,1,2\n", [[5, 7, 9], [3, 4, 4], [8, 1, 2]])
case(
    "quoted wl names",
    '"","1100","1102","1104"\n'
    + "".join(f'"{i + 1}",{a},{b},{c}\n' for i, (a, b, c) in enumerate(X[:, :3])),
    X[:, :3],
)
case("no header ints", "3,1,2\n9,7,8\n4,4,4\n", [[3, 1, 2], [9, 7, 8], [4, 4, 4]])
case("no header increasing data", "1,2,3\n2,4,6\n3,6,9\n", [[1, 2, 3], [2, 4, 6], [3, 6, 9]])
case(
    "data cumulative rows",
    "1,5,9\n2,6,13\n1,4,8\n0,3,7\n",
    [[1, 5, 9], [2, 6, 13], [1, 4, 8], [0, 3, 7]],
)
case(
    "one number among names 2",
    "name,2020,mass\na,1.5,2\nb,2.5,3\nc,1,4\n",
    [[1.5, 2], [2.5, 3], [1, 4]],
)
case(
    "wavelength with nm",
    "sample;400 nm;410 nm\na;1,5;2,5\nb;3,5;4,5\n",
    [[1.5, 2.5], [3.5, 4.5]],
    names=["sample", "400 nm", "410 nm"],
)
case(
    "tabs wavelengths labels last",
    "1100\t1102\t1104\tclass\n"
    + "".join(f"{a}\t{b}\t{c}\t{'xy'[i % 2]}\n" for i, (a, b, c) in enumerate(X[:, :3])),
    X[:, :3],
)
case("blanks wavelengths", "400 410 420\n" + body(X[:, :3], " "), X[:, :3])
# thousands
case("thousands swiss", "a;b\n1'234.5;2\n12'500.25;3\n870;1\n", {"a": [1234.5, 12500.25, 870]})
case("thousands curly", "a;b\n1’234;2\n12’500;3\n870;1\n", {"a": [1234, 12500, 870]})
case("thousands nbsp", "a;b\n1\u00a0234,5;2\n12\u00a0500,0;3\n870;1\n", {"a": [1234.5, 12500, 870]})
case("thousands thin", "a;b\n1\u202f234;2\n12\u202f500;3\n", {"a": [1234, 12500]})
case("thousands blank csv", "a,b\n1 234,2\n12 500,3\n", {"a": [1234, 12500]})
case(
    "thousands blank cp1252",
    "a;b\n1\u00a0234,5;é\n12\u00a0500,0;3\n".encode("cp1252"),
    {"a": [1234.5, 12500]},
)
case(
    "US with decimals",
    'a,b\n"1,234.50",2\n"12,500.75",3\n"1,000,000.00",4\n',
    {"a": [1234.5, 12500.75, 1e6]},
)
case("indian", 'a,b\n"12,34,567",2\n"1,00,000",3\n', {"a": [1234567, 100000]})
case(
    "german ints tabs",
    "Stadt\tEinw\nA\t1.234\nB\t12.500\nC\t1.234.567\n",
    {"Einw": [1234, 12500, 1234567]},
)
case(
    "german ints ; with other decimal commas",
    "Stadt;Einw;Fl\nA;1.234;1,5\nB;12.500;2,75\n",
    {"Einw": [1234, 12500], "Fl": [1.5, 2.75]},
)
case(
    "german mixed no evidence",
    "Stadt;Einw\nA;1.234\nB;12.500\nC;870\n",
    {"Einw": [1234, 12500, 870]},
)
case("decimals three digits", "a;b\n0.123;1.234\n0.456;2.345\n", {"b": [1.234, 2.345]})
case(
    "three digits comma-sep",
    "a,b\n1.234,2.345\n3.456,4.567\n",
    {"a": [1.234, 3.456], "b": [2.345, 4.567]},
)
case("ambiguous comma semicolon", "a;b\n1,234;x\n2,345;y\n", {"a": [np.nan, np.nan]})
case(
    "ambiguous comma semicolon +decimal",
    "a;b\n1,234;x\n2,345;y\n",
    {"a": [1.234, 2.345]},
    decimal=",",
)
case(
    "ambiguous comma semicolon thousands",
    "a;b\n1,234;x\n2,345;y\n",
    {"a": [1234, 2345]},
    thousands=",",
)
case("comma evid leading zero", "a;b\n0,234;x\n2,345;y\n", {"a": [0.234, 2.345]})
case("negatives thousands", 'a,b\n"-1,234",2\n"−12,500",3\n', {"a": [-1234, -12500]})
case(
    "late evidence",
    "a;b\n" + "".join(f"{i}.{i % 10}{i % 7}{(i * 3) % 10};1\n" for i in range(1, 150)) + "1,5;2\n",
    {"b": [1] * 149 + [2]},
)
case(
    "late comma decimals",
    "a;b\n" + "".join(f"{i};1\n" for i in range(200)) + "1,5;2\n",
    {"a": [*range(200), 1.5]},
)
# decimal commas between blanks
case(
    "blank dec commas names", "x y\n 0,5   1,25\n 10,5  2,5\n", {"x": [0.5, 10.5], "y": [1.25, 2.5]}
)
case("blank dec commas exp", "1,5e3 2,0\n2,5e-1 3,5\n", [[1500, 2], [0.25, 3.5]])
case("blank dec commas ints mixed", "0,1 2 3,5\n1,1 3 4,5\n", [[0.1, 2, 3.5], [1.1, 3, 4.5]])
case("tabs dec commas", "a\tb\n0,1\t2,5\n1,25\t3\n", {"a": [0.1, 1.25], "b": [2.5, 3]})
# index
df = pd.DataFrame(X[:, :3], columns=list("abc"))
case("pandas idx semicolon", df.to_csv(sep=";", decimal=","), X[:, :3])
case("pandas idx words", df.set_axis([f"r{i}" for i in range(20)]).to_csv(), X[:, :3])
case("pandas twice", (lambda b: pd.read_csv(io.StringIO(b)).to_csv())(df.to_csv()), X[:, :3])
case(
    "pandas idx shuffled",
    df.sample(frac=1, random_state=0).to_csv(),
    df.sample(frac=1, random_state=0).to_numpy(),
)
case(
    "R write.csv2", '"";"a";"b"\n"1";1,5;2\n"2";2,5;3\n"3";4,5;1\n', [[1.5, 2], [2.5, 3], [4.5, 1]]
)
case(
    "R write.table words",
    '"a" "b" "kind"\n"1" 1.5 2 "p"\n"2" 2.5 3 "q"\n"5" 4.5 1 "p"\n',
    [[1.5, 2], [2.5, 3], [4.5, 1]],
)
case(
    "R tab rownames",
    "mpg\tcyl\nMazda RX4\t21\t6\nDatsun 710\t22.8\t4\n",
    {"mpg": [21, 22.8], "cyl": [6, 4]},
)
case(
    "R sep , rownames",
    '"mpg","cyl"\n"Mazda RX4",21,6\n"Datsun 710",22.8,4\n',
    {"mpg": [21, 22.8], "cyl": [6, 4]},
)
case(
    "parquet named idx",
    (lambda b: (df.set_index(pd.Index(range(100, 120), name="pk")).to_parquet(b), b.getvalue())[1])(
        io.BytesIO()
    ),
    X[:, :3],
)
case("index asked", df.to_csv(), np.column_stack([range(20), X[:, :3]]), index="")
case("index named", "pk,a\n5,1.5\n9,2.5\n", [[1.5], [2.5]], index="pk")
# hash
case("hash tab", "#x\ty\n1.5\t2\n2.5\t3\n", {"x": [1.5, 2.5]}, names=["x", "y"])
case("hash comments many", "# date: 2020\n# by me\n# x, y\n1,2\n3,5\n", {"x": [1, 3], "y": [2, 5]})
case("percent comment", "% x y\n1 2\n3 5\n", {"x": [1, 3]})
case("hash then names", "# made by us\nx,y\n1,2\n3,5\n", {"x": [1, 3]}, names=["x", "y"])
case(
    "hash semicolon col", "#;Name;HP\n1;A;45\n2;B;60\n", {"HP": [45, 60]}, names=["#", "Name", "HP"]
)
case(
    "hash no space number names",
    "#1 2 3\n0.5 0.7 0.1\n0.2 0.1 0.4\n",
    [[0.5, 0.7, 0.1], [0.2, 0.1, 0.4]],
)
# lines above
case("title blank", "My title\n\na,b\n1,2\n3,5\n", {"a": [1, 3]})
case("pairs two cols blank", "Date,2025\nOperator,Me\n\nx,y\n1,2\n3,4\n5,9\n", {"x": [1, 3, 5]})
case(
    "pairs no blank 3 cols",
    "Date;2025\nOperator;Me\nx;y;z\n1;2;3\n3;4;5\n5;9;1\n",
    {"x": [1, 3, 5], "z": [3, 5, 1]},
)
case(
    "title with commas", "Report, made by us, 2024, really\na,b\n1,2\n3,5\n4,4\n", {"a": [1, 3, 4]}
)
case(
    "colon pairs tabs",
    "Instrument:\tX100\nSerial:\t123\nT\tV\tI\n1\t2\t3\n4\t5\t6\n7\t8\t9.5\n",
    {"T": [1, 4, 7]},
)
case("skip option", "x;y\nfoo;bar\na;b\n1;2\n3;5\n", {"a": [1, 3]}, skip=2)
case("units row refuse", "t,v\ns,V\n1,2\n3,5\n4,7\n", {"t": [np.nan, 1, 3, 4]})
case(
    "many lines above",
    "".join(f"line {i} of text\n" for i in range(30)) + "a;b;c\n1;2;3\n4;5;6\n7;8;1\n" * 1,
    {"a": [1, 4, 7]},
)
# quotes
case("quoted words blanks", '"a b" "c"\n"x y" 1.5\n"z w" 2.5\n', {"c": [1.5, 2.5]})
case("D exponents", "a b\n1.0D+03 2\n-2.5d-1 3\n", {"a": [1000, -0.25]})
case(
    "D exponents no sep", "  0.1000D+01  0.2000D+02\n  0.3000D+01  0.5000D+02\n", [[1, 20], [3, 50]]
)
case("long cell", 'a,note\n1,"' + "x" * 200000 + '"\n2,"y"\n', {"a": [1, 2]})
case("unclosed", 'a,b,c\n1,"x,2\n3,y,5\n4,z,6\n', "never closed")
case("unclosed later quotes", 'a,b,c\n1,"x,2\n3,"y",5\n4,"z",6\n', "never closed")
case("inches", 'a,b\n5" pipe,2\n7" pipe,3\n', {"b": [2, 3]})
case("doubled quotes", 'a,b\n"say ""hi""",2\n"x, y",3\n', {"b": [2, 3]})
# encodings
for enc, t in (
    ("cp1251", "Возраст;Рост\n1,5;2\n3;5,5\n"),
    ("koi8-r", "Возраст;Рост\n1,5;2\n3;5,5\n"),
    ("gb18030", "年龄,身高,体重\n1,2,3\n4,5,7\n"),
    ("big5", "年齡,身高,體重\n1,2,3\n4,5,7\n"),
    ("shift_jis", "年齢,身長,体重\n1,2,3\n4,5,7\n"),
    ("euc_jp", "年齢,身長,体重\n1,2,3\n4,5,7\n"),
    ("euc_kr", "나이,키,몸무게\n1,2,3\n4,5,7\n"),
    ("cp1253", "ηλικία,ύψος\n1,2\n4,5\n"),
    ("cp1250", "wysokość,wiek,płeć\n1,2,3\n4,5,7\n"),
    ("utf-16", "größe,b\n1,2\n3,5\n"),
    ("utf-32", "größe,b\n1,2\n3,5\n"),
    ("cp1252", "a,°C,µm\n1,2,3\n4,5,7\n"),
    ("utf-16-le", "年龄,b\n1,2\n3,5\n"),
):
    case("enc " + enc, t.encode(enc), {}, names=t.split("\n")[0].replace(";", ",").split(","))
case(
    "enc option cp437",
    "Größe,b\n1,2\n3,5\n".encode("cp437"),
    {},
    encoding="cp437",
    names=["Größe", "b"],
)
case("enc option cp037", "a,b\n1,2\n3,5\n".encode("cp037"), {"a": [1, 3]}, encoding="cp037")
case("enc unknown", "a,b\n1,2\n", "no encoding", encoding="rot13")
# units
case("percent units", "a,z\n1,10%\n2,20 %\n3,35%\n", {"z": [10, 20, 35]}, units=True)
case("money units", 'a,p\n1,"$1,234.50"\n2,$3.25\n', {"p": [1234.5, 3.25]}, units=True)
case("euro units", "a;p\n1;1.234,50 €\n2;3,25 €\n", {"p": [1234.5, 3.25]}, units=True)
case("cm units", "a,p\n1,2 cm\n2,3.5 cm\n", {"p": [2, 3.5]}, units=True)
case("mixed units", "a,p\n1,2 cm\n2,3.5 m\n", {"p": [np.nan, np.nan]}, units=True)
# kinds
case("json", '[{"a":1,"b":2}]', "JSON")
case("json lines", '{"a":1}\n{"a":2}\n', "JSON")
case("arff", "% c\n@RELATION iris\n@ATTRIBUTE a REAL\n@DATA\n1\n", "ARFF")
case("svm", "1 1:0.5 3:2\n-1 2:1\n", "svmlight")
case("mtx", "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 5\n", "Matrix Market")
# zips
case(
    "zip sheet",
    zipped(a__csv="x,y\n1,2\n", b__csv="x,y\n5,6\n7,8\n"),
    {"x": [5, 7]},
    sheet="b.csv",
    fname="f.zip",
)
b = io.BytesIO()
df.to_parquet(b)
case("parquet in zip", zipped(f__parquet=b.getvalue()), X[:, :3], fname="f.zip")
with pd.ExcelWriter(b := io.BytesIO()) as w:
    df.to_excel(w, sheet_name="one", index=False)
    (df * 2).to_excel(w, sheet_name="two", startrow=3, index=False)
case("xlsx sheet", b.getvalue(), X[:, :3] * 2, sheet="two", fname="f.xlsx")
case("xlsx no sheet", b.getvalue(), "no sheet 'three'", sheet="three", fname="f.xlsx")
# npz/npy
case("npz Y column", npz(X=X, Y=(np.arange(20) % 3)[:, None]), X, fname="f.npz")
case(
    "npz data target names",
    npz(data=X, target=np.arange(20) % 2, feature_names=np.array(list("abcdef"))),
    X,
    fname="f.npz",
)
case(
    "npz train test",
    npz(X_train=X, y_train=np.arange(20) % 2, X_test=X[:3], y_test=np.arange(3)),
    X,
    fname="f.npz",
)
case(
    "npz images labels",
    npz(images=np.zeros((5, 8, 8)), labels=np.arange(5)),
    r"shape \(5, 8, 8\)",
    fname="f.npz",
)
case("NPY of letters beyond Unicode", broken_unicode(), "no text", fname="f.npy")
case("missing -9999", "a,b\n-9999,1\n2,3\n", {"a": [-9999, 2]})
case("empty cells", "a,b,c\n1,,2\n,3,4\n5,6,7\n", {"a": [1, np.nan, 5], "b": [np.nan, 3, 6]})
# more text
X = rng.uniform(0, 1, (20, 6)).round(4)
case("crlf blanks tails", "a,b\r\n1,2\r\n\r\n3,5\r\n\r\n", {"a": [1, 3]})
case("header quoted commas", '"a, b","c"\n1,2\n3,5\n', {"a, b": [1, 3]})
case("names with parens", "x (mm),y [s]\n1,2\n3,5\n", {"x (mm)": [1, 3]})
case("only words header + label", "x,y,label\n1,2,a\n3,5,b\n", [[1, 2], [3, 5]])
case("bool", "x,on\n1,True\n3,False\n", {"on": [1, 0]})
case("dates not label", "d,x,y\n2020-01-01,1,2\n2020-01-02,3,5\n", [[1, 2], [3, 5]])
case("semicolon trailing", "a;b;\n1;2;\n3;5;\n", [[1, 2], [3, 5]])
case("tab trailing", "a\tb\t\n1\t2\t\n3\t5\t\n", [[1, 2], [3, 5]])
case("data trailing only", "a,b\n1,2,\n3,5,\n4,7,\n", {"a": [1, 3, 4], "b": [2, 5, 7]})
case("header shorter by two", "a,b\n1,2,3,4\n3,5,6,7\n4,7,8,9\n", "cells")
case("header longer", "a,b,c\n1,2\n3,5\n4,6\n", "cells")
case("pipe table", "a|b|c\n1|2|3\n3|5|4\n", {"a": [1, 3], "c": [3, 4]})
case("caret sep", "a^b\n1^2\n3^5\n", {"a": [1, 3]}, separator="^")
case("colon sep given", "a:b\n1:2\n3:5\n", {"a": [1, 3]}, separator=":")
case("no names forced", "a,b\n1,2\n3,4\n", {"column 1": [np.nan, 1, 3]}, names_are=False)
case("names forced", "1,2\n5,6\n7,8\n", {"1": [5, 7]}, names_are=True)
case("number words mix", "a,b\n1,high\n2,low\n3,high\n", [[1], [2], [3]])
case("neg paren", 'a,b\n"(1,234)",2\n"5,000",3\n', {"b": [2, 3]})
case("plus", "a,b\n+1.5,2\n+2.5,3\n", {"a": [1.5, 2.5]})
case("sci", "a,b\n1E+03,2\n1e-3,3\n", {"a": [1000, 0.001]})
case("leading zeros", "zip,x\n01234,2\n00501,3\n", {"x": [2, 3]})
case("big ints", "a,b\n12345678901234567890123,2\n5,3\n", {"a": [12345678901234567890123.0, 5]})
case("nul in text", b"a,b\n1,2\x00\n3,4\n", "zero bytes")
case("fortran star", "a b\n1.0 ********\n2.0 3.0\n", {"a": [1, 2], "b": [np.nan, 3]})
case(
    "mixed sep late",
    "a,b\n" + "1,2\n" * 150 + "3;4\n" + "5,6\n",
    "line 152",
)
case("late words", "a,b\n" + "1,2\n" * 300 + "x,6\n", {"b": [2] * 300 + [6]})
case("late float ints", "a,b\n" + "1,2\n" * 300 + "1.5,6\n", {"a": [1] * 300 + [1.5]})
case(
    "wide gaps 5%",
    "\n".join(
        ["a,b,c"]
        + [
            ("," if i % 9 == 0 else f"{i},") + f"{i * 2},{i % 7}" if i % 9 else f",{i * 2},{i % 7}"
            for i in range(60)
        ]
    ),
    np.array([[i, i * 2, i % 7] for i in range(60) if i % 9]),
    miss="rows",
)
case(
    "spss style",
    "  1   23.5  M\n  2   34.25 F\n 10   12.125 M\n",
    [[1, 23.5], [2, 34.25], [10, 12.125]],
)
case(
    "csv from R na",
    '"","a","b"\n"1",NA,2\n"2",3,5\n"3",4,NA\n',
    {"a": [np.nan, 3, 4], "b": [2, 5, np.nan]},
)
case("idx named index", "index,a,b\n0,1.5,3\n1,2.5,4\n2,0.5,9\n", [[1.5, 3], [2.5, 4], [0.5, 9]])
case("a counts but named", "t,y\n0,1.5\n1,2.5\n2,0.5\n", [[0, 1.5], [1, 2.5], [2, 0.5]])
case("idx blank floats", ",a\n0.5,1\n0.7,2\n0.9,4\n", [[0.5, 1], [0.7, 2], [0.9, 4]])
case(
    "excel de tab",
    "Name\tWert\nä\t1.000,5\nö\t2.000,25\n".encode("cp1252"),
    {"Wert": [1000.5, 2000.25]},
)
case("a byte that is not UTF-8", b"caf\xc3\xa9,b\n1,2\n3,\xff5\n", {"b": [2, np.nan]})
case("pop thousand semicol mixed", "c;p\nA;12,500\nB;1,234,567\n", {"p": [12500, 1234567]})
case("swiss quoted", 'c,p\nA,"1\'234"\nB,"987"\n', {"p": [1234, 987]})
case("prefix spaces header", "  a  b  c\n  1  2  3\n  4  5  7\n", {"a": [1, 4]})
case("comment in middle", "a,b\n1,2\n# note\n3,4\n5,6\n", "line 3")
case("total footer", "a,b\n1,2\n3,4\n5,7\nTotal: 3 rows\n", "line 5")
case("space after semi", "a; b; c\n1; 2; 3\n4; 5; 6,5\n", {"c": [3, 6.5]})
case("names numbers+unit", "x,1100 nm,1200 nm\n1,0.5,0.25\n2,0.75,0.5\n", {"1100 nm": [0.5, 0.75]})
case("header repeated values", "0,0,0\n1,2,3\n4,5,7\n", [[0, 0, 0], [1, 2, 3], [4, 5, 7]])
case("single row with names", "a,b,c\n1.5,2,3\n", [[1.5, 2, 3]])
case(
    "names that are years ; text",
    "Region;2001;2002\nNord;1,5;2,5\nSued;3,5;4\n",
    [[1.5, 2.5], [3.5, 4]],
)
case(
    "wavelength decimals eq",
    ",".join(f"{400 + 0.5 * i:.1f}" for i in range(6))
    + "\n"
    + "".join(",".join(f"{v:.4f}" for v in r) + "\n" for r in X),
    X,
)
n = 5
V = [float(i * i) for i in range(n)]

parquet(
    "half", {"h": pa.array(np.arange(n, dtype=np.float16)), "v": V}, {"h": list(range(n)), "v": V}
)
parquet(
    "ts",
    {
        "t": pa.array([dt.datetime(2020, 1, 1 + i) for i in range(n)]),
        "d": pa.array([dt.date(2020, 1, 1)] * n),
        "tm": pa.array([dt.time(1, 2)] * n),
        "du": pa.array([dt.timedelta(1)] * n),
        "v": V,
    },
    {"v": V},
)
parquet(
    "tz",
    {"t": pa.array([dt.datetime(2020, 1, 1 + i, tzinfo=dt.UTC) for i in range(n)]), "v": V},
    {"v": V},
)
parquet(
    "tz named",
    {
        "t": pa.array(
            [dt.datetime(2020, 1, 1 + i) for i in range(n)], pa.timestamp("us", tz="Europe/Berlin")
        ),
        "v": V,
    },
    {"v": V},
)
parquet("ns ts", {"t": pa.array([1, 2, 3, 4, 2**62], pa.timestamp("ns")), "v": V}, {"v": V})
parquet(
    "dict nums",
    {"c": pa.array([1.5, 2.5, 1.5, 2.5, 1.5]).dictionary_encode(), "v": V},
    {"c": [1.5, 2.5, 1.5, 2.5, 1.5], "v": V},
)
parquet("dict words", {"c": pa.array(list("abcab")).dictionary_encode(), "v": V}, {"v": V})
parquet("null col", {"n": pa.nulls(n), "v": V}, {"v": V})
parquet(
    "nulls ints", {"i": pa.array([1, None, 3, 4, 5]), "v": V}, {"i": [1, np.nan, 3, 4, 5], "v": V}
)
parquet(
    "bools nulls",
    {"i": pa.array([True, None, False, True, True]), "v": V},
    {"i": [1, np.nan, 0, 1, 1], "v": V},
)
parquet(
    "uint64",
    {"i": pa.array([0, 1, 2, 3, 2**63], pa.uint64()), "v": V},
    {"i": [0, 1, 2, 3, 2.0**63], "v": V},
)
parquet(
    "dec256",
    {"i": pa.array([decimal.Decimal("1.25")] * n, pa.decimal256(50, 2)), "v": V},
    {"i": [1.25] * n, "v": V},
)
parquet(
    "dots",
    {"a.b": V, "a": pa.array([{"b": 1.0}] * n), "c.d.e": V[::-1]},
    {"a.b": V, "c.d.e": V[::-1]},
)
parquet(
    "struct same prefix",
    {"a": pa.array([{"b": 1.0, "c": 2.0}] * n), "a.b": V, "a.b.c": V[::-1]},
    {"a.b": V, "a.b.c": V[::-1]},
)
parquet("list of struct", {"l": pa.array([[{"x": 1}]] * n), "v": V}, {"v": V})
parquet(
    "map last",
    {"v": V, "m": pa.array([[("k", 1.0)]] * n, pa.map_(pa.string(), pa.float64()))},
    {"v": V},
)
parquet(
    "fixed list", {"e": pa.array([[1.0, 2.0]] * n, pa.list_(pa.float64(), 2)), "v": V}, {"v": V}
)
parquet(
    "large list", {"e": pa.array([[1.0, 2.0]] * n, pa.large_list(pa.float64())), "v": V}, {"v": V}
)
parquet("fixed bin", {"e": pa.array([b"abcd"] * n, pa.binary(4)), "v": V}, {"v": V})
parquet(
    "fixed bin nonutf", {"e": pa.array([b"\xff\xfe\x00\x01"] * n, pa.binary(4)), "v": V}, {"v": V}
)
parquet("bin", {"e": pa.array([b"\xff\xfe" + bytes([i]) for i in range(n)]), "v": V}, {"v": V})
parquet("string view", {"e": pa.array(list("abcde"), pa.string_view()), "v": V}, {"v": V})
parquet(
    "uuid",
    {
        "e": pa.ExtensionArray.from_storage(
            pa.uuid(), pa.array([b"0123456789abcdef"] * n, pa.binary(16))
        ),
        "v": V,
    },
    {"v": V},
)
parquet(
    "tensor",
    {
        "e": pa.ExtensionArray.from_storage(
            pa.fixed_shape_tensor(pa.float64(), [2]),
            pa.array([[1.0, 2.0]] * n, pa.list_(pa.float64(), 2)),
        ),
        "v": V,
    },
    {"v": V},
)
parquet("empty name", {"": V, "v": V[::-1]}, {"v": V[::-1]})
parquet(
    "dup",
    pa.Table.from_arrays([pa.array(V), pa.array(V[::-1])], ["x", "x"]),
    {"x": V, "x (2)": V[::-1]},
)
parquet(
    "many groups",
    {"v": list(map(float, range(100))), "w": ["a"] * 100},
    {"v": list(map(float, range(100)))},
    row_group_size=7,
)
parquet("no cols", pa.table({}), "empty")
parquet("no rows", {"a": pa.array([], pa.int32())}, "empty")
parquet(
    "nan inf",
    {"v": [1.0, float("inf"), float("nan")], "w": [1.0, 2, 3]},
    {"v": [1, np.nan, np.nan], "w": [1, 2, 3]},
)
parquet(
    "delta",
    {"v": V, "i": pa.array(range(n))},
    {"v": V, "i": list(range(n))},
    use_dictionary=False,
    column_encoding={"i": "DELTA_BINARY_PACKED", "v": "BYTE_STREAM_SPLIT"},
)
ix = pd.DataFrame(
    {"a": V, "b": V[::-1]},
    index=pd.MultiIndex.from_tuples([(i, i * 2) for i in range(n)], names=["p", "q"]),
)
o = io.BytesIO()
ix.to_parquet(o)
case("Parquet: two indices", o.getvalue(), np.column_stack([V, V[::-1]]))


def rows_of(content, name, **options):
    table = read_bytes(content, name, **options)
    return table.rows(label=table.label)


@pytest.mark.parametrize(("content", "right", "names", "fname", "miss", "options"), CASES)
def test_a_file_gives_its_right_values_or_a_message(content, right, names, fname, miss, options):
    if "names_are" in options:
        options = {"names": options["names_are"]}
    if isinstance(right, str):
        with pytest.raises(ValueError, match=right):
            rows_of(content, fname, **options)
        return
    table = read_bytes(content, fname, **options)
    columns = {column.name: column for column in table.columns}
    if isinstance(right, dict):
        for name, values in right.items():
            np.testing.assert_array_equal(columns[name].values, values)
    else:
        X = table.rows(label=table.label, missing=miss).X
        np.testing.assert_allclose(X, right, rtol=1e-12)
    if names is not None:
        assert list(columns) == names


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
    run = [sys.executable, "-W", "ignore", "-m", "benchmarks.fuzz_tables", "0", "80"]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("80 files: ")
