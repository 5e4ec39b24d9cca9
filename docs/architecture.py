"""Draw docs/architecture.svg from the imports: the parts as boxes, arrows to what they import.

    python docs/architecture.py

Boxes stand in layers, each above all that it imports. An arrow that follows from others is left
out: from A to C where A leads to B and B to C.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SVG = Path(__file__).with_suffix(".svg")
# Folders that are one box, and what has a box of its own within an entry of kpca_core.
WHOLE = ("app", "views", "datasets")
PARTS = (
    "kpca_core.distributed.dask_arrays", "kpca_core.drawing.canvas", "kpca_core.drawing.charts",
    "kpca_core.drawing.printing", "kpca_core.solvers.linalg",
)  # fmt: skip
# What is in the box of another part: scenes are what the canvas packs; one folder has two names.
WITHIN = {
    "kpca_core.datasets": "datasets",
    "kpca_core.drawing.scene": "kpca_core.drawing.canvas",
    "kpca_core.drawing.sheets": "kpca_core.drawing.canvas",
}
# Pixels: of a letter, around text, between boxes, and between layers.
LETTER, EDGE, GAP, LAYER, HEIGHT = 7.3, 11, 18, 74, 30
# Times that rows are sorted and moved.
SWEEPS = 24
STYLE = (
    ".box{fill:#fff;stroke:#8a94a6}.views{fill:#e8f0fb}.drawing{fill:#fdf0e3}.core{fill:#eef6ea}"
    ".line{fill:none;stroke:#5b6472;stroke-width:1.1}text{font:12px ui-monospace,monospace;"
    "text-anchor:middle;fill:#16181f}"
)


def modules() -> dict[str, Path]:
    """Return all modules by name."""
    files = [ROOT / "app.py"]
    files += [p for top in ("kpca_core", "views", "datasets") for p in (ROOT / top).rglob("*.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(files)
    }


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """Return the modules that a file imports, within functions, too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else str(node.module) for name in names}
    return found & known.keys()


def box_of(module: str) -> str:
    """Return the box that a module is in; the names of kpca_core itself are one of their own."""
    if module in WITHIN:
        return WITHIN[module]
    for whole in (*WHOLE, *PARTS):
        if f"{module}.".startswith(f"{whole}."):
            return whole
    return ".".join(module.split(".")[:2])


def arrows() -> dict[str, set[str]]:
    """Return for each box the boxes that it imports.

    Raises
    ------
    graphlib.CycleError
        where boxes import one another
    """
    known = modules()
    found: dict[str, set[str]] = {box_of(name): set() for name in known}
    for name, path in known.items():
        found[box_of(name)] |= {box_of(other) for other in imported(path, known)} - {box_of(name)}
    TopologicalSorter(found).prepare()
    return found


def reduced(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Leave out what follows from other arrows."""
    reach: dict[str, set[str]] = {}
    for box in TopologicalSorter(found).static_order():
        reach[box] = found[box].union(*(reach[other] for other in found[box]))
    return {
        box: others - set().union(*(reach[other] for other in others))
        for box, others in found.items()
    }


def layers(found: dict[str, set[str]]) -> dict[str, int]:
    """Return the layer of each box: one above the highest that it imports, 0 at the bottom."""
    layer: dict[str, int] = {}
    for box in TopologicalSorter(found).static_order():
        layer[box] = 1 + max((layer[other] for other in found[box]), default=-1)
    return layer


class Drawing:
    """Boxes and the bends of arrows in rows, each near what it is connected with."""

    def __init__(self, found: dict[str, set[str]]) -> None:
        kept, self.layer = reduced(found), layers(found)
        self.top = max(self.layer.values())
        self.rows: list[list[str]] = [[] for _ in range(self.top + 1)]
        self.paths: list[list[str]] = []
        for box in sorted(found):
            self.rows[self.layer[box]].append(box)
        for box in sorted(kept):
            for other in sorted(kept[box]):
                bends = range(self.layer[box] - 1, self.layer[other], -1)
                path = [f"{box}>{other}>{level}" for level in bends]
                for level, bend in zip(bends, path, strict=True):
                    self.rows[level].append(bend)
                self.paths.append([box, *path, other])
        self.beside: dict[str, list[str]] = {one: [] for row in self.rows for one in row}
        for path in self.paths:
            for above, below in pairwise(path):
                self.beside[above].append(below)
                self.beside[below].append(above)
        self._order()
        self.x = self._places()

    def _order(self) -> None:
        """Sort each row by the mean place of its neighbours, up and down again and again."""
        for sweep in range(SWEEPS):
            place = {one: k / len(row) for row in self.rows for k, one in enumerate(row)}
            for row in self.rows[:: 1 if sweep % 2 else -1]:
                mean = {
                    one: sum(place[other] for other in self.beside[one]) / len(self.beside[one])
                    if self.beside[one]
                    else place[one]
                    for one in row
                }
                row.sort(key=lambda one: (mean[one], one))
                place |= {one: k / len(row) for k, one in enumerate(row)}

    def _places(self) -> dict[str, float]:
        """Return the middle of each, in pixels from the left: near its neighbours, with a gap."""
        x = {}
        for row in self.rows:
            at = 0.0
            for one in row:
                x[one] = at + width_of(one) / 2
                at += width_of(one) + GAP
        for sweep in range(SWEEPS):
            for row in self.rows[:: 1 if sweep % 2 else -1]:
                self._settle(row, x)
        left = min(x[one] - width_of(one) / 2 for one in x)
        return {one: place - left + GAP for one, place in x.items()}

    def _settle(self, row: list[str], x: dict[str, float]) -> None:
        wanted = {
            one: sum(x[other] for other in self.beside[one]) / max(1, len(self.beside[one]))
            if self.beside[one]
            else x[one]
            for one in row
        }
        # Pushed from the left and from the right; the mean of both keeps all distances.
        pushed = []
        for sign, order in ((1, row), (-1, row[::-1])):
            place: dict[str, float] = {}
            edge = float("-inf")
            for one in order:
                place[one] = max(sign * wanted[one], edge + width_of(one) / 2)
                edge = place[one] + width_of(one) / 2 + GAP
            pushed.append({one: sign * at for one, at in place.items()})
        x.update({one: (pushed[0][one] + pushed[1][one]) / 2 for one in row})

    def y(self, one: str) -> float:
        """Return the middle of its row, from above."""
        level = int(one.rpartition(">")[2]) if ">" in one else self.layer[one]
        return GAP + HEIGHT / 2 + LAYER * (self.top - level)

    def svg(self) -> str:
        """Return the picture."""
        width = max(self.x[one] + width_of(one) / 2 for one in self.x) + GAP
        height = 2 * GAP + HEIGHT + LAYER * self.top
        lines = [self._line(path) for path in self.paths]
        boxes = [self._box(one) for row in self.rows[::-1] for one in row if ">" not in one]
        return "\n".join((
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">',
            "<title>The parts of the explorer, each above all that it imports</title>",
            f"<style>{STYLE}</style>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b6472"/>'
            "</marker></defs>",
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
            *lines, *boxes, "</svg>\n",
        ))  # fmt: skip

    def _line(self, path: list[str]) -> str:
        places = [(self.x[one], self.y(one)) for one in path]
        places[0] = places[0][0], places[0][1] + HEIGHT / 2
        places[-1] = places[-1][0], places[-1][1] - HEIGHT / 2 - 2
        parts = [f"M{places[0][0]:.1f} {places[0][1]:.1f}"]
        for (x0, y0), (x1, y1) in pairwise(places):
            middle = (y0 + y1) / 2
            parts.append(f"C{x0:.1f} {middle:.1f} {x1:.1f} {middle:.1f} {x1:.1f} {y1:.1f}")
        return (
            f'<path class="line" data-from="{path[0]}" data-to="{path[-1]}" d="{"".join(parts)}" '
            'marker-end="url(#head)"/>'
        )

    def _box(self, one: str) -> str:
        x, y, width = self.x[one], self.y(one), width_of(one)
        kind = "drawing" if ".drawing" in one else "views" if one in WHOLE else "core"
        return (
            f'<g><rect class="box {kind}" x="{x - width / 2:.1f}" y="{y - HEIGHT / 2:.1f}" '
            f'width="{width:.1f}" height="{HEIGHT}" rx="4"/>'
            f'<text x="{x:.1f}" y="{y + 4:.1f}">{label_of(one)}</text></g>'
        )


def label_of(box: str) -> str:
    """Return the name in a box: that in the library, and paths as they are listed."""
    return box.removeprefix("kpca_core.").replace(".", "/")


def width_of(one: str) -> float:
    """Return the room of a box, or of the bend of an arrow."""
    return 4.0 if ">" in one else len(label_of(one)) * LETTER + 2 * EDGE


if __name__ == "__main__":
    SVG.write_text(Drawing(arrows()).svg(), encoding="utf-8")
