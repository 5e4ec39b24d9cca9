"""Kernel PCA of a Dask array: the solver "streaming" on the workers of a cluster.

Every pass is one map over the chunks and one tree reduction of `Summary`, which is r² numbers
however many rows there are; the rows stay where they are. `fit` returns the same `KernelPCA` as a
fit in memory; its `transform` makes a lazy Dask array of another one. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import ROWS, few_threads, row_slices
from kpca_core._support.words import E_, N_, _
from kpca_core.distributed.dask_arrays import Chunk, in_row_chunks
from kpca_core.expansion import Expansion
from kpca_core.kernels import KernelLike, as_kernel
from kpca_core.kernels.base import require_psd
from kpca_core.solvers.arguments import check_arguments
from kpca_core.solvers.landmark_search import (
    Drawn,
    PassResult,
    first_rows,
    landmarks_within,
    merge_passes,
    search_landmarks,
)
from kpca_core.solvers.landmarks import Landmarks, Summary
from kpca_core.solvers.linalg.moments import Moments
from kpca_core.solvers.problem import kernel_about_mean, relative_tolerance
from kpca_core.spectrum import canonical_signs

with needed("Dask", N_("computes on a cluster"), "distributed"):
    import dask.array as da
    from dask.callbacks import Callback
    from dask.delayed import delayed
    from distributed import Client, as_completed, default_client

if TYPE_CHECKING:
    from kpca_core.kernel_pca import KernelPCA

# Parts that one task of the tree reduction merges: few enough that their r² numbers, 32 MiB each
# for 2,000 landmarks, fit into a worker's memory.
ARITY = 8


def fit(
    kernel: KernelLike,
    X: da.Array,
    n_components: int | None = 8,
    *,
    centre: bool = True,
    tol: float = 1e-14,
    max_memory: float | None = None,
    client: Client | None = None,
    progress: Progress | None = None,
) -> KernelPCA:
    """Kernel PCA of all rows of the Dask array `X` ([S] section 4.1, [B] section 12.3).

    `decomposition_.certificate` bounds |λ̂ − λ| for every eigenvalue as in
    ``kpca_core.fit(solver="streaming")``. Which worker computes what, and workers that are lost on
    the way, do not change one bit; other chunks change no more than rounding does.

    Parameters
    ----------
    kernel : Kernel or "linear"
        Positive semidefinite.
    X : (n, D) Dask array
        In chunks of rows; chunked columns are joined. It is read four to seven times:
        `X.persist()` keeps it in the memory of the workers, where it fits.
    n_components : int or None
        q ≥ 1, or None for all with positive eigenvalue.
    centre : bool
        Subtract the mean in feature space.
    tol : float
        Landmarks are added until trace(E) ≤ tol·trace(K̃), as far as rounding allows.
    max_memory : float, optional
        Bytes of a worker that a fit may take besides its chunks, which decide how many landmarks
        are allowed; by default 2,000 are.
    client : distributed.Client, optional
        Where to compute; by default the current client, or without one the threads of this process.
    progress : callable
        As progress(rows done, n, what); returning False stops with `Cancelled`.

    Returns
    -------
    KernelPCA
        Fitted. Its `decomposition_.scores` are (0, q): `transform` gives them.

    Raises
    ------
    ValueError, TypeError
        for a kernel that is not psd, chunks of unknown length, arguments out of range, and for NaN
        or infinity, naming the chunk.
    """
    # Imported late: the workers load this module, and need no scikit-learn.
    from kpca_core.kernel_pca import KernelPCA

    kernel = as_kernel(kernel)
    check_arguments(n_components, centre, tol)
    require_psd(
        kernel,
        E_(", which a distributed fit needs; use kpca_core.fit on rows that fit into memory."),
    )
    chunks = Chunks.of(X, client, progress)
    sample = chunks.reduce(_pick, np.vstack, first_rows(chunks.n), _("checking all rows"))
    with np.errstate(over="ignore", invalid="ignore"):
        about_mean = kernel_about_mean(kernel, sample, centre=centre)
        relative_tol = relative_tolerance(about_mean, sample, tol, centre=centre)
        most = landmarks_within(max_memory, ARITY + 2)
        search = search_landmarks(about_mean, sample, chunks.run_pass, relative_tol, most)
        found = search.decomposition(n_components, centre=centre)
        expansion = found.expansion
        scores, extremes = chunks.reduce(_score, _merge_scores, expansion, _("reading the scores"))
    if centre:
        # Their mean is 0, but for rounding, which shows in the smallest components.
        expansion = replace(expansion, offsets=expansion.offsets - scores.mean)
        found = replace(found, expansion=expansion)
    signed = found.with_scores(extremes).canonical().with_scores(found.scores)
    model = KernelPCA(kernel, n_components, centre=centre, tol=tol, max_memory=max_memory)
    model.n_features_in_ = X.shape[1]
    return model._fitted(signed)


@dataclass(frozen=True, eq=False)
class Chunks:
    """The n rows of a Dask array, chunk by chunk, and where to compute on them."""

    n: int
    chunks: tuple[tuple[Chunk, Any], ...]
    client: Client | None
    progress: Progress | None

    @classmethod
    def of(cls, X: da.Array, client: Client | None, progress: Progress | None) -> Chunks:
        X = in_row_chunks(X)
        lengths = X.chunks[0]
        if np.isnan(lengths).any():
            said = E_(
                "X has {n} chunks of unknown length, shape {shape}; call "
                "X.compute_chunk_sizes() first."
            )
            raise ValueError(said.format(n=len(lengths), shape=X.shape))
        n = sum(lengths)
        if n < 1 or X.shape[1] < 1:
            said = E_("X has shape {shape}; kernel PCA needs at least 1 point and 1 column.")
            raise ValueError(said.format(shape=X.shape))
        stops = np.cumsum(lengths).tolist()
        places = (Chunk(i, stop - lengths[i], stop) for i, stop in enumerate(stops))
        both = zip(places, X.to_delayed().ravel(), strict=True)
        kept = tuple((place, block) for place, block in both if len(place))
        return cls(n, kept, _chosen(client), progress)

    def reduce(
        self, task: Callable[..., Any], merge: Callable[..., Any], given: Any, what: str
    ) -> Any:
        """merge([…]) over a tree of task(block, place, given) of every chunk.

        The tree's shape depends on the number of chunks alone, so the result is the same to the
        last bit wherever its tasks run.
        """
        shared = delayed(given, traverse=False)
        task, merge = delayed(task, traverse=False), delayed(merge, traverse=False)
        leaves = [task(block, place, shared) for place, block in self.chunks]
        level = leaves
        while len(level) > 1:
            level = [merge(level[i : i + ARITY]) for i in range(0, len(level), ARITY)]
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

    def run_pass(self, landmarks: Landmarks, number: int, what: str) -> tuple[Summary, Array]:
        """The summary of all rows, and up to SAMPLE_ROWS rows drawn by their residual."""
        summary, drawn = self.reduce(_pass_over, merge_passes, (landmarks, number), what)
        return summary, drawn.rows


def _pick(block: Any, place: Chunk, rows: Indices) -> Array:
    """Those of the given rows of X that lie in this chunk; every row of it is checked."""
    X = place.points(block)
    inside = (place.start <= rows) & (rows < place.stop)
    return X[rows[inside] - place.start]


def _pass_over(block: Any, place: Chunk, given: tuple[Landmarks, int]) -> PassResult:
    """Summarise one chunk on one BLAS thread: a worker runs as many tasks as it has cores."""
    landmarks, seed = given
    X = place.points(block)

    def summarise(rows: slice) -> PassResult:
        summary, residual = Summary.of(landmarks, X[rows])
        return summary, Drawn.of(residual, X[rows], place.start + rows.start, seed)

    with few_threads(0), np.errstate(over="ignore", invalid="ignore"):
        return merge_passes(map(summarise, row_slices(len(X), ROWS)))


def _score(block: Any, place: Chunk, expansion: Expansion) -> tuple[Moments, Array]:
    """The moments of the scores of one chunk, and the most extreme ones."""
    X = place.points(block)
    with few_threads(0):
        scores = expansion(X)
        return Moments.of(scores), _most_extreme(scores)


def _merge_scores(parts: list[tuple[Moments, Array]]) -> tuple[Moments, Array]:
    moments, extremes = zip(*parts, strict=True)
    return reduce(Moments.merge, moments), _most_extreme(np.vstack(extremes))


def _most_extreme(scores: Array) -> Array:
    """The score of largest size of each component (1, q), which decides `canonical_signs`."""
    values: Array = (canonical_signs(scores) * np.abs(scores).max(axis=0))[None, :]
    return values


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
            client = default_client()
        except ValueError:
            return None
    if not isinstance(client, Client):
        said = E_(
            "client must be a distributed.Client or None; got client={client!r}. Connect "
            "with Client('tcp://host:8786')."
        )
        raise TypeError(said.format(client=client))
    return client
