"""
A million rows
==============

In the plane a Gaussian kernel is a sum of products of few features of each coordinate, so one
pass over the rows is enough, and no n×n matrix is ever held. A million rows and 2,000 more, of
three clusters:
"""

import time

import matplotlib.pyplot as plt

from kpca_core import Gaussian, Grid, fit
from kpca_core.datasets import gaussian_clusters

data = gaussian_clusters(334_000, seed=0)
start = time.perf_counter()
found = fit(Gaussian(0.1), data.X, n_components=8)
print(f"{found.solver}: {time.perf_counter() - start:.1f} s, {found.certificate}")
print(found.variances.round(4))

grid = Grid.over(data.region, 100)
(x0, x1), (y0, y1) = data.region
figure, panels = plt.subplots(2, 4, figsize=(10, 5), sharex=True, sharey=True, layout="constrained")
for axes, field in zip(panels.flat, found.expansion.on_grid(grid), strict=True):
    size = abs(field).max()
    axes.imshow(field, "RdBu_r", origin="lower", extent=(x0, x1, y0, y1), vmin=-size, vmax=size)
plt.show()

# %%
# What other kernels and more columns take is measured in :doc:`/measured`; which solver runs where,
# in :doc:`/solvers`.
