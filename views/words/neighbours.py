"""Words of the page "Neighbours"; sentences are those of [S] section 6.3 in our words.

Sources: docs/notation.md.
"""

from __future__ import annotations

from typing import NamedTuple

from kpca_core._support.words import N_, _

NAME = N_("The neighbours of kernel PCA")
WHAT = N_(
    "What section 6.3 of Schölkopf, Smola & Müller (1998), [S] below, compares kernel PCA with, "
    "and what readers compare it with today, on the same points: the first feature as a map, "
    "arrows to the reconstructions, the curve, or the scores alone."
)
DO = N_(
    "Choose two to six methods in the sidebar, play their training, take another start, and "
    "measure what the paper says of them."
)
HEAVY = N_("Networks and t-SNE run when you ask for it.")
TRAIN = N_("Run {names}")
MEASURE = N_("Measure on these points")
MEASURED = N_(
    "Differences are 1 − |correlation| of features: 0 for the same ones, whatever their sign. "
    "Number: how much the features change where one more is asked for. Starts: the largest change "
    "of the first feature. Features: how many of four are not linear in those before. Turned: the "
    "change of the first feature where the points are turned by 40°. Errors: ‖x − x̂‖² as a share "
    "of the variance, of a half that is fitted and of the other half."
)
HEADS = (
    N_("method"), N_("number"), N_("other starts"), N_("features"), N_("turned"), N_("error"),
    N_("held out"),
)  # fmt: skip
SAID = N_("What the paper says, and what we measured")
COUNTED = N_(
    "In brackets: on how many of ten draws of the parabola, of the rings and of the clusters a "
    "sentence holds, by python -m benchmarks neighbours."
)
NOT_CONVERGED = N_(
    "Not converged: in one step over all points the weights of a feature still change by "
    "{share:.0f} % of what Hebb's rule alone would add. The features are not yet those that the "
    "rule ends at."
)
STOPPED = N_("Stopped. What is not drawn has not been run.")
CLASSIFIER = N_("A linear machine on the components beside a nonlinear machine")
CLASSIFIED = N_(
    "Shares of wrong labels on another draw of the same data ([S] section 5.2): a linear support "
    "vector machine on the first components of the kernel above, and a support vector machine with "
    "that kernel itself."
)

FROM_EXPLORE = N_("Take the points of Explore")
FROM_TABLE = N_("Take two columns of Own data")
TAKEN = N_(
    "The points of two columns, at most 300 of them, stand here moved and scaled into the square "
    "from −1 to 1, and are part of the link."
)


def two_columns(count: int) -> str:
    """Say that the table is not of the plane."""
    return _("Choose two columns on the page Own data; {count} are chosen there.").format(
        count=count
    )


def some(drawn: int, of: int) -> str:
    """Say that of many points some are taken."""
    return _(
        "{drawn} of {of:,} points, evenly spread: iterations on all would take too long here."
    ).format(drawn=drawn, of=of)


def held(counts: tuple[int, int, int]) -> str:
    """Say on how many draws a sentence holds."""
    if counts == ALL:
        return " " + _("(all)")
    said = ",\N{NO-BREAK SPACE}".join(map(str, counts))
    return f" ({said})" if any(counts) else " " + _("(none)")


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
# A curve made of few splines is smoother than the means of the points that project on it.
COUNTS = {
    "interpretation": (9, 7, 10),
    "local minima": (0, 9, 8),
    "starting point": (2, 10, 10),
    "overfitting": (9, 10, 9),
    "averages": (7, 1, 2),
}

_HEBBIAN = (
    Sentence("6.3.1", N_("They have advantages where the data change with time."), "nonstationary"),
    Sentence(
        "6.3.1",
        N_(
            "With activations they have no interpretation as PCA in a feature space, so what they "
            "extract is harder to say."
        ),
        "interpretation",
    ),
)
_CURVE = (
    Sentence(
        "6.3.3", N_("The curve seeks to be the mean of the points that project on it."), "averages"
    ),
    Sentence(
        "6.3.3",
        N_("The only straight lines with that property are principal axes."),
        "straight lines",
    ),
    Sentence("6.3.3", N_("Its optimisation is nonlinear.")),
    Sentence("", N_("From other starts it ends elsewhere here."), "curves"),
)
# Counted are curves with two ends.
_CLOSED_CURVE = (Sentence(_CURVE[0].place, _CURVE[0].text), _CURVE[2])
SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "kernel": (
        Sentence(
            "6.3.5", N_("It is linear algebra, without nonlinear optimisation."), "linear algebra"
        ),
        Sentence(
            "6.3.5", N_("The number of features need not be known before."), "number of kernel PCA"
        ),
        Sentence(
            "6.3.5", N_("It is harder to interpret in input space than a curve."), "input space"
        ),
        Sentence("6.3.5", N_("Polynomial kernels have features of higher order."), "monomials"),
        Sentence("6.3.5", N_("Many points make the matrix K large.")),
        Sentence("", N_("Of a Gaussian in the plane our solvers hold no matrix K."), "memory"),
        Sentence("6.3.2", N_("Its tanh kernel has features like a network's."), "tanh kernel"),
    ),
    "linear": (Sentence("6.3.5", N_("It is kernel PCA with the kernel x · y."), "linear kernel"),),
    "oja": _HEBBIAN,
    "sanger": _HEBBIAN,
    "sanger-tanh": _HEBBIAN,
    "network": (
        Sentence(
            "6.3.2",
            N_("With three linear layers it finds what is closely related to PCA."),
            "linear network",
        ),
        Sentence("6.3.2", N_("An activation in three layers alone does not help."), "three layers"),
        Sentence("6.3.2", N_("Training can end in local minima."), "local minima"),
        Sentence("6.3.2", N_("What it finds depends on its start."), "starting point"),
        Sentence("6.3.2", N_("It may fit the noise."), "overfitting"),
        Sentence(
            "6.3.2", N_("The number of features has to be known before."), "number of a network"
        ),
    ),
    "curve": _CURVE,
    "closed-curve": _CLOSED_CURVE,
    "local": (
        Sentence("6.3.4", N_("Where one line fails, lines in regions can be better."), "local"),
    ),
    "power": (Sentence("4.3", N_("It finds the largest eigenvalues alone, one by one.")),),
    "kernel-hebbian": (
        Sentence(
            "", N_("Sanger's rule in feature space: it ends at kernel PCA (Kim et al. 2005).")
        ),
    ),
    "kernel-kmeans": (
        Sentence("7", N_("A nonlinear form of k-means.")),
        Sentence("", N_("Here: Lloyd's algorithm in feature space.")),
    ),
    "kernel-ica": (
        Sentence("7", N_("Kernel-based independent component analysis.")),
        Sentence("", N_("Here: whitened scores, rotated.")),
    ),
    "isomap": (Sentence("", N_("Kernel PCA with a kernel of shortest ways (Ham et al. 2004).")),),
    "scaling": (
        Sentence("", N_("Kernel PCA with the kernel −½ d²; here of city-block distances.")),
    ),
    "spectral": (
        Sentence("", N_("Eigenvectors of the graph Laplacian of the same kernel's weights.")),
    ),
    "tsne": (
        Sentence(
            "", N_("A map of the points alone: no functions, no way back, a start that matters.")
        ),
    ),
}
NAMES = {
    "kernel": N_("Kernel PCA"),
    "linear": N_("Linear PCA"),
    "oja": N_("Oja's rule"),
    "sanger": N_("Sanger's rule"),
    "sanger-tanh": N_("Sanger's rule, tanh"),
    "kernel-hebbian": N_("Kernel Hebbian"),
    "power": N_("Power method"),
    "network": N_("Network"),
    "curve": N_("Principal curve"),
    "closed-curve": N_("Closed curve"),
    "local": N_("Local PCA"),
    "kernel-kmeans": N_("Kernel k-means"),
    "kernel-ica": N_("Kernel ICA"),
    "isomap": N_("Isomap"),
    "spectral": N_("Spectral embedding"),
    "tsne": N_("t-SNE"),
    "scaling": N_("Classical scaling"),
}
