"""The words of the comparison of kernels on "Own data" and "Sweep"."""

from kpca_core._support.words import N_

COMPARE = N_("Compare kernels, and advise")
COMPARED = N_(
    "Up to twenty kernels, which differ in one parameter, are compared with the same points with "
    "each column shuffled by itself, fifty times, by pre-images of points that were held out, and "
    "by fifty resamples. It takes up to a minute and can be stopped."
)
LIMITS = N_(
    "Structure beyond chance: the share of the variance by which the components that resamples "
    "keep exceed 95 % of the shuffled tables, times a weight of ours (after Jørgensen & Hansen "
    "2012). Held-out error: ‖x − x̂‖² of points left out of the fit, for the noise estimated (Alam "
    "& Fukumizu 2014). Angle: by how much the span of the components turns at most in 95 % of the "
    "resamples. The line marks the advice, the ring the least error."
)
SET_WIDTH = N_("Set this width and number of components")
SHOW_VALUE = N_("Show this value in the player")
