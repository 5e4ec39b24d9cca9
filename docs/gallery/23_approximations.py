"""
Landmarks and random Fourier features
=====================================

Approximations of kernel PCA beside the exact one: error maps of the first component by how many
landmarks or features are taken.
"""

import matplotlib.pyplot as plt

from kpca_core import Gaussian, Grid, fit
from kpca_core.analysis.approximations import compare, fourier, landmarks, nystroem
from kpca_core.datasets import gaussian_clusters

data = gaussian_clusters(200, seed=0)
kernel, grid = Gaussian(0.1), Grid.over(data.region, 60)
exact = fit(kernel, data.X, 8)
fields = exact.expansion.on_grid(grid)

figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
sizes = [20, 40, 80, 160]
for rule in ("pivoted Cholesky", "uniform", "k-means"):
    found = [nystroem(kernel, data.X, landmarks(kernel, data.X, m, rule)) for m in sizes]
    errors = [compare(one, exact, grid, fields).root_mean_square.max() for one in found]
    axes.loglog(sizes, errors, "o-", label=rule)
found = [fourier(kernel, data.X, m) for m in sizes]
errors = [compare(one, exact, grid, fields).root_mean_square.max() for one in found]
axes.loglog(sizes, errors, "s--", label="random Fourier features")
axes.set(xlabel="landmarks or features", ylabel="largest error of eight functions / range")
axes.legend()
plt.show()
