"""What the page "Denoise" computes of points of the plane."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from kpca_core import Grid, Kernel, Linear, fit
from kpca_core._support.arrays import Array
from kpca_core._support.progress import report
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.denoising import Denoising, Errors
from kpca_core.drawing.canvas.indefinite import measured_in_space
from kpca_core.feature_space.preimage import (
    METHODS,
    FixedPoint,
    Method,
    Minimisation,
    PreImages,
    pre_images,
)
from kpca_core.feature_space.preimage.path import compared, objective_on_grid, ways
from kpca_core.reproduction.denoising import Toy, root_mean_square, toy
from views.costs import COSTS
from views.pages.denoise.state import MOST, NOISY, DenoiseState, Points, obstacle
from views.remembered import Remembered
from views.work import Estimate, progress

# Samples an axis of the objective at rest.
RESOLUTION = 100

# How methods iterate during a drag, and for curves of errors: until a step is below a tenth of a
# pixel. At rest they go on until they have converged.
QUICK: dict[str, Any] = {"tol": 5e-4, "max_iterations": 60, "restarts": 0}


def solve_state(state: DenoiseState, samples: int | None = None) -> Denoising:
    """Fit, find all pre-images, and follow every method to that of the chosen point.

    Parameters
    ----------
    samples
        of the objective, an axis at most; None at rest, where iterations are carried to the end
    """
    points, start = state.toy, time.perf_counter()
    data = toy_of(points)
    kernel = points.kernel.build()
    found = fit(kernel, data.points, MOST, progress=progress())
    d = min(points.d, found.n_components)
    scores = found.scores[:, :d]
    starts = data.points if points.start == NOISY else None
    methods = methods_for(kernel, samples is not None)
    images = pre_images(found.expansion, scores, methods[points.applied], start=starts)
    _require_finite(images)
    chosen = (points.chosen or 0) % len(data.points)
    grid = Grid.over(data.region, min(RESOLUTION, samples or RESOLUTION))
    linear = by_linear_pca(data.points)
    z = scores[chosen]
    return Denoising(
        points=data.points,
        linear=linear,
        images=images,
        labels=data.labels,
        curves=data.curves,
        region=data.region,
        objective=measured_in_space(kernel, lambda: objective_on_grid(found.expansion, z, grid)),
        chosen=chosen,
        picked=points.chosen is not None,
        ways=ways(found.expansion, z, methods, None if starts is None else starts[chosen]),
        method=points.applied,
        d=d,
        eigenvalues=found.eigenvalues[:d],
        before=errors(data, data.points),
        after=errors(data, images.points),
        without_kernel=errors(data, linear),
        milliseconds=1e3 * (time.perf_counter() - start),
    )


def toy_of(points: Points) -> Toy:
    """Return the points with and without noise."""
    return toy(points.data, points.n, points.noise, points.seed)


def errors(data: Toy, Y: Array) -> Errors:
    """Return the errors of Y, measured from the clean points and curves."""
    clean = np.linalg.norm(Y - data.clean, axis=1)
    return Errors(root_mean_square(data.distances(Y)), root_mean_square(clean))


def by_linear_pca(X: Array) -> Array:
    """Return the points as linear PCA with one component gives them back."""
    found = fit(Linear(), X, 1)
    return pre_images(found.expansion, found.scores).points


def methods_for(kernel: Kernel, quick: bool = False) -> dict[str, Method]:
    """Return the methods that fit the kernel; quick ones may end before they have converged."""
    methods: dict[str, Method] = {name: method() for name, method in METHODS.items()}
    if quick:
        methods |= {"fixed-point": FixedPoint(**QUICK), "minimisation": Minimisation(**QUICK)}
    return {name: method for name, method in methods.items() if not obstacle(name, kernel)}


def _require_finite(images: PreImages) -> None:
    if not (np.isfinite(images.points).all() and np.isfinite(images.objective).all()):
        raise ValueError(
            _(
                "Some pre-images are not finite with these settings: kernel values overflow. "
                "Choose another method, fewer components or smaller parameters of the kernel."
            )
        )


def cost_of(state: DenoiseState) -> Estimate:
    """What `solved` is expected to take."""
    n, slow = state.toy.n, COSTS.minimised if state.toy.applied == "minimisation" else 1
    seconds = slow * (COSTS.preimage * n + COSTS.preimage_pair * n**2)
    return Estimate(seconds, 8.0 * (4 * n**2 + 20 * RESOLUTION**2))


picture_of: Remembered[DenoiseState, Denoising] = Remembered(
    solve_state, max_entries=16, cost=cost_of
)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a method makes of all points.

    Parameters
    ----------
    errors : Errors
    objective : float or None, the mean; None for an indefinite kernel
    converged, steps : int, how many points converged, and the most iterations
    """

    errors: Errors
    objective: float | None
    converged: int
    steps: int


@dataclass(frozen=True, eq=False)
class ErrorsByCount:
    """Errors by the number of components.

    Parameters
    ----------
    by_count : tuple of Errors, for 1, 2, … components
    rank : int, how many components there are
    by_all : Errors, of all of them
    before, without_kernel : Errors, of the noisy points, and of linear PCA with one component
    """

    by_count: tuple[Errors, ...]
    rank: int
    by_all: Errors
    before: Errors
    without_kernel: Errors


def _found_by_count(state: DenoiseState) -> ErrorsByCount:
    points = state.toy
    data, kernel = toy_of(points), points.kernel.build()
    found = fit(kernel, data.points, None, progress=progress())
    method = methods_for(kernel, quick=True)[points.applied]
    starts = data.points if points.start == NOISY else None

    def kept(d: int) -> Errors:
        report(progress(), d, MOST, _("pre-images"))
        images = pre_images(found.expansion, found.scores[:, :d], method, start=starts)
        _require_finite(images)
        return errors(data, images.points)

    return ErrorsByCount(
        tuple(kept(d) for d in range(1, min(MOST, found.n_components) + 1)),
        found.n_components,
        kept(found.n_components),
        errors(data, data.points),
        errors(data, by_linear_pca(data.points)),
    )


def _compared(state: DenoiseState) -> Mapping[str, Outcome]:
    points = state.toy
    data, kernel = toy_of(points), points.kernel.build()
    found = fit(kernel, data.points, MOST, progress=progress())
    scores = found.scores[:, : points.d]
    starts = data.points if points.start == NOISY else None
    outcomes = {}
    found_by = compared(found.expansion, scores, methods_for(kernel), starts)
    for name, images in found_by.items():
        _require_finite(images)
        outcomes[name] = Outcome(
            errors(data, images.points),
            measured_in_space(kernel, partial(_mean, images.objective)),
            int(images.converged.sum()),
            int(images.iterations.max(initial=0)),
        )
    return outcomes


def _mean(values: Array) -> float:
    return float(values.mean())


def _cost_by_count(state: DenoiseState) -> Estimate:
    """Estimate these errors: each count takes half as long as a page, and all eigenpairs once."""
    one = cost_of(state)
    return Estimate(MOST / 2 * one.seconds + 1e-9 * state.toy.n**3, 2 * one.bytes)


_by_count: Remembered[DenoiseState, ErrorsByCount] = Remembered(
    _found_by_count, max_entries=16, spinner=N_("Finding pre-images …"), cost=_cost_by_count
)
_outcomes: Remembered[DenoiseState, Mapping[str, Outcome]] = Remembered(
    _compared, max_entries=16, spinner=N_("Finding pre-images …"), cost=cost_of
)


def errors_by_count(state: DenoiseState) -> ErrorsByCount:
    """Return the errors by the number of components."""
    return _by_count(replace(state.bare(), points=state.toy.swept))


def outcomes_of(state: DenoiseState) -> Mapping[str, Outcome]:
    """Return what every method that fits the kernel makes of all points."""
    return _outcomes(replace(state.bare(), points=replace(state.toy, chosen=None)))
