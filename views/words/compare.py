"""Words of the page "Compare"."""

from kpca_core._support.words import N_

NAME = N_("Two settings side by side")
WHAT = N_(
    "The eigenfunctions of kernel PCA for two settings A and B on the same data, matched by their "
    "overlap, with their differences and the angles between the spaces that their scores span."
)
DO = N_(
    "Set A and B in the sidebar, drag a slider above the maps, or begin with a story; one switch "
    "gives both sides the same slider."
)
COMPUTED = N_("How it was computed")
NOTHING = N_(
    "One of the sides has no component: all points are the same to its kernel. Choose more points "
    "or another kernel."
)
SCALES = N_(
    "Partners have one letter, one colour scale and one set of contour lines, those of the larger; "
    "their difference has them, too, and is not drawn if it stays below 1 % of them. An arrow "
    "marks a function that has another place in B. Sentences are about the points that both sides "
    "have."
)
