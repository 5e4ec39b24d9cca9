"""Checks of the generators' parameters: each returns the value or raises a ValueError."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral, Real
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca_core._support.words import E_

from .dataset import LARGEST_LABEL, numbers, points

Seed: TypeAlias = int | Literal["paper"]


def count(name: str, value: object, least: int = 1) -> int:
    """An integer >= least; True and 3.0 are not integers."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        said = E_("{name} must be an integer; got {name}={value!r}")
        raise ValueError(said.format(name=name, value=value))
    if value < least:
        said = E_("Need {name} >= {least}; got {name}={value!r}")
        raise ValueError(said.format(name=name, least=least, value=value))
    return int(value)


def spread(name: str, value: object) -> float:
    """A finite standard deviation >= 0."""
    if isinstance(value, bool) or not isinstance(value, Real):
        said = E_("{name} must be a real number; got {name}={value!r}")
        raise ValueError(said.format(name=name, value=value))
    number = float(value)
    if not (math.isfinite(number) and number >= 0):
        said = E_("{name} must be finite and >= 0; got {name}={value!r}")
        raise ValueError(said.format(name=name, value=value))
    return number


def is_paper(seed: object) -> bool:
    """Whether the seed is "paper", the paper's own draw."""
    return isinstance(seed, str) and seed == "paper"


def seed_number(value: object) -> int:
    """An integer seed >= 0 for NumPy's generator."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
        said = E_('seed must be an integer >= 0 or "paper"; got seed={value!r}')
        raise ValueError(said.format(value=value))
    return int(value)


def centre_array(values: ArrayLike) -> NDArray[np.float64]:
    """Cluster centres (k, 2) with 1 <= k <= 256."""
    centres = points("centres", values)
    if len(centres) - 1 > LARGEST_LABEL:
        said = E_("Need at most {largest_label} centres; got {n} centres")
        raise ValueError(said.format(largest_label=LARGEST_LABEL + 1, n=len(centres)))
    return centres


def radius_array(values: Sequence[float]) -> NDArray[np.float64]:
    """Radii (k,), finite and > 0, with 1 <= k <= 256."""
    radii = numbers("radii", values).astype(np.float64)
    if radii.ndim != 1 or not 1 <= len(radii) <= LARGEST_LABEL + 1:
        said = E_("radii must be a sequence of 1 to {largest_label} numbers; got shape {shape}")
        raise ValueError(said.format(largest_label=LARGEST_LABEL + 1, shape=radii.shape))
    if not (np.isfinite(radii).all() and (radii > 0).all()):
        said = E_("radii must be finite and > 0; got radii={values!r}")
        raise ValueError(said.format(values=values))
    return radii
