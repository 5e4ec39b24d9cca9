"""
A fit in four lines
===================

The three clusters of Figure 4 of Schölkopf, Smola & Müller (1998), their own 90 points, a
Gaussian kernel of width 0.1, and the first eight eigenfunctions.
"""

import matplotlib.pyplot as plt

from kpca_core import Gaussian, Grid, fit
from kpca_core.datasets import gaussian_clusters

data = gaussian_clusters(seed="paper")
decomposition = fit(Gaussian(width=0.1), data.X, n_components=8)
print(decomposition.eigenvalues.round(3))
print(decomposition.certificate)

# %%
# The components are functions of a point. On a grid they are an array (8, 100, 100).

grid = Grid.over(data.region, 100)
fields = decomposition.expansion.on_grid(grid)
(x0, x1), (y0, y1) = data.region

figure, panels = plt.subplots(2, 4, figsize=(10, 5), sharex=True, sharey=True, layout="constrained")
for axes, field, value in zip(panels.flat, fields, decomposition.eigenvalues, strict=True):
    size = abs(field).max()
    axes.imshow(field, "RdBu_r", origin="lower", extent=(x0, x1, y0, y1), vmin=-size, vmax=size)
    axes.scatter(*data.X.T, s=4, color="black")
    axes.set_title(f"λ = {value:.3f}")
plt.show()
