"""What each command computes, prints and writes."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from support.planted import clusters
from support.shell import WINE, kpca, strict

from kpca_core import Gaussian, KernelPCA, Linear, Polynomial, fit
from kpca_core.drawing.canvas.origin import SOFTWARE
from kpca_core.reproduction import FIGURES, digits, figure, monte_carlo, run
from kpca_core.tables import read
from kpca_core.tables.rows import standardised
from kpca_core.tables.writing import csv_text

IRIS = load_iris()
ALL_WINE = load_wine()
OLD, NEW = ALL_WINE.data[::2], ALL_WINE.data[1::2]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(name, X, names=ALL_WINE.feature_names):
    """Write a table, with gaps for NaN."""
    with open(name, "w", encoding="utf-8") as file:
        file.write(csv_text(names, X.tolist()).replace("nan", ""))


def scores_in(name):
    with open(name, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scores = [[float(row[name]) for name in row if name.startswith("score")] for row in rows]
    return np.array(scores), rows


# fit


@pytest.fixture
def iris():
    words = IRIS.target_names[IRIS.target].tolist()
    rows = [[*row, f"={word}"] for row, word in zip(IRIS.data.tolist(), words, strict=True)]
    with open("iris.csv", "w", encoding="utf-8") as file:
        file.write(csv_text([*IRIS.feature_names, "species"], rows))


def test_scores_are_the_librarys(iris, capsys):
    kernel = "'Gaussian(0.5) + 0.1 * Linear()'"
    assert kpca(f"fit iris.csv --kernel {kernel} --label species --out scores.csv") == 0
    found = fit(Gaussian(0.5) + 0.1 * Linear(), IRIS.data, 8)
    written, rows = scores_in("scores.csv")
    np.testing.assert_allclose(written, found.scores, atol=1e-12)
    assert [rows[0]["line"], rows[-1]["line"]] == ["2", "151"]
    assert rows[0]["label"] == "'=setosa"
    output = capsys.readouterr().out
    assert f"{found.eigenvalues[0]:.3f}" in output
    assert "150 rows × 4 of 5 columns; left out: 'species' (words; labels)" in output
    assert "wrote scores.csv" in output
    # What it writes it reads.
    np.testing.assert_array_equal(read("scores.csv").rows(range(2, 10)).X, found.scores)


def test_everything_and_drawings(iris, folder):
    starts = {"f.svg": b"<?xml", "f.pdf": b"%PDF", "f.PNG": b"\x89PNG", "f.html": b"<!doctype html"}
    outs = " ".join(f"--out out/{name}" for name in ("all.json", "all.npz", *starts))
    how = "--standardise --components 3 --kernel 'Gaussian(6)' --parents --plane"
    assert kpca(f"fit iris.csv {outs} {how}", *IRIS.feature_names[2:]) == 0
    found = fit(Gaussian(6.0), standardised(IRIS.data), 3)
    content = strict((folder / "out" / "all.json").read_text("utf-8"))
    np.testing.assert_allclose(content["eigenvalues"], found.eigenvalues, rtol=1e-12)
    np.testing.assert_allclose(content["scores"], found.scores, atol=1e-12)
    assert content["kernel"] == "Gaussian(width=6)"
    with np.load("out/all.npz") as arrays:
        np.testing.assert_allclose(arrays["scores"], found.scores, atol=1e-12)
    for name, start in starts.items():
        assert (folder / "out" / name).read_bytes().startswith(start)
    assert b"petal length (cm) (across)" in (folder / "out" / "f.svg").read_bytes()
    page = (folder / "out" / "f.html").read_text("utf-8")
    assert "kernel Gaussian(width=6); " in page.rpartition("<p>")[2]


@pytest.mark.parametrize(
    ("content", "how", "said"),
    [
        ("$a_{$,b\n1,2\n3,5\n4,4\n", "--out f.svg", "wrote f.svg"),
        ("1,5\n2,5\n4\n", "--kernel 'Linear()' --separator semicolons --decimal , --names no",
         "3 rows × 1 of 1 column"),
        ("a,b\n1,2\n3,oops\n4,4\n7,1\n", "--missing rows", "1 row left out"),
        ("id,run,b,c\n1,9,2,5\n2,4,5,3\n3,7,4,4\n", "--index run", "3 rows × 2 of 4 columns"),
        (None, "--plane principal --standardise", "Gaussian(width=25.04)"),
    ],
)  # fmt: skip
def test_a_table_is_read_as_it_is_said(content, how, said, folder, capsys):
    if content is not None:
        (folder / "x.txt").write_text(content, "utf-8")
    assert kpca(f"fit {'builtin:wine' if content is None else 'x.txt'} {how}") == 0
    assert said in capsys.readouterr().out
    if "svg" in how:  # a name that looks like mathematics is drawn
        assert b"$a_{$" in (folder / "f.svg").read_bytes()


def test_many_rows_are_planned(capsys):
    np.save("x.npy", np.random.default_rng(0).standard_normal((5200, 6)))
    how = "fit x.npy --kernel 'Gaussian(6)' --components 2"
    for more, said in (
        ("", "K of 3,000 of 5,200 rows; --rows all for all, as in Python: about "),
        ("--rows 400 --tol 1e-3", "  K of 400 of 5,200 rows\n"),
    ):
        assert kpca(f"{how} {more}") == 0
        assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "parameters"),
    [
        ("--kernel rbf --gamma 0.01", {"kernel": "rbf", "gamma": 0.01}),
        ("--kernel poly --degree 2 --coef0 0.5 --gamma 0.1",
         {"kernel": "poly", "degree": 2, "coef0": 0.5, "gamma": 0.1}),
        ("--kernel laplacian --gamma 0.1", {"kernel": "laplacian", "gamma": 0.1}),
        ("--kernel sigmoid --gamma 0.001 --coef0 0",
         {"kernel": "sigmoid", "gamma": 0.001, "coef0": 0}),
        ("--kernel linear --components 0.95", {"kernel": "linear", "n_components": 0.95}),
    ],
)  # fmt: skip
def test_scikit_learns_words_mean_the_same(words, parameters, capsys):
    WINE.to_csv("wine.csv", index=False)
    assert kpca(f"fit wine.csv --components 2 {words} --json --out m.npz") == 0
    found = strict(capsys.readouterr().out)["eigenvalues"]
    estimator = KernelPCA(**{"n_components": 2, **parameters}).fit(WINE.to_numpy())
    np.testing.assert_allclose(found, estimator.eigenvalues_, rtol=1e-9, atol=1e-12)
    assert kpca("project m.npz wine.csv --json") == 0  # its kernel can be read again
    scores = strict(capsys.readouterr().out)["scores"]
    right = estimator.transform(WINE.to_numpy())
    np.testing.assert_allclose(scores, right, atol=1e-9 * np.abs(right).max())


# project


@pytest.fixture
def model(folder):
    table("old.csv", OLD)
    how = "--standardise --components 4 --kernel 'Gaussian(20)' --quiet"
    assert kpca(f"fit old.csv {how} --out model.npz") == 0
    return folder / "model.npz"


@pytest.mark.parametrize("kernel", [Gaussian(20.0), Polynomial(2, offset=1.0)], ids=repr)
def test_scores_are_those_of_the_estimator(kernel, capsys):
    table("old.csv", OLD)
    how = f"--standardise --components 4 --kernel '{kernel!r}' --out model.npz"
    assert kpca(f"fit old.csv {how}") == 0
    # The columns are found by name, in whatever order they are.
    order = np.random.default_rng(0).permutation(13)
    table("new.csv", NEW[:, order], [ALL_WINE.feature_names[j] for j in order])
    assert kpca("project model.npz new.csv --out scores.csv") == 0
    estimator = KernelPCA(kernel, n_components=4).fit(standardised(OLD))
    found, rows = scores_in("scores.csv")
    right = estimator.transform((NEW - OLD.mean(axis=0)) / OLD.std(axis=0))
    np.testing.assert_allclose(found, right, atol=1e-9 * np.abs(right).max())
    assert [int(row["line"]) for row in rows] == list(range(2, len(NEW) + 2))
    assert f"{len(NEW)} rows × 13 columns" in capsys.readouterr().out


def test_another_table_is_refused_by_name(model, folder, capsys):
    table("new.csv", NEW[:, :2], ["alcohol", "acid"])
    assert kpca("project model.npz new.csv --out s.csv") == 1
    error = capsys.readouterr().err
    assert "new.csv lacks 12 columns of the model: 'malic_acid', 'ash'" in error
    assert "It has 'alcohol', 'acid'" in error
    assert not (folder / "s.csv").exists()


def test_gaps_are_left_out_or_filled_as_the_fit_did(capsys):
    old, new = OLD.copy(), NEW[:3].copy()
    old[5, 2] = new[1, 0] = np.nan
    table("old.csv", old)
    table("new.csv", new)
    how = "--kernel 'Gaussian(1e5)' --components 2 --out model.npz --missing median"
    assert kpca(f"fit old.csv {how}") == 0
    assert "1 cell filled with the column's median" in capsys.readouterr().out
    medians = np.nanmedian(old, axis=0)
    fitted = KernelPCA(Gaussian(1e5), n_components=2)
    fitted.fit(np.where(np.isnan(old), medians, old))
    right = fitted.transform(np.where(np.isnan(new), medians, new))
    assert kpca("project model.npz new.csv --out s.csv") == 0
    np.testing.assert_allclose(scores_in("s.csv")[0], right, atol=1e-9)
    assert kpca("project model.npz new.csv --out s.csv --missing rows") == 0
    assert [row["line"] for row in scores_in("s.csv")[1]] == ["2", "4"]
    assert kpca("project model.npz new.csv --out s.csv --missing refuse") == 1
    assert "line 3 has nothing in 'alcohol'" in capsys.readouterr().err


BROKEN = {
    "foreign": lambda path, arrays: np.savez(path, X=NEW),
    "cut off": lambda path, arrays: path.write_bytes(path.read_bytes()[:2000]),
    "text": lambda path, arrays: path.write_text("a,b\n1,2\n"),
    "object": lambda path, arrays: np.savez(
        path, **arrays | {"columns": np.array([{}], dtype=object)}
    ),
    "shape": lambda path, arrays: np.savez(path, **arrays | {"points": arrays["points"][:, :3]}),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_is_no_model_gets_a_message(kind, model, capsys):
    with np.load(model) as file:
        BROKEN[kind](model, dict(file))
    table("new.csv", NEW)
    assert kpca("project model.npz new.csv --out s.csv") == 1
    error = capsys.readouterr().err
    assert "model.npz" in error
    assert error.count("\n") == 1


# choose, explore


@pytest.fixture
def planted():
    X = clusters(np.random.default_rng(0), 90, 7.0, 5)
    table("clusters.csv", X, [f"c{d}" for d in range(5)])
    return "choose clusters.csv --widths 4 --components 4 --shuffles 20"


def test_json_is_what_was_found_and_drawings_are_written(planted, folder, capsys):
    assert kpca(f"{planted} --quiet --json --out choice.svg") == 0
    printed = capsys.readouterr()
    found = strict(printed.out)
    assert (found["components"], found["resolution"]) == (2, 1 / 21)
    assert len(found["kernels"]) == len(found["scores"]) == 4
    assert found["kernel"] in found["kernels"]
    assert (folder / "choice.svg").read_text("utf-8").startswith("<?xml")
    assert "stand out" not in printed.err
    assert kpca(f"{planted} --json") == 0
    printed = capsys.readouterr()
    assert strict(printed.out) == found
    lines = printed.err.splitlines()
    assert sum(line.startswith("*") for line in lines) == 1
    assert lines[-2].startswith("  p-values of the components at * : 0.048, 0.048")
    assert "2 components stand out" in lines[-1]


def test_a_table_becomes_one_file(folder, capsys):
    assert kpca("explore builtin:iris --components 2 --html explored.html") == 0
    said = capsys.readouterr().out
    assert "Solved for" in said
    assert "at most" in said
    assert (folder / "explored.html").stat().st_size < 5e6
    assert "Kernel PCA of Iris" in (folder / "explored.html").read_text(encoding="utf-8")


# figure


def test_a_figure_prints_its_numbers_beside_the_published_ones(capsys):
    assert kpca("figure 4") == 0
    output = capsys.readouterr().out
    for value in figure("4").published:
        assert f"{value:>9.3f}{value:>18.3f}" in output
    assert output.count("[holds]") == 5
    assert "FAILS" not in output
    assert "the points of the 1998 paper" in output
    assert kpca("figure 4 --seed 3") == 0
    output = capsys.readouterr().out
    value = run(figure("4"), 3).values[0]
    assert f"{value:>9.3f}{22.558:>18.3f}{value - 22.558:>+12.4f}" in output
    assert "[FAILS]" in output


def test_negative_eigenvalues_and_draws_are_printed_with_their_range(folder, capsys):
    assert kpca("figure 5 --draws 20 --out figure.json") == 0
    band = monte_carlo(figure("5"), 20)
    low, high = band.quantiles[0, 0], band.quantiles[-1, 0]
    output = capsys.readouterr().out
    assert "28 negative eigenvalues: -1.464, -0.700, -0.341" in output
    assert f"{low:>12.3f} …{high:>7.3f}" in output
    assert f"holds on {band.claim_shares[1]:.0%} of 20 draws" in output
    content = strict((folder / "figure.json").read_text("utf-8"))["monte_carlo"]
    assert content["draws"] == 20
    assert content["quantiles"]["0.5"] == band.quantiles[2].tolist()
    assert kpca("figure 5 --draws 1") == 0
    assert "% of 1 draw\n" in capsys.readouterr().out


def test_every_figure_in_every_format_from_one_command(folder, capsys):
    assert kpca("figure all --out figures --format svg json json") == 0
    expected = {f"figure-{n}.{f}" for n in FIGURES for f in ("svg", "json")}
    assert {path.name for path in (folder / "figures").iterdir()} == expected
    for name in FIGURES:
        assert b"<svg" in (folder / "figures" / f"figure-{name}.svg").read_bytes()[:1000]
        content = strict((folder / "figures" / f"figure-{name}.json").read_text("utf-8"))
        assert (content["figure"], content["software"]) == (name, SOFTWARE)
    assert capsys.readouterr().out.count("wrote ") == len(expected)


def test_a_page_of_a_figure_needs_no_network(folder):
    assert kpca("figure prml-12.16 --out d.html --out e.pdf") == 0
    html = (folder / "d.html").read_text("utf-8")
    assert "://" not in html.replace("http://www.w3.org/", "")
    assert f"{SOFTWARE}</p>\n" in html
    assert (folder / "e.pdf").read_bytes().startswith(b"%PDF")


# table

SMALL = "table 1 --data builtin --degrees 1 2 --components 8 16 --out"


def test_table_1_on_the_built_in_digits(folder, capsys):
    assert kpca(f"{SMALL} table.csv") == 0
    with (folder / "table.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    places = [(int(row["degree"]), int(row["components"])) for row in rows]
    assert places == [(1, 8), (1, 16), (2, 8), (2, 16)]
    output = capsys.readouterr().out
    for row in rows:
        assert 0 < float(row["error"]) < 30
        assert row["published"] == ""
        assert f"{float(row['error']):.1f}" in output
    assert "degree 2" in output
    assert "wrote table.csv" in output


def test_table_1_as_json_keeps_what_was_done_before_an_interrupt(folder, capsys, monkeypatch):
    def interrupted(*arguments, **more):
        yield digits.Cell(1, 32, 9.5, 9.6, 1.0, 2.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(digits, "table_cells", interrupted)
    assert kpca(f"{SMALL} table.JSON") == 130
    content = strict((folder / "table.JSON").read_text("utf-8"))
    assert content["cells"][0]["error"] == 9.5
    output = capsys.readouterr().out
    assert "9.5 (9.6)" in output
    assert "1 published entry: mean difference 0.10 points" in output
