"""Pictures solved along a parameter, as bytes that ``assets/explored/`` draws without a server.

The browser shows solved values as they are, and between two of them interpolates: eigenvalues
geometrically, maps and scores linearly, each function by its identity. How far that is from a solve
is measured here, at the values halfway between.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core.analysis.continuity import Followed, follow
from kpca_core.analysis.sweep import first_fields
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.canvas.frame import Slider, parts
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.steps import quantised_finely
from kpca_core.drawing.canvas.sweep_frame import NONE
from kpca_core.drawing.canvas.wire import deflated, encode
from kpca_core.drawing.canvas.words import Display, readable, scaled, short
from kpca_core.grid import Grid

# Solved values of the slider; of it and of the other parameter where there is one.
ALONE, BESIDE, OTHERS = 41, 21, 5
# Functions beyond the shown ones whose maps a file has: a neighbour may show them.
SPARE = 2
# Bytes of a file's maps and scores, of which a third is added by its letters: below 5 MB in all.
MAPS, SCORES, WHOLE = 2.0e6, 1.5e6, 3.6e6
# Bytes of a sample of a map, deflated, and by what a grid is multiplied whose file is too large.
A_SAMPLE, SMALLER = 0.6, 0.7

# Solves for values of the sliders, by name, on so many samples an axis.
Solve = Callable[[Mapping[str, float], int], Picture]


@dataclass(frozen=True, eq=False)
class Explored:
    """What a file shows.

    Parameters
    ----------
    frames : the bytes
    sentence : what was solved, and how far what is drawn between is from a solve
    """

    frames: bytes
    sentence: str


@dataclass(frozen=True, eq=False)
class _Solved:
    """One solved value: its header, and its functions as they continue those before.

    `fields` (q, ny, nx) and `scores` (q, n) are those of the `count` functions that are shown and
    of `SPARE` more; `values` are the eigenvalues of all that are followed, by identity, as shown.
    """

    head: dict[str, Any]
    common: dict[str, NDArray[Any]]
    identities: NDArray[np.int64]
    values: dict[int, float]
    count: int
    fields: NDArray[np.float32]
    scores: NDArray[np.float32]

    def by_identity(self, arrays: NDArray[Any]) -> dict[int, NDArray[Any]]:
        """Return `fields` or `scores` by the identity of the function."""
        return dict(zip(self.identities.tolist(), arrays, strict=False))


def explored(
    solve: Solve,
    slider: Slider,
    also: Slider | None = None,
    *,
    display: Display | None = None,
    origin: Origin,
    file: str = "",
    progress: Progress | None = None,
) -> Explored:
    """Solve along a slider, and for each of a few values of another one, and pack what is drawn.

    Parameters
    ----------
    solve : gives the picture for {name of the slider: value, …}, of at most so many samples an axis
    slider : its range is solved; the file begins at the solved value that is nearest to its own
    also : another parameter, of which the file has solved values alone
    display, origin, file
        how pictures are shown, where they come from, and what files are called, without extension
    progress : called before each fit

    Raises
    ------
    ValueError
        where no component exists at some value; the message names it
    """
    display = display or Display(panels=8)
    values = solved_values(slider, BESIDE if also else ALONE)
    others = [None] if also is None else solved_values(also, OTHERS)
    # Every second value is left out of the file: there what is drawn between is measured.
    path = values if slider.integer else _halved(values, slider.log)
    stride = 1 if slider.integer else 2
    settings = [
        {slider.name: value} | ({} if also is None else {also.name: other})
        for row, other in enumerate(others)
        for value in _there_and_back(path, row)
    ]
    sliders = [slider] if also is None else [slider, also]
    header = {
        "sliders": [asdict(one) for one in sliders],
        "values": values,
        "others": others,
        "caption": replace(origin, address="").caption,
        "file": file or "kernel-pca",
    }
    nodes = (display.panels + SPARE) * len(values) * len(others)
    samples = _regular(min(100.0, np.sqrt(MAPS / (A_SAMPLE * nodes))))
    while True:
        how = _How(solve, display, sliders, samples, int(SCORES / (4 * nodes)))
        solved = _along(how, settings, progress)
        rows = [
            _there_and_back(solved[row * len(path) : (row + 1) * len(path)], row)
            for row in range(len(others))
        ]
        errors = np.array([_errors(row) for row in rows]) if stride > 1 else np.zeros((0, 0, 3))
        kept = [one for row in rows for one in row[::stride]]
        frames = _packed(kept, {**header, "errors": errors})
        if len(frames) <= WHOLE:
            return Explored(frames, _sentence(header, errors))
        samples = _regular(SMALLER * samples)


def _regular(samples: float) -> int:
    """Return a number of samples of which every third is a regular grid with both ends, too."""
    return 3 * max(3, int((samples - 1) / 3)) + 1


@dataclass(frozen=True)
class _How:
    solve: Solve
    display: Display
    sliders: Sequence[Slider]
    samples: int
    points: int


def _there_and_back(path: Sequence[Any], row: int) -> Sequence[Any]:
    """A row of a path through all values: every second one is gone back, so that none is far."""
    return path[::-1] if row % 2 else path


def solved_values(slider: Slider, most: int) -> list[float]:
    """Return at most so many values of a slider from its least to its largest, evenly spread."""
    low, high = slider.min, slider.max
    spread = np.geomspace(low, high, most) if slider.log else np.linspace(low, high, most)
    rounded = np.rint(spread) if slider.integer else [float(f"{value:.3g}") for value in spread]
    return sorted({min(high, max(low, float(value))) for value in rounded})


def _halved(values: Sequence[float], log: bool) -> list[float]:
    """Return values and between each two of them the one halfway."""
    between = [float(np.sqrt(a * b)) if log else (a + b) / 2 for a, b in pairwise(values)]
    return sorted([*values, *between])


def _along(
    how: _How, settings: Sequence[Mapping[str, float]], progress: Progress | None
) -> list[_Solved]:
    """Solve for each of the settings, and follow the functions from one to the next."""
    pictures: list[Picture] = []

    def fits() -> Iterator[Decomposition]:
        for number, one in enumerate(settings):
            report(progress, number, len(settings), f"value {number + 1} of {len(settings)}")
            pictures.append(how.solve(one, how.samples).thinned(how.points))
            if not len(pictures[-1].fields):
                where = ", ".join(f"{name} = {short(value)}" for name, value in one.items())
                raise ValueError(f"No component exists at {where}: take another range.")
            yield pictures[-1].decomposition

    return [_solved(found, pictures.pop(), how) for found in follow(fits())]


def _solved(found: Followed, picture: Picture, how: _How) -> _Solved:
    p, found_too = len(picture.fields), found.decomposition.n_components
    ny, _ = picture.fields.shape[1:]
    fields = first_fields(
        found, min(p + SPARE, found_too), Grid.over(picture.region, ny, picture.plane)
    )
    head, arrays = parts(picture, how.display, how.sliders, view=View("scores"))
    kept = ("points", "labels", "tint", "drawn")
    values = scaled(found.decomposition, found.decomposition.eigenvalues, how.display.scale)
    return _Solved(
        {**head, "sliced": "own" in arrays},
        {name: arrays[name] for name in kept if name in arrays},
        found.identities,
        dict(zip(found.identities.tolist(), values.tolist(), strict=True)),
        p,
        fields.astype(np.float32),
        found.scores[:, : len(fields)].T.astype(np.float32),
    )


def _errors(row: Sequence[_Solved]) -> list[tuple[float, float, float]]:
    """How far off maps, eigenvalues and scores are halfway between each two of the even ones.

    Maps and scores as the largest difference over the largest value of a function, of which the
    worst; a function that neither neighbour shows is off by 1.
    """
    found = []
    for ends in zip(row[:-1:2], row[1::2], row[2::2], strict=True):
        a, middle, b = (one.values for one in ends)
        seen = set(ends[1].identities[: ends[1].count].tolist())
        both = seen & a.keys() & b.keys()
        off = [abs(np.sqrt(a[k] * b[k]) / middle[k] - 1) for k in both]
        maps = _largest(seen, [one.by_identity(one.fields) for one in ends])
        scores = _largest(seen, [one.by_identity(one.scores) for one in ends])
        found.append((maps, float(max(off, default=1.0)), scores))
    return found


def _largest(seen: set[int], ends: Sequence[dict[int, NDArray[Any]]]) -> float:
    worst, (a, middle, b) = 0.0, ends
    for k in seen:
        true, known = middle[k], [one[k] for one in (a, b) if k in one]
        drawn = sum(known) / len(known) if known else np.zeros_like(true)
        worst = max(worst, float(np.abs(drawn - true).max() / (np.abs(true).max() or 1.0)))
    return worst


def _sentence(header: Mapping[str, Any], errors: Array) -> str:
    """What was solved, and the errors between."""
    (slider, *also), values = header["sliders"], header["values"]
    said = f"Solved for {len(values)} values of {slider['label']} from {short(values[0])} to "
    said += short(values[-1])
    if also:
        listed = ", ".join(short(value) for value in header["others"])
        said += f", for each of {also[0]['label']} = {listed}, between which nothing is drawn"
    said += ". At these values you see what the solver found, maps in 16 bits: steps of 0.003% of "
    said += "their largest value."
    if not errors.size:
        return readable(said)
    maps, eigenvalues, scores = np.moveaxis(errors, -1, 0)
    return readable(
        f"{said} Between them eigenvalues are interpolated geometrically, maps and scores "
        f"linearly. Halfway between, solved for comparison at {maps.size} places, the worst of the "
        f"maps is off by {_percent(np.median(maps))} of its largest value in half of the cases, "
        f"{_percent(np.quantile(maps, 0.9))} in nine of ten, {_percent(maps.max())} at most; "
        "scores by "
        f"{_percent(np.quantile(scores, 0.9))} in nine of ten, {_percent(scores.max())} at most; "
        f"eigenvalues by {_percent(eigenvalues.max())} at most."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.2g}%" if share < 0.995 else f"{100 * share:.0f}%"


def _packed(kept: Sequence[_Solved], header: Mapping[str, Any]) -> bytes:
    """The bytes, see `explored`; solved values of one row stand one after the other."""
    p = max(len(one.fields) for one in kept)
    tracked = max(len(one.identities) for one in kept)
    steps, scales = quantised_finely(np.stack([_padded(one.fields, p) for one in kept]))
    identities = np.full((len(kept), tracked), NONE, dtype=np.uint16)
    for own, one in zip(identities, kept, strict=True):
        own[: len(one.identities)] = one.identities
    arrays: dict[str, NDArray[Any]] = {
        "steps": steps,
        "scales": scales,
        "identities": identities,
        "near": np.zeros((len(kept), tracked), dtype=np.uint8),
        "scores": np.stack([_padded(one.scores, p) for one in kept]),
        **kept[0].common,
    }
    said = {
        "shown": max(one.count for one in kept),
        "heads": [one.head for one in kept],
        "eigenvalues": [list(one.values.values()) for one in kept],
    }
    return deflated(encode({**header, **said}, arrays), zlib.Z_DEFAULT_COMPRESSION)


def _padded(array: NDArray[Any], length: int) -> NDArray[Any]:
    """An array with zeros behind it up to that length."""
    return np.pad(array, [(0, length - len(array))] + [(0, 0)] * (array.ndim - 1))
