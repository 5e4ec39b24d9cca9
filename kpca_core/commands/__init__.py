"""The commands of the command line, one module each.

Each has `SUMMARY`, `DESCRIPTION`, `add_arguments(parser)` and `execute(parser, options)`.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kpca_core._support.progress import Progress, terminal_bar
from kpca_core._support.words import ENGLISH, _, language, speak

# The arguments, of all commands, that name files which are read, and which are written.
INPUTS, OUTPUTS = ("model", "data"), ("out", "html", "solutions")
# What Matplotlib draws, with fonts of this system.
PRINTED = (".svg", ".pdf", ".png")


def count(text: str) -> int:
    """A whole number >= 1."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            _("need a whole number >= 1; got {text!r}").format(text=text)
        )
    return int(text)


def output_path(text: str) -> Path:
    """A path; the empty one would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError(
            _("need the path of a file or a folder; got {text!r}").format(text=text)
        )
    return Path(text)


def require_apart(
    parser: argparse.ArgumentParser, inputs: Sequence[str | Path], outputs: Sequence[Path]
) -> None:
    """End with a message of wrong usage where an output is an input, or two outputs are one file.

    Files are compared, not names: through links, relative paths and names in another case.
    """
    for place, out in enumerate(outputs):
        if any(_is_same(one, out) for given in inputs for one in _files_of(given, out)):
            parser.error(
                _(
                    "{out} is a file that is read: what is written would replace it. Name another."
                ).format(out=out)
            )
        if any(_is_same(one, out) for one in outputs[:place]):
            parser.error(_("{out} would be written twice: name each file once.").format(out=out))


def _files_of(given: str | Path, out: Path) -> Sequence[str | Path]:
    """The file of that path; of a folder the files in it, but for those of earlier outputs."""
    if not os.path.isdir(given):
        return [given]
    return [one for one in Path(given).iterdir() if one.suffix.lower() != out.suffix.lower()]


def _is_same(one: str | Path, other: str | Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except OSError:  # one of them is not there
        first, second = (os.path.normcase(os.path.realpath(path)) for path in (one, other))
        return first == second


def require_formats(
    parser: argparse.ArgumentParser,
    paths: Sequence[Path],
    formats: Sequence[str],
    option: str = "--out",
) -> None:
    """End with a message of wrong usage unless every file ends in one of the formats."""
    for path in paths:
        if path.suffix[1:].lower() not in formats:
            ends = ", ".join("." + form for form in formats)
            parser.error(
                _("{option} needs a file that ends in {ends}; got {path}").format(
                    option=option, ends=ends, path=path
                )
            )
    speak_printably(paths)


def speak_printably(paths: Iterable[Path]) -> None:
    """Go on in English, and say so, where no font can write the language into one of the files."""
    if language() == ENGLISH or not any(path.suffix.lower() in PRINTED for path in paths):
        return
    from kpca_core.drawing.printing.faces import printable_language

    if printable_language() == ENGLISH:
        said = _(
            "No font of this system can write this language into SVG, PDF and PNG. What follows is "
            "in English."
        )
        print(f"kpca: {said}", file=sys.stderr)
        speak(ENGLISH)


def write(path: Path, content: bytes) -> None:
    """Write a file, in a new folder where there is none, and print that."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(_("wrote {path}").format(path=path))


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
