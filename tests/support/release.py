"""Builds wheel and sdist into dist/ and tries each in fresh environments: `make release-check`.

The wheel alone, the sdist alone, the wheel with each extra of users alone on the newest versions,
and with all of these extras on the least versions that pyproject.toml allows.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from least_versions import PROJECT, constraints

ROOT = PROJECT.parent
# Extras of those who develop this project, which `make test` and `make docs` install.
FOR_DEVELOPERS = {"test", "dev", "docs"}
LIBRARY = """
import numpy as np
from kpca_core import Gaussian, KernelPCA, fit
X = np.random.default_rng(0).standard_normal((200, 3))
assert fit(Gaussian(4.0), X, 5).certificate.holds
assert KernelPCA(Gaussian(4.0), n_components=2).fit_transform(X).shape == (200, 2)
"""
# What each extra must be good for, alone.
USES = {
    "app": "import signal, subprocess, sys, urllib.request\n"
    "command = [sys.executable, '-P', '-m', 'kpca_core', 'app', '--port', '8599']\n"
    "served = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)\n"
    "url = [next(served.stdout) for line in range(2)][1].strip()\n"
    "assert b'<script' in urllib.request.urlopen(url).read()\n"
    "served.send_signal(signal.SIGINT)\n"
    "assert served.wait(30) == 0",
    "tables": "from kpca_core.tables import read_bytes\n"
    "assert read_bytes(b'a,b\\n1,2\\n3,4\\n').n == 2",
    "figures": "from kpca_core import Grid\n"
    "from kpca_core.drawing.printing import figures\n"
    "from kpca_core.choosing import parallel_analysis\n"
    "parallel_analysis(Gaussian(4.0), X).plot()",
    "distributed": "import dask.array as da\n"
    "from kpca_core.distributed import fit as distributed_fit\n"
    "distributed_fit(Gaussian(4.0), da.from_array(X, chunks=(50, 3)), 3)",
    "neighbours": "from kpca_core.neighbours import METHODS\n"
    "assert METHODS['umap'].fit(X, 2).scores.shape == (200, 2)",
    "notebook": "from kpca_core.notebook import Explorer\n"
    "assert 'image/png' in Explorer(X)._repr_mimebundle_()[0]",
    "progress": "from kpca_core import terminal_bar\n"
    "with terminal_bar() as bar:\n    fit(Gaussian(4.0), X, 5, progress=bar)",
}


def run(*command: object) -> None:
    """Run a command outside of the checkout; end with its output where it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=tempfile.gettempdir(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")


def attempt(name: str, requirement: str, code: str, *options: object) -> None:
    """Install into a fresh environment and run the code there."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        run(sys.executable, "-m", "venv", folder)
        run(python, "-m", "pip", "install", "--quiet", "--no-compile", *options, requirement)
        run(python, "-m", "pip", "check")
        run(python, "-c", code)
        run(Path(folder) / "bin" / "kpca", "figure", "4")
    print(f"release-check: {name} passes", flush=True)


def main() -> None:
    """Build, then try one environment after the other."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "venv", folder)
        python = Path(folder) / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", "build>=1.2,<2")
        run(python, "-m", "build", "--outdir", dist, ROOT)
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    version = f"import kpca_core; assert kpca_core.__version__ == {project['version']!r}\n"
    attempt("wheel alone", str(wheel), version + LIBRARY)
    attempt("sdist alone", str(sdist), version + LIBRARY)
    extras = [name for name in project["optional-dependencies"] if name not in FOR_DEVELOPERS]
    for extra in extras:
        attempt(f"extra {extra}, newest", f"{wheel}[{extra}]", LIBRARY + USES.get(extra, ""))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as least:
        least.write("\n".join(sorted(set(constraints(project)))))
        least.flush()
        every = "\n".join([LIBRARY, *(USES.get(extra, "") for extra in extras)])
        requirement = f"{wheel}[{','.join(extras)}]"
        attempt("all extras, least versions", requirement, every, "--constraint", least.name)


if __name__ == "__main__":
    main()
