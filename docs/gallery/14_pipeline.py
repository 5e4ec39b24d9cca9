"""
In a Pipeline, with a grid search
=================================

``KernelPCA`` is an estimator of scikit-learn. The fields of a kernel are parameters: the width is
searched as ``kernelpca__kernel__width``.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kpca_core import Gaussian, KernelPCA

X, y = load_wine(return_X_y=True)
pipeline = make_pipeline(
    StandardScaler(), KernelPCA(Gaussian(1.0), n_components=2), LogisticRegression()
)
widths, counts = [1, 3, 10, 30, 100, 300], [1, 2, 4, 8]
search = GridSearchCV(
    pipeline, {"kernelpca__kernel__width": widths, "kernelpca__n_components": counts}, cv=3
)
search.fit(X, y)
print(search.best_params_, f"{search.best_score_:.3f}")

accuracy = search.cv_results_["mean_test_score"].reshape(len(widths), len(counts))
figure, axes = plt.subplots(figsize=(6, 4.5), layout="constrained")
image = axes.imshow(accuracy, "viridis")
axes.set_xticks(range(len(counts)), counts)
axes.set_yticks(range(len(widths)), widths)
axes.set(xlabel="components", ylabel="width", title="mean accuracy, three folds")
figure.colorbar(image)
plt.show()
