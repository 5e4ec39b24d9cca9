"""Data sets for the kernel PCA explorer: seeded generators that return a frozen `Dataset`.

    from kpca_core.datasets import gaussian_clusters    # in a checkout also: from datasets
    gaussian_clusters(seed="paper").X        # the 90 points of Schölkopf et al. (1998), Figure 4

`DATASETS` maps the name of a data set to its generator, `FAMILIES` its identity to what is offered
of it, for those that `shipped` names; `WITH_NOISE` has the families to which noise can be added,
`PAPER_DRAWS` the names of data sets that accept seed="paper".
`edited(data, changes)` moves, adds and removes single points.
`usps(path)`, `usps_openml()` and `builtin_digits()` return `Digits`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from . import shipped
from .dataset import Dataset
from .editing import edited
from .family import DataFamily
from .shipped import *  # noqa: F403
from .usps import Digits, builtin_digits, usps, usps_openml

_GENERATORS = [one for one in vars(shipped).values() if hasattr(one, "family")]
DATASETS: Mapping[str, Callable[..., Dataset]] = MappingProxyType(
    {one.family.name: one for one in _GENERATORS}
)
FAMILIES: Mapping[str, DataFamily] = MappingProxyType(
    {one.family.identity: one.family for one in _GENERATORS}
)
WITH_NOISE: Mapping[str, DataFamily] = MappingProxyType(
    {identity: one for identity, one in FAMILIES.items() if one.noise}
)
PAPER_DRAWS = tuple(name for name, one in DATASETS.items() if one.family.paper_draw)  # type: ignore[attr-defined]

__all__ = [
    "DATASETS", "FAMILIES", "PAPER_DRAWS", "WITH_NOISE", "Dataset", "Digits", "builtin_digits",
    "edited", "usps", "usps_openml", *(one.__name__ for one in _GENERATORS),
]  # fmt: skip
