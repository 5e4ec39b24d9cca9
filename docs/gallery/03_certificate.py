"""
What a certificate says
=======================

Every fit states a bound of the error of its eigenvalues, and the limit that the bound is judged
by. Here three solvers are compared with all eigenvalues of K̃ by LAPACK; no error exceeds its
bound.
"""

import matplotlib.pyplot as plt
import numpy as np

from kpca_core import Gaussian, fit

X = np.random.default_rng(0).standard_normal((800, 3))
kernel = Gaussian(4.0)
n = len(X)
J = np.eye(n) - 1 / n
exact = np.linalg.eigvalsh(J @ kernel(X) @ J)[::-1][:20]

figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
for solver in ("dense", "low-rank", "iterative"):
    found = fit(kernel, X, 20, solver=solver)
    error = np.abs(found.eigenvalues - exact)
    print(f"{solver:10}", found.certificate)
    assert (error <= found.certificate.error).all()
    (line,) = axes.semilogy(
        range(1, 21), np.maximum(error, 1e-16), "o", ms=4, label=f"{solver}, error"
    )
    axes.axhline(found.certificate.error, color=line.get_color(), label=f"{solver}, bound")
axes.set(xlabel="component", ylabel="error of the eigenvalue")
axes.legend(ncols=3, fontsize="small")
plt.show()

# %%
# With a looser ``tol`` the low-rank solver stops earlier. The bound says so, and the limit with it.

print(fit(kernel, X, 20, solver="low-rank", tol=1e-6).certificate)
