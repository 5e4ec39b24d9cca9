"""Pictures solved along a parameter, as bytes that ``assets/explored/`` draws without a server.

The browser shows solved values as they are, and between two of them interpolates: eigenvalues
geometrically, maps and scores linearly, each function by its identity. How far that is from a solve
is measured here, at the values halfway between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _
from kpca_core.analysis.continuity import Followed, follow
from kpca_core.analysis.sweep import first_fields
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.canvas.steps import quantised_finely
from kpca_core.drawing.canvas.sweep_frame import NONE, Track
from kpca_core.drawing.canvas.words import Display, readable, scaled, short
from kpca_core.drawing.scene import STORED, Scene, Slider, array, pack, parts
from kpca_core.grid import Grid
from kpca_core.spectrum import aligned_signs

# Solved values of the slider: at first, with another parameter, and once those are added that lie
# halfway between two where maps are off by more than GOOD of their largest value; of the other.
FIRST, BESIDE, MOST, GOOD, OTHERS = 31, 21, 61, 0.02, 5
# Functions beyond the shown ones whose maps a file has: a neighbour may show them.
SPARE = 2
# Bytes of a file, to which its letters add a third, and of its scores.
WHOLE, SCORES = 3.6e6, 1.2e6
SAMPLES = 100

# Solves for values of the sliders, by name, on so many samples an axis.
Solve = Callable[[Mapping[str, float], int], Picture]


@dataclass(frozen=True, eq=False, kw_only=True)
class Solved(Track):
    """Pictures at solved values of a slider, and for each value of another one, row after row.

    Parameters
    ----------
    steps
        In 16 bits, of the shown functions and a few more, which a neighbour may show.
    scores : (m, q, n) array
        Of the same functions.
    tint, drawn
        As `picture_sheets.Panels` and `aspects.Scores` have them; None for none.
    heads
        What else the scene of each picture says.
    shown
        Functions that are shown, at most.
    others
        Values of the other slider, [None] for none.
    errors
        (rows, m − 1, 3), see `_errors`, between each two values of a row; none of integers.
    """

    kind: ClassVar[str] = "explored"

    steps: NDArray[Any] = array(np.uint16)
    scores: NDArray[Any] = array(np.float32)
    tint: NDArray[Any] | None = array(np.uint8)
    drawn: NDArray[Any] | None = array(np.uint32)
    heads: Sequence[Mapping[str, Any]]
    shown: int
    others: Sequence[float | None]
    errors: NDArray[Any]


class Explored(NamedTuple):
    """The bytes of a file, and what was solved and how far off is what is drawn between.

    Attributes
    ----------
    frames
        The bytes.
    sentence, numbers
        The rest, in words, and by name.
    """

    frames: bytes
    sentence: str
    numbers: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class _Solved:
    """One solved value: its picture, and its functions as they continue those before.

    `fields` (q, ny, nx) and `scores` (q, n) are those of the functions that are shown and of a few
    more.
    """

    picture: Picture
    found: Followed
    fields: NDArray[np.float32]
    scores: NDArray[np.float32]

    @property
    def seen(self) -> set[int]:
        """Identities of the functions that are shown."""
        return set(self.found.identities[: len(self.picture.fields)].tolist())

    @property
    def eigenvalues(self) -> dict[int, float]:
        """By identity."""
        values = self.found.decomposition.eigenvalues.tolist()
        return dict(zip(self.found.identities.tolist(), values, strict=True))

    def by_identity(self, arrays: NDArray[Any]) -> dict[int, NDArray[Any]]:
        """Return `fields` or `scores` by the identity of the function."""
        return dict(zip(self.found.identities.tolist(), arrays, strict=False))


def explored(
    solve: Solve,
    slider: Slider,
    also: Slider | None = None,
    *,
    display: Display | None = None,
    origin: Origin,
    file: str = "",
    like: Picture | None = None,
    progress: Progress | None = None,
) -> Explored:
    """Solve along a slider, and for each of a few values of another one, and pack what is drawn.

    Parameters
    ----------
    solve
        Gives the picture for {name of the slider: value, …}, of at most so many samples an axis.
    slider
        Its range is solved; the file begins at its own value.
    also
        Another parameter, of which the file has solved values alone.
    display, origin, file
        How pictures are shown, where they come from, and what files are called, without extension.
    like
        a picture at the values to begin with, whose signs the functions there are to have.
    progress
        Called before each fit.

    Raises
    ------
    ValueError
        where no component exists at some value; the message names it
    """
    display = display or Display(panels=8)
    values = solved_values(slider, BESIDE if also else FIRST)
    others = [None] if also is None else solved_values(also, OTHERS)
    most = len(values) if also or slider.integer else MOST
    nodes = (display.panels + SPARE) * most * len(others)
    samples = SAMPLES
    while True:
        path = _Path(solve, slider, also, others, samples, int(SCORES / (4 * nodes)), progress)
        values, rows = path.refined(values, most)
        errors = np.array([_errors(row) for row in rows]) if path.between else np.zeros((0, 0, 3))
        sliders = [slider] if also is None else [slider, also]
        found = {"values": values, "others": others, "errors": errors}
        kept = [one for row in rows for one in (row[::2] if path.between else row)]
        if like is not None:
            kept = _with_signs(kept, kept[values.index(slider.value)], like.thinned(path.points))
        frames = pack(_scene(kept, sliders, found, display, origin, file), level=STORED)
        if len(frames) <= WHOLE:
            names = ("maps", "eigenvalues", "scores")
            largest = errors.max(axis=(0, 1)).tolist() if errors.size else []
            numbers = {
                "along": slider.name, "values": values, "also": also and also.name,
                "of": others if also else [],
                "largest_errors": dict(zip(names, largest, strict=False)),
            }  # fmt: skip
            return Explored(frames, _sentence(sliders, values, others, errors), numbers)
        samples, most = _regular(0.95 * samples * np.sqrt(WHOLE / len(frames))), len(values)


@dataclass(frozen=True)
class _Path:
    """Solves for all settings of a file, one after the other, and remembers what it has solved."""

    solve: Solve
    slider: Slider
    also: Slider | None
    others: Sequence[float | None]
    samples: int
    points: int
    progress: Progress | None
    known: dict[tuple[float, float | None], Picture] = field(default_factory=dict)

    @property
    def between(self) -> bool:
        """Whether anything is drawn between two solved values."""
        return not self.slider.integer

    def refined(self, values: list[float], most: int) -> tuple[list[float], list[list[_Solved]]]:
        """Return the values, with others where maps change fast, and a row for each of `others`.

        A row is also solved halfway between the values. Those results are not written into the
        file; they measure the error of what the file interpolates there.
        """
        while True:
            path = _halved(values, self.slider.log) if self.between else values
            rows = self._rows(path)
            if not self.between or len(values) >= most:
                return values, rows
            worst = np.array([_errors(row) for row in rows])[..., 0].max(axis=0)
            order = [int(k) for k in np.argsort(-worst) if worst[k] > GOOD][: most - len(values)]
            if not order:
                return values, rows
            values = sorted({*values, *(float(f"{path[2 * k + 1]:.4g}") for k in order)})

    def _rows(self, path: Sequence[float]) -> list[list[_Solved]]:
        # Every second row is gone back, so that no step is long.
        order = [
            (value, other)
            for row, other in enumerate(self.others)
            for value in (path[::-1] if row % 2 else path)
        ]
        solved = [
            self._solved(key, found)
            for key, found in zip(order, follow(map(self._fit, order)), strict=True)
        ]
        rows = [solved[start : start + len(path)] for start in range(0, len(solved), len(path))]
        return [row[::-1] if number % 2 else row for number, row in enumerate(rows)]

    def _fit(self, key: tuple[float, float | None]) -> Decomposition:
        if key not in self.known:
            pairs = [(self.slider, key[0]), *([(self.also, key[1])] if self.also else [])]
            named = {one.name: round(x) if one.integer else x for one, x in pairs if x is not None}
            said = ", ".join(f"{name} = {short(x)}" for name, x in named.items())
            report(self.progress, len(self.known), MOST * len(self.others), said)
            picture = self.solve(named, self.samples).thinned(self.points)
            if not len(picture.fields):
                text = E_("No component exists at {values}: take another range.")
                raise ValueError(text.format(values=said))
            self.known[key] = replace(picture, fields=picture.fields.astype(np.float32))
        return self.known[key].decomposition

    def _solved(self, key: tuple[float, float | None], found: Followed) -> _Solved:
        picture = self.known[key]
        q = min(len(picture.fields) + SPARE, found.decomposition.n_components)
        grid = Grid.over(picture.region, picture.fields.shape[1], picture.plane)
        fields = first_fields(found, q, grid).astype(np.float32)
        return _Solved(picture, found, fields, found.scores[:, :q].T.astype(np.float32))


def _with_signs(kept: Sequence[_Solved], first: _Solved, like: Picture) -> list[_Solved]:
    """Multiply each function by the sign that it has in a picture beside `first`."""
    signs = aligned_signs(first.found.scores, like.decomposition.scores)
    factors = dict(zip(first.found.identities.tolist(), signs.tolist(), strict=True))
    turned = []
    for one in kept:
        own = [factors.get(k, 1.0) for k in one.found.identities.tolist()[: len(one.fields)]]
        column = np.array(own, dtype=np.float32)[:, None]
        turned.append(
            replace(one, fields=one.fields * column[..., None], scores=one.scores * column)
        )
    return turned


def _regular(samples: float) -> int:
    """Return a number of samples of which every third is a regular grid with both ends, too."""
    return 3 * max(3, int((samples - 1) / 3)) + 1


def solved_values(slider: Slider, most: int) -> list[float]:
    """Return about so many values of a slider, evenly spread over its range, and its own."""
    low, high = slider.min, slider.max
    spread = np.geomspace(low, high, most) if slider.log else np.linspace(low, high, most)
    rounded = np.rint(spread) if slider.integer else [float(f"{value:.3g}") for value in spread]
    return sorted({min(high, max(low, float(value))) for value in (*rounded, slider.value)})


def _halved(values: Sequence[float], log: bool) -> list[float]:
    """Return values and between each two of them the one halfway."""
    between = [float(np.sqrt(a * b)) if log else (a + b) / 2 for a, b in pairwise(values)]
    return sorted([*values, *between])


def _errors(row: Sequence[_Solved]) -> list[tuple[float, float, float]]:
    """How far off maps, eigenvalues and scores are halfway between each two of the even ones.

    Maps and scores as the largest difference over the largest value of a function, of which the
    worst; a function that neither neighbour shows is off by 1.
    """
    found = []
    for ends in zip(row[:-1:2], row[1::2], row[2::2], strict=True):
        a, middle, b = (one.eigenvalues for one in ends)
        both = ends[1].seen & a.keys() & b.keys()
        off = [abs(np.sqrt(a[k] * b[k]) / middle[k] - 1) for k in both]
        maps = _largest(ends[1].seen, [one.by_identity(one.fields) for one in ends])
        scores = _largest(ends[1].seen, [one.by_identity(one.scores) for one in ends])
        found.append((maps, float(max(off, default=1.0)), scores))
    return found


def _largest(seen: set[int], ends: Sequence[dict[int, NDArray[Any]]]) -> float:
    worst, (a, middle, b) = 0.0, ends
    for k in seen:
        true, known = middle[k], [one[k] for one in (a, b) if k in one]
        drawn = sum(known) / len(known) if known else np.zeros_like(true)
        worst = max(worst, float(np.abs(drawn - true).max() / (np.abs(true).max() or 1.0)))
    return worst


def _sentence(
    sliders: Sequence[Slider], values: Sequence[float], others: Sequence[Any], errors: Array
) -> str:
    """What was solved, and the errors between."""
    slider, *also = sliders
    text = _(
        "Solved for {n} values of {slider} from {low} to {high}. At these values you see what the "
        "solver found, maps in 16 bits: steps of 0.003% of their largest value."
    )
    if also:
        text = _(
            "Solved for {n} values of {slider} from {low} to {high}, for each of {other} = "
            "{listed}, between which nothing is drawn. At these values you see what the solver "
            "found, maps in 16 bits: steps of 0.003% of their largest value."
        )
    said = text.format(
        n=len(values), slider=slider.label, low=short(values[0]), high=short(values[-1]),
        other=also[0].label if also else "",
        listed=_(", ").join(short(value) for value in others) if also else "",
    )  # fmt: skip
    if not errors.size:
        return readable(said)
    maps, eigenvalues, scores = np.moveaxis(errors, -1, 0)
    between = _(
        "Between them eigenvalues are interpolated geometrically, maps and scores linearly. "
        "Halfway between, solved for comparison at {n} places, the worst of the maps is off by "
        "{half} of its largest value in half of the cases, {nine} in nine of ten, {most} at most; "
        "scores by {scores} in nine of ten, {worst} at most; eigenvalues by {eigenvalues} at most."
    ).format(
        n=maps.size, half=_percent(np.median(maps)), nine=_percent(np.quantile(maps, 0.9)),
        most=_percent(maps.max()), scores=_percent(np.quantile(scores, 0.9)),
        worst=_percent(scores.max()), eigenvalues=_percent(eigenvalues.max()),
    )  # fmt: skip
    return readable(_("{first} {second}").format(first=said, second=between))


def _percent(share: float) -> str:
    return f"{100 * share:.2g}%" if share < 0.995 else f"{100 * share:.0f}%"


def _scene(
    kept: Sequence[_Solved], sliders: Sequence[Slider], found: Mapping[str, Any], display: Display,
    origin: Origin, file: str,
) -> Scene:  # fmt: skip
    """Return the scene of solved values; those of one row stand one after the other."""
    fits = [one.found.decomposition for one in kept]
    packed = [parts(scene_of(one.picture, display, sliders, view=View("scores"))) for one in kept]
    common = {name.rpartition(".")[2]: own for name, own in packed[-1][1].items()}
    steps, scales = quantised_finely(_stacked([one.fields for one in kept]))
    shown = Solved(
        eigenvalues=[scaled(fit, fit.eigenvalues, display.scale) for fit in fits],
        identities=_stacked([one.found.identities for one in kept], NONE),
        steps=steps, scales=scales, scores=_stacked([one.scores for one in kept]),
        shown=max(len(one.picture.fields) for one in kept),
        heads=[head for head, _arrays in packed],
        points=common["points"], labels=common["labels"],
        tint=common.get("tint"), drawn=common.get("drawn"), **found,
    )  # fmt: skip
    caption = replace(origin, address="").caption
    return Scene([shown], sliders, "explored", caption=caption, file=file or "kernel-pca")


def _stacked(arrays: Sequence[NDArray[Any]], last: float = 0) -> NDArray[Any]:
    """Return arrays as one, each with `last` behind it up to the length of the longest."""
    most, flat = max(map(len, arrays)), [(0, 0)] * (arrays[0].ndim - 1)
    return np.stack(
        [np.pad(one, [(0, most - len(one)), *flat], constant_values=last) for one in arrays]
    )
