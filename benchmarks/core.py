"""Beside scikit-learn, in the plane.

Fit and eight eigenfunctions on a 100×100 grid, three clusters; scikit-learn's `KernelPCA(...).fit`
and `transform` with its defaults beside it, median milliseconds. **These are ratios of the plane**:
the separable solver and the Laplacian's O(n log n) products need at most two varying columns, and a
polynomial of degree 4 has five features of two columns but 715 of ten. A Laplacian's Gram matrix
has full rank, so nothing can be left out; in the plane its products with vectors are prefix sums
all the same, in O(n log n), and no n×n array is held.
"""

from __future__ import annotations

from sklearn.decomposition import KernelPCA as Peer
from sklearn.metrics.pairwise import laplacian_kernel

from benchmarks.harness import Answer, Lines, benchmark, in_turns, judged
from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Kernel, Laplacian, Polynomial, fit

SIZES = {90: 15, 300: 15, 1000: 11, 3000: 5, 10_000: 5}
# scikit-learn's settings; its estimator takes the Laplacian as a Gram matrix only.
KERNELS: tuple[tuple[Kernel, dict[str, object]], ...] = (
    (Gaussian(0.1), {"kernel": "rbf", "gamma": 10.0}),
    (Polynomial(4), {"kernel": "poly", "degree": 4, "gamma": 1.0, "coef0": 0.0}),
    (Laplacian(0.3), {"kernel": "precomputed"}),
)
# Bounds of the ratio; elsewhere it is printed as it is.
AT_LEAST = {
    ("Gaussian", 90): 8,
    ("Gaussian", 300): 10,
    ("Gaussian", 1000): 20,
    ("Gaussian", 10_000): 40,
    ("Polynomial", 10_000): 200,
}


@benchmark
def core(largest: int = 10_000) -> Lines:
    """Fit and eight functions on a grid."""
    for kernel, settings in KERNELS:
        figures = []
        for n in (n for n in SIZES if n <= largest):
            data = gaussian_clusters(n // 3 + (n % 3 > 0), seed=1)
            X, grid = data.X, Grid.over(data.region, 100)

            def peer(X=X, Z=grid.points, settings=settings) -> object:
                model = Peer(8, **settings)
                if settings["kernel"] != "precomputed":
                    return model.fit(X).transform(Z)
                model.fit(laplacian_kernel(X, gamma=1 / 0.3))
                return model.transform(laplacian_kernel(Z, X, gamma=1 / 0.3))

            def own(kernel=kernel, X=X, grid=grid) -> object:
                return fit(kernel, X, 8).expansion.on_grid(grid)

            times = in_turns({"ours": own, "scikit-learn": peer}, SIZES[n])
            ours, theirs = (one.median for one in times.values())
            ratio, bound = theirs / ours, AT_LEAST.get((type(kernel).__name__, n))
            solver = fit(kernel, X, 8).solver
            yield {
                "kernel": repr(kernel), "n": len(X), "solver": solver, "ours, ms": ours,
                "scikit-learn, ms": theirs,
                "ratio": ratio if bound is None else judged(ratio, least=bound),
            }  # fmt: skip
            figures.append(
                f"{len(X):,} points, {solver}: {ours:.1f} and {theirs:.1f} ms, {ratio:.3g}"
            )
        yield Answer(
            f"{kernel!r}: milliseconds of ours and of scikit-learn's, and their ratio",
            "; ".join(figures),
        )
