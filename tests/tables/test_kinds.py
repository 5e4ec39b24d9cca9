"""Kinds of files that were read as other tables without a word: each against its right values.

A right value is the numbers of the named columns, or those of all rows that are analysed, or what
the message says.
"""

from __future__ import annotations

import base64
import io
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.kinds import ARGUMENTS, Kinds, body, broken_unicode, check, npz, zipped
from support.paths import ROOT

from kpca_core.tables import read_bytes

KINDS = Kinds()
case, parquet = KINDS.case, KINDS.parquet

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


@pytest.mark.parametrize(ARGUMENTS, KINDS)
def test_a_file_gives_its_right_values_or_a_message(content, right, names, fname, miss, options):
    check(content, right, names, fname, miss, options)


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
