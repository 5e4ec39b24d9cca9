"""Eigenfunctions and spectra as Plotly figures that look like the live panels.

Every figure takes `template`, a key of `palette.PALETTES`.
"""

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core._support.extras import needed
from kpca_core.drawing.canvas.look import LOOK, thinning, ticks
from kpca_core.drawing.canvas.words import two_digits
from kpca_core.drawing.charts.blank import Figure, blank
from kpca_core.drawing.charts.overlays import add_overlay
from kpca_core.drawing.markers import marker_of
from kpca_core.drawing.palette import FRAME, MUTED, Palette, palette_of
from kpca_core.grid import Grid

with needed("Plotly", "draws figures for the screen and HTML", "figures"):
    import plotly.graph_objects as go
with needed("contourpy", "traces the isolines", "figures"):
    from kpca_core.drawing.canvas.isolines import FULL_SCALE, isolines

COLUMNS, WIDTH = 4, 1200
# More points than this are drawn by WebGL, which zooms them without delay.
MAX_SVG_MARKERS = 1500
DEGENERATE = "near-degenerate: any rotation within the group is equally valid"
HOVER = "x %{x:.4~g}<br>y %{y:.4~g}"
LEGEND = {"orientation": "h", "yanchor": "bottom", "bgcolor": "rgba(0,0,0,0)"}


def traces(
    field: Field, grid: Grid, points: Array, labels: Labels, levels: Array, template: str,
    *, groups: Sequence[str] = (), width: float = WIDTH / COLUMNS, marked: bool = True, **more: Any,
) -> list[Any]:  # fmt: skip
    """Return an eigenfunction as Plotly's traces: bands, isolines, and the points of each label.

    Of thousands of points a part is drawn.

    Parameters
    ----------
    field : (ny, nx) array, the eigenfunction on `grid`
    points : (n, 2) array
    labels : (n,) array of int
    levels : (L,) array, values of isolines, equally spaced and symmetric with 0 in the middle
    groups : sequence of str, what labels 0, 1, … are called; "label 0" and so on without
    width : of the map in pixels, which the size of markers depends on
    marked : whether points are drawn
    **more : further properties of all traces, such as their axes

    Raises
    ------
    ValueError
        if shapes disagree or the levels are uneven; the message quotes them.
    """
    n, shape = len(points), (len(grid.y), len(grid.x))
    _check_shapes(field=(field, shape), points=(points, (n, 2)), labels=(labels, (n,)))
    palette = palette_of(template)
    found = _bands(field, grid, levels, palette, more)
    drawn = np.arange(0, n if marked else 0, thinning(n))
    scatter = go.Scattergl if len(drawn) > MAX_SVG_MARKERS else go.Scatter
    for label in np.unique(labels[drawn]).tolist():
        members = drawn[labels[drawn] == label]
        name = groups[label] if label < len(groups) else f"label {label}"
        found.append(scatter(
            x=points[members, 0], y=points[members, 1], customdata=members,
            mode="markers", name=name,
            marker=marker_of(label, len(drawn), width),
            hovertemplate=f"point %{{customdata}}, %{{fullData.name}}<br>{HOVER}<extra></extra>",
            **more,
        ))  # fmt: skip
    return found


def frame(
    grid: Grid, template: str, width: float, outer: tuple[bool, bool] = (True, True)
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the properties of both axes of an eigenfunction, whose units are equally long.

    Parameters
    ----------
    width : of the map in pixels, which the number of ticks depends on
    outer : whether no other map is below and left of this one: then it has ticks there
    """
    palette, look = palette_of(template), LOOK["ticks"]
    across, up = grid.region
    sizes = width, width * (up[1] - up[0]) / (across[1] - across[0])
    found = [
        {
            "range": ends, "showline": True, "mirror": True, "linecolor": palette.shade(FRAME),
            "linewidth": 1, "showgrid": False, "zeroline": False, "constrain": "domain",
            "ticks": "outside" if ticked else "", "showticklabels": ticked, "tickangle": 0,
            "ticklen": look["length"], "tickcolor": palette.shade(FRAME),
            "tickfont": {"size": look["font"], "color": palette.shade(MUTED)},
            "nticks": ticks(*ends, size, axis),
        }
        for ends, size, axis, ticked in zip(
            grid.region, sizes, ("across", "up"), outer, strict=True
        )
    ]  # fmt: skip
    return found[0], {**found[1], "constraintoward": "top"}


def _bands(
    field: Field, grid: Grid, levels: Array, palette: Palette, more: Mapping[str, Any]
) -> list[Any]:
    """Return a field as it looks everywhere: bands of colour and isolines, negative ones dashed.

    Four traces: bands, positive lines, negative lines, the zero line. Lines are traced here: as
    Plotly's contours each of the three would hold the whole field again.
    """
    largest, step = _check_levels(levels)
    found = [go.Contour(
        x=grid.x, y=grid.y, z=field, showscale=False,
        # One colour a band: Plotly stretches a colour scale over the middles of the bands.
        colorscale=palette.diverging_scale(len(levels) + 1, len(levels) / (len(levels) - 1)),
        zmin=-largest - step / 2, zmax=largest + step / 2,
        hovertemplate=HOVER + "<br>f = %{z:.4g}<extra></extra>",
        autocontour=False, contours={"start": -largest, "end": largest, "size": step},
        line={"width": 0, "smoothing": 0}, **more,
    )]  # fmt: skip
    above, below, zero = _lines(field, grid, levels)
    look = LOOK["lines"]
    thin = {"color": palette.isoline, "width": look["isoline"]}
    # So that print and greyscale keep the sign.
    dash = ",".join(f"{length}px" for length in look["dash"])
    for name, (x, y), line in (
        ("f > 0", above, thin),
        ("f < 0", below, {**thin, "dash": dash}),
        ("f = 0", zero, {"color": palette.zero, "width": look["zero"]}),
    ):
        shown = {"showlegend": name == "f = 0", **more}
        found.append(go.Scatter(
            x=x, y=y, mode="lines", name=name, line=line, hoverinfo="skip", **shown
        ))  # fmt: skip
    return found


def _lines(field: Field, grid: Grid, levels: Array) -> list[Array]:
    """Return the isolines above 0, below 0 and at 0, each (2, m) of x and y, NaN between lines."""
    middle = len(levels) // 2
    traced = isolines(field[None], levels[None])
    starts, level_of = traced["starts"], traced["lines"][:, 1].astype(int)
    (left, right), (low, high) = grid.region
    sides = np.array([[right - left], [high - low]])
    places = np.array([[left], [low]]) + sides / FULL_SCALE * traced["vertices"].T
    found = []
    for chosen in (level_of > middle, level_of < middle, level_of == middle):
        lines = [places[:, starts[k] : starts[k + 1]] for k in np.flatnonzero(chosen)]
        gap = np.full((2, 1), np.nan)
        found.append(np.hstack([gap, *(part for line in lines for part in (line, gap))]))
    return [line[:, 1:-1] for line in found]


def spectrum(
    eigenvalues: Array, cumulative: Array, negative: Array, groups: Iterable[Sequence[int]],
    shown: int, label: str, note: str = "", *, whole: str = "trace",
    chance: Sequence[Array] = (),
    template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw eigenvalues as bars, and their cumulative share on a right axis with the same zero.

    Parameters
    ----------
    eigenvalues : (r,) array, descending
    cumulative : (r,) array, fractions of the `whole`; (0,) for none
    negative : (p,) array, negative eigenvalues in the same unit
    groups : iterable of near-degenerate components, from 0; a bracket below the bars marks each
    shown : int, how many leading eigenvalues have the strong colour
    label : str, title of the figure, which names the unit
    note : str, a sentence inside the plot, such as what shares of an indefinite kernel are
    whole : str, what shares are of: "trace" or "positive eigenvalues"
    chance : the least and the largest eigenvalues (r,) of shuffled columns; () for none
    """
    values, shares, below = map(np.asarray, (eigenvalues, cumulative, negative))
    r, p = values.size, below.size
    _check_shapes(eigenvalues=(values, (r,)), cumulative=(shares, (r if shares.size else 0,)))
    _check_shapes(negative=(below, (p,)))
    figure, palette = blank(
        template, 360, margin={"l": 52, "r": 56, "t": 66, "b": 34},
        title={"text": label, "x": 0.01, "y": 1 - 20 / 360, "font_size": 16},
        legend={**LEGEND, "x": 1, "xanchor": "right", "y": 1.01},
    )  # fmt: skip
    number, slots = np.arange(1, r + 1), r + 1.5 + np.arange(p)
    first, further, under = palette.bars
    for name, x, y, colour, hover in (
        (f"first {min(shown, r)}", number[:shown], values[:shown], first, "component %{x}"),
        ("further", number[shown:], values[shown:], further, "component %{x}"),
        ("negative", slots, below, under, "negative eigenvalue"),
    ):
        if len(y):
            marker = {"color": colour, "line": {"color": colour, "width": 1}}
            figure.add_bar(
                x=x, y=y, name=name, width=0.62, marker=marker,
                hovertemplate=hover + "<br>λ = %{y:.5g}<extra></extra>",
            )  # fmt: skip
    if len(chance):
        low, high = chance
        figure.add_bar(
            x=number, y=high - low, base=low, name="shuffled columns", width=1.0, opacity=0.4,
            marker_color=palette.shade(0.68), customdata=np.column_stack([low, high]),
            hovertemplate="shuffled columns: %{customdata[0]:.5g} to %{customdata[1]:.5g}"
            "<extra></extra>",
        )  # fmt: skip
        figure.layout.barmode = "overlay"
    highest = [*values, *(chance[1] if len(chance) else ())]
    top = float(np.fmax.reduce(highest, initial=0.0))
    top = top or 1.0
    # Negative eigenvalues are mostly smaller: spectra beside each other then have 0 at one height.
    bottom = float(np.fmin.reduce(below, initial=-top / 8 if p else 0.0))
    bracket = (top - bottom) / 25
    ends = [(min(group) + 0.69, max(group) + 1.31) for group in groups if len(group) > 1]
    if ends:
        figure.add_scatter(
            x=np.ravel([(a, a, (a + b) / 2, b, b, np.nan) for a, b in ends]),
            y=np.tile(bracket * np.array([-1, -2, -2, -2, -1, np.nan]), len(ends)),
            text=["", "", "≈", "", "", ""] * len(ends), mode="lines+text", textfont_size=15,
            textposition="bottom center", line={"color": palette.shade(0.68), "width": 1.2},
            name="≈ near-degenerate", hovertemplate=DEGENERATE + "<extra></extra>",
        )  # fmt: skip
        bottom = min(bottom, -6 * bracket)
    extent = np.array([1.04 * bottom, 1.06 * top])
    if len(shares):
        figure.add_scatter(
            x=number, y=shares, yaxis="y2", mode="lines+markers",
            name=f"cumulative share of {whole}",
            line={"color": palette.cumulative, "width": 1.5},
            marker={"size": 8, "line": {"color": palette.background, "width": 1.5}},
            hovertemplate="components 1 to %{x}<br>%{y:.1%} of the " + whole + "<extra></extra>",
        )  # fmt: skip
        figure.layout.yaxis2 = {
            "overlaying": "y", "side": "right", "tickvals": [0, 0.5, 1], "tickformat": ".0%",
            "range": extent / top * np.fmax.reduce(shares, initial=1.0),
            "tickfont_color": palette.cumulative, "showgrid": False, "zeroline": False,
        }  # fmt: skip
    if note:
        figure.add_annotation(
            text="<br>".join(textwrap.wrap(note, 60)), showarrow=False, font_size=11,
            x=0.98, xref="x domain", xanchor="right", y=0.5, yref="y domain", yanchor="middle",
            align="right", font_color=palette.shade(0.68),
        )  # fmt: skip
    ticks = number[:: math.ceil((r + p + 1) / 32)].tolist()
    figure.update_xaxes(
        range=[0.4, max(8, r + p + (p > 0) / 2) + 0.6], showgrid=False, zeroline=False,
        tickvals=[*ticks, *([slots.mean()] if p else [])],
        ticktext=[*map(str, ticks), *(["negative"] if p else [])],
    )  # fmt: skip
    figure.layout.yaxis.update(
        range=extent, nticks=6, tickformat=".3~g", gridcolor=palette.shade(0.12),
        zerolinecolor=palette.shade(0.38), zerolinewidth=1,
    )  # fmt: skip
    return figure


def panels(
    fields: Field, grid: Grid, points: Array, labels: Labels, levels: Array, titles: Sequence[str],
    *, overlays: Sequence[tuple[Array | None, Array | None]] = (),
    template: str = "plotly_white", **spectrum_arguments: Any,
) -> Figure:  # fmt: skip
    """Draw the spectrum and, in rows of four below it, q eigenfunctions that zoom together.

    The heights are made for a width of about `WIDTH` pixels.

    Parameters
    ----------
    fields : (q, ny, nx) array, stored in the figure as float32
    grid, points, labels : as in `traces`
    levels : (q, L) array
    titles : sequence of str, one a field
    overlays : sequence, for each field the arguments of `add_overlay`; empty for none
    **spectrum_arguments : those of `spectrum`
    """
    q = len(fields)
    _check_shapes(fields=(fields, (q, len(grid.y), len(grid.x))), titles=(titles, (q,)))
    _check_shapes(levels=(levels, (q, *np.shape(levels)[1:2])))
    figure = spectrum(**spectrum_arguments, template=template)
    # In pixels; axes are placed in fractions of `inner` and `total`, the space within the margins.
    columns, bars, gap, head, inner = max(1, min(q, COLUMNS)), 150, 30, 30, WIDTH - 108
    width = (inner - (columns - 1) * gap) / columns
    (x0, x1), (y0, y1) = grid.region
    height = min(420.0, max(120.0, width * (y1 - y0) / (x1 - x0)))
    total = bars + 24 + math.ceil(q / columns) * (head + height)
    figure.update_layout(height=total + 100, title_y=1 - 20 / (total + 100))
    figure.layout.yaxis.domain = [1 - bars / total, 1]
    for j in range(q):
        axes = x, y = f"x{j + 2}", f"y{j + 3}"
        row, column = divmod(j, columns)
        left, above = column * (width + gap), bars + 24 + row * (head + height) + head
        across = [left / inner, min(1, (left + width) / inner)]
        up = [max(0, 1 - (above + height) / total), 1 - above / total]
        own: dict[str, Any] = {"xaxis": x, "yaxis": y, "showlegend": False}
        field = np.asarray(fields[j], dtype=np.float32)
        figure.add_traces(
            traces(field, grid, points, labels, levels[j], template, width=width, **own)
        )
        for slopes, closest in overlays[j : j + 1]:
            add_overlay(figure, slopes, closest, grid.region, **own)
        outer = j + columns >= q, column == 0
        figure.update_layout(
            panel_axes(grid, template, axes, ("x2", "y3"), (across, up), width, outer)
        )
        # A file tells the step, too: on the page the pointer reads values.
        _, step = _check_levels(levels[j])
        ends = f"{ends_of(levels[j])}, lines every {two_digits(step)}"
        add_title(figure, axes, titles[j], ends, template, before=str(j + 1))
    return figure


def add_title(
    figure: Figure, axes: tuple[str, str], title: str, ends: str, template: str,
    *, before: str = "", size: int = LOOK["title"]["font"],
) -> None:  # fmt: skip
    """Write the line above a map: its title, and at the right the ends of its colours.

    `before` stands before the title, whose letters have `size` pixels.
    """
    x, y = axes
    muted = palette_of(template).shade(MUTED)
    start = before and f'<span style="color:{muted}">{before}</span>  '
    where = {"xref": f"{x} domain", "y": 1, "yref": f"{y} domain", "yanchor": "bottom"}
    figure.add_annotation(
        text=f"{start}<b>{title}</b>", showarrow=False, x=0, xanchor="left", font_size=size,
        **where,
    )  # fmt: skip
    figure.add_annotation(
        text=ends, showarrow=False, x=1, xanchor="right",
        font={"size": min(size, LOOK["title"]["range"]), "color": muted}, **where,
    )  # fmt: skip


def ends_of(levels: Array) -> str:
    """Return the outermost isolines of a map as the page writes them."""
    return f"±{two_digits(float(levels[-1]))}"


def panel_axes(
    grid: Grid, template: str, axes: tuple[str, str], first: tuple[str, str],
    domains: tuple[Sequence[float], Sequence[float]], width: float, outer: tuple[bool, bool],
) -> dict[str, Any]:  # fmt: skip
    """Return the layout of a panel's axes such as ("x2", "y2"); `width` and `outer` as in `frame`.

    All panels have the scale of the `first` axes.
    """
    x, y = axes
    alone = axes == first
    own = {"scaleanchor": x} if alone else {"matches": first[1]}
    of_x, of_y = frame(grid, template, width, outer)
    of_x |= {"anchor": y, "matches": None if alone else first[0], "domain": domains[0]}
    return {
        f"xaxis{x[1:]}": of_x,
        f"yaxis{y[1:]}": {**of_y, "anchor": x, **own, "domain": domains[1]},
    }


def _check_levels(levels: Array) -> tuple[float, float]:
    """Return the largest level and the step, or raise a ValueError if the levels are uneven."""
    count, largest = levels.size, float(levels.max(initial=0.0))
    even = np.linspace(-largest, largest, count)
    _check_shapes(levels=(levels, (count,)))
    if not (largest > 0 and count % 2 and np.allclose(levels, even, 0, 1e-5 * largest)):
        need = "levels (L,) must be equally spaced and symmetric with 0 in the middle, L >= 3"
        raise ValueError(f"{need}; got shape {levels.shape}: {levels.tolist()}")
    return largest, 2 * largest / (count - 1)


def _check_shapes(**arguments: tuple[Any, tuple[int, ...]]) -> None:
    """Raise a ValueError for the first array that does not have the shape named beside it."""
    for name, (values, shape) in arguments.items():
        if np.shape(values) != shape:
            raise ValueError(f"{name} must have shape {shape}; got shape {np.shape(values)}")
