"""The examples of CONTRIBUTING.md, run where they say they belong."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from types import ModuleType

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash
from support import cloud, polygon
from support.frames import decode
from support.paths import ROOT

from datasets import gaussian_clusters
from kpca_core import Gaussian, Laplacian, Linear, Sigmoid, fit
from kpca_core.solvers import choice
from views import named, pages
from views.answer import answer
from views.pages.page import page_of

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n# ([\w./]+\.py)\n(.*?)```", TEXT, re.DOTALL)


def blocks(path):
    """The examples that go into a file."""
    return [code for name, code in BLOCKS if name == path]


@pytest.fixture
def added(monkeypatch):
    """Returns the names of a new file."""

    def read(path):
        (code,) = blocks(path)
        module = ModuleType(path.removesuffix(".py").replace("/", "."))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(code, vars(module))
        return vars(module)

    return read


# A kernel


@pytest.fixture
def kernel(added):
    return added("kpca_core/kernels/inverse_multiquadric.py")["InverseMultiquadric"](0.7)


def test_the_kernel_passes_the_battery_of_every_kernel(kernel, monkeypatch):
    """Those tests that run on `KERNELS` and take nothing else but a dimension."""
    path = ROOT / "tests" / "kernels" / "test_kernels.py"
    spec = importlib.util.spec_from_file_location("battery_of_kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(module.NAMES, "InverseMultiquadric", type(kernel))
    passed = []
    for name, test in vars(module).items():
        marks = getattr(test, "pytestmark", ()) if name.startswith("test_") else ()
        if any(mark.args == ("kernel", module.KERNELS) for mark in marks):
            arguments = list(inspect.signature(test).parameters)
            if arguments == ["kernel"]:
                passed.append(test(kernel))
            elif arguments == ["kernel", "dimension"]:
                passed += [test(kernel, dimension) for dimension in module.DIMENSIONS]
    assert len(passed) >= 8


@pytest.mark.parametrize("solver", ["auto", "low-rank", "streaming", "iterative"])
def test_the_kernel_is_solved(kernel, solver):
    X = cloud(600, seed=1)
    found, exact = fit(kernel, X, 5, solver=solver), fit(kernel, X, 5, solver="dense")
    assert solver in ("auto", found.solver)
    assert found.certificate.holds
    np.testing.assert_allclose(found.eigenvalues, exact.eigenvalues, rtol=1e-10)


def test_the_kernel_refuses_nonsense(kernel):
    with pytest.raises(ValueError, match=r"finite length > 0; got length=-1"):
        type(kernel)(-1)


# A data set


@pytest.fixture
def generator(added):
    return added("datasets/half_circles.py")["half_circles"]


@pytest.mark.parametrize("n", [2, 3, 200])
def test_the_data_set_is_one(generator, n):
    data = generator(n, seed=3)
    assert data.X.shape == (n, 2)
    assert np.bincount(data.labels).tolist() == [n - n // 2, n // 2]
    for values, (low, high) in zip(data.X.T, data.region, strict=True):
        assert low <= values.min() <= values.max() <= high
    np.testing.assert_array_equal(data.X, generator(n, seed=3).X)
    assert not np.array_equal(data.X, generator(n, seed=4).X)
    assert not data.X.flags.writeable


@pytest.mark.parametrize("arguments", [{"n": 1}, {"noise": -1.0}, {"seed": "paper"}])
def test_the_data_set_refuses_nonsense(generator, arguments):
    with pytest.raises(ValueError, match=next(iter(arguments))):
        generator(**arguments)


# Both where they are offered


@pytest.fixture(scope="module")
def offered(tmp_path_factory):
    """What a checkout with these two files and two lines offers, by place."""
    checkout = tmp_path_factory.mktemp("checkout")
    for path in ROOT.iterdir():
        if path.name not in ("kpca_core", "datasets", ".git", ".venv"):
            (checkout / path.name).symlink_to(path)
    added = [path for path, _ in BLOCKS if path.startswith(("kpca_core/kernels/", "datasets/"))]
    for folder in ("kpca_core", "kpca_core/kernels", "datasets"):
        (checkout / folder).mkdir()
        for path in (ROOT / folder).iterdir():
            if f"{folder}/{path.name}" not in (*added, "kpca_core/kernels"):
                (checkout / folder / path.name).symlink_to(path)
    for path in added:
        (code,), there = blocks(path), ROOT / path
        before = there.read_text(encoding="utf-8") if there.exists() else ""
        (checkout / path).write_text(before + code, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, ROOT / "tests" / "support" / "offered.py"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{checkout / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


KERNEL_PAGES = {"explore", "compare", "sweep", "neighbours", "table", "denoise", "method", "scale"}


def test_the_kernel_is_offered_everywhere(offered):
    assert {page for page, kernels in offered["kernels"].items() if kernels} == KERNEL_PAGES
    for page, kernels in offered["kernels"].items():
        assert all("inverse-multiquadric" in options for options in kernels), page
    assert offered["read back"]["kernel"] == "InverseMultiquadric(length=0.5)"
    assert offered["command"] == "InverseMultiquadric(length=0.7)"
    assert "| `InverseMultiquadric(length)` |" in offered["documents"]["_kernels.md"]
    assert "   InverseMultiquadric\n" in offered["documents"]["api/_kernels.rst"]
    assert "InverseMultiquadric(length=0.3)" in offered["battery"]
    assert "InverseMultiquadric" in offered["names"]


def test_the_data_set_is_offered_everywhere(offered):
    assert {page for page, data in offered["data"].items() if data} == KERNEL_PAGES - {"table"}
    for page, data in offered["data"].items():
        assert all("half-circles" in options for options in data), page
    assert offered["read back"]["data"] == "half_circles(seed=3, n=50, noise=0.1)"
    assert offered["rows"] == [200, 2]
    assert "   half_circles\n" in offered["documents"]["api/_datasets.rst"]
    assert "Two half circles" in offered["data sets"]


# A solver


@pytest.fixture
def rules(monkeypatch):
    """RULES with the example's line first, so that it can also be named."""
    (source,), (line,) = (
        blocks("kpca_core/solvers/subspace.py"),
        blocks("kpca_core/solvers/choice.py"),
    )
    module = ModuleType("kpca_core.solvers.subspace")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(source, vars(module))
    added = eval(line.strip(), {**vars(choice), "Subspace": module.Subspace})
    monkeypatch.setattr(choice, "RULES", (*added, *choice.RULES))
    monkeypatch.setitem(choice.SOLVERS, "subspace", added[0].solver)
    return choice.RULES


def test_the_solver_has_the_interface(rules):
    own, others = rules[0].solver, {type(rule.solver) for rule in rules[1:]}
    for other in others:
        assert {name for name in vars(other) if not name.startswith("_")} <= set(dir(own))


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("kernel", [Gaussian(2.0), Linear()])
def test_the_solver_is_exact(rules, kernel, centre):
    X = cloud(80, 3, seed=2, offset=0.3)
    found = fit(kernel, X, 3, solver="subspace", centre=centre)
    exact = fit(kernel, X, 3, solver="dense", centre=centre)
    assert found.solver == "subspace"
    np.testing.assert_allclose(found.eigenvalues, exact.eigenvalues, rtol=1e-10)
    np.testing.assert_allclose(found.scores, exact.scores, atol=1e-6)
    np.testing.assert_allclose(found.expansion(X), found.scores, atol=1e-10)


def test_auto_takes_the_solver_where_its_rule_holds(rules):
    assert fit(Gaussian(2.0), cloud(80, 3), 3).solver == "subspace"
    assert fit(Gaussian(2.0), cloud(80, 3), 5).solver == "dense"
    assert fit(Gaussian(2.0), cloud(350, 3), 3).solver == "dense"


def test_the_solver_hands_over_with_a_reason(rules):
    """All eigenvalues of far points are nearly equal: powers of K̃ do not tell them apart."""
    X = 50.0 * polygon(60) + cloud(60)
    found = fit(Laplacian(1.0), X, 3)
    assert found.solver == "dense"
    assert found.handed_over[0].startswith("subspace: residual")
    with pytest.raises(ValueError, match="solver='subspace' cannot solve this: residual"):
        fit(Laplacian(1.0), X, 3, solver="subspace")
    with pytest.raises(ValueError, match="needs a positive semidefinite kernel"):
        fit(Sigmoid(1.0), X, 3, solver="subspace")


# A page


@pytest.fixture
def app(tmp_path, monkeypatch):
    """The app at the example's page."""
    (page,), (entry,) = blocks("views/pages/spectrum/__init__.py"), blocks("views/named.py")
    folder = tmp_path / "pages" / "spectrum"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(page, encoding="utf-8")
    monkeypatch.setattr(pages, "__path__", [*pages.__path__, str(folder.parent)])
    for name, one in eval(f"{{{entry}}}", vars(named)).items():
        monkeypatch.setitem(named.PAGES, name, one)
    found = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    found._page_hash = calc_hash("spectrum")
    yield found
    page_of.cache_clear()
    sys.modules.pop("views.pages.spectrum", None)
    vars(pages).pop("spectrum", None)


def test_the_page_is_drawn(app):
    app.run()
    assert not app.exception
    assert not app.error
    shown = " ".join(element.value for element in app.markdown)
    assert "22.558, 20.936, 4.648" in shown
    assert any("certified" in one.value for one in app.main.caption)
    app.sidebar.number_input(key="width").set_value(0.5).run()
    assert "22.558" not in " ".join(element.value for element in app.markdown)
    assert app.query_params["width"] in ("0.5", ["0.5"])


def test_the_page_answers_without_a_host(app):
    header, _ = decode(answer("spectrum", {"width": "0.5"}))
    assert header["address"] == {"width": "0.5"}
    X = gaussian_clusters(seed="paper").X
    said = ", ".join(f"{value:.3f}" for value in fit(Gaussian(0.5), X, 8).eigenvalues)
    assert said in [block.get("text") for block in header["scene"]]
    with pytest.raises(ValueError, match="width"):
        answer("spectrum", {"width": "7"})
