"""The command line: `python -m kpca_core`, installed as `kpca`."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kpca_core.experiments import FIGURES, Band, Result, figure, monte_carlo, run
from kpca_core.experiments.experiment import datasets_package
from kpca_core.progress import Progress, report, terminal_bar

if TYPE_CHECKING:
    from datasets import Digits
    from kpca_core.experiments.digits import Cell

PRINTED = ("svg", "pdf", "png")
FORMATS = (*PRINTED, "html", "json")
TABLE_FORMATS = ("json", "csv")
SUCCESS, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 130

DESCRIPTION = """\
Kernel PCA: the figures and the table of the paper and of the book, computed anew.

  S  Schölkopf, Smola & Müller, Neural Computation 10 (1998)
  B  Bishop, Pattern Recognition and Machine Learning (2006), section 12.3
"""
EXAMPLES = """\
examples:
  kpca figure 4                          numbers beside the published ones, and the caption's claims
  kpca figure 3 --out figure3.svg        also a drawing; .pdf .png .html .json likewise
  kpca figure all --out figures          every figure, as figures/figure-3.svg and so on
  kpca figure all --out figures --format pdf json
  kpca figure 4 --seed 7 --draws 1000    another draw, and how much draws differ
  kpca table 1 --data usps.npz           Table 1 of S on the USPS digits
  kpca table 1 --data builtin            the same on scikit-learn's small digits

exit codes: 0 done, 1 it failed (one line says why), 2 wrong usage, 130 interrupted
"""
FIGURE_HELP = """\
Runs one figure's experiment on the original's own points, prints its eigenvalues beside the
published ones and measures what the caption claims. With --out it is drawn as well.

""" + "\n".join(f"  {name:<11} {e.title} ({e.source.split(';')[0]})" for name, e in FIGURES.items())
TABLE_HELP = """\
Table 1 of S: test error in percent of soft-margin hyperplanes on the first components of kernel PCA
with (x·y)^d, for handwritten digits. The whole table takes a while; choose degrees and components
for a part of it. What is done is printed and written also when you interrupt it.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = _parser()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters
    try:
        chosen = parser.parse_args(arguments)
        chosen.command(chosen)
        sys.stdout.flush()
    except SystemExit as end:
        return int(end.code or 0)
    except KeyboardInterrupt:
        print("kpca: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has left; a flush at exit would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except (ValueError, TypeError, ImportError, OSError, MemoryError) as error:
        print(f"kpca: error: {' '.join(str(error).split())}", file=sys.stderr)
        return FAILURE
    return SUCCESS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "kpca", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=_Plain
    )
    commands = parser.add_subparsers(title="commands", metavar="{figure,table}", required=True)

    drawn = commands.add_parser(
        "figure",
        help="a figure: numbers, claims, drawing",
        description=FIGURE_HELP,
        epilog=EXAMPLES,
        formatter_class=_Plain,
    )
    drawn.add_argument("name", choices=(*FIGURES, "all"), metavar="NAME", help="see above, or all")
    drawn.add_argument(
        "--out",
        metavar="PATH",
        type=Path,
        action="append",
        default=[],
        help=f"a file ending in {', '.join('.' + f for f in FORMATS)}, or a directory; "
        "may be given several times",
    )
    drawn.add_argument(
        "--format",
        nargs="+",
        choices=FORMATS,
        metavar="FORMAT",
        help=f"what to write into a directory: {', '.join(FORMATS)} (default: svg)",
    )
    drawn.add_argument(
        "--seed",
        type=_seed,
        metavar="SEED",
        help='another draw of the points: a whole number >= 0, or "paper" (default: the original)',
    )
    drawn.add_argument(
        "--draws",
        type=_count,
        default=0,
        metavar="N",
        help="also run N new draws, and print between which values 95 %% of them lie",
    )
    drawn.set_defaults(command=lambda chosen: _figures(drawn, chosen))

    table = commands.add_parser(
        "table",
        help="Table 1 of S on handwritten digits",
        description=TABLE_HELP,
        epilog=EXAMPLES,
        formatter_class=_Plain,
    )
    table.add_argument("number", choices=("1",), metavar="1", help="the paper has one table")
    table.add_argument(
        "--data",
        required=True,
        metavar="PATH",
        help="the USPS digits: a file or a directory; or builtin for scikit-learn's 8×8 digits, "
        "or openml to download the USPS digits",
    )
    for name in ("degrees", "components"):
        table.add_argument(
            f"--{name}", nargs="+", type=_count, metavar="N", help=f"only these {name}"
        )
    table.add_argument("--out", metavar="PATH", type=Path, help="a .json or .csv file to write")
    table.set_defaults(command=lambda chosen: _table(table, chosen))
    for command in (drawn, table):
        command.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions, which argparse would reflow."""


def _figures(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    names = list(FIGURES) if chosen.name == "all" else [chosen.name]
    files = _files(parser, chosen, names)
    if chosen.seed == "paper" and chosen.name != "all" and figure(chosen.name).seed != "paper":
        parser.error(f'figure {chosen.name} has no draw "paper"; give a whole number')
    with _bar(chosen) as progress:
        for done, name in enumerate(names):
            experiment = figure(name)
            seed = experiment.seed if chosen.seed == "paper" else chosen.seed
            result = run(experiment, seed)
            band = monte_carlo(experiment, chosen.draws, progress) if chosen.draws else None
            for path in files[name]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(_drawing(result, band, path.suffix[1:]))
            if len(names) > 1:
                report(progress, done + 1, len(names), "figures")
            print("\n".join([*_summary(result, band), *(f"wrote {p}" for p in files[name]), ""]))


def _files(
    parser: argparse.ArgumentParser, chosen: argparse.Namespace, names: list[str]
) -> dict[str, list[Path]]:
    """The files to write for each figure."""
    files: dict[str, list[Path]] = {name: [] for name in names}
    for path in chosen.out:
        if path.suffix[1:].lower() in FORMATS and not path.is_dir():
            if len(names) > 1:
                parser.error(f"all needs a directory; got the file --out {path}")
            files[names[0]].append(path.with_suffix(path.suffix.lower()))
        elif path.suffix and not path.is_dir():
            parser.error(f"cannot write {path.suffix}; choose from {', '.join(FORMATS)}")
        else:
            for name in names:
                files[name] += [path / f"figure-{name}.{f}" for f in chosen.format or ["svg"]]
    return files


def _drawing(result: Result, band: Band | None, form: str) -> bytes:
    """The content of a file of that format."""
    if form == "json":
        content = result.as_dict() | ({"monte_carlo": band.as_dict()} if band else {})
        return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()
    if form == "html":
        from kpca_core.figures.paper import of_result

        html: str = of_result(result).to_html(include_plotlyjs=True, full_html=True)
        return html.encode()
    from kpca_core.figures.printing import print_result

    return print_result(result, form)


def _summary(result: Result, band: Band | None) -> Iterator[str]:
    """The figure in words: eigenvalues beside the published ones, claims with their verdicts."""
    experiment = result.experiment
    draw = "the original's points" if result.seed == "paper" else f"seed {result.seed}"
    scale = "fractions of their sum" if experiment.fraction else "of the centred Gram matrix"
    yield f"Figure {experiment.name}: {experiment.title}"
    yield f"  {experiment.source}; {draw}"
    yield f"  Eigenvalues are {scale}."
    published = experiment.published
    header = f"  {'':<24}{'ours':>9}" + f"{'published':>11}{'difference':>12}" * bool(published)
    yield header + (f"{'95 % of draws':>21}" if band else "")
    quantiles = band.quantiles if band else None
    for i, (label, value) in enumerate(zip(experiment.labels, result.values, strict=True)):
        line = f"  {label:<24}{value:>9.3f}"
        if published:
            line += f"{published[i]:>11.3f}{value - published[i]:>+12.4f}"
        if quantiles is not None:
            line += f"{quantiles[0, i]:>12.3f} …{quantiles[-1, i]:>7.3f}"
        yield line
    negative = result.decompositions[0].negative
    if len(negative):
        shown = ", ".join(f"{value:.3f}" for value in negative[:3])
        yield f"  and {len(negative)} negative eigenvalues: {shown}, …"
    for i, claim in enumerate(result.claims):
        yield f"  [{'holds' if claim.holds else 'FAILS'}] {claim.statement}"
        share = f"; holds on {band.claim_shares[i]:.0%} of {band.draws} draws" if band else ""
        yield f"          {claim.measured}{share}"


def _table(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    from kpca_core.experiments.digits import table_cells

    if chosen.out is not None and chosen.out.suffix[1:] not in TABLE_FORMATS:
        parser.error(f"--out needs a .json or .csv file; got {chosen.out}")
    digits = _digits(chosen.data)
    cells: list[Cell] = []
    try:
        with _bar(chosen) as progress:
            for cell in table_cells(
                digits, degrees=chosen.degrees, components=chosen.components, progress=progress
            ):
                cells.append(cell)
    finally:
        if cells:
            print("\n".join(_table_lines(cells, digits.name)))
            if chosen.out is not None:
                chosen.out.parent.mkdir(parents=True, exist_ok=True)
                chosen.out.write_text(_table_file(cells, digits.name, chosen.out.suffix), "utf-8")
                print(f"wrote {chosen.out}")
    if not cells:
        raise ValueError("These degrees and components leave no entry of the table.")


def _digits(data: str) -> Digits:
    package = datasets_package()
    loaded: Any
    if data == "builtin":
        loaded = package.builtin_digits()
    elif data == "openml":
        loaded = package.usps_openml()
    else:
        loaded = package.usps(data)
    digits: Digits = loaded
    return digits


def _table_lines(cells: Sequence[Cell], data: str) -> Iterator[str]:
    """Rows of components, columns of degrees: ours, and the published error in brackets."""
    from kpca_core.experiments.digits import agreement

    degrees = sorted({cell.degree for cell in cells})
    found = {cell.key: cell for cell in cells}
    yield f"Table 1: test error in % ({data}); in brackets the published one"
    yield f"{'components':>10}" + "".join(f"{f'degree {d}':>15}" for d in degrees)
    for components in sorted({cell.components for cell in cells}):
        row = (_entry(found.get((degree, components))) for degree in degrees)
        yield f"{components:>10}" + "".join(f"{text:>15}" for text in row)
    close = agreement(cells)
    if close is not None:
        yield (
            f"{close.cells} published entries: mean difference {close.mean:.2f} points, "
            f"largest {close.largest:.2f}"
        )


def _entry(cell: Cell | None) -> str:
    if cell is None or cell.error is None:
        return "n.a."
    return f"{cell.error:.1f}" + ("" if cell.published is None else f" ({cell.published:.1f})")


def _table_file(cells: Sequence[Cell], data: str, suffix: str) -> str:
    from kpca_core.experiments.digits import SOURCE

    rows = [asdict(cell) for cell in cells]
    if suffix == ".json":
        return json.dumps({"source": SOURCE, "data": data, "cells": rows}, indent=2) + "\n"
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


@contextmanager
def _bar(chosen: argparse.Namespace) -> Iterator[Progress | None]:
    """A progress bar on a terminal, where one is wanted."""
    if chosen.quiet or not sys.stderr.isatty():
        yield None
        return
    with terminal_bar() as progress:
        yield progress


def _seed(text: str) -> int | str:
    if text == "paper":
        return text
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f'need a whole number >= 0 or "paper"; got {text!r}')
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"need a whole number >= 1; got {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
