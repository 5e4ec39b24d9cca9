"""`kpca figure`: one figure or all, their numbers, claims and files."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from kpca_core._support.arrays import counted
from kpca_core._support.progress import report
from kpca_core.commands import (
    as_json,
    count,
    output_path,
    progress_bar,
    speak_printably,
    write,
)
from kpca_core.drawing.canvas.origin import SOFTWARE
from kpca_core.reproduction import FIGURES, Band, Result, figure, monte_carlo, run

FORMATS = ("svg", "pdf", "png", "html", "json")
SUMMARY = "a figure: numbers, claims, drawing"
DESCRIPTION = """\
Runs one figure's experiment on the original's own points, prints its eigenvalues beside the
published ones and measures what the caption claims. With --out it is drawn as well.

""" + "\n".join(f"  {name:<11} {e.title} ({e.source.split(';')[0]})" for name, e in FIGURES.items())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", choices=(*FIGURES, "all"), metavar="NAME", help="see above, or all")
    parser.add_argument(
        "--out", type=output_path, metavar="PATH", action="append", default=[],
        help=f"a file ending in {', '.join('.' + f for f in FORMATS)}, or a directory; "
        "may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=FORMATS, metavar="FORMAT", nargs="+",
        help=f"what to write into a directory: {', '.join(FORMATS)} (default: svg)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=_seed, metavar="SEED",
        help='another draw of the points: a whole number >= 0, or "paper" (default: the original)',
    )  # fmt: skip
    parser.add_argument(
        "--draws", type=count, metavar="N",
        help="also run N new draws, and print between which values 95 %% of them lie",
    )  # fmt: skip


def execute(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Compute, write and print the figures."""
    if options.format and not options.out:
        parser.error(f"--format {' '.join(options.format)} says what to write; add --out PATH")
    if options.format and all(_is_drawing(path) for path in options.out):
        parser.error(
            f"--format {' '.join(options.format)} says what to write into a directory; got the "
            f"file --out {options.out[0]}"
        )
    names = list(FIGURES) if options.name == "all" else [options.name]
    files = _files(parser, options, names)
    if options.seed == "paper" and options.name != "all" and figure(options.name).seed != "paper":
        parser.error(f'figure {options.name} has no draw "paper"; give a whole number')
    speak_printably([path for paths in files.values() for path in paths])
    with progress_bar(options.quiet) as progress:
        for i, name in enumerate(names, start=1):
            experiment = figure(name)
            result = run(experiment, None if options.seed == "paper" else options.seed)
            band = monte_carlo(experiment, options.draws, progress) if options.draws else None
            if len(names) > 1:
                report(progress, i, len(names), "figures")
            print("\n".join(_lines(result, band)))
            for path in files[name]:
                write(path, _content(result, band, path.suffix[1:]))
            print()


def _files(
    parser: argparse.ArgumentParser, options: argparse.Namespace, names: list[str]
) -> dict[str, list[Path]]:
    """The files to write for each figure."""
    files: dict[str, list[Path]] = {name: [] for name in names}
    for path in options.out:
        if _is_drawing(path):
            if len(names) > 1:
                parser.error(f"all needs a directory; got the file --out {path}")
            files[names[0]].append(path.with_suffix(path.suffix.lower()))
        elif path.suffix and not path.is_dir():
            parser.error(f"cannot write {path.suffix}; choose from {', '.join(FORMATS)}")
        else:
            for name in names:
                files[name] += [path / f"figure-{name}.{f}" for f in options.format or ["svg"]]
    return {name: list(dict.fromkeys(paths)) for name, paths in files.items()}


def _is_drawing(path: Path) -> bool:
    return path.suffix[1:].lower() in FORMATS and not path.is_dir()


def _content(result: Result, band: Band | None, file_format: str) -> bytes:
    """The content of a file of that format."""
    if file_format == "json":
        content = {"software": SOFTWARE, **result.as_dict()}
        content |= {"monte_carlo": band.as_dict()} if band else {}
        return as_json(content)
    if file_format == "html":
        from kpca_core.drawing.canvas.standalone import figure_page
        from kpca_core.drawing.layout import origin_of
        from kpca_core.drawing.screen import of_result

        return figure_page(of_result(result), origin_of(result)).encode()
    from kpca_core.drawing.printing.figures import print_result

    return print_result(result, file_format)


def _lines(result: Result, band: Band | None) -> Iterator[str]:
    """The eigenvalues beside the published ones, and the claims with their verdicts."""
    experiment = result.experiment
    draw = "the original's points" if result.seed == "paper" else f"seed {result.seed}"
    unit = "fractions of their sum" if experiment.fraction else "of the centred Gram matrix"
    yield f"Figure {experiment.name}: {experiment.title}"
    yield f"  {experiment.source}; {draw}"
    yield f"  Eigenvalues are {unit}."
    published = experiment.published
    header = f"  {'':<24}{'ours':>9}" + f"{experiment.column:>18}{'difference':>12}" * bool(
        published
    )
    yield header + (f"{'95 % of draws':>21}" if band else "")
    quantiles = band.quantiles if band else None
    for i, (label, value) in enumerate(zip(experiment.labels, result.values, strict=True)):
        line = f"  {label:<24}{value:>9.3f}"
        if published:
            line += f"{published[i]:>18.3f}{value - published[i]:>+12.4f}"
        if quantiles is not None:
            line += f"{quantiles[0, i]:>12.3f} …{quantiles[-1, i]:>7.3f}"
        yield line
    negative = result.decompositions[0].negative
    if len(negative):
        largest = ", ".join(f"{value:.3f}" for value in negative[:3])
        more = ", …" if len(negative) > 3 else ""
        yield f"  and {counted(len(negative), 'negative eigenvalue')}: {largest}{more}"
    for i, claim in enumerate(result.claims):
        yield f"  [{'holds' if claim.holds else 'FAILS'}] {claim.statement}"
        draws = counted(band.draws, "draw") if band else ""
        share = f"; holds on {band.claim_shares[i]:.0%} of {draws}" if band else ""
        yield f"          {claim.measured}{share}"


def _seed(text: str) -> int | str:
    if text == "paper":
        return text
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f'need a whole number >= 0 or "paper"; got {text!r}')
    return int(text)
