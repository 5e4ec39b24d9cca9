"""
Reduced sets: the same functions over fewer points
==================================================

A fit of 1,002 rows is an expansion over 1,002 points. ``reduced_set`` finds 30 points, which
move, that carry almost the same components (section 4.3 of the paper).
"""

import matplotlib.pyplot as plt

from kpca_core import Gaussian, Grid, KernelPCA
from kpca_core.datasets import gaussian_clusters

data = gaussian_clusters(334, seed=0)
model = KernelPCA(Gaussian(0.1), n_components=4).fit(data.X)
reduced = model.reduced_set(30)
print(reduced.errors, "squared distances ‖V − Ṽ‖² of the components of length 1")

grid = Grid.over(data.region, 80)
both = (model.expansion_, reduced.expansion)
figure, panels = plt.subplots(2, 4, figsize=(10, 5), sharex=True, sharey=True, layout="constrained")
for line, expansion, name in zip(panels, both, ("all rows", "30 points"), strict=True):
    for axes, field in zip(line, expansion.on_grid(grid), strict=True):
        axes.contourf(grid.x, grid.y, field, 15, cmap="RdBu_r")
        axes.scatter(
            *expansion.points.T, s=4 if len(expansion.points) < 100 else 0.2, color="black"
        )
    line[0].set_ylabel(name)
plt.show()
