"""
Reproducing Figure 4
====================

The figures of the paper and of Bishop's book are experiments: settings, the numbers of the
original, and what the text claims about them, each measured. The eigenvalues are the stored output
of the program that the caption of Figure 4 names. On the command line this is ``kpca figure 4``.
"""

import matplotlib.pyplot as plt

from kpca_core import Grid
from kpca_core.reproduction import figure, monte_carlo, run

experiment = figure("4")
result = run(experiment)
for label, theirs, ours in zip(experiment.labels, experiment.published, result.values, strict=True):
    print(f"{label}: authors' program {theirs:.3f}, ours {ours:.3f}")
for claim in result.claims:
    print("holds" if claim.holds else "fails", "|", claim.statement, "|", claim.measured)

(found,) = result.decompositions
grid = Grid.over(experiment.region, 100)
(x0, x1), (y0, y1) = experiment.region
drawn, panels = plt.subplots(2, 4, figsize=(10, 5), sharex=True, sharey=True, layout="constrained")
for axes, field, value in zip(
    panels.flat, found.expansion.on_grid(grid)[:8], result.values, strict=True
):
    axes.contour(grid.x, grid.y, field, 12, cmap="RdBu_r")
    axes.scatter(*result.dataset.X.T, s=4, color="black")
    axes.set_title(f"{value:.3f}")
plt.show()

# %%
# How the eigenvalues vary from draw to draw:

band = monte_carlo(experiment, draws=100)
drawn, axes = plt.subplots(figsize=(7, 4), layout="constrained")
axes.boxplot(band.eigenvalues, whis=(2.5, 97.5), showfliers=False)
axes.plot(range(1, 9), experiment.published, "o", label="authors' program")
axes.set(xlabel="component", ylabel="eigenvalue, 100 draws")
axes.legend()
plt.show()
