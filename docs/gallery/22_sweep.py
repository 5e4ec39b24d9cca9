"""
One parameter over a range
==========================

``sweep`` fits a kernel for each value of its width and follows the functions, so that each keeps
its identity and sign where eigenvalues cross.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian
from kpca_core.analysis.sweep import meetings, regimes, sweep
from kpca_core.datasets import gaussian_clusters

data = gaussian_clusters(seed="paper")
widths = np.geomspace(0.01, 10, 60)
found = sweep([Gaussian(w) for w in widths], widths, data.X, data.labels, data.region, samples=24)

figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
for identity in range(8):
    followed = np.where(found.identities == identity, found.eigenvalues, np.nan)
    axes.loglog(
        widths, np.nanmax(np.where(np.isnan(followed), -np.inf, followed), axis=1).clip(1e-3)
    )
axes.set(xlabel="width", ylabel="eigenvalue", ylim=(1e-2, None))
plt.show()

print(len(meetings(found)), "places where eigenvalues cross or come close")
for regime in regimes(found):
    print(regime)
