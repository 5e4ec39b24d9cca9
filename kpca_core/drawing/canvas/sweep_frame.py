"""A sweep as a scene: what ``assets/sweep/sweep.js`` plays, on a page or in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.continuity import letter
from kpca_core.analysis.sweep import Meeting, Regime, Sweep, meetings, regimes
from kpca_core.drawing.canvas.indefinite import INDEFINITE, NO_SHARES, SHARES
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.steps import quantised
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.scene import Scene, Sheet, array
from kpca_core.grid import Region

# A value is the signed power of what has even steps: near zero steps are finer, so that zero lines
# are smooth; at the largest value, where they are coarsest, they are 1.2 % of it instead of 0.8 %.
POWER = 1.5
# Stands for no identity.
NONE = int(np.iinfo(np.uint16).max)


@dataclass(frozen=True, eq=False, kw_only=True)
class Track(Sheet):
    """Functions over the plane along a parameter, which keep their identity from value to value.

    Parameters
    ----------
    values : (m,) of the parameter, ascending
    eigenvalues : (m, t) of the functions that are followed, descending; None for none
    identities : (m, t) array, which function each is; NONE for none
    steps, scales : (m, q, ny, nx) and (m, q) arrays, maps of the first q, as `steps` packs them
    points, labels : (n, 2) and (n,) arrays, what is drawn over the maps
    """

    kind: ClassVar[str] = "track"

    values: Sequence[float] | Array
    eigenvalues: Sequence[Sequence[float | None] | Array]
    identities: NDArray[Any] = array(np.uint16)
    steps: NDArray[Any] = array(np.int8)
    scales: NDArray[Any] = array(np.float32)
    points: Array = array(np.float32)
    labels: NDArray[Any] = array(np.uint8)


@dataclass(frozen=True, eq=False, kw_only=True)
class Played(Track):
    """The maps and eigenvalues of a sweep, and the measures that are drawn beside these.

    Parameters
    ----------
    near : (m, t) array, whether an eigenvalue is nearly that of a neighbour
    parameter, log : the name of the parameter, and whether its axis is logarithmic
    region : that all maps cover
    letters : of the functions, by identity
    sentences : (m, q), what each map shows
    groups : the names of the labels
    curves, meetings, regimes : see `curves`, `_meeting` and `_regime`
    notes : what is uncertain, in sentences
    """

    near: NDArray[Any] = array(np.uint8)
    parameter: str
    log: bool
    region: Region
    letters: Sequence[str]
    sentences: Sequence[Sequence[str]]
    groups: Sequence[str]
    curves: Sequence[Mapping[str, Any]]
    meetings: Sequence[Mapping[str, Any]]
    regimes: Sequence[Mapping[str, Any]]
    notes: Sequence[str]


def sweep_scene(
    found: Sweep, parameter: str, *, log: bool = False, origin: Origin | None = None, file: str = ""
) -> Scene:
    """Return the scene of a sweep.

    Parameters
    ----------
    found : the sweep
    parameter : its name, "width c"
    log : whether the axis of the parameter is logarithmic
    origin, file : where it comes from, and the name of the sweep without extension
    """
    events = meetings(found)
    steps, scales = quantised(np.sign(found.fields) * np.abs(found.fields) ** (1 / POWER))
    played = Played(
        values=found.values, eigenvalues=_finite(found.eigenvalues),
        identities=np.where(found.identities < 0, NONE, found.identities),
        near=found.near_degenerate, steps=steps, scales=scales,
        points=found.points, labels=found.labels,
        groups=group_names(found.points, found.labels), region=found.region,
        parameter=parameter, log=log,
        letters=[letter(i) for i in range(int(found.identities.max(initial=-1)) + 1)],
        sentences=found.sentences, curves=curves(found),
        meetings=[_meeting(found, one, parameter) for one in events],
        regimes=[_regime(found, one, parameter) for one in regimes(found)],
        notes=[*([] if found.is_psd else [_of_indefinite(found)]), *found.uncertain],
    )  # fmt: skip
    return Scene(
        [played],
        kind="sweep",
        description=described(found, events, parameter),
        title=origin.title if origin else _("Kernel PCA along one parameter"),
        caption=origin.caption if origin else "",
        file=file or "kpca-sweep",
    )


def curves(found: Sweep) -> list[Mapping[str, Any]]:
    """Return the measures that are drawn against the parameter: shares from 0 to 1, and in words.

    `after` stands behind the figure itself: the share in percent, or one of `figures`.
    """
    n = "n − 1" if found.full_rank < len(found.points) else "n"
    ranks, linear = found.effective_rank, found.linear_alignment
    most = _("of at most {n} = {rank}").format(n=n, rank=found.full_rank)
    whole = _("of the trace") if found.is_psd else _("of the positive eigenvalues")
    apart = _("of the scores' sum of squares lies between the classes")
    leading = _("first {n} eigenvalues").format(n=found.shown)
    listed = [
        _curve(_("effective rank"), ranks / max(1, found.full_rank), most, ranks),
        _curve(leading, found.cumulative, whole),
        _curve(_("separation of the labels"), found.separation, apart),
        _curve(_("alignment with linear PCA"), linear, _("(1: the same)"), linear),
    ]
    # Labels of one class have no separation, an indefinite kernel no effective rank.
    return [one for one in listed if any(share is not None for share in one["shares"])]


def _curve(name: str, shares: Array, after: str, figures: Array | None = None) -> Mapping[str, Any]:
    own = {} if figures is None else {"figures": _finite(figures)}
    return {"name": name, "shares": _finite(shares), **own, "after": after}


def described(found: Sweep, events: list[Meeting], parameter: str) -> str:
    """Return the text alternative: what a reader who sees no picture should know."""
    crossings = sum(one.crosses for one in events)
    seen = np.unique(found.identities[:, : found.shown])
    return _(
        "{n} values of {parameter} from {low} to {high}. {functions} functions are among the first "
        "{shown} at one of them; {crossings} crossings and {avoided} avoided ones were found."
    ).format(
        n=len(found.values), parameter=parameter, low=short(found.values[0], 4),
        high=short(found.values[-1], 4), functions=np.count_nonzero(seen >= 0), shown=found.shown,
        crossings=crossings, avoided=len(events) - crossings,
    )  # fmt: skip


def _meeting(found: Sweep, one: Meeting, parameter: str) -> dict[str, Any]:
    first, second = (letter(i) for i in one.identities)
    at = short(found.values[round(one.at)], 4)
    text = (
        _("{first} and {second} cross near {parameter} = {at}")
        if one.crosses
        else _(
            "{first} and {second} come within {gap} % of each other at {parameter} = {at}, and "
            "part without crossing"
        )
    )
    gap = f"{100 * one.gap:.2g}"
    said = text.format(first=first, second=second, parameter=parameter, at=at, gap=gap)
    return {"at": one.at, "value": one.eigenvalue, "crosses": one.crosses, "said": said}


def _regime(found: Sweep, one: Regime, parameter: str) -> dict[str, Any]:
    low, high = (short(found.values[i], 4) for i in (one.first, one.last))
    only = one.first == one.last
    place = _("at {parameter} = {low}") if only else _("from {parameter} = {low} to {high}")
    where = place.format(parameter=parameter, low=low, high=high)
    matrix = "K̃" if found.full_rank < len(found.points) else "K"
    if one.kind == "identity":
        rank = found.effective_rank[one.at]
        said = _(
            "{matrix} is nearly the identity {where}: its effective rank reaches {rank} of at most "
            "{most}."
        ).format(matrix=matrix, where=where, rank=f"{rank:.1f}", most=found.full_rank)
    else:
        said = _(
            "Nearly linear PCA {where}: the alignment of {matrix} with that of the linear kernel "
            "reaches {peak} of 1."
        ).format(where=where, matrix=matrix, peak=f"{one.peak:.4f}")
    return {"kind": one.kind, "first": one.first, "last": one.last, "said": said}


def _of_indefinite(found: Sweep) -> str:
    """Say what the shares of an indefinite kernel are, and that it has no effective rank."""
    known = np.isfinite(found.cumulative).all()
    return _("{kernel} {shares} There is no effective rank.").format(
        kernel=_(INDEFINITE), shares=_(SHARES) if known else _(NO_SHARES)
    )


def _finite(values: NDArray[Any]) -> list[Any]:
    """Return lists of numbers, None for what is none."""
    held = values.astype(object)
    held[~np.isfinite(values)] = None
    listed: list[Any] = held.tolist()
    return listed
