"""Words of the pages "Paper", "Digits" and "Scale": the name of each, what it is, what to do.

Sources: docs/notation.md.
"""

from kpca_core._support.words import N_

PAPER = (
    N_("Figures of the paper and the book"),
    N_(
        "Figures 3, 4 and 5 of Schölkopf, Smola & Müller (1998) and Figures 12.16 and 12.17 of "
        "Bishop's book, computed anew: what the text says, measured, and our eigenvalues beside "
        "those of the original, where we have them: printed in the paper for Figure 3, stored by "
        "the authors' program for Figure 4."
    ),
    N_(
        "Choose a figure and another draw of its points in the sidebar, and open either in Explore "
        "to change it by hand."
    ),
)
# What the letters before the places of quoted statements stand for.
SOURCES = {
    "S": "B. Schölkopf, A. Smola, K.-R. Müller: Nonlinear component analysis as a kernel "
    "eigenvalue problem. *Neural Computation* 10(5), 1299–1319 (1998).",
    "B": "C. M. Bishop: *Pattern Recognition and Machine Learning*, section 12.3. Springer, New "
    "York (2006).",
    "C": N_(
        "CS 4786, *Machine Learning for Data Science*, lecture 6: kernel PCA. Lecture notes, "
        "Cornell University. For its red and blue points two rings stand here, white and black."
    ),
}
OTHER_DIGITS = N_(
    "These statements are of the USPS digits. Those chosen are others, on which they are not "
    "measured."
)
DIGITS = (
    N_("Handwritten digits: Table 1 of the paper"),
    N_(
        "How well linear classifiers tell digits apart by their scores on nonlinear components, "
        "for each degree of the polynomial kernel and each number of components."
    ),
    N_(
        "Choose degrees and numbers in the sidebar and fill the table. Below it stand the images "
        "that the leading components respond to, and the pixels that they depend on."
    ),
)
SCALE = (
    N_("Many points: exact and approximate"),
    N_(
        "What kernel PCA with a few landmarks or random features loses of exactness, and what "
        "exact kernel PCA of up to a million points takes."
    ),
    N_(
        "Choose the number of landmarks and the eigenfunction above the maps, data and kernel in "
        "the sidebar."
    ),
)
