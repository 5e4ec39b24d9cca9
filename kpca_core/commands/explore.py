"""`kpca explore`: a table's kernel PCA in one file, whose parameter a reader drags."""

from __future__ import annotations

import argparse

from kpca_core._support.words import E_, N_, _
from kpca_core.commands.files import as_json, deliver, progress_bar
from kpca_core.commands.options import (
    CENTRING,
    PLANE,
    SOLVER,
    Usage,
    add,
    add_output,
    add_reading,
    add_rows,
    count,
)
from kpca_core.commands.reading import analysed
from kpca_core.drawing.canvas.explored import explored
from kpca_core.drawing.canvas.standalone import explored_page
from kpca_core.drawing.canvas.subject import Subject, sliders_of
from kpca_core.drawing.canvas.words import Display
from kpca_core.drawing.scene import Slider
from kpca_core.kernels.nested import with_parameters

OUTPUTS = {"html": ("html", "htm", "json")}
DESCRIPTION = N_("""\
Kernel PCA of the rows of a table for many values of one parameter of the kernel, as one HTML file
that needs neither a server nor a network: eigenvalues, maps and scores follow the slider, between
solved values by interpolation, whose error is measured and stated in the file.
""")
COMPONENTS = (
    "--components", N_("how many (default: 8)"), {"type": count, "metavar": "N", "default": 8},
)  # fmt: skip
ALONG = (
    ("--along", N_("the parameter to drag (default: the kernel's first)"), {"metavar": "NAME"}),
    ("--range", N_("of that parameter (default: a tenth to ten times its value)"),
     {"type": float, "nargs": 2, "metavar": ("LEAST", "LARGEST")}),
    ("--also", N_("another parameter, of which a few values"), {"metavar": "NAME"}),
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
    add(parser, COMPONENTS, CENTRING, SOLVER, *ALONG, PLANE)
    add_reading(parser)
    add_output(parser, _("the .html file, or .json of what it states"), "--html", "--out")


def execute(options: argparse.Namespace) -> None:
    """Read, solve along the parameter, write, and print what the file shows."""
    if not options.html:
        raise Usage(_("the following arguments are required: %s") % "--html")
    with progress_bar(options.quiet) as progress:
        data = analysed(options, progress)
        kernel, projection = data.kernel, data.plane(options.plane)
        subject = Subject(
            data.rows, projection, options.components, not options.not_centred, options.solver
        )
        sliders = {one.name: one for one in sliders_of(kernel)}
        along = options.along or next(iter(sliders), "")
        if options.range:
            sliders = {one.name: one for one in sliders_of(kernel, {along: tuple(options.range)})}
        slider = _named(sliders, along, "--along")
        also = _named(sliders, options.also, "--also") if options.also else None
        if also is slider:
            said = E_("--also needs another parameter than --along {along}.")
            raise ValueError(said.format(along=along))
        origin = data.origin(
            {
                N_("Kernel"): _("{kernel!r} and others").format(kernel=kernel),
                N_("Shown"): projection.words,
            }
        )
        shown = explored(
            lambda values, samples: subject.picture(with_parameters(kernel, dict(values)), samples),
            slider, also, display=Display(panels=options.components), origin=origin,
            file=options.html[0].path.stem, progress=progress,
        )  # fmt: skip
    entries = {**origin.entries, "columns": data.rows.names, "kernel": repr(kernel)}

    def content(form: str) -> bytes:
        if form == "json":
            return as_json({**entries, **shown.numbers})
        return explored_page(shown, origin).encode()

    deliver([data.source, f"  {shown.sentence}"], options.html, content)


def _named(sliders: dict[str, Slider], name: str, option: str) -> Slider:
    if name not in sliders:
        known = ", ".join(sliders) or "none"
        said = E_("{option} names a number of the kernel ({known}); got {name!r}.")
        raise ValueError(said.format(option=option, known=known, name=name))
    return sliders[name]
