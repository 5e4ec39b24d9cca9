"""`Derivation` against the identities of the sources and against the solvers, on drawn points."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit
from kpca_core.__main__ import main
from kpca_core.derivation import MOST_POINTS, Derivation
from kpca_core.drawing.printing.worksheet import BLANK, notebook, sheet_html, sheet_pdf, tasks
from views.state.catalogue import KERNELS

EVERY = [family.build(**family.defaults) for family in KERNELS.values()]
POINTS = st.integers(2, 12).flatmap(
    lambda n: arrays(
        float, (n, 2), elements=st.floats(-2, 2, allow_subnormal=False).map(lambda v: round(v, 3))
    )
)
DRAWN = np.random.default_rng(5).normal(size=(14, 2))


@pytest.mark.parametrize("kernel", EVERY, ids=repr)
@settings(max_examples=15, deadline=None)
@given(POINTS)
def test_every_formula_holds(kernel, X):
    found = Derivation.of(kernel, X)
    n, scale = len(X), max(1.0, np.abs(found.gram).max())
    # [S] eq. 2.10, B.3
    assert found.gram[0, n - 1] == pytest.approx(kernel(X[:1], X[-1:])[0, 0], abs=1e-12 * scale)
    H = np.eye(n) - found.ones
    assert found.centred == pytest.approx(H @ found.gram @ H, abs=1e-12 * n * scale)
    assert found.centred.sum(axis=1) == pytest.approx(0, abs=1e-12 * n * scale)
    # [S] eq. B.2
    residual = found.centred @ found.vectors - found.vectors * found.eigenvalues
    assert residual == pytest.approx(0, abs=1e-12 * n * scale)
    assert np.sum(found.vectors**2, axis=0) == pytest.approx(1)
    # [S] eq. 2.14, 2.13
    r = found.rank
    assert found.eigenvalues[:r] * found.squared_lengths == pytest.approx(1)
    sound = found.eigenvalues[:r] > 1e-6 * scale
    assert found.axis_products[np.ix_(sound, sound)] == pytest.approx(np.eye(sound.sum()), abs=1e-6)
    # [S] eq. 2.15, B.4: a point of the data is a new point like any other.
    if r:
        at = found.at(X[0])
        assert at.values[sound] == pytest.approx(found.scores[0, sound], abs=1e-5 * scale)
        assert at.terms.sum(axis=0) == pytest.approx(at.values)


@pytest.mark.parametrize("kernel", EVERY, ids=repr)
@settings(max_examples=10, deadline=None)
@given(POINTS)
def test_it_equals_the_solvers(kernel, X):
    found, solved = Derivation.of(kernel, X), fit(kernel, X, 8)
    q = min(solved.n_components, found.rank)
    assert abs(solved.rank - found.rank) == 0
    first = max(1.0, abs(found.eigenvalues[0])) if q else 1.0
    assert solved.eigenvalues[:q] == pytest.approx(found.eigenvalues[:q], abs=1e-10 * first)
    gaps = np.abs(np.diff(np.append(found.eigenvalues, 0.0)))
    for j in range(q):
        alone = min(gaps[j], gaps[j - 1] if j else np.inf) > 1e-4 * found.eigenvalues[0]
        if alone:
            theirs, ours = np.abs(solved.scores[:, j]), np.abs(found.scores[:, j])
            assert theirs == pytest.approx(ours, abs=1e-7 * first)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3, 1.0)])
def test_covariance_and_gram_matrix_share_their_eigenvalues(kernel):
    found = Derivation.of(kernel, DRAWN)
    theirs = np.linalg.eigvalsh(found.covariance)[::-1]
    assert theirs[: found.rank] == pytest.approx(found.variances, rel=1e-9)
    assert theirs[found.rank :] == pytest.approx(0, abs=1e-12 * theirs[0])
    # [S] eq. 2.8: V is a combination of the features, with C V = λ/n V.
    V = found.features.T @ found.alphas
    assert found.covariance @ V == pytest.approx(V * found.variances)


def test_without_a_finite_feature_map_there_is_no_covariance():
    assert Derivation.of(Gaussian(1.0), DRAWN).covariance is None


def test_all_components_give_the_kernel_back():
    found = Derivation.of(Gaussian(0.5), DRAWN)
    x, y = DRAWN[:3], DRAWN[5:9]
    given_back = found.values(x) @ found.values(y).T
    assert given_back == pytest.approx(found.between(x, y), abs=1e-8)
    plain = Derivation.of(Gaussian(0.5), DRAWN, centre=False)
    assert plain.between(x, y) == pytest.approx(Gaussian(0.5)(x, y))


def test_negative_eigenvalues_are_kept_and_no_component():
    found = Derivation.of(Sigmoid(2.0, 1.0), DRAWN)
    assert found.eigenvalues[-1] < -1e-3
    assert found.alphas.shape[1] == found.rank < len(DRAWN)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.zeros((MOST_POINTS + 1, 2)), "got 201"),
        (np.array([[0.0, np.nan]]), "nan|NaN|finite"),
        (np.array([[1e200, 0.0], [0.0, 1e200]]), "overflow"),
    ],
)
def test_what_cannot_be_derived(X, message):
    with pytest.raises(ValueError, match=message):
        Derivation.of(Polynomial(2), X)


# To take home


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("kernel", [Gaussian(0.3), Polynomial(2) + 0.5 * Linear()], ids=repr)
def test_the_notebook_runs_and_its_claims_hold(kernel, centre):
    content = json.loads(notebook(Derivation.of(kernel, DRAWN[:9], centre), np.array([0.2, 0.3])))
    names: dict[str, object] = {}
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    found = Derivation.of(kernel, DRAWN[:9], centre)
    assert np.abs(names["f"]) == pytest.approx(np.abs(found.at([0.2, 0.3]).values), abs=1e-6)


def test_the_sheet_has_blanks_and_then_the_numbers():
    found = Derivation.of(Gaussian(0.5), DRAWN[:5])
    blank, filled = sheet_html(found, DRAWN[6], "http://here").split("<section>")[1:]
    assert f"{found.gram[0, 1]:.4f}" in filled
    assert f"{found.gram[0, 1]:.4f}" not in blank
    assert blank.count(BLANK) > 50
    assert BLANK not in filled
    total = tasks(found, DRAWN[6])[-1].rows[-1][-1].replace("−", "-")
    assert float(total) == pytest.approx(found.at(DRAWN[6]).values[0], abs=1e-4)
    assert sheet_pdf(found, DRAWN[6]).startswith(b"%PDF")


def test_a_sheet_of_too_many_points_or_of_none_apart_says_so():
    with pytest.raises(ValueError, match="at most 12 points; got 14"):
        tasks(Derivation.of(Linear(), DRAWN), DRAWN[0])
    with pytest.raises(ValueError, match="same to this kernel"):
        tasks(Derivation.of(Linear(), np.ones((3, 2))), DRAWN[0])


def test_the_command_prints_and_writes(tmp_path, capsys):
    file = tmp_path / "few.csv"
    file.write_text("a,b\n" + "\n".join(f"{x:.3f},{y:.3f}" for x, y in DRAWN[:6]))
    out = [str(tmp_path / f"few.{form}") for form in ("html", "pdf", "ipynb", "json")]
    arguments = ["derive", str(file), "--kernel", "Gaussian(0.5)", "--at", "0.1,0.2"]
    assert main([*arguments, *(one for path in out for one in ("--out", path))]) == 0
    printed = capsys.readouterr().out
    numbers = json.loads((tmp_path / "few.json").read_text())
    assert f"f(x) = Σ α k̃(xᵢ, x) = {numbers['values'][0]:.6g}" in printed
    assert sum(row[0] for row in numbers["terms"]) == pytest.approx(numbers["values"][0])
    assert all(os.path.getsize(path) for path in out)
    assert main([*arguments[:4], "--at", "1,2,3"]) == 1
    assert "needs 2 numbers" in capsys.readouterr().err
