"""What a command reads and writes: files, pipes, standard input and standard output."""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kpca_core._support.progress import Progress, terminal_bar
from kpca_core._support.words import E_, ENGLISH, _, language, speak
from kpca_core.commands.options import Usage
from kpca_core.tables.limits import MOST_BYTES, bytes_of, check_bytes

# What stands for standard input or output.
STREAM = "-"
STDIN, STDOUT = (STREAM, "/dev/stdin"), (STREAM, "/dev/stdout")
# What Matplotlib draws, with fonts of this system.
PRINTED = ("svg", "pdf", "png")
# Formats of no text, which a terminal does not show.
BINARY = ("npz", "pdf", "png")


# What is read


def received(path: str) -> tuple[bytes, str]:
    """Return the bytes of a file, a pipe or standard input, and what messages call it.

    Raises
    ------
    ValueError
        for no file, a directory, or more than MOST_BYTES
    """
    if not is_piped(path):
        return bytes_of(path), Path(path).name
    name = _("standard input") if path in STDIN else path
    if path in STDIN and sys.stdin is None:
        raise ValueError(E_("Standard input is closed."))
    with open(path, "rb") if path not in STDIN else nullcontext(sys.stdin.buffer) as file:
        content = file.read(MOST_BYTES + 1)
    check_bytes(name, len(content))
    return content, name


def is_piped(path: str) -> bool:
    """Whether a path stands for standard input or a pipe."""
    return path in STDIN or _is_stream(path)


def _is_stream(path: str | Path) -> bool:
    """Whether a path is there and is neither a file nor a folder: a pipe, such as /dev/fd/63."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


# What is written


@dataclass(frozen=True)
class Output:
    """A file to write.

    Attributes
    ----------
    path
        "-" for standard output.
    form
        Its format, as its name would end.
    stem
        What it is named after in a folder, "" of a file that was named itself.
    stdout
        Standard output, None where the shell has closed it.
    """

    path: Path
    form: str
    stem: str = ""
    stdout: IO[str] | None = None

    @property
    def is_stdout(self) -> bool:
        return str(self.path) == STREAM

    @property
    def is_file(self) -> bool:
        """Whether it is neither standard output nor a pipe."""
        return not self.is_stdout and not _is_stream(self.path)

    @property
    def beside(self) -> Path:
        """The file with the description of a table, named as by CSV on the Web."""
        return self.path.with_name(f"{self.path.name}-metadata.json")

    def write(self, content: bytes, entries: Mapping[str, str] | None = None) -> None:
        """Write the content, and print where.

        Parameters
        ----------
        entries
            What describes a table; it stands beside its file, in the form of CSV on the Web.
        """
        if self.is_stdout:
            if self.stdout is None:
                raise ValueError(E_("Standard output is closed."))
            self.stdout.flush()
            self.stdout.buffer.write(content)  # type: ignore[attr-defined]
            self.stdout.buffer.flush()  # type: ignore[attr-defined]
            return
        contents = {self.path: content}
        if entries is not None and self.form == "csv" and self.is_file:
            context = "http://www.w3.org/ns/csvw"
            about = {"@context": context, "url": self.path.name, "notes": [dict(entries)]}
            contents[self.beside] = as_json(about)
        for path, one in contents.items():
            path.write_bytes(one)
            print(_("wrote {path}").format(path=path))


def deliver(
    lines: Iterable[str], outputs: Sequence[Output], content: Callable[[str], bytes],
    entries: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """Print the lines of a report, and write each output by the content of its format."""
    print("\n".join(lines))
    for output in outputs:
        output.write(content(output.form), entries)


@contextmanager
def opened(
    options: argparse.Namespace, formats: Mapping[str, Sequence[str]], stems: Sequence[str],
    inputs: Sequence[str],
) -> Iterator[None]:  # fmt: skip
    """Make `Output`s of the paths among the options; `Usage` where one cannot be written.

    What is printed goes nowhere if quiet, else to standard error where standard output has data.

    Parameters
    ----------
    formats
        OUTPUTS of the command.
    stems
        What files are named after in a folder; without them there is no folder.
    inputs
        The paths that are read.
    """
    found: list[Output] = []
    for place, (name, known) in enumerate(formats.items()):
        paths = getattr(options, name) or [*options.usual][: not (place or options.json)]
        outputs = [
            output for path in paths
            for output in _outputs(f"--{name}", path, known, options.format, stems)
        ]  # fmt: skip
        if options.json and not place:
            outputs.append(Output(Path(STREAM), "json", stdout=sys.stdout))
        setattr(options, name, outputs)
        found += outputs
    _require_use(options.format, found)
    require_apart(inputs, found)
    for output in found:
        _require_place(output, options.parents)
    for output in found:
        output.path.parent.mkdir(parents=True, exist_ok=True)
    speak_printably(found)
    is_beside = any(output.is_stdout for output in found)
    is_silent = (options.quiet and found) or (is_beside and sys.stderr is None)
    report = sys.stderr if is_beside else sys.stdout
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere if is_silent else report),
    ):
        yield


def _outputs(
    option: str, path: Path, known: Sequence[str], asked: Sequence[str], stems: Sequence[str]
) -> list[Output]:
    """The file of that path, or the files in the folder of that path."""
    form = path.suffix[1:].lower()
    likely = [one for one in asked if one in known] or [known[0]]
    if str(path) in STDOUT:
        if len(stems) > 1 and likely[0] != "json":
            said = E_("all on standard output needs --format json; got {form}")
            raise Usage(said.format(form=likely[0]))
        return [Output(Path(STREAM), likely[0], stdout=sys.stdout)]
    if form in known and not path.is_dir():
        if len(stems) > 1:
            said = E_("all needs a directory; got the file --out {path}")
            raise Usage(said.format(path=path))
        return [Output(path, form)]
    if _is_stream(path):
        return [Output(path, likely[0])]
    if stems and (path.is_dir() or not form):
        forms = dict.fromkeys(likely)
        return [Output(path / f"{stem}.{one}", one, stem) for stem in stems for one in forms]
    said = E_("{option} needs a file that ends in {ends}; got {path}")
    ends = ", ".join(f".{one}" for one in known)
    raise Usage(said.format(option=option, ends=ends, path=path))


def _require_use(asked: Sequence[str], outputs: Sequence[Output]) -> None:
    """Raise Usage where a format was asked for that nothing has."""
    formats, streams = " ".join(asked), [one for one in outputs if not one.is_file]
    if streams and len(asked) > 1:
        said = E_("Standard output has one format; got --format {formats}")
        raise Usage(said.format(formats=formats))
    if asked and not streams and not any(one.stem for one in outputs):
        said = E_("--format {formats} says what to write into a folder or to standard output")
        raise Usage(said.format(formats=formats))


def _require_place(output: Output, parents: bool) -> None:
    """Raise Usage where an output cannot be written."""
    folder = output.path.parent
    is_made = parents or (output.stem and folder.parent.is_dir())
    if output.is_stdout:
        if output.form in BINARY and output.stdout is not None and output.stdout.isatty():
            said = E_("{form} is not for a terminal: name a file, or a command behind |")
            raise Usage(said.format(form=output.form))
    elif folder.exists() and not folder.is_dir():
        raise Usage(E_("{folder} is a file, and no folder").format(folder=folder))
    elif not folder.exists() and not is_made:
        said = E_("There is no folder {folder}: add --parents to make it")
        raise Usage(said.format(folder=folder))


def require_apart(inputs: Sequence[str], outputs: Sequence[Output]) -> None:
    """Raise Usage where an output is an input, or two are one file.

    Files are compared, not names: through links, relative paths and names in another case.
    """
    if sum(one in STDIN for one in inputs) > 1:
        raise Usage(E_("Standard input can be read once: name a file for the other input."))
    paths = [
        path for one in outputs
        for path in ([one.path, one.beside] if one.form == "csv" and one.is_file else [one.path])
    ]  # fmt: skip
    for place, out in enumerate(paths):
        if any(_is_same(one, out) for given in inputs for one in _files_of(given, out)):
            said = E_(
                "{out} is a file that is read: what is written would replace it. Name another."
            )
            raise Usage(said.format(out=E_("standard output") if str(out) == STREAM else out))
        if out in paths[:place] or any(_is_same(one, out) for one in paths[:place]):
            raise Usage(E_("{out} would be written twice: name each file once.").format(out=out))


def _files_of(given: str, out: Path) -> Sequence[str | Path | int]:
    """The file of that path; of a folder the files in it, but for those of earlier outputs."""
    if given in STDIN:
        return [0]
    if not os.path.isdir(given):
        return [given]
    return [one for one in Path(given).iterdir() if one.suffix.lower() != out.suffix.lower()]


def _is_same(one: str | Path | int, out: Path) -> bool:
    """Whether two paths are one file; a number is that of standard input."""
    other: Path | int = 1 if str(out) == STREAM else out
    if isinstance(one, int) or isinstance(other, int):
        try:
            found = [os.stat(path) for path in (one, other)]
        except OSError:
            return False
        return os.path.samestat(*found) and stat.S_ISREG(found[0].st_mode)
    try:
        return os.path.samefile(one, other)
    except OSError:  # one of them is not there
        first, second = (os.path.normcase(os.path.realpath(path)) for path in (one, other))
        return first == second


def speak_printably(outputs: Sequence[Output]) -> None:
    """Go on in English, and say so, where no font can write the language into one of the files.

    Without Matplotlib, which draws them, this is an error: before the fit, not behind it.
    """
    if not any(output.form in PRINTED for output in outputs):
        return
    from kpca_core.drawing.printing.faces import printable_language

    if language() != ENGLISH and printable_language() == ENGLISH:
        said = _(
            "No font of this system can write this language into SVG, PDF and PNG. What follows is "
            "in English."
        )
        print(f"kpca: {said}", file=sys.stderr)
        speak(ENGLISH)


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
