"""A work sheet on paper: kernel PCA of a few points by hand, and the solutions.

Everything is computed from the coordinates as the sheet prints them. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import E_, _
from kpca_core.derivation import Derivation, NewPoint
from kpca_core.drawing.printing.formulas import formula_with_numbers
from kpca_core.grid import Grid, Region

# More points have matrices that nobody fills in by hand, and that no sheet of paper holds.
MOST_POINTS = 12
# Components that are asked for, and entries of each column that are computed by hand.
COMPONENTS, BY_HAND = 2, 3
# Digits of the coordinates, of their range.
DIGITS = 3
# Nodes of the picture along each axis.
NODES = 80


@dataclass(frozen=True)
class Table:
    """Numbers, of which readers compute some.

    Parameters
    ----------
    head, names
        Of the columns and of the rows.
    rows
        Cells.
    asked
        Places (row, column) from 0 that the sheet leaves empty.
    """

    head: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    asked: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Question:
    """A question with its answer, and how many lines there are to write on."""

    text: str
    answer: str
    lines: int = 2


@dataclass(frozen=True)
class Task:
    """One task: what is computed, by which formula, in which table, and questions about it."""

    title: str
    formula: str
    tables: tuple[Table, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """The points in the plane of their first two columns.

    Parameters
    ----------
    points, x
        (n, 2) and (2,) arrays.
    region
        What is drawn.
    positive : (ny, nx) array of bool
        Where f₁ > 0; None where the points have no two columns.
    """

    points: Array
    x: Array
    region: Region
    positive: NDArray[np.bool_] | None


@dataclass(frozen=True, eq=False)
class Worksheet:
    """What the sheet and its solutions say: texts above the tasks, picture and tasks."""

    notes: tuple[str, ...]
    points: Table
    picture: Picture
    tasks: tuple[Task, ...]


def worksheet(found: Derivation, x: Array) -> Worksheet:
    """Return the sheet of a derivation and of a new point x (D,).

    Raises
    ------
    ValueError
        for more than `MOST_POINTS` points, or if no eigenvalue is above 0
    """
    n = len(found.X)
    if n > MOST_POINTS:
        said = E_("A work sheet holds at most {most} points; got {n}. Take fewer.")
        raise ValueError(said.format(most=MOST_POINTS, n=n))
    decimals = _decimals_of(found.X)
    found = Derivation.of(found.kernel, found.X.round(decimals), found.centring)
    if not found.rank:
        raise ValueError(E_("All points are the same to this kernel. Choose other points."))
    new = found.at(np.asarray(x, float).round(decimals))
    names = tuple(str(i + 1) for i in range(n))
    coordinates = tuple(
        tuple(f"{one:.{max(0, decimals)}f}".replace("-", "−") for one in row + 0.0)
        for row in np.vstack([found.X, new.x])
    )
    points = Table(
        tuple(f"{letter}" for letter in _columns(found.X.shape[1])), (*names, "x"), coordinates
    )
    picture = _picture(found, new)
    # Without centring a component may have one sign everywhere: then there is no curve.
    curve = picture.positive is not None and len(np.unique(picture.positive)) == 2
    tasks = (
        _gram(found, names), *_centring(found, names), _components(found, names, curve),
        _new_point(found, new, names, curve),
    )  # fmt: skip
    return Worksheet(_notes(found), points, picture, tasks)


def _notes(found: Derivation) -> tuple[str, ...]:
    """Say which kernel it is, what the letters mean, how to round, and what a sign is worth."""
    notes = [_("Kernel: {formula}.").format(formula=formula_with_numbers(found.kernel))]
    width = found.kernel.gaussian_width
    if width is not None and width == getattr(found.kernel, "width", None):
        notes.append(
            _(
                "Books write this kernel in three ways: with c, with 2σ² = c (here σ = {sigma}), "
                "and with γ = 1/c (here γ = {gamma})."
            ).format(sigma=f"{math.sqrt(width / 2):.4g}", gamma=f"{1 / width:.4g}")
        )
    return (
        *notes,
        _(
            "A computer has found the numbers on grey, from the coordinates as printed here. "
            "Compute those of the white boxes. The last digit may differ by rounding."
        ),
        _(
            "Signs: with u also −u is an eigenvector of length 1. Whoever takes the other sign "
            "gets α, the scores and f(x) of that component with the other sign, and is right, too."
        ),
    )


def _gram(found: Derivation, names: tuple[str, ...]) -> Task:
    n, K = len(found.X), found.gram
    some = [(0, j) for j in range(1, min(n, BY_HAND + 1))]
    off = np.where(np.eye(n, dtype=bool), -np.inf, K)
    i, j = sorted(int(k) for k in np.unravel_index(int(off.argmax()), off.shape))
    most = Question(
        _("Which entry beside the diagonal is the largest? Find its two points in the picture."),
        _("K[{i}, {j}] = {value}: points {i} and {j}, at a distance of {distance}.").format(
            i=i + 1, j=j + 1, value=_number(off[i, j]),
            distance=_number(float(np.linalg.norm(found.X[i] - found.X[j]))),
        ),
    )  # fmt: skip
    return Task(
        _("1. The Gram matrix K"),
        "Kᵢⱼ = k(xᵢ, xⱼ)",
        (Table(names, names, _cells(K), _mirrored(some)),),
        (
            Question(
                _("K has {all} entries. How many have to be computed, and why no more?").format(
                    all=n * n
                ),
                _("{half}: with its diagonal; the others are equal, as k(x, y) = k(y, x).").format(
                    half=n * (n + 1) // 2
                ),
                1,
            ),
            *([most] if n > 1 else []),
        ),
    )


def _centring(found: Derivation, names: tuple[str, ...]) -> tuple[Task, ...]:
    """Return the task of centring; none where nothing is centred."""
    if not found.centring:
        return ()
    n, means = len(found.X), found.gram.mean(axis=1)
    some = [(0, j) for j in range(min(n, BY_HAND))]
    own = np.append(means, means.mean())[None]
    return (
        Task(
            _("2. Centring"),
            "K̃ᵢⱼ = Kᵢⱼ − mᵢ − mⱼ + m",
            (
                Table((*names, "m"), ("mᵢ",), _cells(own), frozenset({(0, 0)})),
                Table(names, names, _cells(found.centred), _mirrored(some)),
            ),
            (
                Question(
                    _(
                        "mᵢ is the mean of row i of K, and m that of all of K. Add up row 1 of K̃. "
                        "Which vector is therefore an eigenvector of K̃, with which eigenvalue?"
                    ),
                    _(
                        "Every row adds up to 0. So (1, …, 1) is an eigenvector with eigenvalue 0, "
                        "and there are at most n − 1 = {most} components."
                    ).format(most=n - 1),
                ),
            ),
        ),
    )


def _components(found: Derivation, names: tuple[str, ...], curve: bool) -> Task:
    n, q = len(found.X), min(COMPONENTS, found.rank)
    values = found.eigenvalues[:q]
    lengths = np.column_stack([values, found.squared_lengths[:q], np.ones(q), found.variances[:q]])
    columns = np.column_stack(
        [part[:, j] for j in range(q) for part in (found.vectors, found.alphas, found.scores)]
    )
    head = tuple(name for j in range(q) for name in (f"u{'¹²'[j]}", f"α{'¹²'[j]}", f"f{'₁₂'[j]}"))
    by_hand = frozenset(
        (i, 3 * j + k) for i in range(min(n, BY_HAND)) for j in range(q) for k in (1, 2)
    )
    first = found.scores[:, 0]
    positive, negative = (
        ", ".join(str(i + 1) for i in np.flatnonzero(sign * first > 0)) or "–" for sign in (1, -1)
    )
    number = 3 if found.centring else 2
    signs = _("Positive at {positive}; negative at {negative}.").format(
        positive=positive, negative=negative
    )
    mark = _("Write the sign of f₁ beside each point of the picture.")
    if curve:
        mark = f"{mark} {_('Sketch where you expect f₁ = 0 to run.')}"
        signs = f"{signs} {_('Where f₁ > 0 the picture is shaded.')}"
    questions = [
        Question(mark, signs, 0),
        Question(
            _("Your neighbour has −u¹ instead of u¹. Which numbers of this sheet change, and how?"),
            _(
                "α¹, f₁ and f₁(x) change their sign. K, K̃, the eigenvalues and the lengths of α "
                "stay."
            ),
        ),
    ]
    if found.eigenvalues[-1] > -1e-9 * found.eigenvalues[0]:
        trace = float(np.trace(found.centred))
        questions.append(
            Question(
                _(
                    "The eigenvalues add up to the trace, {trace}. Which share of it do the "
                    "components above have?"
                ).format(trace=_number(trace)),
                f"{_number(float(values.sum()))} / {_number(trace)} = {values.sum() / trace:.3f}",
                1,
            )
        )
    else:
        questions.append(
            Question(
                _(
                    "The smallest eigenvalue is {least}. Can α = u/√λ be computed for it, and what "
                    "does it say of the kernel?"
                ).format(least=_number(float(found.eigenvalues[-1]))),
                _(
                    "No: the root of a negative number is not real. In no Euclidean space are "
                    "these entries inner products: the kernel is not positive semidefinite."
                ),
            )
        )
    components = tuple(_("component {number}").format(number=j + 1) for j in range(q))
    return Task(
        _("{number}. Eigenvectors, coefficients, scores").format(number=number),
        "K̃u = λu, |u| = 1;  α = u/√λ;  f(xᵢ) = (K̃α)ᵢ = √λ uᵢ".replace(
            "K̃", "K̃" if found.centring else "K"
        ),
        (
            Table(
                ("λ", "‖α‖²", "λ‖α‖²", "λ/n"), components, _by_column(lengths),
                frozenset((j, k) for j in range(q) for k in (1, 2, 3)),
            ),
            Table(head, names, _by_column(columns), by_hand),
        ),
        tuple(questions),
    )  # fmt: skip


def _new_point(found: Derivation, new: NewPoint, names: tuple[str, ...], curve: bool) -> Task:
    n, value = len(found.X), float(new.values[0])
    parts = [new.k, new.centred, new.terms[:, 0]]
    head = ["k(xᵢ, x)", "k̃(xᵢ, x)", "α¹ᵢ k̃(xᵢ, x)"]
    if not found.centring:
        parts, head = [parts[0], parts[2]], [head[0], "α¹ᵢ k(xᵢ, x)"]
    columns = np.column_stack(parts)
    cells = _by_column(np.vstack([columns, np.zeros(len(parts))]))
    rows = (*cells[:-1], (*[""] * (len(parts) - 1), _number(value)))
    asked = {(i, k) for i in range(min(n, BY_HAND)) for k in range(len(parts))}
    largest = int(np.abs(new.terms[:, 0]).argmax())
    where = _("{sign}: f₁(x) = {value}.").format(
        sign="+" if value > 0 else "−", value=_number(value)
    )
    listed = ", ".join(f"{one:g}" for one in new.x).replace("-", "−")
    return Task(
        _("{number}. A new point x = ({x})").format(number=4 if found.centring else 3, x=listed),
        "f₁(x) = Σᵢ α¹ᵢ k̃(xᵢ, x);  k̃(xᵢ, x) = k(xᵢ, x) − m(x) − mᵢ + m"
        if found.centring
        else "f₁(x) = Σᵢ α¹ᵢ k(xᵢ, x)",
        (Table(tuple(head), (*names, _("sum")), rows, frozenset({*asked, (n, len(parts) - 1)})),),
        (
            Question(
                _(
                    "m(x) is the mean of the column k(xᵢ, x). Which point adds most to the sum, "
                    "in size? Find it in the picture."
                )
                if found.centring
                else _("Which point adds most to the sum, in size? Find it in the picture."),
                _("Point {number}, with {value}.").format(
                    number=largest + 1, value=_number(float(new.terms[largest, 0]))
                ),
            ),
            Question(
                _("Which sign has f₁ at x? Does x lie on that side of your curve?")
                if curve
                else _("Which sign has f₁ at x? Which points have the same?"),
                where,
            ),
        ),
    )  # fmt: skip


def _picture(found: Derivation, new: NewPoint) -> Picture:
    """Return the points in the plane of their first two columns, with the sign of f₁."""
    places = np.vstack([found.X, new.x])
    if places.shape[1] == 1:
        places = np.column_stack([places, np.zeros(len(places))])
    places = places[:, :2]
    low, high = places.min(axis=0), places.max(axis=0)
    half = 0.62 * float((high - low).max() or 1.0)
    (x0, y0), (x1, y1) = (low + high) / 2 - half, (low + high) / 2 + half
    region = ((float(x0), float(x1)), (float(y0), float(y1)))
    positive = None
    if found.X.shape[1] == 2:
        grid = Grid.over(region, NODES)
        positive = (found.values(grid.rows)[:, 0] > 0).reshape(len(grid.y), len(grid.x))
    return Picture(places[:-1], places[-1], region, positive)


def _columns(count: int) -> tuple[str, ...]:
    return tuple(_("column {number}").format(number=k + 1) for k in range(count))


def _mirrored(places: list[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return these places of a symmetric matrix and those opposite, which would give them away."""
    return frozenset({*places, *((j, i) for i, j in places)})


def _decimals_of(X: Array) -> int:
    """Return to how many decimals coordinates are printed: `DIGITS` digits of their range."""
    spread = float(np.ptp(X, axis=0).max()) or float(np.abs(X).max()) or 1.0
    return DIGITS - 1 - math.floor(math.log10(spread) - 1e-9)


def _cells(values: Array) -> tuple[tuple[str, ...], ...]:
    """Return numbers with as many decimals as the largest has below four digits."""
    size = float(np.abs(values).max())
    return tuple(tuple(_number(float(one), size) for one in row) for row in values)


def _by_column(values: Array) -> tuple[tuple[str, ...], ...]:
    columns = [_cells(column[:, None]) for column in values.T]
    return tuple(tuple(cell[0] for cell in row) for row in zip(*columns, strict=True))


def _number(value: float, size: float = 0.0) -> str:
    """Return a number as it is printed beside others of that size."""
    size = size or abs(value)
    exponent = math.floor(math.log10(size)) if size else 0
    if not -6 < exponent < 5:
        return f"{value:.3e}".replace("-", "−")
    text = f"{value:.{4 - exponent - (exponent < 0)}f}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")
