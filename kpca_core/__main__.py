"""The command line: `python -m kpca_core`, installed as `kpca`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from kpca_core import __version__
from kpca_core.commands import HELP, figure, fit, table

DESCRIPTION = """\
Kernel PCA: of your own table, and the figures and the table of the paper and of the book, computed
anew.

  S  Schölkopf, Smola & Müller, Neural Computation 10 (1998)
  B  Bishop, Pattern Recognition and Machine Learning (2006), section 12.3
"""
SUCCESS, FAILURE, INTERRUPTED = 0, 1, 130  # argparse ends wrong usage with 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser("kpca", description=DESCRIPTION, **HELP)
    parser.add_argument("--version", action="version", version=f"kpca {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="{figure,table,fit}", required=True)
    for command in (part.add_parser(commands) for part in (figure, table, fit)):
        command.add_argument("--quiet", action="store_true", help="no progress bar")
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
        print("kpca: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the pipe has closed it; the flush at exit would fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except (ValueError, TypeError, ImportError, OSError, MemoryError) as error:
        print(f"kpca: error: {' '.join(str(error).split())}", file=sys.stderr)
        return FAILURE
    return SUCCESS


if __name__ == "__main__":
    sys.exit(main())
