"""Files as the world has them: from the file to what is analysed, without an option."""

from __future__ import annotations

import gzip
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sklearn.datasets import load_iris, load_wine

from kpca_core.tables import read_bytes

rng = np.random.default_rng(0)
I, W = load_iris(), load_wine()
MISS, CASES = {}, []


def case(name, content, right, fname="f.csv", label=None):
    content = content.encode() if isinstance(content, str) else content
    CASES.append(pytest.param(content, right, fname, label, MISS.get(name, "refuse"), id=name))


names = [f"Iris-{n}" for n in I.target_names]
case(
    "iris",
    "".join(
        ",".join(f"{v:.1f}" for v in r) + f",{names[y]}\n"
        for r, y in zip(I.data, I.target, strict=True)
    )
    + "\n",
    I.data,
    label="column 5",
)
case(
    "wine",
    "".join(
        f"{y + 1}," + ",".join(f"{v:g}" for v in r) + "\n"
        for r, y in zip(W.data, W.target, strict=True)
    ),
    np.array([[float(f"{v:g}") for v in r] for r in W.data]),
    label="column 1",
)
S = rng.uniform(0.02, 0.09, (80, 700)).round(6)
wl = ",".join(str(1100 + 2 * i) for i in range(700))
case("corn", wl + "\n" + "".join(",".join(f"{v:.6f}" for v in r) + "\n" for r in S), S)
case(
    "corn m5",
    "sample,"
    + wl
    + "\n"
    + "".join(f"m5_{i}," + ",".join(f"{v:.6f}" for v in r) + "\n" for i, r in enumerate(S)),
    S,
)
n = 60
A = np.column_stack(
    [
        rng.integers(9, 46, n).astype(float),
        rng.choice([4, 6, 8], n),
        rng.integers(70, 400, n),
        rng.integers(50, 230, n),
        rng.integers(1600, 5000, n),
        rng.integers(80, 240, n) / 10,
        rng.integers(70, 83, n),
        rng.integers(1, 4, n),
    ]
)
cars = [f'"car {["ford", "amc", "vw"][i % 3]} {i}"' for i in range(n)]


def autoline(r, c, q=False):
    hp = "?" if q else f"{r[3]:.1f}"
    start = f"{r[0]:<7.1f}{int(r[1])}   {r[2]:<11.1f}{hp:<11}{r[4]:.0f}.{'':<6}{r[5]:<7.1f}"
    return f"{start}{int(r[6])}  {int(r[7])}\t{c}\n"


case("auto-mpg", "".join(autoline(r, c) for r, c in zip(A, cars, strict=True)), A)
MISS["auto-mpg ?"] = "rows"
q = [5, 20]
case(
    "auto-mpg ?",
    "".join(autoline(r, c, i in q) for i, (r, c) in enumerate(zip(A, cars, strict=True))),
    np.delete(A, q, 0),
)
Sd = np.column_stack([rng.uniform(10, 21, (70, 7)).round(4)])
yl = np.arange(70) // 24 + 1
case(
    "seeds",
    "".join(
        "\t".join(f"{v:g}" for v in r[:5])
        + ("\t\t" if i % 9 == 4 else "\t")
        + "\t".join(f"{v:g}" for v in r[5:])
        + ("\t\t" if i % 11 == 3 else "\t")
        + f"{y}\n"
        for i, (r, y) in enumerate(zip(Sd, yl, strict=True))
    ),
    Sd,
    label="column 8",
)
Y = rng.uniform(0, 1, (90, 8)).round(2)
cls = rng.choice(["MIT", "NUC", "CYT"], 90)
case(
    "yeast",
    "".join(
        f"P{i:03d}_YEAST  " + "  ".join(f"{v:.2f}" for v in r) + f"  {c}\n"
        for i, (r, c) in enumerate(zip(Y, cls, strict=True))
    ),
    Y,
    label="column 10",
)
wk = ["State-gov", "Private", "Self-emp-not-inc"]
ad = [
    (
        int(rng.integers(17, 90)),
        rng.choice(wk),
        int(rng.integers(10000, 400000)),
        "Bachelors",
        int(rng.integers(1, 16)),
        "Never-married",
        int(rng.choice([0, 0, 2174])),
        0,
        40,
    )
    for _ in range(50)
]


def adl(r, l):
    return ", ".join(map(str, r)) + f", United-States, {l}\n"


AX = np.array([[r[0], r[2], r[4], r[6], r[7], r[8]] for r in ad], float)
case(
    "adult.data",
    "".join(adl(r, "<=50K" if i % 3 else ">50K") for i, r in enumerate(ad)) + "\n",
    AX,
    label="column 11",
)
case(
    "adult.test",
    "|1x3 Cross validator\n"
    + "".join(adl(r, "<=50K." if i % 3 else ">50K.") for i, r in enumerate(ad))
    + "\n",
    AX,
    label="column 11",
)
yrs = list(range(1960, 2024))
pop = rng.integers(50000, 9000000, (40, 64)).astype(float)
cn = [f"Country {chr(65 + i % 26)}{i}" for i in range(40)]
hdr = (
    '"Country Name","Country Code","Indicator Name","Indicator Code",'
    + ",".join(f'"{y}"' for y in yrs)
    + ",\n"
)
top = '"Data Source","World Development Indicators",\n\n"Last Updated Date","2024-06-28",\n\n'
wb = (
    top
    + hdr
    + "".join(
        f'"{c}","C{i:02d}","Population, total","SP.POP.TOTL",'
        + ",".join(f'"{v:.0f}"' for v in r)
        + ",\n"
        for i, (c, r) in enumerate(zip(cn, pop, strict=True))
    )
)
case("world bank", "\ufeff" + wb, pop)
pg = pop.copy()
pg[3, :5] = np.nan
pg[:, -1] = np.nan
MISS["wb gaps"] = "rows"
wb2 = (
    top
    + hdr
    + "".join(
        f'"{c}","C{i:02d}","Population, total","SP.POP.TOTL",'
        + ",".join('""' if np.isnan(v) else f'"{v:.0f}"' for v in r)
        + ",\n"
        for i, (c, r) in enumerate(zip(cn, pg, strict=True))
    )
)
case("wb gaps", "\ufeff" + wb2.replace('""', ""), pop[np.arange(40) != 3][:, :-1])
gdp = rng.uniform(200, 3000, (40, 64)).round(3)
wb3 = (
    top
    + hdr
    + "".join(
        f'"{c}","C{i:02d}","GDP","NY",' + ",".join(f'"{v}"' for v in r) + ",\n"
        for i, (c, r) in enumerate(zip(cn, gdp, strict=True))
    )
)
case("wb gdp", wb3.replace("\n", "\r\n"), gdp)
de = "Stadt;Einwohner;Fläche in km²;Preis\nKöln;1.085.664;405,02;1.234,50\n"
de += "Münster;317.713;303,28;999,00\nGroß-Gerau;25.890;54,47;12,3\n"
DE = [[1085664, 405.02, 1234.5], [317713, 303.28, 999], [25890, 54.47, 12.3]]
case("german cp1252", de.encode("cp1252"), DE)
case("german utf8 sep=", "sep=;\r\n" + de.replace("\n", "\r\n"), DE)


def pqb(t, **k):
    b = io.BytesIO()
    pq.write_table(t, b, **k)
    return b.getvalue()


geo = pa.table(
    {
        "name": ["a", "b", "c"],
        "bbox": pa.array([{"xmin": 1.0, "ymin": 2.0}] * 3),
        "pop": [5.0, 7, 9],
        "geometry": pa.array(
            [b"\x01\x01\x00\x00\x00" + bytes([200 + i] * 16) for i in range(3)], pa.binary()
        ),
        "area": [1.5, 2.5, 4],
    }
).replace_schema_metadata({b"geo": b'{"version":"1.0.0"}'})
case("geoparquet", pqb(geo), [[5, 1.5], [7, 2.5], [9, 4]], "f.parquet")
hf = pa.table(
    {
        "image": pa.array([{"bytes": b"\x89PNG" + bytes([i]), "path": None} for i in range(4)]),
        "label": pa.array([0, 1, 0, 1]),
    }
)
fr = pd.DataFrame(I.data, columns=I.feature_names)
fr["species"] = [names[y] for y in I.target]
b = io.BytesIO()
fr.to_excel(b, index=True)
case("xlsx", b.getvalue(), I.data, "f.xlsx", label="species")
case("csv.gz", gzip.compress(fr.to_csv().encode()), I.data, "f.csv.gz", label="species")


@pytest.mark.parametrize(("content", "right", "name", "label", "missing"), CASES)
def test_a_file_as_the_world_has_it_is_analysed(content, right, name, label, missing):
    table = read_bytes(content, name)
    rows = table.rows(label=table.label, missing=missing)
    np.testing.assert_allclose(rows.X, right, rtol=1e-12)
    assert np.all(np.isfinite(rows.X))
    if label is not None:
        assert table.columns[table.label].name == label


def test_a_set_of_pictures_says_what_is_not_read():
    with pytest.raises(ValueError, match=r"taken for labels: 'label'.*'image' is not read"):
        read_bytes(pqb(hf), "f.parquet").rows(label=1 - 1)
    table = read_bytes(pqb(hf), "f.parquet")
    assert table.left_out[-1][0] == "image"
    np.testing.assert_array_equal(table.rows([0]).X[:, 0], [0, 1, 0, 1])
