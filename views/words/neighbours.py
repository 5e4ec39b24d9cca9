"""Words of the page "Neighbours"; sentences are those of [S] section 6.3 in our words.

Sources: docs/notation.md.
"""

from __future__ import annotations

from typing import NamedTuple

NAME = "The neighbours of kernel PCA"
WHAT = (
    "What section 6.3 of Schölkopf, Smola & Müller (1998) compares kernel PCA with, and what "
    "readers compare it with today, on the same points: the first feature as a map, arrows to the "
    "reconstructions, the curve, or the scores alone."
)
DO = (
    "Choose two to six methods in the sidebar, play their training, take another start, and "
    "measure what the paper says of them."
)
HEAVY = "Networks and t-SNE run when you ask for it."
TRAIN = "Run {names}"
MEASURE = "Measure on these points"
MEASURED = (
    "Differences are 1 − |correlation| of features: 0 for the same ones, whatever their sign. "
    "Number: how much the features change where one more is asked for. Starts: the largest change "
    "of the first feature. Features: how many of four are not linear in those before. Turned: the "
    "change of the first feature where the points are turned by 40°. Errors: ‖x − x̂‖² as a share "
    "of the variance, of a half that is fitted and of the other half."
)
HEADS = ("method", "number", "other starts", "features", "turned", "error", "held out")
SAID = "What the paper says, and what we measured"
COUNTED = (
    "In brackets: on how many of ten draws of the parabola, of the rings and of the clusters a "
    "sentence holds, by python -m benchmarks neighbours."
)
STOPPED = "Stopped. What is not drawn has not been run."
CLASSIFIER = "A linear machine on the components beside a nonlinear machine"
CLASSIFIED = (
    "Shares of wrong labels on another draw of the same data ([S] section 5.2): a linear support "
    "vector machine on the first components of the kernel above, and a support vector machine with "
    "that kernel itself."
)

FROM_EXPLORE = "Take the points of Explore"
FROM_TABLE = "Take two columns of Own data"
TAKEN = (
    "The points of two columns, at most 300 of them, stand here moved and scaled into the square "
    "from −1 to 1, and are part of the link."
)


def two_columns(count: int) -> str:
    """Say that the table is not of the plane."""
    return f"Choose two columns on the page Own data; {count} are chosen there."


def some(drawn: int, of: int) -> str:
    """Say that of many points some are taken."""
    return f"{drawn} of {of:,} points, evenly spread: iterations on all would take too long here."


def held(counts: tuple[int, int, int]) -> str:
    """Say on how many draws a sentence holds."""
    if counts == ALL:
        return " (all)"
    said = ",\N{NO-BREAK SPACE}".join(map(str, counts))
    return f" ({said})" if any(counts) else " (none)"


class Sentence(NamedTuple):
    """A sentence of the paper in our words.

    Parameters
    ----------
    place : its section
    text : what it says
    claim : its name in `benchmarks.neighbours`; "" where nothing is measured
    """

    place: str
    text: str
    claim: str = ""


ALL = (10, 10, 10)
# On how many of ten draws of the parabola, rings and clusters a sentence holds, all unless named.
# A curve made of few splines is smoother than the means of the points that project on it;
# components of a Gaussian in the plane are found without K.
COUNTS = {
    "interpretation": (9, 7, 10),
    "local minima": (0, 9, 8),
    "starting point": (2, 10, 10),
    "overfitting": (9, 10, 9),
    "averages": (7, 1, 2),
    "memory": (0, 0, 0),
}

_HEBBIAN = (
    Sentence("6.3.1", "They have advantages where the data change with time.", "nonstationary"),
    Sentence(
        "6.3.1",
        "With activations they are no PCA in any feature space, so what they extract is harder to "
        "say.",
        "interpretation",
    ),
)
_CURVE = (
    Sentence(
        "6.3.3", "The curve seeks to be the mean of the points that project on it.", "averages"
    ),
    Sentence(
        "6.3.3", "The only straight lines with that property are principal axes.", "straight lines"
    ),
    Sentence("6.3.3", "Its optimisation is nonlinear: other starts end elsewhere here.", "curves"),
)
SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "kernel": (
        Sentence(
            "6.3.5", "It is linear algebra, without nonlinear optimisation.", "linear algebra"
        ),
        Sentence(
            "6.3.5", "The number of features need not be known before.", "number of kernel PCA"
        ),
        Sentence("6.3.5", "It is harder to interpret in input space than a curve.", "input space"),
        Sentence("6.3.5", "Polynomial kernels have features of higher order.", "monomials"),
        Sentence(
            "6.3.5",
            "Many points make the matrix K large. Our solvers do without it in the plane.",
            "memory",
        ),
        Sentence("6.3.2", "Its tanh kernel has features like a network's.", "tanh kernel"),
    ),
    "linear": (Sentence("6.3.5", "It is kernel PCA with the kernel x · y.", "linear kernel"),),
    "oja": _HEBBIAN,
    "sanger": _HEBBIAN,
    "sanger-tanh": _HEBBIAN,
    "network": (
        Sentence("6.3.2", "With three linear layers it finds what PCA finds.", "linear network"),
        Sentence("6.3.2", "An activation in three layers alone does not help.", "three layers"),
        Sentence("6.3.2", "Training can end in local minima.", "local minima"),
        Sentence("6.3.2", "What it finds depends on its start.", "starting point"),
        Sentence("6.3.2", "It may fit the noise.", "overfitting"),
        Sentence("6.3.2", "The number of features has to be known before.", "number of a network"),
    ),
    "curve": _CURVE,
    "closed-curve": _CURVE,
    "local": (Sentence("6.3.4", "Where one line fails, lines in regions can be better.", "local"),),
    "power": (Sentence("4.3", "It finds the largest eigenvalues alone, one by one."),),
    "kernel-hebbian": (
        Sentence("", "Sanger's rule in feature space: it ends at kernel PCA (Kim et al. 2005)."),
    ),
    "kernel-kmeans": (Sentence("7", "A nonlinear k-means: Lloyd's algorithm in feature space."),),
    "kernel-ica": (Sentence("7", "Independent components: whitened scores, rotated."),),
    "isomap": (Sentence("", "Kernel PCA with a kernel of shortest ways (Ham et al. 2004)."),),
    "scaling": (Sentence("", "Kernel PCA with the kernel −½ d²; here of city-block distances."),),
    "spectral": (
        Sentence("", "Eigenvectors of the graph Laplacian of the same kernel's weights."),
    ),
    "tsne": (
        Sentence("", "A map of the points alone: no functions, no way back, a start that matters."),
    ),
}
NAMES = {
    "kernel": "Kernel PCA",
    "linear": "Linear PCA",
    "oja": "Oja's rule",
    "sanger": "Sanger's rule",
    "sanger-tanh": "Sanger's rule, tanh",
    "kernel-hebbian": "Kernel Hebbian",
    "power": "Power method",
    "network": "Network",
    "curve": "Principal curve",
    "closed-curve": "Closed curve",
    "local": "Local PCA",
    "kernel-kmeans": "Kernel k-means",
    "kernel-ica": "Kernel ICA",
    "isomap": "Isomap",
    "spectral": "Spectral embedding",
    "tsne": "t-SNE",
    "scaling": "Classical scaling",
}
