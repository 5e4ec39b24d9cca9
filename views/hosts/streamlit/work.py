"""Bounded work: everything that takes long is computed here, for pages, frames and files alike.

Light, heavy and long work and runs of pages each have their own workers: one for each core, for
long work half as many, each with one BLAS thread. Files are read apart, one after another, by one
process (`reading`). Readers take turns. Equal questions are computed once. A newer
question of a reader replaces an older one. Work is cancelled when the last reader has left.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Any, Generic, TypeVar

from kpca_core._support.progress import Cancelled
from kpca_core._support.threads import few_threads
from kpca_core._support.words import _, language, speaking
from views.limits import LIMITS
from views.work import APART, MEMORY, TIMED, Estimate, working

R = TypeVar("R")

# Seconds between two checks whether an answer is still wanted.
LOOK = 0.1


class Replaced(Exception):
    """A newer question of the same reader replaced this one, or the reader left."""


class TooMuch(ValueError):
    """The work does not fit into what the server allows; the message says what to reduce."""


PAGE = "page"
KINDS = (*TIMED, APART, PAGE)


@dataclass(frozen=True)
class Turn(Estimate):
    """A run of a page, see `turns`."""

    @property
    def kind(self) -> str:
        return PAGE


@dataclass(eq=False)
class _Job:
    """One computation, and the tickets of all who wait for it."""

    key: Hashable
    compute: Callable[[], Any]
    cost: Estimate
    tickets: set[Ticket[Any]] = field(default_factory=set)
    running: bool = False
    stopped: bool = False
    language: str = field(default_factory=language)

    @property
    def waits(self) -> bool:
        return not (self.running or self.stopped)

    def progress(self, done: int, total: int, what: str) -> bool:
        """The `Progress` of the computation: whether it is to go on."""
        return not self.stopped


@dataclass(frozen=True, eq=False)
class Ticket(Generic[R]):
    """One reader's claim on an answer.

    Parameters
    ----------
    owner, purpose, source : as given to `Work.ask`
    future : Future, with the answer, with what the computation raised, or with `Replaced`
    """

    owner: str
    purpose: str
    future: Future[R]
    _job: _Job
    source: str = ""


class Work:
    """The workers, and who waits for them.

    Parameters
    ----------
    workers : int, for light and for heavy work
    memory : float, bytes that running work may take in all
    """

    def __init__(self, workers: int, memory: float) -> None:
        self.workers, self.memory = workers, memory
        self._changed = Condition()
        self._jobs: dict[Hashable, _Job] = {}
        # By kind of work: the jobs of each owner, in the order in which owners have their turn.
        self._queues: dict[str, OrderedDict[str, deque[_Job]]] = {
            kind: OrderedDict() for kind in KINDS
        }
        self._held = 0.0
        self._started = False

    def ask(
        self,
        owner: str,
        purpose: str,
        key: Hashable,
        compute: Callable[[], R],
        cost: Estimate,
        *,
        interrupt: bool = False,
        source: str = "",
    ) -> Ticket[R]:
        """Take a place for a computation.

        Parameters
        ----------
        owner
            the reader: a session or a socket
        purpose
            what the answer is for; an earlier question of this owner for the same purpose that
            still waits is dropped
        key
            names the answer: what is asked for under equal keys is computed once
        compute
            gives the answer; it has to call `progress()` several times a second
        cost
            what it is expected to take
        interrupt
            drop the earlier question also where it is being computed already. Without it, someone
            who asks faster than answers come still gets some
        source
            who is counted for what waits: the address of a reader without a session, since one
            program can be any number of readers; "" for the owner

        Raises
        ------
        TooMuch
            if it needs more memory than all work may take, or too many computations of its kind
            wait, in all or from this source
        """
        if cost.bytes > self.memory:
            raise TooMuch(
                _(
                    "This needs about {needed}; all work on this server may take {most}. Choose "
                    "fewer points, a coarser grid or fewer components."
                ).format(needed=_size(cost.bytes), most=_size(self.memory))
            )
        with self._changed:
            self._start()
            job = self._jobs.get(key)
            if job is None or job.stopped:
                self._require_room(cost.kind, source or owner)
                job = self._jobs[key] = _Job(key, compute, cost)
            ticket: Ticket[R] = Ticket(owner, purpose, Future(), job, source or owner)
            for other in self._tickets():
                same = (other.owner, other.purpose) == (owner, purpose)
                if same and (interrupt or not other._job.running) and other._job is not job:
                    self._drop(other)
            job.tickets.add(ticket)
            if not job.running:
                self._queues[job.cost.kind].setdefault(owner, deque()).append(job)
            self._changed.notify_all()
        return ticket

    def drop(self, ticket: Ticket[Any]) -> None:
        """Withdraw a ticket; work without tickets is cancelled."""
        with self._changed:
            self._drop(ticket)

    def leave(self, owner: str) -> None:
        """Drop every claim of a reader who has gone."""
        with self._changed:
            for ticket in self._tickets():
                if ticket.owner == owner:
                    self._drop(ticket)

    def place(self, ticket: Ticket[Any]) -> int:
        """The number of other computations that begin before this one; 0 once it runs."""
        with self._changed:
            job = ticket._job
            queues = self._queues[job.cost.kind].values()
            waiting = [[one for one in queue if one.waits] for queue in queues]
            turns = [(q.index(job), i) for i, q in enumerate(waiting) if job in q]
            if not turns:
                return 0
            turn, own = min(turns)
            return sum(min(len(q), turn + (i < own)) for i, q in enumerate(waiting))

    @property
    def counts(self) -> tuple[int, int]:
        """The number of computations that run, and of those that wait."""
        with self._changed:
            running = sum(job.running for job in self._jobs.values())
            return running, len(self._jobs) - running

    @property
    def busy(self) -> bool:
        """Whether a proxy should send new readers to another server: half the queue is full."""
        with self._changed:
            return any(len(self._waiting(kind)) > LIMITS.waiting / 2 for kind in KINDS)

    def _waiting(self, kind: str) -> list[_Job]:
        return [job for job in self._jobs.values() if job.waits and job.cost.kind == kind]

    def _require_room(self, kind: str, source: str) -> None:
        waiting = self._waiting(kind)
        if len(waiting) >= LIMITS.waiting:
            raise TooMuch(
                _("{n} computations wait already. Try again in a minute.").format(n=LIMITS.waiting)
            )
        own = sum(any(one.source == source for one in job.tickets) for job in waiting)
        if own >= LIMITS.waiting_each:
            raise TooMuch(
                _(
                    "{n} computations that you asked for wait already. Try again in a minute."
                ).format(n=LIMITS.waiting_each)
            )

    def _start(self) -> None:
        if not self._started:
            self._started = True
            threads = dict.fromkeys(KINDS, self.workers)
            threads |= {"long": max(1, self.workers // 2), APART: 1}
            for kind, count in threads.items():
                for _thread in range(count):
                    Thread(target=self._serve, args=(kind,), daemon=True).start()

    def _serve(self, kind: str) -> None:
        while True:
            with self._changed:
                while (job := self._next(kind)) is None:
                    self._changed.wait()
                job.running = True
                self._held += job.cost.bytes
            try:
                with few_threads(0), speaking(job.language), working(job.progress):
                    outcome: tuple[Any, BaseException | None] = job.compute(), None
            except Cancelled:
                outcome = None, Replaced()
            except BaseException as error:
                outcome = None, error
            with self._changed:
                self._held -= job.cost.bytes
                if self._jobs.get(job.key) is job:
                    del self._jobs[job.key]
                while job.tickets:  # no name in this frame, which would keep the last one alive
                    _settle(job.tickets.pop().future, *outcome)
                self._changed.notify_all()
            del job, outcome  # a worker that waits keeps no answer alive

    def _next(self, kind: str) -> _Job | None:
        """The first waiting job of the owner whose turn it is, if there is memory for it."""
        queues = self._queues[kind]
        for owner in list(queues):
            queue = queues[owner]
            while queue and not queue[0].waits:
                queue.popleft()
            if not queue:
                del queues[owner]
            elif self._held and self._held + queue[0].cost.bytes > self.memory:
                return None  # else smaller work of others would keep it waiting for ever
            else:
                queues.move_to_end(owner)
                return queue.popleft()
        return None

    def _tickets(self) -> list[Ticket[Any]]:
        return [ticket for job in self._jobs.values() for ticket in job.tickets]

    def _drop(self, ticket: Ticket[Any]) -> None:
        job = ticket._job
        job.tickets.discard(ticket)
        _settle(ticket.future, None, Replaced())
        if not job.tickets:
            job.stopped = True
            if not job.running and self._jobs.get(job.key) is job:
                del self._jobs[job.key]


def _settle(future: Future[Any], value: Any, trouble: BaseException | None) -> None:
    """Set the outcome of a future, unless it has one or was cancelled."""
    if future.done() or not future.set_running_or_notify_cancel():
        return
    if trouble is None:
        future.set_result(value)
    else:
        future.set_exception(trouble)


def _size(count: float) -> str:
    return f"{count / 2**30:.1f} GiB" if count >= 2**30 else f"{count / 2**20:.0f} MiB"


WORK = Work(LIMITS.workers, MEMORY)
