"""What a side is called, and the table of the page "Compare"."""

from __future__ import annotations

from kpca_core._support.words import _
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.pairs import function_letter
from kpca_core.tables.writing import csv_text
from views.pages.compare.solving import compared
from views.pages.compare.state import CompareState, SideSettings
from views.pages.explore.origin import kernel_parts, seed_of
from views.pages.explore.snippet import dataset_call
from views.pages.explore.solving import dataset_of


def name_of(side: SideSettings) -> str:
    """Return what a side is, in a few words."""
    return _listed(side, side.kernel.words)


def _listed(side: SideSettings, kernel: str) -> str:
    parts = [
        kernel,
        "" if side.centred else _("not centred"),
        "" if side.fitted == "exact" else side.option_label("fitted"),
        _("with one more point") if side.outlier else "",
    ]
    return ", ".join(part for part in parts if part)


def file_name(state: CompareState, what: str) -> str:
    """Return a file's name without extension, such as "kpca-rings-gaussian-0.1-linear-angles"."""
    sides = (kernel_parts(side.kernel) for side in (state.first, state.second))
    return "-".join(["kpca", state.data.data, *(part for parts in sides for part in parts), what])


def origin_of(state: CompareState, address: str = "") -> Origin:
    """Return from what a comparison was computed."""
    data = state.data
    return Origin(
        _("Two kernel PCAs of {data}").format(data=_(data.family.label).lower()),
        {
            _("Data"): dataset_call(data),
            _("Seed"): seed_of(data),
            "n": str(len(dataset_of(data).X)),
            "A": _listed(state.first, repr(state.first.kernel.build())),
            "B": _listed(state.second, repr(state.second.kernel.build())),
        },
        address,
    )


def picture_words(state: CompareState) -> dict[str, str]:
    """Return what a picture that is saved says of itself, as fields of a scene."""
    origin = origin_of(state)
    return {
        "title": origin.title, "caption": origin.caption, "file": file_name(state, "maps"),
    }  # fmt: skip


def angles_csv(state: CompareState, address: str = "") -> str:
    """Return a row for each component: eigenvalue, partner, and the angles up to it.

    Lines before the header start with "#".
    """
    pairing = compared(state).pairing
    header = "component,function,eigenvalue_a,partner_b,eigenvalue_b,overlap,largest,smallest"
    rows = []
    for i, value in enumerate(pairing.first.eigenvalues):
        row = [i + 1, function_letter(i), value, "", "", "", "", ""]
        j = pairing.partners[i]
        if j >= 0:
            row[3:6] = j + 1, pairing.second.eigenvalues[j], pairing.matching.overlaps[j]
        if i < len(pairing.angles):
            row[6:] = pairing.angles[i][0], pairing.angles[i][-1]
        rows.append(row)
    return origin_of(state, address).comments + csv_text(header.split(","), rows)
