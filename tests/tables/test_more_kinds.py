"""More kinds of files, texts and Parquet, each against its right values.

A right value is the numbers of the named columns, or those of all rows that are analysed, or what
the message says.
"""

from __future__ import annotations

import datetime as dt
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from support.kinds import ARGUMENTS, Kinds, check

from kpca_core.tables import read_bytes

KINDS = Kinds()
case, parquet = KINDS.case, KINDS.parquet

rng = np.random.default_rng(1)
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
case(
    "hash tab counts",
    "#\ta\tb\n1\t1.5\t2\n2\t2.5\t3\n",
    [[1.5, 2], [2.5, 3]],
    names=["#", "a", "b"],
)
case("names below 200 blank lines", "\n" * 200 + "a,b\n1,2\n3,4\n", {"a": [1, 3]})
case("a short and a long line", "a,b\n" + "1,2\n" * 100 + "1\n1,2,3\n", "line 102 has 1 cell")
case("a cell behind a gap", "a,b\n1,2\n1,2,,5\n3,4\n7,8\n", "line 3 has 4 cells")
case("words behind a quotation", 'a,b\n"x" y,2\n"z" w,3\n', {"b": [2, 3]})
case("quotation marks in comments", '# by "us"\na,b\n1,2\n3,4\n', {"a": [1, 3]})
case("a separator of lines in a cell", "a,b\nx\u2028y,2\nz\x1cw,3\n", {"b": [2, 3]})
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


case("150 comments", "# a remark\n" * 150 + "a,b\n1,2\n3,4\n5,6\n", {"a": [1, 3, 5]})
case(
    "another decimal sign a column",
    "a;b\n1.5;2,5\n2.25;3,75\n",
    {"a": [1.5, 2.25], "b": [2.5, 3.75]},
)
case(
    "another sign, the table's given",
    "a;b\n1.5;2,5\n;3,75\n",
    {"a": [1.5, np.nan], "b": [2.5, 3.75]},
    decimal=",",
)
case("both signs in one column", "a;b\n1.5;2\n2,5;3\n1,1;4\n", {"b": [2, 3, 4]})
case("GB18030", "高度,重量,年龄\n1.5,2,3\n2.5,3,4\n3,4,5\n".encode("gb18030"), {"年龄": [3, 4, 5]})
case("Shift-JIS", "身長,体重,年齢\n1.5,2,3\n2.5,3,4\n3,4,5\n".encode("cp932"), {"年齢": [3, 4, 5]})


@pytest.mark.parametrize(ARGUMENTS, KINDS)
def test_a_file_gives_its_right_values_or_a_message(content, right, names, fname, miss, options):
    check(content, right, names, fname, miss, options)


OTHER_READINGS = (
    ("2003,2001,2002\n1.5,2.5,3.5\n2.1,2.2,3\n4,5,6.1\n", "names", True, ["2003", "2001", "2002"]),
    ("400.5,402.1,404.9\n0.5,0.4,0.3\n0.1,0.2,0.3\n", "names", True, ["400.5", "402.1", "404.9"]),
    (
        "2001,2002,2003\n1.5,2.5,3.5\n2.1,2.2,3\n4,5,6.1\n",
        "names",
        False,
        ["column 1", "column 2", "column 3"],
    ),
)


@pytest.mark.parametrize(("text", "option", "value", "right"), OTHER_READINGS)
def test_where_two_readings_are_possible_the_other_one_is_offered(text, option, value, right):
    table = read_bytes(text.encode())
    assert option in [one for one, _ in table.suggestions]
    assert [c.name for c in read_bytes(text.encode(), **{option: value}).columns] == right


def test_no_other_reading_is_offered_where_there_is_none():
    table = read_bytes(b"1,2\n3,1\n2,4\n1,1\n")
    assert not table.suggestions


def test_what_has_both_decimal_signs_is_left_out_with_that_reason():
    table = read_bytes(b"a;b\n1.5;2\n2,5;3\n1.1;4\n")
    assert dict(table.left_out)["a"].startswith("numbers with another decimal sign: line 2")


def test_another_encoding_is_offered_where_it_was_recognised_by_the_letters():
    table = read_bytes("高度,重量\n1.5,2\n2.5,3\n".encode("gb18030"))
    assert "encoding" in dict(table.suggestions)
