"""
Beside other methods
====================

Section 6.3 of the paper compares kernel PCA with networks and principal curves; today one would
add t-SNE and others. All take the same points and have one interface.
"""

import matplotlib.pyplot as plt

from kpca_core import Gaussian
from kpca_core.datasets import noisy_parabola
from kpca_core.neighbours import METHODS, with_kernel

X = noisy_parabola(150, noise=0.1, seed=0).X
methods = {
    "kernel PCA": with_kernel("kernel", Gaussian(0.5)),
    "linear PCA": METHODS["linear"],
    "autoassociative network": METHODS["network"],
    "principal curve": METHODS["curve"],
    "Isomap": METHODS["isomap"],
    "kernel ICA": with_kernel("kernel-ica", Gaussian(0.5)),
}

figure, panels = plt.subplots(2, 3, figsize=(10, 6), sharex=True, sharey=True, layout="constrained")
for axes, (name, method) in zip(panels.flat, methods.items(), strict=True):
    found = method.fit(X, 1)
    axes.scatter(*X.T, c=found.scores[:, 0], s=10)
    for curve in found.last.curves:
        axes.plot(*curve.T, color="tab:red")
    axes.set_title(f"{name}")
figure.suptitle("Colour: the first feature")
plt.show()
