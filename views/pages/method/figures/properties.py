"""Figures of the spectrum and of the properties of section 4.2."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.measures import direction
from kpca_core.derivation import Derivation
from kpca_core.drawing.canvas.indefinite import NO_DISTANCES, measured_in_space
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.marks import Entry, Line, Matrix, Plot, Points, Table, matrix, table
from kpca_core.drawing.sheets import Placed, Spectrum
from kpca_core.kernels import Gaussian
from views.pages.method.figures.example import (
    NO_COMPONENT,
    Example,
    Figure,
    data_plot,
    derived,
    joined,
)

# Widths of the curve, as factors of the one that is set, and the colours of its components.
FACTORS = np.geomspace(0.01, 1000, 13)
COLOURS = ("purple", "blue", "teal", "green")


# Components among which random directions are chosen: a histogram of more takes time.
CHOSEN_AMONG = 40
# The variance of the noise of the mutual information, as a share of the total.
NOISE = 0.01


def errors_of(found: Derivation) -> Array | None:
    """Return what q = 0 … r components leave out; None where the kernel has no feature space."""
    return measured_in_space(found.kernel, lambda: np.maximum(found.left_out, 0.0))


def counts_sheet(found: Derivation) -> Table:
    """Return the signs of K̃'s eigenvalues, for a kernel without distances."""
    parts = (
        (_("above 0"), found.eigenvalues[: found.rank]),
        (_("below 0"), found.negative),
    )
    rows = [(name, f"{len(values)}", short(float(values.sum()))) for name, values in parts]
    zero = len(found.eigenvalues) - found.rank - len(found.negative)
    return table(
        (_("eigenvalues of {matrix}").format(matrix="K̃"), _("number"), _("sum")),
        [*rows, ("0", f"{zero}", "0")],
        _("Without distances"),
        share=0.8,
        note=_(NO_DISTANCES),
    )


def spectrum_figure(example: Example) -> Figure:
    """Variance a component, what the first q leave out, and the width's two ends."""
    found = example.derivation
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    positive, negative = found.eigenvalues[: found.rank], found.negative[::-1]
    errors = errors_of(found)
    sheets: dict[str, Placed] = {
        "points": data_plot(example, share=0.6),
        "spectrum": Spectrum(positive, negative, found.rank, counted(example), share=0.9),
        "left": counts_sheet(found) if errors is None else _errors(errors, found.variances),
    }
    if (width := example.kernel.gaussian_width) is not None:
        sheets["widths"] = _widths(example, width)
    return sheets


def counted(example: Example) -> str:
    """Say how many eigenvalues of K̃ are above 0, and below."""
    found = example.derivation
    said = _("{rank} eigenvalues λ above 0, of {n} points with 2 coordinates")
    if len(found.negative):
        said = _(
            "{rank} eigenvalues λ above 0 and {negative} below, of {n} points with 2 coordinates"
        )
    return said.format(rank=found.rank, negative=len(found.negative), n=len(example.X))


def _errors(errors: Array, variances: Array) -> Plot:
    """Return the squared errors that q = 0 … r components leave."""
    q = np.arange(len(errors))
    return Plot(
        [
            Line(np.column_stack([q, errors]), "red", width=2),
            Points(np.column_stack([q, errors]), colour="red", size=3),
        ],
        ((-0.4, len(errors) - 0.6), (0.0, 1.1 * errors[0])),
        _("Squared error that q components leave"),
        _("From {first} without a component to {last} with all").format(
            first=short(errors[0]), last=short(errors[-1])
        ),
        height=220,
        axes=("q", ""),
        share=0.8,
        note=_("Without the first: {equation}").format(
            equation=f"{short(float(errors[1]))} = {short(float(errors[0]))} − "
            f"{short(float(variances[0]))}"
        ),
    )


def _widths(example: Example, width: float) -> Plot:
    """Return the shares of the first components for narrow and for wide Gaussians."""
    shares = _shares(width, np.ascontiguousarray(example.X).tobytes(), len(example.X))
    at = np.log10(FACTORS * width)
    marks = [
        Line(np.column_stack([at, one]), colour, width=2.5)
        for one, colour in zip(shares.T, COLOURS, strict=True)
    ]
    marks.append(Line(np.array([[np.log10(width), 0], [np.log10(width), 1]]), dashed=True))
    linear = _linear(example.X)
    return Plot(
        marks,
        ((float(at[0]), float(at[-1])), (0.0, 1.05)),
        _("Shares of the first components by the width"),
        _("Shares of the first components for widths from narrow to wide"),
        height=300,
        axes=("log₁₀ c", ""),
        share=1.1,
        least=320,
        key=[
            *(
                Entry(_("component {number}").format(number=k), colour)
                for k, colour in enumerate(COLOURS, 1)
            ),
            Entry(_("the width that is set"), mark="dashed"),
        ],
        note=_(
            "Towards the left each {narrow}, towards the right linear PCA's {first} and {second}"
        ).format(
            narrow=f"1/(n − 1) = {short(1 / (len(example.X) - 1), 2)}",
            first=short(linear[0], 2),
            second=short(linear[1], 2),
        ),
    )


@lru_cache(maxsize=32)
def _shares(width: float, values: bytes, n: int) -> Array:
    X = np.frombuffer(values).reshape(n, 2)
    found = [Derivation.of(Gaussian(width * factor), X).eigenvalues for factor in FACTORS]
    q = len(COLOURS)
    return np.array([np.pad(one, (0, q))[:q] / one.sum() for one in found])


def _linear(X: Array) -> Array:
    values = np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]
    return np.asarray(values / values.sum())


@lru_cache(maxsize=16)
def _frames(r: int, q: int, choices: int = 1000) -> Array:
    """Return q orthonormal directions (choices, r, q), drawn uniformly."""
    drawn = np.random.default_rng(0).normal(size=(choices, r, q))
    return np.linalg.qr(drawn)[0]


def chosen_variances(variances: Array, q: int) -> Array:
    """Return variance (choices,) along q random orthonormal directions among the components."""
    Q = _frames(len(variances), q)
    return np.asarray(np.einsum("crq,r,crq->c", Q, variances, Q))


def information(variances: Array, q: int, noise: float) -> tuple[float, float]:
    """Return ½ Σ ln(1 + variance/noise) of the first q components, and the most of random choices.

    The mutual information of Gaussian scores and of the inputs seen through Gaussian noise of the
    variance `noise`.
    """
    own = 0.5 * float(np.log1p(variances[:q] / noise).sum())
    Q = _frames(len(variances), q)
    inner = np.eye(q) + np.swapaxes(Q, 1, 2) @ (Q * (variances / noise)[None, :, None])
    return own, 0.5 * float(np.linalg.slogdet(inner)[1].max())


def properties_figure(example: Example) -> Figure:
    """The four properties of section 4.2, and what turning the data does."""
    found = example.derivation
    if not found.rank:
        return {"points": data_plot(example, title=NO_COMPONENT)}
    choices = measured_in_space(example.kernel, lambda: _choices(example))
    return {
        "points": data_plot(example, share=0.6),
        "histogram": choices or counts_sheet(found),
        "correlation": _correlation(found),
        "turned": _turned(example),
    }


def _choices(example: Example) -> Plot:
    """Return the variance of the first q components beside that of random choices."""
    found = example.derivation
    variances = found.variances[:CHOSEN_AMONG]
    q = min(example.state.component, len(variances))
    others = chosen_variances(variances, q)
    own = float(variances[:q].sum())
    counts, edges = np.histogram(others, bins=30, range=(0.0, 1.02 * own))
    at = (edges[1:] + edges[:-1]) / 2
    width = edges[1] - edges[0]
    columns = [
        Line(np.array([[a, 0], [a, c]]), "teal", width=6)
        for a, c in zip(at, counts, strict=True)
        if c
    ]
    top = 1.1 * float(counts.max())
    marked = Line(np.array([[own, 0], [own, top]]), "green", width=3)
    total = float(found.variances.sum())
    mine, best = information(variances, q, NOISE * total)
    return Plot(
        [*columns, marked],
        ((0.0, float(edges[-1] + width)), (0.0, top)),
        _("Variance of the first {q} (green) and of {n:,} others").format(q=q, n=len(others)),
        _("The first {q} carry {own}; the best of {n:,} random choices {best}").format(
            q=q, own=short(own), n=len(others), best=short(float(others.max()))
        ),
        height=220,
        axes=(_("variance"), ""),
        share=0.9,
        note=_(
            "Errors: {error} and at least {least}. Information: {mine} and at most {best} nats"
        ).format(
            error=short(total - own),
            least=short(total - float(others.max())),
            mine=short(mine),
            best=short(best),
        ),
    )


def _correlation(found: Derivation) -> Matrix:
    scores = found.scores[:, :6]  # a matrix whose entries can be told apart
    correlation = scores.T @ scores / np.sqrt(np.outer(*[(scores**2).sum(axis=0)] * 2))
    return matrix(correlation, _("Correlation of the scores"), share=0.6)


def _turned(example: Example) -> Plot:
    """Return the first eigenvalues before and after the data are turned."""
    found, angle = example.derivation, example.state.turn
    turned = turned_eigenvalues(example, angle)[:12]
    moved = float(np.abs(turned - found.eigenvalues[: len(turned)]).max()) / found.eigenvalues[0]
    return joined(
        found.eigenvalues[: len(turned)],
        turned,
        (_("data"), _("turned by {angle:g}°").format(angle=angle)),
        _("Eigenvalues before and after: largest change {value} of λ₁").format(
            value=short(moved, 1)
        ),
        ("purple", "purple"),
    )


def turned_eigenvalues(example: Example, angle: float) -> Array:
    """Return the eigenvalues after the points are turned around the origin by `angle` degrees."""
    (a, b) = direction(angle)
    return derived(example.kernel, example.X @ np.array([[a, b], [-b, a]])).eigenvalues
