"""
Rows that come in blocks
========================

``partial_fit`` takes rows block by block and keeps some of them as landmarks. The certificate
states the error that is left.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian, KernelPCA, fit

rng = np.random.default_rng(0)


def block(n):
    """Rows near a curve in five dimensions."""
    t = rng.uniform(-1, 1, n)
    return np.stack([t, t**2, t**3, np.sin(3 * t), np.cos(3 * t)], 1) + 0.05 * rng.standard_normal(
        (n, 5)
    )


model, kept = KernelPCA(Gaussian(2.0), n_components=6, tol=1e-6), []
blocks = [block(1_000) for _ in range(5)]
for rows in blocks:
    model.partial_fit(rows)
    kept.append(len(model.expansion_.points))
print("landmarks after each block:", kept)
print(model.decomposition_.certificate)

whole = fit(Gaussian(2.0), np.concatenate(blocks), 6)
print(
    "all rows at once, largest relative difference of an eigenvalue:",
    f"{np.abs(model.eigenvalues_ / whole.eigenvalues - 1).max():.1e}",
)

figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
axes.semilogy(range(1, 7), whole.eigenvalues, "o", ms=10, mfc="none", label="all rows at once")
axes.semilogy(range(1, 7), model.eigenvalues_, "x", label="five blocks")
axes.set(xlabel="component", ylabel="eigenvalue")
axes.legend()
plt.show()
