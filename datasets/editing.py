"""A data set with some of its points moved, relabelled, removed, and others added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from kpca_core._support.words import E_

from .dataset import Dataset

# What becomes of one point: None, it is removed; a label alone; or x, y and the label.
Change: TypeAlias = tuple[float, float, int] | int | None


def edited(data: Dataset, changes: Mapping[int, Change]) -> Dataset:
    """Return `data` after changes of single points; its name and its region stay.

    Parameters
    ----------
    data : Dataset
        n points.
    changes : mapping of int to Change
        By the number of the point: None removes it, a label relabels it, (x, y, label) places it.
        Numbers from n on add points, in the order of their numbers.

    Raises
    ------
    ValueError
        if a point that does not exist is removed or relabelled, if no point is left, or a
        coordinate or label is none; the message quotes it
    """
    n = len(data.X)
    for number, change in changes.items():
        if number < 0 or (number >= n and not isinstance(change, tuple)):
            said = E_("There is no point {number} among {n} to change to {change!r}.")
            raise ValueError(said.format(number=number, n=n, change=change))
    X, labels, removed = data.X.copy(), data.labels.copy(), []
    added = sorted(number for number in changes if number >= n)
    for number, change in changes.items():
        if isinstance(change, tuple):
            if number < n:
                X[number], labels[number] = change[:2], change[2]
        elif change is None:
            removed.append(number)
        else:
            labels[number] = change
    if len(removed) == n and not added:
        raise ValueError(E_("All {n} points would be removed; at least one must stay.").format(n=n))
    new = [changes[number] for number in added]
    more = np.array([one[:2] for one in new if isinstance(one, tuple)], float).reshape(-1, 2)
    named = np.array([one[2] for one in new if isinstance(one, tuple)], labels.dtype)
    return replace(
        data,
        X=np.concatenate([np.delete(X, removed, axis=0), more]),
        labels=np.concatenate([np.delete(labels, removed), named]),
    )


def numbers_of(data: Dataset, changes: Mapping[int, Change]) -> np.ndarray:
    """Return the number of each point of `edited(data, changes)` (n',), as `changes` has them."""
    kept = [i for i in range(len(data.X)) if changes.get(i, 0) is not None]
    return np.array([*kept, *sorted(i for i in changes if i >= len(data.X))], dtype=np.intp)
