"""Words of the page "Neighbours"; sentences are those of [S] section 6.3 in our words.

Sources: docs/notation.md.
"""

from __future__ import annotations

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
HEAVY = N_("Networks, t-SNE and UMAP run when you ask for it.")
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
AWAY = N_(
    "Not converged: the weights are still {angle:.0f}° from the components that the rule ends at, "
    "or from their span where it finds the span alone."
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
