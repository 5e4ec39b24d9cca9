"""
Rings lifted onto a paraboloid
==============================

No line separates two rings. Lecture 6 of CS 4786 lifts each point to (x, y, x² + y²), where a plane
does, and takes linear PCA there. ``Paraboloid`` is the kernel of this map: kernel PCA of the two
columns is linear PCA of the three.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Grid, Linear, Paraboloid, fit
from kpca_core.datasets import concentric_rings

data = concentric_rings(200, seed=0)
lifted = np.column_stack([data.X, (data.X**2).sum(axis=1)])
as_kernel, as_data = fit(Paraboloid(), data.X, 3), fit(Linear(), lifted, 3)
print("with the kernel      ", as_kernel.eigenvalues)
print("of the three columns ", as_data.eigenvalues)
assert np.allclose(as_kernel.eigenvalues, as_data.eigenvalues, rtol=1e-12, atol=0)

# %%
# The lecture says that PCA "would pick direction that separates" the rings. That direction is the
# first component only where the third column varies more than the two others: with h = 1 it is the
# third component here, with h = 2 the first. ``Paraboloid(height=h)`` has the map
# (x, y, h (x² + y²)), so h stands for the unit of length.

grid = Grid.over(data.region, 80)
figure, panels = plt.subplots(2, 3, figsize=(9, 6), sharex=True, sharey=True, layout="constrained")
for line, height in zip(panels, (1.0, 2.0), strict=True):
    found = fit(Paraboloid(height), data.X, 3)
    separate = []
    fields = found.expansion.on_grid(grid)
    for j, (axes, field) in enumerate(zip(line, fields, strict=True)):
        scores = [found.scores[data.labels == ring, j] for ring in (0, 1)]
        apart = max(scores[0].min() - scores[1].max(), scores[1].min() - scores[0].max()) > 0
        axes.contourf(grid.x, grid.y, field, 15, cmap="RdBu_r")
        axes.scatter(*data.X.T, c=data.labels, s=4, cmap="gray")
        separate += [j + 1] if apart else []
        said = ", separates the rings" if apart else ""
        axes.set_title(f"h = {height:g}, λ = {found.eigenvalues[j]:.1f}{said}", fontsize="small")
        print(f"h = {height:g}, component {j + 1}: separates the rings: {apart}")
    assert separate == [3 if height == 1 else 1]
plt.show()
