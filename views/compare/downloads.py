"""What a side is called, and the table of the page "Compare"."""

from __future__ import annotations

from kpca_core.canvas.origin import Origin
from kpca_core.continuity import letter
from views.compare.solving import compared
from views.compare.state import FITTED, CompareState, SideSettings
from views.explore.snippet import dataset_call


def name_of(side: SideSettings) -> str:
    """Return what a side is, in a few words."""
    return _listed(side, side.kernel.words)


def _listed(side: SideSettings, kernel: str) -> str:
    parts = [
        kernel,
        "" if side.centred else "not centred",
        "" if side.fitted == FITTED.default else FITTED.options[side.fitted],
        "with one more point" if side.outlier else "",
    ]
    return ", ".join(part for part in parts if part)


def angles_csv(state: CompareState, address: str = "") -> str:
    """Return one line a component: its eigenvalues, its partner, and the angles up to there.

    Lines before the header start with "#".
    """
    pairing = compared(state).pairing
    origin = Origin(
        f"Two kernel PCAs of {state.data.family.label.lower()}",
        {
            "Data": dataset_call(state.data),
            "A": _listed(state.first, repr(state.first.kernel.build())),
            "B": _listed(state.second, repr(state.second.kernel.build())),
        },
        address,
    )
    header = "component,function,eigenvalue_a,partner_b,eigenvalue_b,overlap,largest,smallest"
    rows = []
    for i, value in enumerate(pairing.first.eigenvalues.tolist()):
        j = pairing.partners[i]
        partner = ["", "", ""]
        if j >= 0:
            other, overlap = pairing.second.eigenvalues[j], pairing.matching.overlaps[j]
            partner = [str(j + 1), repr(float(other)), repr(float(overlap))]
        angles = ["", ""]
        if i < len(pairing.angles):
            angles = [repr(float(pairing.angles[i][k])) for k in (0, -1)]
        rows.append(",".join([str(i + 1), letter(i), repr(value), *partner, *angles]))
    return origin.comments + "\n".join([header, *rows]) + "\n"
