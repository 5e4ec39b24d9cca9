"""Table 1 of S: test error of linear classifiers on nonlinear components of handwritten digits.

    from datasets import usps
    from kpca_core.experiments.digits import agreement, table_cells
    cells = list(table_cells(usps("usps.npz")))    # each as soon as it is known
    agreement(cells)                               # beside the published numbers

S = Schölkopf, Smola & Müller 1998, section 5.2. The kernel is (x·y / side²)^d on pixels in [-1, 1].

One thing here is not in the paper's text but was found by trying: images are smoothed by a Gaussian
of 0.75 pixels. Without it the entries come out 0.85 points worse on average.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.experiments.hyperplanes import Hyperplanes, growing_gram, validated_cost
from kpca_core.kernels import Polynomial
from kpca_core.kernels.base import Array
from kpca_core.progress import Progress, report
from kpca_core.solvers import fit

if TYPE_CHECKING:
    from datasets import Digits

Key = tuple[int, int]  # degree, components

SOURCE = "Schölkopf, Smola & Müller (1998), Table 1"
DEGREES = (1, 2, 3, 4, 5, 6, 7)
COMPONENTS = (32, 64, 128, 256, 512, 1024, 2048)
BACKGROUND = -1.0
NOT_AVAILABLE = float("nan")
_ROWS = (
    (9.6, 8.8, 8.1, 8.5, 9.1, 9.3, 10.8),
    (8.8, 7.3, 6.8, 6.7, 6.7, 7.2, 7.5),
    (8.6, 5.8, 5.9, 6.1, 5.8, 6.0, 6.8),
    (8.7, 5.5, 5.3, 5.2, 5.2, 5.4, 5.4),
    (NOT_AVAILABLE, 4.9, 4.6, 4.4, 5.1, 4.6, 4.9),
    (NOT_AVAILABLE, 4.9, 4.3, 4.4, 4.6, 4.8, 4.6),
    (NOT_AVAILABLE, 4.9, 4.2, 4.1, 4.0, 4.3, 4.4),
)
PUBLISHED = MappingProxyType(
    {
        (degree, components): error
        for components, row in zip(COMPONENTS, _ROWS, strict=True)
        for degree, error in zip(DEGREES, row, strict=True)
        if error == error
    }
)  # % of the test images, by (degree, components)


@dataclass(frozen=True)
class Recipe:
    """How the table is made.

    degrees, components   its columns and its rows
    examples              K is that of the first so many training images
    smoothing             standard deviation in pixels of a Gaussian that smooths every image, the
                          background -1 continuing outside; 0 leaves them as they are
    costs                 the C among which validation chooses, ascending; of equal ones the first
    validation            share of the training images, drawn by `seed`, that validation sets aside

    Raises ValueError for what makes no table.
    """

    degrees: tuple[int, ...] = DEGREES
    components: tuple[int, ...] = COMPONENTS
    examples: int = 3000
    smoothing: float = 0.75
    costs: tuple[float, ...] = (1, 2, 5, 10, 20, 50, 100)
    validation: float = 0.2
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("degrees", "components", "costs"):
            values = tuple(sorted(set(getattr(self, name))))
            object.__setattr__(self, name, values)
            if not values or values[0] <= 0:
                raise ValueError(f"Need {name} > 0 and at least one; got {name}={values!r}.")
        if self.examples < 2 or self.smoothing < 0 or not 0 < self.validation < 1:
            raise ValueError(
                "A recipe needs examples >= 2, smoothing >= 0 and 0 < validation < 1; got "
                f"examples={self.examples!r}, smoothing={self.smoothing!r}, "
                f"validation={self.validation!r}."
            )

    def cells(self, side: int) -> list[Key]:
        """(degree, components) of the table, degree after degree; of degree 1 up to side²."""
        return [
            (degree, q)
            for degree in self.degrees
            for q in self.components
            if q <= Polynomial(degree).feature_dimension(side**2)
        ]


PAPER = Recipe()
SMALL_IMAGES = Recipe(components=(16, 32, 64, 128, 256, 512), smoothing=0.0)


def recipe_for(digits: Digits) -> Recipe:
    """The paper's recipe, or for images smaller than its 16×16 one of fewer components.

    Those were averaged to their size from larger ones, which has smoothed them already.
    """
    return PAPER if digits.side >= 16 else SMALL_IMAGES


@dataclass(frozen=True)
class Cell:
    """One entry of the table.

    degree, components   of the kernel, and how many components the classifiers see
    error                % of the test images; None where fewer components exist
    published            the paper's, or None where it has no such entry or the data are others
    C                    what validation chose; None with `error`
    seconds              wall time, in a degree's first entry with the eigendecomposition
    """

    degree: int
    components: int
    error: float | None
    published: float | None
    C: float | None
    seconds: float

    @property
    def key(self) -> Key:
        return self.degree, self.components

    @property
    def difference(self) -> float | None:
        """Ours minus published, in points."""
        if self.error is None or self.published is None:
            return None
        return self.error - self.published


@dataclass(frozen=True)
class Agreement:
    """Absolute differences to the published numbers over `cells` entries, in points."""

    cells: int
    mean: float
    largest: float


def agreement(cells: Iterable[Cell]) -> Agreement | None:
    """How far these entries are from the published ones; None if none was published."""
    sizes = [abs(cell.difference) for cell in cells if cell.difference is not None]
    return Agreement(len(sizes), sum(sizes) / len(sizes), max(sizes)) if sizes else None


def table_cells(
    digits: Digits,
    *,
    degrees: Sequence[int] | None = None,
    components: Sequence[int] | None = None,
    recipe: Recipe | None = None,
    skip: Collection[Key] = (),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Cell]:
    """The entries of Table 1 for these digits, one by one, degree after degree.

    Kernel PCA: K of the first training images, centred, one eigendecomposition a degree; scores of
    all images on its first q components, divided by one number so that their mean squared norm over
    the training images is 1. Classifiers: soft-margin hyperplanes with hinge loss, one digit
    against the rest, on all training images; C by one validation split.

    degrees, components   other columns and rows than those of the recipe
    recipe                by default `recipe_for(digits)`
    skip                  (degree, components) that need not be computed again
    workers               threads, by default one a processor
    progress              called with the number of entries done; returning False raises `Cancelled`

    Leaving the loop stops the computation. It holds the Gram matrix of all training images'
    scores, and most of it twice: with USPS a process needs 1.4 GB.
    """
    recipe = recipe or recipe_for(digits)
    recipe = replace(
        recipe,
        degrees=recipe.degrees if degrees is None else tuple(degrees),
        components=recipe.components if components is None else tuple(components),
    )
    todo = [key for key in recipe.cells(digits.side) if key not in skip]
    return _cells(digits, recipe, todo, workers or os.cpu_count() or 1, progress)


def _cells(
    digits: Digits, recipe: Recipe, todo: list[Key], workers: int, progress: Progress | None
) -> Iterator[Cell]:
    n, done, start = len(digits.X_train), 0, time.perf_counter()
    # The images that validation sets aside come last: the others are one block of K.
    order = np.random.default_rng(recipe.seed).permutation(n)
    y, fitted = digits.y_train[order], n - max(1, round(recipe.validation * n))
    with ThreadPoolExecutor(workers) as pool:
        for degree in sorted({degree for degree, _ in todo}):
            report(progress, done, len(todo), f"degree {degree}")
            sizes = [q for d, q in todo if d == degree]
            F, T = component_scores(digits, degree, sizes[-1], recipe)
            F = F[order]
            for q, K in zip(sizes, growing_gram(F, sizes), strict=True):
                tell = partial(report, progress, done, len(todo), f"degree {degree}")
                C = error = None
                if q <= F.shape[1]:
                    C = validated_cost(K, F[:, :q], y, fitted, recipe.costs, pool, tell)
                    tell()
                    error = Hyperplanes.fit(K, F[:, :q], y, C, pool).error(T[:, :q], digits.y_test)
                published = PUBLISHED.get((degree, q)) if digits.is_usps else None
                yield Cell(degree, q, error, published, C, time.perf_counter() - start)
                start, done = time.perf_counter(), done + 1
    report(progress, done, len(todo), "Table 1")


def decompose(
    digits: Digits, degree: int, n_components: int, recipe: Recipe | None = None
) -> Decomposition:
    """Kernel PCA of the training images with the kernel (x·y / side²)^degree, centred.

    K is that of the first training images alone, the scores are those of all (S section 4.3).
    """
    recipe = recipe or recipe_for(digits)
    X = _inputs(digits.X_train, recipe)
    return fit(Polynomial(degree), X, n_components, subset=min(recipe.examples, len(X)))


def component_scores(
    digits: Digits, degree: int, n_components: int, recipe: Recipe | None = None
) -> tuple[Array, Array]:
    """Scores of all training images (n, q) and of all test images (m, q).

    q is smaller where fewer components exist.
    """
    recipe = recipe or recipe_for(digits)
    found = decompose(digits, degree, n_components, recipe)
    return found.scores, found.expansion(_inputs(digits.X_test, recipe))


def smoothed(X: Array, pixels: float) -> Array:
    """Square images X (n, side²) after a Gaussian of that standard deviation, -1 outside them."""
    from scipy.ndimage import gaussian_filter

    images = X.reshape(len(X), math.isqrt(X.shape[1]), -1)
    blur = (0.0, pixels, pixels)
    return gaussian_filter(images, blur, mode="constant", cval=BACKGROUND).reshape(X.shape)


def _inputs(X: Array, recipe: Recipe) -> Array:
    """Smoothed images over their side, so that their products are x·y / side²."""
    return smoothed(X, recipe.smoothing) / math.sqrt(X.shape[1])


@dataclass(frozen=True, eq=False)
class Responses:
    """The training images that the leading components respond to.

    eigenvalues, variance_ratio (q,); most, least (q, count): indices of the training images with
    the largest score, descending, and with the smallest, ascending.
    """

    eigenvalues: Array
    variance_ratio: Array
    most: Array
    least: Array


def responses(
    digits: Digits, degree: int, n_components: int = 8, count: int = 5, recipe: Recipe | None = None
) -> Responses:
    """The `count` training images at either end of each leading component."""
    recipe = recipe or recipe_for(digits)
    found = decompose(digits, degree, n_components, recipe)
    ranked = np.argsort(found.scores, axis=0, kind="stable").T
    return Responses(
        found.eigenvalues, found.variance_ratio, ranked[:, ::-1][:, :count], ranked[:, :count]
    )
