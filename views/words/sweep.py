"""Words of the page "Sweep"."""

from kpca_core._support.words import N_

NAME = N_("A sweep over one parameter")
WHAT = N_(
    "How the eigenvalues of kernel PCA, and the eigenfunctions over the plane of the data, change "
    "with one parameter of the kernel: a letter and a colour belong to a function and travel with "
    "it, while the maps stand in the order of the eigenvalues."
)
DO = N_(
    "Press Play, drag the slider or the charts, and choose data, kernel and range in the sidebar; "
    "an arrow marks a function that has changed its place, ≈ one that nearly shares its eigenvalue."
)
PRECISION = N_(
    "The maps were sent once, with 8 bits: steps of at most 1.2 % of the largest value of each "
    "map, finer near zero. Between solved values they are interpolated; numbers and sentences are "
    "those of the nearest solved value."
)
NOTHING = N_(
    "At no value of the parameter is there a component: all points are the same to this kernel. "
    "Choose more points."
)
TROUBLE = N_("The maps did not arrive. Load the page again.")
