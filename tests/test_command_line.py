"""Every command among others of a shell: messages, exit codes, streams, files, help, languages."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from support.paths import ROOT
from support.processes import EXTRAS, python
from support.shell import COMMAND, FEW, WINE, files_in, kpca, strict

import kpca_core
from kpca_core.commands import COMMANDS
from kpca_core.commands.command_line import whole_parser
from kpca_core.commands.options import output_path
from kpca_core.reproduction import FIGURES, digits


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with tables under several names, and a model of one."""
    folder = tmp_path_factory.mktemp("made")
    WINE.to_csv(folder / "wine.csv", index=False)
    (folder / "gaps.csv").write_text("a,b\n1,2\n3,\n4,4\n")
    (folder / "words.csv").write_text("a,b\n1,x\n2,y\n4,x\n")
    np.savez(folder / "data.npz", X=WINE.to_numpy())
    how = f"fit {folder / 'wine.csv'} {FEW} --standardise --out"
    assert kpca(how, folder / "model.npz") == 0
    return folder


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    """The current folder, with the same files, links to them, and a folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    links = {"link.csv": "wine.csv", "link.html": "wine.csv", "link.svg": "wine.csv"}
    for link, name in {**links, "model.csv": "model.npz", "away": "."}.items():
        os.symlink(name, link)
    os.link("wine.csv", "hard.csv")
    os.mkdir("below")
    return tmp_path


@pytest.fixture
def stdin(monkeypatch):
    """What standard input is to hold."""

    def given(path: str) -> None:
        with open(path, "rb") as file:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read())))

    return given


@pytest.fixture
def one_cell(monkeypatch):
    """Table 1 with one entry, whose components count the training digits."""
    cells = lambda data, **_: [digits.Cell(1, len(data.X_train), 9.0, None, 1, 2)]  # noqa: E731
    monkeypatch.setattr(digits, "table_cells", cells)


# Messages


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("", 2, "required"),
        ("figure 6", 2, "prml-12.16"),
        ("figure 4 --out figure.bmp", 2, "ends in .svg, .pdf, .png, .html, .json; got"),
        ("figure all --out figure.svg", 2, "all needs a directory"),
        ("figure prml-12.16 --seed paper", 2, 'no draw "paper"'),
        ("figure 4 --draws 0", 2, "whole number >= 1"),
        ("figure 4 --out ''", 2, "need the path of a file or a folder; got ''"),
        ("figure 4 --format png pdf", 2, "--format png pdf says what to"),
        ("figure 4 --format png --out a.svg", 2,
         "--format png says what to write into a folder or to standard output"),
        ("figure 5 --out wine.csv/figure.json", 2, "wine.csv is a file, and no folder"),
        ("figure 5 --out nowhere/figures", 2, "--parents"),
        ("figure all --out -", 2, "needs --format json"),
        ("table 1 --data ''", 2, "need a path, builtin or openml; got ''"),
        ("table 1 --data nowhere.npz", 1, "There is no file"),
        ("table 1 --data builtin --degrees 1 --components 9999", 1, "no entry"),
        ("fit wine.csv --kernel Gausian(1)", 2, "no kernel 'Gausian'"),
        ("fit wine.csv --gamma 0.5", 1,
         "--gamma 0.5 needs a kernel by scikit-learn's name: add --kernel rbf."),
        ("fit wine.csv --gamma 1 --kernel Gaussian(2)", 1, "got Gaussian(width=2), which has"),
        ("fit wine.csv --kernel poly --degree 2.5", 1, "take a whole --degree"),
        ("fit wine.csv --components 0", 2, "got '0'"),
        ("fit wine.csv --components 1.5", 2, "a share of the variance between 0 and 1; got '1.5'"),
        ("fit wine.csv --columns 3-1", 1, "--columns 3-1: the first number is the larger one."),
        ("fit words.csv --plane a b", 1, "--plane needs two columns that are analysed"),
        ("fit wine.csv --plane a b", 1, "got a b"),
        ("fit wine.csv --solver separable", 1, "--solver separable needs"),
        ("fit wine.csv --tol 2", 1, "got --tol 2.0."),
        ("fit gaps.csv", 1, "medians: --missing rows, columns or median.\n"),
        ("fit wine.csv --out - --format csv json", 2, "one format; got --format csv json"),
        ("project - /dev/stdin", 2, "Standard input can be read once"),
        ("explore wine.csv", 2, "required: --html"),
        ("explore wine.csv --html explored.svg", 2, "--html needs a file that ends in .html"),
        ("explore wine.csv --html e.html --along depth", 1,
         "--along names a number of the kernel (width); got 'depth'."),
        ("explore wine.csv --html e.html --also width", 1,
         "--also needs another parameter than --along width."),
        ("explore wine.csv --html e.html --kernel Linear()", 1,
         "--along names a number of the kernel (none); got ''."),
        ("choose wine.csv --out choice.csv", 2, "ends in .svg, .pdf, .png, .json; got choice.csv"),
        ("choose wine.csv --quiet --shuffles 5", 1, "needs at least 19"),
        ("choose wine.csv --quiet --widths 1 --denoise much", 1, "--denoise needs a number"),
        ("derive wine.csv --rows 5 --at 1,x", 1, "--at needs numbers such as 0.2,0.3; got '1,x'."),
        ("derive wine.csv --rows 5 --at 1", 1, "--at needs 4 numbers, one a column; got '1'."),
        ("app --port 0", 2, "from 1 to 65535; got '0'"),
        ("app --static new --port 8600", 2, "leave out --host and --port"),
        ("app --host 192.0.2.1", 1, "cannot listen at '192.0.2.1'"),
    ],
)  # fmt: skip
def test_an_error_is_one_line_that_quotes_the_value(words, code, said, folder, capsys):
    before = files_in(folder)
    assert kpca(words) == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert "error: " in printed.err
    assert ("--help)\n" in printed.err) == (code == 2)
    assert printed.out == ""
    assert files_in(folder) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fit", "kpca fit：错误：缺少参数：DATA（见 kpca fit --help）"),
        ("fit wine.csv --kernel Gausian(1)", "没有核 'Gausian'"),
        ("fit gaps.csv", "缺少数"),
    ],
)
def test_errors_of_the_library_are_said_in_the_language_that_was_asked_for(
    words, said, folder, capsys
):
    kpca(f"--language zh {words}")
    chinese = capsys.readouterr().err
    assert said in chinese
    assert "错误：" in chinese
    kpca(words)
    assert "error: " in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(capsys):
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        assert kpca(f"app --port {port}") == 1
    assert f"port {port} is taken" in capsys.readouterr().err


def test_a_folder_with_other_files_is_not_emptied_for_the_explorer(tmp_path):
    (tmp_path / "mine.txt").write_text("")
    done = python(COMMAND, "app", "--static", tmp_path)
    assert done.returncode == 2
    assert f"{tmp_path} holds other files" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_without_a_font_for_a_language_a_drawing_is_in_english_and_says_so(
    capsys, monkeypatch, tmp_path
):
    from kpca_core.drawing.printing import faces

    monkeypatch.setattr(faces, "_further", lambda name: None)
    assert kpca("--language zh figure 4", "--out", tmp_path / "a.svg") == 0
    said = capsys.readouterr()
    assert "没有能把这种语言写入" in said.err
    assert said.out.startswith("Figure 4")


# Standard input and output


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_table_comes_from_standard_input(name, folder, stdin, capsys):
    assert kpca(f"fit wine.csv {FEW} --json") == 0
    right = strict(capsys.readouterr().out)
    stdin("wine.csv")
    assert kpca(f"fit {name} {FEW} --json") == 0
    found = strict(capsys.readouterr().out)
    assert found["Data"] == right["Data"].replace("wine.csv", "standard input")
    for one in (right, found):
        del one["Data"], one["Title"]
    assert found == right


def test_model_and_table_come_from_pipes(folder, stdin, capsys):
    assert kpca("project model.npz wine.csv --quiet") == 0
    right = capsys.readouterr().out
    piped = []
    for path in ("model.npz", "wine.csv"):
        reading, writing = os.pipe()
        os.write(writing, (folder / path).read_bytes())
        os.close(writing)
        piped.append(reading)
    assert kpca("project --quiet /dev/fd/{} /dev/fd/{}".format(*piped)) == 0
    for one in piped:
        os.close(one)
    assert capsys.readouterr().out == right
    stdin("model.npz")
    assert kpca("project - wine.csv --quiet") == 0
    assert capsys.readouterr().out == right


def test_the_digits_of_table_1_come_from_standard_input(folder, stdin, capsys, one_cell):
    rng = np.random.default_rng(0)
    np.savez(
        "digits.npz", X_train=rng.uniform(-1, 1, (40, 256)), y_train=np.arange(40) % 10,
        X_test=rng.uniform(-1, 1, (20, 256)), y_test=np.arange(20) % 10,
    )  # fmt: skip
    stdin("digits.npz")
    assert kpca("table 1 --data - --json") == 0
    assert strict(capsys.readouterr().out)["cells"][0]["components"] == 40


def test_data_goes_to_standard_output_and_the_report_beside_it(folder, capsys):
    before = files_in(folder)
    assert kpca("fit wine.csv --components 2 --out -") == 0
    found = capsys.readouterr()
    assert list(pd.read_csv(io.StringIO(found.out))) == ["line", "score1", "score2"]
    assert "component 2" in found.err
    assert kpca(f"fit wine.csv {FEW} --out /dev/stdout") == 0
    assert capsys.readouterr() == (found.out, "")
    assert files_in(folder) == before
    assert kpca(f"fit wine.csv {FEW} --out scores.csv") == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("command", "start"),
    [
        ("fit wine.csv --format npz", b"PK"),
        ("explore wine.csv --components 1", b"<!doctype html"),
        ("figure 5", b"<?xml"),
    ],
)
def test_every_format_goes_to_standard_output(command, start, folder, capfdbinary):
    assert kpca(f"{command} --quiet --out -") == 0
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
def test_every_command_prints_json_alone(command, has, folder, capsys, one_cell):
    assert kpca(f"{command} --json") == 0
    assert strict(capsys.readouterr().out)[has]
    assert kpca(f"{command} --json --out -") == 2
    assert "- would be written twice" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_no_binary_file(folder, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert kpca("fit wine.csv --out - --format npz") == 2
    assert "npz is not for a terminal" in capsys.readouterr().err


def test_progress_is_drawn_on_a_terminal_unless_quiet(monkeypatch):
    for quiet, drawn in (("", True), ("--quiet", False)):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        assert kpca(f"figure 5 --draws 3 {quiet}") == 0
        assert ("new draws" in terminal.getvalue(), "3/3" in terminal.getvalue()) == (drawn, drawn)


@pytest.mark.parametrize(
    ("streams", "code"),
    [
        ("fit - --out wine.csv < wine.csv", 2),
        ("fit wine.csv --out - >> wine.csv", 2),
        ("figure 4 >&-", 0),
        ("figure 4 2>&-", 0),
    ],
)
def test_a_stream_is_closed_or_is_the_file_that_is_read(streams, code, folder):
    before = files_in(folder)
    command = f"'{sys.executable}' -m kpca_core {streams}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    assert done.returncode == code
    assert ("is a file that is read" in done.stderr) if code else (done.stderr == "")
    assert files_in(folder) == before


def test_a_reader_who_leaves_early_is_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "kpca_core", "figure", "4"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(60) == 1
    assert errors == ""


def test_a_terminal_without_greek_letters_still_gets_the_numbers():
    done = python(COMMAND, "figure", "4", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "22.558            22.558" in done.stdout


def test_an_interrupt_ends_with_130_and_no_traceback(capsys, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("kpca_core.commands.figure.monte_carlo", interrupted)
    assert kpca("figure 4 --draws 1000") == 130
    assert capsys.readouterr().err == "kpca: interrupted\n"


# Files


@pytest.mark.parametrize(
    "words",
    [
        "fit wine.csv --out wine.csv",
        "fit wine.csv --out away/wine.csv",
        "fit wine.csv --out link.csv",
        "fit hard.csv --out wine.csv",
        "fit wine.csv --out scores.csv --out hard.csv",
        "fit away/data.npz --out other.npz --out data.npz",
        "project model.npz wine.csv --out wine.csv",
        "project model.npz wine.csv --out model.csv",
        "choose wine.csv --out link.svg",
        "explore wine.csv --html link.html",
        "table 1 --data wine.csv --out wine.csv",
        "table 1 --data . --out model.csv",
        "fit wine.csv --out a.csv --out a.csv",
        "fit wine.csv --out a.svg --out a.json --out away/a.svg",
        "figure 5 --out below --out below/figure-5.svg",
        "figure all --out below --out away/below",
    ],
)
def test_no_output_replaces_what_is_read_or_another_one(folder, capsys, words):
    before = files_in(folder)
    assert kpca(f"{words} --quiet") == 2
    said = capsys.readouterr()
    twice = "would be written twice" in said.err
    assert twice or f"{output_path(words.split()[-1])} is a file that is read" in said.err
    assert twice == ("--out a." in words or words.startswith("figure"))
    assert said.out == ""
    assert files_in(folder) == before


@pytest.mark.parametrize("path", ["nowhere/a.csv", "wine.csv/a.csv", "below/nowhere/a.json"])
def test_a_folder_that_is_not_there_is_an_error_unless_asked_for(path, folder, capsys, monkeypatch):
    monkeypatch.setattr("kpca_core.commands.fit.analysed", lambda *_: pytest.fail("computed"))
    assert kpca(f"fit wine.csv --out {path}") == 2
    assert "no folder" in capsys.readouterr().err
    monkeypatch.undo()
    os.chdir(folder)
    expected = 2 if path.startswith("wine.csv") else 0
    assert kpca(f"fit wine.csv {FEW} --out {path} --parents") == expected
    assert (folder / path).exists() == (expected == 0)


def test_scores_are_read_as_they_are_and_described_beside(folder):
    assert kpca(f"fit wine.csv {FEW} --out scores.csv --kernel", "Gaussian(2)") == 0
    found = pd.read_csv("scores.csv")
    assert found.shape == (len(WINE), 3)
    assert found.dtypes.map(pd.api.types.is_numeric_dtype).all()
    described = strict((folder / "scores.csv-metadata.json").read_text("utf-8"))
    assert described["url"] == "scores.csv"
    assert described["notes"][0]["Kernel"] == "Gaussian(width=2)"
    (folder / "scores.csv-metadata.json").rename("table.csv")
    os.symlink("wine.csv", "scores.csv-metadata.json")
    assert kpca("fit wine.csv --out scores.csv") == 2


def test_it_reads_what_it_has_written(folder, capsys):
    assert kpca(f"fit wine.csv {FEW} --standardise --json --out all.json") == 0
    right = strict(capsys.readouterr().out)
    assert kpca(f"fit model.npz {FEW} --standardise --json") == 0
    found = strict(capsys.readouterr().out)
    assert found["columns"] == list(WINE)
    assert found["eigenvalues"] == right["eigenvalues"]
    assert kpca("project model.npz model.npz --json") == 0
    projected = strict(capsys.readouterr().out)
    np.testing.assert_allclose(projected["scores"], right["scores"], atol=1e-12)
    assert kpca(f"fit wine.csv {FEW} --out scores.csv") == 0
    assert kpca(f"fit scores.csv {FEW} --json") == 0
    assert strict(capsys.readouterr().out)["columns"] == ["score1", "score2"]
    for path in ("all.json", "scores.csv-metadata.json"):
        assert kpca(f"fit {path}") == 1
        assert "take the .csv or .npz file" in capsys.readouterr().err


# Libraries


@pytest.mark.parametrize(
    "words", ["figure all --json", "table 1 --data builtin --degrees 1 --components 8 --json"]
)
def test_numbers_need_the_library_alone(words):
    done = python(COMMAND, *words.split(), "--quiet", without=EXTRAS)
    assert (done.returncode, done.stderr) == (0, "")
    found = strict(done.stdout)
    if words.startswith("figure"):
        assert [one["figure"] for one in found] == list(FIGURES)


@pytest.mark.parametrize(
    ("words", "missing", "said"),
    [
        ("figure 5 --out figure.svg", "matplotlib",
         r"Matplotlib, which draws SVG, .* is not installed: pip install .*'matplotlib<4,>=3\.9'"),
        ("fit builtin:iris --out figure.pdf", "matplotlib", "Matplotlib, which draws SVG, PDF and"),
        ("choose builtin:iris --out figure.png", "matplotlib", "Matplotlib, which draws SVG, PDF"),
        ("--completion bash", "shtab",
         "shtab, which writes completions, is not installed: pip install "),
    ],
)  # fmt: skip
def test_a_missing_library_is_named_before_the_work(tmp_path, words, missing, said):
    code = f"import os; os.chdir({str(tmp_path)!r})\n{COMMAND}"
    done = python(code, *words.split(), without=[missing], PYTHONPATH=str(ROOT))
    assert (done.returncode, done.stdout) == (1, "")
    assert re.match(f"kpca: error: {said}", done.stderr)
    assert done.stderr.count("\n") == 1
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(("missing", "suffix"), [("matplotlib", "html"), ("plotly", "svg")])
def test_a_file_needs_only_the_library_that_draws_it(tmp_path, missing, suffix):
    path = tmp_path / f"figure.{suffix}"
    done = python(COMMAND, "figure", "5", "--out", path, without=[missing])
    assert (done.returncode, done.stderr) == (0, "")
    assert path.stat().st_size > 10_000


# Help, completion, and the page of the documentation

PAGE = (ROOT / "docs" / "command-line.md").read_text("utf-8")
SCRIPT = ROOT / "docs" / "shell.sh"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


def test_every_example_of_the_help_is_one_that_the_parser_takes():
    parsers = whole_parser()[0]
    for line in "".join(one.examples for one in COMMANDS.values()).splitlines():
        # Without the command before it and behind it, and what is said of it.
        words = re.split(r" {2,}|\| jq", line.strip().rpartition("gz | ")[2])[0]
        parsers.parse_args(shlex.split(words)[1:])


def test_the_help_has_the_version_and_examples_and_imports_no_library(capsys):
    assert kpca("--version") == 0
    assert capsys.readouterr().out == f"kpca {kpca_core.__version__}\n"
    for name, command in COMMANDS.items():
        assert kpca(f"{name} --help") == 0
        own = capsys.readouterr().out
        assert [one for one in COMMANDS.values() if one.examples in own] == [command]
    code = "from kpca_core.__main__ import main; main(['--help']); print('scipy' in sys.modules)"
    assert python(code).stdout.splitlines()[-1] == "False"


def test_completion_knows_commands_options_and_values(tmp_path, capsys):
    pytest.importorskip("shtab")
    for shell in ("bash", "zsh", "fish", "tcsh"):
        assert kpca(f"--completion {shell}") == 0
        (tmp_path / shell).write_text(capsys.readouterr().out)
    script = """
source ./bash
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_kpca; echo "${COMPREPLY[@]}"; }
try kpca pro; try kpca fit --mis; try kpca fit --missing med; try kpca fit zs
"""
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["project", "--missing", "median", "zsh"]


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
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", SCRIPT, out], capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path},
    )  # fmt: skip
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
