"""
Projecting new rows
===================

The components are functions, f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j]. An
:class:`~kpca_core.Expansion` holds their coefficients, so new rows need no refit.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

from kpca_core import Gaussian, KernelPCA

X, y = load_digits(return_X_y=True)
old, new, y_old, y_new = train_test_split(X / 16, y, random_state=0)

model = KernelPCA(Gaussian(10.0), n_components=2).fit(old)
Z = model.transform(new)

# %%
# The same by hand, and the centring is right: training rows get their scores.

f = model.expansion_
by_hand = f.kernel(new, f.points) @ f.coefficients + f.offsets
np.testing.assert_allclose(by_hand, Z, atol=1e-12)
np.testing.assert_allclose(model.transform(old), model.decomposition_.scores, atol=1e-12)

figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
axes.scatter(*model.transform(old).T, c=y_old, cmap="tab10", s=4, alpha=0.3, label="fitted")
points = axes.scatter(*Z.T, c=y_new, cmap="tab10", s=14, label="new")
axes.set(xlabel="component 1", ylabel="component 2")
figure.colorbar(points, label="digit")
axes.legend()
plt.show()
