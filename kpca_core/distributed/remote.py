"""One function as one task of a Dask cluster: with progress, and stopped with its caller.

`kpca_core.distributed` spreads one fit of many rows over the workers; here a whole computation that
fits into one worker's memory is done there instead of in this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

from kpca_core import __version__
from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import few_threads
from kpca_core._support.words import N_, _

with needed("Dask", N_("computes on a cluster"), "distributed"):
    from distributed import Client, Future, KilledWorker, get_worker

# Seconds: for an answer of the scheduler, until a lost worker has to be back, and for a result of
# some hundred megabytes on its way.
ANSWER, RETURN, GATHER = 3.0, 10.0, 120.0

# Seconds between two calls of a progress callback, here and on a worker.
POLL = 0.2


class NoAnswer(Exception):
    """The cluster cannot be reached, has no worker of this version, or was lost."""


class Cluster:
    """A scheduler and its workers, which have this version of the package.

    Parameters
    ----------
    address : str, such as "tcp://10.0.0.5:8786"

    Raises
    ------
    NoAnswer
        if the scheduler does not answer within ANSWER seconds, or has no worker of this version
    """

    def __init__(self, address: str) -> None:
        self._reported: dict[str, tuple[int, int, str]] = {}
        try:
            self._client = Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NoAnswer(
                _("the scheduler does not answer: {error}").format(error=error)
            ) from error
        try:
            self._require_version()
        except NoAnswer:
            self.close()
            raise
        self._topic = f"progress for {self._client.id}"
        self._client.subscribe_topic(self._topic, self._hear)

    def call(
        self, function: Callable[..., Any], *arguments: Any, progress: Progress | None, **more: Any
    ) -> Any:
        """Return function(*arguments, progress=…, **more), computed by a worker.

        A worker that is lost on the way changes nothing: another one begins again. The worker keeps
        to one BLAS thread. An iterator comes as a list.

        Parameters
        ----------
        function : of this package, so that workers have it; it has to call its `progress`
        progress : callable, is called ten times a second with what the worker reported last

        Raises
        ------
        NoAnswer
            if the cluster is lost, or several workers were lost by this task
        Cancelled
            if `progress` returned False; the worker stops at its next report
        Exception
            what the function raised
        """
        try:
            future = self._client.submit(
                _on_worker, self._topic, function, arguments, more, pure=False
            )
        except Exception as error:
            raise NoAnswer(_("the task cannot be sent: {error}").format(error=error)) from error
        try:
            self._wait(future, progress)
            return self._outcome(future)
        finally:
            self._reported.pop(str(future.key), None)
            future.cancel()

    def close(self) -> None:
        """Leave the cluster; tasks that are under way are cancelled."""
        self._client.close(timeout=ANSWER)

    def _require_version(self) -> None:
        try:
            versions = self._ask(self._client.run, _version)
        except Exception as error:
            raise NoAnswer(
                _("its workers do not load kpca_core: {error}").format(error=error)
            ) from error
        others = sorted(set(versions.values()) - {__version__})
        if not versions or others:
            raise NoAnswer(
                _("its workers have kpca_core {others}; here it is {version}").format(
                    others=", ".join(others), version=__version__
                )
                if others
                else _("it has no workers")
            )

    def _ask(self, question: Callable[..., Any], *arguments: Any) -> Any:
        return self._client.sync(question, *arguments, callback_timeout=ANSWER)

    def _hear(self, event: tuple[float, tuple[str, int, int, str]]) -> None:
        key, *progress = event[1]
        self._reported[key] = tuple(progress)  # type: ignore[assignment]

    def _wait(self, future: Future, progress: Progress | None) -> None:
        """Until the future has an outcome, or nobody can give it one."""
        ended = Event()
        future.add_done_callback(lambda _: ended.set())
        asked = served = time.monotonic()
        while not ended.wait(POLL):
            waiting = (0, 1, _("waiting for a worker of the cluster"))
            report(progress, *self._reported.get(str(future.key), waiting))
            if time.monotonic() - asked < ANSWER:
                continue
            try:
                workers = self._ask(self._client.scheduler.ncores)
            except Exception as error:
                raise NoAnswer(
                    _("the scheduler does not answer any more: {error!r}").format(error=error)
                ) from error
            asked = time.monotonic()
            served = asked if workers else served
            if asked - served > RETURN:
                raise NoAnswer(_("its last worker is gone"))

    def _outcome(self, future: Future) -> Any:
        if future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                raise NoAnswer(
                    _("workers were lost by this task: {error}").format(error=error)
                ) from error
            raise error
        try:
            return future.result(GATHER)
        except BaseException as error:
            raise NoAnswer(_("the result is lost: {error!r}").format(error=error)) from error


def _version() -> str:
    return __version__


def _on_worker(
    topic: str, function: Callable[..., Any], arguments: tuple[Any, ...], more: dict[str, Any]
) -> Any:
    """Call the function with a progress callback that reports to the topic and can stop it."""
    worker = get_worker()
    key, latest = str(worker.get_current_task()), 0.0

    def progress(done: int, total: int, what: str) -> bool:
        nonlocal latest
        if time.monotonic() - latest >= POLL:
            latest = time.monotonic()
            worker.log_event(topic, (key, done, total, what))
        # Of a task that was cancelled, or whose client has left, Dask interrupts no thread.
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    with few_threads(0):
        result = function(*arguments, progress=progress, **more)
        return list(result) if isinstance(result, Iterator) else result
