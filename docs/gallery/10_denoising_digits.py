"""
Denoising digits
================

Components are learned from clean digits, noisy ones are projected, and pre-images drawn (Mika et
al. 1999). Most writers of the test images drew no training image.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian, KernelPCA, Linear
from kpca_core.datasets import builtin_digits

digits = builtin_digits()
clean = np.stack([digits.X_test[digits.y_test == d][0] for d in range(10)])
noisy = clean + 0.5 * np.random.default_rng(0).standard_normal(clean.shape)

kernel_pca = KernelPCA(Gaussian(18.8), n_components=128).fit(digits.X_train)
linear_pca = KernelPCA(Linear(), n_components=16).fit(digits.X_train)
rows = {
    "clean": clean,
    "noisy": noisy,
    "linear PCA, 16": linear_pca.inverse_transform(linear_pca.transform(noisy)),
    "kernel PCA, 128": kernel_pca.inverse_transform(kernel_pca.transform(noisy)),
}

figure, panels = plt.subplots(4, 10, figsize=(9, 4), layout="constrained")
for line, (name, images) in zip(panels, rows.items(), strict=True):
    for axes, image in zip(line, images, strict=True):
        axes.imshow(image.reshape(8, 8), "gray_r", vmin=-1, vmax=1)
        axes.set(xticks=[], yticks=[])
    line[0].set_ylabel(name, rotation=0, ha="right", va="center")
    print(f"{name:16} mean squared error {np.square(images - clean).mean():.3f}")
plt.show()
