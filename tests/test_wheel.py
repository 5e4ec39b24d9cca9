"""The wheel in a fresh environment: the library with its own dependencies and nothing else.

The explorer in it runs on the libraries of the environment that tests it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
import urllib.request
import zipfile

import pytest
from support.paths import ROOT
from support.server import free_port, wait_until_healthy

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


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


def test_it_holds_the_library_its_types_and_the_component_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/")[0] for name in names}
    assert tops == {"kpca_core", wheel.name.split("-py3")[0] + ".dist-info"}
    assert "kpca_core/py.typed" in names
    assert "kpca_core/drawing/canvas/assets/drawing.js" in names
    assert "kpca_core/_support/words/zh.po" in names
    assert not [name for name in names if "__pycache__" in name or "test" in name]
    assert "kpca_core/_explorer/.streamlit/config.toml" in names
    below = {"kpca_core": "", "datasets": "kpca_core/", "views": "kpca_core/_explorer/"}
    sources = {
        f"{place}{path.relative_to(ROOT)}"
        for folder, place in below.items()
        for path in (ROOT / folder).rglob("*.py")
    } - {"kpca_core/datasets.py"}
    assert {name for name in names if name.endswith(".py")} == {
        *sources, "kpca_core/_explorer/app.py"
    }  # fmt: skip


LIBRARY_ALONE = """
from importlib.metadata import distributions
import numpy as np
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from kpca_core import Gaussian, Grid, KernelPCA, fit
X = np.random.default_rng(0).standard_normal((120, 2))
found = fit(Gaussian(2.0), X, 5)
J = np.eye(120) - 1 / 120
expected = np.linalg.eigvalsh(J @ Gaussian(2.0)(X) @ J)[::-1][:5]
np.testing.assert_allclose(found.eigenvalues, expected, rtol=1e-10)
assert found.certificate.holds
model = make_pipeline(StandardScaler(), KernelPCA(Gaussian(2.0), 4)).fit(X)
assert model.transform(X[:7]).shape == (7, 4)
assert found.expansion.on_grid(Grid.over(((-1, 1), (-1, 1)), 10)).shape == (5, 10, 10)
print(*(one.name.lower().replace("_", "-") for one in distributions()))
"""


def test_a_new_environment_has_the_library_its_requirements_and_its_commands(wheel, tmp_path):
    """Beside another package with the name that the data sets have in a checkout."""
    succeed(sys.executable, "-m", "venv", tmp_path / "environment")
    programs = tmp_path / "environment" / "bin"
    succeed(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    (tmp_path / "datasets.py").write_text("")
    names = {*succeed(programs / "python", "-c", LIBRARY_ALONE, cwd=tmp_path).split()}
    assert names >= {"numpy", "scipy", "scikit-learn", "threadpoolctl", "kpca-core"}
    assert not names & {"streamlit", "plotly", "contourpy", "matplotlib", "dask", "tqdm", "pandas"}
    kpca = programs / "kpca"
    assert "22.558" in succeed(kpca, "figure", "4", "--out", "figure.json", cwd=tmp_path)
    few = ("--data", "builtin", "--degrees", "1", "--components", "8")
    assert "degree 1" in succeed(kpca, "table", "1", *few, cwd=tmp_path)
    refused = run(kpca, "app", cwd=tmp_path)
    assert refused.returncode == 1
    assert re.search(r"pip install .*'streamlit<[\d.]+,>=[\d.]+'", refused.stderr)


# The explorer


@pytest.fixture
def unpacked(wheel, tmp_path):
    """A folder with what the wheel installs."""
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_explorer_is_served_and_stopped_by_an_interrupt(unpacked, tmp_path):
    port = free_port()
    code = "import sys, kpca_core.__main__ as one; print(one.__file__); sys.exit(one.main())"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", code, "app", "--port", str(port)],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(unpacked), "DISPLAY": ""},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        url = f"http://localhost:{port}"
        wait_until_healthy(url, process)
        sheet = "_stcore/bidi-components/kpca-core.live/base.css"
        for place in ("", "method", sheet):
            with urllib.request.urlopen(f"{url}/{place}", timeout=10) as answer:
                assert answer.status == 200
        assert process.stdout.readline().startswith(str(unpacked))
        process.stdout.readline()
        assert process.stdout.readline() == f"{url}\n"
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=20)
    assert process.returncode == 0, said
    assert "Traceback" not in said


def test_the_explorer_of_a_wheel_has_every_page(unpacked, tmp_path):
    code = """
import sys
from pathlib import Path
import kpca_core
sys.path.insert(0, str(Path(kpca_core.__file__).with_name("_explorer")))
import views
from views.answer import answer
from views.hosts.static import cut
from views.named import PAGES
from views.pages.page import page_of
assert all(page_of(name) for name in PAGES)
assert len(answer("explore", {})) > 10_000
files = cut.of_sources()
assert {"views/answer.py", "kpca_core/datasets/toy.py", "kpca_core/grid.py"} <= files.keys()
assert not [name for name in files if "_explorer" in name]
print(views.__file__)
"""
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=environment, text=True,
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(unpacked / "kpca_core" / "_explorer"))
