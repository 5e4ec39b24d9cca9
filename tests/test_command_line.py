"""The command line: files, numbers, help, exit codes, errors without a traceback."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from support.paths import ROOT, USPS, needs
from support.processes import EXTRAS, python

import kpca_core
from kpca_core.__main__ import main
from kpca_core.commands import COMMANDS
from kpca_core.commands.command_line import whole_parser
from kpca_core.commands.options import INPUTS, output_path
from kpca_core.drawing.canvas.origin import SOFTWARE
from kpca_core.reproduction import FIGURES, figure, monte_carlo, run

COMMAND = "import sys; from kpca_core.__main__ import main; sys.exit(main(sys.argv[1:]))"


def kpca(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_a_figure_prints_its_numbers_beside_the_published_ones(capsys):
    assert kpca("figure", 4) == 0
    output = capsys.readouterr().out
    for value in figure("4").published:
        assert f"{value:>9.3f}{value:>18.3f}" in output
    assert output.count("[holds]") == 5
    assert "FAILS" not in output
    assert "the points of the 1998 paper" in output


def test_the_help_says_which_figures_have_points_and_numbers_of_the_original(capsys):
    assert kpca("figure", "--help") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Figures 3 to 5 have the points of the 1998 paper" in said
    assert [name for name, one in FIGURES.items() if one.seed == "paper"][:3] == ["3", "4", "5"]
    # The paper prints eigenvalues over Figure 3 alone.
    assert "that the paper prints for Figure 3" in said
    assert "that the authors' program stored for Figure 4" in said
    assert [name for name, one in FIGURES.items() if one.published] == ["3", "4"]
    assert figure("3").column == "published"
    assert figure("4").column == "authors' program"


def test_another_draw_has_other_numbers_and_may_fail_a_claim(capsys):
    assert kpca("figure", 4, "--seed", 3) == 0
    output = capsys.readouterr().out
    values = run(figure("4"), 3).values
    assert f"{values[0]:>9.3f}{22.558:>18.3f}{values[0] - 22.558:>+12.4f}" in output
    assert "[FAILS]" in output


def test_negative_eigenvalues_are_printed(capsys):
    assert kpca("figure", 5) == 0
    assert "28 negative eigenvalues: -1.464, -0.700, -0.341" in capsys.readouterr().out


def test_draws_are_printed_with_their_range(capsys, tmp_path):
    path = tmp_path / "figure.json"
    assert kpca("figure", 5, "--draws", 20, "--out", path) == 0
    band = monte_carlo(figure("5"), 20)
    low, high = band.quantiles[0, 0], band.quantiles[-1, 0]
    output = capsys.readouterr().out
    assert f"{low:>12.3f} …{high:>7.3f}" in output
    assert f"holds on {band.claim_shares[1]:.0%} of 20 draws" in output
    content = json.loads(path.read_text("utf-8"))["monte_carlo"]
    assert content["draws"] == 20
    assert content["quantiles"]["0.5"] == band.quantiles[2].tolist()


def test_a_format_named_twice_is_written_once(capsys, tmp_path):
    assert kpca("figure", "prml-12.16", "--out", tmp_path, "--format", "json", "json") == 0
    assert capsys.readouterr().out.count("wrote ") == 1


def test_one_draw_is_one(capsys):
    assert kpca("figure", 5, "--draws", 1) == 0
    assert "% of 1 draw\n" in capsys.readouterr().out


def test_every_figure_in_every_format_from_one_command(capsys, tmp_path):
    out = tmp_path / "figures"
    assert kpca("figure", "all", "--out", out, "--format", "svg", "json") == 0
    expected = {f"figure-{n}.{f}" for n in FIGURES for f in ("svg", "json")}
    assert {path.name for path in out.iterdir()} == expected
    for name in FIGURES:
        assert b"<svg" in (out / f"figure-{name}.svg").read_bytes()[:1000]
        content = json.loads((out / f"figure-{name}.json").read_text("utf-8"))
        assert content["figure"] == name
        assert content["software"] == SOFTWARE
    assert capsys.readouterr().out.count("wrote ") == len(expected)


def test_several_files_of_one_figure(tmp_path):
    paths = [tmp_path / name for name in ("a.pdf", "b.PNG", "c.svg", "d.html")]
    out = [word for path in paths for word in ("--out", path)]
    assert kpca("figure", "prml-12.16", *out) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "b.PNG").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "c.svg").read_bytes().startswith(b"<?xml")
    html = (tmp_path / "d.html").read_text("utf-8")
    assert "://" not in html.replace("http://www.w3.org/", "")  # it needs no network
    assert f"{SOFTWARE}</p>\n" in html


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "required"),
        (("figure",), "required"),
        (("figure", "6"), "prml-12.16"),
        (("figure", "4", "--out", "figure.bmp"), "ends in .svg, .pdf, .png, .html, .json; got"),
        (("figure", "all", "--out", "figure.svg"), "all needs a directory"),
        (("figure", "4", "--seed", "-1"), "whole number >= 0"),
        (("figure", "prml-12.16", "--seed", "paper"), 'no draw "paper"'),
        (("figure", "4", "--draws", "0"), "whole number >= 1"),
        (("figure", "4", "--out", ""), "need the path of a file or a folder; got ''"),
        (
            ("figure", "4", "--format", "png", "pdf"),
            "--format png pdf says what to",
        ),
        (
            ("figure", "4", "--format", "png", "--out", "a.svg"),
            "--format png says what to write into a folder or to standard output; got the file a.",
        ),
        (("table", "1", "--data", ""), "need a path, builtin or openml; got ''"),
        (("table", "1"), "--data"),
        (("table", "2", "--data", "x"), "invalid choice"),
        (("table", "1", "--data", "builtin", "--out", "table.txt"), "in .json, .csv; got"),
    ],
)
def test_wrong_usage_is_explained_and_ends_with_2(capsys, arguments, message):
    assert kpca(*arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_help_teaches_by_examples_and_a_command_by_its_own(capsys):
    assert kpca("--help") == 0
    whole = capsys.readouterr().out
    for name, command in COMMANDS.items():
        assert command.examples in whole
        assert kpca(name, "--help") == 0
        own = capsys.readouterr().out
        assert [one for one in COMMANDS.values() if one.examples in own] == [command]
        assert all(f"kpca {name} " in own for own in command.examples.splitlines()[-1:])
        assert "exit codes: 0 done, 1" in own
    assert "exit codes: 0 done, 1" in whole


def test_every_example_of_the_help_is_one_that_the_parser_takes():
    parsers = whole_parser()[0]
    for line in "".join(one.examples for one in COMMANDS.values()).splitlines():
        # Without the command before it and behind it, and what is said of it.
        words = re.split(r" {2,}|\| jq", line.strip().rpartition("gz | ")[2])[0]
        parsers.parse_args(shlex.split(words)[1:])


def test_the_help_of_figure_names_every_figure(capsys):
    kpca("figure", "--help")
    output = capsys.readouterr().out
    for name, experiment in FIGURES.items():
        assert name in output
        assert experiment.title in output


def test_an_error_is_one_line_without_a_traceback(capsys, tmp_path):
    assert kpca("table", 1, "--data", tmp_path / "nowhere.npz") == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("kpca: error: There is no file")
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err


def test_a_file_that_cannot_be_written(capsys, tmp_path):
    (tmp_path / "file").write_text("not a directory")
    assert kpca("figure", 5, "--out", tmp_path / "file" / "figure.json") == 2
    assert f"{tmp_path / 'file'} is a file, and no folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_without_drawing_needs_the_library_alone(tmp_path, name):
    path = tmp_path / "figure.json"
    done = python(COMMAND, "figure", name, "--out", path, without=EXTRAS)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Figure {name}" in done.stdout
    assert json.loads(path.read_text("utf-8"))["figure"] == name


def test_table_1_needs_the_library_alone():
    arguments = ("table", "1", "--data", "builtin", "--degrees", "1", "--components", "8")
    done = python(COMMAND, *arguments, without=EXTRAS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "degree 1" in done.stdout


@pytest.mark.parametrize(
    ("name", "suffix", "missing", "library"),
    [
        ("5", "svg", "matplotlib", "Matplotlib"),
        ("5", "pdf", "matplotlib", "Matplotlib"),
        ("5", "png", "matplotlib", "Matplotlib"),
    ],
)
def test_a_missing_drawing_library_is_named_in_one_line(tmp_path, name, suffix, missing, library):
    path = tmp_path / f"figure.{suffix}"
    done = python(COMMAND, "figure", name, "--out", path, without=[missing])
    assert done.returncode == 1
    assert done.stderr.startswith(f"kpca: error: {library}, which ")
    assert re.search(r" is not installed: pip install .*'matplotlib<4,>=3\.9'", done.stderr)
    assert done.stderr.count("\n") == 1
    assert done.stdout.startswith(f"Figure {name}: ")
    assert not path.exists()


@pytest.mark.parametrize(("missing", "suffix"), [("matplotlib", "html"), ("plotly", "svg")])
def test_a_file_needs_only_the_library_that_draws_it(tmp_path, missing, suffix):
    path = tmp_path / f"figure.{suffix}"
    done = python(COMMAND, "figure", "5", "--out", path, without=[missing])
    assert (done.returncode, done.stderr) == (0, "")
    assert path.stat().st_size > 10_000


def test_an_interrupt_ends_with_130_and_no_traceback(capsys, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("kpca_core.commands.figure.monte_carlo", interrupted)
    assert kpca("figure", 4, "--draws", 1000) == 130
    assert capsys.readouterr().err == "kpca: interrupted\n"


def test_a_reader_who_leaves_early_is_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "kpca_core", "figure", "4"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(60) == 1
    assert errors == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_is_no_traceback(closed):
    command = f"'{sys.executable}' -m kpca_core figure 4 {closed}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == ""


def test_the_version_is_that_of_the_package(capsys):
    assert kpca("--version") == 0
    assert capsys.readouterr().out == f"kpca {kpca_core.__version__}\n"


def test_a_terminal_without_greek_letters_still_gets_the_numbers():
    done = python(COMMAND, "figure", "4", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "22.558            22.558" in done.stdout
    assert done.stderr == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_unless_quiet(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert kpca("figure", 5, "--draws", 3) == 0
    assert "new draws" in terminal.getvalue()
    assert "3/3" in terminal.getvalue()
    quiet = Terminal()
    monkeypatch.setattr(sys, "stderr", quiet)
    assert kpca("figure", 5, "--draws", 3, "--quiet") == 0
    assert quiet.getvalue() == ""


def small_table(tmp_path, suffix, *more):
    path = tmp_path / f"table{suffix}"
    code = kpca(
        "table", 1, "--data", "builtin", "--degrees", 1, 2, "--components", 8, 16, "--out", path,
        *more,
    )  # fmt: skip
    return code, path


def test_table_1_on_the_built_in_digits(capsys, tmp_path):
    code, path = small_table(tmp_path, ".csv")
    assert code == 0
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert [(int(r["degree"]), int(r["components"])) for r in rows] == [
        (1, 8), (1, 16), (2, 8), (2, 16),
    ]  # fmt: skip
    output = capsys.readouterr().out
    for row in rows:
        assert 0 < float(row["error"]) < 30
        assert row["published"] == ""
        assert f"{float(row['error']):.1f}" in output
    assert "degree 2" in output
    assert f"wrote {path}" in output


def test_table_1_as_json_keeps_what_was_done_before_an_interrupt(capsys, tmp_path, monkeypatch):
    from kpca_core.reproduction import digits

    def interrupted(*arguments, **more):
        yield digits.Cell(1, 32, 9.5, 9.6, 1.0, 2.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(digits, "table_cells", interrupted)
    code, path = small_table(tmp_path, ".JSON")
    assert code == 130
    content = json.loads(path.read_text("utf-8"))
    assert content["cells"][0]["error"] == 9.5
    output = capsys.readouterr().out
    assert "9.5 (9.6)" in output
    assert "1 published entry: mean difference 0.10 points" in output


def test_a_table_without_entries_is_an_error(capsys):
    assert kpca("table", 1, "--data", "builtin", "--degrees", 1, "--components", 9999) == 1
    assert "no entry" in capsys.readouterr().err


@needs(USPS)
def test_table_1_takes_the_usps_digits(capsys, monkeypatch):
    from kpca_core.reproduction import digits

    seen = []

    def first_cell(data, **more):
        seen.append((data, more))
        yield digits.Cell(2, 32, 8.8, 8.8, 1.0, 2.0)

    monkeypatch.setattr(digits, "table_cells", first_cell)
    assert kpca("table", 1, "--data", USPS, "--degrees", 2, "--components", 32) == 0
    ((data, more),) = seen
    assert data.is_usps
    assert (more["degrees"], more["components"]) == ([2], [32])
    assert np.shape(data.X_train) == (7291, 256)
    assert "8.8 (8.8)" in capsys.readouterr().out


def test_wrong_usage_is_said_in_the_language_that_was_asked_for(capsys):
    assert main(["--language", "zh", "fit"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("用法：")
    assert said.endswith("kpca fit：错误：缺少参数：DATA\n")
    assert main(["fit"]) == 2
    assert capsys.readouterr().err.endswith(
        "kpca fit: error: the following arguments are required: DATA\n"
    )


def test_without_a_font_for_a_language_a_drawing_is_in_english_and_says_so(
    capsys, monkeypatch, tmp_path
):
    from kpca_core.drawing.printing import faces

    monkeypatch.setattr(faces, "_further", lambda name: None)
    assert main(["--language", "zh", "figure", "4", "--out", str(tmp_path / "a.svg")]) == 0
    said = capsys.readouterr()
    assert "没有能把这种语言写入" in said.err
    assert said.out.startswith("Figure 4")


# Outputs that are inputs


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a table under several names, and a model of it."""
    monkeypatch.chdir(tmp_path)
    X = np.random.default_rng(0).normal(size=(30, 3)).round(3)
    text = "a,b,c\n" + "\n".join(",".join(map(str, row)) for row in X) + "\n"
    (tmp_path / "data.csv").write_text(text)
    np.savez(tmp_path / "data.npz", X=X)
    (tmp_path / "link.csv").symlink_to("data.csv")
    (tmp_path / "link.html").symlink_to("data.csv")
    (tmp_path / "link.svg").symlink_to("data.csv")
    (tmp_path / "hard.csv").hardlink_to(tmp_path / "data.csv")
    (tmp_path / "below").mkdir()
    (tmp_path / "away").symlink_to(tmp_path)
    assert kpca("fit", "data.csv", "--quiet", "--out", "model.npz") == 0
    (tmp_path / "model.csv").symlink_to("model.npz")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "fit data.csv --out data.csv",
        "fit data.csv --out ./data.csv",
        "fit data.csv --out below/../data.csv",
        "fit data.csv --out away/data.csv",
        "fit data.csv --out link.csv",
        "fit link.csv --out data.csv",
        "fit hard.csv --out data.csv",
        "fit data.csv --out scores.csv --out hard.csv",
        "fit data.npz --out data.npz",
        "fit away/data.npz --out other.npz --out data.npz",
        "fit data.csv --out link.svg",
        "project model.npz data.csv --out data.csv",
        "project model.npz data.csv --out link.csv",
        "project model.npz data.csv --out model.csv",
        "choose data.csv --out link.svg",
        "explore data.csv --html link.html",
        "derive data.csv --out link.html",
        "table 1 --data data.csv --out data.csv",
        "table 1 --data . --out model.csv",
    ],
)
def test_no_output_replaces_what_is_read(folder, capsys, words):
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert kpca(*words.split(), "--quiet") == 2
    said = capsys.readouterr()
    assert f"{Path(words.split()[-1])} is a file that is read" in said.err
    assert not said.out
    assert before == {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    "words",
    [
        "fit data.csv --out a.csv --out a.csv",
        "fit data.csv --out a.csv --out below/../a.csv",
        "fit data.csv --out a.svg --out a.json --out away/a.svg",
        "derive data.csv --out a.json --out ./a.json",
        "figure 5 --out below --out below/figure-5.svg",
        "figure all --out below --out away/below",
    ],
)
def test_no_output_replaces_another_one(folder, capsys, words):
    before = sorted(folder.rglob("*"))
    assert kpca(*words.split(), "--quiet") == 2
    assert "would be written twice" in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == before


def test_outputs_beside_what_is_read_are_written(folder):
    for _again in range(2):
        assert kpca("fit", "data.csv", "--out", "data.json", "--out", "below/data.csv") == 0
        assert kpca("project", "model.npz", "data.csv", "--out", "scores.csv") == 0


def test_every_argument_that_names_a_file_is_compared():
    for name, parser in whole_parser()[1].items():
        part = import_module(f"kpca_core.commands.{name}")
        written = {one.dest for one in parser._actions if one.type is output_path}
        # `kpca app --static` reads nothing.
        assert written - {"static"} == {*part.OUTPUTS}
        read = {one.dest for one in parser._actions if one.metavar in ("DATA", "MODEL")}
        assert read <= set(INPUTS)


def test_the_explorer_is_not_started_where_it_cannot_be(capsys, tmp_path):
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        assert kpca("app", "--port", port) == 1
    assert f"port {port} is taken" in capsys.readouterr().err
    assert kpca("app", "--host", "192.0.2.1") == 1
    assert "cannot listen at '192.0.2.1'" in capsys.readouterr().err
    for port in ("0", "65536", "http"):
        assert kpca("app", "--port", port) == 2
        assert f"from 1 to 65535; got '{port}'" in capsys.readouterr().err
    assert kpca("app", "--static", tmp_path / "new", "--port", 8600) == 2
    assert "leave out --host and --port" in capsys.readouterr().err


def test_a_folder_with_other_files_is_not_emptied_for_the_explorer(tmp_path):
    (tmp_path / "mine.txt").write_text("")
    done = python(COMMAND, "app", "--static", tmp_path)
    assert done.returncode == 2
    assert f"{tmp_path} holds other files" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
