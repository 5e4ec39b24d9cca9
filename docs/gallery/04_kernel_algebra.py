"""
Kernels add, multiply and scale
===============================

A kernel is a value. Sums, products and positive multiples of kernels are kernels; ``repr`` of
each is Python that makes it again.
"""

import matplotlib.pyplot as plt

from kpca_core import Gaussian, Grid, Laplacian, Linear, Polynomial, fit
from kpca_core.datasets import noisy_parabola

data = noisy_parabola(150, seed=1)
kernels = {
    "Linear()": Linear(),
    "Polynomial(2)": Polynomial(2),
    "Gaussian(0.3)": Gaussian(0.3),
    "Gaussian(0.3) + 0.5 * Linear()": Gaussian(0.3) + 0.5 * Linear(),
    "Polynomial(2) * Gaussian(1.0)": Polynomial(2) * Gaussian(1.0),
    "Laplacian(1.0) * Gaussian(1.0)": Laplacian(1.0) * Gaussian(1.0),
}
print(repr(kernels["Gaussian(0.3) + 0.5 * Linear()"]))
grid = Grid.over(data.region, 80)
(x0, x1), (y0, y1) = data.region

figure, panels = plt.subplots(2, 3, figsize=(10, 6), sharex=True, sharey=True, layout="constrained")
for axes, (name, kernel) in zip(panels.flat, kernels.items(), strict=True):
    found = fit(kernel, data.X, n_components=2)
    axes.contourf(grid.x, grid.y, found.expansion.on_grid(grid)[0], 15, cmap="RdBu_r")
    axes.scatter(*data.X.T, s=3, color="black")
    axes.set_title(name, fontsize="small")
figure.suptitle("The first component")
plt.show()

# %%
# Parameters of a compound kernel have names, which a search over parameters uses.

from kpca_core import KernelPCA

names = KernelPCA(Gaussian(0.3) + 0.5 * Linear()).get_params()
print([name for name in names if name.startswith("kernel__")])
