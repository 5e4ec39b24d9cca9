"""Fit and eight eigenfunctions on a 100×100 grid, beside scikit-learn's KernelPCA.

python -m benchmarks.core
"""

from __future__ import annotations

from sklearn.decomposition import KernelPCA as Peer

from benchmarks.timing import interleaved, verdict
from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit

SIZES = (90, 300, 1000)
AT_LEAST = 8


def main() -> None:
    print("Gaussian width 0.1, three clusters, 8 components, 100×100 grid; median ms of 9")
    print(f"{'n':>6} {'ours':>9} {'scikit-learn':>13}   ratio")
    for n in SIZES:
        data = gaussian_clusters(n // 3 + (n % 3 > 0), seed=1)
        grid = Grid.over(data.region, 100)
        points = grid.points

        def ours(X=data.X, grid=grid) -> object:
            return fit(Gaussian(0.1), X, 8).expansion.on_grid(grid)

        def peer(X=data.X, points=points) -> object:
            return Peer(8, kernel="rbf", gamma=10.0).fit(X).transform(points)

        times = interleaved({"ours": ours, "peer": peer}, rounds=9)
        ratio = times["peer"] / times["ours"]
        print(
            f"{len(data.X):>6} {times['ours']:>9.2f} {times['peer']:>13.2f}   "
            f"{verdict(ratio, AT_LEAST, at_least=True)}"
        )


if __name__ == "__main__":
    main()
