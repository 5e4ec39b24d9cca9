"""Words of the page "Own data"."""

NAME = "Your own data"
WHAT = (
    "Kernel PCA of a table: each row stands where its scores put it, rows with similar scores "
    "together. The maps below are slices through the same components."
)
DO = (
    "Give a table or take one of scikit-learn's sets from the sidebar, choose columns and labels "
    "there, drag the slider above the maps, and download the scores."
)
STAYS = (
    "No address and no other reader has the table. Loading this page again in the same tab keeps "
    "it; the server forgets it ten minutes after it was used last."
)
GIFT = {
    "kinds": "A file: CSV, TSV, other text, Excel (.xlsx), Parquet, NPY or NPZ; also .csv.gz, or a "
    ".zip of one.",
    "paste": "Or paste lines",
    "read": "Read the lines",
    "empty": "There are no lines to read: paste some first.",
    "sending": "Sending",
    "lost": "The server did not take the table. Try again, or load the page again.",
}
EXAMPLE = "Begin with the flowers of Iris instead"
WIDTHS = {
    "median": (
        "Median distance",
        "The kernel falls off at the median distance between two rows.",
    ),
    "neighbour": (
        "7th neighbour",
        "The kernel falls off at the mean distance of a row to its 7th nearest neighbour.",
    ),
    "gap": (
        "Largest gap",
        "The length, from a twentieth of the median distance to all of it, at which a Gaussian's "
        "spectrum has its largest gap between neighbours, measured on at most 500 rows.",
    ),
}
