"""`kpca explore`: a file that needs no server, from a table."""

from __future__ import annotations

import pytest

from kpca_core.__main__ import main


def test_a_table_becomes_one_file(tmp_path, capsys):
    path = tmp_path / "explored.html"
    assert main(["explore", "builtin:iris", "--components", "2", "--html", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Solved for" in said
    assert "at most" in said
    assert path.stat().st_size < 5e6
    assert "Kernel PCA of Iris" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--along", "depth"], "--along names a number of the kernel (width); got 'depth'."),
        (["--also", "width"], "--also needs another parameter than --along width."),
        (["--range", "50", "60"], "The range of width has to hold its value"),
        (["--kernel", "Linear()"], "--along names a number of the kernel (none); got ''."),
    ],
)
def test_what_cannot_be_dragged_is_refused_in_a_line(tmp_path, capsys, options, said):
    path = str(tmp_path / "explored.html")
    assert main(["explore", "builtin:iris", "--html", path, *options]) == 1
    assert said in capsys.readouterr().err


def test_another_ending_is_wrong_usage(capsys):
    assert main(["explore", "builtin:iris", "--html", "explored.svg"]) == 2
    assert "--html needs a file that ends in .html" in capsys.readouterr().err
