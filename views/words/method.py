"""Words of the page "Method"."""

from kpca_core._support.words import N_

NAME = N_("The method, step by step")
WHAT = N_(
    "Kernel PCA from two points to a contour map: every formula of the derivation with its "
    "numbers, computed from the points that you see."
)
DO = N_(
    "Drag the points and the slider: every step follows. Each step ends with a question; predict, "
    "then look. To present, press F: one step a screen, on and back with Page Down and Page Up."
)
PREDICT = N_("Predict, then look.")
ALONE = N_("Show this step alone")
SHEET, NOTEBOOK = N_("Work sheet"), N_("Notebook")
SHEET_HELP = N_(
    "The numbers of this example to compute by hand, with blanks, and all of them filled in."
)
NOTEBOOK_HELP = N_("NumPy that computes every step and checks that it equals fit.")
MOVED_BACK = N_("Put points back")
TOO_MANY = N_("A work sheet holds at most {most} points; these are {n}.")
NEEDS_MATPLOTLIB = N_("Needs Matplotlib: pip install 'kpca-core[figures]'")
