"""What pages, commands and documents offer of a data set, declared at its generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.families import Family
from kpca_core._support.words import N_

from .dataset import Dataset, Region

Generator = TypeVar("Generator", bound=Callable[..., Dataset])
# Curves (k, 2) that points without noise come from, and the distances of points (n, 2) from them.
Truth = tuple[tuple[NDArray[np.float64], ...], Callable[[NDArray[Any]], NDArray[np.float64]]]


def own_places(clean: Dataset, region: Region) -> Truth:
    """The points themselves: each is as far as it was moved."""
    return tuple(clean.X[:, None, :]), lambda Y: np.asarray(np.linalg.norm(Y - clean.X, axis=1))


@dataclass(frozen=True)
class DataFamily(Family):
    """Data sets of a generator that differ in parameters only.

    Parameters
    ----------
    generator
        The generator's name in `datasets`.
    name
        Of its data sets; by default the label.
    size, noise
        Names of the parameters for the number of points, and for the noise.
    groups
        How many points one more of `size` makes.
    few
        Number of points at first where their Gram matrix is drawn.
    paper_draw
        Whether the generator takes seed="paper".
    packed
        Of an argument that is a tuple the names of the parameters in it.
    truth
        Finds what the points come from, of the points without noise and the region.
    true_place, error
        Of the truth in words, and the distance from it.
    denoised
        Noise and number of components at first where points are denoised.
    """

    generator: str = ""
    name: str = ""
    size: str = "n"
    noise: str = "noise"
    groups: int = 1
    few: int = 16
    paper_draw: bool = False
    packed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    truth: Callable[[Dataset, Region], Truth] = own_places
    true_place: str = N_("the points without noise")
    error: str = N_("RMS distance from the points without noise")
    denoised: tuple[float, int] = (0.1, 4)

    def arguments(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The generator's arguments of the parameters' values."""
        inner = {name for names in self.packed.values() for name in names}
        plain = {name: value for name, value in values.items() if name not in inner}
        packed = {one: tuple(values[k] for k in names) for one, names in self.packed.items()}
        return {**plain, **packed}

    def values(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters' values of a generator's arguments."""
        found = dict(arguments)
        for one, names in self.packed.items():
            found.update(zip(names, found.pop(one), strict=True))
        return {one.name: found[one.name] for one in self.parameters}

    def sized(self, n: int) -> dict[str, Any]:
        """The parameters' values, default but for the size, with which it has at least n points."""
        return {**self.defaults, self.size: -(-n // self.groups)}

    def drawn(self, n: int, seed: int, noise: float | None = None) -> Dataset:
        """Exactly n points, of each label as many as of the others; the usual noise if None."""
        more = {} if noise is None else {self.noise: noise}
        full: Dataset = self.build(**{**self.sized(n), **more}, seed=seed)
        labels = full.labels
        if len(labels) == n:
            return full
        place = [np.sum(labels[:i] == labels[i]) for i in range(len(labels))]
        rows = np.sort(np.argsort(place, kind="stable")[:n])
        return replace(full, X=full.X[rows], labels=labels[rows])


def offered(family: DataFamily) -> Callable[[Generator], Generator]:
    """Declare the family of a generator, as its attribute `family`."""

    def declare(generator: Generator) -> Generator:
        def build(seed: int | str = 0, **values: Any) -> Dataset:
            return generator(**family.arguments(values), seed=seed)

        named = replace(family, generator=generator.__name__, name=family.name or family.label)
        generator.family = replace(named, build=build)  # type: ignore[attr-defined]
        return generator

    return declare
