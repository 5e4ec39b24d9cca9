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
FILES = N_("Work sheet, solutions, notebook")
SHEET, SOLUTIONS, NOTEBOOK = N_("Work sheet"), N_("Solutions"), N_("Notebook")
SHEET_HELP = N_(
    "Two to four pages to hand out: these points, a picture to draw in, numbers to compute by "
    "hand, questions, and room to write."
)
SOLUTIONS_HELP = N_("The same sheet with all numbers and the answers.")
NOTEBOOK_HELP = N_(
    "All steps with pictures for these points. It needs NumPy and Matplotlib alone, and "
    "checks that it finds what this page shows."
)
MOVED_BACK = N_("Put points back")
TOO_MANY = N_("A work sheet holds at most {most} points; these are {n}.")
