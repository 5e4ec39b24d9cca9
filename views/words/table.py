"""Words of the page "Own data"."""

from kpca_core._support.words import N_

NAME = N_("Your own data")
WHAT = N_(
    "Kernel PCA of a table: each row stands where its scores put it, rows with similar scores "
    "together. The maps below are slices through the same components."
)
DO = N_(
    "Give a table or take one of the sets in the sidebar, choose columns and labels "
    "there, drag the slider above the maps, and download the scores."
)
GIFT = {
    "kinds": N_(
        "A file: CSV, TSV, other text, Excel (.xlsx, .xls), LibreOffice (.ods), Parquet, NPY or "
        "NPZ; also .csv.gz, or a .zip of one."
    ),
    "choose": N_("Choose a file, or drop it here"),
    "paste": N_("Or paste lines"),
    "read": N_("Read the lines"),
    "pasted": N_("pasted lines"),
    "empty": N_("There are no lines to read: paste some first."),
    "sending": N_("Sending"),
    "lost": N_("The server cannot be reached. Try again, or load the page again."),
    "refused": N_(
        "A server between this page and the app did not take the table (status {status}). Load the "
        "page again, or ask whoever runs it to let PUT pass."
    ),
    "heavy": N_(
        "The table has {size} MB, more than a server between this page and the app takes. Keep "
        "fewer rows or columns, or ask whoever runs it to take more."
    ),
}
TOO_LARGE = N_(
    "The table has more than the {most:.0f} MB that a table may have. Keep fewer rows or columns."
)
EXAMPLE = N_("Begin with the flowers of Iris instead")
WIDTHS = {
    "median": (
        N_("Median distance"),
        N_("The kernel falls off at the median distance between two rows."),
    ),
    "neighbour": (
        N_("7th neighbour"),
        N_("The kernel falls off at the mean distance of a row to its 7th nearest neighbour."),
    ),
    "gap": (
        N_("Largest gap"),
        N_(
            "The length, from a twentieth of the median distance to all of it, at which a "
            "Gaussian's spectrum has its largest gap between neighbours, measured on at most 500 "
            "rows."
        ),
    ),
}
