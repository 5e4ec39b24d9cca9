"""Scores of kernel PCA and a linear classifier beside a nonlinear one ([S] section 5.2).

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _
from kpca_core.kernels import Kernel
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class ClassifierErrors:
    """Shares of held-out points that get a wrong label.

    Parameters
    ----------
    counts : tuple of int
        (c,) how many components the linear machine sees.
    components : (c,) array
        Its errors.
    machine : float
        Of the support vector machine with the kernel itself.
    majority : float
        Of the label that is most frequent among the training points.
    """

    counts: tuple[int, ...]
    components: Array
    machine: float
    majority: float

    __repr__ = in_one_line


def classifier_errors(
    kernel: Kernel,
    X: ArrayLike,
    labels: ArrayLike,
    held_out: ArrayLike,
    held_labels: ArrayLike,
    counts: Sequence[int] = (1, 2, 4, 8, 16, 32),
    C: float = 10.0,
    progress: Progress | None = None,
) -> ClassifierErrors:
    """Compare a linear machine on the first components with the nonlinear machine.

    Both are support vector machines by scikit-learn with the same C; components are scaled to the
    variance 1 of the first one, so that C means the same for every kernel. Counts beyond the
    components that exist are left out.

    Parameters
    ----------
    kernel : Kernel
        Positive semidefinite; of another one the nonlinear machine's problem may have several
        minima.
    X, held_out : (n, D) and (m, D) arrays
        The rows to learn from, and those to classify.
    labels, held_labels : (n,) and (m,) arrays
        Their classes.
    C : float
        Penalty of points on the wrong side.

    Raises
    ------
    ValueError
        for points that are not finite, or fewer than two labels
    """
    from sklearn.svm import SVC

    X, held_out = finite_points(X, "X"), finite_points(held_out, "held_out")
    labels, held_labels = np.asarray(labels), np.asarray(held_labels)
    names, sizes = np.unique(labels, return_counts=True)
    if len(names) < 2:
        said = E_("A classifier needs at least two labels; got {labels}.")
        raise ValueError(said.format(labels=names.tolist()))
    found = fit(kernel, X, max(counts), progress=progress)
    scale = float(np.sqrt(found.variances[0]))
    train, test = found.scores / scale, found.expansion(held_out) / scale
    fitting = tuple(count for count in counts if count <= found.n_components)
    errors = []
    for i, count in enumerate(fitting):
        report(progress, i, len(fitting), _("linear machines"))
        model = SVC(kernel="linear", C=C).fit(train[:, :count], labels)
        errors.append(float(np.mean(model.predict(test[:, :count]) != held_labels)))
    model = SVC(kernel="precomputed", C=C).fit(kernel(X) / scale**2, labels)
    wrong = model.predict(kernel(held_out, X) / scale**2) != held_labels
    majority = float(np.mean(held_labels != names[sizes.argmax()]))
    return ClassifierErrors(fitting, np.array(errors), float(np.mean(wrong)), majority)
