"""Figures of the plane and of a lift out of it. Sources: docs/notation.md."""

from __future__ import annotations

import math

import numpy as np

from kpca_core import Polynomial
from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.measures import direction, squared_error, variance
from kpca_core.datasets import concentric_rings
from kpca_core.derivation import Derivation
from kpca_core.drawing.canvas.aspects import Space
from kpca_core.drawing.canvas.words import factor, short
from kpca_core.drawing.marks import Arrow, Entry, Line, Mark, Plot, Points, Table, table
from kpca_core.drawing.sheets import Spaces
from kpca_core.grid import Grid, Region
from views.pages.method.figures.example import Example, Figure, data_plot, derived

RINGS = concentric_rings(60, (0.5, 1.0), 0.03, seed=0)
# The marker of a new point, which no data have.
X_LABEL = 5
# Nodes an axis of a sheet.
NODES = 21


def principal_angles(X: Array) -> tuple[float, float]:
    """Return the directions of largest and of smallest variance in degrees, from 0 to 180."""
    vectors = np.linalg.eigh(np.cov(X.T, bias=True))[1]
    largest = math.degrees(math.atan2(vectors[1, 1], vectors[0, 1])) % 180
    return largest, (largest + 90) % 180


def line_figure(example: Example) -> Figure:
    """A direction that a reader turns, the variance along it and the error across it."""
    angle, X = example.state.angle, example.X
    found, left = variance(X, angle), squared_error(X, angle)
    whole = found + left or 1.0
    degrees = np.arange(0, 181, 2.0)
    curve = np.array([[one, variance(X, one)] for one in degrees])
    errors = np.column_stack([degrees, np.sum(X.var(axis=0)) - curve[:, 1]])
    largest, smallest = principal_angles(X)
    top = 1.1 * whole
    dashed = [
        Line(np.array([[one, 0], [one, top]]), faint=True, dashed=True)
        for one in (largest, smallest)
    ]
    marks = [
        *(dashed if example.asked else ()),
        Line(curve, "green", width=2),
        Line(errors, "red", width=2),
        Points(np.array([[angle, found]]), colour="green"),
        Points(np.array([[angle, left]]), colour="red"),
    ]
    own = data_plot(
        example,
        *_projected(X, example.region, angle, "direction"),
        title=_("Your points and the direction v"),
        said=_("{n} points, a direction of {angle:g} degrees and its perpendiculars").format(
            n=len(X), angle=angle
        ),
        note=_(
            "v at {angle:g}°: variance {variance}, squared error {error}, together {whole}"
        ).format(angle=angle, variance=short(found), error=short(left), whole=short(whole)),
    )
    chart = Plot(
        marks,
        ((0.0, 180.0), (0.0, top)),
        _("Variance and squared error by direction"),
        _("Variance {variance} and error {error} at {angle:g} degrees").format(
            variance=short(found), error=short(left), angle=angle
        ),
        share=0.8,
        height=260,
        axes=(_("degrees"), ""),
        note=_("Dashed: the eigenvectors of C, at {largest:.1f}° and {smallest:.1f}°").format(
            largest=largest, smallest=smallest
        )
        if example.asked
        else "",
        key=[Entry(_("variance"), "green"), Entry(_("squared error"), "red")],
    )
    one, other = (np.mean((RINGS.X @ direction(angle))[RINGS.labels == k] ** 2) for k in (0, 1))
    rings = Plot(
        [*_projected(RINGS.X, RINGS.region, angle), Points(RINGS.X, RINGS.labels, size=3)],
        RINGS.region,
        _("Rings and the same direction"),
        _("Two rings, projected onto one direction"),
        equal=True,
        share=0.7,
        axes=None,
        note=_(
            "Inner ring: variance {inner}; outer ring: {outer}; their projections overlap in every "
            "direction"
        ).format(inner=short(float(one), 2), outer=short(float(other), 2)),
    )
    return {"points": own, "curve": chart, "rings": rings}


def _projected(X: Array, region: Region, degrees: float, grip: str = "") -> list[Mark]:
    v, mean = direction(degrees), X.mean(axis=0)
    reach = 0.45 * min(region[0][1] - region[0][0], region[1][1] - region[1][0])
    feet = mean + np.outer((X - mean) @ v, v)
    across = [Line(np.array([x, foot]), "red", width=1) for x, foot in zip(X, feet, strict=True)]
    axis = Line(np.array([mean - 2 * reach * v, mean + 2 * reach * v]), "blue", width=1)
    return [axis, *across, Arrow((mean, mean + reach * v), "blue", grip=grip)]


def lift_figure(example: Example) -> Figure:
    """Rings lifted until a plane separates them, and a dot product term by term."""
    X, squares = RINGS.X, np.sum(RINGS.X**2, axis=1)
    height = (squares[RINGS.labels == 0].max() + squares[RINGS.labels == 1].min()) / 2
    grid = Grid.over(RINGS.region, NODES)
    node_squares = np.sum(grid.rows**2, axis=1)
    lifted = np.column_stack([X, squares])
    flat = np.column_stack([grid.rows, np.full(len(grid.rows), height)])
    solid = _space(
        lifted,
        flat,
        node_squares - height,
        _("Rings lifted to {place}").format(place="(x₁, x₂, x₁² + x₂²)"),
        ("x₁", "x₂", "x₁² + x₂²"),
        _(
            "The plane at the height {height} separates the rings; its colours are those of {term} "
            "less that height."
        ).format(height=short(height), term="x₁² + x₂²"),
    )
    i, j = example.state.pair
    (a, b), (c, d) = example.X[i], example.X[j]
    root = math.sqrt(2)
    rows = [
        ("x₁²", short(a * a), short(c * c), short(a * a * c * c)),
        ("x₂²", short(b * b), short(d * d), short(b * b * d * d)),
        ("√2 x₁x₂", short(root * a * b), short(root * c * d), short(2 * a * b * c * d)),
        (_("sum"), "", "", short(a * a * c * c + b * b * d * d + 2 * a * b * c * d)),
        (
            f"({factor(a)}·{factor(c)} + {factor(b)}·{factor(d)})²",
            "",
            "",
            short((a * c + b * d) ** 2),
        ),
    ]
    image = _("{image}, point {number}")
    terms = table(
        (
            "",
            image.format(image="Φ(x)", number=i + 1),
            image.format(image="Φ(y)", number=j + 1),
            _("product"),
        ),
        rows,
        _("{equation}, term by term").format(equation="Φ(x) · Φ(y) = (x · y)²"),
        colours=("", "blue", "orange", "green"),
        least=330,
        note=_("{setting}: {n:,} monomials").format(setting="N = 16², d = 5", n=monomials())
        if example.asked
        else "",
    )
    pair = data_plot(example, title=_("Your points"), rings=(i, j), share=0.6)
    names = [_("inner ring"), _("outer ring")]
    key = [Entry(name, mark="marker", label=k) for k, name in enumerate(names)]
    lifted_rings = Spaces([solid], RINGS.labels, names, key, share=0.9, least=220)
    degrees = _degrees_table(example.X[i], example.X[j])
    return {"space": lifted_rings, "points": pair, "terms": terms, "degrees": degrees}


def _degrees_table(x: Array, y: Array) -> Table:
    """Return (x · y)ᵈ beside the dot products of [S] eq. 3.3 and 3.4 and of [C] section 2."""
    rows, off = [], [0.0]
    for d in range(1, 9):
        kernel = float((x @ y) ** d)
        rooted = float(binomial_map(x, d) @ binomial_map(y, d))
        printed = float(binomial_map(x, d, rooted=False) @ binomial_map(y, d, rooted=False))
        in_order = float(ordered_products(x, d) @ ordered_products(y, d))
        off += [abs(rooted - kernel), abs(in_order - kernel)]
        rows.append((f"{d}", *map(short, (kernel, rooted, printed))))
    said = _(
        "Products in order, 2ᵈ of them, and d + 1 monomials with √ differ from (x · y)ᵈ by at most "
        "{value}."
    )
    return table(
        ("d", "(x · y)ᵈ", _("monomials with √"), _("without √")), rows,
        _("Two maps of one kernel, and one without the roots"),
        colours=("", "green", "blue", "orange"), note=said.format(value=short(max(off), 1)),
    )  # fmt: skip


def binomial_map(x: Array, d: int, *, rooted: bool = True) -> Array:
    """Return the monomials (d + 1,) of x (2,) times √binomials ([S] eq. 3.4), or times binomials.

    [C] section 2 prints the latter. Its dot product is (x · y)ᵈ for d = 1 alone.
    """
    k = np.arange(d + 1)
    counts = np.array([math.comb(d, one) for one in k], float)
    return np.asarray((np.sqrt(counts) if rooted else counts) * x[0] ** (d - k) * x[1] ** k)


def ordered_products(x: Array, d: int) -> Array:
    """Return C_d(x) (2ᵈ,): the products of d coordinates of x (2,) in every order ([S] eq. 3.3)."""
    found = np.ones(1)
    for _turn in range(d):
        found = np.outer(found, x).ravel()
    return found


def monomials(side: int = 16, degree: int = 5) -> int:
    """Return the number of monomials of this degree of an image's pixels."""
    return int(Polynomial(degree).feature_dimension(side**2))


def back_figure(example: Example) -> Figure:
    """Images of the plane, and projections that lie beside them."""
    kernel, X = Polynomial(2), example.X
    found = derived(kernel, X)
    q = min(1, found.rank)
    mean = kernel.features(X).mean(axis=0)
    axes = (
        found.features.T @ found.alphas[:, :q] if found.features is not None else np.zeros((3, q))
    )
    Z = np.vstack([X, example.x])
    projected = mean + found.values(Z)[:, :q] @ axes.T
    distances = distances_from_sheet(projected)
    labels = np.concatenate([example.labels, [X_LABEL]])
    names = ("x₁²", "√2 x₁x₂", "x₂²")
    # What is drawn is the part around the points, without colours: on it points and line are seen.
    near = Grid.over(_around(Z), NODES)
    drawn, values = kernel.features(near.rows), np.zeros(NODES**2)
    along = found.values(Z)[:, :q]
    line_ends = mean + np.array([along.min(axis=0), along.max(axis=0)]) @ axes.T
    before = _space(
        kernel.features(Z),
        drawn,
        values,
        _("The images Φ(x) lie on the sheet"),
        names,
        _(
            "Images of the points and of x, which has a marker of its own; the sheet is the image "
            "of the plane."
        ),
    )
    after = _space(
        projected,
        drawn,
        values,
        _("Their projections on one component"),
        names,
        _("The same points projected on the first component: a straight line through the mean."),
        line_ends,
    )
    rows = [
        ("x", short(float(distances[-1]))),
        (_("the points, on average"), short(float(distances[:-1].mean()))),
        (_("the points, at least"), short(float(distances[:-1].min()))),
    ]
    distances_table = table(
        (_("projection of"), _("distance")),
        rows,
        _("How far the nearest image is"),
        share=0.6,
        note=_("Nearest of the images of the whole plane, by a closed form"),
    )
    key = [
        Entry(_("images of the plane: the sheet"), mark="sheet"),
        Entry("x", mark="marker", label=X_LABEL),
        Entry(_("the line of the first component"), "blue"),
    ]
    both = Spaces([before, after], labels, key=key, share=1.5, least=400)
    return {"spaces": both, "distances": distances_table}


def _around(points: Array) -> Region:
    """Return a region around points (n, 2), a tenth of their extent wider on each side."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = 0.1 * np.where(high > low, high - low, 1.0)
    (x0, y0), (x1, y1) = low - room, high + room
    return ((float(x0), float(x1)), (float(y0), float(y1)))


def _as_matrices(features: Array) -> Array:
    """Return features (n, 3) of (x · y)² as symmetric matrices (n, 2, 2): Φ(x) becomes xxᵀ."""
    a, b, c = features.T
    mixed = b / math.sqrt(2)
    return np.array([[a, mixed], [mixed, c]]).transpose(2, 0, 1)


def distances_from_sheet(features: Array) -> Array:
    """Return the distances (n,) of points (n, 3) of the feature space of (x · y)² from all images.

    The image nearest to a symmetric matrix is √λ v(√λ v)ᵀ, with its largest eigenvalue λ, or 0.
    """
    values = np.linalg.eigvalsh(_as_matrices(features))
    rest = values[:, 0] ** 2 + np.minimum(values[:, 1], 0.0) ** 2
    return np.asarray(np.sqrt(rest))


def meetings(found: Derivation) -> list[float]:
    """Return the scores f₁ at which the line of the first component of (x · y)² meets the sheet.

    There the matrix of the point, μ + f₁V, has determinant 0 and no eigenvalue below 0.
    """
    mean = found.kernel.features(found.X).mean(axis=0)
    axis = found.features.T @ found.alphas[:, 0]  # type: ignore[union-attr]
    M, V = _as_matrices(np.array([mean, axis]))
    mixed = np.linalg.det(M + V) - np.linalg.det(M) - np.linalg.det(V)
    roots = np.roots([np.linalg.det(V), mixed, np.linalg.det(M)])
    real = roots.real[np.abs(roots.imag) <= 1e-9 * (1 + np.abs(roots))]
    return sorted(float(s) for s in real if np.trace(M + s * V) >= 0)


def _space(
    lifted: Array,
    sheet: Array,
    values: Array,
    what: str,
    names: tuple[str, ...],
    how: str,
    axis: Array | None = None,
) -> Space:
    """Return points and a sheet in three dimensions; `values` colour the sheet.

    `axis` (2, 3) are the ends of the line of a component.
    """
    return Space(
        f"{what}. {how}",
        drawn=np.arange(len(lifted)),
        values=values.reshape(1, NODES, NODES),
        space=lifted,
        sheet=sheet.reshape(NODES, NODES, 3),
        axes=np.reshape(np.zeros(6) if axis is None else axis, (1, 2, 3)),
        names=names,
        letter="V¹",
        what=what,
    )
