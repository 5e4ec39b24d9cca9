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
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

from kpca_core._support.words import E_

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

_HUGGING_FACE_NAMES = """
Array2D Array3D Array4D Array5D ArrowBasedBuilder Audio BuilderConfig ClassLabel DatasetBuilder
DatasetDict DatasetInfo DownloadConfig DownloadManager DownloadMode Features
GeneratorBasedBuilder Image IterableDataset IterableDatasetDict LargeList List NamedSplit Pdf
ReadInstruction Sequence Split SplitBase SplitDict SplitGenerator SplitInfo
StreamingDownloadManager Translation TranslationVariableLanguages Value VerificationMode Video
are_progress_bars_disabled concatenate_datasets disable_caching disable_progress_bar
disable_progress_bars enable_caching enable_progress_bar enable_progress_bars
get_dataset_config_info get_dataset_config_names get_dataset_default_config_name
get_dataset_infos get_dataset_split_names inspect_dataset interleave_datasets
is_caching_enabled list_datasets list_metrics load_dataset load_dataset_builder load_from_disk
load_metric
"""


def __getattr__(name: str) -> NoReturn:
    """Explain names of Hugging Face's library of the same name; raise AttributeError for others."""
    if name in _HUGGING_FACE_NAMES.split():
        raise ImportError(
            E_(
                "No {name!r} here: this is the kernel PCA explorer's `datasets` package at "
                "{parent}, not Hugging Face's library of the same name. To use that one, "
                "install it in a separate virtual environment and run outside of this "
                "checkout"
            ).format(name=name, parent=Path(__file__).parent),
            name=__name__,
            path=__file__,
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
