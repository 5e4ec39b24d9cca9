"""
Kernel principal component regression
=====================================

Section 6.1 of Schölkopf, Smola & Müller (1998) extracts features by kernel PCA for a linear
classifier, and notes "that a similar approach can be taken in the case of regression estimation".
That is ``KernelPCA`` and ``LinearRegression`` in a row, here beside regression on linear principal
components: on a function that is not linear, and on patients of a diabetes study.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_diabetes, make_friedman1
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kpca_core import Gaussian, KernelPCA, Linear

tables = {
    "Friedman's function": make_friedman1(300, n_features=5, noise=1.0, random_state=0),
    "diabetes": load_diabetes(return_X_y=True),
}
folds = KFold(5, shuffle=True, random_state=0)


def r_squared(kernel, count, X, y):
    """The mean R² of rows that were left out, five folds."""
    steps = StandardScaler(), KernelPCA(kernel, n_components=count), LinearRegression()
    return cross_val_score(make_pipeline(*steps), X, y, cv=folds).mean()


figure, panels = plt.subplots(1, 2, figsize=(9, 4), sharey=True, layout="constrained")
found = {}
for axes, (name, (X, y)) in zip(panels, tables.items(), strict=True):
    columns = X.shape[1]
    for kernel in (Linear(), Gaussian(4.0 * columns)):
        counts = [q for q in (1, 5, 10, 20, 50, 100) if q <= columns or kernel != Linear()]
        values = [r_squared(kernel, count, X, y) for count in counts]
        found[name, type(kernel).__name__] = values
        axes.semilogx(counts, values, "o-", label=type(kernel).__name__)
        count = counts[values.index(max(values))]
        print(f"{name}, {kernel!r}: R² at most {max(values):.3f}, with {count} components")
    axes.set(title=name, xlabel="components", ylabel="R² of rows left out")
    axes.legend()
plt.show()

# %%
# Nonlinear components explain of Friedman's function what linear ones cannot. Of the progression of
# diabetes they explain as much as linear ones do, and with many components less: the regression
# then fits noise.

friedman, diabetes = ({k: found[name, k] for k in ("Linear", "Gaussian")} for name in tables)
assert max(friedman["Gaussian"]) > max(friedman["Linear"]) + 0.2
assert abs(max(diabetes["Gaussian"]) - max(diabetes["Linear"])) < 0.02
assert diabetes["Gaussian"][-1] < max(diabetes["Linear"]) - 0.05
