"""`kpca figure`: one figure or all, their numbers, claims and files."""

import argparse
from collections.abc import Iterator
from typing import Any

from kpca_core._support.progress import report
from kpca_core._support.words import E_, N_, _, counted
from kpca_core.commands.files import as_json, progress_bar
from kpca_core.commands.options import Usage, add, add_output, count, wrong
from kpca_core.drawing.canvas.origin import SOFTWARE
from kpca_core.reproduction import FIGURES, Band, Result, figure, monte_carlo, run

OUTPUTS = {"out": ("svg", "pdf", "png", "html", "json")}
DESCRIPTION = N_("""\
Runs one figure's experiment and measures what the caption claims. Figures 3 to 5 have the points
of the 1998 paper. Beside our eigenvalues stand those that the paper prints for Figure 3, and those
that the authors' program stored for Figure 4. With --out the figure is drawn as well.

""")


def _seed(text: str) -> int | str:
    if text == "paper":
        return text
    if not text.isdecimal():
        raise wrong(N_('need a whole number >= 0 or "paper"; got {text!r}'), text)
    return int(text)


OPTIONS = (
    ("--seed",
     N_('another draw of the points: a whole number >= 0, or "paper" (default: the original)'),
     {"type": _seed, "metavar": "SEED"}),
    ("--draws", N_("also run N new draws, and print between which values 95 %% of them lie"),
     {"type": count, "metavar": "N"}),
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and its figures to its description."""
    parser.description = _(DESCRIPTION) + "\n".join(
        f"  {name:<11} {_(e.title)} ({e.source.split(';')[0]})" for name, e in FIGURES.items()
    )
    parser.add_argument(
        "name", choices=(*FIGURES, "all"), metavar="NAME", help=_("see above, or all")
    )
    forms = " ".join(f".{form}" for form in OUTPUTS["out"])
    add_output(parser, _("a file ending in {forms}, or a folder").format(forms=forms))
    add(parser, *OPTIONS)


def stems(options: argparse.Namespace) -> list[str]:
    """Return what the files of the figures are named after in a folder."""
    return [_stem(name) for name in _names(options)]


def execute(options: argparse.Namespace) -> None:
    """Compute, write and print the figures."""
    names = _names(options)
    if options.seed == "paper" and options.name != "all" and figure(options.name).seed != "paper":
        said = E_('figure {name} has no draw "paper"; give a whole number')
        raise Usage(said.format(name=options.name))
    listed: list[dict[str, Any]] = []
    at_once = [output for output in options.out if output.is_stdout] if len(names) > 1 else []
    with progress_bar(options.quiet) as progress:
        for i, name in enumerate(names, start=1):
            experiment = figure(name)
            result = run(experiment, None if options.seed == "paper" else options.seed)
            band = monte_carlo(experiment, options.draws, progress) if options.draws else None
            if len(names) > 1:
                report(progress, i, len(names), _("figures"))
            print("\n".join(_lines(result, band)))
            for output in options.out:
                if output.stem in ("", _stem(name)) and output not in at_once:
                    output.write(_content(result, band, output.form))
            listed.append(_numbers(result, band))
            print()
    for output in at_once:
        output.write(as_json(listed))


def _names(options: argparse.Namespace) -> list[str]:
    return list(FIGURES) if options.name == "all" else [options.name]


def _stem(name: str) -> str:
    return f"figure-{name}"


def _content(result: Result, band: Band | None, file_format: str) -> bytes:
    """The content of a file of that format."""
    if file_format == "json":
        return as_json(_numbers(result, band))
    if file_format == "html":
        from kpca_core.drawing.canvas.standalone import figure_page
        from kpca_core.drawing.layout import of_result, origin_of

        return figure_page(of_result(result), origin_of(result)).encode()
    from kpca_core.drawing.printing.figures import print_result

    return print_result(result, file_format)


def _numbers(result: Result, band: Band | None) -> dict[str, Any]:
    content = {"software": SOFTWARE, **result.as_dict()}
    return content | ({"monte_carlo": band.as_dict()} if band else {})


def _lines(result: Result, band: Band | None) -> Iterator[str]:
    """The eigenvalues, beside the original's where we have them, and the claims with verdicts."""
    experiment = result.experiment
    draw = (
        _("the points of the 1998 paper")
        if result.seed == "paper"
        else _("seed {seed}").format(seed=result.seed)
    )
    unit = _("fractions of their sum") if experiment.fraction else _("of the centred Gram matrix")
    yield _("Figure {name}: {title}").format(name=experiment.name, title=_(experiment.title))
    yield f"  {_(experiment.source)}; {draw}"
    yield _("  Eigenvalues are {unit}.").format(unit=unit)
    published = experiment.published
    ours, difference, range_of_draws = _("ours"), _("difference"), _("95 % of draws")
    column = _(experiment.column)
    header = f"  {'':<24}{ours:>9}" + f"{column:>18}{difference:>12}" * bool(published)
    yield header + (f"{range_of_draws:>21}" if band else "")
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
        yield _("  and {negative}: {largest}{more}").format(
            negative=counted(len(negative), "{n} negative eigenvalue", "{n} negative eigenvalues"),
            largest=largest,
            more=more,
        )
    for i, claim in enumerate(result.claims):
        verdict = _("holds") if claim.holds else _("FAILS")
        yield f"  [{verdict}] {_(claim.statement)}"
        draws = counted(band.draws, "{n} draw", "{n} draws") if band else ""
        share = (
            _("; holds on {share:.0%} of {draws}").format(share=band.claim_shares[i], draws=draws)
            if band
            else ""
        )
        yield f"          {claim.measured}{share}"
