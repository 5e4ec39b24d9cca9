"""`Derivation` against the identities of the sources and against the solvers, on drawn points."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit
from kpca_core.__main__ import main
from kpca_core._support.words import speaking
from kpca_core.derivation import MOST_POINTS, Derivation
from kpca_core.drawing.printing.notebook import notebook
from kpca_core.drawing.printing.worksheet import worksheet
from kpca_core.drawing.printing.worksheet_files import draw_pages, sheet_html, sheet_pdf
from kpca_core.kernels import as_kernel
from views.pages.method.steps import ORDER, STEPS
from views.state.catalogue import KERNELS

EVERY = [family.build(**family.defaults) for family in KERNELS.values()]
POINTS = st.integers(2, 12).flatmap(
    lambda n: arrays(
        float, (n, 2), elements=st.floats(-2, 2, allow_subnormal=False).map(lambda v: round(v, 3))
    )
)
DRAWN = np.random.default_rng(5).normal(size=(14, 2))


@pytest.mark.parametrize("kernel", EVERY, ids=repr)
@settings(max_examples=15)
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
@settings(max_examples=10)
@given(POINTS)
def test_it_equals_the_solvers(kernel, X):
    found, solved = Derivation.of(kernel, X), fit(kernel, X, 8)
    q = min(solved.n_components, found.rank)
    assert (solved.rank or 0) == found.rank
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
    assert Derivation.of(Gaussian(1.0), DRAWN).covariance is None


def test_numbers_of_features_are_those_that_are_said():
    X = np.random.default_rng(0).normal(size=(14, 2))
    kernels = (Linear(), Polynomial(2), Linear() + Polynomial(2))
    assert [Derivation.of(kernel, X).rank for kernel in kernels] == [2, 3, 5]
    # [C] section 2: X³, Y³, X²Y, Y²X, X², Y², XY, X, Y and 1, here with the roots of trinomials.
    x, y = X.T
    listed = np.array([x**3, y**3, x**2 * y, y**2 * x, x**2, y**2, x * y, x, y, np.ones(14)]).T
    features = Polynomial(3, 1.0).features(X)
    assert features.shape == listed.shape
    factors = np.array([1, 1, 3, 3, 3, 3, 6, 3, 3, 1])
    assert (listed * factors) @ listed.T == pytest.approx(features @ features.T)


@pytest.mark.parametrize("kernel", EVERY, ids=repr)
@settings(max_examples=10)
@given(POINTS, st.floats(-5, 5))
def test_a_null_vector_keeps_the_squared_equation_and_every_projection(kernel, X, t):
    # [S] eq. 2.11 and appendix A, [B] after eq. 12.80.
    found = Derivation.of(kernel, X)
    scale = max(1.0, np.abs(found.gram).max())
    beta = found.null_vector
    assert np.linalg.norm(beta) == pytest.approx(1)
    assert found.centred @ beta == pytest.approx(0, abs=1e-11 * len(X) * scale)
    if not found.rank or found.eigenvalues[0] < 1e-3 * scale:
        return
    shifted = found.shifted(0, t, np.vstack([X, DRAWN]))
    assert shifted.coefficients == pytest.approx(found.alphas[:, 0] + t * beta)
    assert shifted.squared <= shifted.rounding
    assert shifted.plain == pytest.approx(abs(t) * np.sqrt(found.eigenvalues[0]), abs=1e-7)
    if found.features is None:
        assert shifted.projection < 1e-8


def test_beside_finite_features_a_null_vector_is_the_zero_vector_of_feature_space():
    found = Derivation.of(Polynomial(2), DRAWN)
    assert found.features.T @ found.null_vector == pytest.approx(0, abs=1e-13)
    assert found.null_vector.std() > 0.1, "it is another one than (1, …, 1)"
    assert found.shifted(1, 2.0, np.random.default_rng(2).normal(size=(50, 2))).projection < 1e-12
    with pytest.raises(ValueError, match="no component 3: choose from 0 to 2"):
        found.shifted(3, 1.0)
    with pytest.raises(ValueError, match="centre=True"):
        _ = Derivation.of(Gaussian(1.0), DRAWN, centre=False).null_vector


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

SHEETS = [Gaussian(0.3), Sigmoid(2.0, 1.0), Polynomial(2) + 0.5 * Linear()]
PAGE = re.compile(rb"/Type /Page\b")


@pytest.mark.parametrize("kernel", EVERY + SHEETS[2:], ids=repr)
def test_the_kernel_of_the_notebook_is_the_kernel(kernel):
    A, B = DRAWN[:5], np.vstack([DRAWN[5:], np.zeros((1, 2))])
    names = {
        "np": np, "A": A, "B": B, "dot": A @ B.T, "squared": ((A[:, None] - B) ** 2).sum(axis=2),
        "cityblock": np.abs(A[:, None] - B).sum(axis=2),
    }  # fmt: skip
    assert eval(kernel.numpy_expression(), names) == pytest.approx(kernel(A, B), abs=1e-12)


# Runs a notebook where only NumPy, Matplotlib and what these import can be found.
RUN = """
import json, sys

known = {*sys.stdlib_module_names, "numpy", "matplotlib", "mpl_toolkits", "PIL", "contourpy",
    "cycler", "dateutil", "six", "fontTools", "kiwisolver", "packaging", "pyparsing"}

class Only:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in known and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"hidden: {name}")

sys.meta_path.insert(0, Only())
try:
    import kpca_core
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("kpca_core is not hidden")
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot
names, pictures = {}, 0
for cell in json.load(open(sys.argv[1], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), names)
        pictures += len(pyplot.get_fignums())
        for number in pyplot.get_fignums() if sys.argv[2:] else ():
            pyplot.figure(number).canvas.draw()
        pyplot.close("all")
print(json.dumps({"f": names["f"](names["x"])[0].tolist(), "pictures": pictures}))
"""


@pytest.mark.parametrize(
    ("kernel", "centre", "columns"),
    [(Gaussian(0.3), True, 2), (Sigmoid(2.0, 1.0), True, 2), (SHEETS[2], False, 3)],
    ids=repr,
)
def test_the_notebook_stands_alone(kernel, centre, columns, tmp_path):
    X = np.random.default_rng(5).normal(size=(9, columns)).round(3)
    found, x = Derivation.of(kernel, X, centre), np.linspace(0.2, 0.3, columns)
    path = tmp_path / "steps.ipynb"
    path.write_text(notebook(found, x), encoding="utf-8")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    titles = [cell["source"][0] for cell in cells if cell["source"][0].startswith("## ")]
    pages = [f"## {k}. {STEPS[step].title}" for k, step in enumerate(ORDER, 1)]
    assert [title.strip() for title in titles] == pages
    assert "pip install numpy matplotlib" in "".join(cells[0]["source"])
    command = [sys.executable, "-c", RUN, str(path), *["draw"] * isinstance(kernel, Gaussian)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["pictures"] >= len(ORDER)
    sound = found.eigenvalues[: found.rank] > 1e-6 * found.eigenvalues[0]
    expected = found.at(x).values
    assert np.abs(said["f"])[sound] == pytest.approx(np.abs(expected)[sound], abs=1e-5)


def number_of(cell: str) -> float:
    return float(cell.replace("−", "-"))


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("kernel", SHEETS, ids=repr)
def test_the_numbers_of_the_sheet_are_those_of_the_points_as_printed(kernel, centre):
    sheet = worksheet(Derivation.of(kernel, DRAWN[:6], centre), DRAWN[7])
    printed = np.array([[number_of(cell) for cell in row] for row in sheet.points.rows])
    found = Derivation.of(kernel, printed[:-1], centre)
    new = found.at(printed[-1])
    gram, *rest = sheet.tasks
    filled = np.array([[number_of(cell) for cell in row] for row in gram.tables[0].rows])
    assert filled == pytest.approx(found.gram, abs=1e-3 * np.abs(found.gram).max())
    # What symmetry would give away is left out, too.
    assert all((j, i) in gram.tables[0].asked for i, j in gram.tables[0].asked)
    assert len(rest) == (3 if centre else 2)
    total = number_of(rest[-1].tables[0].rows[-1][-1])
    assert total == pytest.approx(new.values[0], abs=1e-3 * np.abs(found.scores).max())
    asked = " ".join(question.text for task in sheet.tasks for question in task.questions)
    # Of a positive kernel that is not centred the first component has one sign everywhere.
    grid = np.linspace(*sheet.picture.region[0], 9), np.linspace(*sheet.picture.region[1], 9)
    values = found.values(np.column_stack([one.ravel() for one in np.meshgrid(*grid)]))[:, 0]
    if centre or isinstance(kernel, Gaussian):
        assert ("your curve" in asked) == (values.min() < 0 < values.max())
    assert ("smallest eigenvalue" in asked) == (found.eigenvalues[-1] < -1e-6)
    assert "Signs: with u also −u" in " ".join(sheet.notes)


def test_the_solutions_are_a_file_of_their_own():
    found = Derivation.of(Gaussian(0.5), DRAWN[:5])
    sheet = worksheet(found, DRAWN[6])
    blank, solved = (sheet_html(found, DRAWN[6], solved=solved) for solved in (False, True))
    entry = sheet.tasks[0].tables[0].rows[0][1]
    assert f"<b>{entry}</b>" in solved
    assert entry not in blank
    for task in sheet.tasks:
        for question in task.questions:
            for text, page in ((question.text, blank), (question.text, solved)):
                assert html.escape(text) in page
            assert html.escape(question.answer) in solved
            assert html.escape(question.answer) not in blank
    for page in (blank, solved):
        assert "k(x, y) = exp(−‖x−y‖² / c),  c = 0.5" in page
        assert "σ = 0.5" in page
        assert "γ = 2" in page
        assert "<svg" in page
        assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://here" in sheet_html(found, DRAWN[6], "https://here")


@pytest.mark.parametrize("speech", ["en", "zh"])
def test_a_sheet_has_two_to_four_pages(speech):
    for X, kernel, centre in (
        (DRAWN[:9, :1], Polynomial(2), False), (DRAWN[:12], Sigmoid(2.0, 1.0), True),
    ):  # fmt: skip
        found = Derivation.of(kernel, X, centre)
        with speaking(speech):
            sheet = worksheet(found, X[0])
            counts = [len(draw_pages(sheet, solved=solved)) for solved in (False, True)]
        assert all(2 <= count <= 4 for count in counts), counts
        asked = " ".join(q.text for task in sheet.tasks for q in task.questions)
        assert ("curve" in asked) == (X.shape[1] == 2 and speech == "en")
    assert len(PAGE.findall(sheet_pdf(found, X[0]))) == counts[0]


def test_a_sheet_of_too_many_points_or_of_none_apart_says_so():
    with pytest.raises(ValueError, match="at most 12 points; got 14"):
        worksheet(Derivation.of(Linear(), DRAWN), DRAWN[0])
    for make in (worksheet, notebook):
        with pytest.raises(ValueError, match="same to this kernel"):
            make(Derivation.of(Linear(), np.ones((3, 2))), DRAWN[0])
    found = Derivation.of(as_kernel(lambda X, Y: X @ Y.T), DRAWN[:4])
    with pytest.raises(ValueError, match="cannot hold the kernel"):
        notebook(found, DRAWN[5])


def test_the_command_refuses_another_point_and_writes_solutions_apart(tmp_path, capsys):
    file, answers = tmp_path / "few.csv", tmp_path / "answers.html"
    file.write_text("a,b\n" + "\n".join(f"{x:.3f},{y:.3f}" for x, y in DRAWN[:6]))
    asked = ["derive", str(file), "--kernel", "Gaussian(0.5)"]
    out = tmp_path / "few.html"
    assert main([*asked, "--out", str(out), "--solutions", str(answers)]) == 0
    assert "solutions" in answers.read_text(encoding="utf-8")
    assert "solutions" not in out.read_text(encoding="utf-8")
    assert main([*asked, "--at", "1,2,3"]) == 1
    assert "needs 2 numbers" in capsys.readouterr().err
