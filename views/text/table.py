"""Words of the page "Own data"."""

NAME = "Your own data"
WHAT = (
    "Each map is one component that kernel PCA found in a table, as a function over a plane "
    "through its columns: places on one contour line get the same score."
)
DO = (
    "Give a table or take one of scikit-learn's sets from the sidebar, choose columns and labels "
    "there, drag the slider above the maps, and download the scores."
)
STAYS = (
    "The table stays in this session: no address and no other reader has it, and it is gone when "
    "you close the page."
)
KINDS = "CSV, TSV, other text, Excel (.xlsx), Parquet, NPY or NPZ; also .csv.gz, or a .zip of one."
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
