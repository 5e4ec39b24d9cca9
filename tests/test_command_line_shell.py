"""The command line among others of a shell: streams, JSON, scikit-learn's words, completion."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from support.paths import ROOT
from support.processes import python

from kpca_core import KernelPCA
from kpca_core.__main__ import main
from kpca_core.commands import COMMANDS
from kpca_core.commands.command_line import whole_parser

WINE = load_wine(as_frame=True).data.iloc[::6, :4]
FEW = ("--quiet", "--components", "2")


def kpca(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a table and a model of it."""
    monkeypatch.chdir(tmp_path)
    WINE.to_csv("wine.csv", index=False)
    assert kpca("fit", "wine.csv", *FEW, "--standardise", "--out", "model.npz") == 0
    return tmp_path


@pytest.fixture
def stdin(monkeypatch):
    """What standard input is to hold."""

    def given(path: str) -> None:
        content = io.BytesIO((ROOT / path).read_bytes() if "/" in path else _bytes(path))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))

    return given


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


@contextmanager
def pipe(path: str) -> Iterator[str]:
    """The name of a pipe that holds a file, as <(cat file) in a shell."""
    reading, writing = os.pipe()
    os.write(writing, _bytes(path))
    os.close(writing)
    try:
        yield f"/dev/fd/{reading}"
    finally:
        os.close(reading)


def strict(text: str):
    """The value of JSON without NaN, which is none."""

    def refuse(name: str) -> None:
        raise AssertionError(name)

    return json.loads(text, parse_constant=refuse)


# Standard input and output


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_table_comes_from_standard_input(name, folder, stdin, capsys):
    assert kpca("fit", "wine.csv", *FEW, "--json") == 0
    right = strict(capsys.readouterr().out)
    stdin("wine.csv")
    assert kpca("fit", name, *FEW, "--json") == 0
    found = strict(capsys.readouterr().out)
    assert found["Data"] == right["Data"].replace("wine.csv", "standard input")
    for one in (right, found):
        del one["Data"], one["Title"]
    assert found == right


def test_model_and_table_come_from_pipes(folder, stdin, capsys):
    assert kpca("project", "model.npz", "wine.csv", "--quiet") == 0
    right = capsys.readouterr().out
    with pipe("model.npz") as model, pipe("wine.csv") as table:
        assert kpca("project", model, table, "--quiet") == 0
    assert capsys.readouterr().out == right
    stdin("model.npz")
    assert kpca("project", "-", "wine.csv", "--quiet") == 0
    assert capsys.readouterr().out == right
    assert kpca("project", "-", "/dev/stdin") == 2
    assert "Standard input can be read once" in capsys.readouterr().err


def test_the_digits_of_table_1_come_from_standard_input(folder, stdin, capsys, monkeypatch):
    from kpca_core.reproduction import digits

    rng = np.random.default_rng(0)
    np.savez(
        "digits.npz", X_train=rng.uniform(-1, 1, (40, 256)), y_train=np.arange(40) % 10,
        X_test=rng.uniform(-1, 1, (20, 256)), y_test=np.arange(20) % 10,
    )  # fmt: skip
    cells = lambda data, **_: [digits.Cell(1, len(data.X_train), 9.0, None, 1, 2)]  # noqa: E731
    monkeypatch.setattr(digits, "table_cells", cells)
    stdin("digits.npz")
    assert kpca("table", 1, "--data", "-", "--json") == 0
    assert strict(capsys.readouterr().out)["cells"][0]["components"] == 40


def test_data_goes_to_standard_output_and_the_report_beside_it(folder, capsys):
    assert kpca("fit", "wine.csv", "--components", 2, "--out", "-") == 0
    found = capsys.readouterr()
    assert list(pd.read_csv(io.StringIO(found.out))) == ["line", "score1", "score2"]
    assert "component 2" in found.err
    assert kpca("fit", "wine.csv", *FEW, "--out", "/dev/stdout") == 0
    assert capsys.readouterr() == (found.out, "")
    assert sorted(path.name for path in folder.iterdir()) == ["model.npz", "wine.csv"]


@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("fit wine.csv --format npz", b"PK"),
        ("fit wine.csv --format svg", b"<?xml"),
        ("choose wine.csv --widths 1 --shuffles 19", b"<?xml"),
        ("explore wine.csv --components 1", b"<!doctype html"),
        ("derive wine.csv --rows 5 --format ipynb", b"{"),
        ("figure 5", b"<?xml"),
    ],
)
def test_every_format_goes_to_standard_output(command, start, folder, capfdbinary):
    assert kpca(*command.split(), "--quiet", "--out", "-") == 0
    assert capfdbinary.readouterr().out.startswith(start)


@pytest.mark.parametrize(
    ("command", "has"),
    [
        ("fit wine.csv", "eigenvalues"),
        ("project model.npz wine.csv", "scores"),
        ("choose wine.csv --widths 1 --shuffles 19", "p_values"),
        ("choose wine.csv --widths 1 --denoise", "errors"),
        ("explore wine.csv --components 1", "largest_errors"),
        ("derive wine.csv --rows 5", "gram_centred"),
        ("figure 5", "claims"),
        ("figure 5 --draws 2", "monte_carlo"),
        ("table 1 --data builtin --degrees 1 --components 8", "cells"),
    ],
)
def test_every_command_prints_json_alone(command, has, folder, capsys, monkeypatch):
    from kpca_core.reproduction import digits

    cells = lambda *_, **__: [digits.Cell(1, 8, 9.0, None, 1, 2)]  # noqa: E731
    monkeypatch.setattr(digits, "table_cells", cells)
    assert kpca(*command.split(), "--json") == 0
    assert strict(capsys.readouterr().out)[has]
    assert kpca(*command.split(), "--json", "--out", "-") == 2
    assert "- would be written twice" in capsys.readouterr().err


def test_all_figures_are_one_list(capsys):
    from kpca_core.reproduction import FIGURES

    assert kpca("figure", "all", "--json", "--quiet") == 0
    assert [one["figure"] for one in strict(capsys.readouterr().out)] == list(FIGURES)
    assert kpca("figure", "all", "--out", "-") == 2
    assert "needs --format json" in capsys.readouterr().err


def test_a_terminal_gets_no_binary_file(folder, monkeypatch, capsys):
    terminal = io.TextIOWrapper(io.BytesIO())
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", terminal)
    assert kpca("fit", "wine.csv", "--out", "-", "--format", "npz") == 2
    assert "npz is not for a terminal" in capsys.readouterr().err


def test_one_format_goes_to_standard_output(folder, capsys):
    assert kpca("fit", "wine.csv", "--out", "-", "--format", "csv", "json") == 2
    assert "one format; got --format csv json" in capsys.readouterr().err
    assert kpca("explore", "wine.csv") == 2
    assert "required: --html" in capsys.readouterr().err


@pytest.mark.parametrize(
    "streams", ["fit - --out wine.csv < wine.csv", "fit wine.csv --out - >> wine.csv"]
)
def test_a_stream_is_not_the_file_that_is_read(streams, folder):
    before = _bytes("wine.csv")
    command = f"'{sys.executable}' -m kpca_core {streams}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    assert "is a file that is read" in done.stderr
    assert _bytes("wine.csv") == before


# Files


def test_scores_are_read_as_they_are_and_described_beside(folder):
    assert kpca("fit", "wine.csv", *FEW, "--kernel", "Gaussian(2)", "--out", "scores.csv") == 0
    found = pd.read_csv("scores.csv")
    assert found.shape == (len(WINE), 3)
    assert found.dtypes.map(pd.api.types.is_numeric_dtype).all()
    described = strict((folder / "scores.csv-metadata.json").read_text("utf-8"))
    assert described["url"] == "scores.csv"
    assert described["notes"][0]["Kernel"] == "Gaussian(width=2)"
    (folder / "scores.csv-metadata.json").rename("table.csv")
    os.symlink("wine.csv", "scores.csv-metadata.json")
    assert kpca("fit", "wine.csv", "--out", "scores.csv") == 2


@pytest.mark.parametrize("path", ["nowhere/a.csv", "wine.csv/a.csv", "below/nowhere/a.json"])
def test_a_folder_that_is_not_there_is_an_error_unless_asked_for(path, folder, capsys, monkeypatch):
    monkeypatch.setattr("kpca_core.commands.fit.read_table", lambda *_: pytest.fail("computed"))
    assert kpca("fit", "wine.csv", "--out", path) == 2
    assert "no folder" in capsys.readouterr().err
    monkeypatch.undo()
    os.chdir(folder)
    expected = 2 if path.startswith("wine.csv") else 0
    assert kpca("fit", "wine.csv", *FEW, "--out", path, "--parents") == expected
    assert (folder / path).exists() == (expected == 0)


def test_the_folder_of_figures_is_asked_for_by_its_name(folder, capsys):
    assert kpca("figure", 5, "--out", "figures", "--format", "json") == 0
    assert (folder / "figures" / "figure-5.json").exists()
    assert kpca("figure", 5, "--out", "nowhere/figures") == 2
    assert not (folder / "nowhere").exists()


def test_it_reads_what_it_has_written(folder, capsys):
    assert kpca("fit", "wine.csv", *FEW, "--standardise", "--json") == 0
    right = strict(capsys.readouterr().out)
    assert kpca("fit", "model.npz", *FEW, "--standardise", "--json") == 0
    found = strict(capsys.readouterr().out)
    assert found["columns"] == list(WINE)
    assert found["eigenvalues"] == right["eigenvalues"]
    assert kpca("project", "model.npz", "model.npz", "--json") == 0
    projected = strict(capsys.readouterr().out)
    np.testing.assert_allclose(projected["scores"], right["scores"], atol=1e-12)
    assert kpca("fit", "wine.csv", *FEW, "--out", "scores.csv") == 0
    capsys.readouterr()
    assert kpca("fit", "scores.csv", *FEW, "--json") == 0
    assert strict(capsys.readouterr().out)["columns"] == ["score1", "score2"]
    assert kpca("fit", "wine.csv", *FEW, "--out", "all.json") == 0
    for path in ("all.json", "scores.csv-metadata.json"):
        assert kpca("fit", path) == 1
        assert "take the .csv or .npz file" in capsys.readouterr().err


# scikit-learn's words


@pytest.mark.parametrize(
    ("words", "parameters"),
    [
        ("--kernel rbf", {"kernel": "rbf"}),
        ("--kernel rbf --gamma 0.01", {"kernel": "rbf", "gamma": 0.01}),
        ("--kernel poly --degree 2 --coef0 0.5 --gamma 0.1",
         {"kernel": "poly", "degree": 2, "coef0": 0.5, "gamma": 0.1}),
        ("--kernel laplacian --gamma 0.1", {"kernel": "laplacian", "gamma": 0.1}),
        ("--kernel sigmoid --gamma 0.001 --coef0 0",
         {"kernel": "sigmoid", "gamma": 0.001, "coef0": 0}),
        ("--kernel cosine", {"kernel": "cosine"}),
        ("--kernel linear --components 0.95", {"kernel": "linear", "n_components": 0.95}),
        ("--kernel rbf --components 0.9", {"kernel": "rbf", "n_components": 0.9}),
    ],
)  # fmt: skip
def test_scikit_learns_words_mean_the_same(words, parameters, folder, capsys):
    assert (
        kpca("fit", "wine.csv", "--components", 2, *words.split(), "--json", "--out", "m.npz") == 0
    )
    found = strict(capsys.readouterr().out)["eigenvalues"]
    estimator = KernelPCA(**{"n_components": 2, **parameters}).fit(WINE.to_numpy())
    np.testing.assert_allclose(found, estimator.eigenvalues_, rtol=1e-9, atol=1e-12)
    assert kpca("project", "m.npz", "wine.csv", "--json") == 0  # its kernel can be read again
    scores = strict(capsys.readouterr().out)["scores"]
    right = estimator.transform(WINE.to_numpy())
    np.testing.assert_allclose(scores, right, atol=1e-9 * np.abs(right).max())


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--kernel rbf(gamma=0.5)", 2, "Write Gaussian.from_gamma(gamma) for 'rbf'."),
        ("--kernel gaussian", 2, "Write Gaussian(width) for 'gaussian'."),
        ("--kernel chi2", 2, "'chi2' is no kernel"),
        ("--gamma 0.5", 1, "--gamma 0.5 needs a kernel by scikit-learn's name: add --kernel rbf."),
        ("--gamma 1 --kernel Gaussian(2)", 1, "got Gaussian(width=2), which has its own"),
        ("--kernel rbf --gamma -1", 1, "got --gamma -1.0."),
        ("--kernel poly --degree 2.5", 1, "take a whole --degree"),
        ("--components 1.5", 2, "a share of the variance between 0 and 1; got '1.5'"),
        ("--columns 3-1", 1, "--columns 3-1: the first number is the larger one."),
        ("--columns 1-9", 1, "no column '9'"),
        ("--solver separable", 1, "--solver separable needs"),
        ("--solver separable", 1, "Use --solver auto."),
        ("--tol 2", 1, "got --tol 2.0."),
    ],
)
def test_messages_are_in_the_words_of_the_command_line(words, code, said, folder, capsys):
    assert kpca("fit", "wine.csv", *words.split()) == code
    assert said in capsys.readouterr().err


def test_gaps_are_said_in_the_words_of_the_command_line(folder, capsys):
    (folder / "gaps.csv").write_text("a,b\n1,2\n3,\n4,4\n")
    assert kpca("fit", "gaps.csv") == 1
    assert capsys.readouterr().err.endswith("medians: --missing rows, columns or median.\n")


def test_ranges_of_columns(folder, capsys):
    names = list(WINE)
    for words, chosen in (("1-3", names[:3]), ("4 1-2", [names[3], *names[:2]])):
        assert kpca("fit", "wine.csv", "--columns", *words.split(), *FEW, "--json") == 0
        assert strict(capsys.readouterr().out)["columns"] == chosen


def test_a_warning_of_the_library_is_one_line_of_its_own(folder, capsys, monkeypatch):
    import warnings

    from kpca_core.commands import derive

    place = derive._place

    def warned(*arguments):
        warnings.warn("Two\nlines.", UserWarning, stacklevel=1)
        return place(*arguments)

    monkeypatch.setattr(derive, "_place", warned)
    assert kpca("derive", "wine.csv", "--rows", 5) == 0
    assert capsys.readouterr().err == "kpca: Two lines.\n"


# Interrupts and completion


@pytest.mark.parametrize("package", ["numpy", "scipy"])
def test_an_interrupt_while_importing_is_quiet(package):
    code = f"""
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {package!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from kpca_core.__main__ import main
sys.exit(main(["fit", "builtin:wine"]))
"""
    done = python(code)
    assert (done.returncode, done.stderr) == (130, "kpca: interrupted\n")


def test_the_help_imports_no_library_of_the_commands():
    code = "from kpca_core.__main__ import main; main(['--help']); print('scipy' in sys.modules)"
    assert python(code).stdout.splitlines()[-1] == "False"


def test_completion_knows_commands_options_and_values(tmp_path, capsys):
    pytest.importorskip("shtab")
    for shell in ("bash", "zsh", "fish", "tcsh"):
        assert kpca("--completion", shell) == 0
        (tmp_path / shell).write_text(capsys.readouterr().out)
    script = """
source ./bash
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_kpca; echo "${COMPREPLY[@]}"; }
try kpca pro; try kpca fit --mis; try kpca fit --missing med; try kpca fit zs
"""
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["project", "--missing", "median", "zsh"]


def test_completion_names_its_extra(capsys):
    done = python(
        "from kpca_core.__main__ import main; sys.exit(main(['--completion', 'bash']))",
        without=["shtab"],
    )
    assert done.returncode == 1
    said = "kpca: error: shtab, which writes completions, is not installed: pip install "
    assert done.stderr.startswith(said)


# The page

PAGE = (ROOT / "docs" / "command-line.md").read_text("utf-8")
SCRIPT = ROOT / "docs" / "shell.sh"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


@pytest.fixture(scope="module")
def made():
    return runpy.run_path(str(ROOT / "docs" / "offered.py"))["files"]()["_commands.md"]


def test_the_help_of_a_command_names_every_option_of_its_page(made, capsys):
    page = PAGE + SCRIPT.read_text("utf-8").replace("\\\n", " ")
    for name in COMMANDS:
        assert kpca(name, "--help") == 0
        own = set(OPTION.findall(capsys.readouterr().out))
        section = made.partition(f"## `kpca {name}`\n")[2].partition("\n## ")[0]
        named = set(OPTION.findall(section))
        for line in re.findall(rf"kpca {name} .*", page):
            named |= set(OPTION.findall(re.split(r" kpca |\| (?!kpca)|`|#", line)[0]))
        assert own == named


def test_the_page_names_no_option_that_no_command_has():
    known = {one for parser in (whole_parser()[0], *whole_parser()[1].values())
             for action in parser._actions for one in action.option_strings}  # fmt: skip
    assert set(OPTION.findall(PAGE)) <= known


def test_the_script_of_the_page_runs(tmp_path):
    if missing := [one for one in ("bash", "jq", "awk", "gunzip") if shutil.which(one) is None]:
        pytest.skip(f"needs {missing}")
    for name, module in (("kpca", "-m kpca_core"), ("python", "")):
        (tmp_path / name).write_text(f"#!/bin/sh\nexec '{sys.executable}' {module} \"$@\"\n")
        (tmp_path / name).chmod(0o755)
    out = tmp_path / "out"
    out.mkdir()
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}:{os.environ['PATH']}"
    }  # fmt: skip
    done = subprocess.run(
        ["bash", SCRIPT, out], capture_output=True, text=True, env=environment, timeout=120
    )
    assert done.returncode == 0, done.stderr
    fitted = strict((out / "fit.json").read_text())
    assert fitted["certified"]
    assert fitted["share"] >= 0.8
    joined, scores = pd.read_csv(out / "pandas.csv"), pd.read_csv(out / "scores.csv")
    rows = pd.read_csv(out / "all.csv")[1::2].reset_index(drop=True)
    assert list(scores["label"]) == list(rows["ring"])
    pd.testing.assert_frame_equal(joined[["x", "ring"]], rows[["x", "ring"]])
    np.testing.assert_array_equal(joined["score1"], scores["score1"])
    assert len(pd.read_csv(out / "inner.csv")) == (rows["ring"] == "inner").sum()
    for tool, file in (("csvjoin", "csvkit.csv"), ("mlr", "miller.csv")):
        assert (out / file).exists() == bool(shutil.which(tool))
        if (out / file).exists():
            assert (out / file).read_text() == (out / "pandas.csv").read_text()
