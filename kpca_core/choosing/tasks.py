"""One function of many shuffles: on the cores of this process, or as tasks of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, Protocol, TypeVar

from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import map_in_order
from kpca_core._support.words import E_

R = TypeVar("R")


class Submits(Protocol):
    """A Dask client, or an executor of `concurrent.futures`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """A future of function(*arguments)."""


def computed(
    function: Callable[..., R],
    arguments: Sequence[tuple[Any, ...]],
    client: Submits | None,
    progress: Progress | None,
    what: str,
) -> list[R]:
    """Return function(*one) for each of the arguments, in order.

    Parameters
    ----------
    function
        Of a module, so that workers can load it.
    client
        None, or what has `submit(function, *arguments)`: a Dask client, whose workers need this
        package, or an executor of `concurrent.futures`.
    progress
        Called after each; returning False stops with `Cancelled`.
    """
    if client is not None and not callable(getattr(client, "submit", None)):
        said = E_("client must be a Dask client or an executor, which have submit; got {value}.")
        raise TypeError(said.format(value=repr(client)))
    futures = [] if client is None else [client.submit(function, *one) for one in arguments]
    results = (future.result() for future in futures)
    if client is None:
        results = map_in_order(lambda one: function(*one), arguments)
    found: list[R] = []
    try:
        with closing(results):
            for one in results:
                found.append(one)
                report(progress, len(found), len(arguments), what)
    finally:
        for future in futures:
            future.cancel()
    return found
