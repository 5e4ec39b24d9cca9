"""Kernel PCA of infinitely many points: closed forms, samples beside them, and the error's fall."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets import FAMILIES
from kpca_core import (
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.analysis.limits import (
    LAWS,
    Circle,
    Corners,
    Normal,
    Segment,
    beside,
    fall,
    slopes,
)
from kpca_core.grid import Grid

OF_THE_ANGLE = (
    Gaussian(0.1), Gaussian(3.0), Polynomial(3, 1.0), Polynomial(4), Linear(), Cosine(),
    Sigmoid(0.4, 0.2), RationalQuadratic(0.5), Matern(1.0, 2.5), 2.0 * Gaussian(0.5) + Linear(),
)  # fmt: skip
RULES = {
    "circle": lambda r: (
        r * np.column_stack([f(2 * np.pi * np.arange(600) / 600) for f in (np.cos, np.sin)]),
        np.full(600, 1 / 600),
    ),
    "normal": lambda sd: _of_hermite(sd),
    "segment": lambda a: (
        a * np.polynomial.legendre.leggauss(200)[0][:, None],
        np.polynomial.legendre.leggauss(200)[1] / 2,
    ),
}


def _of_hermite(sd):
    x, weights = np.polynomial.hermite_e.hermegauss(200)
    return sd * x[:, None], weights / weights.sum()


def nystroem(kernel, X, weights, q, centre):
    """Eigenvalues of the operator with a quadrature in the place of the integral, descending."""
    K = kernel(X)
    if centre:
        means = K @ weights
        K = K - means[:, None] - means + weights @ means
    roots = np.sqrt(weights)
    return np.linalg.eigvalsh(roots[:, None] * K * roots)[::-1][:q]


def assert_closed_form(limit, kernel, X, weights, centre, tolerance=1e-10):
    """Eigenvalues are those of the quadrature, and functions orthonormal eigenfunctions of it."""
    q = len(limit.eigenvalues)
    if not q:
        assert nystroem(kernel, X, weights, 1, centre)[0] <= 1e-12
        return
    exact = nystroem(kernel, X, weights, q, centre)
    assert np.abs(limit.eigenvalues - exact).max() <= tolerance * exact[0]
    values = limit.functions(X)
    products = values.T @ (weights[:, None] * values)
    assert np.abs(products - np.eye(q)).max() <= 1e-10
    image = kernel(X) @ (weights[:, None] * values)
    if centre:
        image -= weights @ image
    assert np.abs(image - limit.eigenvalues * values).max() <= 10 * tolerance * exact[0]
    assert (np.diff(limit.eigenvalues) <= 0).all()
    assert [j for group in limit.groups for j in group] == list(range(q))
    assert limit.trace >= limit.eigenvalues.sum() * (1 - 1e-12)


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("kernel", OF_THE_ANGLE, ids=repr)
def test_fourier_functions_are_those_of_a_quadrature(kernel, centre):
    X, weights = RULES["circle"](1.3)
    limit = Circle(1.3).limit(kernel, 6, centre)
    assert_closed_form(limit, kernel, X, weights, centre)
    assert all(len(group) == 2 for group in limit.groups if limit.names[group[0]] != "1")


@pytest.mark.parametrize(("sd", "width"), [(1.5, 2.0), (0.5, 0.1), (1.0, 40.0)])
def test_hermite_functions_are_those_of_a_quadrature(sd, width):
    X, weights = RULES["normal"](sd)
    assert_closed_form(Normal(sd, 1).limit(Gaussian(width), 8), Gaussian(width), X, weights, False)
    # In two coordinates every product of two functions of one.
    line, plane = (Normal(sd, D).limit(Gaussian(width), 10) for D in (1, 2))
    values = np.sort(np.outer(line.eigenvalues[:4], line.eigenvalues[:4]).ravel())[::-1]
    np.testing.assert_allclose(plane.eigenvalues[:10], values[:10], rtol=1e-12)
    assert [len(group) for group in plane.groups] == [1, 2, 3, 4]
    at = np.array([[0.3, -0.7], [1.1, 0.2]])
    both = [line.functions(at[:, d : d + 1]) for d in (0, 1)]
    np.testing.assert_allclose(plane.functions(at)[:, 4], both[0][:, 1] * both[1][:, 1])


@given(st.floats(0.1, 5), st.floats(0.02, 50))
@settings(max_examples=20)
def test_on_a_segment_the_functions_solve_the_integral_equation(half, width):
    """∫ exp(−|x − y|/w) φ(y) dy/2a = λ φ(x), by quadrature to either side of the kink."""
    kernel, limit = Laplacian(width), Segment(half).limit(Laplacian(width), 6)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    for x in (-half, -0.3 * half, 0.0, 0.7 * half, 1.4 * half):
        total = np.zeros(6)
        for low, high in ((-half, min(x, half)), (min(x, half), half)):
            y = low + (nodes[:, None] + 1) / 2 * (high - low)
            values = kernel(np.array([[x]]), y)[0] * weights * (high - low) / 2
            total += values @ limit.functions(y) / (2 * half)
        found = limit.eigenvalues * limit.functions(np.array([[x]]))[0]
        np.testing.assert_allclose(total, found, atol=1e-10)
    y = half * nodes[:, None]
    products = limit.functions(y).T @ (weights[:, None] / 2 * limit.functions(y))
    np.testing.assert_allclose(products, np.eye(6), atol=1e-10)
    # The trace of the operator is k(x, x) = 1: no eigenvalue is left out between these.
    many = Segment(half).limit(kernel, 4000).eigenvalues
    assert 1 - 2 * half / width / 1000 < many.sum() < 1 + 1e-9


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("D", [1, 2, 3, 5])
def test_products_of_coordinates_are_the_eigenvectors_on_the_corners(D, centre):
    X = 1.5 * np.array(list(product((1.0, -1.0), repeat=D)))
    for kernel in (*OF_THE_ANGLE[:7], Laplacian(1.0), Matern(1.0, 0.5)):
        limit = Corners(1.5, D).limit(kernel, 4, centre)
        weights = np.full(2**D, 0.5**D)
        assert_closed_form(limit, kernel, X, weights, centre)
        assert centre <= ("1" not in limit.names)


def test_centring_keeps_the_odd_functions_of_a_segment_and_no_others():
    kernel, (X, weights) = Laplacian(0.3), RULES["segment"](1.0)
    plain = Segment().limit(kernel, 8)
    centred = nystroem(kernel, X, weights, 8, True)
    apart = np.abs(centred[:, None] - plain.eigenvalues).min(axis=0)
    assert (apart[1::2] < 1e-4).all()
    assert (apart[:4:2] > 1e-3).all()


@pytest.mark.parametrize(
    ("law", "kernel", "centre", "why"),
    [
        (Circle(), Laplacian(1.0), True, "kernel of the angle"),
        (Circle(), Laplacian(1e11), True, "kernel of the angle"),
        (Normal(), Laplacian(1.0), False, "Gaussian"),
        (Normal(), Gaussian(1.0), True, "centred"),
        (Segment(), Gaussian(1.0), False, "Laplacian"),
        (Segment(), Laplacian(1.0), True, "centred"),
        (Corners(), Linear() * Gaussian(1.0) + Laplacian(1.0) * Polynomial(1, 0.5), True, ""),
    ],
)
def test_what_has_no_closed_form_says_for_what_there_is_one(law, kernel, centre, why):
    if not why:
        assert law.limit(kernel, 2, centre).eigenvalues.size
        return
    with pytest.raises(ValueError, match=why):
        law.limit(kernel, 3, centre)


@pytest.mark.parametrize("name", LAWS)
def test_the_data_sets_are_drawn_from_their_laws(name):
    """Their mean of φᵢ φⱼ is δᵢⱼ, and with more points the first ones stay."""
    kernel = {"segment": Laplacian(0.5)}.get(name, Gaussian(0.5))
    limit = LAWS[name].limit(kernel, 4, name in ("circle", "corners"))
    values = limit.functions(FAMILIES[name].build(n=100_000, seed=3).X)
    spread = 6 * (values[:, :, None] * values[:, None]).std(axis=0) / math.sqrt(100_000)
    off = np.abs(values.T @ values / 100_000 - np.eye(values.shape[1]))
    assert (off <= spread + 1e-12).all()
    few, many = (FAMILIES[name].build(n=n, seed=5) for n in (40, 3000))
    np.testing.assert_array_equal(few.X, many.X[:40])
    assert few.region == many.region


CASES = [
    ("circle", Gaussian(0.5), True), ("circle", Polynomial(3, 1.0), False),
    ("normal", Gaussian(0.5), False), ("segment", Laplacian(0.3), False),
    ("corners", Polynomial(2, 1.0), True), ("corners", Laplacian(2.0), False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kernel", "centre"), CASES)
def test_functions_of_many_points_are_the_limits_also_away_from_them(name, kernel, centre):
    data = FAMILIES[name].build(n=3000, seed=1)
    found, limit = fit(kernel, data.X, 5, centre=centre), LAWS[name].limit(kernel, 5, centre)
    own = beside(limit, data.X, found.scores)
    p = len(own.errors)
    assert (own.errors < 0.15).all()
    # The rotation is one, and none agrees better: Φᵀ F of a group is then symmetric, psd.
    for group in limit.groups:
        mine = [j for j in group if j < p]
        R = own.rotation[np.ix_(group, mine)]
        np.testing.assert_allclose(R.T @ R, np.eye(len(mine)), atol=1e-12)
        unit = found.scores[:, mine] / np.linalg.norm(found.scores[:, mine], axis=0)
        inner = R.T @ limit.functions(data.X)[:, group].T @ unit
        np.testing.assert_allclose(inner, inner.T, atol=1e-9 * np.abs(inner).max())
        assert np.linalg.eigvalsh(inner).min() > 0
    at = Grid.over(data.region, 21).rows
    drawn, exact = found.expansion.first(p)(at), own.functions(at)
    assert np.abs(drawn - exact).max() < 0.25 * np.abs(exact).max()
    stated = np.sqrt(np.mean((found.scores[:, :p] - own.functions(data.X)) ** 2, axis=0))
    np.testing.assert_allclose(own.errors, stated / np.sqrt(limit.eigenvalues[:p]))


def test_the_error_of_simple_eigenvalues_falls_like_one_over_the_root_of_n():
    """Fewer draws than `benchmarks limits` has: a slope scatters by 0.07, one of six by less."""
    kernel, sizes = Gaussian(0.5), (100, 200, 400, 800, 1600, 3000)
    limit = Normal(0.5, 1).limit(kernel, 6)

    def fitted(n, seed):
        X = np.random.default_rng(seed).normal(0, 0.5, (n, 1))
        return fit(kernel, X, 6, centre=False)

    found = slopes(sizes, fall(limit, fitted, sizes, 20))
    assert np.median(found) == pytest.approx(-0.5, abs=0.1)
