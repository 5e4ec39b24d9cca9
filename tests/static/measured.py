"""What the library finds, as numbers and texts: natively, and by the Python of a browser."""

from __future__ import annotations

import io
import json
import traceback
from typing import Any

import numpy as np

from kpca_core import Gaussian, Laplacian, Linear, Polynomial, RationalQuadratic, Sigmoid, fit
from kpca_core.choosing import choose_width, dilations, findings
from kpca_core.feature_space.preimage import pre_images
from kpca_core.tables import builtin, read_bytes

TEXT = "name;width;class\n" + "".join(f"p{k};{k / 7:.3f};{'ab'[k % 2]}\n" for k in range(60))
FITS = {
    "dense": (Gaussian(0.3), 90), "explicit": (Polynomial(2), 300), "low-rank": (Gaussian(3.0), 900),
    "streaming": (RationalQuadratic(5.0), 900), "iterative": (Sigmoid(0.5), 400),
    "separable": (Gaussian(1.0), 1200), "auto": (Laplacian(1.0), 120),
}  # fmt: skip


def cloud(n: int, columns: int = 2) -> Any:
    """Return points of three blobs."""
    rng = np.random.default_rng(4)
    return rng.standard_normal((n, columns)) * 0.4 + rng.integers(0, 3, (n, 1))


def fits() -> dict[str, Any]:
    """Return eigenvalues and functions of every solver."""
    found, places = {}, np.random.default_rng(5).uniform(-1, 3, (40, 2))
    for solver, (kernel, n) in FITS.items():
        one = fit(kernel, cloud(n), 4, solver=solver)
        found[f"{solver} eigenvalues"] = one.eigenvalues
        found[f"{solver} functions"] = one.expansion(places)
    return found


def pre_image_points() -> dict[str, Any]:
    """Return pre-images by every method, and more blocks than threads take where there are some."""
    found = {}
    for kernel in (Gaussian(0.5), Polynomial(3), Linear()):
        one = fit(kernel, cloud(80), 3)
        for method in ("auto", "ridge"):
            name = f"{type(kernel).__name__} {method} pre-images"
            found[name] = pre_images(one.expansion, one.scores[:20, :2], method).points
    one = fit(Gaussian(0.5), cloud(60), 3)
    places = np.random.default_rng(6).uniform(-1, 3, (70_000, 2))
    found["functions of many points"] = one.expansion(places)[::1000]
    return found


def choices() -> dict[str, Any]:
    """Return what choosing finds."""
    table = cloud(80, 3)
    chosen = choose_width(dilations(Gaussian(1.0)), table, 4, shuffles=19)
    found = findings(Gaussian(2.0), table)
    return {"width p-values": chosen.p_values, "width": str(chosen), "findings": str(found)}


def tables() -> dict[str, Any]:
    """Return tables of all formats that this Python reads; what it lacks is said."""
    import pyarrow
    from openpyxl import Workbook
    from pyarrow import parquet as files_of_arrow

    rows = [line.split(";") for line in TEXT.splitlines()]
    book, parquet, array = io.BytesIO(), io.BytesIO(), io.BytesIO()
    sheets = Workbook()
    for name, width, kind in rows:
        sheets.active.append([name, width if name == "name" else float(width), kind])
    sheets.save(book)
    columns = {one[0]: pyarrow.array(one[1:]) for one in zip(*rows, strict=True)}
    files_of_arrow.write_table(pyarrow.table(columns), parquet)
    np.save(array, cloud(30, 3))
    files = {"csv": TEXT.encode(), "xlsx": book.getvalue(), "parquet": parquet.getvalue(), "npy": array.getvalue()}
    found: dict[str, Any] = {}
    for name, content in files.items():
        read = read_bytes(content, name).rows(standardise=True)
        found[f"table {name}"], found[f"names {name}"] = read.X, " ".join(read.names)
    found["table builtin"] = builtin("iris").rows().X
    return found


def pages() -> dict[str, Any]:
    """Return the scene of every page at its bare address."""
    from views.answer import answer
    from views.named import PAGES

    return {f"page {name}": np.frombuffer(answer(name, ""), np.uint8) for name in PAGES}


def measured() -> bytes:
    """Return all as an archive of arrays; what fails is in it, with where."""
    found: dict[str, Any] = {}
    for part in (fits, pre_image_points, choices, tables, pages):
        try:
            found |= part()
        except Exception:
            found[f"trouble in {part.__name__}"] = traceback.format_exc()
    texts = {name: found.pop(name) for name in list(found) if isinstance(found[name], str)}
    file = io.BytesIO()
    np.savez(file, texts=np.array(json.dumps(texts)), **found)
    return file.getvalue()
