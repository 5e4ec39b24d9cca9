"""Files as the world has them: from the file to what is analysed, without an option."""

from __future__ import annotations

import gzip
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from sklearn.datasets import load_iris, load_wine
from support.kinds import parquet

from kpca_core.tables import read_bytes

rng = np.random.default_rng(0)
IRIS, WINE = load_iris(), load_wine()
SPECIES = [f"Iris-{IRIS.target_names[y]}" for y in IRIS.target]
YEARS = ",".join(f'"{year}"' for year in range(1960, 2024))
ABOVE = '"Data Source","World Development Indicators",\n\n"Last Updated Date","2024-06-28",\n\n'
GERMAN = """Stadt;Einwohner;Fläche in km²;Preis
Köln;1.085.664;405,02;1.234,50
Münster;317.713;303,28;999,00
Groß-Gerau;25.890;54,47;12,3
"""
GERMAN_VALUES = [[1085664, 405.02, 1234.5], [317713, 303.28, 999], [25890, 54.47, 12.3]]


def lines(rows, line):
    """A text of the rows, each as a function of its cells and number makes it."""
    return "".join(line(row, i) for i, row in enumerate(rows))


def cells(row, form, separator=","):
    return separator.join(f"{value:{form}}" for value in row)


def car(row, i, unknown=()):
    power = "?" if i in unknown else f"{row[3]:.1f}"
    start = f"{row[0]:<7.1f}{row[1]:.0f}   {row[2]:<11.1f}{power:<11}{row[4]:.0f}.      "
    name = f'"car {["ford", "amc", "vw"][i % 3]} {i}"'
    return f"{start}{row[5]:<7.1f}{row[6]:.0f}  {row[7]:.0f}\t{name}\n"


def seed(row, i):
    """Tabs that are doubled here and there."""
    first, last = "\t\t" if i % 9 == 4 else "\t", "\t\t" if i % 11 == 3 else "\t"
    return (
        first.join(cells(part, "g", "\t") for part in (row[:5], row[5:])) + f"{last}{i // 24 + 1}\n"
    )


def adult(row, i, stop=""):
    kind = ["State-gov", "Private", "Self-emp-not-inc"][i % 3]
    a, b, c, *rest = (f"{value:.0f}" for value in row)
    end = f"United-States, {'<=50K' if i % 3 else '>50K'}{stop}"
    return f"{a}, {kind}, {b}, Bachelors, {c}, Never-married, {', '.join(rest)}, {end}\n"


def bank(rows, form=".0f"):
    """As the World Bank writes: lines above, quoted years as names, a comma at each end."""
    names = '"Country Name","Country Code","Indicator Name","Indicator Code",' + YEARS + ",\n"

    def line(row, i):
        quoted = ("" if np.isnan(v) else f'"{v:{form}}"' for v in row)
        return f'"Country {chr(65 + i % 26)}{i}","C{i:02d}","Total","X.Y",{",".join(quoted)},\n'

    return "\ufeff" + ABOVE + names + lines(rows, line)


def files():
    """Of each the content, what is analysed, the label, and other arguments of the check."""
    yield "iris", lines(IRIS.data, lambda r, i: f"{cells(r, '.1f')},{SPECIES[i]}\n") + "\n", (
        IRIS.data), "column 5", {}  # fmt: skip
    yield "wine", lines(WINE.data, lambda r, i: f"{WINE.target[i] + 1},{cells(r, 'g')}\n"), (
        [[float(f"{v:g}") for v in r] for r in WINE.data]), "column 1", {}  # fmt: skip
    spectra, waves = rng.uniform(0.02, 0.09, (80, 700)).round(6), range(1100, 2500, 2)
    rows = cells(waves, "") + "\n" + lines(spectra, lambda r, i: cells(r, ".6f") + "\n")
    yield "corn", rows, spectra, None, {}
    named = lines(spectra, lambda r, i: f"m5_{i},{cells(r, '.6f')}\n")
    yield "corn m5", f"sample,{cells(waves, '')}\n{named}", spectra, None, {}
    low, high = (9, 4, 70, 50, 1600, 8, 70, 1), (46, 9, 400, 230, 5000, 24, 83, 4)
    cars = rng.integers(low, high, (60, 8)).astype(float)
    yield "auto-mpg", lines(cars, car), cars, None, {}
    gaps = lines(cars, lambda r, i: car(r, i, (5, 20)))
    yield "auto-mpg ?", gaps, np.delete(cars, [5, 20], 0), None, {"missing": "rows"}
    seeds = rng.uniform(10, 21, (70, 7)).round(4)
    yield "seeds", lines(seeds, seed), seeds, "column 8", {}
    yeast = rng.uniform(0, 1, (90, 8)).round(2)
    sites = rng.choice(["MIT", "NUC", "CYT"], 90)
    text = lines(yeast, lambda r, i: f"P{i:03d}_YEAST  {cells(r, '.2f', '  ')}  {sites[i]}\n")
    yield "yeast", text, yeast, "column 10", {}
    low, high = (17, 10_000, 1, 0, 0, 40), (90, 400_000, 16, 3000, 1, 41)
    adults = rng.integers(low, high, (50, 6)).astype(float)
    yield "adult.data", lines(adults, adult) + "\n", adults, "column 11", {}
    test = "|1x3 Cross validator\n" + lines(adults, lambda r, i: adult(r, i, ".")) + "\n"
    yield "adult.test", test, adults, "column 11", {}
    people = rng.integers(50_000, 9_000_000, (40, 64)).astype(float)
    yield "world bank", bank(people), people, None, {}
    lacking = people.copy()
    lacking[3, :5] = lacking[:, -1] = np.nan
    kept = people[np.arange(40) != 3][:, :-1]
    yield "world bank, gaps", bank(lacking), kept, None, {"missing": "rows"}
    products = rng.uniform(200, 3000, (40, 64)).round(3)
    yield "world bank, Windows", bank(products, ".3f").replace("\n", "\r\n"), products, None, {}
    yield "German, cp1252", GERMAN.encode("cp1252"), GERMAN_VALUES, None, {}
    marked = "sep=;\r\n" + GERMAN.replace("\n", "\r\n")
    yield "German, sep=", marked, GERMAN_VALUES, None, {}
    places = {
        "name": ["a", "b", "c"], "bbox": [{"xmin": 1.0, "ymin": 2.0}] * 3, "pop": [5.0, 7, 9],
        "geometry": [b"\x01\x01\x00\x00\x00" + bytes([200 + i] * 16) for i in range(3)],
        "area": [1.5, 2.5, 4],
    }  # fmt: skip
    geo = pa.table(places).replace_schema_metadata({b"geo": b'{"version":"1.0.0"}'})
    yield "geoparquet", parquet(geo), [[5, 1.5], [7, 2.5], [9, 4]], None, {"name": "f.parquet"}
    frame = pd.DataFrame(IRIS.data, columns=IRIS.feature_names).assign(species=SPECIES)
    frame.to_excel(book := io.BytesIO(), index=True)
    yield "xlsx", book.getvalue(), IRIS.data, "species", {"name": "f.xlsx"}
    packed = gzip.compress(frame.to_csv().encode())
    yield "csv.gz", packed, IRIS.data, "species", {"name": "f.csv.gz"}


@pytest.mark.parametrize(
    ("content", "right", "label", "more"), [pytest.param(*rest, id=one) for one, *rest in files()]
)
def test_a_file_as_the_world_has_it_is_analysed(content, right, label, more):
    content = content.encode() if isinstance(content, str) else content
    table = read_bytes(content, more.get("name", "f.csv"))
    rows = table.rows(label=table.label, missing=more.get("missing", "refuse"))
    np.testing.assert_allclose(rows.X, right, rtol=1e-12)
    assert np.all(np.isfinite(rows.X))
    assert label is None or table.columns[table.label].name == label


def test_a_set_of_pictures_says_what_is_not_read():
    pictures = [{"bytes": b"\x89PNG" + bytes([i]), "path": None} for i in range(4)]
    content = parquet({"image": pictures, "label": [0, 1, 0, 1]})
    with pytest.raises(ValueError, match=r"taken for labels: 'label'.*'image' is not read"):
        read_bytes(content, "f.parquet").rows(label=1 - 1)
    table = read_bytes(content, "f.parquet")
    assert table.left_out[-1][0] == "image"
    np.testing.assert_array_equal(table.rows([0]).X[:, 0], [0, 1, 0, 1])
