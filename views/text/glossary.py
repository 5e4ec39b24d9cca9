"""What the terms on the pages mean: one sentence each, and the equation.

`GLOSSARY` is plain text, so that a page, a drawing in the browser and a document can all use it.
Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Term(NamedTuple):
    """A term's meaning in one or two sentences, and its equation or ""."""

    meaning: str
    equation: str = ""


GLOSSARY: Mapping[str, Term] = {
    "K": Term(
        "The Gram matrix: the kernel of every pair of points, which is their inner product in "
        "feature space.",
        "Kᵢⱼ = k(xᵢ, xⱼ) = Φ(xᵢ)·Φ(xⱼ)",
    ),
    "K̃": Term(
        "The centred Gram matrix: the inner products after the mean of all points was subtracted "
        "in feature space. Its eigenvectors give the components.",
        "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ, (1ₙ)ᵢⱼ = 1/n",
    ),
    "λ": Term(
        "An eigenvalue of K̃, in descending order. Divided by n it is the variance along its "
        "component in feature space.",
        "K̃uⱼ = λⱼuⱼ, variance λⱼ/n",
    ),
    "trace": Term(
        "The sum of all eigenvalues of K̃: n times the total variance in feature space. Shares of "
        "it say how much of that variance a component holds.",
        "tr K̃ = Σᵢ K̃ᵢᵢ = Σⱼ λⱼ",
    ),
    "rank": Term(
        "The number of eigenvalues above rounding noise: so many components exist, and no more.",
        "#{j : λⱼ > tolerance · λ₁}",
    ),
    "residual": Term(
        "How far a computed pair is from solving the eigenvalue equation. For each computed value "
        "there is an eigenvalue no farther away than this.",
        "‖K̃u − λu‖, ‖u‖ = 1",
    ),
    "certified": Term(
        "The error of every eigenvalue is bounded, rounding included, and the bound is as small as "
        "that of an exact solver. The bound is proven or measured, never assumed.",
        "|λ̂ⱼ − λⱼ| ≤ the number that is stated",
    ),
    "near-degenerate": Term(
        "Neighbouring eigenvalues that are almost equal. Every rotation of their eigenfunctions "
        "within the group is as good as the one that is drawn.",
        "λⱼ − λⱼ₊₁ ≪ λⱼ",
    ),
    "eigenfunction": Term(
        "The score of every point of the plane on one component. Points on one contour line have "
        "the same score.",
        "fⱼ(x) = Σᵢ Aᵢⱼ k(x, xᵢ) + bⱼ",
    ),
    "negative eigenvalue": Term(
        "A kernel that is no inner product of any feature space (no Mercer kernel) can give "
        "negative eigenvalues. They belong to no component; the positive ones then add up to more "
        "than the trace.",
        "Σ λⱼ over λⱼ > 0  >  tr K̃",
    ),
    "dense": Term(
        "The solver that holds the whole n×n matrix K̃ and computes the wanted eigenpairs with "
        "LAPACK.",
    ),
    "explicit": Term(
        "The solver for kernels with few features, such as polynomial ones: ordinary PCA of the "
        "feature columns.",
        "k(x, y) = Φ(x)·Φ(y)",
    ),
    "separable": Term(
        "The solver for Gaussian kernels in the plane: the kernel is a sum of products of few "
        "features of each coordinate.",
        "k(x, y) ≈ Σ φₐ(x₁)φ_b(x₂)φₐ(y₁)φ_b(y₂)",
    ),
    "low-rank": Term(
        "The solver that factors K by pivoted Cholesky until what is left is at the level of "
        "rounding.",
        "K = LLᵀ + E, tr E ≤ 10⁻¹⁴ tr K̃",
    ),
    "streaming": Term(
        "The solver for many rows: landmarks, and passes over blocks of rows that are not kept.",
    ),
    "iterative": Term(
        "The solver by Lanczos iteration: it needs products of K with vectors only and never holds "
        "K.",
    ),
    "pivoted Cholesky": Term(
        "Landmarks chosen one by one: each is the point that those before represent worst.",
        "next = argmaxᵢ (K − LLᵀ)ᵢᵢ",
    ),
    "uniform": Term("Landmarks drawn from the points, each equally likely."),
    "k-means": Term("Landmarks are the points nearest to the centres that k-means finds."),
    "random Fourier": Term(
        "The Gaussian kernel is the mean of random cosine waves; m of them are taken as features.",
        "k(x, y) ≈ (2/m) Σ cos(ωᵢ·x + βᵢ) cos(ωᵢ·y + βᵢ)",
    ),
    "reduced set": Term(
        "Few points, not of the data, over which the eigenvectors are approximated: their places "
        "and weights are those that leave the least squared error in feature space.",
        "Ṽⱼ = Σₖ Bₖⱼ Φ(zₖ), Σⱼ ‖Vⱼ − Ṽⱼ‖² least",
    ),
    "landmarks": Term(
        "A few points whose kernels stand for those of all others (Nyström's method).",
        "K ≈ K_nm K_mm⁻¹ K_mn",
    ),
    "columns": Term(
        "Width of the largest array with one row a point that the fit holds: what its memory "
        "grows with."
    ),
    "degree": Term(
        "The polynomial kernel's degree: its features are all products of d pixels.",
        "k(x, y) = (x·y / pixels)ᵈ",
    ),
    "pre-image": Term(
        "The point of the input space whose image in feature space is nearest to what the first d "
        "components keep of a point. An exact one need not exist.",
        "y = argmin ‖φ(y) − P_d φ(x)‖²",
    ),
    "objective": Term(
        "The squared distance in feature space between the image of a point y and what is kept of "
        "x. It follows from kernel values alone.",
        "‖φ(y) − P_d φ(x)‖² = k(y, y) − 2 Σᵢ γᵢ k(y, xᵢ) + ‖P_d φ(x)‖²",
    ),
    "noise reduction": Term(
        "What components of small eigenvalues describe is mostly noise: dropping them and going "
        "back to the input space removes it."
    ),
    "fixed point": Term(
        "For Gaussian kernels: the weighted mean of the points, with weights that depend on y, is "
        "taken again and again (Mika et al. 1999); where that is slow L-BFGS goes on.",
        "y ← Σᵢ γᵢ k(y, xᵢ) xᵢ / Σᵢ γᵢ k(y, xᵢ)",
    ),
    "minimisation": Term(
        "The objective is descended by its gradient, with L-BFGS: for every kernel that has one."
    ),
    "distances": Term(
        "The kernel's inverse turns inner products with neighbours into distances from them, and y "
        "is where they fit best (Kwok & Tsang 2004)."
    ),
    "ridge map": Term(
        "A map from scores to points, learned by kernel ridge regression (Bakır et al. 2004), as "
        "scikit-learn's inverse_transform does."
    ),
    "speckle": Term("A share of the pixels is made black or white at random."),
    "mean squared error": Term(
        "The mean over all pixels of the squared difference from the image without noise; pixels "
        "reach from −1 to 1.",
    ),
    "identity of a function": Term(
        "Between neighbouring values of a parameter functions are matched by their overlap on the "
        "data, so that each keeps its letter where eigenvalues cross. Functions whose eigenvalues "
        "agree to 0.1 % are rotated together onto those before.",
        "max Σⱼ cos²(uⱼ, u′_π(j)) over permutations π",
    ),
    "effective rank": Term(
        "How many equal eigenvalues would have the same sum and the same sum of squares: 1 for a "
        "single component, n − 1 where K̃ is the centred identity.",
        "(tr K̃)² / ‖K̃‖²",
    ),
    "alignment": Term(
        "The cosine between K̃ and the centred Gram matrix of the linear kernel: where it is 1 "
        "kernel PCA is linear PCA.",
        "⟨K̃, X̃X̃ᵀ⟩ / (‖K̃‖ ‖X̃X̃ᵀ‖)",
    ),
    "separation": Term(
        "The share of the scores' sum of squares that lies between the means of the labelled "
        "classes; the rest lies within classes.",
    ),
    "principal angles": Term(
        "The angles between two subspaces: the smallest between any two of their directions, then "
        "the smallest between directions orthogonal to those, and so on. All are 0 where the two "
        "are the same; 90° says that one has a direction which the other knows nothing of.",
        "cos θₖ = the singular values of QᵀQ′",
    ),
    "N.A.": Term("The kernel of this degree has fewer components than that."),
}


def explained(*terms: str) -> str:
    """Return the terms with meanings and equations as Markdown, for a tooltip.

    Raises
    ------
    KeyError
        if `GLOSSARY` has no such term
    """
    parts = []
    for name in terms:
        term = GLOSSARY[name]
        equation = f"  \n`{term.equation}`" if term.equation else ""
        parts.append(f"**{name}**: {term.meaning}{equation}")
    return "\n\n".join(parts)
