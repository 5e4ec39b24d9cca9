"""
A kernel of your own
====================

Any function of two tables of points that returns their kernel values will do, scikit-learn's
kernels of Gaussian processes included. One that you use often is better a class, with its
parameters as fields.
"""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
from sklearn.gaussian_process.kernels import ExpSineSquared

from kpca_core import CallableKernel, Kernel, fit

t = np.sort(np.random.default_rng(0).uniform(0, 4, 120))[:, None]

# %%
# A function k(X, Y) → (n, m), and a kernel of scikit-learn:


def tent(X, Y):
    return np.maximum(0, 1 - np.abs(X - Y.T))


periodic = ExpSineSquared(length_scale=1.0, periodicity=1.0)

# %%
# A class. Whatever it does not define, such as a gradient, is not needed for a fit.


@dataclass(frozen=True)
class Wave(Kernel):
    """k(x, y) = cos(frequency (x − y)) in one dimension."""

    frequency: float

    def gram(self, X, Y):
        return np.cos(self.frequency * (X - Y.T))

    def diagonal(self, X):
        return np.ones(len(X))


# %%
# A callable is not taken to be positive semidefinite, so negative eigenvalues are looked for; of a
# class ``is_psd`` is true unless it says otherwise.

figure, panels = plt.subplots(1, 3, figsize=(10, 3), layout="constrained")
for axes, kernel, name in zip(
    panels, (tent, periodic, Wave(3.0)), ("tent", "ExpSineSquared", "Wave(3.0)"), strict=True
):
    found = fit(kernel, t, n_components=2)
    axes.plot(t, found.scores)
    axes.set(title=f"{name}, psd known: {found.expansion.kernel.is_psd}", xlabel="t")
panels[0].set_ylabel("first two components")
plt.show()
print(isinstance(fit(tent, t, 2).expansion.kernel, CallableKernel))
