"""
Which columns does a component depend on?
=========================================

The gradient of a component is a vector at every point; its mean size over the data says how much
the component changes with each column.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from kpca_core import Gaussian, KernelPCA
from kpca_core.drawing.printing.displays import InfluenceDisplay

wine = load_wine(as_frame=True)
X = StandardScaler().set_output(transform="pandas").fit_transform(wine.data)
model = KernelPCA(Gaussian(30.0), n_components=4).fit(X)

influence = model.influence()
for column in influence.ranking[:3]:
    print(f"{X.columns[column]:30} {influence.total[column]:.3f}")

display = InfluenceDisplay.from_estimator(model)
display.ax_.tick_params("x", rotation=90)
plt.show()

# %%
# Its arrows in the plane of the scores say where a column acts, and in which direction.
scores = model.transform(X)
arrows = model.biplot(X, ["proline"]).arrows[:, :2, 0]
plt.scatter(*scores[:, :2].T, c=wine.target, s=9)
plt.quiver(*scores[:, :2].T, *arrows.T, angles="xy", width=0.002)
plt.title("where the scores move as proline grows")
plt.show()
