"""The value that every generator returns: named points of the plane with labels and a region."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca_core._support.words import E_

Interval: TypeAlias = tuple[float, float]
Region: TypeAlias = tuple[Interval, Interval]

LARGEST_LABEL = 255  # the canvas sends labels as bytes


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points with labels and a region, checked when made and read-only afterwards.

    Both arrays are read-only copies, so a data set may be cached and shared. Data sets are compared
    by identity.

    Attributes
    ----------
    name
        A non-empty string.
    X : (n, 2) float64
        Finite points, n >= 1.
    labels : (n,) int64
        The class of each point in 0 … 255; all 0 where there are no classes.
    region
        ((x0, x1), (y0, y1)) with x0 < x1 and y0 < y1: the part of the plane that a figure shows.

    Raises
    ------
    ValueError
        if an argument is none of these; the message quotes it.
    """

    name: str
    X: NDArray[np.float64]
    labels: NDArray[np.int64]
    region: Region

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name.strip()):
            said = E_("name must be a non-empty string; got name={name!r}")
            raise ValueError(said.format(name=self.name))
        X = points("X", self.X)
        object.__setattr__(self, "X", _read_only(X))
        object.__setattr__(self, "labels", _read_only(_labels(self.labels, len(X))))
        object.__setattr__(self, "region", _region(self.region))

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, {len(self.X)} points, region={self.region})"


def numbers(name: str, values: ArrayLike, kinds: str = "iuf") -> NDArray[Any]:
    """Return `values` as an array; raise ValueError unless `kinds` has its dtype's kind letter."""
    try:
        array = np.asarray(values)
    except ValueError:
        said = E_("{name} must be a rectangular array; got {name}={values!r}")
        raise ValueError(said.format(name=name, values=values)) from None
    if array.dtype.kind not in kinds:
        wanted = "integers" if kinds == "iu" else E_("real numbers")
        said = E_("{name} must hold {wanted}; got dtype {dtype} with {name}={values!r}")
        raise ValueError(said.format(name=name, wanted=wanted, dtype=array.dtype, values=values))
    return array


def points(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return `values` as finite float64 points (n, 2) with n >= 1, or raise ValueError."""
    array = numbers(name, values).astype(np.float64)
    if array.ndim != 2 or array.shape[1] != 2 or len(array) < 1:
        said = E_("{name} must have shape (n, 2) with n >= 1; got shape {shape}")
        raise ValueError(said.format(name=name, shape=array.shape))
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        said = E_("{name} must be finite; got {name}[{row}]={array}")
        raise ValueError(said.format(name=name, row=row, array=array[row].tolist()))
    return array


def _labels(values: ArrayLike, n: int) -> NDArray[np.int64]:
    array = numbers("labels", values, kinds="iu")
    if array.shape != (n,):
        said = E_("Need one label per point, shape ({n},); got shape {shape}")
        raise ValueError(said.format(n=n, shape=array.shape))
    outside = array[(array < 0) | (array > LARGEST_LABEL)]
    if outside.size:
        said = E_("Need 0 <= labels <= {largest_label}; got a label {outside}")
        raise ValueError(said.format(largest_label=LARGEST_LABEL, outside=outside[0]))
    return array.astype(np.int64)


def _region(values: ArrayLike) -> Region:
    array = numbers("region", values)
    if array.shape != (2, 2):
        said = E_("region must be ((x0, x1), (y0, y1)); got region={values!r}")
        raise ValueError(said.format(values=values))
    (x0, x1), (y0, y1) = array.astype(np.float64).tolist()
    if not (all(map(math.isfinite, (x0, x1, y0, y1))) and x0 < x1 and y0 < y1):
        said = E_("region must be finite with x0 < x1 and y0 < y1; got region={values!r}")
        raise ValueError(said.format(values=values))
    return (x0, x1), (y0, y1)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only that is a copy already."""
    array.flags.writeable = False
    return array
