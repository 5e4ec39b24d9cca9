"""The parser of all commands, and what runs one of them."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from enum import IntEnum
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from kpca_core import __version__
from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _, languages, of_system, speaking, worded
from kpca_core.commands import COMMANDS, Command
from kpca_core.commands.files import opened
from kpca_core.commands.options import INPUTS, Usage, add_writing, in_options

DESCRIPTION = N_("""\
Kernel PCA: of your own table, and the figures and the table of the paper and of the book, computed
anew.

  S  Schölkopf, Smola & Müller, Neural Computation 10 (1998)
  B  Bishop, Pattern Recognition and Machine Learning (2006), section 12.3
""")
EXIT_CODES = N_("""\
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
# The shells whose completion `shtab` writes.
SHELLS = ("bash", "zsh", "fish", "tcsh")


class _Parser(argparse.ArgumentParser):
    """A parser whose message of wrong usage names the help, and is not buried below it."""

    def error(self, message: str) -> NoReturn:
        said = _("%(prog)s: error: %(message)s\n") % {"prog": self.prog, "message": message}
        self.exit(2, said.rstrip() + _(" (see {prog} --help)").format(prog=self.prog) + "\n")


class Exit(IntEnum):
    """Exit codes; argparse ends wrong usage with 2."""

    SUCCESS = 0
    FAILURE = 1
    INTERRUPTED = 130


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, in the reader's language, and return its exit code."""
    asked = _Parser("kpca", add_help=False, allow_abbrev=False)
    _add_language(asked)
    try:
        chosen = asked.parse_known_args(arguments)[0].language
    except SystemExit as end:
        return int(end.code or 0)
    with speaking(chosen or of_system(dict(os.environ))):
        return _run(sys.argv[1:] if arguments is None else arguments)


def whole_parser() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """Return the parser of the command line, and that of each command."""
    return _parser(COMMANDS)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language", choices=languages(),
        help=_("of what is printed and drawn; else that of KPCA_LANGUAGE or of the system"),
    )  # fmt: skip


def _parser(
    needed: Collection[str],
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser in which the needed commands have their options; others have their names alone."""
    parser = _Parser("kpca", description=_(DESCRIPTION), **_ends(COMMANDS.values()))
    parser.add_argument(
        "--version", action="version", version=f"kpca {__version__}",
        help=_("show program's version number and exit"),
    )  # fmt: skip
    parser.add_argument(
        "--completion", choices=SHELLS, action=_Completion,
        help=_("print what completes commands and options in that shell, and exit"),
    )  # fmt: skip
    _add_language(parser)
    commands = parser.add_subparsers(
        title=_("commands"), metavar="{" + ",".join(COMMANDS) + "}", required=True
    )
    found: dict[str, argparse.ArgumentParser] = {}
    for name, one in COMMANDS.items():
        command = commands.add_parser(name, help=_(one.summary), **_ends([one]))
        if name not in needed:
            continue
        part = import_module(f"kpca_core.commands.{name}")
        found[name], command.description = command, _(part.DESCRIPTION)
        part.add_arguments(command)
        if part.OUTPUTS:
            add_writing(command, part.OUTPUTS)
        _add_language(command)
        command.set_defaults(run=partial(_execute, command, part))
    return parser, found


def _ends(shown: Iterable[Command]) -> dict[str, Any]:
    """How a help ends, whose texts keep their line breaks: with examples and exit codes."""
    examples = "".join((_("examples:"), "\n", *(_(one.examples) for one in shown)))
    return {
        "epilog": f"{examples}\n{_(EXIT_CODES)}",
        "formatter_class": argparse.RawDescriptionHelpFormatter,
    }


class _Completion(argparse.Action):
    """Prints the completion of a shell, which `shtab` writes from the parser."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        with needed("shtab", N_("writes completions"), "completion"):
            import shtab
        print(shtab.complete(whole_parser()[0], shell=values))
        parser.exit()


def _execute(parser: argparse.ArgumentParser, part: Any, options: argparse.Namespace) -> None:
    """Run a command, unless it would write over what it reads, or where there is no folder."""
    stems = part.stems(options) if hasattr(part, "stems") else ()
    inputs = [one for name in INPUTS if (one := vars(options).get(name))]
    is_written = opened(options, part.OUTPUTS, stems, inputs) if part.OUTPUTS else nullcontext()
    try:
        with is_written, warnings.catch_warnings():
            warnings.showwarning = _warned
            part.execute(options)
    except Usage as error:
        parser.error(worded(error))


def _warned(message: Warning | str, *where: Any, **more: Any) -> None:
    """Print a warning of the library in one line, without the place in its sources."""
    print(f"kpca: {' '.join(str(message).split())}", file=sys.stderr)


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals without Greek letters
    try:
        parser, _commands = _parser([one for one in arguments if one in COMMANDS][:1])
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
        said = in_options(" ".join(worded(error).split()))
        print(_("kpca: error: {error}").format(error=said), file=sys.stderr)
        return Exit.FAILURE
    return Exit.SUCCESS
