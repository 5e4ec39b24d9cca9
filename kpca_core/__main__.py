"""The command line: `python -m kpca_core`, installed as `kpca`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from functools import partial
from typing import Any

from kpca_core import __version__
from kpca_core._support.words import N_, _, languages, of_system, speaking
from kpca_core.commands import (
    INPUTS,
    OUTPUTS,
    app,
    choose,
    derive,
    explore,
    figure,
    fit,
    project,
    require_apart,
    table,
)

DESCRIPTION = N_("""\
Kernel PCA: of your own table, and the figures and the table of the paper and of the book, computed
anew.

  S  Schölkopf, Smola & Müller, Neural Computation 10 (1998)
  B  Bishop, Pattern Recognition and Machine Learning (2006), section 12.3
""")
EXAMPLES = N_("""\
examples:
  kpca figure 4                          numbers, those of the original, and claims
  kpca figure 3 --out figure3.svg        also a drawing; .pdf .png .html .json likewise
  kpca figure all --out figures          every figure, as figures/figure-3.svg and so on
  kpca figure all --out figures --format pdf json
  kpca figure 4 --seed 7 --draws 1000    another draw, and how much draws differ
  kpca table 1 --data usps.npz           Table 1 of S on the USPS digits
  kpca table 1 --data builtin            the same on scikit-learn's small digits
  kpca fit data.csv --kernel 'Gaussian(0.1)' --out scores.csv
  kpca fit data.csv --label species --standardise --out figure.svg --out all.json
  kpca explore data.csv --html explored.html              the width under the pointer, offline
  kpca fit data.csv --out model.npz      what projects new rows later:
  kpca project model.npz new.csv --out scores.csv
  kpca choose data.csv --standardise --out choice.svg     which width, how many components
  kpca derive few.csv --kernel 'Gaussian(0.1)' --at 0.2,0.3 --out sheet.pdf --solutions answers.pdf

exit codes: 0 done, 1 it failed (one line says why), 2 wrong usage, 130 interrupted
""")
# argparse's own words, which it takes from gettext under these names.
ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected at least one argument"),
    N_("expected one argument"),
    N_("expected %s argument"),
    N_("expected %s arguments"),
    N_("ignored explicit argument %r"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("not allowed with argument %s"),
    N_("one of the arguments %s is required"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
)
vars(argparse).update(_=_, ngettext=lambda one, many, n: _(one if n == 1 else many))


class Exit(IntEnum):
    """Exit codes; argparse ends wrong usage with 2."""

    SUCCESS = 0
    FAILURE = 1
    INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, in the reader's language, and return its exit code."""
    asked = argparse.ArgumentParser("kpca", add_help=False, allow_abbrev=False)
    _add_language(asked)
    try:
        chosen = asked.parse_known_args(arguments)[0].language
    except SystemExit as end:
        return int(end.code or 0)
    with speaking(chosen or of_system(dict(os.environ))):
        return _run(arguments)


def _execute(parser: argparse.ArgumentParser, part: Any, options: argparse.Namespace) -> None:
    """Run a command, unless it would write over a file that it reads."""
    given = vars(options)
    outputs = [
        one if isinstance(one, list) else [one] for name in OUTPUTS if (one := given.get(name))
    ]
    inputs = [given[name] for name in INPUTS if given.get(name)]
    require_apart(parser, inputs, [path for some in outputs for path in some])
    part.execute(parser, options)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language", choices=languages(),
        help=_("of what is printed and drawn; else that of KPCA_LANGUAGE or of the system"),
    )  # fmt: skip


def _run(arguments: Sequence[str] | None) -> int:
    # Every parser's help ends with the examples and keeps the line breaks of its description.
    shown: dict[str, Any] = {
        "epilog": _(EXAMPLES), "formatter_class": argparse.RawDescriptionHelpFormatter,
    }  # fmt: skip
    parser = argparse.ArgumentParser("kpca", description=_(DESCRIPTION), **shown)
    parser.add_argument(
        "--version", action="version", version=f"kpca {__version__}",
        help=_("show program's version number and exit"),
    )  # fmt: skip
    _add_language(parser)
    commands = parser.add_subparsers(
        title=_("commands"),
        metavar="{app,figure,table,fit,explore,project,choose,derive}",
        required=True,
    )
    parts = {
        "app": app, "figure": figure, "table": table, "fit": fit, "explore": explore,
        "project": project, "choose": choose, "derive": derive,
    }  # fmt: skip
    for name, part in parts.items():
        command = commands.add_parser(
            name, help=_(part.SUMMARY), description=_(part.DESCRIPTION), **shown
        )
        part.add_arguments(command)
        command.add_argument("--quiet", action="store_true", help=_("no progress bar"))
        _add_language(command)
        command.set_defaults(run=partial(_execute, command, part))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals without Greek letters
    try:
        options = parser.parse_args(arguments)
        options.run(options)
        if sys.stdout is not None:  # None if the shell has closed it: `kpca figure 4 >&-`
            sys.stdout.flush()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        print(_("kpca: interrupted"), file=sys.stderr)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # The reader of the pipe has closed it; the flush at exit would fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILURE
    except (ValueError, TypeError, ImportError, OSError, MemoryError) as error:
        print(_("kpca: error: {error}").format(error=" ".join(str(error).split())), file=sys.stderr)
        return Exit.FAILURE
    return Exit.SUCCESS


if __name__ == "__main__":
    sys.exit(main())
