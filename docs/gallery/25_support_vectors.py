"""
Support vectors that different kernels share
============================================

Section 3 of Schölkopf, Smola & Müller (1998) says of support vector classifiers with polynomial,
Gaussian and tanh kernels that they "exhibit very similar accuracy" and construct their decision
functions "from an almost identical subset" of the training patterns (Schölkopf, Burges & Vapnik
1995). Here both are measured on scikit-learn's small digits: ten classifiers a kernel, each of one
digit against the others.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from kpca_core import Gaussian, Polynomial, Sigmoid

X, y = load_digits(return_X_y=True)
X = (X - 8) / 64  # ‖x‖ ≤ 1
train, test = np.arange(len(X)) % 2 == 0, np.arange(len(X)) % 2 == 1
kernels = {
    "polynomial": Polynomial(2, 1.0),
    "Gaussian": Gaussian(1.0),
    "tanh": Sigmoid(2.0, -1.5),
}
used = {}
for name, kernel in kernels.items():
    K, new = kernel(X[train]), kernel(X[test], X[train])
    machines = [SVC(kernel="precomputed", C=10.0).fit(K, y[train] == digit) for digit in range(10)]
    used[name] = [set(machine.support_.tolist()) for machine in machines]
    decided = np.argmax([machine.decision_function(new) for machine in machines], axis=0)
    number = np.mean([len(one) for one in used[name]])
    print(
        f"{name:10} accuracy {np.mean(decided == y[test]):.3f}, "
        f"{number:.0f} of {train.sum()} points are support vectors"
    )

# %%
# What part of the support vectors of one kernel (rows) are support vectors of another one
# (columns), over all ten classifiers. Sets drawn by chance would share as small a part as they are
# of all points.


def part(these, those):
    """The part of one kernel's support vectors that another one has, over all classifiers."""
    both = sum(len(a & b) for a, b in zip(these, those, strict=True))
    return both / sum(map(len, these))


shared = np.array([[part(used[a], used[b]) for b in used] for a in used])
by_chance = max(len(one) for sets in used.values() for one in sets) / train.sum()
print(shared.round(3), f"by chance at most {by_chance:.3f}")
apart = shared[~np.eye(len(used), dtype=bool)]
print(f"{apart.min():.0%} to {apart.max():.0%} shared: mostly the same, not almost identical here")
assert 0.7 < apart.min() < 0.9
assert by_chance < 0.14

figure, axes = plt.subplots(figsize=(4.8, 4), layout="constrained")
image = axes.imshow(shared, "viridis", vmin=0, vmax=1)
axes.set_xticks(range(3), used)
axes.set_yticks(range(3), used)
for (row, column), share in np.ndenumerate(shared):
    axes.text(column, row, f"{share:.0%}", ha="center", va="center", color="black")
figure.colorbar(image, label="part of the row's support vectors")
plt.show()
