"""The page "Own data" as Python: with this library, and with scikit-learn alone."""

from __future__ import annotations

from typing import Any

from kpca_core.drawing.canvas.subject import SPECTRUM
from kpca_core.tables import BUILTIN, Table
from views.pages.explore.snippet import PANELS, arrows_lines, names_of
from views.pages.table.answers import ROWS
from views.pages.table.data import AGREEING, OWN, PRINCIPAL
from views.pages.table.read_as import arguments
from views.pages.table.solving import plan_of
from views.pages.table.state import TableState

# What scikit-learn calls the ways with gaps, as steps before the analysis.
FILLED = 'SimpleImputer(strategy="median"), '


def snippet(state: TableState) -> str:
    data, kernel = state.data.build(), state.kernel.build()
    table, settings = data.prepared.table, state.data
    planned = plan_of(state)
    if settings.data == OWN:
        how = "".join(f", {name}={value!r}" for name, value in arguments(settings.read_as).items())
        imported, source = "read", f"read({table.name!r}{how})"
    else:
        more = "".join(f", {value!r}" for value in settings.drawn.values())
        imported, source = "builtin", f"builtin({settings.data!r}{more})"
    tol = f", tol={planned.tol!r}" if planned.tol > 1e-14 else ""
    centre = "" if state.centred else ", centre=False"
    found = _findings(state)
    sliced = data.plane is not None and data.X.shape[1] > 2
    shown = _plane(state)
    names = ", ".join(sorted({*names_of(kernel), *(["Gaussian"] if "Gaussian" in shown else [])}))
    finding = "agreeing, agreement" if shown.startswith("agreeing") else "agreement, projected"
    arrows = arrows_lines(state, "rows.X", [j + 1 for j in data.prepared.columns])
    return f"""\
import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Grid, {names}{", biplot" if arrows else ""}, fit
{IMPORTED if found else ""}from kpca_core.analysis.projection import {finding}
from kpca_core.tables import {imported}

table = {source}
rows = table.rows(
    {settings.present(table)!r}, {settings.label_of(table)!r}, standardise={settings.standardise},
    missing={settings.way_with_gaps(table)!r},
)
kernel = {kernel!r}
decomposition = fit(
    kernel, rows.X, n_components={SPECTRUM}{centre}{tol}{_subset(state)}
)
print(decomposition.eigenvalues, decomposition.certificate)

{found}# The scores, and the first eigenfunctions on the plane of the maps, (q, ny, nx). Each is
# determined up to its sign.
scores = decomposition.scores
if scores.shape[1] > 1:
    plt.figure()
    plt.scatter(*scores[:, :2].T, c=rows.labels)
shown = {shown}
grid = Grid.over(shown.region, {state.resolution}, shown.plane)
expansion = decomposition.expansion.first({state.components})
fields = expansion.on_grid(grid)
{AGREEMENT if sliced else ""}
{PANELS}
    panel.scatter(*shown.points.T, c=rows.labels, s=9, edgecolors="black", linewidths=0.5)
    panel.set(title=f"λ = {{value:.3f}}", xlim=grid.region[0], ylim=grid.region[1])
{arrows}plt.show()
"""


IMPORTED = "from kpca_core.choosing import findings\n"
FINDINGS = """\
# What stands out from the same table with its columns shuffled; some seconds.
found = findings(kernel, rows.X, {components})
print(found.standing)
print("columns that matter:", [rows.names[d] for d in found.needed])
print("farthest rows:", rows.lines[found.farthest.ranking[:{farthest}]])

"""
AGREEMENT = """\
print(agreement(expansion(shown.plane.lift(shown.points)), scores[:, : len(fields)]))
"""


def with_scikit_learn(state: TableState) -> str:
    """Eigenvalues and scores by scikit-learn; "" where it has no such analysis."""
    kernel, table = state.kernel.build(), state.data.build().prepared.table
    how = _kernel_of(kernel)
    if not how or not state.centred:
        return ""
    way, standardise = state.data.way_with_gaps(table), state.data.standardise
    gaps = bool(table.missing_costs(state.data.present(table))["median"])
    steps = [FILLED] if gaps and way == "median" else []
    steps += ["StandardScaler(), "] if standardise else []
    few = plan_of(state)
    rows = _subset(state).removeprefix(", subset=")
    lines = [
        "import numpy as np",
        *_source(state, table),
        "from sklearn.decomposition import KernelPCA",
        *(["from sklearn.impute import SimpleImputer"] if FILLED in steps else []),
        *(["from sklearn.pipeline import make_pipeline"] if steps else []),
        *(["from sklearn.preprocessing import StandardScaler"] if standardise else []),
        "",
        f"X = np.asarray(table, dtype=float)[:, {list(state.data.present(table))!r}]",
        *_without_gaps(way if gaps else ""),
        *([f"X = make_pipeline({''.join(steps)[:-2]}).fit_transform(X)"] if steps else []),
        f"model = KernelPCA({SPECTRUM}, {how})",
        f"model.fit(X[{rows}])" if few.rows < few.n else "model.fit(X)",
        "scores = model.transform(X)  # each column up to its sign",
        "print(model.eigenvalues_)",
    ]
    return "\n".join(lines) + "\n"


def _kernel_of(kernel: Any) -> str:
    """The arguments of scikit-learn's KernelPCA, "" for a kernel that it has not."""
    return f'{kernel.scikit_learn}, eigen_solver="dense"' if kernel.scikit_learn else ""


def _source(state: TableState, table: Table) -> list[str]:
    """Lines that read `table`, all of its columns as texts or numbers."""
    if state.data.data != OWN:
        chosen = BUILTIN[state.data.data]
        if chosen.lifted:
            more = "".join(f", {value!r}" for value in state.data.drawn.values())
            return [
                "from kpca_core.tables import builtin",
                f"table = builtin({state.data.data!r}{more})",
                "table = np.column_stack([one.values for one in table.columns])",
            ]
        given = ""
        if chosen.draws is not None:
            n, noise, seed = state.data.drawn.values()
            first = next(iter(chosen.draws))
            drawn = {**chosen.draws, first: chosen.draws[first] if noise is None else noise}
            given = f"{n}, random_state={seed}"
            given += "".join(f", {name}={value!r}" for name, value in drawn.items())
        call = f"{chosen.loader}({given})"
        return [
            f"from sklearn.datasets import {chosen.loader}",
            f"table = {call}{'[0]' if given else '.data'}",
        ]
    reading = table.reading
    asked = arguments(state.data.read_as)
    beyond_pandas = {"na_values", "comment", "vectors", "transpose"} & set(asked)
    if not reading.separator or reading.units or reading.foot or beyond_pandas:
        how = "".join(f", {k}={v!r}" for k, v in asked.items())
        return [
            "from kpca_core.tables import read  # pandas alone does not read this as the page does",
            f"table = np.column_stack([one.values for one in read({table.name!r}{how}).columns])",
        ]
    options: dict[str, Any] = {
        "sep": reading.separator,
        "encoding": reading.encoding,
        "decimal": reading.decimal,
    }
    options |= {"thousands": reading.thousands} if reading.thousands else {}
    options |= {"skiprows": reading.skipped} if reading.skipped else {}
    options["header"] = None if reading.names is None else 0
    given = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return [
        "import pandas as pd",
        f"table = pd.read_csv({table.name!r}, {given})",
        'table = table.apply(pd.to_numeric, errors="coerce")',
    ]


def _without_gaps(way: str) -> list[str]:
    if way == "rows":
        return ["X = X[~np.isnan(X).any(axis=1)]"]
    return ["X = X[:, ~np.isnan(X).any(axis=0)]"] if way == "columns" else []


def _findings(state: TableState) -> str:
    """The lines that find what stands out; "" where fewer than two columns vary."""
    X = state.data.build().X
    if (X[1:] != X[:1]).any(axis=0).sum() < 2:
        return ""
    return FINDINGS.format(components=state.components, farthest=ROWS)


def _subset(state: TableState) -> str:
    planned = plan_of(state)
    if planned.rows >= planned.n:
        return ""
    return f", subset=np.linspace(0, {planned.n - 1}, {planned.rows}).astype(np.intp)"


def _plane(state: TableState) -> str:
    """The call that finds the plane of the maps."""
    prepared = state.data.build().prepared
    row = f", row={state.data.row - 1}" if state.data.row else ""
    if state.data.plane == AGREEING:
        return f"agreeing(rows, {prepared.usual_kernel!r}{row})"
    if state.data.plane == PRINCIPAL:
        return f"projected(rows, principal=True{row})"
    first, second = state.data.pair(prepared)
    return f"projected(rows, {first}, {second}{row})"
