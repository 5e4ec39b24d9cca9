"""The wheel in a fresh environment: the library with its own dependencies and nothing else."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser

import pytest
from support.paths import ROOT

import kpca_core

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LIBRARY = {"numpy", "scipy", "scikit-learn", "threadpoolctl"}
FOR_DEVELOPERS = {"test", "dev", "docs"}


def run(*command, cwd=None):
    """The finished command, run without this process's module path."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def succeed(*command, cwd=None):
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The path of the wheel, built as a release would be."""
    folder = tmp_path_factory.mktemp("wheel")
    (backend,) = PYPROJECT["build-system"]["requires"]
    download = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", backend)
    reached = run(*download, "--dest", folder / "probe")
    if reached.returncode != 0:
        reason = f"No package registry can be reached: {reached.stderr.strip()[-300:]}"
        if os.environ.get("CI"):
            pytest.fail(f"The wheel must be tested under CI. {reason}")
        pytest.skip(reason)
    succeed(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of programs of a new environment that holds the wheel and what it requires.

    Workers of one run share it: the first makes it while the others wait.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    programs, ready = shared / "wheel-environment" / "bin", shared / "wheel-environment-is-ready"
    with (shared / "wheel-environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            succeed(sys.executable, "-m", "venv", programs.parent)
            succeed(programs / "python", "-m", "pip", "install", "--quiet", wheel)
            ready.touch()
    return programs


@pytest.fixture
def python(installed, tmp_path):
    """Runs code in the new environment, outside of the checkout; returns what it prints."""
    return lambda code: succeed(installed / "python", "-c", code, cwd=tmp_path).strip()


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_it_holds_the_library_its_types_and_the_component_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/")[0] for name in names}
    assert tops == {"kpca_core", wheel.name.split("-py3")[0] + ".dist-info"}
    assert "kpca_core/py.typed" in names
    assert "kpca_core/drawing/canvas/assets/drawing.js" in names
    assert "kpca_core/_support/words/zh.po" in names
    assert not [name for name in names if "__pycache__" in name or "test" in name]
    sources = {str(path.relative_to(ROOT)) for path in (ROOT / "kpca_core").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == sources


def test_it_requires_four_packages_and_offers_the_rest_as_extras(wheel):
    found = metadata(wheel)
    required = [line for line in found.get_all("Requires-Dist") if "extra ==" not in line]
    assert {re.match(r"[\w-]+", line)[0] for line in required} == LIBRARY
    assert set(found.get_all("Provides-Extra")) == set(PROJECT["optional-dependencies"])
    assert found["Version"] == kpca_core.__version__ == PROJECT["version"]
    assert "Typing :: Typed" in found.get_all("Classifier")


def test_the_environment_has_no_part_of_the_explorer(python):
    code = "from importlib.metadata import distributions as d; print(*(x.name for x in d()))"
    names = {name.lower().replace("_", "-") for name in python(code).split()}
    assert names >= LIBRARY | {"kpca-core"}
    assert not names & {"streamlit", "plotly", "contourpy", "matplotlib", "dask", "tqdm", "pandas"}


def test_it_is_imported_without_scikit_learn_and_says_what_it_needs(python):
    doc = python(
        "import sys, kpca_core; assert 'sklearn' not in sys.modules; print(kpca_core.__doc__)"
    )
    for name in ("NumPy", "SciPy", "scikit-learn", "threadpoolctl"):
        assert name in doc
    extras = set(PROJECT["optional-dependencies"]) - FOR_DEVELOPERS
    assert all(f"`{extra}`" in doc for extra in extras)


def test_a_fit(python):
    code = """
import numpy as np
from kpca_core import Gaussian, Grid, fit
X = np.random.default_rng(0).standard_normal((120, 2))
found = fit(Gaussian(2.0), X, 5)
J = np.eye(120) - 1 / 120
expected = np.linalg.eigvalsh(J @ Gaussian(2.0)(X) @ J)[::-1][:5]
np.testing.assert_allclose(found.eigenvalues, expected, rtol=1e-10)
assert found.certificate.holds
print(found.expansion.on_grid(Grid.over(((-1, 1), (-1, 1)), 10)).shape)
"""
    assert python(code) == "(5, 10, 10)"


def test_the_estimator(python):
    code = """
import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from kpca_core import Gaussian, KernelPCA
X = np.random.default_rng(0).standard_normal((500, 3))
model = make_pipeline(StandardScaler(), KernelPCA(Gaussian(2.0), 4)).fit(X)
print(model.transform(X[:7]).shape, len(model[-1].eigenvalues_))
"""
    assert python(code) == "(7, 4) 4"


def test_the_command_line_explains_itself(installed, tmp_path):
    text = succeed(installed / "kpca", "--help", cwd=tmp_path)
    assert "kpca figure 4" in text


def test_figure_4_is_computed_or_one_sentence_says_what_it_needs(installed, tmp_path):
    done = run(installed / "kpca", "figure", "4", cwd=tmp_path)
    assert "Traceback" not in done.stdout + done.stderr
    if done.returncode == 0:
        assert "22.558" in done.stdout
    else:
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert re.search("datasets|checkout", line)
