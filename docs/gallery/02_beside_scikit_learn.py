"""
The same numbers as scikit-learn's KernelPCA
============================================

``KernelPCA`` takes scikit-learn's names and parameters. Eigenvalues and scores agree, but for the
sign of each component.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris
from sklearn.decomposition import KernelPCA as ScikitLearns

from kpca_core import KernelPCA

X, y = load_iris(return_X_y=True)
parameters = {"n_components": 2, "kernel": "rbf", "gamma": 0.2}
ours = KernelPCA(**parameters).fit(X)
theirs = ScikitLearns(**parameters).fit(X)

difference = np.abs(ours.eigenvalues_ - theirs.eigenvalues_).max() / theirs.eigenvalues_[0]
print(f"eigenvalues differ by {difference:.1e} of the largest")

# %%
# What is there besides: the share of the variance of each component, right although only two of 150
# were computed, and a certificate.

print(ours.explained_variance_ratio_.round(3))
print(ours.decomposition_.certificate)

scores, others = ours.transform(X), theirs.transform(X)
signs = np.sign((scores * others).sum(axis=0))
figure, panels = plt.subplots(1, 2, figsize=(9, 4), sharex=True, sharey=True, layout="constrained")
for axes, Z, name in zip(panels, (scores * signs, others), ("kpca_core", "sklearn"), strict=True):
    axes.scatter(*Z.T, c=y, s=12, cmap="viridis")
    axes.set(title=name, xlabel="component 1")
panels[0].set_ylabel("component 2")
plt.show()
