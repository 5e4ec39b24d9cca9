"""
Which width, and how many components
====================================

``choose_width`` compares thirty Gaussians with the same table after each of its columns has been
shuffled by itself. What exceeds the shuffles is structure.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core.choosing import choose_width, dilations

rng = np.random.default_rng(0)
centres = 4 * np.eye(3, 6)
X = np.concatenate([centre + rng.standard_normal((60, 6)) for centre in centres])

choice = choose_width(dilations(X=X), X, shuffles=20)
print(choice)
choice.plot()
plt.show()

# %%
# Three clusters differ in two directions.

print(choice.count, "components stand out with", choice.kernel)

# %%
# For denoising the question is another one, and so is the answer: ``held_out_errors`` measures how
# far pre-images of rows that were held out are from the rows without noise.

from kpca_core.choosing import held_out_errors
from kpca_core.datasets import concentric_rings

rings = concentric_rings(200, noise=0.08, seed=1).X
errors = held_out_errors(dilations(X=rings, number=8), rings, noise=0.08)
print(errors.kernel, errors.count)
errors.plot()
plt.show()
