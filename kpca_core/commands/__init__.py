"""The commands of the command line, one module each.

`add_parser(commands)` adds a command's parser; it sets `run`, a function of the parsed options.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kpca_core.progress import Progress, terminal_bar

EXAMPLES = """\
examples:
  kpca figure 4                          numbers beside the published ones, and the caption's claims
  kpca figure 3 --out figure3.svg        also a drawing; .pdf .png .html .json likewise
  kpca figure all --out figures          every figure, as figures/figure-3.svg and so on
  kpca figure all --out figures --format pdf json
  kpca figure 4 --seed 7 --draws 1000    another draw, and how much draws differ
  kpca table 1 --data usps.npz           Table 1 of S on the USPS digits
  kpca table 1 --data builtin            the same on scikit-learn's small digits
  kpca fit data.csv --kernel 'Gaussian(0.1)' --out scores.csv
  kpca fit data.csv --label species --standardise --out figure.svg --out all.json

exit codes: 0 done, 1 it failed (one line says why), 2 wrong usage, 130 interrupted
"""


# Every parser's help ends with the examples and keeps the line breaks of its description.
HELP: dict[str, Any] = {"epilog": EXAMPLES, "formatter_class": argparse.RawDescriptionHelpFormatter}


def count(text: str) -> int:
    """A whole number >= 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"need a whole number >= 1; got {text!r}")
    return int(text)


def output_path(text: str) -> Path:
    """A path; the empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError(f"need the path of a file or a folder; got {text!r}")
    return Path(text)


def write(path: Path, content: bytes) -> None:
    """Write a file, in a new folder where there is none, and print that."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(f"wrote {path}")


def as_json(content: Any) -> bytes:
    """JSON with line breaks, as UTF-8."""
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Progress | None]:
    """A progress bar on a terminal, unless `quiet`; else None."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    with terminal_bar() as progress:
        yield progress
