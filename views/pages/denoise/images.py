"""Images of digits on the page "Denoise": noisy, by linear PCA, and by every method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core import Decomposition, Gaussian, Linear, fit
from kpca_core._support.arrays import Array
from kpca_core._support.progress import report
from kpca_core._support.words import N_, _, plural
from kpca_core.datasets import Digits
from kpca_core.drawing.canvas.back import Place, scores_of_images
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.mosaic import table
from kpca_core.drawing.scene import Scene as Drawn
from kpca_core.feature_space.preimage import (
    DistanceConstraints,
    Exact,
    FixedPoint,
    Method,
    Minimisation,
    Ridge,
)
from kpca_core.feature_space.preimage.path import compared
from kpca_core.reproduction.denoising import noisy_images, squared_errors
from kpca_core.tables.writing import csv_text
from views.pages.denoise.state import LABELS, MOST, DenoiseState, Images
from views.pages.digit_source import NO_PATH, Source, loaded
from views.remembered import Remembered
from views.scene import Chart, Figure, File, Group, Scene, Words
from views.words.denoise import BY_COMPONENTS, ONE_DIGIT, summary
from views.words.glossary import explained
from views.work import Estimate, progress

COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
# Numbers of images that components are learned from, and that are denoised.
TRAINING, TEST = 1_500, 100
LINEAR = "linear"
# Iterations end with steps of this part of the spread, far below a shade of grey.
LESS = {"tol": 1e-6, "max_iterations": 200, "restarts": 1}
METHODS: dict[str, Method] = {
    "fixed-point": FixedPoint(**LESS),  # type: ignore[arg-type]
    "minimisation": Minimisation(**LESS),  # type: ignore[arg-type]
    "distances": DistanceConstraints(),
    "ridge": Ridge(),
}
NAMES = {LINEAR: N_("Linear PCA"), **{name: LABELS[name] for name in METHODS}}


@dataclass(frozen=True, eq=False)
class Task:
    """What is computed: `name` names the digits for caches, `token` everything."""

    name: str
    digits: Digits
    settings: Images

    @property
    def token(self) -> str:
        s = self.settings
        return f"{self.name} {s.kind} {s.strength!r} {s.seed} {self.width!r}"

    @property
    def training(self) -> Array:
        """The images that components are learned from."""
        return self.digits.X_train[:TRAINING]

    @property
    def clean(self) -> Array:
        """The test images without noise."""
        return self.digits.X_test[:TEST]

    @property
    def noisy(self) -> Array:
        """The same with noise."""
        s = self.settings
        return noisy_images(self.clean, s.kind, s.strength, s.seed)

    @property
    def usual_width(self) -> float:
        """Half of the mean squared distance of two training images, to three digits."""
        return float(f"{self.training.var(axis=0).sum() or 1.0:.3g}")

    @property
    def width(self) -> float:
        """Of the Gaussian kernel."""
        return self.usual_width if self.settings.width is None else self.settings.width


@dataclass(frozen=True, eq=False)
class Restored:
    """What one method makes of all test images.

    Parameters
    ----------
    images : tuple of (TEST, pixels) arrays of float32, for each of `counts`
    errors : tuple of float, their mean squared errors
    counts : tuple of int, where the last exceeds the number of components all are kept
    converged : int, of all images for all counts
    """

    images: tuple[NDArray[np.float32], ...]
    errors: tuple[float, ...]
    counts: tuple[int, ...]
    converged: int


def _restored(task: Task) -> dict[str, Restored]:
    linear = fit(Linear(), task.training, max(COUNTS), progress=progress())
    found = fit(Gaussian(task.width), task.training, max(COUNTS), progress=progress())
    return {
        **_by_count(task, linear, {LINEAR: Exact()}),
        **_by_count(task, found, METHODS),
    }


def _by_count(
    task: Task, found: Decomposition, methods: Mapping[str, Method]
) -> dict[str, Restored]:
    counts = tuple(d for d in COUNTS if d < 2 * found.n_components)
    Z, clean, backs = found.expansion(task.noisy), task.clean, []
    for number, d in enumerate(counts):
        said = plural("{d} component", "{d} components", d).format(d=d)
        report(progress(), number, len(counts), said)
        backs.append(compared(found.expansion, Z[:, :d], methods))
    restored = {}
    for name in methods:
        own = [back[name] for back in backs]
        if not all(np.isfinite(one.points).all() for one in own):
            raise ValueError(
                _("{method} gives images that are not finite; choose another width.").format(
                    method=_(NAMES[name])
                )
            )
        restored[name] = Restored(
            tuple(one.points.astype(np.float32) for one in own),
            tuple(float(squared_errors(one.points, clean).mean()) for one in own),
            counts,
            sum(int(one.converged.sum()) for one in own),
        )
    return restored


def _cost(task: Task) -> Estimate:
    """Estimate two fits and, for each count, all methods; see TRAINING."""
    n = len(task.training)
    return Estimate(seconds=1.2e-9 * n**3, bytes=40.0 * n**2)


restored_of: Remembered[Task, dict[str, Restored]] = Remembered(
    _restored, max_entries=8, spinner=N_("Denoising …"), cost=_cost
)


_fitted: Remembered[Task, Decomposition] = Remembered(
    lambda task: fit(Gaussian(task.width), task.training, MOST, progress=progress()),
    max_entries=4, cost=_cost,
)  # fmt: skip


def scored(settings: Images) -> Decomposition | None:
    """Return the fit of the training images, None where the reader has to name a file first."""
    task = _task(settings)
    return None if task is None else _fitted(task)


def scored_scene(state: DenoiseState, found: Decomposition, moving: bool) -> Drawn:
    """Return the training images by their scores, and the image of a place among these."""
    settings = state.images
    task = None if settings is None else _task(settings)
    assert settings is not None
    assert task is not None
    pair = (settings.i, settings.j if settings.j != settings.i else settings.i % MOST + 1)
    place = None
    if settings.back is not None:
        place = Place.of(found.expansion, pair, settings.back, thorough=not moving)
    fixed = [name for name in ("i", "j", "back") if state.fixed(settings.field(name))]
    labels = task.digits.y_train[:TRAINING]
    return scores_of_images(found, task.training, labels, pair, place, moving, fixed)


def _task(settings: Images) -> Task | None:
    """Return what is to be computed, None where the reader has to name a file first."""
    source = Source.of(settings.source, settings.path)
    return None if source is None else Task(source.token, loaded(source), settings)


def usual_width(settings: Images) -> float | None:
    """Return what the width None stands for, None where the images cannot be read."""
    try:
        task = _task(settings)
    except (ValueError, ImportError):
        return None  # the page says why
    return None if task is None else task.usual_width


def images(settings: Images, address: str) -> Scene:
    """Yield one digit by every method and number of components, and the errors of all digits."""
    task = _task(settings)
    if task is None:
        yield Words(_(NO_PATH), "info")
        return
    chosen = settings.image % len(task.clean)
    found = restored_of(task)
    yield Words(_(ONE_DIGIT), "title", help=explained("pre-image", "mean squared error", "speckle"))
    pictures, numbers = rows_of(task, chosen, found)
    columns = [_("clean"), _("noisy"), *(f"d = {d}" for d in COUNTS)]
    width = 700  # pixels that a window of 1024 has beside the sidebar
    laid_out = table(pictures, numbers, [_(name) for name in NAMES.values()], columns)
    said = alternative(task, chosen, found)
    figure = Figure("one digit", [replace(laid_out, label=said)], said)
    yield Group([figure], "one-digit", least=width, most=width)
    usual = settings.width is None
    yield Words(summary(len(task.training), len(task.clean), task.width, usual), "caption")
    yield Words(_(BY_COMPONENTS), "title")
    before = float(squared_errors(task.noisy, task.clean).mean())
    said = "; ".join(_describe(name, one) for name, one in found.items())
    yield Chart("by components", partial(_curves, found, before), said)
    yield Words(best_of(before, found))
    make = partial(errors_csv, task, found, before, address)
    yield File(_("Errors CSV"), "kpca-denoise-digits-errors.csv", make)


def _curves(found: dict[str, Restored], before: float, template: str) -> Any:
    from kpca_core.drawing.charts.curves import denoising_curves

    curves = {
        _(NAMES[name]): [
            one.errors[one.counts.index(d)] if d in one.counts else None for d in COUNTS
        ]
        for name, one in found.items()
    }
    return denoising_curves(
        COUNTS, curves, {_("noisy images"): before}, _("mean squared error"), logarithmic=True,
        template=template,
    )  # fmt: skip


def rows_of(
    task: Task, chosen: int, found: dict[str, Restored]
) -> tuple[list[list[Array | None]], list[list[float | None]]]:
    """Return the images of one digit by method and count, and their mean squared errors."""
    side, clean, noisy = task.digits.side, task.clean[chosen], task.noisy[chosen]
    images: list[list[Array | None]] = []
    numbers: list[list[float | None]] = []
    for row, one in enumerate(found.values()):
        before = float(np.square(noisy - clean).mean())
        own: list[NDArray[Any] | None] = [clean, noisy] if row == 0 else [None, None]
        errors: list[float | None] = [None, before] if row == 0 else [None, None]
        for d in COUNTS:
            known = d in one.counts
            image = one.images[one.counts.index(d)][chosen] if known else None
            own.append(image)
            errors.append(None if image is None else float(np.square(image - clean).mean()))
        images.append([None if one is None else one.reshape(side, side) for one in own])
        numbers.append(errors)
    return images, numbers


def best_of(before: float, found: dict[str, Restored]) -> str:
    """Say with how many components each method comes nearest to the clean images."""
    parts = []
    for name, one in found.items():
        least, d = min(zip(one.errors, one.counts, strict=True))
        parts.append(f"{_(NAMES[name])} {least:.3f} (d = {d})")
    total = {name: TEST * len(one.counts) for name, one in found.items()}
    stuck = {
        _(NAMES[name]): total[name] - one.converged
        for name, one in found.items()
        if one.converged < total[name]
    }
    said = _(
        "The noisy images have a mean squared error of {before:.3f}. The least of each method: "
        "{listed}."
    ).format(before=before, listed=", ".join(parts))
    if stuck:
        listed = ", ".join(f"{name} {count}" for name, count in stuck.items())
        said += " " + _("Iterations that had not converged when they were ended: {listed}.").format(
            listed=listed
        )
    return said


def _describe(name: str, one: Restored) -> str:
    values = ", ".join(f"{d}: {e:.3f}" for d, e in zip(one.counts, one.errors, strict=True))
    return _("{method}, mean squared error by components: {values}").format(
        method=_(NAMES[name]), values=values
    )


def alternative(task: Task, chosen: int, found: dict[str, Restored]) -> str:
    """Return the table of images as text."""
    numbers = rows_of(task, chosen, found)[1]
    rows = (
        f"{_(label)}: "
        + ", ".join(f"{d}: {e:.3f}" for d, e in zip(COUNTS, row[2:], strict=True) if e is not None)
        for label, row in zip(NAMES.values(), numbers, strict=True)
    )
    return _("Test image {chosen} denoised; mean squared errors by components. {listed}.").format(
        chosen=chosen, listed="; ".join(rows)
    )


def errors_csv(task: Task, found: dict[str, Restored], before: float, address: str = "") -> str:
    """Return one line a method and count; lines before the header start with "#"."""
    settings = task.settings
    origin = Origin(
        _("Denoising of digits by pre-images: mean squared errors"),
        {
            N_("Data"): repr(task.digits),
            N_("Noise"): _("{kind}, {strength}, seed {seed}").format(
                kind=settings.kind, strength=repr(settings.strength), seed=settings.seed
            ),
            N_("Kernel"): repr(Gaussian(task.width)),
            N_("Images"): _("learned from {training}, denoised {test}").format(
                training=len(task.training), test=len(task.clean)
            ),
            N_("Error of the noisy images"): repr(before),
        },
        address,
    )
    rows = (
        (name, d, error)
        for name, one in found.items()
        for d, error in zip(one.counts, one.errors, strict=True)
    )
    return origin.comments + csv_text(["method", "components", "mean_squared_error"], rows)
