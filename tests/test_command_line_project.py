"""`kpca project`: new rows by what `kpca fit` has saved."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from sklearn.datasets import load_wine

from kpca_core import Gaussian, KernelPCA, Polynomial
from kpca_core.__main__ import main
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text

WINE = load_wine()
OLD, NEW = WINE.data[::2], WINE.data[1::2]


def kpca(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def table(path, X, names=WINE.feature_names):
    path.write_text(csv_text(names, X.tolist()), "utf-8")
    return path


def scores_in(path):
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scores = [[float(row[name]) for name in row if name.startswith("score")] for row in rows]
    return np.array(scores), [int(row["line"]) for row in rows]


@pytest.fixture
def model(tmp_path):
    out = tmp_path / "model.npz"
    how = ("--standardise", "--components", 4, "--kernel", "Gaussian(20)", "--quiet")
    assert kpca("fit", table(tmp_path / "old.csv", OLD), *how, "--out", out) == 0
    return out


@pytest.mark.parametrize("kernel", [Gaussian(20.0), Polynomial(2, offset=1.0)], ids=repr)
def test_scores_are_those_of_the_estimator(kernel, tmp_path, capsys):
    out, scores = tmp_path / "model.npz", tmp_path / "scores.csv"
    how = ("--standardise", "--components", 4, "--kernel", repr(kernel), "--out", out)
    assert kpca("fit", table(tmp_path / "old.csv", OLD), *how) == 0
    # The columns are found by name, in whatever order they are.
    order = np.random.default_rng(0).permutation(13)
    names = [WINE.feature_names[j] for j in order]
    new = table(tmp_path / "new.csv", NEW[:, order], names)
    assert kpca("project", out, new, "--out", scores) == 0
    mean, spread = OLD.mean(axis=0), OLD.std(axis=0)
    estimator = KernelPCA(kernel, n_components=4).fit(standardised(OLD))
    found, lines = scores_in(scores)
    right = estimator.transform((NEW - mean) / spread)
    np.testing.assert_allclose(found, right, atol=1e-9 * np.abs(right).max())
    assert lines == list(range(2, len(NEW) + 2))
    assert f"{len(NEW)} rows × 13 columns" in capsys.readouterr().out


def test_another_table_is_refused_by_name(model, tmp_path, capsys):
    new = table(tmp_path / "new.csv", NEW[:, :2], ["alcohol", "acid"])
    assert kpca("project", model, new, "--out", tmp_path / "s.csv") == 1
    error = capsys.readouterr().err
    assert "new.csv lacks 12 columns of the model: 'malic_acid', 'ash'" in error
    assert "It has 'alcohol', 'acid'" in error
    assert not (tmp_path / "s.csv").exists()


def test_gaps_are_left_out_or_filled_as_the_fit_did(tmp_path, capsys):
    old, new = OLD.copy(), NEW[:3].copy()
    old[5, 2] = new[1, 0] = np.nan
    text = lambda X: csv_text(WINE.feature_names, X.tolist()).replace("nan", "")  # noqa: E731
    (tmp_path / "old.csv").write_text(text(old), "utf-8")
    (tmp_path / "new.csv").write_text(text(new), "utf-8")
    paths = (tmp_path / "model.npz", tmp_path / "new.csv", "--out", tmp_path / "s.csv")
    how = ("--kernel", "Gaussian(1e5)", "--components", 2, "--out", tmp_path / "model.npz")
    assert kpca("fit", tmp_path / "old.csv", *how, "--missing", "median") == 0
    assert "1 cell filled with the column's median" in capsys.readouterr().out
    medians = np.nanmedian(old, axis=0)
    filled = np.where(np.isnan(new), medians, new)
    fitted = KernelPCA(Gaussian(1e5), n_components=2)
    fitted.fit(np.where(np.isnan(old), medians, old))
    assert kpca("project", *paths) == 0
    np.testing.assert_allclose(
        scores_in(tmp_path / "s.csv")[0], fitted.transform(filled), atol=1e-9
    )
    assert kpca("project", *paths, "--missing", "rows") == 0
    assert scores_in(tmp_path / "s.csv")[1] == [2, 4]
    assert kpca("project", *paths, "--missing", "refuse") == 1
    assert "line 3 has nothing in 'alcohol'" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["foreign", "cut off", "text", "object", "shape", "missing"])
def test_a_file_that_is_no_model_gets_a_message(kind, model, tmp_path, capsys):
    content = model.read_bytes()
    with np.load(model) as file:
        arrays = dict(file)
    if kind == "foreign":
        np.savez(model, X=NEW)
    elif kind == "cut off":
        model.write_bytes(content[: len(content) // 2])
    elif kind == "text":
        model.write_text("a,b\n1,2\n")
    elif kind == "object":
        np.savez(model, **{**arrays, "columns": np.array([{}], dtype=object)})
    elif kind == "shape":
        np.savez(model, **{**arrays, "points": arrays["points"][:, :3]})
    else:
        model.unlink()
    new = table(tmp_path / "new.csv", NEW)
    assert kpca("project", model, new, "--out", tmp_path / "s.csv") == 1
    error = capsys.readouterr().err
    assert "model.npz" in error
    assert "Traceback" not in error


def test_a_model_holds_no_pickle(model):
    with np.load(model, allow_pickle=False) as file:
        assert all(file[name].dtype.kind in "fiU" for name in file.files)
        assert file["columns"].tolist() == WINE.feature_names
        assert str(file["kernel"]) == "Gaussian(width=20)"
        np.testing.assert_allclose(file["means"], OLD.mean(axis=0))
