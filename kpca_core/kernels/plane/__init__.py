"""What holds in one or two coordinates only.

A kernel with `Kernel.product_form` is a sum of products over the coordinates, of which only those
that vary count (`coordinates`). In up to two of them smooth kernels have few features
(`tensor_features`, by interpolation in `chebyshev` nodes), sums over many points become sums over
few nodes (`lattice`), and products with a Laplacian's Gram matrix take O(n log n) operations
(`laplacian_matvec`).
"""
