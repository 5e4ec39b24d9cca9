"""Kernel PCA of a Dask array: the streaming route on the workers of a cluster.

Every pass is one map over the chunks and one tree reduction of `Summary`, which is r² numbers
however many rows there are; the rows stay where they are. `fit` returns the same `KernelPCA` as a
fit in memory, `transform` a lazy Dask array.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core.expansion import Expansion
from kpca_core.kernels import as_kernel
from kpca_core.kernels.base import Array, as_points
from kpca_core.moments import Moments
from kpca_core.progress import Progress, report
from kpca_core.solvers.arguments import check_arguments, require_finite_points
from kpca_core.solvers.primal import relative_tolerance
from kpca_core.solvers.streaming import (
    SAMPLE_ROWS,
    SCOUT_ROWS,
    Landmarks,
    Summary,
    blocks,
    search_landmarks,
    total,
)
from kpca_core.spectrum import canonical_signs
from kpca_core.threads import few_threads

try:
    import dask.array as da
    from dask import delayed
    from dask.callbacks import Callback
    from distributed import Client, as_completed, default_client
except ImportError as missing:
    raise ImportError(
        "kpca_core.distributed needs Dask; install it with: pip install 'kpca-core[distributed]'"
    ) from missing

if TYPE_CHECKING:
    from kpca_core import KernelPCA

# How many parts one task of the tree reduction merges.
ARITY = 8


def fit(
    kernel: Any,
    X: da.Array,
    n_components: int | None = 8,
    *,
    centre: bool = True,
    tol: float = 1e-14,
    client: Client | None = None,
    progress: Progress | None = None,
) -> KernelPCA:
    """Kernel PCA of all rows of the Dask array `X` (S section 4.1, B 12.3).

    kernel        a positive `Kernel`, or "linear"
    X             (n, D) in chunks of rows; chunked columns are joined. It is read four to seven
                  times: `X.persist()` keeps it in the memory of the workers, where it fits
    n_components  q ≥ 1, or None for all with positive eigenvalue
    centre        subtract the mean in feature space
    tol           landmarks are added until trace(E) ≤ tol·trace(K̃), as far as rounding allows
    client        the `distributed.Client` to compute on; None is the current one, and without one
                  the threads of this process
    progress      called as progress(rows done, n, what); returning False stops with `Cancelled`

    λ̂ ≤ λ ≤ λ̂ + trace(E) holds for every eigenvalue as in `kpca_core.fit(solver="streaming")`, and
    `decomposition_.certificate` states it. Which worker computes what, and workers that are lost on
    the way, do not change one bit; other chunks change no more than rounding does.

    Returns a fitted `KernelPCA`. Its `decomposition_.scores` are (0, q): `transform` gives them.

    Raises ValueError or TypeError for a kernel that is not positive, chunks of unknown length,
    arguments out of range, and for NaN or infinity, naming the chunk.
    """
    from kpca_core import KernelPCA

    kernel = as_kernel(kernel)
    check_arguments(n_components, centre, "streaming", tol)
    if not kernel.positive:
        raise ValueError(
            f"{kernel!r} is not known to be positive, which a distributed fit needs; use "
            "kpca_core.fit on rows that fit into memory."
        )
    chunks = Chunks.of(X, client, progress)
    few = np.random.default_rng(0).choice(chunks.n, min(SCOUT_ROWS, chunks.n), replace=False)
    scouts = chunks.reduce(_picked, _stacked, np.sort(few), "checking all rows")
    with np.errstate(over="ignore", invalid="ignore"):
        tol = relative_tolerance(kernel, scouts, tol, centre=centre)
        summary, landmarks = search_landmarks(kernel, scouts, chunks.sweep, tol)
        found = summary.decomposition(landmarks, n_components, centre=centre, tol=tol)
        scores, extremes = chunks.reduce(
            _scored, _scored_all, found.expansion, "reading the scores"
        )
    if centre:
        # Their mean is 0, but for rounding, which shows in the smallest components.
        offsets = found.expansion.offsets - scores.mean
        found = replace(found, expansion=replace(found.expansion, offsets=offsets))
    signed = found.with_scores(extremes).canonical().with_scores(found.scores)
    model = KernelPCA(kernel, n_components, centre=centre)
    model.n_features_in_ = X.shape[1]
    return model._fitted(signed)


def transform(model: KernelPCA, X: da.Array) -> da.Array:
    """f_j(X[i]) (n, q) as a lazy Dask array in the chunks of X (n, D); nothing is computed yet.

    model  any fitted `KernelPCA`, whether fitted here or in memory

    Raises NotFittedError, and TypeError or ValueError if X is no Dask table of as many columns as
    the fit had; NaN or infinity is found when it is computed, and the message names the chunk.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    X = _in_row_chunks(X)
    if X.shape[1] != model.n_features_in_:
        raise ValueError(f"X has {X.shape[1]} columns; the fit had {model.n_features_in_}.")
    expansion = model.expansion_
    return da.map_blocks(
        _evaluated,
        X,
        expansion=delayed(expansion, traverse=False),
        dtype=np.float64,
        chunks=(X.chunks[0], (len(expansion.offsets),)),
        meta=np.empty((0, 0)),
    )


@dataclass(frozen=True)
class Chunk:
    """Rows start … stop − 1 of X, which are X.blocks[index]."""

    index: int
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    def points(self, block: Any) -> Array:
        """Its rows as finite float64, else ValueError naming it."""
        i, rows = self.index, f"rows {self.start} to {self.stop - 1}"
        name = f"Chunk {i} of X (X.blocks[{i}], {rows})"
        X = as_points(block, name)
        require_finite_points(X, name)
        return X


@dataclass(frozen=True, eq=False)
class Drawn:
    """Rows (m, D) drawn in proportion to their residual: those with the smallest times (m,).

    A row arrives after an exponential time of rate k(x, x) − ‖φ̂(x)‖²; of all rows the first
    SAMPLE_ROWS count (Efraimidis & Spirakis 2006). Merging keeps that, so chunks can be merged.
    """

    times: Array
    rows: Array

    @classmethod
    def of(cls, residual: Array, X: Array, start: int, seed: int) -> Drawn:
        """The first among rows start, start + 1, … of all; chunks share one random stream."""
        stream = np.random.Generator(np.random.PCG64(seed).advance(start))
        times = np.full(len(X), np.inf)
        np.divide(-np.log1p(-stream.random(len(X))), residual, out=times, where=residual > 0)
        return cls(times, X)._first()

    def merge(self, other: Drawn) -> Drawn:
        both = np.concatenate([self.times, other.times])
        return Drawn(both, np.concatenate([self.rows, other.rows]))._first()

    def _first(self) -> Drawn:
        order = np.argsort(self.times, kind="stable")[:SAMPLE_ROWS]
        return Drawn(self.times[order], self.rows[order])


@dataclass(frozen=True, eq=False)
class Chunks:
    """The n rows of a Dask array, chunk by chunk, and where to compute on them."""

    n: int
    chunks: tuple[tuple[Chunk, Any], ...]
    client: Client | None
    progress: Progress | None

    @classmethod
    def of(cls, X: da.Array, client: Client | None, progress: Progress | None) -> Chunks:
        X = _in_row_chunks(X)
        lengths = X.chunks[0]
        if np.isnan(lengths).any():
            raise ValueError(
                f"X has {len(lengths)} chunks of unknown length, shape {X.shape}; call "
                "X.compute_chunk_sizes() first."
            )
        n = sum(lengths)
        if n < 1 or X.shape[1] < 1:
            raise ValueError(
                f"X has shape {X.shape}; kernel PCA needs at least 1 point and 1 column."
            )
        stops = np.cumsum(lengths).tolist()
        places = (Chunk(i, stop - lengths[i], stop) for i, stop in enumerate(stops))
        both = zip(places, X.to_delayed().ravel(), strict=True)
        kept = tuple((place, block) for place, block in both if len(place))
        return cls(n, kept, _chosen(client), progress)

    def reduce(
        self, task: Callable[..., Any], merge: Callable[..., Any], given: Any, what: str
    ) -> Any:
        """merge(…) over a tree of task(block, place, given) of every chunk.

        The tree's shape depends on the number of chunks alone, so the result is the same to the
        last bit wherever its tasks run.
        """
        shared = delayed(given, traverse=False)
        task, merge = delayed(task, traverse=False), delayed(merge, traverse=False)
        leaves = [task(block, place, shared) for place, block in self.chunks]
        level = leaves
        while len(level) > 1:
            level = [merge(*level[i : i + ARITY]) for i in range(0, len(level), ARITY)]
        rows = {leaf.key: len(place) for leaf, (place, _) in zip(leaves, self.chunks, strict=True)}
        done = 0

        def finished(key: str, *_: Any) -> None:
            nonlocal done
            if key in rows:
                done += rows.pop(key)
                report(self.progress, done, self.n, what)

        if self.client is None:
            with Callback(posttask=finished):
                return level[0].compute()
        return _computed(self.client, level[0], leaves, finished)

    def sweep(self, landmarks: Landmarks, number: int, what: str) -> tuple[Summary, Array]:
        """The summary of all rows, and up to SAMPLE_ROWS rows drawn by their residual."""
        summary, drawn = self.reduce(_swept, _merged, (landmarks, number), what)
        return summary, drawn.rows


def _picked(block: Any, place: Chunk, rows: Array) -> Array:
    """Those of the given rows of X that lie in this chunk; every row of it is checked."""
    X = place.points(block)
    inside = (place.start <= rows) & (rows < place.stop)
    return X[rows[inside] - place.start]


def _stacked(*parts: Array) -> Array:
    return np.vstack(parts)


def _swept(block: Any, place: Chunk, given: tuple[Landmarks, int]) -> tuple[Summary, Drawn]:
    """The summary of one chunk on one BLAS thread: a worker runs as many tasks as it has cores."""
    landmarks, seed = given
    X = place.points(block)
    with few_threads(0), np.errstate(over="ignore", invalid="ignore"):
        summary, residual = total(Summary.of(landmarks, X[rows]) for rows in blocks(len(X)))
        return summary, Drawn.of(residual, X, place.start, seed)


def _merged(*parts: tuple[Summary, Drawn]) -> tuple[Summary, Drawn]:
    summaries, drawn = zip(*parts, strict=True)
    return reduce(Summary.merge, summaries), reduce(Drawn.merge, drawn)


def _scored(block: Any, place: Chunk, expansion: Expansion) -> tuple[Moments, Array]:
    """The moments of the scores of one chunk, and the most extreme ones."""
    X = place.points(block)
    with few_threads(0):
        scores = expansion(X)
        return Moments.of(scores), _most_extreme(scores)


def _scored_all(*parts: tuple[Moments, Array]) -> tuple[Moments, Array]:
    moments, extremes = zip(*parts, strict=True)
    return reduce(Moments.merge, moments), _most_extreme(*extremes)


def _most_extreme(*scores: Array) -> Array:
    """The score of largest size of each component (1, q), as `canonical_signs` tells them apart."""
    both = np.vstack(scores)
    return (canonical_signs(both) * np.abs(both).max(axis=0))[None, :]


def _evaluated(block: Any, expansion: Expansion, block_id: tuple[int, int] = (0, 0)) -> Array:
    name = f"Chunk {block_id[0]} of X (X.blocks[{block_id[0]}])"
    X = as_points(block, name)
    require_finite_points(X, name)
    with few_threads(0):
        return expansion(X)


def _computed(client: Client, root: Any, leaves: list[Any], finished: Callable[[str], None]) -> Any:
    """The root's value; finished(key) is called for each leaf as it comes in."""
    answer, *parts = client.compute([root, *leaves])
    pending = as_completed(parts, loop=client.loop)
    # A leaf nobody holds leaves the memory of its worker as soon as it is merged.
    del parts
    try:
        for part in pending:
            if part.status != "finished":
                break
            finished(part.key)
        return answer.result()
    except BaseException:
        # In this order: the scheduler refuses to cancel what a task nobody asked for still needs.
        client.cancel([answer])
        client.cancel(list(pending.futures))
        raise


def _chosen(client: Client | None) -> Client | None:
    if client is None:
        try:
            return default_client()
        except ValueError:
            return None
    if not isinstance(client, Client):
        raise TypeError(
            f"client must be a distributed.Client or None; got client={client!r}. "
            "Connect with Client('tcp://host:8786')."
        )
    return client


def _in_row_chunks(X: Any) -> da.Array:
    """X as a table (n, D) in chunks of whole rows."""
    if not isinstance(X, da.Array):
        raise TypeError(
            f"X must be a Dask array; got {type(X).__name__}. Make one with "
            "dask.array.from_array(X, chunks=(rows, -1)) or frame.to_dask_array(lengths=True)."
        )
    if X.ndim != 2:
        raise ValueError(f"X has shape {X.shape}; expected a table of points, one a row (n, D).")
    return X.rechunk({1: -1}) if X.numblocks[1] > 1 else X
