"""On a cluster.

Rows of ten dimensions, three clusters, each on a plane of its own, 8 components, on worker
processes of one thread each; the median of some fits of one worker and of two in turns.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from functools import partial

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

from benchmarks.harness import Answer, Lines, benchmark, in_turns, peak_mib
from kpca_core import Gaussian
from kpca_core.distributed import fit

DIMENSION, CHUNK_ROWS = 10, 50_000
KERNEL = Gaussian(width=1000.0)


def clusters_on_planes(n: int) -> da.Array:
    """Three clusters, each on a plane of its own, with a little noise; every chunk has its seed."""
    fixed = np.random.default_rng(0)
    centres = 2.0 * fixed.standard_normal((3, DIMENSION))
    planes = fixed.standard_normal((3, 2, DIMENSION)) / 3.0

    def block(block_info: dict) -> np.ndarray:
        place = block_info[None]
        rng = np.random.default_rng([1, *place["chunk-location"]])
        rows = place["chunk-shape"][0]
        which = rng.integers(0, 3, rows)
        X = centres[which] + 1e-3 * rng.standard_normal((rows, DIMENSION))
        return X + np.einsum("ni,nid->nd", rng.standard_normal((rows, 2)), planes[which])

    whole, rest = divmod(n, CHUNK_ROWS)
    chunks = ((CHUNK_ROWS,) * whole + (rest,) * (rest > 0), (DIMENSION,))
    return da.map_blocks(block, chunks=chunks, dtype=float, meta=np.empty((0, 0)))


@benchmark
def distributed(rows: int = 2_000_000, rounds: int = 5) -> Lines:
    """A distributed fit: one worker process against two."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        clients, models, runs = {}, {}, {}
        for workers in ("1", "2"):
            cluster = LocalCluster(
                n_workers=int(workers), threads_per_worker=1, processes=True,
                dashboard_address=":0", local_directory=folder,
            )  # fmt: skip
            stack.enter_context(cluster)
            client = stack.enter_context(Client(cluster, set_as_default=False))
            clients[workers], data = client, client.persist(clusters_on_planes(rows))

            def run(workers: str, data: da.Array, client: Client) -> None:
                models[workers] = fit(KERNEL, data, client=client)

            runs[workers] = partial(run, workers, data, client)
        # The first round starts the workers up and makes the data.
        seconds = [one.median / 1e3 for one in in_turns(runs, rounds, twice=False).values()]
        memory = [max(client.run(peak_mib).values()) for client in clients.values()]
    same = np.array_equal(models["1"].eigenvalues_, models["2"].eigenvalues_)
    landmarks = len(models["1"].decomposition_.expansion.points)
    yield str(models["1"].decomposition_.certificate)
    yield Answer(
        f"{rows:,} rows of ten dimensions, {landmarks} landmarks, one worker and two",
        f"{seconds[0]:.1f} s and {memory[0]:.0f} MiB; {seconds[1]:.1f} s and {memory[1]:.0f} MiB "
        f"each; {'the same bits' if same else 'OTHER VALUES'}",
    )
