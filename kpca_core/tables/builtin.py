"""scikit-learn's own data sets and lifted rings as tables; none needs a network.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.words import E_, N_, _
from kpca_core.tables.column import Column, refused
from kpca_core.tables.reading import Reading
from kpca_core.tables.table import Table


@dataclass(frozen=True)
class Builtin:
    """A data set of scikit-learn, or rings with a third column.

    Parameters
    ----------
    label
        What readers call it.
    loader
        The name of its function in `sklearn.datasets`, or in `kpca_core.datasets` of a lifted set.
    draws
        Arguments of a set that is drawn, the noise first; None for one that is what it is.
    numbers
        Whether what labels the points is a number along them, not a class.
    lifted
        Whether it is points (x, y) of `kpca_core.datasets` with a third column, x² + y²
        ([C] section 1).
    """

    label: str
    loader: str
    draws: Mapping[str, float] | None = None
    numbers: bool = False
    lifted: bool = False

    @property
    def noise(self) -> float | None:
        """The usual one, None for a set without."""
        return next(iter((self.draws or {}).values()), None)


BUILTIN: Mapping[str, Builtin] = {
    "moons": Builtin(N_("Moons"), "make_moons", {"noise": 0.05}),
    "circles": Builtin(N_("Circles"), "make_circles", {"noise": 0.05, "factor": 0.5}),
    "blobs": Builtin(N_("Blobs"), "make_blobs", {"cluster_std": 1.0}),
    "iris": Builtin(N_("Iris"), "load_iris"),
    "wine": Builtin(N_("Wine"), "load_wine"),
    "digits": Builtin(N_("Digits"), "load_digits"),
    "breast-cancer": Builtin(N_("Breast cancer"), "load_breast_cancer"),
    "s-curve": Builtin(N_("S-curve"), "make_s_curve", {"noise": 0.05}, numbers=True),
    "swiss-roll": Builtin(N_("Swiss roll"), "make_swiss_roll", {"noise": 0.05}, numbers=True),
    "lifted-rings": Builtin(
        N_("Rings with x² + y²"), "concentric_rings", {"noise": 0.05}, lifted=True
    ),
}


def builtin(name: str, n: int = 300, noise: float | None = None, seed: int = 0) -> Table:
    """Return a data set, its labels in the last column.

    Parameters
    ----------
    name
        a key of BUILTIN.
    n, noise, seed
        Of the sets that are drawn; the usual noise if None.

    Raises
    ------
    ValueError
        for another name; the message lists those that there are
    """
    if name not in BUILTIN:
        said = E_("There is no built-in set {name!r}; choose from {builtin}.")
        raise refused(said, name=name, builtin=", ".join(BUILTIN))
    chosen = BUILTIN[name]
    drawn = dict(chosen.draws or {})
    if drawn and noise is not None:
        drawn[next(iter(drawn))] = noise
    source = _("scikit-learn's {loader}").format(loader=chosen.loader)
    words, names = [], ["x", "y", "z"]
    if chosen.lifted:
        from kpca_core import datasets as own

        data = getattr(own, chosen.loader)(n, seed=seed, **drawn)
        X, y = np.column_stack([data.X, (data.X**2).sum(axis=1)]), data.labels
        source, names = f"kpca_core.datasets.{chosen.loader}", ["x", "y", "x² + y²"]
    else:
        from sklearn import datasets

        load = getattr(datasets, chosen.loader)
        if chosen.draws is None:
            bunch = load()
            X, y, words = bunch.data, bunch.target, list(map(str, bunch.target_names))
            names = list(map(str, bunch.feature_names))
        else:
            X, y = load(n, random_state=seed, **drawn)
    if chosen.numbers:
        y = np.argsort(np.argsort(y)) * 8 // len(y)  # groups, so that colours show it
    words = words or [str(k) for k in range(int(y.max()) + 1)]
    return labelled(_(chosen.label), source, X, y, names[: X.shape[1]], words)


def labelled(
    name: str, source: str, X: Array, y: Labels, names: Sequence[str], words: Sequence[str]
) -> Table:
    """Return points X (n, D) as a table; its last column has the `words` of the labels y (n,)."""
    columns = [Column(one, np.asarray(X[:, j], dtype=np.float64)) for j, one in enumerate(names)]
    label = Column(
        "label", np.full(len(X), np.nan), tuple(words), np.asarray(y, dtype=np.int16),
        strange=len(X), texts=((words[int(y[0])], 1, 0),),
    )  # fmt: skip
    return Table(name, Reading(source), (*columns, label), np.arange(1, len(X) + 1), place="row")
