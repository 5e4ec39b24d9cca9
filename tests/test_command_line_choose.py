"""`kpca choose`: the table, the recommendation, JSON and a drawing."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.planted import clusters

from kpca_core.__main__ import main
from kpca_core.tables.writing import csv_text

FEW = ("--quiet", "--widths", "4", "--components", "4", "--shuffles", "20")


@pytest.fixture
def data(tmp_path):
    X = clusters(np.random.default_rng(0), 90, 7.0, 5)
    path = tmp_path / "clusters.csv"
    path.write_text(csv_text([f"c{d}" for d in range(5)], X.tolist()), "utf-8")
    return str(path)


def test_it_prints_a_line_for_each_width_and_recommends_one(data, capsys):
    assert main(["choose", data, *FEW]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "  90 rows × 5 columns"
    widths = [line for line in lines if " Gaussian(width=" in line and " % " in line]
    assert len(widths) == 4 or len(widths) == 5
    assert sum(line.startswith("*") for line in lines) == 1
    assert lines[-2].startswith("  p-values of the components at * : 0.048, 0.048")
    assert "2 components stand out" in lines[-1]


def test_json_is_what_was_found_and_drawings_are_written(data, tmp_path, capsys):
    out = tmp_path / "choice.svg"
    assert main(["choose", data, *FEW, "--json", "--out", str(out)]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert found["components"] == 2
    assert found["resolution"] == 1 / 21
    assert len(found["kernels"]) == len(found["scores"]) == 4
    assert found["kernel"] in found["kernels"]
    assert out.read_text("utf-8").startswith("<?xml")
    assert printed.err == ""  # --quiet
    assert main(["choose", data, *FEW[1:], "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == found
    assert "2 components stand out" in printed.err


def test_denoising_takes_a_noise_or_estimates_it(data, capsys):
    how = (
        "choose",
        data,
        "--quiet",
        "--kernel",
        "Gaussian(20)",
        "--widths",
        "1",
        "--components",
        "3",
        "--json",
        "--denoise",
    )
    assert main([*how, "1"]) == 0
    assert json.loads(capsys.readouterr().out)["noise"] == 1.0
    assert main([*how[:-2], "--denoise"]) == 0
    assert "held-out error" in capsys.readouterr().out
    assert main([*how, "much"]) == 1
    assert "--denoise needs a number" in capsys.readouterr().err


def test_wrong_usage_is_explained(data, tmp_path, capsys):
    assert main(["choose", data, "--out", "choice.csv"]) == 2
    assert "ends in .svg, .pdf, .png, .json; got choice.csv" in capsys.readouterr().err
    assert main(["choose", data, "--quiet", "--shuffles", "5"]) == 1
    assert "needs at least 19" in capsys.readouterr().err
