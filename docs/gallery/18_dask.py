"""
On Dask arrays
==============

``kpca_core.distributed.fit`` takes a Dask array in chunks of rows. Only sums and a sample of the
rows travel. Here it runs on the threads of this process; with a ``distributed.Client`` it runs on
its workers.
"""

import dask.array as da
import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian
from kpca_core.distributed import fit

rng = np.random.default_rng(0)
t = rng.uniform(0, 3 * np.pi, 40_000)
roll = np.stack([t * np.cos(t), t * np.sin(t), 10 * rng.random(len(t))], axis=1) / 10
X = da.from_array(roll, chunks=(10_000, 3))

model = fit(Gaussian(width=1.0), X, n_components=4)
print(model.decomposition_.solver, len(model.expansion_.points), "landmarks")
print(model.decomposition_.certificate)
scores = model.transform(X)
print(scores)

some = scores[::20].compute()
figure, panels = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for axes, (i, j) in zip(panels, ((0, 1), (2, 3)), strict=True):
    axes.scatter(some[:, i], some[:, j], c=t[::20], s=3)
    axes.set(xlabel=f"component {i + 1}", ylabel=f"component {j + 1}")
plt.show()
