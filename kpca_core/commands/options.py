"""The options that commands share, each declared once."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kpca_core._support.words import _, worded
from kpca_core.kernels import Kernel
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.solvers.choice import SOLVERS

ALL = "all"
# The arguments, of all commands, that name files which are read.
INPUTS = ("model", "data")
# Kernels by scikit-learn's names whose scores need nothing but points and what can be written down.
SKLEARN_KERNELS = ("rbf", "poly", "polynomial", "sigmoid", "laplacian", "cosine", "linear")
# Parameters of Python's functions in their messages, and the options that they are here.
IN_PYTHON = {
    "missing": "missing", "solver": "solver", "n_components": "components", "tol": "tol",
    "subset": "rows", "shuffles": "shuffles", "level": "level", "kernel": "kernel",
    "gamma": "gamma", "degree": "degree", "coef0": "coef0",
}  # fmt: skip
# How completions of a shell list files; `shtab` takes it from the argument.
FILES = {
    "bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f",
    "fish": "(__fish_complete_path (commandline -ct))",
}  # fmt: skip


def in_options(message: str) -> str:
    """Return a message of a function of Python's with its parameters as options."""
    # Names behind a parameter, such as 'rows', 'columns' or 'median', need no marks here.
    parameter = rf"\b({'|'.join(IN_PYTHON)})=((?:'[\w-]+'(?:[^']{{1,4}}(?='))?)*)"
    return re.sub(
        parameter, lambda one: f"--{IN_PYTHON[one[1]]} " + one[2].replace("'", ""), message
    )


# Types


def count(text: str) -> int:
    """A whole number >= 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            _("need a whole number >= 1; got {text!r}").format(text=text)
        )
    return int(text)


def count_or_share(text: str) -> float:
    """A whole number >= 1, or a share between 0 and 1."""
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if 0 < share < 1:
        return share
    try:
        return count(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            _(
                "need a whole number >= 1, or a share of the variance between 0 and 1; got {text!r}"
            ).format(text=text)
        ) from None


def count_or_all(text: str) -> int | str:
    """A whole number >= 1, or "all"."""
    return ALL if text == ALL else count(text)


def output_path(text: str) -> Path:
    """A path; the empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError(
            _("need the path of a file or a folder; got {text!r}").format(text=text)
        )
    return Path(text)


def kernel(text: str) -> Kernel | str:
    """A kernel as in Python, or one of SKLEARN_KERNELS, whose parameters are other options."""
    if text in SKLEARN_KERNELS:
        return text
    try:
        return parse_kernel(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(worded(error)) from None


# What is read


def add_input(parser: argparse.ArgumentParser, dest: str, help: str) -> None:
    """Add an argument, one of INPUTS, that names a file."""
    found = parser.add_argument(dest, metavar=dest.upper(), help=help)
    found.complete = FILES  # type: ignore[attr-defined]


# How it is analysed


def add_centring(parser: argparse.ArgumentParser) -> None:
    """Add the argument that leaves the mean in feature space."""
    parser.add_argument("--not-centred", action="store_true", help=_("diagonalise K itself"))


def add_solver(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a solver."""
    parser.add_argument(
        "--solver", choices=("auto", *SOLVERS), default="auto", help=_("see docs/solvers.md")
    )


def add_plane(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says which plane maps show."""
    parser.add_argument(
        "--plane", metavar="NAME", nargs="+",
        help=_('the plane that a drawing shows: two columns, or "principal" (default: that whose '
               'slices agree best with the scores)'),
    )  # fmt: skip


# What is written


def add_output(parser: argparse.ArgumentParser, said: str, *flags: str) -> None:
    """Add an option that names files to write.

    Parameters
    ----------
    said
        What is written.
    flags
        The option, --out if none; its first name is a key of OUTPUTS.
    """
    found = parser.add_argument(
        *(flags or ["--out"]), metavar="PATH", type=output_path, action="append", default=[],
        help=_("{said}; - is standard output; may be given several times").format(said=said),
    )  # fmt: skip
    found.complete = FILES  # type: ignore[attr-defined]


def add_writing(parser: argparse.ArgumentParser, formats: Mapping[str, Sequence[str]]) -> None:
    """Add the arguments that say how files are written, and what else is printed.

    Parameters
    ----------
    formats
        OUTPUTS of the command.
    """
    # The path that is written where none is named.
    parser.set_defaults(usual=parser.get_default("usual") or ())
    known = list(dict.fromkeys(form for some in formats.values() for form in some))
    parser.add_argument(
        "--format", choices=known, nargs="+", default=[], metavar="FORMAT",
        help=_("of standard output, or of what is written into a folder: {known} (default: "
               "{usual})").format(known=", ".join(known), usual=known[0]),
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true",
        help=_("print JSON: the same as --out - --format json"),
    )  # fmt: skip
    parser.add_argument(
        "--parents", action="store_true", help=_("make the folders of files that are not there")
    )
    parser.add_argument(
        "--quiet", action="store_true",
        help=_("no progress bar, and no report beside what goes to standard output"),
    )  # fmt: skip
