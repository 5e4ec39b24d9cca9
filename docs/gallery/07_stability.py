"""
Would other rows give the same?
===============================

``stability`` draws the rows again and again, with repetition, and compares eigenvalues and
leading subspaces.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from kpca_core import Gaussian
from kpca_core.choosing import influence_band, stability

wine = load_wine()
X = StandardScaler().fit_transform(wine.data)
kernel = Gaussian(30.0)

found = stability(kernel, X, 5, samples=100)
print(found)
found.plot()
plt.show()

# %%
# And which columns carry the components? Each is shuffled alone.

band = influence_band(kernel, X, 2, shuffles=20)
band.plot(names=wine.feature_names)
plt.show()
