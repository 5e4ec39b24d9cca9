"""Words of the page "Denoise"."""

from __future__ import annotations

from kpca_core._support.words import N_, _, plural

NAME = N_("Denoise: from scores back to points")
WHAT = N_(
    "Each arrow leads from a noisy point to its pre-image: the point that a method finds for what "
    "the first d components keep of it."
)
DO = N_(
    "Drag the number of components, the kernel's parameter or the noise; click a point to see the "
    "path that each method takes from it, and behind it the objective, where the kernel has one."
)
WHAT_OF_IMAGES = N_(
    "Each image is what is left of one noisy digit when only d components are kept, by linear PCA "
    "and by each way back from kernel PCA."
)
DO_OF_IMAGES = N_("Choose the noise, the width of the kernel and the digit in the sidebar.")

WHAT_OF_SCORES = N_(
    "Each mark is the image of a digit at its scores on two components; an image comes back from "
    "any place among them."
)
DO_OF_SCORES = N_(
    "Put a place among the scores and drag it: its pre-image is drawn beside the training image "
    "that is nearest to it."
)


def method_does_not_fit(asked: str, needs: str, kernel: str, taken: str) -> str:
    """Say which method ran instead."""
    return _(
        "{asked} needs {needs}; with the kernel {kernel} the points are those of: {taken}."
    ).format(asked=asked, needs=needs, kernel=kernel, taken=taken)


def fewer_components(found: int, asked: int) -> str:
    """Say that there are not so many components."""
    return plural(
        "{found} component exists, {asked} were asked for: nothing more is kept.",
        "{found} components exist, {asked} were asked for: nothing more is kept.",
        found,
    ).format(found=found, asked=asked)


CURVES = N_("What dropping components does")
METHODS_BELOW = N_("The methods beside each other")


def reduction(
    truth: str,
    before: float,
    kept: int,
    after: float | None,
    best: tuple[float, int] | None,
    rank: int,
    by_all: float,
) -> str:
    """Say what keeping some components, and what keeping all of them, leaves of the noise.

    Parameters
    ----------
    truth
        what the distances are from
    before, after, by_all
        of the noisy points, with the `kept` components, None if there are none, and with all `rank`
    best
        the least distance, and with how many components
    """
    if after is None or best is None:
        return _("Without components every point returns to the pre-image of the mean.")
    least, count = best
    noisy = _("The noisy points have a root mean square distance of {before:.3f} from {truth}.")
    first = plural(
        "The first {kept:,} component leaves {after:.3f},",
        "The first {kept:,} components leave {after:.3f},",
        kept,
    )
    others = plural(
        "{count:,} component the least, {least:.3f}, and all {rank} {by_all:.3f}.",
        "{count:,} components the least, {least:.3f}, and all {rank} {by_all:.3f}.",
        count,
    )
    why = _("Dropping the others removes more than noise here.")
    if after < min(before, by_all):
        why = _(
            "Dropping the others amounts to noise reduction here. Schölkopf, Smola & Müller (1998, "
            "section 5.1) say so of a noisy parabola's third component."
        )
    return " ".join((noisy, first, others, why)).format(
        before=before, truth=truth, kept=kept, after=after, count=count, least=least, rank=rank,
        by_all=by_all,
    )  # fmt: skip


ONE_DIGIT = N_("One digit, by method and components")
BY_COMPONENTS = N_("All test images, by components")


def summary(training: int, test: int, width: float, usual: bool) -> str:
    """Say what was learned and what was denoised."""
    why = _(", half of the mean squared distance of two training images") if usual else ""
    return _(
        "Components of {training:,} clean training images, Gaussian kernel of width {width:g}"
        "{why}; {test} test images with noise. Below each image is its mean squared error against "
        "the clean one. The kinds of noise are those of Mika et al. 1999: Gaussian, and speckle."
    ).format(training=training, width=width, why=why, test=test)


def columns_mean(truth: str) -> str:
    """Say what the columns of the table of methods are."""
    return _(
        "Truth: root mean square distance from {truth}. Clean: the same from the points without "
        "noise. Objective: its mean over all points. Converged: for how many points the iteration "
        "did. Steps: the most that a point took. A closed form, which does not iterate, has –."
    ).format(truth=truth)
