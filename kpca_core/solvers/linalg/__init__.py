"""The linear algebra of the solvers: eigenpairs, factorisation, PCA of columns; no kernels here."""
