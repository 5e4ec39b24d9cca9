"""
Kernels that are none: the sigmoid
==================================

tanh(2 x·y + 1), of Figure 5 of the paper, is not positive semidefinite: no feature space has it as
its inner product. Its negative eigenvalues are reported; components are those of the positive ones.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Sigmoid, fit
from kpca_core.datasets import gaussian_clusters

X = gaussian_clusters(seed="paper").X
found = fit(Sigmoid(2.0, 1.0), X, n_components=None)
print(found.n_components, "positive eigenvalues,", len(found.negative), "negative ones")
print("shares of the positive part:", found.shares[:3].round(3))

values = np.concatenate([found.eigenvalues, found.negative[::-1]])
figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
axes.bar(range(1, len(values) + 1), values, color=np.where(values > 0, "tab:blue", "tab:red"))
axes.set_yscale("symlog", linthresh=1e-8)
axes.set(xlabel="eigenvalue, descending", ylabel="λ")
plt.show()
