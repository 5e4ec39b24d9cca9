/**
 * What the terms on the pages mean: one or two sentences each, and the equation if there is one.
 * Plain text. What follows the first `=` is JSON: pages that Python writes read it, too.
 */

export const GLOSSARY = {
  "K": [
    "The Gram matrix: the kernel of every pair of points. Of a positive semidefinite kernel it holds their inner products in a feature space.",
    "Kᵢⱼ = k(xᵢ, xⱼ)"
  ],
  "K̃": [
    "The centred Gram matrix. Where K holds inner products in a feature space, K̃ has those after the mean of all points was subtracted there. Its eigenvectors give the components. With u also −u is one: the sign of a component, and of its colours, is free.",
    "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ, (1ₙ)ᵢⱼ = 1/n"
  ],
  "λ": [
    "An eigenvalue of K̃, in descending order. Of a positive semidefinite kernel λ/n is the variance along its component in feature space.",
    "K̃uⱼ = λⱼuⱼ"
  ],
  "trace": [
    "The sum of all eigenvalues of K̃. Of a positive semidefinite kernel it is n times the total variance in feature space, and a share of it says how much of that variance a component holds.",
    "tr K̃ = Σᵢ K̃ᵢᵢ = Σⱼ λⱼ"
  ],
  "rank": [
    "The number of eigenvalues above rounding noise: so many components can be computed. Of the solvers low-rank and streaming it is the number of pivots or landmarks.",
    "#{j : λⱼ > tolerance · λ₁}"
  ],
  "residual": [
    "How far a computed pair is from solving the eigenvalue equation. For each computed value there is an eigenvalue no farther away than this.",
    "‖K̃u − λu‖, ‖u‖ = 1"
  ],
  "certified": [
    "The error of every eigenvalue has a bound that was proven or measured and is within the limit of an exact solver. Rounding counts by its usual size, not by its worst case. At the points each function equals its scores to the digits that are stated.",
    "|λ̂ⱼ − λⱼ| ≤ the number that is stated"
  ],
  "near-degenerate": [
    "Neighbouring eigenvalues that are almost equal. Every rotation of their eigenfunctions within the group is nearly as good as the one that is drawn.",
    "λⱼ − λⱼ₊₁ ≪ λⱼ"
  ],
  "eigenfunction": [
    "The score of every point of the plane on one component. Points on one contour line have the same score. Its sign is free: −fⱼ is as right.",
    "fⱼ(x) = Σᵢ Aᵢⱼ k(x, xᵢ) + bⱼ"
  ],
  "negative eigenvalue": [
    "A kernel that is not the inner product of any feature space (no Mercer kernel) can give negative eigenvalues. They belong to no component, and shares are of the sum of the positive ones."
  ],
  "indefinite": [
    "Not positive semidefinite: the kernel's values are not inner products in any space, and K̃ can have negative eigenvalues. The trace is then less than the sum of the positive ones, of which shares are taken.",
    "tr K̃ = Σ λⱼ⁺ − Σ |λⱼ⁻|"
  ],
  "dense": [
    "The solver that holds the whole n×n matrix K̃ and computes the wanted eigenpairs with LAPACK."
  ],
  "explicit": [
    "The solver for kernels with few features, such as polynomial ones: ordinary PCA of the feature columns.",
    "k(x, y) = Φ(x)·Φ(y)"
  ],
  "separable": [
    "The solver for Gaussian kernels in the plane: the kernel is a sum of products of few features of each coordinate.",
    "k(x, y) ≈ Σ φₐ(x₁)φ_b(x₂)φₐ(y₁)φ_b(y₂)"
  ],
  "low-rank": [
    "The solver that factors K by pivoted Cholesky until what is left is below a tolerance, where none is chosen at the level of rounding.",
    "K = LLᵀ + E, tr E ≤ tolerance · tr K̃"
  ],
  "streaming": [
    "The solver for many rows: landmarks, and passes over blocks of rows that are not kept."
  ],
  "iterative": [
    "The solver by Lanczos iteration: it needs products of K with vectors only and never holds K."
  ],
  "pivoted Cholesky": [
    "Landmarks chosen one by one: each is the point that those before represent worst.",
    "next = argmaxᵢ (K − LLᵀ)ᵢᵢ"
  ],
  "uniform": [
    "Landmarks drawn from the points, each equally likely."
  ],
  "k-means": [
    "Landmarks are the centres of the clusters that k-means finds; they need not be points of the data."
  ],
  "random Fourier": [
    "The Gaussian kernel is the mean of random cosine waves; m of them are taken as features.",
    "k(x, y) ≈ (2/m) Σ cos(ωᵢ·x + βᵢ) cos(ωᵢ·y + βᵢ)"
  ],
  "reduced set": [
    "Few points, not of the data, over which the eigenvectors are approximated: their places and weights are found by descending the squared error in feature space.",
    "Ṽⱼ = Σₖ Bₖⱼ Φ(zₖ), Σⱼ ‖Vⱼ − Ṽⱼ‖² small"
  ],
  "landmarks": [
    "A few points whose kernels stand for those of all others (Nyström's method).",
    "K ≈ K_nm K_mm⁻¹ K_mn"
  ],
  "columns": [
    "Width of the largest array with one row a point that the fit holds: what its memory grows with."
  ],
  "degree": [
    "The polynomial kernel's degree: its features are all products of d pixels.",
    "k(x, y) = (x·y / pixels)ᵈ"
  ],
  "pre-image": [
    "The point of the input space whose image in feature space is nearest to what the first d components keep of a point. An exact one need not exist.",
    "y = argmin ‖φ(y) − P_d φ(x)‖²"
  ],
  "objective": [
    "The squared distance in feature space between the image of a point y and what is kept of x. It follows from kernel values alone.",
    "‖φ(y) − P_d φ(x)‖² = k(y, y) − 2 Σᵢ γᵢ k(y, xᵢ) + ‖P_d φ(x)‖²"
  ],
  "noise reduction": [
    "Of a noisy parabola's third component, of small eigenvalue, Schölkopf, Smola & Müller (1998, section 5.1) say: “Dropping this component would thus amount to noise reduction.” Elsewhere components of small eigenvalue can hold more than noise; the curve measures it."
  ],
  "fixed point": [
    "For Gaussian kernels: the weighted mean of the points, with weights that depend on y, is taken again and again (Mika et al. 1999); where that is slow L-BFGS goes on.",
    "y ← Σᵢ γᵢ k(y, xᵢ) xᵢ / Σᵢ γᵢ k(y, xᵢ)"
  ],
  "minimisation": [
    "The objective is descended by its gradient, with L-BFGS: for every kernel that has one."
  ],
  "distances": [
    "The kernel's inverse turns inner products with neighbours into distances from them, and y is where they fit best (Kwok & Tsang 2004)."
  ],
  "ridge map": [
    "A map from scores to points, learned by kernel ridge regression (Bakır et al. 2004), as scikit-learn's inverse_transform does."
  ],
  "speckle": [
    "A share of the pixels is made black or white at random."
  ],
  "mean squared error": [
    "The mean over all pixels of the squared difference from the image without noise; pixels reach from −1 to 1."
  ],
  "identity of a function": [
    "Between neighbouring values of a parameter functions are matched by their overlap on the data, so that each keeps its letter where eigenvalues cross. Functions whose eigenvalues agree to 0.1 % are rotated together onto those before.",
    "max Σⱼ cos²(uⱼ, u′_π(j)) over permutations π"
  ],
  "effective rank": [
    "How many equal eigenvalues would have the same sum and the same sum of squares: 1 for a single component, n − 1 where K̃ is the centred identity.",
    "(tr K̃)² / ‖K̃‖²"
  ],
  "alignment": [
    "The cosine between K̃ and the centred Gram matrix of the linear kernel: where it is 1 kernel PCA is linear PCA.",
    "⟨K̃, X̃X̃ᵀ⟩ / (‖K̃‖ ‖X̃X̃ᵀ‖)"
  ],
  "separation": [
    "The share of the scores' sum of squares that lies between the means of the labelled classes; the rest lies within classes."
  ],
  "principal angles": [
    "The angles between two subspaces: the smallest between any two of their directions, then the smallest between directions orthogonal to those, and so on. All are 0 where the two are the same; 90° says that one has a direction which the other knows nothing of.",
    "cos θₖ = the singular values of QᵀQ′"
  ],
  "N.A.": [
    "The kernel of this degree has fewer components than that."
  ],
  "n": [
    "The number of data points."
  ],
  "converged": [
    "The last step of the iteration was shorter than its tolerance. Closed forms need no steps."
  ],
  "solve": [
    "The time that the eigenvalues took on the server."
  ],
  "grid": [
    "The time that the eigenfunctions took on the grid.",
    "fⱼ(x) = Σᵢ Aᵢⱼ k(x, pᵢ) + bⱼ"
  ],
  "trace bound": [
    "What the factorisation leaves of K: it bounds every eigenvalue's error.",
    "K = LLᵀ + E, λ̂ ≤ λ ≤ λ̂ + tr E"
  ]
};
