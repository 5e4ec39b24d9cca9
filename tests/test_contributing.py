"""The examples of docs/adding.md, run where they say they belong."""

from __future__ import annotations

import importlib.util
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import PurePosixPath
from types import ModuleType

import numpy as np
import pytest
from support import cloud, polygon
from support.paths import ROOT

from kpca_core import Gaussian, Laplacian, Linear, Sigmoid, fit
from kpca_core.solvers import choice

TEXT = (ROOT / "docs/adding.md").read_text(encoding="utf-8")
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
        module.__package__ = module.__name__.rpartition(".")[0]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(code, vars(module))
        return vars(module)

    return read


# A kernel


@pytest.fixture
def kernel(added):
    return added("kpca_core/kernels/inverse_multiquadric.py")["InverseMultiquadric"](0.7)


def test_the_kernel_passes_the_battery_of_every_kernel(kernel, monkeypatch):
    """Those tests that run on all kernels and take nothing else but a dimension."""
    path = ROOT / "tests" / "kernels" / "test_battery.py"
    spec = importlib.util.spec_from_file_location("battery_of_kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(module.NAMES, "InverseMultiquadric", type(kernel))
    passed = []
    for name, test in vars(module).items():
        marks = getattr(test, "pytestmark", ()) if name.startswith("test_") else ()
        if any(mark.args[1:] in ((module.KERNELS,), (module.DIFFERENTIABLE,)) for mark in marks):
            arguments = list(inspect.signature(test).parameters)
            if arguments == ["kernel"]:
                passed.append(test(kernel))
            elif arguments == ["kernel", "dimension"]:
                passed += [test(kernel, dimension) for dimension in module.DIMENSIONS]
    assert len(passed) >= 8


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
    for arguments in ({"n": 1}, {"noise": -1.0}, {"seed": "paper"}):
        with pytest.raises(ValueError, match=next(iter(arguments))):
            generator(**arguments)


# Both where they are offered


def write_checkout(folder, changed):
    """Write a checkout whose files are links to this one's, but for those that are changed."""
    parents = {parent for path in changed for parent in PurePosixPath(path).parents}
    for parent in sorted(parents):
        (folder / parent).mkdir(exist_ok=True)
        there = ROOT / parent
        for path in there.iterdir() if there.exists() else ():
            own = path.relative_to(ROOT)
            is_kept = own.name in (".git", ".venv", "__pycache__")
            if not is_kept and str(own) not in changed and PurePosixPath(own) not in parents:
                (folder / own).symlink_to(path)
    for path, text in changed.items():
        (folder / path).write_text(text, encoding="utf-8")


def printed_by(folder, *arguments):
    """What Python prints, as JSON, in a checkout."""
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def with_kernel_and_data():
    """The two new files and the two with a line more, by path."""
    changed = {}
    for path, code in BLOCKS:
        if path.startswith(("kpca_core/kernels/", "datasets/")):
            there = ROOT / path
            before = there.read_text(encoding="utf-8") if there.exists() else ""
            changed[path] = before + code
    return changed


@pytest.fixture(scope="module")
def offered(tmp_path_factory):
    """What a checkout with these two files and two lines offers, by place."""
    checkout = tmp_path_factory.mktemp("checkout")
    write_checkout(checkout, with_kernel_and_data())
    return printed_by(checkout, ROOT / "tests" / "support" / "offered.py")


KERNEL_PAGES = {"explore", "compare", "sweep", "neighbours", "table", "denoise", "method", "scale"}


def test_kernel_and_data_set_are_offered_everywhere(offered):
    own = {"kernels": "inverse-multiquadric", "data": "half-circles"}
    for place, pages in (("kernels", KERNEL_PAGES), ("data", KERNEL_PAGES - {"table"})):
        assert {page for page, found in offered[place].items() if found} == pages
        for page, found in offered[place].items():
            assert all(own[place] in options for options in found), page
    assert offered["read back"] == {
        "kernel": "InverseMultiquadric(length=0.5)",
        "data": "half_circles(seed=3, n=50, noise=0.1)",
    }
    assert offered["command"] == "InverseMultiquadric(length=0.7)"
    assert offered["rows"] == [200, 2]
    assert "   InverseMultiquadric\n" in offered["documents"]["api/_kernels.rst"]
    assert "   half_circles\n" in offered["documents"]["api/_datasets.rst"]
    assert "InverseMultiquadric(length=0.3)" in offered["battery"]
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

# Asks a checkout for the page, by `answer` and by the runner of Streamlit.
SHOWN = """
import json
from support.frames import decode, figures, opened_page
from views.answer import answer
from views.pages.page import page_of

header, _ = decode(answer("spectrum", "width=0.51"))
page = opened_page("spectrum")
titles = lambda: [one["text"] for one in figures(page)[0][0]["sheets"][0]["tiles"]]
first = titles()
page.sidebar.select_slider[0].set_value(0.51).run()
assert not page.exception
print(json.dumps({
    "answered": header, "first": first, "then": titles(),
    "captions": [one.value for one in page.caption], "errors": [one.value for one in page.error],
}))
"""


def with_page():
    """The new file and the one with a line more, by path."""
    own, registry = "views/pages/spectrum/__init__.py", "views/named.py"
    (page,), (line,) = blocks(own), blocks(registry)
    before = '    "neighbours": Named('
    source = (ROOT / registry).read_text(encoding="utf-8")
    assert source.count(before) == 1
    return {own: page, registry: source.replace(before, line + before)}


@pytest.fixture(scope="module")
def checkout_with_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_checkout(folder, with_page())
    return folder


def test_the_page_is_drawn_and_answers(checkout_with_page):
    shown = printed_by(checkout_with_page, "-c", SHOWN)
    assert shown["errors"] == []
    assert shown["first"] == ["λ₁ = 22.558", "λ₂ = 20.936"]
    (figure,) = (one for one in shown["answered"]["scene"] if one["block"] == "Figure")
    assert shown["then"] != shown["first"]
    assert figure["text"] == f"Maps of {'; '.join(shown['then'])}"
    assert any("certified" in one for one in shown["captions"])
