"""Results that are kept, under the text of the state that they were computed from.

They belong to no reader: no visitor can clear what others wait for. The memory of the large ones is
bounded. Where several readers ask at once, their host says who computes (`ASKED`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from kpca_core._support.words import language
from views.limits import LIMITS
from views.work import Estimate, at_work

S = TypeVar("S", bound="HasToken")
R = TypeVar("R")

# Bytes below which results are not counted.
SMALL = 2**16


class HasToken(Protocol):
    @property
    def token(self) -> str: ...


# Has a computation done: its name, its key, what does it, its estimate, and a text for who waits.
Asking = Callable[[str, Hashable, Callable[[], Any], Estimate, str], Any]


class Weights:
    """The sizes of large results in bytes, least recently used first.

    Callers hold `lock`, as whatever else is kept for all readers does; a host with threads
    replaces it.
    """

    def __init__(self, most: float) -> None:
        self.most, self.total = most, 0
        self.lock: AbstractContextManager[Any] = nullcontext()
        self._sizes: OrderedDict[tuple[Remembered[Any, Any], Hashable], int] = OrderedDict()

    def use(self, cache: Remembered[Any, Any], key: Hashable) -> None:
        """Note that a result was asked for."""
        if (cache, key) in self._sizes:
            self._sizes.move_to_end((cache, key))

    def add(self, cache: Remembered[Any, Any], key: Hashable, size: int) -> None:
        """Note a new result; the least recently used are dropped where all exceed `most` bytes."""
        self.drop(cache, key)
        if size < SMALL:
            return
        self._sizes[cache, key] = size
        self.total += size
        while self.total > self.most and len(self._sizes) > 1:
            first, oldest = next(iter(self._sizes))
            first.forget(oldest)

    def drop(self, cache: Remembered[Any, Any], key: Hashable) -> None:
        """Note that a result is not kept any more."""
        self.total -= self._sizes.pop((cache, key), 0)


WEIGHTS = Weights(LIMITS.cache)


def bytes_of(value: Any) -> int:
    """The bytes of all arrays and texts in a result, each counted once."""
    seen: set[int] = set()
    size, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, np.ndarray):
            while isinstance(one.base, np.ndarray):
                one = one.base
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            size += one.nbytes
        elif isinstance(one, bytes | str):
            size += len(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += one
        elif not isinstance(one, type | ModuleType):
            waiting += getattr(one, "__dict__", {}).values()
    return size


class Asked:
    """How this process has computations done: at once, or as its host says."""

    def __init__(self) -> None:
        self.by: Asking = lambda _name, _key, compute, _cost, _text: compute()


ASKED = Asked()


class Remembered(Generic[S, R]):
    """`compute(state, *more)`, remembered by `state.token` and `more`.

    Results of a state whose attribute `private` is true belong to a session and are not remembered.

    Parameters
    ----------
    compute
        the function; `more` are texts and numbers
    max_entries
        number of results that are kept; the least recently used is dropped first
    spinner
        text shown while a page waits, in English, "" for none
    cost
        its `Estimate`, from the same arguments; None where it takes no time
    in_words
        whether results hold words: they are remembered for each language
    """

    def __init__(
        self,
        compute: Callable[..., R],
        max_entries: int,
        spinner: str = "",
        cost: Callable[..., Estimate] | None = None,
        in_words: bool = False,
    ) -> None:
        self.compute, self.cost, self.in_words = compute, cost, in_words
        self.max_entries, self.spinner = max_entries, spinner
        self._known: OrderedDict[Hashable, R] = OrderedDict()

    def __call__(self, state: S, *more: Any) -> R:
        if getattr(state, "private", False):
            return self.compute(state, *more)
        key = self._key(state, *more)
        with WEIGHTS.lock:
            if key in self._known:
                self._known.move_to_end(key)
                WEIGHTS.use(self, key)
                return self._known[key]
        if self.cost is None or at_work():
            return self._keep(key, self.compute(state, *more))
        found: R = ASKED.by(
            f"{id(self)} {key}",
            (id(self), key),
            lambda: self._keep(key, self.compute(state, *more)),
            self.cost(state, *more),
            self.spinner,
        )
        return found

    def known(self, state: S, *more: Any) -> R | None:
        """Return what is remembered, None if nothing is."""
        with WEIGHTS.lock:
            return self._known.get(self._key(state, *more))

    def keep(self, state: S, result: R) -> None:
        """Remember what was computed elsewhere."""
        self._keep(self._key(state), result)

    def clear(self) -> None:
        with WEIGHTS.lock:
            for key in list(self._known):
                self.forget(key)

    def forget(self, key: Hashable) -> None:
        """Drop a result; the caller holds `WEIGHTS.lock`."""
        del self._known[key]
        WEIGHTS.drop(self, key)

    def _key(self, state: S, *more: Any) -> Hashable:
        return (state.token, *more, language()) if self.in_words else (state.token, *more)

    def _keep(self, key: Hashable, result: R) -> R:
        size = bytes_of(result)
        with WEIGHTS.lock:
            self._known[key] = result
            WEIGHTS.add(self, key, size)
            while len(self._known) > self.max_entries:
                self.forget(next(iter(self._known)))
        return result
