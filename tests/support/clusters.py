"""What the tests of distributed fits share: a cluster of processes, chunked rows, comparisons."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster
from hypothesis import HealthCheck, settings

from kpca_core import Gaussian
from support import cloud

KERNEL = Gaussian(10.0)
X = cloud(3000, seed=3, scale=1.0)

BRIEF = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@contextmanager
def two_workers(folder):
    """A client of two worker processes of one thread each; it does not become the default one."""
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            local_directory=str(folder),
        ) as cluster,
        Client(cluster, set_as_default=False, timeout="60s") as client,
    ):
        yield client


def chunked(points, rows=700):
    return da.from_array(points, chunks=(rows, -1))


def pids(client):
    return set(client.run(os.getpid).values())


def slowly(data):
    """The same data, every chunk of which takes a while."""

    def after_a_while(block):
        time.sleep(0.05)
        return block

    return data.map_blocks(after_a_while, dtype=float)


def assert_same_bits(model, other):
    for name in ("eigenvalues_", "explained_variance_ratio_"):
        np.testing.assert_array_equal(getattr(model, name), getattr(other, name))
    for name in ("points", "coefficients", "offsets"):
        np.testing.assert_array_equal(
            getattr(model.expansion_, name), getattr(other.expansion_, name)
        )
