"""The mistakes other programs ship, one test each, and the laws of the architecture."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from sklearn import decomposition as sk

from datasets import gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, KernelPCA, Polynomial, Sigmoid, fit

ROOT = Path(__file__).resolve().parents[1]
CLUSTERS = gaussian_clusters(seed="paper").X


# Mistakes


def test_the_all_ones_matrix_is_divided_by_n():
    """Otherwise a spurious first component appears, thousands of times the true one."""
    found = fit(Gaussian(0.1), CLUSTERS, None)
    scores = found.scores
    assert abs(scores[:, 0].mean()) <= 1e-14
    assert np.abs((scores @ scores.T).sum(axis=1)).max() <= 1e-12
    assert found.eigenvalues[0] < np.trace(Gaussian(0.1)(CLUSTERS))


@pytest.mark.parametrize("solver", ["dense", "low-rank", "explicit", "streaming", "iterative"])
def test_test_points_are_centred_with_the_means_of_the_training_points(solver):
    X = noisy_parabola(seed="paper").X + 1.0
    found = fit(Polynomial(3, 1.0), X, 5, solver=solver)
    largest = np.abs(found.scores).max()
    np.testing.assert_allclose(found.expansion(X), found.scores, rtol=0, atol=1e-10 * largest)
    few = X[:4]
    np.testing.assert_allclose(found.expansion(few), found.scores[:4], rtol=0, atol=1e-10 * largest)
    assert abs(found.expansion(few).mean(axis=0)).max() > 1e-3 * largest


def test_there_may_be_more_components_than_columns():
    model = KernelPCA(Gaussian(0.1), n_components=8).fit(CLUSTERS)
    assert CLUSTERS.shape[1] == 2
    assert model.transform(CLUSTERS[:5]).shape == (5, 8)
    assert fit(Gaussian(0.1), CLUSTERS[:3], 2).n_components == 2


@pytest.mark.parametrize("scale", [0.1, 1.0, 2.0, 10.0])
def test_negative_eigenvalues_cause_no_nan_and_no_disorder(scale):
    with np.errstate(all="raise"):
        found = fit(Sigmoid(scale, 1.0), CLUSTERS, None)
        values = found.expansion(CLUSTERS)
    assert len(found.negative) > 0
    assert (found.eigenvalues > 0).all()
    assert (np.diff(found.eigenvalues) <= 0).all()
    assert np.isfinite(values).all()
    size = max(found.eigenvalues[0], -found.negative[0])
    assert found.eigenvalues[-1] > 1e-12 * size * 0.99
    total = found.eigenvalues.sum() + found.negative.sum()
    assert total == pytest.approx(found.trace, abs=90 * 1e-12 * size)


def test_the_tracked_sweep_flips_no_sign_where_scikit_learn_flips_some():
    """A flip: the scores of one component before and after a small step point apart."""
    gammas = np.linspace(1, 50, 200)
    tracked, theirs, agree = [], [], True
    for gamma in gammas:
        found = fit(Gaussian.from_gamma(gamma), CLUSTERS, 8)
        if tracked:
            found = found.aligned_to(tracked[-1])
        tracked.append(found)
        agree &= np.allclose(found.expansion(CLUSTERS), found.scores, atol=1e-9)
        theirs.append(sk.KernelPCA(8, kernel="rbf", gamma=gamma).fit_transform(CLUSTERS))
    assert agree

    def flips(scores):
        steps = pairwise(scores)
        return sum(int((np.einsum("ij,ij->j", a, b) < 0).sum()) for a, b in steps)

    assert len(tracked) == 200
    assert flips([found.scores for found in tracked]) == 0
    assert flips(theirs) > 0


@pytest.mark.parametrize("solver", ["dense", "separable", "low-rank"])
def test_the_explained_variance_ratio_divides_by_all_eigenvalues(solver):
    everything = KernelPCA(Gaussian(0.1), solver=solver).fit(CLUSTERS)
    two = KernelPCA(Gaussian(0.1), n_components=2, solver=solver).fit(CLUSTERS)
    assert everything.explained_variance_ratio_.sum() == pytest.approx(1, rel=1e-9)
    np.testing.assert_allclose(
        two.explained_variance_ratio_, everything.explained_variance_ratio_[:2], rtol=1e-9
    )
    assert two.explained_variance_ratio_.sum() < 0.7


@pytest.mark.parametrize("scale", [0.1, 1.0, 2.0, 10.0])
def test_all_components_of_the_sigmoid_figure_exist(scale):
    with pytest.raises(ValueError, match="negative eigenvalues"):
        sk.KernelPCA(kernel="sigmoid", gamma=scale, coef0=1.0).fit(CLUSTERS)
    model = KernelPCA(Sigmoid(scale, 1.0)).fit(CLUSTERS)
    assert model.transform(CLUSTERS).shape[1] == len(model.eigenvalues_) >= 2


# Laws of the architecture

HEAVY = ("streamlit", "plotly", "dask", "sklearn", "pandas", "matplotlib")


@pytest.mark.parametrize(
    "work",
    [
        "import kpca_core",
        "from kpca_core import fit, Gaussian, Expansion, Grid",
        "import numpy, kpca_core; kpca_core.fit(kpca_core.Gaussian(1.0), numpy.eye(450), 2)",
        "import datasets; datasets.gaussian_clusters(seed='paper')",
    ],
)
def test_the_core_loads_no_heavy_library(work):
    code = f"{work}\nimport sys\nprint(*({{m.split('.')[0] for m in sys.modules}} & {set(HEAVY)}))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []


def test_the_estimator_is_loaded_when_it_is_asked_for():
    code = "import sys, kpca_core; kpca_core.KernelPCA; print('sklearn' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "True"


def sources(*folders):
    for folder in folders:
        path = ROOT / folder
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path] * path.exists()


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PROJECT = {module_name(path): path for path in sources("kpca_core", "datasets", "views", "app.py")}


def imported(node):
    """Full names that one import statement binds or loads."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        names = {f"{node.module}.{alias.name}" for alias in node.names}
        return {name if name in PROJECT else node.module for name in names}
    return set()


def imports(path, lazy=True):
    """What a file imports; without `lazy` only what runs when the module itself is imported."""
    found, todo = set(), [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        found |= imported(node)
        if not lazy and (
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
        ):
            continue
        todo.extend(ast.iter_child_nodes(node))
    return found


LAYERS = (
    ("kpca_core.kernels", "kpca_core.threads", "kpca_core.progress", "datasets"),
    ("kpca_core.expansion", "kpca_core.spectrum", "kpca_core.moments"),
    ("kpca_core.decomposition",),
    ("kpca_core.solvers",),
    (
        "kpca_core.preimage",
        "kpca_core.reduced_set",
        "kpca_core.alternatives",
        "kpca_core.distributed",
    ),
    ("kpca_core.kernel_pca",),
    ("kpca_core.experiments",),
    ("kpca_core.figures", "kpca_core.canvas"),
    ("views",),
    ("app",),
)


def layer(name):
    for height, members in enumerate(LAYERS):
        if any(
            name == member or name.startswith((f"{member}.", f"{member}_")) for member in members
        ):
            return height
    return None


def test_imports_point_down():
    upward = [
        f"{name} imports {other}"
        for name, path in PROJECT.items()
        if layer(name) is not None
        for other in imports(path)
        if layer(other) is not None and layer(other) > layer(name)
    ]
    assert not upward
    assert len({layer(name) for name in PROJECT} - {None}) >= 6


def test_no_import_circle():
    graph = {
        name: {other for other in imports(path, lazy=False) if other in PROJECT} - {name}
        for name, path in PROJECT.items()
    }
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"import circle: {' → '.join(error.args[1])}")
    assert order.index("kpca_core.kernels.base") < order.index("kpca_core.solvers.dense")


def test_kernels_know_no_eigenvalue():
    kernels = [path for name, path in PROJECT.items() if name.startswith("kpca_core.kernels")]
    assert len(kernels) >= 4
    for path in kernels:
        project = {name for name in imports(path) if name.startswith("kpca_core")}
        assert all(name.startswith("kpca_core.kernels") for name in project), path
        assert "scipy.linalg" not in imports(path)
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        called = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert not called & {"eigh", "eig", "eigvalsh", "eigvals", "svd"}


def test_the_spectrum_knows_no_kernel():
    tree = ast.parse(PROJECT["kpca_core.spectrum"].read_text(encoding="utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kpca_core")
        for alias in node.names
    }
    assert names <= {"Array"}


def test_only_the_pages_import_streamlit():
    for path in sources("kpca_core", "datasets"):
        top = {name.split(".")[0] for name in imports(path)}
        assert "streamlit" not in top, path
    assert any("streamlit" in imports(path) for path in sources("views", "app.py"))


def test_plotly_is_drawn_with_in_the_figures_alone():
    for path in sources("kpca_core", "datasets"):
        if "plotly" in {name.split(".")[0] for name in imports(path)}:
            assert layer(module_name(path)) == layer("kpca_core.figures"), path


def test_no_source_file_is_long():
    folders = ("kpca_core", "datasets", "views", "benchmarks")
    files = [ROOT / "app.py", *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    files = [path for path in files if path.suffix in {".py", ".js", ".css"} and path.exists()]
    assert {path.suffix for path in files} == {".py", ".js", ".css"}
    long = {
        str(path.relative_to(ROOT)): lines
        for path in files
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert not long
