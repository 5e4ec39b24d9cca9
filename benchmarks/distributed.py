"""A distributed fit of 2,000,000 rows in ten dimensions: one worker process against two.

python -m benchmarks.distributed [rows]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from contextlib import ExitStack

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

from benchmarks.timing import peak_mib
from kpca_core import Gaussian
from kpca_core.distributed import fit

ROWS = 2_000_000
DIMENSION = 10
CHUNK_ROWS = 50_000
KERNEL = Gaussian(width=1000.0)
ROUNDS = 5


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


def main(rows: int = ROWS) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        clients, data, models = {}, {}, {}
        for workers in (1, 2):
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=":0",
                local_directory=folder,
            )
            stack.enter_context(cluster)
            client = stack.enter_context(Client(cluster, set_as_default=False))
            clients[workers] = client
            data[workers] = client.persist(clusters_on_planes(rows))

        # The first round starts the workers up and makes the data.
        seconds: dict[int, list[float]] = {1: [], 2: []}
        for measured in range(ROUNDS + 1):
            for workers, client in clients.items():
                start = time.perf_counter()
                models[workers] = fit(KERNEL, data[workers], client=client)
                if measured:
                    seconds[workers].append(time.perf_counter() - start)
        memory = {w: max(client.run(peak_mib).values()) for w, client in clients.items()}

    median = {workers: statistics.median(samples) for workers, samples in seconds.items()}
    found = models[1].decomposition_
    print(
        f"n = {rows:,}, D = {DIMENSION}, {KERNEL!r}, {len(found.expansion.points)} landmarks, "
        f"8 components; median of {ROUNDS}"
    )
    print(f"{found.certificate}; the rows are {rows * DIMENSION * 8 / 2**20:.0f} MiB")
    print(f"{'workers':>8} {'seconds':>9} {'peak MiB a worker':>18}   ratio")
    print(f"{1:>8} {median[1]:>9.1f} {memory[1]:>18.0f}")
    ratio = median[1] / median[2]
    print(f"{2:>8} {median[2]:>9.1f} {memory[2]:>18.0f}   {ratio:5.2f}")
    same = np.array_equal(models[1].eigenvalues_, models[2].eigenvalues_)
    print(f"eigenvalues of both: {'the same bits' if same else 'DIFFERENT'}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
