"""`kpca fit`: from a table to scores, numbers and drawings."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from sklearn.datasets import load_iris

from kpca_core import Gaussian, Linear, fit
from kpca_core.__main__ import main
from kpca_core.tables import read
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text

IRIS = load_iris()


def kpca(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


@pytest.fixture
def iris(tmp_path):
    path = tmp_path / "iris.csv"
    words = IRIS.target_names[IRIS.target].tolist()
    rows = [[*row, f"={word}"] for row, word in zip(IRIS.data.tolist(), words, strict=True)]
    path.write_text(csv_text([*IRIS.feature_names, "species"], rows), "utf-8")
    return path


def rows_of(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_scores_are_the_librarys(iris, tmp_path, capsys):
    out = tmp_path / "scores.csv"
    kernel = "Gaussian(0.5) + 0.1 * Linear()"
    assert kpca("fit", iris, "--kernel", kernel, "--label", "species", "--out", out) == 0
    found = fit(Gaussian(0.5) + 0.1 * Linear(), IRIS.data, 8)
    rows = rows_of(out)
    written = [[float(row[f"score{j}"]) for j in range(1, 9)] for row in rows]
    np.testing.assert_allclose(written, found.scores, atol=1e-12)
    assert [rows[0]["line"], rows[-1]["line"]] == ["2", "151"]
    assert rows[0]["label"] == "'=setosa"
    output = capsys.readouterr().out
    assert f"{found.eigenvalues[0]:.3f}" in output
    assert "150 rows × 4 of 5 columns; left out: 'species' (words; labels)" in output
    assert f"wrote {out}" in output
    # What it writes it reads.
    np.testing.assert_array_equal(read(out).rows(range(2, 10)).X, found.scores)


def test_everything_and_drawings(iris, tmp_path):
    names = ("all.json", "all.npz", "f.svg", "f.pdf", "f.png", "f.html")
    outs = [argument for name in names for argument in ("--out", tmp_path / "out" / name)]
    outs += ["--parents"]
    columns = IRIS.feature_names
    options = ("--standardise", "--plane", columns[2], columns[3], "--components", 3)
    assert kpca("fit", iris, "--kernel", "Gaussian(6)", *options, *outs) == 0
    found = fit(Gaussian(6.0), standardised(IRIS.data), 3)
    content = json.loads((tmp_path / "out" / "all.json").read_text("utf-8"))
    np.testing.assert_allclose(content["eigenvalues"], found.eigenvalues, rtol=1e-12)
    np.testing.assert_allclose(content["scores"], found.scores, atol=1e-12)
    assert content["kernel"] == "Gaussian(width=6)"
    with np.load(tmp_path / "out" / "all.npz") as arrays:
        np.testing.assert_allclose(arrays["scores"], found.scores, atol=1e-12)
    starts = {"f.svg": b"<?xml", "f.pdf": b"%PDF", "f.png": b"\x89PNG", "f.html": b"<!doctype html"}
    for name, start in starts.items():
        assert (tmp_path / "out" / name).read_bytes().startswith(start)
    assert b"petal length (cm) (across)" in (tmp_path / "out" / "f.svg").read_bytes()
    page = (tmp_path / "out" / "f.html").read_text("utf-8")
    assert "kernel Gaussian(width=6); " in page.rpartition("<p>")[2]


def test_a_name_that_looks_like_mathematics_is_drawn(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("$a_{$,b\n1,2\n3,5\n4,4\n", "utf-8")
    assert kpca("fit", path, "--out", tmp_path / "f.svg") == 0
    assert b"$a_{$" in (tmp_path / "f.svg").read_bytes()


def test_a_built_in_set_and_the_usual_kernel(capsys):
    assert kpca("fit", "builtin:wine", "--plane", "principal", "--standardise") == 0
    assert "Gaussian(width=25.04)" in capsys.readouterr().out


def test_how_text_is_read_can_be_said(tmp_path, capsys):
    path = tmp_path / "x.txt"
    path.write_text("1,5\n2,5\n4\n", "utf-8")
    how = ("--separator", "semicolons", "--decimal", ",", "--names", "no")
    assert kpca("fit", path, "--kernel", "Linear()", *how) == 0
    assert "3 rows × 1 of 1 column" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nix.csv",), 1, "no file 'nix.csv'"),
        (("builtin:rose",), 1, "no built-in set 'rose'"),
        (("IRIS", "--kernel", "Gausian(1)"), 2, "no kernel 'Gausian'"),
        (("IRIS", "--kernel", "Gaussian(-1)"), 2, "width=-1"),
        (("IRIS", "--columns", "nose"), 1, "no column 'nose'"),
        (("IRIS", "--columns", "species"), 1, "'species' holds no numbers: line 2"),
        (("IRIS", "--plane", "a", "b"), 1, "got a b"),
        (("IRIS", "--out", "x.doc"), 2, "got x.doc"),
        (("IRIS", "--components", "0"), 2, "got '0'"),
        (("IRIS", "--solver", "separable"), 1, "separable"),
    ],
)
def test_messages_quote_the_value(arguments, code, message, iris, capsys):
    arguments = [iris if one == "IRIS" else one for one in arguments]
    assert kpca("fit", *arguments) == code
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_rows_without_numbers_are_left_out_when_asked(tmp_path, capsys):
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n3,oops\n4,4\n7,1\n", "utf-8")
    assert kpca("fit", path) == 1
    assert "line 3 has 'oops' in 'b'" in capsys.readouterr().err
    assert kpca("fit", path, "--missing", "rows") == 0
    assert "1 row left out" in capsys.readouterr().out


def test_many_rows_are_planned(tmp_path, capsys):
    path = tmp_path / "x.npy"
    np.save(path, np.random.default_rng(0).standard_normal((5200, 6)))
    assert kpca("fit", path, "--kernel", "Gaussian(6)", "--components", 2) == 0
    assert "K of 3,000 of 5,200 rows; --rows all for all, as in Python: about " in (
        capsys.readouterr().out
    )
    more = ("--rows", 400, "--tol", 1e-3)
    assert kpca("fit", path, "--kernel", "Gaussian(6)", "--components", 2, *more) == 0
    assert "  K of 400 of 5,200 rows\n" in capsys.readouterr().out
