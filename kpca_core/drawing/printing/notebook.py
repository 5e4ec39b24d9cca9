"""A notebook that derives kernel PCA step by step with NumPy and Matplotlib alone.

Its cells hold the points, the kernel and what this program found, with which they compare their
own results. Sources: docs/notation.md.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import E_, N_, _
from kpca_core.derivation import Derivation
from kpca_core.drawing.printing.formulas import formula_with_numbers

# Components whose numbers are compared.
COMPARED = 3

_INTRODUCTION = N_("""\
# Kernel PCA, step by step

It needs NumPy and Matplotlib: `pip install numpy matplotlib jupyterlab`.

Kernel: {formula}

[S] Schölkopf, Smola & Müller, *Neural Computation* 10 (1998). [B] Bishop, *Pattern Recognition and
Machine Learning* (2006), section 12.3. [N] notes on norm and projection. [C] CS 4786, lecture 6.

The sign of an eigenvector is free: with $u$ also $-u$ is one. Here the entry of largest size is
positive, as on the page "Method".""")
_START = """\
import math

import matplotlib.pyplot as plt
import numpy as np

X = np.array({X})
x = np.array({x})
n, D = X.shape


def k(A, B):
    \"\"\"Return k(a, b) for all rows a of A and b of B.\"\"\"
    A, B = np.atleast_2d(A), np.atleast_2d(B)
    dot = A @ B.T
    difference = A[:, None] - B[None]
    squared, cityblock = (difference**2).sum(axis=2), np.abs(difference).sum(axis=2)
    return {kernel}


def centred_with(k_of_A):
    \"\"\"Centre the comparisons k(x_i, a) (n, m) as the data are ([S] after eq. B.4).\"\"\"
    {centre}
"""
_CENTRE = {
    True: "return k_of_A - k_of_A.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()",
    False: "return k_of_A  # nothing is centred here",
}
_CENTRED = {
    True: "one = np.full((n, n), 1 / n)\nKc = K - one @ K - K @ one + one @ K @ one",
    False: "Kc = K  # nothing is centred here",
}
_GRID = """
# A grid over the points, for maps of functions of the plane.
low, high = X.min(axis=0), X.max(axis=0)
room = 0.25 * (high - low).max()
g1 = np.linspace(low[0] - room, high[0] + room, 70)
g2 = np.linspace(low[1] - room, high[1] + room, 70)
G = np.column_stack([one.ravel() for one in np.meshgrid(g1, g2)])


def draw_map(axes, values, title, points=True):
    \"\"\"Draw a function, given at the rows of G, with its zero line and the points.\"\"\"
    field = values.reshape(len(g2), len(g1))
    largest = np.abs(field).max() or 1.0
    axes.contourf(g1, g2, field, 15, cmap="PuOr_r", vmin=-largest, vmax=largest)
    if field.min() < 0 < field.max():
        axes.contour(g1, g2, field, [0], colors="black")
    if points:
        axes.plot(*X.T, "ko", markersize=4)
    axes.set_title(title)
    axes.set_aspect("equal")
"""

_DISTANCES = """\
def distances(A, q):
    \"\"\"Return the squared distance of Φ(a) from P_q Φ(x) for all rows a of A.\"\"\"
    own = np.array([k(a, a)[0, 0] for a in A])
    if CENTRING:
        own = own - 2 * k(X, A).mean(axis=0) + K.mean()
    at = f(x)[0, :q]
    return own - 2 * f(A)[:, :q] @ at + at @ at


q = min(2, rank)
"""

# Each step: title, text, code for points in the plane, and code for others where that differs.
_STEPS: tuple[tuple[str, str, str, str], ...] = (
    (
        N_("A line is not enough"),
        N_(
            "Linear PCA looks for the direction $v$ along which the projections vary most. "
            "Variance and squared error add up to the total variance, so the error is "
            "smallest there ([B] section 12.1)."
        ),
        """\
centred = X - X.mean(axis=0)
C = centred.T @ centred / n
angles = np.arange(181)
v = np.array([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
variance = ((centred @ v) ** 2).mean(axis=0)
error = ((centred[:, :, None] - (centred @ v)[:, None] * v) ** 2).sum(axis=1).mean(axis=0)
assert np.allclose(variance + error, np.trace(C))

_, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
left.plot(*X.T, "ko")
left.axline(X.mean(axis=0), X.mean(axis=0) + np.linalg.eigh(C)[1][:, -1])
left.set_aspect("equal")
right.plot(angles, variance, label="variance")
right.plot(angles, error, "--", label="squared error")
right.set(xlabel="direction in degrees")
right.legend()
print("eigenvalues of C:", np.linalg.eigvalsh(C)[::-1].round(5))""",
        """\
centred = X - X.mean(axis=0)
C = centred.T @ centred / n
values, directions = np.linalg.eigh(C)
on_it = (centred @ directions[:, -1])[:, None] * directions[:, -1]
error = ((centred - on_it) ** 2).sum(axis=1).mean()
assert np.allclose(values[-1] + error, np.trace(C))

plt.figure(figsize=(6, 3))
plt.bar(np.arange(1, D + 1), values[::-1])
plt.title("variances along the principal axes")
print("error of the line:", error)""",
    ),
    (
        N_("Lift the points"),
        N_(
            "A third coordinate $\\lVert x\\rVert^2$ lifts the points. For the kernel "
            "$(x\\cdot y)^2$ the monomials $(x_1^2, x_2^2, \\sqrt 2 x_1 x_2)$ do ([S] eq. 3.3 "
            "to 3.5), and of degree $d$ in $N$ coordinates there are "
            "$\\frac{(d+N-1)!}{d!\\,(N-1)!}$ of them."
        ),
        """\
def lift(A):
    A = np.atleast_2d(A)
    return np.column_stack([A[:, 0] ** 2, A[:, 1] ** 2, np.sqrt(2) * A[:, 0] * A[:, 1]])


assert np.allclose(lift(X) @ lift(X).T, (X @ X.T) ** 2)
axes = plt.figure(figsize=(5, 4)).add_subplot(projection="3d")
axes.scatter(*X.T, (X**2).sum(axis=1))
axes.set(xlabel="x1", ylabel="x2", zlabel="x1² + x2²")
print("monomials of degree 5 in 256 coordinates:", math.comb(5 + 256 - 1, 5))""",
        """\
def lift(A):
    A = np.atleast_2d(A)
    return (A[:, :, None] * A[:, None, :]).reshape(len(A), -1)  # all products of two coordinates


assert np.allclose(lift(X) @ lift(X).T, (X @ X.T) ** 2)
plt.figure(figsize=(6, 3))
plt.plot(X[:, 0], (X**2).sum(axis=1), "ko")
plt.title("squared length over the first column")
print("monomials of degree 2 in these columns:", math.comb(2 + D - 1, 2))""",
    ),
    (
        N_("PCA from dot products alone"),
        N_(
            "An eigenvector $V$ of the covariance matrix $C$ in feature space, of an eigenvalue "
            "other than 0, is a combination of the centred $\\Phi(x_i)$, so $C$ and the matrix of "
            "dot products have the same eigenvalues other than 0, up to the factor $n$ "
            "([S] eq. 2.5 to 2.12). Shown "
            "with the features of step 2."
        ),
        """\
Phi = lift(X) - lift(X).mean(axis=0)
of_C = n * np.linalg.eigvalsh(Phi.T @ Phi / n)[::-1]
of_K = np.linalg.eigvalsh(Phi @ Phi.T)[::-1]
shared = min(len(of_C), n)
assert np.allclose(of_C[:shared], of_K[:shared], atol=1e-10 * of_K[0])

plt.figure(figsize=(6, 3))
numbers = np.arange(1, len(of_C) + 1)
plt.plot(numbers, of_C, "s", markersize=11, fillstyle="none", label="n times those of C")
plt.plot(np.arange(1, n + 1), of_K, "k.", label="those of the dot products")
plt.xlabel("number")
plt.legend()
print("other than 0:", int((of_K > 1e-10 * of_K[0]).sum()))""",
        "",
    ),
    (
        N_("The Gram matrix"),
        N_("$K_{ij} = k(x_i, x_j)$ ([S] eq. 2.10 and 3.1) is all that is used from here on."),
        """\
K = k(X, X)
assert np.allclose(K, K.T)
plt.figure(figsize=(4.5, 4))
plt.imshow(K)
plt.colorbar()
plt.title("K")
print("rank of K:", np.linalg.matrix_rank(K), "of", n)""",
        "",
    ),
    (
        N_("Centring in feature space"),
        N_(
            "$\\tilde K = K - 1_n K - K 1_n + 1_n K 1_n$ with $(1_n)_{ij} = 1/n$ ([S] eq. "
            "B.3) belongs to features whose mean is subtracted: its rows add up to 0."
        ),
        """\
CENTRED
plt.figure(figsize=(4.5, 4))
largest = np.abs(Kc).max()
plt.imshow(Kc, cmap="PuOr_r", vmin=-largest, vmax=largest)
plt.colorbar()
plt.title("centred K")
print("row sums:", Kc.sum(axis=1).round(12))

# What the first component is without centring: the share of its squares that is its mean.
first = np.linalg.eigh(K)[1][:, -1]
print("share of the mean in the first component of K:", n * first.mean() ** 2)""",
        "",
    ),
    (
        N_("From K² to K"),
        N_(
            "With $V = \\sum_i \\alpha_i \\tilde\\Phi(x_i)$ the eigenvalue problem of $C$ becomes "
            "$\\tilde K^2\\alpha = \\lambda\\tilde K\\alpha$ ([S] eq. 2.11). The solutions of "
            "$\\tilde K\\alpha = \\lambda\\alpha$ are enough: others differ from them by vectors "
            "$\\beta$ with $\\tilde K\\beta = 0$, which change no projection ([S] appendix A). "
            "Centring makes $(1, \\ldots, 1)$ such a vector."
        ),
        """\
values, U = np.linalg.eigh((Kc + Kc.T) / 2)
lam, a = values[-1], U[:, -1] / np.sqrt(values[-1])
moved = a + np.ones(n) / np.sqrt(n)
left, right = Kc @ (Kc @ moved), lam * (Kc @ moved)
print("K²a and λKa differ by", np.abs(left - right).max(), " Ka and λa by",
      np.abs(Kc @ moved - lam * moved).max())
if CENTRING:
    assert np.allclose(left, right, atol=1e-9 * np.abs(left).max())
    k_x = centred_with(k(X, x))[:, 0]
    assert np.isclose(moved @ k_x, a @ k_x, atol=1e-9 * np.abs(K).max())
plt.figure(figsize=(6, 3))
plt.bar(np.arange(1, n + 1) - 0.2, a, 0.4, label="α")
plt.bar(np.arange(1, n + 1) + 0.2, moved, 0.4, label="α + β")
plt.legend()""",
        "",
    ),
    (
        N_("Eigenvectors and their length"),
        N_(
            "$\\tilde K u = \\lambda u$ with $\\lVert u\\rVert = 1$ ([S] eq. B.2). The axis "
            "$V$ in feature space has length 1 if $\\lambda\\,\\alpha\\cdot\\alpha = 1$ ([S] "
            "eq. 2.14), so $\\alpha = u/\\sqrt\\lambda$. Here $\\lambda$ is an eigenvalue of "
            "$\\tilde K$; that of $C$ is $\\lambda/n$."
        ),
        """\
values, U = np.linalg.eigh((Kc + Kc.T) / 2)
values, U = values[::-1], U[:, ::-1]
U = U * np.sign(U[np.abs(U).argmax(axis=0), np.arange(n)])
floor = max(1e-12 * np.abs(values).max(), n * 2.2e-16 * np.abs(K).max())  # rounding
rank = int((values > floor).sum())
alpha = U[:, :rank] / np.sqrt(values[:rank])
assert np.allclose(values[:rank] * (alpha**2).sum(axis=0), 1)

plt.figure(figsize=(6, 3))
plt.bar(np.arange(1, n + 1), values)
plt.title("eigenvalues of the centred K")
print("‖α‖:", np.linalg.norm(alpha, axis=0).round(4))

# The program that wrote this notebook found these.
assert np.allclose(values[: len(THEIRS)], THEIRS, rtol=1e-6, atol=1e-9 * values[0])""",
        "",
    ),
    (
        N_("A new point"),
        N_(
            "$f_j(x) = \\sum_i \\alpha_i^j\\,\\tilde k(x_i, x)$ ([S] eq. 2.15 and B.4). A "
            "point of the data is projected like any other: the sum is its score."
        ),
        """\
def f(A):
    \"\"\"Return all components (m, rank) at the rows of A (m, D).\"\"\"
    return centred_with(k(X, A)).T @ alpha


terms = alpha[:, 0] * centred_with(k(X, x))[:, 0]
scores = Kc @ alpha
sound = values[:rank] > 1e-7 * values[0]  # the others are divided by a small root
assert np.allclose(f(X)[:, sound], scores[:, sound], atol=1e-6 * np.abs(scores).max())
plt.figure(figsize=(6, 3))
plt.bar(np.arange(1, n + 1), terms)
plt.title(f"terms of the first component at x; their sum is {terms.sum():.4f}")
print("f(x):", f(x)[0, :3].round(5))
for j in np.flatnonzero(ALONE):
    ours, theirs = abs(f(x)[0, j]), abs(AT_X[j])
    assert np.isclose(ours, theirs, rtol=1e-5, atol=1e-7 * np.abs(scores).max())""",
        "",
    ),
    (
        N_("Contours"),
        N_(
            "The map of a component is that sum at every $x$. Left: with the few terms of "
            "largest weight; right: with all of them."
        ),
        """\
order = np.argsort(-np.abs(alpha[:, 0]))
parts = centred_with(k(X, G)).T * alpha[:, 0]
_, row = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
for axes, count in zip(row, (1, min(3, n), n)):
    draw_map(axes, parts[:, order[:count]].sum(axis=1), f"{count} of {n} terms")
assert np.allclose(parts.sum(axis=1), f(G)[:, 0])
_, row = plt.subplots(1, 3, figsize=(11, 3.6), layout="constrained")
for j, axes in enumerate(row):
    axes.axis("on" if j < rank else "off")
    if j < rank:
        draw_map(axes, f(G)[:, j], f"component {j + 1}, λ = {values[j]:.3f}")""",
        """\
# The points do not lie in a plane: the component along the way from the mean through x.
way = X.mean(axis=0) + np.linspace(-1, 2, 90)[:, None] * (x - X.mean(axis=0))
order = np.argsort(-np.abs(alpha[:, 0]))
parts = centred_with(k(X, way)).T * alpha[:, 0]
plt.figure(figsize=(6, 3))
for count in (1, min(3, n), n):
    some = parts[:, order[:count]].sum(axis=1)
    plt.plot(np.linspace(-1, 2, 90), some, label=f"{count} of {n} terms")
plt.xlabel("0: the mean, 1: x")
plt.legend()
assert np.allclose(parts.sum(axis=1), f(way)[:, 0])""",
    ),
    (
        N_("The spectrum"),
        N_(
            "$\\lambda_j/n$ is the variance of the scores on component $j$ ([B] eq. 12.80). "
            "What $q$ components leave out of the mean squared distance from the mean is the "
            "sum of the other eigenvalues, over $n$ ([S] section 4.2, (2))."
        ),
        """\
assert np.allclose((scores[:, sound] ** 2).mean(axis=0), values[:rank][sound] / n)
left_out = [np.trace(Kc) / n - (scores[:, :q] ** 2).sum() / n for q in range(rank + 1)]
assert np.allclose(left_out, [values[q:].sum() / n for q in range(rank + 1)], atol=1e-9 * values[0])
_, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
left.bar(np.arange(1, rank + 1), values[:rank] / n)
left.set(xlabel="component", title="variances λ / n")
right.plot(left_out, "ko-")
right.axhline(0, color="grey", linewidth=0.8)
right.set(xlabel="components kept", title="squared distance left out")
print(rank, "eigenvalues above rounding, of", n, "points with", D, "columns")
if values[-1] < -floor:
    print("negative eigenvalues: a squared distance that is left out may be below 0")""",
        "",
    ),
    (
        N_("Properties, measured"),
        N_(
            "The first $q$ components carry more variance than any other $q$ orthonormal "
            "directions, and their scores are uncorrelated ([S] section 4.2)."
        ),
        """\
rng = np.random.default_rng(0)
q = min(2, rank)
Lambda = values[:rank]
random = []
for _ in range(1000):
    Q = np.linalg.qr(rng.standard_normal((rank, q)))[0]
    random.append((Q**2 * Lambda[:, None]).sum())
assert max(random) <= Lambda[:q].sum() * (1 + 1e-12)
plt.figure(figsize=(6, 3))
plt.hist(random, 40)
plt.axvline(Lambda[:q].sum(), color="black")
plt.title(f"λ of 1,000 random choices of {q} directions, and of the first {q}")

correlation = scores[:, sound].T @ scores[:, sound]
assert np.allclose(correlation, np.diag(values[:rank][sound]), atol=1e-8 * values[0])
R = np.linalg.qr(rng.standard_normal((D, D)))[0]
turned = k(X @ R, X @ R)
H = np.eye(n) - 1 / n if CENTRING else np.eye(n)
moved = np.abs(np.linalg.eigvalsh(H @ turned @ H)[::-1] - values).max() / values[0]
print("turning the data moves the eigenvalues by", moved, "of the first")""",
        "",
    ),
    (
        N_("Infinitely many points"),
        N_(
            "Draw $n$ points from a density $p$. As $n$ grows, $\\lambda_j/n$ tends to an "
            "eigenvalue of the operator $f \\mapsto \\int k(\\cdot, y)\\,f(y)\\,p(y)\\,dy$. On the "
            "unit circle, with $k(x, y) = \\exp(-\\lVert x - y\\rVert^2)$ whatever the kernel "
            "above is, its eigenfunctions are $\\cos m\\theta$ and $\\sin m\\theta$."
        ),
        """\
theta = 2 * np.pi * np.arange(400) / 400
profile = np.exp(-(2 - 2 * np.cos(theta)))
limit = np.array([(profile * np.cos(m * theta)).mean() for m in range(1, 4)])
rng = np.random.default_rng(0)
sizes, errors = np.array([10, 30, 100, 300]), []
for many in sizes:
    found = []
    for _ in range(20):
        angle = rng.uniform(0, 2 * np.pi, many)
        drawn = np.exp(-(2 - 2 * np.cos(angle[:, None] - angle)))
        drawn = drawn - drawn.mean(axis=0) - drawn.mean(axis=1)[:, None] + drawn.mean()
        found.append(np.linalg.eigvalsh(drawn)[::-1][:6] / many)
    errors.append(np.median(np.abs(np.array(found) - np.repeat(limit, 2)), axis=0))
errors = np.array(errors)
assert (errors[-1] < errors[0]).all()
plt.figure(figsize=(6, 3))
plt.loglog(sizes, errors, "o-")
plt.loglog(sizes, errors[0].max() * (sizes / sizes[0]) ** -0.5, "k--", label="1/√n")
plt.xlabel("points n")
plt.title("median error of λ / n, the first six eigenvalues")
plt.legend()
print("eigenvalues of the operator, each of cos mθ and of sin mθ:", limit.round(4))""",
        "",
    ),
    (
        N_("Kernels that are none"),
        N_(
            "A kernel is a dot product in some feature space if no Gram matrix of it has a "
            "negative eigenvalue ([S] eq. C.1). The sigmoid is none for many parameters. For "
            "a true kernel all components together give $\\tilde K$ back."
        ),
        """\
of_K = np.linalg.eigvalsh(K)
of_tanh = np.linalg.eigvalsh(np.tanh(2 * X @ X.T + 1))
print("smallest eigenvalue of K:", of_K[0])
print("rounding is about", n * 2.2e-16 * np.abs(of_K).max())
print("smallest of tanh(2 x·y + 1):", of_tanh[0])
if values[-1] > -floor:
    assert np.allclose(scores @ scores.T, Kc, atol=1e-7 * values[0])
plt.figure(figsize=(6, 3))
plt.plot(np.arange(1, n + 1), of_K[::-1] / np.abs(of_K).max(), "ko", label="K")
of_tanh = of_tanh[::-1] / np.abs(of_tanh).max()
plt.plot(np.arange(1, n + 1), of_tanh, "s", fillstyle="none", label="tanh(2 x·y + 1)")
plt.axhline(0, color="grey", linewidth=0.8)
plt.title("eigenvalues, in units of the largest")
plt.legend()""",
        "",
    ),
    (
        N_("What it is for"),
        N_(
            "A linear classifier on the scores is a nonlinear one in the space of the data, "
            "unless the kernel is linear. [S] (section 5.2) trained a linear support vector "
            "machine; this is least "
            "squares, on two rings with the kernel above. Filled: right on points that were "
            "not learned from."
        ),
        """\
def rings(count, seed):
    rng = np.random.default_rng(seed)
    label = np.arange(count) % 2
    angle, radius = rng.uniform(0, 2 * np.pi, count), np.where(label, 1.0, 0.5)
    plane = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return plane + 0.05 * rng.standard_normal((count, 2)), 2.0 * label - 1


def components(A, B):
    \"\"\"Return the components of A (m, 2) at A and at B, by the same steps as above.\"\"\"
    K_A, K_B = k(A, A), k(A, B)
    if CENTRING:
        K_B = K_B - K_B.mean(axis=0) - K_A.mean(axis=1)[:, None] + K_A.mean()
        K_A = K_A - K_A.mean(axis=0) - K_A.mean(axis=1)[:, None] + K_A.mean()
    lam, u = np.linalg.eigh(K_A)
    some = np.flatnonzero(lam > 1e-10 * np.abs(lam).max())[::-1][:12]
    a = u[:, some] / np.sqrt(lam[some])
    return K_A @ a, K_B.T @ a


(A, y), (B, truth) = rings(60, 0), rings(400, 1)
at_A, at_B = components(A, B)
right = []
for q in range(1, at_A.shape[1] + 1):
    design = np.column_stack([at_A[:, :q], np.ones(len(A))])
    w = np.linalg.lstsq(design, y, rcond=None)[0]
    guess = np.column_stack([at_B[:, :q], np.ones(len(B))]) @ w
    right.append((np.sign(guess) == truth).mean())
good = np.sign(guess) == truth
_, (left, axes) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
left.plot(np.arange(1, len(right) + 1), right, "ko-")
left.set(xlabel="components", title="share of unseen points that are right", ylim=(0, 1.05))
axes.scatter(*B[good].T, c=truth[good], s=9, cmap="coolwarm")
axes.scatter(*B[~good].T, edgecolors="black", facecolors="none", s=16)
axes.set_title(f"with {len(right)} components; rings: wrong")
axes.set_aspect("equal")
print("right:", np.round(right, 3))""",
        "",
    ),
    (
        N_("And back"),
        N_(
            "$P_q\\Phi(x)$ is mostly the image of no point. The pre-image is the $z$ whose "
            "image comes closest: $\\lVert\\Phi(z) - P_q\\Phi(x)\\rVert^2 = \\tilde k(z, z) - "
            "2\\sum_j f_j(z) f_j(x) + \\sum_j f_j(x)^2$ ([S] section 4.5, [B] end of section "
            "12.3). Where a kernel is none, this may be below 0."
        ),
        _DISTANCES
        + """\
over = distances(G, q)
z = G[over.argmin()]
_, axes = plt.subplots(figsize=(5, 4), layout="constrained")
picture = axes.contourf(g1, g2, over.reshape(len(g2), len(g1)), 20)
plt.colorbar(picture)
axes.plot(*X.T, "w.")
axes.plot(*x, "k+", markersize=12)
axes.plot(*z, "ro")
axes.set(title=f"squared distance from the projection of x on {q} components")
axes.set_aspect("equal")
print("x:", x, " best of the grid:", z.round(3), " squared distance:", over.min())""",
        _DISTANCES
        + """\
over = distances(X, q)
plt.figure(figsize=(6, 3))
plt.bar(np.arange(1, n + 1), over)
plt.title(f"squared distance of each point from the projection of x on {q} components")
print("closest of the points:", int(over.argmin()) + 1)""",
    ),
)


def notebook(found: Derivation, x: Array) -> str:
    """Return a Jupyter notebook (nbformat 4) of the page's steps, which needs no kpca-core.

    Raises
    ------
    ValueError
        if no eigenvalue is above 0, or for a kernel that NumPy alone does not write, see
        `Kernel.numpy_expression`
    """
    if not found.rank:
        raise ValueError(E_("All points are the same to this kernel. Choose other points."))
    plane = found.X.shape[1] == 2
    numbers = _numbers(found, np.asarray(x, float))
    start = _START.format(
        X=found.X.tolist(), x=np.asarray(x, float).tolist(),
        kernel=found.kernel.numpy_expression(), centre=_CENTRE[found.centring],
    )  # fmt: skip
    formula = formula_with_numbers(found.kernel)
    cells = [
        ("markdown", _(_INTRODUCTION).format(formula=formula)),
        ("code", start + (_GRID if plane else "")),
    ]
    for number, (title, text, code, other) in enumerate(_STEPS, 1):
        cells.append(("markdown", f"## {number}. {_(title)}\n\n{_(text)}"))
        chosen = code if plane or not other else other
        for name, value in numbers.items():
            chosen = chosen.replace(name, value)
        cells.append(("code", chosen))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {
        "cells": [_cell_of(kind, text, k) for k, (kind, text) in enumerate(cells)],
        "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    return json.dumps(content, ensure_ascii=False, indent=1)


def _numbers(found: Derivation, x: Array) -> dict[str, str]:
    """Return what stands for the names in capitals: this program's results, and how it centres."""
    q = min(COMPARED, found.rank)
    values = found.eigenvalues
    gaps = np.abs(np.diff(values)) > 1e-4 * values[0]
    # Of equal eigenvalues any rotation of the vectors is right.
    apart = np.concatenate([[True], gaps, [True]])
    alone = (apart[:-1] & apart[1:])[:q]
    return {
        "CENTRED": _CENTRED[found.centring],
        "CENTRING": str(found.centring),
        "THEIRS": str(values[:q].tolist()),
        "AT_X": str(found.at(x).values[:q].tolist()),
        "ALONE": str(alone.tolist()),
    }


def _cell_of(kind: str, text: str, number: int) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind, "id": f"step-{number}", "metadata": {},
        "source": text.strip().splitlines(keepends=True),
    }  # fmt: skip
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
