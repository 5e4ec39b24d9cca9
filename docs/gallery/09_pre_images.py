"""
Pre-images: from scores back to points
======================================

Noisy points on two rings are projected on 20 components; the pre-image of a projection is the
point whose image is nearest to it. Linear PCA with two components returns the points as they
were.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian, KernelPCA
from kpca_core.datasets import concentric_rings

X = concentric_rings(400, noise=0.08, seed=1).X
model = KernelPCA(Gaussian(width=0.05), n_components=20).fit(X)
denoised = model.inverse_transform(model.transform(X))


def off_the_rings(Y):
    """Root mean square distance from the nearer circle, of radius 1/2 or 1."""
    nearest = np.abs(np.linalg.norm(Y, axis=1)[:, None] - [0.5, 1.0]).min(axis=1)
    return np.sqrt(np.square(nearest).mean())


figure, panels = plt.subplots(
    1, 2, figsize=(9, 4.5), sharex=True, sharey=True, layout="constrained"
)
for axes, Y, name in zip(panels, (X, denoised), ("noisy", "pre-images"), strict=True):
    axes.scatter(*Y.T, s=6)
    axes.set(title=f"{name}: {off_the_rings(Y):.3f} off the rings", aspect="equal")
plt.show()

# %%
# Each method for pre-images has its own object; ``objective`` is ‖φ(y) − P φ(x)‖².

for method in ("fixed-point", "minimisation", "distances", "ridge"):
    images = model.pre_images(model.transform(X), method=method)
    off = off_the_rings(images.points)
    print(f"{method:13} objective {images.objective.mean():.5f}, off {off:.4f}")
