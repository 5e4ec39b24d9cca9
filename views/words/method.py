"""Words of the page "Method"."""

NAME = "The method, step by step"
WHAT = (
    "Kernel PCA from two points to a contour map: every formula of the derivation with its "
    "numbers, computed from the points that you see."
)
DO = (
    "Drag the points and the slider: every step follows. Each step ends with a question; predict, "
    "then look. Show one step alone to present it, and go on with Page Down."
)
PREDICT = "Predict, then look."
ANSWER = "Measured on these points"
ALONE, ALL = "Show this step alone", "All steps"
NEXT_STEP, PREVIOUS_STEP = "Next step", "Previous step"
SHEET, NOTEBOOK = "Work sheet", "Notebook"
SHEET_HELP = (
    "The numbers of this example to compute by hand, with blanks, and all of them filled in."
)
NOTEBOOK_HELP = "NumPy that computes every step and checks that it equals fit."
MOVED_BACK = "Put points back"
SOURCES = (
    "[S] Schölkopf, Smola & Müller (1998). [B] Bishop, *Pattern Recognition and Machine Learning*, "
    "section 12.3. [N] notes on norm and projection. [C] CS 4786, lecture 6."
)
TOO_MANY = "A work sheet holds at most {most} points; these are {n}."
NEEDS_MATPLOTLIB = "Needs Matplotlib: pip install 'kpca-core[figures]'"
