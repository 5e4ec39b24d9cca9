"""The options that commands share, each declared once."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from kpca_core._support.words import N_, _, worded
from kpca_core.kernels import Kernel
from kpca_core.kernels.names import NAMES
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.solvers.choice import SOLVERS
from kpca_core.tables.reading import DECIMALS, SEPARATORS, THOUSANDS
from kpca_core.tables.table import MISSING_WAYS

ALL = "all"
# The arguments, of all commands, that name files which are read.
INPUTS = ("model", "data")
# Kernels by scikit-learn's names whose scores need nothing but points and what can be written down.
SKLEARN_KERNELS = tuple(name for name, one in NAMES.items() if one.written)
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
NAMED_SEPARATORS = {name: separator for separator, name in SEPARATORS.items()}
NAMED_THOUSANDS = {name: sign for sign, name in THOUSANDS.items()}


def in_options(message: str) -> str:
    """Return a message of a function of Python's with its parameters as options."""
    # Names behind a parameter, such as 'rows', 'columns' or 'median', need no marks here.
    parameter = rf"\b({'|'.join(IN_PYTHON)})=((?:'[\w-]+'(?:[^']{{1,4}}(?='))?)*)"
    return re.sub(
        parameter, lambda one: f"--{IN_PYTHON[one[1]]} " + one[2].replace("'", ""), message
    )


class Usage(ValueError):
    """A command is used wrongly: it ends with a message that names its help, and exit code 2."""


# Types


def wrong(said: str, text: str) -> argparse.ArgumentTypeError:
    """Return the error of a value, the {text}, that an option does not take."""
    return argparse.ArgumentTypeError(_(said).format(text=text))


def count(text: str) -> int:
    """A whole number >= 1."""
    if not text.isdecimal() or int(text) < 1:
        raise wrong(N_("need a whole number >= 1; got {text!r}"), text)
    return int(text)


def count_or_share(text: str) -> float:
    """A whole number >= 1, or a share between 0 and 1."""
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        said = N_(
            "need a whole number >= 1, or a share of the variance between 0 and 1; got {text!r}"
        )
        raise wrong(said, text)
    return share


def count_or_all(text: str) -> int | str:
    """A whole number >= 1, or "all"."""
    return ALL if text == ALL else count(text)


def output_path(text: str) -> Path:
    """A path; the empty one would be the current folder."""
    if not text:
        raise wrong(N_("need the path of a file or a folder; got {text!r}"), text)
    return Path(text)


def kernel(text: str) -> Kernel | str:
    """A kernel as in Python, or one of SKLEARN_KERNELS, whose parameters are other options."""
    if text in SKLEARN_KERNELS:
        return text
    try:
        return parse_kernel(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(worded(error)) from None


# Options: their names, what the help says of them, and what argparse takes beside

Option: TypeAlias = tuple[str, str, Mapping[str, Any]]
LABEL: Option = (
    "--label", N_("the column of labels, or none (default: recognised)"), {"metavar": "NAME"},
)  # fmt: skip
# Which rows and columns are analysed, and with which kernel.
ROWS: Sequence[Option] = (
    LABEL,
    ("--columns",
     N_("names of columns, or numbers from 1, also 2-5 (default: all of numbers but the labels)"),
     {"metavar": "NAME", "nargs": "+", "action": "extend"}),
    ("--standardise", N_("each column to mean 0 and standard deviation 1"),
     {"action": "store_true"}),
    ("--missing",
     N_("where a number is missing: refuse, leave out such rows, or such columns, or fill in the "
        "column's median (default: refuse)"),
     {"choices": MISSING_WAYS, "default": MISSING_WAYS[0]}),
    ("--kernel", N_("as in Python, or by scikit-learn's name: {names} (default: {default})"),
     {"type": kernel, "metavar": "KERNEL"}),
    ("--gamma", N_("of a kernel by scikit-learn's name (default: 1 / number of columns)"),
     {"type": float, "metavar": "G"}),
    ("--degree", N_("of poly (default: 3)"), {"type": float, "metavar": "D"}),
    ("--coef0", N_("of poly and sigmoid (default: 1)"), {"type": float, "metavar": "C"}),
)  # fmt: skip
CENTRING: Option = ("--not-centred", N_("diagonalise K itself"), {"action": "store_true"})
SOLVER: Option = (
    "--solver", N_("see docs/solvers.md"), {"choices": ("auto", *SOLVERS), "default": "auto"},
)  # fmt: skip
PLANE: Option = (
    "--plane",
    N_('the plane that a drawing shows: two columns, or "principal" (default: that whose slices '
       'agree best with the scores)'),
    {"metavar": "NAME", "nargs": "+"},
)  # fmt: skip
# How a file is read; each is recognised where it is not given.
READING: Sequence[Option] = (
    ("--encoding", N_("of text, as Python names it: cp1251"), {"metavar": "NAME"}),
    ("--separator", N_("between the cells of text"), {"choices": NAMED_SEPARATORS}),
    ("--decimal", N_("the decimal sign of text"), {"choices": DECIMALS}),
    ("--thousands", N_("between thousands"), {"choices": NAMED_THOUSANDS}),
    ("--skip", N_("lines above the table"), {"type": int, "metavar": "N"}),
    ("--foot", N_("rows below the table that sum it up, such as Mean"),
     {"type": int, "metavar": "N"}),
    ("--names", N_("whether the first line has names"), {"choices": ("yes", "no")}),
    ("--index", N_("the column that counts or names the rows, or none"), {"metavar": "NAME"}),
    ("--units", N_("percentages, money and units become numbers"), {"action": "store_true"}),
    ("--sheet", N_("of a workbook, or the file in a .zip"), {"metavar": "NAME"}),
    ("--hidden", N_("whether hidden rows of a workbook are read"), {"choices": ("yes", "no")}),
    ("--comment", N_("what begins lines that are no rows, or none"), {"metavar": "SIGN"}),
    ("--na-values", N_("that stand for missing values: 999, or age=99 in one column"),
     {"nargs": "+", "action": "extend", "metavar": "NUMBER", "default": []}),
    ("--vectors", N_("cells of several numbers become columns"), {"action": "store_true"}),
    ("--transpose", N_("the rows of the file are the variables"), {"action": "store_true"}),
)  # fmt: skip
# How files are written, and what else is printed.
WRITING: Sequence[Option] = (
    ("--json", N_("print JSON: the same as --out - --format json"), {"action": "store_true"}),
    ("--parents", N_("make the folders of files that are not there"), {"action": "store_true"}),
    ("--quiet", N_("no progress bar, and no report beside what is written"),
     {"action": "store_true"}),
)  # fmt: skip


def add(parser: Any, *options: Option, **said: object) -> None:
    """Add options to a parser, or to a group of one; `said` fills the braces of their help."""
    for flags, help, how in options:
        text = _(help)
        parser.add_argument(*flags.split(), help=text.format(**said) if said else text, **how)


def add_input(parser: argparse.ArgumentParser, dest: str, help: str) -> None:
    """Add an argument, one of INPUTS, that names a file."""
    found = parser.add_argument(dest, metavar=dest.upper(), help=help)
    found.complete = FILES  # type: ignore[attr-defined]


def add_table(parser: argparse.ArgumentParser, *options: Option, **said: object) -> None:
    """Add the argument that names a table, and options of its rows."""
    add_input(parser, "data", _("a file, - for standard input, or builtin:NAME"))
    add(parser, *options, **said)


def add_rows(
    parser: argparse.ArgumentParser,
    default: str = N_("a Gaussian whose width is the squared median distance"),
) -> None:
    """Add what says which rows and columns are analysed, and with which kernel.

    Parameters
    ----------
    default
        Names the kernel that the command takes where none is given.
    """
    add_table(parser, *ROWS, names=", ".join(SKLEARN_KERNELS), default=_(default))


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a file is read."""
    add(parser.add_argument_group(_("how the file is read (default: recognised)")), *READING)


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


def add_writing(parser: argparse.ArgumentParser, formats: Mapping[str, Iterable[str]]) -> None:
    """Add the options that say how files are written, and what else is printed.

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
    add(parser, *WRITING)
