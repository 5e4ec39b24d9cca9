"""scikit-learn's own data sets as tables; none needs a network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core.arrays import Array
from kpca_core.tables.table import Column, Table

Drawn = tuple[Array, Any]


@dataclass(frozen=True)
class Builtin:
    """A data set of scikit-learn.

    Parameters
    ----------
    label
        what readers call it
    loader
        the name of its function in `sklearn.datasets`
    draws
        how `loader(n, noise, seed)` is called; None for a set that is what it is
    noise
        the usual one, None for a set without
    numbers
        whether what labels the points is a number along them, not a class
    """

    label: str
    loader: str
    draws: Callable[[Callable[..., Any], int, float, int], Drawn] | None = None
    noise: float | None = None
    numbers: bool = False


def _with_noise(make: Callable[..., Any], n: int, noise: float, seed: int) -> Drawn:
    found: Drawn = make(n, noise=noise, random_state=seed)
    return found


def _rings(make: Callable[..., Any], n: int, noise: float, seed: int) -> Drawn:
    found: Drawn = make(n, noise=noise, factor=0.5, random_state=seed)
    return found


def _blobs(make: Callable[..., Any], n: int, noise: float, seed: int) -> Drawn:
    found: Drawn = make(n, cluster_std=noise, random_state=seed)
    return found


BUILTIN: Mapping[str, Builtin] = {
    "moons": Builtin("Moons", "make_moons", _with_noise, 0.05),
    "circles": Builtin("Circles", "make_circles", _rings, 0.05),
    "blobs": Builtin("Blobs", "make_blobs", _blobs, 1.0),
    "iris": Builtin("Iris", "load_iris"),
    "wine": Builtin("Wine", "load_wine"),
    "digits": Builtin("Digits", "load_digits"),
    "breast-cancer": Builtin("Breast cancer", "load_breast_cancer"),
    "s-curve": Builtin("S-curve", "make_s_curve", _with_noise, 0.05, numbers=True),
    "swiss-roll": Builtin("Swiss roll", "make_swiss_roll", _with_noise, 0.05, numbers=True),
}
# Groups that a number along the points is cut into, so that colours show it.
GROUPS = 8


def builtin(name: str, n: int = 300, noise: float | None = None, seed: int = 0) -> Table:
    """Return a data set of scikit-learn, its labels in the last column.

    Parameters
    ----------
    name
        a key of BUILTIN
    n, noise, seed
        of the sets that are drawn; the usual noise if None

    Raises
    ------
    ValueError
        for another name; the message lists those that there are
    """
    if name not in BUILTIN:
        raise ValueError(f"There is no built-in set {name!r}; choose from {', '.join(BUILTIN)}.")
    from sklearn import datasets

    chosen = BUILTIN[name]
    load = getattr(datasets, chosen.loader)
    if chosen.draws is None:
        bunch = load()
        X, y = bunch.data, bunch.target
        words = [str(word) for word in bunch.target_names]
        names = [str(one) for one in getattr(bunch, "feature_names", ())]
    else:
        X, y = chosen.draws(load, n, _first(noise, chosen.noise), seed)
        if chosen.numbers:
            y = np.minimum((np.argsort(np.argsort(y)) * GROUPS) // len(y), GROUPS - 1)
        words = [str(k) for k in range(int(y.max()) + 1)]
        names = ["x", "y", "z"][: X.shape[1]]
    columns = [Column(one, np.asarray(X[:, j], dtype=np.float64)) for j, one in enumerate(names)]
    label = Column(
        "label", np.full(len(X), np.nan), tuple(words), np.asarray(y, dtype=np.int16),
        strange=len(X), examples=((0, words[int(y[0])]),),
    )  # fmt: skip
    return Table(
        chosen.label, f"scikit-learn's {chosen.loader}", (*columns, label),
        np.arange(1, len(X) + 1), place="row",
    )  # fmt: skip


def _first(value: float | None, usual: float | None) -> float:
    return value if value is not None else usual or 0.0
