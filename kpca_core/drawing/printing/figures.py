"""Figures in print quality by Matplotlib: SVG, PDF and PNG, the same bytes in every run."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core._support.extras import needed
from kpca_core._support.words import E_, N_, _
from kpca_core.drawing import layout
from kpca_core.drawing.canvas.aspects import principal_axis
from kpca_core.drawing.canvas.denoising import Denoising
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.look import LOOK, crowding
from kpca_core.drawing.canvas.origin import Origin, wrapped
from kpca_core.drawing.canvas.overlays import lattice
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import spectrum_of
from kpca_core.drawing.canvas.words import Display, readable, titles, two_digits
from kpca_core.drawing.marks import ink
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing.faces import families
from kpca_core.drawing.scene import made
from kpca_core.drawing.sheets import Maps, Spectrum, Tile
from kpca_core.grid import Grid, Region
from kpca_core.reproduction.experiment import Result
from kpca_core.reproduction.figures import FEATURE_NAMES

with needed("Matplotlib", "draws SVG, PDF and PNG", "figures"):
    import matplotlib
    from matplotlib.figure import Figure

FORMATS = ("svg", "pdf", "png")
# The width of a text block and the least one of a spectrum with its numbers, in inches; colours.
PRINT = LOOK["print"]
WIDTH, INK, MUTED = PRINT["width"], PRINT["ink"], PRINT["muted"]
# Negative isolines: line and gap, in units of the line's width.
DASHES: Any = (0, tuple(length / LOOK["lines"]["isoline"] for length in LOOK["lines"]["dash"]))
COLOURS = N_(
    "Blue bands and dashed lines are negative, orange bands positive, the heavy line is 0; each "
    "panel has its own scale, whose outermost line stands above it."
)
DENOISING = N_(
    "Arrows lead from noisy points to their pre-images in orange, by linear PCA with one component "
    "on the right. Dashed: what is under the noise, from which the root mean square distances are. "
    "Lines: the ways of the methods."
)
OBJECTIVE = N_("Blue: the objective of the chosen point, darker where larger.")
# Glyphs are outlines in SVG and embedded TrueType in PDF, so that no reader needs the font.
STYLE: Any = {
    "font.size": 7.0, "mathtext.fontset": "dejavusans",
    "svg.fonttype": "path", "svg.hashsalt": "kpca", "pdf.fonttype": 42,
    "axes.linewidth": 0.5, "axes.edgecolor": PRINT["edge"],
    "axes.labelcolor": INK, "text.color": INK,
    **{f"{axis}tick.color": MUTED for axis in "xy"},
    **{f"{axis}tick.labelsize": 6.0 for axis in "xy"},
    **{f"{axis}tick.major.size": 2.0 for axis in "xy"},
    **{f"{axis}tick.major.width": 0.5 for axis in "xy"},
}  # fmt: skip


def in_print() -> Any:
    """Return a context in which Matplotlib draws for print, with the fonts of the language."""
    return matplotlib.rc_context({**STYLE, "font.family": families()})


def print_result(result: Result, file_format: str, address: str = "") -> bytes:
    """Draw the figure of an experiment and return the file; the format is one of `FORMATS`.

    Its caption and its metadata say where it comes from, with the page's `address` if it has one.
    """
    grid = layout.grid_of(result, resolution=120)
    maps = layout.maps_of(result, grid)
    with in_print():
        if layout.has_lift(result):
            figure = _lifted(maps, result)
        else:
            figure = _panels(maps, layout.negative_spectrum(result))
        return file_of(figure, file_format, layout.origin_of(result, address))


def print_picture(
    picture: Picture, grid: Grid, display: Display, origin: Origin, file_format: str, dpi: int = 300
) -> bytes:
    """Draw the spectrum and the panels of a picture, evaluated on `grid`, and return the file.

    The caption and the metadata are those of `origin`; `dpi` are the pixels an inch of a PNG.
    """
    maps = Maps(
        [Tile(title) for title in titles(picture, display.scale)], grid.region, picture.fields,
        levels(picture.fields), columns=4, points=picture.points, labels=picture.labels,
    )  # fmt: skip
    with in_print():
        figure = _panels(maps, spectrum_of(picture, display), partial(_overlays, picture))
        return file_of(figure, file_format, origin, dpi=dpi)


def print_maps(maps: Maps, origin: Origin, file_format: str) -> bytes:
    """Draw maps as a page has them, and return the file."""
    with in_print():
        return file_of(_panels(maps), file_format, origin)


def print_denoising(found: Denoising, file_format: str, origin: Origin) -> bytes:
    """Draw what kernel PCA and linear PCA make of noisy points, and return the file.

    The background is the objective of the point that a reader chose, where there is one, and the
    lines on it are the ways of all methods. The caption and the metadata are those of `origin`.
    """
    with in_print():
        (x0, x1), (y0, y1) = found.region
        side = (WIDTH - 0.6) / 2
        high = min(max(side * (y1 - y0) / (x1 - x0), 0.4 * side), 1.6 * side)
        height = high + 0.55
        figure = Figure(figsize=(WIDTH, height))
        radius = 1.2 * crowding(len(found.points))
        for k, (name, images) in enumerate(
            ((_("Kernel PCA"), found.images.points), (_("Linear PCA"), found.linear))
        ):
            box = ((0.32 + k * (side + 0.22)) / WIDTH, 0.3 / height, side / WIDTH, high / height)
            axes = figure.add_axes(box)
            errors = found.without_kernel if k else found.after
            axes.set_title(
                f"{name}: {found.before.curve:.3f} → {errors.curve:.3f}", loc="left", fontsize=7.0
            )
            if not k and found.picked and found.objective is not None:
                values = found.objective - found.objective.min()
                ny, nx = values.shape
                nodes = np.linspace(x0, x1, nx), np.linspace(y0, y1, ny)
                axes.contourf(*nodes, values, 8, cmap="Blues", alpha=0.7)
            for curve in found.curves:
                axes.plot(*curve.T, color=LIGHT.zero, linewidth=0.9, dashes=(4, 2),
                          marker="+" if len(curve) == 1 else "")  # fmt: skip
            axes.quiver(
                *found.points.T, *(images - found.points).T, angles="xy", scale_units="xy",
                scale=1, width=0.0015, color=MUTED,
            )  # fmt: skip
            _points(axes, found.points.T, found.labels, radius)
            x, y = images.T
            axes.scatter(x, y, s=5, c=PRINT["images"], linewidths=0, zorder=4)
            if not k:
                for way in found.ways.values():
                    for leg in way.legs:
                        axes.plot(*leg.T, linewidth=1.0, color=INK, zorder=5)
            axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", anchor="N")
            axes.tick_params(labelleft=not k)
        words = _(DENOISING)
        if found.picked and found.objective is not None:
            words = _("{first} {second}").format(first=words, second=_(OBJECTIVE))
        return file_of(figure, file_format, origin, words)


def _panels(
    maps: Maps, bars: Spectrum | None = None, over: Callable[[Any, int], None] | None = None
) -> Figure:
    """Maps in rows, and a spectrum below them; `over` draws on the axes of each map by number."""
    count = len(maps.tiles)
    columns = max(1, min(maps.columns, count))
    rows = max(1, -(-count // columns))
    (x0, x1), (y0, y1) = maps.region
    left, right, gap, head = 0.32, 0.06, 0.14, 0.2
    side = min((WIDTH - left - right - (columns - 1) * gap) / columns, 2.6)
    high = min(max(side * (y1 - y0) / (x1 - x0), 0.4 * side), 2.0 * side)
    heading = 0.2 if maps.heads else 0.0
    width = left + right + columns * side + (columns - 1) * gap
    height = heading + rows * (head + high) + 0.28
    if bars:
        width, height = max(width, PRINT["spectrum"]), height + 1.35
    figure = Figure(figsize=(width, height))
    points = 0 if maps.points is None else len(maps.points)
    radius = min(1.7, max(0.4, side * 0.85 * crowding(points)))  # in points
    for k in range(count):
        row, column = divmod(k, columns)
        x = left + column * (side + gap)
        y = height - heading - (row + 1) * (head + high)
        axes = figure.add_axes((x / width, y / height, side / width, high / height))
        draw_map(axes, maps, k, radius)
        if over is not None:
            over(axes, k)
        axes.tick_params(labelbottom=k + columns >= count, labelleft=column == 0)
        if row == 0 and maps.heads:
            axes.text(
                0.5, 1 + 0.24 / high, maps.heads[column], ha="center", va="bottom",
                transform=axes.transAxes, fontsize=7.5,
            )  # fmt: skip
    if bars:
        box = (left / width, 0.3 / height, (width - left - right) / width, 0.85 / height)
        _spectrum(figure.add_axes(box), bars)
    return figure


def draw_map(axes: Any, maps: Maps, k: int, radius: float) -> None:
    """Draw a map of a sheet on its axes, with its own points or those of all maps."""
    tile = maps.tiles[k]
    axes.set_title(tile.text, loc="left", pad=2.5, fontsize=7.0)
    if tile.empty:
        missing = {"ha": "center", "va": "center", "color": MUTED, "transform": axes.transAxes}
        axes.text(0.5, 0.5, _("no such component"), **missing)
    else:
        assert maps.fields is not None
        assert maps.levels is not None
        _field(axes, maps.fields[k], maps.region, maps.levels[k])
        ends = f"±{two_digits(maps.levels[k][-1])}"
        axes.set_title(ends, loc="right", pad=2.5, fontsize=5.5, color=MUTED)
        shown = maps if tile.points is None else tile
        if shown.points is not None and shown.labels is not None:
            _points(axes, shown.points.T, shown.labels, radius)
    axes.set(xlim=maps.region[0], ylim=maps.region[1], aspect="equal", anchor="N")
    axes.locator_params(axis="x", nbins=3)
    axes.locator_params(axis="y", nbins=5)


def _overlays(picture: Picture, axes: Any, j: int) -> None:
    """Draw on map j its limit of infinitely many points, gradients, and the closest input."""
    if picture.limits is not None and j < len(picture.limits):
        limit = picture.limits[j]
        heights, low, high = levels(picture.fields[j : j + 1])[0], limit.min(), limit.max()
        if len(own := [level for level in heights if low < level < high]):
            lines = {"linestyles": "dashed", "linewidths": 0.6}
            nodes = _nodes(picture.region, limit)
            axes.contour(*nodes, limit, own, colors=ink("green", "light"), **lines)
    if picture.slopes is not None:
        x, y = arrow_lines(picture.slopes[j], picture.region).T
        for colour, width in (("white", 1.3), (INK, 0.5)):
            axes.plot(x, y, color=colour, linewidth=width, zorder=4)
    if picture.closest is not None:
        cross = {"edgecolors": "white", "linewidths": 0.5, "marker": "X", "zorder": 5}
        axes.scatter(*picture.closest[j, :2], s=26, c=INK, **cross)


def _nodes(region: Region, field: Field) -> tuple[Array, Array]:
    """Return the abscissas and the ordinates of a field (ny, nx) over a region."""
    ny, nx = field.shape
    return np.linspace(*region[0], nx), np.linspace(*region[1], ny)


def _field(axes: Any, field: Field, region: Region, levels: Array) -> None:
    """Coloured bands between isolines, dashed where negative, and a heavy zero line."""
    nodes = _nodes(region, field)
    largest, step = levels[-1], levels[1] - levels[0]
    middles = np.linspace(-largest - step / 2, largest + step / 2, len(levels) + 1)
    colours = [_hex(t) for t in middles / largest]
    bands = axes.contourf(*nodes, field, levels, colors=colours, extend="both")
    # PDF viewers show a seam between neighbouring bands that have no edge.
    bands.set(edgecolor="face", linewidth=0.2)
    for own, dashes in ((levels[levels > 0], "solid"), (levels[levels < 0], DASHES)):
        if field.min() < own[-1] and field.max() > own[0]:
            axes.contour(
                *nodes, field, own, colors="#141828", alpha=0.38, linewidths=0.4,
                linestyles=[dashes],
            )  # fmt: skip
    if field.min() < 0 < field.max():
        axes.contour(*nodes, field, [0.0], colors=LIGHT.zero, linewidths=1.1)


def arrow_lines(slopes: Array, region: Region) -> Array:
    """Return the arrows of gradients (g, g, 2) as lines (6·n, 2) in units of the data.

    Six points an arrow: shaft, one side of the head, the tip, the other side, and NaN, which ends
    the line.
    """
    look, places, flat = LOOK["arrows"], lattice(region), slopes.reshape(-1, 2)
    cell = min(high - low for low, high in region) / len(slopes)
    steepest = float(np.hypot(*flat.T).max(initial=0.0))
    if not steepest:
        return np.empty((0, 2))
    half = flat * (0.5 * look["longest"] * cell / steepest)
    tip, turned = places + half, []
    for angle in (look["angle"], -look["angle"]):
        c, s = np.cos(angle), np.sin(angle)
        turned.append(tip - 2 * look["head"] * half @ np.array([[c, s], [-s, c]]))
    gap = np.full_like(tip, np.nan)
    return np.stack([places - half, tip, turned[0], tip, turned[1], gap], axis=1).reshape(-1, 2)


def _points(axes: Any, coordinates: Array, labels: Labels, radius: float, **more: Any) -> None:
    """Markers at the coordinates (2, n) or (3, n)."""
    for label in np.unique(labels).tolist():
        marker, reach, fill, edge = _marker_of(label)
        axes.scatter(
            *coordinates[:, labels == label], s=(2 * reach * radius) ** 2, c=fill, edgecolors=edge,
            linewidths=0.35, marker=marker, zorder=3, **more,
        )  # fmt: skip


def _marker_of(label: int) -> tuple[Any, float, str, str]:
    """Return the marker of a label, how many radii it reaches, its fill and its outline."""
    look = LOOK["markers"]
    shape = look["shapes"][label % len(look["shapes"])]
    fill, edge = look["fills"][label % len(look["fills"])]
    if shape not in look["polygons"]:
        return "o", 1.0, fill, edge
    corners, turn, reach = look["polygons"][shape]
    # Matplotlib turns the other way round, from a corner above.
    return (corners, 0, -turn - 90), reach, fill, edge


def _lifted(maps: Maps, result: Result) -> Figure:
    """One row a case: data space beside feature space."""
    cases, row_height = result.experiment.cases, 3.2
    rows = len(cases)
    figure = Figure(figsize=(WIDTH, rows * row_height))
    for i, case in enumerate(cases):
        bottom, unit = (rows - 1 - i) / rows, 1 / (rows * row_height)
        axes = figure.add_axes((0.055, bottom + 0.36 * unit, 2.55 / WIDTH, 2.55 * unit))
        draw_map(axes, maps, i, radius=1.25)
        title = _("k(x, y) = {formula},  {eigenvalue} of the sum").format(
            formula=case.formula, eigenvalue=maps.tiles[i].text
        )
        axes.set_title(title, loc="left", pad=3, fontsize=7.0)
        axes.set_xlabel("x", labelpad=0)
        axes.set_ylabel("y", labelpad=-2)
        drawn = figure.add_axes((0.43, bottom, 0.57, 2.95 * unit), projection="3d")
        _feature_space(drawn, maps, result, i)
        figure.text(0.47, bottom + 2.96 * unit, _(case.name))
    return figure


def _feature_space(axes: Any, maps: Maps, result: Result, i: int) -> None:
    """Points, contour lines of a map in their parallel planes, and the first principal axis."""
    assert maps.fields is not None
    assert maps.levels is not None
    assert maps.labels is not None
    found, X, levels = result.decompositions[i], result.dataset.X, maps.levels[i]
    features = found.expansion.kernel.features
    nodes = _nodes(maps.region, maps.fields[i])
    # Far from the data the features grow large; contours there would make the points tiny.
    outside = np.hypot(*np.meshgrid(*nodes)) > 1.05 * np.hypot(*X.T).max()
    flat = Figure().add_subplot().contour(*nodes, np.ma.array(maps.fields[i], mask=outside), levels)
    for level, lines in zip(levels, flat.allsegs, strict=True):
        zero = level == levels[len(levels) // 2]
        colour = LIGHT.zero if zero else _hex(1.25 * level / levels[-1])
        for line in lines:
            places = features(np.asarray(line))
            axes.plot(*places.T, color=colour, linewidth=1.2 if zero else 0.9, zorder=1)
    _points(axes, features(X).T, maps.labels, 1.1, depthshade=False)
    start, end = principal_axis(found, X, 0)
    axes.quiver(
        *start, *(end - start), color=LIGHT.bars[0], linewidth=2.0, arrow_length_ratio=0.12,
        zorder=5,
    )  # fmt: skip
    axes.text(*(end + 0.06 * (end - start)), "v₁", color=LIGHT.bars[0], fontsize=9, zorder=6)
    for name, which in zip(FEATURE_NAMES[i], "xyz", strict=True):
        axis = getattr(axes, f"{which}axis")
        axis.set_rotate_label(False)
        axis.set_label_text(name)
        axis.labelpad = -8
        axis.set_tick_params(pad=-4, labelsize=5.5)
        axis.set_pane_color((1.0, 1.0, 1.0, 0.0))
    axes.locator_params(nbins=5)
    axes.grid(False)
    axes.view_init(elev=18, azim=-58)
    axes.set_box_aspect((1, 1, 0.85), zoom=1.12)


def _spectrum(axes: Any, bars: Spectrum) -> None:
    values = np.concatenate([bars.values, bars.negative])
    r, p = len(bars.values), len(bars.negative)
    slots = np.concatenate([np.arange(1, r + 1), r + 1.5 + np.arange(p)])
    strong, further, under = LIGHT.bars
    colours = [strong] * min(bars.shown, r) + [further] * max(0, r - bars.shown) + [under] * p
    axes.bar(slots, values, width=0.62, color=colours, linewidth=0)
    if len(bars.chance):
        low, high = map(np.array, bars.chance)
        axes.bar(slots[:r], high - low, 1.0, low, color=MUTED, alpha=0.4, linewidth=0)
    for slot, value in zip(slots, bars.limit, strict=False):
        axes.hlines(value, slot - 0.42, slot + 0.42, color=ink("green", "light"), linewidth=1.2)
    axes.axhline(0, color=PRINT["edge"], linewidth=0.5)
    for slot, value in zip(slots, values, strict=True):
        text = f"{value:.3f}" if abs(value) >= 5e-4 else f"{value:.0e}"
        axes.annotate(
            readable(text), (slot, value), (0, 2 if value >= 0 else -2),
            textcoords="offset points", ha="center", va="bottom" if value >= 0 else "top",
            fontsize=5.0, color=MUTED,
        )  # fmt: skip
    axes.set_title(made(bars.label), loc="left", pad=3, fontsize=7.0)
    ticks = [*range(1, r + 1), *([slots[r:].mean()] if p else [])]
    axes.set_xticks(ticks, [*map(str, range(1, r + 1)), *([_("negative")] if p else [])])
    axes.margins(x=0.02, y=0.16)
    axes.spines[["top", "right"]].set_visible(False)


def _hex(t: float) -> str:
    channels = LIGHT.diverging(t).removeprefix("rgb(").removesuffix(")").split(",")
    return "#" + "".join(f"{int(channel):02x}" for channel in channels)


def _caption(figure: Figure, lines: Sequence[str]) -> None:
    """Make the figure higher and write lines under what it shows."""
    width, height = figure.get_size_inches()
    line_height = 0.095  # inches
    room = line_height * (len(lines) + 0.8)
    share = height / (height + room)
    for axes in figure.axes:
        box = axes.get_position()
        axes.set_position((box.x0, 1 - share * (1 - box.y0), box.width, share * box.height))
    for text in figure.texts:
        text.set_y(1 - share * (1 - text.get_position()[1]))
    figure.set_size_inches(width, height + room)
    for k, line in enumerate(reversed(lines)):
        y = line_height * (k + 0.6) / (height + room)
        # A name of a column may hold what Matplotlib would take for mathematics.
        place = (0.08 / width, y)
        figure.text(*place, line, fontsize=5.0, color=MUTED, va="bottom", parse_math=False)


def file_of(
    figure: Figure, file_format: str, origin: Origin, words: str = "", dpi: int = 300
) -> bytes:
    """Return a figure as a file, with words on how to read it and its origin below it.

    If `words` is empty, the file explains the colours of maps.

    Raises
    ------
    ValueError
        for a format that is none of `FORMATS`.
    """
    if file_format not in FORMATS:
        said = E_("A printed figure is one of {formats}; got {format!r}.")
        raise ValueError(said.format(formats=", ".join(FORMATS), format=file_format))
    # 24 letters of 5 points an inch.
    letters = int(24 * figure.get_size_inches()[0])
    below = (words or _(COLOURS), origin.caption)
    _caption(figure, [line for text in below for line in wrapped(text, letters)])
    buffer = io.BytesIO()
    figure.savefig(
        buffer, format=file_format, dpi=dpi, metadata=origin.metadata(file_format),
        facecolor="white",
    )  # fmt: skip
    return buffer.getvalue()
