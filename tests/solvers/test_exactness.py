"""Every exact solver against the dense eigenproblem over drawn data, kernels and widths."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import (
    EPS,
    Plain,
    assert_laws,
    assert_same_eigenvalues,
    assert_same_functions,
    cloud,
    fit_by,
    solvers_of,
    solves,
    view,
)
from support.peak import with_peak

from kpca_core import (
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.solvers import choice, problem
from kpca_core.solvers.choice import SOLVERS
from kpca_core.solvers.problem import Problem

FAMILIES = (
    Gaussian,
    Laplacian,
    RationalQuadratic,
    lambda width: RationalQuadratic(width, 0.3),
    lambda width: Matern(width, 0.5),
    lambda width: Matern(width, 1.5),
    lambda width: Matern(width, 2.5),
    lambda width: Polynomial(2),
    lambda width: Polynomial(3, width),
    lambda width: Polynomial(5, 0.1 * width),
    lambda width: Gaussian(width) + 0.5 * Linear(),
    lambda width: Gaussian(width) * Polynomial(2, 1.0),
    lambda width: Matern(width) + Gaussian(0.3),
    lambda width: Laplacian(width) * Gaussian(1.0),
    lambda width: Sigmoid(width, 0.1),
)
widths = st.floats(-3, 3).map(lambda exponent: 10.0**exponent)
kernels = st.builds(lambda family, width: family(width), st.sampled_from(FAMILIES), widths)


@st.composite
def tables(draw, sizes=(20, 33, 64, 90, 150, 260)):
    """Points of several shapes: clouds, clusters, copies, a constant column, one far point."""
    n, dimension = draw(st.sampled_from(sizes)), draw(st.sampled_from([1, 2, 2, 2, 3, 9, 50]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = 0.5 * rng.standard_normal((n, dimension))
    shape = draw(st.sampled_from(SHAPES))
    if shape == "clusters":
        X = 0.1 * X + rng.integers(0, 3, (n, 1))
    elif shape == "copies":
        X = X[rng.integers(0, n // 4, n)]
    elif shape == "constant column":
        X[:, 0] = 3.7
    elif shape == "far point":
        X[0] = 1e3
    elif shape == "single precision":
        X = X.astype(np.float32)
    elif shape == "uniform":
        X = rng.uniform(-1, 1, (n, dimension))
    return X


SHAPES = ("cloud", "clusters", "copies", "constant column", "far point", "single precision")


def assert_exact(found, plain):
    """Eigenvalues to 1e-10 of the largest, functions above 1e-4 of it to 1e-7 of their range.

    Rounding in K alone moves eigenvalues by n ε max|K|, which counts where K is nearly constant.
    """
    noise = len(plain.X) * EPS * np.abs(plain.gram).max()
    assert found.certificate.holds, str(found.certificate)
    largest = np.abs(plain.values).max()
    assert_same_eigenvalues(found.eigenvalues, plain.values, 2 * noise)
    missed = plain.values[found.n_components : found.requested].max(initial=0.0)
    assert missed <= 2e-12 * largest + 8 * noise
    shown = found.eigenvalues > 1e-4 * found.eigenvalues.max(initial=0.0)
    values = found.eigenvalues[shown]
    root, reference = np.sqrt(values), (plain.values, plain.vectors)
    U = found.scores[:, shown] / root
    X = np.asarray(plain.X, dtype=float)
    Z = view(X, 10) if X.shape[1] == 2 else np.vstack([X, 1.1 * X - 0.1 * X.mean(axis=0)])
    H = found.expansion(Z)[:, shown] * root
    assert_same_functions((values, U, H), (*reference, plain.unscaled(Z)), noise, tolerance=1e-7)


def test_every_solver_is_the_dense_eigenproblem():
    ran = Counter()

    @settings(
        max_examples=120,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(X=tables(), kernel=kernels, q=st.sampled_from([1, 3, 8, 12]), centre=st.booleans())
    def check(X, kernel, q, centre):
        plain = Plain.of(kernel, X, centre)
        for solver in solvers_of(kernel, X.shape[1]):
            if solver == "explicit" and kernel.feature_dimension(X.shape[1]) > 1500:
                continue
            posed = Problem(kernel, np.asarray(X, dtype=float), q, centre)
            if solver == "separable" and not solves(solver, posed):
                with pytest.raises(ValueError, match="'separable' cannot solve this"):
                    fit(kernel, X, q, solver=solver, centre=centre)
                continue
            found = fit_by(solver, kernel, X, q, centre=centre)
            if solver == "separable" and not found.certificate.holds:
                assert "NOT certified" in found.message
                continue
            assert_exact(found, plain)
            assert_laws(found, plain)
            ran[solver] += 1

    check()
    assert set(ran) == {"auto", *SOLVERS}
    assert min(ran.values()) >= 5, ran


@settings(
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(X=tables(sizes=(60, 61, 120, 121, 180, 181, 240, 241)), kernel=kernels)
def test_the_automatic_choice_is_exact_on_both_sides_of_every_limit(X, kernel):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(choice, "SMALL", 60)
        patched.setattr(choice, "ALL_POINTS", 180)
        patched.setattr(choice, "ITERATIVE_LIMIT", 240)
        # K of more than 120 rows does not fit into what is free.
        patched.setattr(problem, "LEADING_PART", 1e9 / (8 * 120**2))
        found = fit(kernel, X, 3, max_memory=1e9)
    assert_exact(found, Plain.of(kernel, X))
    n, explicit = len(X), kernel.feature_dimension(X.shape[1]) <= max(64, len(X) / 2)
    if explicit:
        assert found.solver == "explicit"
    elif n <= 60:
        assert found.solver == "dense"
    elif not kernel.is_psd:
        assert found.solver == ("dense" if n <= 120 else "iterative")
    elif found.solver == "separable":
        assert SOLVERS["separable"].applies(Problem(kernel, X, 3))
    elif n <= 180:
        assert found.solver in ("low-rank", "dense" if n <= 120 else "iterative")
    else:
        assert found.solver in ("streaming", "iterative")


def fit_by_two(kernel, X, q, **more):
    """`fit` by two workers, whatever the machine has: each of them holds blocks of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.cpu_count", lambda: 2)
        return fit(kernel, X, q, **more)


@pytest.mark.parametrize(
    ("kernel", "q", "solver"),
    [
        (Gaussian(1.0), 8, "separable"),
        (RationalQuadratic(1.0), 8, "low-rank"),
        (Sigmoid(), 1, "iterative"),
        (Linear(), 2, "explicit"),
    ],
)
def test_no_square_array_where_memory_does_not_suffice(kernel, q, solver):
    X = cloud(5200)
    found, peak = with_peak(
        partial(fit_by_two, kernel, X, q, max_memory=5000**2 * 8),
        before=partial(fit_by_two, kernel, X[:50], q),
    )
    assert found.solver == solver
    assert found.certificate.holds
    assert peak < len(X) ** 2 * 8 / 3


@pytest.mark.parametrize("solver", ["separable", "streaming"])
def test_memory_does_not_grow_with_the_rows(solver):
    peaks = []
    for n in (20_000, 60_000):
        X = cloud(n, seed=1)
        found, peak = with_peak(
            partial(fit_by_two, Gaussian(5.0), X, 3, solver=solver),
            before=partial(fit_by_two, Gaussian(5.0), X[:5000], 3, solver=solver),
        )
        assert found.solver == solver
        peaks.append(peak - 10 * X.nbytes)
    assert peaks[1] < 1.3 * peaks[0]


FAR = 2.0**20
LINEAR_PARTS = (
    Linear(),
    Polynomial(1, 3.0),
    Linear() + Gaussian(1.0),
    0.5 * (Matern(1.0) + 2.0 * (Linear() + Laplacian(1.0))),
)


def exact_points(n, dimension, seed):
    """Points (n, D) that a shift by FAR moves without rounding."""
    return np.round(np.random.default_rng(seed).standard_normal((n, dimension)) * 2**20) / 2**20


@pytest.mark.parametrize("kernel", LINEAR_PARTS, ids=repr)
@pytest.mark.parametrize("solver", ["auto", "dense", "low-rank", "streaming", "iterative"])
def test_kernels_with_a_linear_part_do_not_notice_a_shift_of_the_points(kernel, solver):
    """K̃ is the same in exact arithmetic, where entries of K are 2⁴⁰ times as large."""
    X, new = exact_points(600, 3, seed=60), exact_points(50, 3, seed=61)
    q = 3 if kernel in LINEAR_PARTS[:2] else 8
    plain, found = (fit(kernel, points, q, solver=solver) for points in (X, X + FAR))
    assert found.certificate.holds
    assert found.certificate.error <= 1e-12 * found.eigenvalues[0]
    np.testing.assert_allclose(
        found.eigenvalues, plain.eigenvalues, rtol=0, atol=1e-13 * plain.eigenvalues[0]
    )
    found = found.aligned_to(plain)
    extent = np.ptp(plain.scores, axis=0)
    for values, expected in (
        (found.scores, plain.scores),
        (found.expansion(X + FAR), plain.scores),
        (found.expansion(new + FAR), plain.expansion(new)),
    ):
        assert (np.abs(values - expected) / extent).max() <= 1e-9


@pytest.mark.filterwarnings("ignore:.*NOT certified")
@pytest.mark.parametrize("kernel", LINEAR_PARTS, ids=repr)
def test_blocks_of_points_far_from_the_origin_keep_their_digits(kernel):
    X = exact_points(900, 3, seed=62)
    q = 3 if kernel in LINEAR_PARTS[:2] else 8
    whole = fit(kernel, X, q)
    model = KernelPCA(kernel, q)
    for block in np.split(X, 3):
        model.partial_fit(block + FAR)
    error = np.abs(model.eigenvalues_ - whole.eigenvalues).max()
    assert error <= min(1e-9 * whole.eigenvalues[0], 2 * model.decomposition_.certificate.error)


def test_a_kernel_about_the_mean_says_so_and_can_be_rebuilt():
    X = exact_points(40, 2, seed=63)
    for kernel in LINEAR_PARTS:
        taken = fit(kernel, X + FAR, 2).expansion.kernel
        assert "LinearAbout(origin=(" in repr(taken)
        assert parse_kernel(repr(taken)) == taken
        assert fit(kernel, X, 2).expansion.kernel == kernel
        assert fit(kernel, X + FAR, 2, centre=False).expansion.kernel == kernel
    product = Linear() * Gaussian(1.0)
    assert fit(product, X + FAR, 2).expansion.kernel == product


@pytest.mark.parametrize("solver", ["dense", "low-rank", "streaming"])
@pytest.mark.parametrize("kernel", [Laplacian(1.0), Laplacian(5.5) + RationalQuadratic(11.0, 0.4)])
@pytest.mark.parametrize("spread", [1e-9, 1e-7, 1e-6, 1e-5])
def test_functions_of_tiny_components_are_their_scores(spread, kernel, solver):
    """f = K̃u/√λ amplifies rounding in the scores and in the offset by λ₁/λⱼ."""
    rng = np.random.default_rng(0)
    dimension = 2 if spread == 1e-7 else 3
    X = spread * rng.normal(size=(128, dimension))
    X += rng.normal(size=(3, dimension))[rng.integers(0, 3, 128)]
    found = fit(kernel, X, 3, solver=solver)
    assert (found.solver, found.certificate.holds) == (solver, True)
    apart = np.linalg.norm(found.expansion(X) - found.scores, axis=0)
    allowed = found.certificate.error / np.sqrt(found.eigenvalues)
    assert (apart <= 0.5 * allowed).all()


@pytest.mark.parametrize("kernel", [Gaussian(5.0), RationalQuadratic(2.0)])
def test_functions_found_from_the_scatter_are_their_scores(kernel):
    rng = np.random.default_rng(0)
    X = 1e-3 * rng.normal(size=(600, 10)) + rng.integers(0, 2, (600, 1))
    found = fit(kernel, X, 5, solver="low-rank")
    assert found.rank > 64
    apart = np.linalg.norm(found.expansion(X) - found.scores, axis=0)
    assert (apart <= 0.5 * found.certificate.error / np.sqrt(found.eigenvalues)).all()
