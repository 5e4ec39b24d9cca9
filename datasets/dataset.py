"""The value every generator returns: named points in the plane, their classes, where to look."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Interval: TypeAlias = tuple[float, float]
Region: TypeAlias = tuple[Interval, Interval]

LARGEST_LABEL = 255


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points, labels and the depicted region, checked once and then read-only.

    name     what a reader sees
    X        (n, 2) float64, n >= 1, finite
    labels   (n,) int64 in 0 … 255: the class of each point, all 0 where there are no classes
    region   ((x0, x1), (y0, y1)) with x0 < x1 and y0 < y1: the part of the plane a figure shows

    Both arrays are copies that refuse to be written to, so a data set may be cached and shared.
    Two data sets are equal only if they are the same object. Raises ValueError, quoting the value.
    """

    name: str
    X: NDArray[np.float64]
    labels: NDArray[np.int64]
    region: Region

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.strip()):
            raise ValueError(f"name must be a non-empty string; got name={self.name!r}")
        X = points("X", self.X)
        object.__setattr__(self, "X", _read_only(X))
        object.__setattr__(self, "labels", _read_only(_labels(self.labels, len(X))))
        object.__setattr__(self, "region", _region(self.region))

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, {len(self.X)} points, region={self.region})"


def numbers(name: str, values: ArrayLike, kinds: str = "iuf") -> NDArray[Any]:
    """`values` as an array whose dtype is one of `kinds` (NumPy's letters), or a ValueError."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must be a rectangular array; got {name}={values!r}") from None
    if array.dtype.kind not in kinds:
        wanted = "integers" if kinds == "iu" else "real numbers"
        raise ValueError(
            f"{name} must hold {wanted}; got dtype {array.dtype} with {name}={values!r}"
        )
    return array


def points(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """`values` as finite float64 points (n, 2) with n >= 1, or a ValueError."""
    array = numbers(name, values).astype(np.float64)
    if array.ndim != 2 or array.shape[1] != 2 or len(array) < 1:
        raise ValueError(f"{name} must have shape (n, 2) with n >= 1; got shape {array.shape}")
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise ValueError(f"{name} must be finite; got {name}[{row}]={array[row].tolist()}")
    return array


def _labels(values: ArrayLike, n: int) -> NDArray[np.int64]:
    array = numbers("labels", values, kinds="iu")
    if array.shape != (n,):
        raise ValueError(f"Need one label per point, shape ({n},); got shape {array.shape}")
    outside = array[(array < 0) | (array > LARGEST_LABEL)]
    if outside.size:
        raise ValueError(f"Need 0 <= labels <= {LARGEST_LABEL}; got a label {outside[0]}")
    return array.astype(np.int64)


def _region(values: ArrayLike) -> Region:
    array = numbers("region", values)
    if array.shape != (2, 2):
        raise ValueError(f"region must be ((x0, x1), (y0, y1)); got region={values!r}")
    (x0, x1), (y0, y1) = array.astype(np.float64).tolist()
    if not (all(map(math.isfinite, (x0, x1, y0, y1))) and x0 < x1 and y0 < y1):
        raise ValueError(f"region must be finite with x0 < x1 and y0 < y1; got region={values!r}")
    return (x0, x1), (y0, y1)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    # astype has copied already
    array.flags.writeable = False
    return array
