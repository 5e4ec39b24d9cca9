"""
Novelty: rows unlike those that were fitted
===========================================

The reconstruction error of a row is the squared distance of its image from the components
(Hoffmann 2007). Its threshold is a quantile of the errors of rows that were held out.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian
from kpca_core.choosing import NoveltyDetector
from kpca_core.datasets import noisy_parabola

usual = noisy_parabola(300, noise=0.1, seed=0).X
detector = NoveltyDetector(Gaussian(0.3), false_alarms=0.05).fit(usual)

x, y = np.linspace(-1.6, 1.6, 90), np.linspace(-0.8, 1.8, 90)
plane = np.stack(np.meshgrid(x, y), axis=-1)
margin = detector.decision_function(plane.reshape(-1, 2)).reshape(90, 90)

figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
image = axes.contourf(
    x, y, margin, 20, cmap="RdBu", vmin=-abs(margin).max(), vmax=abs(margin).max()
)
axes.contour(x, y, margin, [0.0], colors="black")
axes.scatter(*usual.T, s=4, color="black")
axes.set_title("below 0: novel")
figure.colorbar(image)
plt.show()

others = noisy_parabola(1_000, noise=0.1, seed=1).X
print(f"{(detector.predict(others) < 0).mean():.1%} of new rows of the same kind are called novel")
